"""Axes say the numbers that were plotted, whatever happens to the look."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
import pytest

from spectralign_gui.presenters.plots.chart import Chart, Series
from spectralign_gui.ui import theme
from spectralign_gui.ui.plots.axes import dress_axes
from spectralign_gui.ui.plots.line_view import LineView


@pytest.fixture
def view(qtbot):
    made = LineView("line", "Line")
    qtbot.addWidget(made)
    made.resize(320, 300)
    made.set_chart(Chart([Series("small", np.array([0.01, 0.2, 0.05]))], (), "Number", "Eigenvalue"))
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_another_theme_and_size_of_text_leave_the_numbers_alone(view):
    assert view.plot.getAxis("left").label.isVisible()
    for look in (theme.DARK, theme.LIGHT):
        view.set_theme(look)
        for side in ("left", "bottom"):
            axis = view.plot.getAxis(side)
            assert axis.autoSIPrefixScale == 1.0 and not axis.autoSIPrefix


def test_axes_with_a_title_from_before_are_not_scaled(qtbot):
    plot = pg.PlotWidget()
    qtbot.addWidget(plot)
    plot.setLabel("left", "Small")
    plot.setYRange(0, 0.001)
    with qtbot.waitExposed(plot):
        plot.show()
    dress_axes(plot.getPlotItem(), theme.LIGHT)
    assert plot.getAxis("left").autoSIPrefixScale == 1.0


def test_an_empty_plot_has_no_numbers(view):
    view.set_chart(Chart())
    assert not view.plot.getAxis("left").isVisible() and not view.plot.getAxis("bottom").isVisible()
    view.set_chart(Chart([Series("again", np.array([1.0, 2.0]))]))
    assert view.plot.getAxis("left").isVisible()


def test_what_is_counted_has_no_ticks_between(view):
    view.set_chart(Chart([Series("eigenvalues", np.array([0.1, 0.2, 0.3]))], x_label="Joint dimension"))
    axis = view.plot.getAxis("bottom")
    ticks = [v for _, values in axis.tickValues(0.5, 3.5, 400) for v in values]
    assert ticks and all(v == round(v) for v in ticks)
    view.set_chart(Chart([Series("spectrum", np.array([0.1, 0.2]), np.array([1.0, 2.0]))], x_label="Wavelength (nm)"))
    assert any(v != round(v) for _, values in axis.tickValues(0.5, 3.5, 400) for v in values)


def test_room_left_of_a_plot_grows_with_the_text(view, monkeypatch):
    axis = view.plot.getAxis("left")
    assert axis.fixedWidth == 58
    monkeypatch.setattr("spectralign_gui.ui.theme.text_scale", lambda: 150)
    dress_axes(view.plot, theme.LIGHT)
    assert axis.fixedWidth == 87
