"""pyqtgraph in the colours of the theme. Plots take it from here, so that none is made before it has them."""

import pyqtgraph as pg

from .. import theme

__all__ = ["pg"]

theme.tell_first(lambda colours: pg.setConfigOptions(background=colours.plot_background,
                                                     foreground=colours.plot_foreground))
