"""Plots of different runs that show the same part: moving one moves the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Slot

from ..plots.dressed import pg


class Linked(QObject):
    """Keeps the ranges of several view boxes equal while `on`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.on = True
        self._areas: list[pg.ViewBox] = []
        self._moving = False

    def link(self, areas: Sequence[pg.ViewBox]) -> None:
        """Link these and no others."""
        for area in areas:
            if area not in self._areas:
                area.sigRangeChanged.connect(partial(self._moved, area))
        self._areas = list(areas)

    @Slot()
    def _moved(self, area: pg.ViewBox, *_: object) -> None:
        if not self.on or self._moving or area not in self._areas or not area.isVisible():
            return
        self._moving = True  # setRange of the others comes back here
        (x0, x1), (y0, y1) = area.viewRange()
        for other in self._areas:
            if other is not area:
                other.setRange(xRange=(x0, x1), yRange=(y0, y1), padding=0)
        self._moving = False

    def together(self) -> None:
        """Show in all of them everything that any of them shows."""
        shown = [a.viewRange() for a in self._areas]
        if not shown or not self.on:
            return
        x = min(r[0][0] for r in shown), max(r[0][1] for r in shown)
        y = min(r[1][0] for r in shown), max(r[1][1] for r in shown)
        self._moving = True
        for area in self._areas:
            area.setRange(xRange=x, yRange=y, padding=0)
        self._moving = False
