"""Size of all text; docks that larger text made wider get their widths back with normal text."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow

from .. import theme
from ..dock import Dock, let_shrink
from ..state.turns import in_front

NORMAL = 100
SETTLED_MS = 500
"""Milliseconds after which everything in the window has taken its place."""
TRIES = 8
"""How often the widths are given back until they stay."""


class TextSize(QObject):
    """Changes the size of text and remembers how large docks were at the normal one.

    Parameters
    ----------
    window : QMainWindow
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._normal: dict[QDockWidget, QSize] = {}
        self._larger: dict[QDockWidget, QSize] = {}
        self._tries = 0
        self._soon, self._later = (QTimer(self, singleShot=True, interval=ms) for ms in (0, SETTLED_MS))
        self._soon.timeout.connect(self._give_back)
        self._later.timeout.connect(self._settled)
        for timer in (self._soon, self._later):
            theme.signals().changed.connect(timer.start)

    def set(self, percent: int) -> None:
        """Show all text at a percentage of the system's size."""
        if theme.text_scale() == NORMAL and percent != NORMAL and not theme.changing():
            self._normal = self._sizes()
        elif percent == NORMAL and self._larger and self._larger != self._sizes():
            self._normal = {}  # somebody has moved them since
        self._larger = {}
        self._tries = 0
        self._later.stop()
        larger = percent / theme.text_scale()
        for dock in self._window.findChildren(Dock) if larger > 1 else ():
            if dock.is_built:
                let_shrink(dock, larger)
        theme.set_text_scale(percent)

    def _sizes(self) -> dict[QDockWidget, QSize]:
        """Of all docks of the window that can be seen; empty while there is no window."""
        if not self._window.isVisible():
            return {}
        return {d: d.size() for d in self._window.findChildren(QDockWidget) if not d.isFloating() and in_front(d)}

    @Slot()
    def _settled(self) -> None:
        if theme.text_scale() != NORMAL:
            self._larger = self._sizes()
            return
        self._give_back()  # once more: what was still wide may have held others back
        self._tries += 1
        if self._tries < TRIES and any(d.width() != self._normal[d].width() for d in self._back()):
            self._later.start()  # a busy computer: not everything has taken its place yet
            return
        self._normal = {}

    def _back(self) -> list[QDockWidget]:
        """Docks that get their widths back."""
        return [d for d in self._normal if not d.isFloating() and in_front(d)]

    @Slot()
    def _give_back(self) -> None:
        if theme.text_scale() != NORMAL:
            return
        docks = self._back()
        if docks:  # heights come back by themselves: only bars and tabs took some of them
            self._window.resizeDocks(docks, [self._normal[d].width() for d in docks], Qt.Orientation.Horizontal)
