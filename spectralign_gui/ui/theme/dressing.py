"""Giving widgets the looks of the theme: part by part, so that the window never stops for all of them at once.

Qt goes through every widget below the one that is given a style sheet. In a main window each dock, the bars and the
tabs therefore have the sheet, not the window; what is added to it later gets the sheet when it is first shown. Another
theme or size of text goes to one part after the other in turns of the event loop, first to what can be seen; a
dock that waits is not painted half in the old colours, half in the new ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from weakref import WeakMethod, WeakSet

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTableView, QWidget
from shiboken6 import isValid

Step = Callable[[], None]
BUDGET = 0.008
"""Seconds after which the window may paint and listen before the next step."""
WINDOW = """QMainWindow::separator { background: transparent; width: 5px; height: 5px; }
QMainWindow::separator:hover { background: rgba(58, 130, 200, 70); }"""
"""All that the main window itself needs; the same in all themes and sizes, so that it is set only once."""
ROOM = 8
"""Pixels of a row above and below its text."""


class Dresser(QObject):
    """Knows the windows that were dressed and those who draw with the colours of the theme."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sheet = ""
        self.windows: WeakSet[QWidget] = WeakSet()
        self._followers: list[WeakMethod[Step]] = []
        self._many = 500
        self._waiting: dict[QWidget | None, list[Step]] = {}
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._next)

    # -- who ---------------------------------------------------------------------------------------------
    def add(self, window: QWidget) -> None:
        """A window, or a part of a dressed one, that has the sheet from now on."""
        above = window.parentWidget()
        if above is not None and above in self.windows:
            self._put(window)
            return
        self.windows.add(window)
        if isinstance(window, QMainWindow):
            window.setStyleSheet(WINDOW)
        for part in self._parts(window):
            self._put(part)

    def follow(self, method: Step) -> None:
        """Call a method of a QObject whenever the theme or the size of the text is another, for as long as it lives."""
        if len(self._followers) > self._many:  # dialogs that were closed long ago
            self._followers = [f for f in self._followers if f() is not None]
            self._many = 2 * len(self._followers) + 500
        self._followers.append(WeakMethod(method))

    def shown(self) -> bool:
        """Whether any of the windows is on the screen."""
        return any(isValid(w) and w.isVisible() for w in self.windows)

    def child_event(self, event: QChildEvent) -> None:
        """What a main window hands on from its ``childEvent``: a child that is about to be shown gets the sheet."""
        if event.type() == QEvent.Type.ChildPolished:  # before that it may not be whole yet
            child = event.child()
            if isinstance(child, QWidget):
                self._put(child)

    @staticmethod
    def _parts(window: QWidget) -> Iterator[QWidget]:
        if isinstance(window, QMainWindow):
            yield from window.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        else:
            yield window

    def _put(self, part: QWidget) -> None:
        if part.styleSheet() != self.sheet:
            part.setStyleSheet(self.sheet)

    # -- another look ------------------------------------------------------------------------------------
    def change(self, sheet: str, rows: bool = False) -> None:
        """Put on another sheet and tell those who follow; `rows`: also give tables rows for the new size of text."""
        self._open_all()
        self.sheet = sheet
        self._waiting = self._steps(rows)
        if not self.shown():
            self.finish()
            return
        for part in self._waiting:
            if isinstance(part, QDockWidget):
                part.setUpdatesEnabled(False)
        self._timer.start()

    def _steps(self, rows: bool) -> dict[QWidget | None, list[Step]]:
        steps: dict[QWidget | None, list[Step]] = {}
        for window in [w for w in self.windows if isValid(w)]:
            for part in self._parts(window):
                steps[part] = [partial(self._put, part)]
                if rows:
                    steps[part].append(partial(_fit_rows, part))
        alive = []
        for weak in self._followers:
            method = weak()
            who = getattr(method, "__self__", None)
            if method is None or not isValid(who):
                continue
            alive.append(weak)
            above = who
            while above is not None and above not in steps:
                above = above.parent()
            steps.setdefault(above, []).append(partial(_call, weak))
        self._followers = alive
        if None in steps:  # those who are in no window come last
            steps[None] = steps.pop(None)
        return steps

    @property
    def busy(self) -> bool:
        """Whether some parts still have to change."""
        return bool(self._waiting)

    def finish(self) -> None:
        """Do at once what is left."""
        while self._waiting:
            self._step()

    @Slot()
    def _next(self) -> None:
        begun = time.perf_counter()
        while self._waiting and time.perf_counter() - begun < BUDGET:
            self._timer.start()  # before the step: a defect in one must not stop the others
            self._step()
        if not self._waiting:
            self._timer.stop()

    def _step(self) -> None:
        part = next((p for p in self._waiting if p is not None and isValid(p) and _seen(p)), None)
        if part is None:
            part = next(iter(self._waiting))
        steps = self._waiting[part]
        gone = part is not None and not isValid(part)
        step = None if gone or not steps else steps.pop(0)
        try:
            if step is not None:
                step()
        finally:
            if gone or not steps:
                self._waiting.pop(part, None)
                self._open(part)

    def _open_all(self) -> None:
        for part in self._waiting:
            self._open(part)
        self._waiting = {}

    @staticmethod
    def _open(part: QWidget | None) -> None:
        if part is not None and isValid(part) and not part.updatesEnabled():
            part.setUpdatesEnabled(True)


def _seen(part: QWidget) -> bool:
    """Whether a part is in front of others: Qt keeps docks behind another one "visible", but off the window."""
    place = part.geometry()
    return part.isVisible() and (part.isWindow() or (place.right() >= 0 and place.bottom() >= 0))


def _call(method: WeakMethod[Step]) -> None:
    alive = method()
    if alive is not None and isValid(alive.__self__):  # type: ignore[attr-defined]
        alive()


def _fit_rows(part: QWidget) -> None:
    """Rows of tables have a fixed height, which must follow the text."""
    for table in part.findChildren(QTableView):
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + ROOM)
