"""Which theme is on, following the system or forced, and putting it on the application."""

from __future__ import annotations

from weakref import WeakSet

import pyqtgraph as pg
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QTableView, QWidget
from shiboken6 import isValid

from .colours import DARK, LIGHT, Theme
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
        self.scale = 100
        self.base_font = QFont()
        self.windows: WeakSet[QWidget] = WeakSet()

    def resize_text(self, percent: int) -> None:
        """Show all text at a percentage of the system's size."""
        if self.app is None or percent == self.scale:
            return
        self.scale = percent
        font = QFont(self.base_font)
        font.setPointSizeF(self.base_font.pointSizeF() * percent / 100)
        self.app.setFont(font)
        self.put_sheet()
        for window in [w for w in self.windows if isValid(w)]:
            for table in window.findChildren(QTableView):  # rows have a fixed height, which must follow
                table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 8)
        self.changed.emit()  # the text inside plots is not that of widgets

    def put_sheet(self) -> None:
        """Give the style sheet to the windows that were dressed, or to the application as long as there is none.

        Qt goes through every widget that a sheet is for, and half of those of the application are menus inside of
        plots that nobody ever sees: with them another theme takes four times as long.
        """
        points = self.base_font.pointSizeF() * self.scale / 100
        made = sheet(self.theme, points, self.scale != 100)
        windows = [w for w in self.windows if isValid(w)]
        if self.app is not None and not windows:
            self.app.setStyleSheet(made)
        elif self.app is not None and self.app.styleSheet():
            self.app.setStyleSheet("")
        for window in windows:
            if window.styleSheet() != made:
                window.setStyleSheet(made)

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
        self.put_sheet()
        pg.setConfigOptions(background=theme.plot_background, foreground=theme.plot_foreground)
        if any(isValid(w) and w.isVisible() for w in self.windows):
            QTimer.singleShot(0, self, self.changed.emit)  # plots come after the widgets, so that both stop it shorter
        else:
            self.changed.emit()


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
    """Give a window, and all that it is the parent of, the looks of the theme; every window without a parent."""
    signals().windows.add(window)
    signals().put_sheet()


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
