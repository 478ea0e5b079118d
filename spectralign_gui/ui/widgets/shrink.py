"""Scroll bars for what is larger than the place it has, and only then."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class ShrinkArea(QScrollArea):
    """Gives what is inside all the room there is, and at least what it cannot do without.

    Qt's own scroll areas give a widget with wrapped text the height it would like to have, not the one it needs: its
    last row, often the button that starts the work, is then below the edge although there is room for it.

    Parameters
    ----------
    inside : QWidget
    """

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(inside)
        inside.installEventFilter(self)

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if target is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(target, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        inside = self.widget()
        if inside is None:
            return
        least, room = inside.minimumSizeHint(), self.maximumViewportSize()
        for _ in range(2):  # a bar on one side takes room from the other
            width = max(room.width(), least.width())
            layout = inside.layout()
            height = layout.minimumHeightForWidth(width) if layout is not None and layout.hasHeightForWidth() else 0
            needed = QSize(width, max(height, least.height()))
            if needed.height() <= room.height():
                break
            room.setWidth(self.maximumViewportSize().width() - self.verticalScrollBar().sizeHint().width())
        if needed.width() > self.maximumViewportSize().width():
            room.setHeight(room.height() - self.horizontalScrollBar().sizeHint().height())
        inside.resize(needed.expandedTo(QSize(0, room.height())))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 60)
