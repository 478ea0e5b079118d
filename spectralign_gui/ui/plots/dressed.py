"""pyqtgraph in the colours of the theme. Plots take it from here, so that none is made before it has them."""

from __future__ import annotations

import pyqtgraph as pg

from ...words import shown
from .. import theme

__all__ = ["pg"]

_tick_strings = pg.AxisItem.tickStrings


def _shown_tick_strings(axis: pg.AxisItem, values: list[float], scale: float, spacing: float) -> list[str]:
    """Numbers at an axis with the user's decimal sign; pyqtgraph itself knows the point only."""
    return [shown(text) for text in _tick_strings(axis, values, scale, spacing)]


pg.AxisItem.tickStrings = _shown_tick_strings
theme.tell_first(lambda colours: pg.setConfigOptions(background=colours.plot_background,
                                                     foreground=colours.plot_foreground))
