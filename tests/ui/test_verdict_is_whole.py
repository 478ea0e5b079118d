"""The verdict in Predict and an alarm in Check are never cut, however narrow and low the panel is."""

from __future__ import annotations

import pytest

from spectralign_gui.ui.widgets import OneLineLabel
from tests.ui.test_predict_dock import dock, run, show  # noqa: F401

WHOLE = "Verdict: uncertain. But Moisture and Starch are predicted no better than by the mean."


@pytest.mark.parametrize("width", [120, 180, 240, 300, 400, 600, 900])
@pytest.mark.parametrize("lines", [2, 3])
def test_the_beginning_of_a_short_text_is_whole(qtbot, width, lines):
    label = OneLineLabel(lines=lines)
    qtbot.addWidget(label)
    label.set_one_line(True)
    label.resize(width, 200)
    rest = " 24 samples predicted with Run 1, Direct standardization (DS)." * 3
    label.tell(WHOLE + rest, WHOLE)
    shown = label.shown()
    assert WHOLE in shown.replace("\n", " ") and label.heightForWidth(width) >= len(
        shown.split("\n")) * label.fontMetrics().lineSpacing()
    label.tell(WHOLE + rest, "")
    assert len(label.shown().split("\n")) <= lines
    label.setText(WHOLE + rest)
    assert len(label.shown().split("\n")) <= lines, "another text has no such beginning"


@pytest.mark.parametrize("size", [(260, 320), (320, 500), (500, 300), (900, 420)])
def test_the_verdict_is_whole_in_a_narrow_panel(qtbot, dock, model, run, size):  # noqa: F811
    show(model, run)
    dock.resize(*size)
    dock.predict_loaded()
    qtbot.waitUntil(lambda: dock.values.rowCount() > 0, timeout=20_000)
    model.tested = lambda: ("Moisture 0.3", "But Moisture and Starch are predicted no better than by the mean.")
    dock._say_outcome()
    verdict = model.verdict().brief
    assert verdict in dock.says.shown().replace("\n", " ")
    qtbot.waitUntil(lambda: dock.says.height() >= min(dock.says.heightForWidth(dock.says.width()), 130), timeout=5_000)
    model.tested = lambda: ("", "")
