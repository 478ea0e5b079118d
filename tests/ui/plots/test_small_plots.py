"""What small plots leave out, so that what they show can be read."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from spectralign_gui.ui.plots.axes import small_font
from spectralign_gui.ui.plots.heat_view import HeatView
from spectralign_gui.ui.plots.whole_axis import BETWEEN, WholeAxis


@pytest.mark.parametrize("pixels", [40, 72, 110, 300])
@pytest.mark.parametrize("whole", [False, True])
def test_numbers_below_a_plot_stand_apart(qtbot, pixels, whole):
    axis = WholeAxis("bottom")
    axis.whole = whole
    axis.setStyle(tickFont=small_font())
    metrics = QFontMetricsF(small_font())
    spacing, values = axis.tickValues(1.0, 80.0, pixels)[0]
    texts = axis.tickStrings(values, 1.0, spacing)
    places = [(v - 1.0) / 79.0 * pixels for v in values]
    assert texts
    for (a, left), (b, right) in pairwise(zip(places, texts, strict=True)):
        assert b - a >= (metrics.horizontalAdvance(left) + metrics.horizontalAdvance(right)) / 2
    if pixels == 300:
        assert len(values) >= 3 and 300 / len(values) > BETWEEN, "a wide plot keeps its numbers"


@pytest.fixture
def written(qtbot, monkeypatch):
    """The texts that a heat map of this width writes."""
    def paint(values, width):
        view = HeatView("heat", "Heat")
        qtbot.addWidget(view)
        view.resize(width, 300)
        rows, columns = values.shape
        view.set_values(values, [str(r) for r in range(rows)], [str(c) for c in range(columns)],
                        row_title="Down", column_title="Across", figure="Hits")
        view.show()
        view.grab()  # the view box takes its range when it is painted
        texts = []

        class Listening(QPainter):
            def drawText(self, *given):
                texts.append(given[-1])
                super().drawText(*given)

        image = QImage(view.size(), QImage.Format.Format_RGB32)
        painter = Listening(image)
        painter.setTransform(view._cells.sceneTransform())
        view._cells.paint(painter, None)
        painter.end()
        return texts
    return paint


def test_a_heat_map_writes_all_numbers_or_none(written):
    values = np.array([[66.7, 70.0, 83.3, 16.7], [73.3, 76.7, 80.0, 20.0]])
    long, short = ["66.7", "70", "83.3", "16.7", "73.3", "76.7", "80", "20"], ["67", "70", "83", "17", "73", "77",
                                                                                "80", "20"]
    found = [written(values, width) for width in range(300, 80, -10)]  # how wide figures are depends on the font
    assert [kind for k, kind in enumerate(found) if k == 0 or kind != found[k - 1]] == [long, short, []]
