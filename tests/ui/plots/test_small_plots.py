"""What small plots leave out, so that what they show can be read."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from spectralign_gui.presenters.plots.chart import Chart, Series
from spectralign_gui.ui.plots.axes import small_font
from spectralign_gui.ui.plots.export import picture
from spectralign_gui.ui.plots.heat_view import HeatView
from spectralign_gui.ui.plots.line_view import LineView
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


@pytest.mark.parametrize("above", [False, True])
def test_the_plot_is_made_when_it_is_seen_and_shows_what_was_set_before(qtbot, above):
    view = LineView("small", "Small", legend_above=above)
    qtbot.addWidget(view)
    chart = Chart([Series("curve", np.array([1.0, 3.0, 2.0]), np.array([10.0, 20.0, 30.0]))], x_label="x", y_label="y")
    view.set_chart(chart)
    assert view.plots == [] and view.export_table()[0] == ["curve: x", "curve: y"]
    with qtbot.waitExposed(view):
        view.show()
    (low, high), _ = view.plots[0].getViewBox().viewRange()
    assert view.plots == [view.plot] and low < 10 < 30 < high and len(view._items) == 1
    assert view.plot.getAxis("bottom").labelText == "x"


def test_a_plot_that_nobody_has_seen_is_written_like_a_seen_one(qtbot, tmp_path):
    chart = Chart([Series("curve", np.array([1.0, 3.0, 2.0]))], x_label="x", y_label="y")
    pictures = []
    for seen in (False, True):
        view = LineView("small", "Small")
        qtbot.addWidget(view)
        view.resize(400, 300)
        if seen:
            with qtbot.waitExposed(view):
                view.show()
        view.set_chart(chart)
        pictures.append(picture(view, "png", None, 1.0, QSize(315, 250)))
    image = QImage.fromData(pictures[0])
    colours = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    assert pictures[0] == pictures[1] and len(colours) > 10, "axes, numbers and a curve"
