"""One look for the axes of all plots, those of dialogs too."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import QFont

from .. import theme as themes
from ..theme import Theme
from .dressed import pg


def small_font() -> QFont:
    """Font of ticks and labels inside plots; it follows the text size that the user chose."""
    font = QFont()
    font.setPointSizeF(8.5 * themes.text_scale() / 100)
    return font


def label_style(theme: Theme) -> dict[str, str]:
    """Look of the titles of axes, as pyqtgraph wants it."""
    return {"color": theme.plot_foreground, "font-size": f"{small_font().pointSizeF():g}pt"}


def drawn(title: str) -> str:
    """A title of an axis as it is to be read; pyqtgraph draws it as HTML."""
    return escape(title, quote=False)


WIDTH = "width at 100 %"


def set_left_width(plot: pg.PlotItem, pixels: float) -> None:
    """Room for numbers and title left of a plot at text of 100 %; it grows with the text, or they would overlap."""
    plot.getAxis("left").setProperty(WIDTH, float(pixels))
    _fit_width(plot.getAxis("left"))


def _fit_width(axis: pg.AxisItem) -> None:
    pixels = axis.property(WIDTH)
    if pixels is not None:
        axis.setWidth(round(pixels * max(themes.text_scale(), 100) / 100))


def dress_axes(plot: pg.PlotItem, theme: Theme) -> None:
    """Short ticks inside, quiet lines, small text."""
    for side in ("left", "bottom"):
        axis = plot.getAxis(side)
        # numbers as they are; pyqtgraph's own switch would scale them once more where a title is shown
        axis.autoSIPrefix, axis.autoSIPrefixScale, axis.labelUnitPrefix = False, 1.0, ""
        axis.setStyle(tickLength=-4, tickTextOffset=5, maxTickLevel=1)
        axis.setPen(pg.mkPen(theme.muted, width=1))
        axis.setTextPen(pg.mkPen(theme.plot_foreground))
        axis.setTickFont(small_font())
        axis.labelStyle = label_style(theme)
        if axis.labelText:
            axis.setLabel(axis.labelText, units=axis.labelUnits or None, **axis.labelStyle)
    _fit_width(plot.getAxis("left"))


def show_axes(plot: pg.PlotItem, shown: bool) -> None:
    """An empty plot has no numbers: axes from 0 to 1 would only pretend something."""
    for side in ("left", "bottom"):
        plot.getAxis(side).setVisible(shown)
