"""Points that move to their new place instead of jumping there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal, Slot

MILLISECONDS = 220


class Glide(QObject):
    """Moves coordinates from where they are to where they shall be.

    Signals
    -------
    moved(list of arrays)
        Coordinates to draw now; the last ones are exactly the target.
    """

    moved = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._from: list[np.ndarray] = []
        self._to: list[np.ndarray] = []
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setDuration(MILLISECONDS)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._animation.valueChanged.connect(self._step)

    @property
    def moving(self) -> bool:
        """Whether points are on their way."""
        return self._animation.state() == QVariantAnimation.State.Running

    def go(self, start: Sequence[np.ndarray], target: Sequence[np.ndarray]) -> None:
        """Move from `start` to `target` (same shapes)."""
        self._animation.stop()
        self._from, self._to = list(start), list(target)
        self._animation.start()

    def stop(self) -> None:
        """Leave the points where they are."""
        self._animation.stop()

    @Slot(object)
    def _step(self, value: Any) -> None:
        t = float(value)
        if t >= 1.0:
            self.moved.emit(self._to)
        else:
            self.moved.emit([a + t * (b - a) for a, b in zip(self._from, self._to, strict=True)])
