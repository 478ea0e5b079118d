"""Drawing area of the 3D scatter: turns with the mouse and paints through its owner."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ...presenters.plots.soft3d import Camera
from ..theme import Theme
from .colours import hairline


class Draws(Protocol):
    """Who paints the cloud."""

    theme: Theme

    def draw(self, painter: QPainter, box: QRectF, ratio: float = 1.0, vector: bool = False) -> None:
        """Draw everything into a box."""


class Cloud(QWidget):
    """The drawing area: turns with the mouse, paints through its owner.

    `mode` says what dragging does: "turn", "rectangle" or "lasso".
    """

    clicked = Signal(QPointF, bool)
    outlined = Signal(object, bool)
    moved = Signal(QPointF)
    left = Signal()

    def __init__(self, owner: Draws, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._owner = owner
        self.camera = Camera()
        self.turning = False
        self.mode = "turn"
        self._press: QPointF | None = None
        self._last = QPointF()
        self._turns = True
        self._outline: list[QPointF] = []
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(120, 100)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(500, 400)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._owner.theme.plot_background))
        self._owner.draw(painter, QRectF(self.rect()), self.devicePixelRatioF())
        if len(self._outline) > 1:
            painter.setPen(hairline(self._owner.theme.accent, 1.0, Qt.PenStyle.DashLine))
            painter.drawPolyline(QPolygonF(self._outline))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._press = self._last = event.position()
        self._turns = (event.button() == Qt.MouseButton.LeftButton
                       and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._outline = [event.position()] if self.mode != "turn" else []

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = event.position()
        if self._press is None:
            self.moved.emit(here)
            return
        delta, self._last = here - self._last, here
        if self._outline and self.mode == "rectangle":
            start = self._outline[0]
            self._outline = [start, QPointF(here.x(), start.y()), here, QPointF(start.x(), here.y()), start]
        elif self._outline:
            self._outline.append(here)
        elif self._turns:
            self.turning = True
            self.camera.drag(delta.x(), delta.y())
        else:
            x, y = self.camera.shift
            self.camera.shift = x + delta.x(), y + delta.y()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        press, self._press = self._press, None
        self.turning = False
        outline, self._outline = self._outline, []
        extend = bool(event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier))
        moved = press is not None and (event.position() - press).manhattanLength() >= 4
        if not moved and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(event.position(), extend)
        elif len(outline) > 2:
            self.outlined.emit([(p.x(), p.y()) for p in outline], extend)
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.camera.zoom = float(np.clip(self.camera.zoom * 1.0015 ** event.angleDelta().y(), 0.2, 40.0))
        self.update()

    def leaveEvent(self, event: object) -> None:
        self.left.emit()


def draw_frame(
    painter: QPainter, camera: Camera, extent: np.ndarray, w: float, h: float, theme: Theme,
    names: tuple[str, str, str], font: QFont, front: bool,
) -> None:
    """Box around the cloud: edges behind it first; then those in front, fainter, and the names at three edges."""
    corners = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], np.float32)
    corners *= 1.06 * extent.astype(np.float32)
    x, y, z = camera.project(corners, w, h)
    nearest = int(np.argmax(z))
    for a in range(8):
        for b in range(a + 1, 8):
            if (corners[a] != corners[b]).sum() != 1:
                continue
            is_front = nearest in (a, b)
            if is_front == front:
                painter.setPen(hairline(theme.grid if front else theme.muted, 0.5 if front else 0.7))
                painter.drawLine(QPointF(float(x[a]), float(y[a])), QPointF(float(x[b]), float(y[b])))
    if not front:
        return
    painter.setFont(font)
    painter.setPen(QColor(theme.plot_foreground))
    metrics = painter.fontMetrics()
    middle = np.array([w / 2 + camera.shift[0], h / 2 + camera.shift[1]])
    for axis in range(3):
        # of the four edges along this axis, name the one farthest out on the screen
        best, place = -1.0, middle
        for a in range(8):
            if corners[a, axis] > 0:
                continue
            b = a + (4, 2, 1)[axis]
            centre = np.array([(x[a] + x[b]) / 2, (y[a] + y[b]) / 2])
            away = float(np.hypot(*(centre - middle))) + 0.001 * centre[1] + (1000 if centre[1] > middle[1] else 0)
            if away > best and nearest not in (a, b):
                best, place = away, centre
        text = names[axis]
        out = (place - middle) / (np.hypot(*(place - middle)) or 1)
        px = place[0] + out[0] * (8 + metrics.horizontalAdvance(text) / 2) - metrics.horizontalAdvance(text) / 2
        py = place[1] + out[1] * 14 + metrics.ascent() / 2
        px = min(max(px, 2), w - metrics.horizontalAdvance(text) - 2)
        painter.drawText(QPointF(px, min(max(py, metrics.ascent()), h - 3)), text)
