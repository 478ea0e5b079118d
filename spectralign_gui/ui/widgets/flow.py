"""A line of controls that becomes two where the dock is narrow, so that no dock forces the window wide."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSpacerItem, QWidget


class FlowLayout(QLayout):
    """Widgets from left to right, wrapped; what comes after `addStretch` stands at the right if it fits."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 3) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._stretch_at: int | None = None
        self._glued: set[int] = set()
        self._gluing = False
        self.setSpacing(spacing)

    # -- QLayout -----------------------------------------------------------------------------------------
    def addItem(self, item: QLayoutItem) -> None:
        if self._gluing:
            self._glued.add(id(item))
        self._items.append(item)

    def insertWidget(self, index: int, widget: QWidget) -> None:
        """Put a widget before others."""
        self.addWidget(widget)
        self._items.insert(index, self._items.pop())
        if self._stretch_at is not None and index < self._stretch_at:
            self._stretch_at += 1
        self.invalidate()

    def addStretch(self, factor: int = 1) -> None:
        """Push what follows to the right."""
        self._stretch_at = len(self._items)

    def begin_group(self) -> None:
        """What is added from now on begins a new line together, if it does not fit as a whole."""
        self._gluing = True

    def end_group(self) -> None:
        """End of what belongs together."""
        self._gluing = False

    def addSpacing(self, size: int) -> None:
        """Leave a gap."""
        self._items.append(QSpacerItem(size, 1))

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        margins = self.contentsMargins()
        shown = self._shown()
        width = sum(i.sizeHint().width() for i in shown) + self.spacing() * max(len(shown) - 1, 0)
        height = max((i.sizeHint().height() for i in shown), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def minimumSize(self) -> QSize:
        margins = self.contentsMargins()
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    # -- placing -----------------------------------------------------------------------------------------
    def _shown(self) -> list[QLayoutItem]:
        return [i for i in self._items if i.widget() is None or not i.widget().isHidden()]

    def _arrange(self, rect: QRect, place: bool) -> int:
        margins = self.contentsMargins()
        box = rect.adjusted(margins.left(), margins.top(), -margins.right(), -margins.bottom())
        right_ones = set(map(id, self._items[self._stretch_at:])) if self._stretch_at is not None else set()
        lines: list[list[QLayoutItem]] = [[]]
        x = 0
        shown = self._shown()
        for k, item in enumerate(shown):
            width = item.sizeHint().width()
            together = width
            if id(item) in self._glued and (k == 0 or id(shown[k - 1]) not in self._glued):
                for other in shown[k + 1:]:
                    if id(other) not in self._glued:
                        break
                    together += self.spacing() + other.sizeHint().width()
                if together > box.width():
                    together = width
            if lines[-1] and x + together > box.width():
                if item.widget() is None:
                    continue
                lines.append([])
                x = 0
            lines[-1].append(item)
            x += width + self.spacing()
        y = box.top()
        for line in lines:
            height = max((i.sizeHint().height() for i in line), default=0)
            if place:
                self._place(line, box, y, height, right_ones)
            y += height + self.spacing()
        return y - self.spacing() + margins.bottom() - rect.top()

    def _place(self, line: list[QLayoutItem], box: QRect, y: int, height: int, right_ones: set[int]) -> None:
        used = sum(i.sizeHint().width() for i in line) + self.spacing() * max(len(line) - 1, 0)
        spare = max(box.width() - used, 0)
        x = box.left()
        pushed = False
        for item in line:
            if id(item) in right_ones and not pushed:
                x += spare
                pushed = True
            size = item.sizeHint()
            width = min(size.width(), box.width())
            item.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), QSize(width, size.height())))
            x += width + self.spacing()
