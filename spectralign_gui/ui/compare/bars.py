"""Errors as bars with their intervals, drawn behind the numbers of the table."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from .. import theme

BAR = Qt.ItemDataRole.UserRole + 1
"""(length, low, high, grade): shares of the width of the cell, low and high of the interval or None."""


class BarDelegate(QStyledItemDelegate):
    """A bar from the left, as long as the error; a line across its end is the 95 % interval."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
              ) -> None:
        bar = index.data(BAR)
        if bar is not None and not option.state & QStyle.StateFlag.State_Selected:
            length, low, high, grade = bar
            colours = theme.current()
            box = QRectF(option.rect).adjusted(2, 2, -2, -2)
            painter.save()
            fill = QColor({"best": colours.good, "same": colours.accent}.get(grade, colours.muted))
            fill.setAlpha(70 if grade in ("best", "same") else 45)
            painter.fillRect(QRectF(box.left(), box.top(), box.width() * length, box.height()), fill)
            if low is not None and high is not None:
                line = QColor(fill)
                line.setAlpha(230)
                painter.setPen(QPen(line, 1))
                y = box.bottom() - 1
                left, right = (box.left() + box.width() * v for v in (low, high))
                painter.drawLine(int(left), int(y), int(right), int(y))
                for x in (left, right):
                    painter.drawLine(int(x), int(y) - 2, int(x), int(y))
            painter.restore()
        super().paint(painter, option, index)
