"""A hand for the mouse on plots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QWidget


def place(view, x: float, y: float, plot=None) -> QPoint:
    """Pixel of the canvas at a place in data units."""
    area = (plot or view.plots[0]).getViewBox()
    return view.canvas.mapFromScene(area.mapViewToScene(QPointF(x, y)))


def drag(qtbot, widget: QWidget, corners: Sequence[QPoint],
         modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press at the first corner, pass the others, let go at the last."""
    limit = pg.getConfigOption("mouseRateLimit")
    pg.setConfigOption("mouseRateLimit", 0)  # no hand is as fast as this one: no move may be passed over
    qtbot.mousePress(widget, Qt.MouseButton.LeftButton, modifier, corners[0])
    for a, b in pairwise(corners):
        for k in range(1, 6):
            qtbot.mouseMove(widget, a + (b - a) * k / 5)
    pg.setConfigOption("mouseRateLimit", limit)
    qtbot.mouseRelease(widget, Qt.MouseButton.LeftButton, modifier, corners[-1])
