"""Waiting until docks behind others have drawn themselves, because somebody wants their pictures."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Slot

from ..dock import Dock
from ..state import Turns

PATIENCE_S = 120.0
LOOK_MS = 40


class WhenReady(QObject):
    """Has docks draw even where they cannot be seen, and calls a function when they have.

    Parameters
    ----------
    docks : sequence of Dock
        One that prepares its pictures only for somebody who looks has a method ``draw_anyway``; one that takes its
        time has a property ``pending``.
    turns : Turns
    then : callable
        Called in the event loop; after `PATIENCE_S` seconds in any case.
    parent : QObject
    """

    def __init__(self, docks: Sequence[Dock], turns: Turns, then: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._docks, self._turns, self._then = list(docks), turns, then
        self._until = time.monotonic() + PATIENCE_S
        turns.hurry()  # in turns: all docks at once would stop the window
        for dock in docks:
            dock.draw_anyway()
        QTimer.singleShot(0, self, self._look)

    @Slot()
    def _look(self) -> None:
        self._turns.hurry()
        waits = self._turns.busy or any(dock.pending for dock in self._docks)
        if waits and time.monotonic() < self._until:
            QTimer.singleShot(LOOK_MS, self, self._look)
            return
        self._then()
        self.deleteLater()
