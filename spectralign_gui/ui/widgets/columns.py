"""Parts that stand side by side where there is room, and below each other in a narrow dock."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget


class Columns(QWidget):
    """Columns of widgets.

    Parameters
    ----------
    shares : sequence of int
        Stretch of each column.
    wide : int
        Width in pixels from which they stand side by side.
    """

    def __init__(self, shares: tuple[int, ...], wide: int = 560, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wide = wide
        self._shares = shares
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(6)
        self.columns: list[QVBoxLayout] = []
        for _ in shares:
            part = QWidget(self)
            column = QVBoxLayout(part)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(6)
            self._box.addWidget(part)
            self.columns.append(column)

    @property
    def side_by_side(self) -> bool:
        """Whether there is room for the columns."""
        return self._box.direction() == QBoxLayout.Direction.LeftToRight

    def show_column(self, index: int, shown: bool) -> None:
        """A column without anything in it takes no room."""
        self._box.itemAt(index).widget().setVisible(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = event.size().width() >= self._wide
        if wide != self.side_by_side:
            self._box.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
            self._box.setSpacing(16 if wide else 6)
            for index, share in enumerate(self._shares):
                self._box.setStretch(index, share if wide else 0)
