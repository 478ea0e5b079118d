"""A box to choose from that stays narrow however long the names in it are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from .telling import MOST, telling

WIDEST = 600


class ShortBox(QComboBox):
    """Asks for room for some letters only; its list is as wide as the names need.

    Parameters
    ----------
    letters : int
        How many.
    """

    def __init__(self, parent: QWidget | None = None, letters: int = 10) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(letters)

    def shown(self) -> str:
        """The name as it stands on the screen: told from the others of the list."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option,
                                            QStyle.SubControl.SC_ComboBoxEditField, self)
        room = field.width() - 2 - (0 if option.currentIcon.isNull() else option.iconSize.width() + 4)
        return telling(self.currentText(), map(self.itemText, range(min(self.count(), MOST))), self.fontMetrics(), room)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        if self.currentIndex() >= 0:
            option.currentText = self.shown()
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def showPopup(self) -> None:
        view = self.view()
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        wanted = view.sizeHintForColumn(0) + view.verticalScrollBar().sizeHint().width() + 8
        view.setMinimumWidth(min(max(wanted, self.width()), WIDEST))
        super().showPopup()
