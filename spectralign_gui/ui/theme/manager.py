"""Which theme is on, following the system or forced, and putting it on the application."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QChildEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from .colours import DARK, LIGHT, Theme
from .dressing import Dresser
from .style import sheet

MODES = ("system", "light", "dark")


class _Signals(QObject):
    """Holds the signal, and what was set."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.mode = "system"
        self.theme = LIGHT
        self.app: QApplication | None = None
        self.first: list[Callable[[Theme], None]] = []
        self.scale = 100
        self.base_font = QFont()
        self.dresser = Dresser(self)
        self.dresser.follow(self._tell)

    @Slot()
    def _tell(self) -> None:
        self.changed.emit()

    def resize_text(self, percent: int) -> None:
        """Show all text at a percentage of the system's size."""
        if self.app is None or percent == self.scale:
            return
        self.scale = percent
        font = QFont(self.base_font)
        font.setPointSizeF(self.base_font.pointSizeF() * percent / 100)
        self.app.setFont(font)
        self.put_sheet(rows=True)

    def put_sheet(self, rows: bool = False) -> None:
        """Give the style sheet to the windows that were dressed, or to the application as long as there is none.

        Qt goes through every widget that a sheet is for, and half of those of the application are menus inside of
        plots that nobody ever sees.
        """
        made = self.sheet()
        dressed = any(isValid(w) for w in self.dresser.windows)
        if self.app is not None and not dressed:
            self.app.setStyleSheet(made)
        self.dresser.change(made, rows)

    def sheet(self) -> str:
        """The style sheet of now."""
        return sheet(self.theme, self.base_font.pointSizeF() * self.scale / 100, self.scale != 100)

    @Slot()
    def follow(self) -> None:
        """Put on what mode and system ask for."""
        app = self.app
        if app is None:
            return
        dark = self.mode == "dark" or (
            self.mode == "system" and app.styleHints().colorScheme() == Qt.ColorScheme.Dark)
        theme = DARK if dark else LIGHT
        if theme is self.theme and app.property("spectralign-theme") == theme.name:
            return
        self.theme = theme
        app.setProperty("spectralign-theme", theme.name)
        app.setPalette(palette(theme))
        for function in self.first:
            function(theme)
        self.put_sheet()


_signals: _Signals | None = None


def signals() -> _Signals:
    """Object with the signal ``changed``: the colours are others now."""
    global _signals
    if _signals is None:
        _signals = _Signals()
    return _signals


def current() -> Theme:
    """The colours that are on."""
    return signals().theme


def mode() -> str:
    """What the user chose: one of `MODES`."""
    return signals().mode


def set_mode(new: str) -> None:
    """Follow the system, or force light or dark."""
    if new not in MODES:
        raise ValueError(f"theme must be one of {', '.join(MODES)}, not {new!r}")
    signals().mode = new
    signals().follow()


def dress(window: QWidget) -> None:
    """Give a window, and all that it is the parent of, the looks of the theme: every window without a parent, and the
    docks of a main window before they are measured."""
    s = signals()
    s.dresser.sheet = s.sheet()
    s.dresser.add(window)
    if s.app is not None and s.app.styleSheet():
        s.app.setStyleSheet("")


def child_event(event: QChildEvent) -> None:
    """Dress what is added to a dressed main window; called by its ``childEvent``."""
    signals().dresser.child_event(event)


def follow(method: Callable[[], None]) -> None:
    """Call a method of a QObject, for as long as that lives, whenever the theme or the size of the text has changed.

    It is called in a turn of the event loop, what can be seen first; the signal ``changed`` is sent in one go.
    """
    signals().dresser.follow(method)


def tell_first(function: Callable[[Theme], None]) -> None:
    """Call a function with the colours, now and whenever there are others, before anything is drawn with them."""
    signals().first.append(function)
    function(current())


def changing() -> bool:
    """Whether some widgets do not have the latest theme or size of text yet."""
    return signals().dresser.busy


def finish() -> None:
    """Give the latest looks to all that wait for them."""
    signals().dresser.finish()


def set_text_scale(percent: int) -> None:
    """Size of all text, in percent of the system's."""
    signals().resize_text(percent)


def text_scale() -> int:
    """Size of all text, in percent of the system's."""
    return signals().scale


def install(app: QApplication) -> None:
    """Fusion with our palette on all systems, and follow the system from now on."""
    s = signals()
    if s.app is not app:
        s.app = app
        s.base_font = QFont(app.font())
        s.scale = 100
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(s.follow)
    s.follow()


def palette(theme: Theme) -> QPalette:
    """Qt palette of a theme."""
    p = QPalette()
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    colours = {
        role.Window: theme.window, role.WindowText: theme.text, role.Base: theme.base,
        role.AlternateBase: theme.alternate, role.Text: theme.text, role.Button: theme.raised,
        role.ButtonText: theme.text, role.BrightText: theme.bad, role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.text, role.PlaceholderText: theme.muted, role.Link: theme.accent,
        role.LinkVisited: theme.accent, role.Highlight: theme.accent, role.HighlightedText: theme.accent_text,
        role.Light: theme.base, role.Midlight: theme.alternate, role.Mid: theme.border, role.Dark: theme.border,
        role.Shadow: theme.border, role.Accent: theme.accent,
    }
    for which, colour in colours.items():
        p.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        p.setColor(group.Disabled, which, QColor(_mixed(theme.text, theme.window, 0.5)))
    p.setColor(group.Disabled, role.Highlight, QColor(theme.border))
    p.setColor(group.Inactive, role.Highlight, QColor(theme.accent))
    p.setColor(group.Inactive, role.HighlightedText, QColor(theme.accent_text))
    return p


def _mixed(a: str, b: str, share: float) -> str:
    ca, cb = QColor(a), QColor(b)
    parts = [round(x * share + y * (1 - share)) for x, y in
             ((ca.red(), cb.red()), (ca.green(), cb.green()), (ca.blue(), cb.blue()))]
    return QColor(*parts).name()
