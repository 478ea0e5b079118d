"""Light and dark: one set of colours for widgets and plots.

Plots read ``theme.current()`` when they draw and ask to be told when to draw again::

    from spectralign_gui.ui import theme
    pen = pg.mkPen(theme.current().instrument(k), width=1)
    theme.follow(self._restyle)
"""

from .colours import DARK, LIGHT, Theme
from .icons import icon, scaled, set_icon, size_icon
from .manager import (
    MODES,
    changing,
    child_event,
    current,
    dress,
    finish,
    follow,
    install,
    mode,
    set_mode,
    set_text_scale,
    signals,
    tell_first,
    text_scale,
)

__all__ = ["DARK", "LIGHT", "MODES", "Theme", "changing", "child_event", "current", "dress", "finish", "follow", "icon",
           "install", "mode", "scaled", "set_icon", "set_mode", "set_text_scale", "signals", "size_icon", "tell_first",
           "text_scale"]
