"""Redrawing of several docks, spread over turns of the event loop so that no single one stops the window."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

Part = Callable[[], None]


class Turns(QObject):
    """A queue of functions, one called in each turn of the event loop; the window paints between them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[Redraw, list[Part]] = {}
        self._late: dict[Redraw, list[Part]] = {}
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._next)

    def add(self, who: Redraw, parts: Sequence[Part]) -> None:
        """Call each of `parts` in a turn of its own; they take the place of what `who` has waiting."""
        self._waiting[who] = list(parts)
        if not self._timer.isActive():
            self._timer.start()

    def later(self, who: Redraw, parts: Sequence[Part]) -> None:
        """Keep `parts` until `seen` or `flush`."""
        self._late[who] = list(parts)

    def seen(self, who: Redraw) -> None:
        """What was kept for later gets its turn."""
        if who in self._late:
            self.add(who, self._late.pop(who))

    def hurry(self) -> None:
        """What was kept for later gets its turn, in turns of its own, although nobody looks."""
        for who in list(self._late):
            self.seen(who)

    def flush(self) -> None:
        """Draw everything now, also what is hidden: somebody wants the pictures themselves."""
        for waiting in (self._waiting, self._late):
            while waiting:
                for part in waiting.pop(next(iter(waiting))):
                    part()

    def take(self, who: Redraw) -> None:
        """Forget what `who` has waiting."""
        self._waiting.pop(who, None)
        self._late.pop(who, None)

    def has(self, who: Redraw) -> bool:
        """Whether `who` has something waiting."""
        return who in self._waiting or who in self._late

    @property
    def busy(self) -> bool:
        """Whether something waits."""
        return bool(self._waiting)

    @Slot()
    def _next(self) -> None:
        if not self._waiting:
            return
        who, parts = next(iter(self._waiting.items()))
        part = parts.pop(0)
        if not parts:
            del self._waiting[who]
        if self._waiting:  # before the call: a defect in one dock must not leave the others undrawn
            self._timer.start()
        part()


class Redraw(QObject):
    """When a dock, or a part of it, is drawn anew.

    In a window that is on the screen: in turns of its own; behind another dock: once it comes to the front. On its
    own, or before the window is shown: at once. Only the latest of several wishes is drawn.

    Parameters
    ----------
    turns : Turns
    dock : QDockWidget
        The dock that is looked at.
    """

    def __init__(self, turns: Turns, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._turns, self._dock = turns, weakref.ref(dock)
        dock.visibilityChanged.connect(self._seen)
        dock.topLevelChanged.connect(self._seen)  # taken out of its tabs it can be seen, and Qt tells nothing else

    def ask(self, *parts: Part) -> None:
        """Draw by calling `parts` one after the other, each in a turn of its own."""
        dock = self._dock()
        window = dock.parentWidget() if dock is not None else None
        self.drop()
        if dock is None or not isinstance(window, QMainWindow) or not window.isVisible():
            for part in parts:
                part()
        elif in_front(dock):
            self._turns.add(self, parts)
        else:
            self._turns.later(self, parts)

    def now(self, part: Part) -> None:
        """Call `part` at once, also where nobody looks: what is gone must not stay in memory until then."""
        self.drop()
        part()

    def drop(self) -> None:
        """Forget what has not been drawn yet."""
        self._turns.take(self)

    @property
    def waiting(self) -> bool:
        """Whether something is still to be drawn."""
        return self._turns.has(self)

    @Slot(bool)
    def _seen(self, visible: bool) -> None:
        if visible:
            self._turns.seen(self)


def in_front(dock: QDockWidget) -> bool:
    """Whether a dock can be seen: Qt keeps docks behind another one "visible", but moves them off the window."""
    if not dock.isVisible():
        return False
    place = dock.geometry()
    return dock.isFloating() or not isinstance(dock.parentWidget(), QMainWindow) or (
        place.right() >= 0 and place.bottom() >= 0)


def dock_of(widget: QWidget) -> QDockWidget | None:
    """The dock that a widget is in."""
    above: QWidget | None = widget
    while above is not None and not isinstance(above, QDockWidget):
        above = above.parentWidget()
    return above
