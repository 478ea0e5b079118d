"""A box to choose from that stays narrow however long the names in it are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget

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

    def showPopup(self) -> None:
        view = self.view()
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        wanted = view.sizeHintForColumn(0) + view.verticalScrollBar().sizeHint().width() + 8
        view.setMinimumWidth(min(max(wanted, self.width()), WIDEST))
        super().showPopup()
