"""When Python looks for rings of unused objects: in the window's thread only, in small portions.

Left alone, Python does this in whatever thread happens to be at work. In a job's thread it would take widgets apart
from there, which Qt does not survive; in the window's thread it goes through everything that was ever imported, which
stops the window for a tenth of a second and more, just after a run.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

INTERVAL = 500
"""Milliseconds between two looks."""


class GarbageCollector(QObject):
    """Takes the place of Python's own timing of `gc`; `stop` gives it back."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        gc.disable()
        self._timer = QTimer(self, interval=INTERVAL)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    @Slot()
    def settle(self) -> None:
        """Leave out all that there is: modules and widgets of the window stay and need not be looked at again."""
        gc.freeze()

    @Slot()
    def look(self) -> None:
        """Collect the youngest generations that have grown beyond Python's thresholds."""
        for generation in (2, 1, 0):
            threshold = gc.get_threshold()[generation]
            if threshold and gc.get_count()[generation] > threshold:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """Let Python decide again."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_on:
            gc.enable()
