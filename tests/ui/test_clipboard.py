"""Tables to and from a spreadsheet by the clipboard."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit

from spectralign_gui.core.data import Standard
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


def clip() -> list[list[str]]:
    return [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]


@pytest.fixture
def loaded(window):
    a = make_dataset("m5", 4).with_(groups=("x", "", "y", "y"))
    window.model.reset(SessionState((a, make_dataset("mp5", 4)), (Standard({"m5": (1,), "mp5": (1,)}, True),),
                                    excluded={"m5": (3,)}))
    return window


def test_samples_are_copied_in_full_precision(qtbot, loaded):
    loaded.clipboard.copy_samples.trigger()
    rows, d = clip(), loaded.model.state.dataset("m5")
    assert rows[0] == ["Sample", "Moisture", "Oil", "Standard", "Group", "Row", "Remark"]
    assert [float(r[1]) for r in rows[1:]] == d.targets.values[:, 0].tolist()
    assert rows[2] == ["S02", *rows[2][1:3], "S1 held", "", "#2", ""]
    assert rows[4][4:] == ["y", "#4", "left out"]


def test_selected_rows_of_the_table_in_use(qtbot, loaded):
    view = loaded.docks["data"].samples
    view.setFocus()
    view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    loaded.model.selection.select([("m5", 0), ("m5", 2)])
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().startswith("Sample"))
    assert [r[0] for r in clip()[1:]] == ["S03", "S01"]


def test_nothing_to_copy_is_said(qtbot, window):
    with qtbot.waitSignal(window.model.message) as said:
        window.clipboard.copy_predictions.trigger()
    assert "no predicted values" in said.args[0]


def paste(qtbot, window, text: str):
    QGuiApplication.clipboard().setText(text)
    window.clipboard.paste_spectra.trigger()
    qtbot.waitUntil(lambda: window.importer.dialog is not None and window.importer.dialog._preview is not None,
                    timeout=15000)
    return window.importer.dialog


def test_spectra_are_pasted_after_a_look_even_with_decimal_commas(qtbot, window):
    rng = np.random.default_rng(0)
    values = rng.random((3, 12)).round(4)
    rows = ["\t".join(["name", *(f"{1000 + 10 * k}" for k in range(12))])]
    rows += ["\t".join([f"s{i}", *(f"{v:.4f}".replace(".", ",") for v in row)]) for i, row in enumerate(values)]
    opened = []
    window.importer.opened.connect(opened.append)
    dialog = paste(qtbot, window, "\r\n".join(rows) + "\r\n")
    assert "3 spectra of 12 channels" in dialog.summary.text()
    dialog.files.topLevelItem(0).setText(1, "from the spreadsheet")
    with qtbot.waitSignal(window.importer.done, timeout=15000):
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    (d,) = window.model.state.datasets
    assert d.name == "from the spreadsheet" and d.sample_names == ("s0", "s1", "s2")
    np.testing.assert_allclose(d.spectra, values)
    assert d.source.path == "" and d.source.changed and opened == []


def test_samples_copied_changed_and_pasted_back_as_reference_values(qtbot, loaded, answers):
    loaded.clipboard.copy_samples.trigger()
    rows = clip()
    for k, row in enumerate(rows[1:]):
        row[1] = f"{10 + k},5"
        row[2] = "<0,05" if k == 2 else f"{k},25"
    QGuiApplication.clipboard().setText("\n".join("\t".join(r) for r in rows))
    with qtbot.waitSignal(loaded.importer.done, timeout=15000):
        loaded.clipboard.paste_values.trigger()
    targets = loaded.model.state.dataset("m5").targets
    assert targets.names == ("Moisture", "Oil")
    np.testing.assert_array_equal(targets.values[:, 0], [10.5, 11.5, 12.5, 13.5])
    assert targets.censored[2, 1] and np.isnan(targets.values[2, 1])
    loaded.model.undo_stack.undo()
    assert loaded.model.state.dataset("m5").targets.values[0, 0] != 10.5


def test_an_empty_clipboard_is_said(window, answers):
    QGuiApplication.clipboard().setText("  \n")
    window.clipboard.paste_spectra.trigger()
    window.clipboard.paste_values.trigger()
    assert answers.names == ["paste-empty"] * 2


def test_text_fields_keep_their_own_copy(qtbot, loaded):
    field = loaded.docks["data"].search
    assert isinstance(field, QLineEdit)
    field.setFocus()
    qtbot.keyClicks(field, "S0")
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "S0"
