"""A label for names: never asks for more room than it is worth, shortens the text and says all of it in a tooltip."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyle,
    QStyleOption,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from .as_written import Label, as_written
from .telling import telling


class ElidedLabel(Label):
    """Plain text in one line.

    Parameters
    ----------
    text : str
    widest : int
        Pixels that it asks for at most; it takes more if it is given more.
    elide : TextElideMode
        Where it is shortened: names in the middle, sentences at the end.
    """

    def __init__(self, text: str = "", widest: int = 150, parent: QWidget | None = None,
                 elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle) -> None:
        super().__init__(text, parent)
        self._widest, self._elide = widest, elide
        self.among: Sequence[str] = ()
        """Texts of the labels beside it, from which it must be told."""

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(min(hint.width(), self._widest), hint.height())

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), 40), hint.height())

    def setText(self, text: str) -> None:
        """Show a text; the tooltip has all of it."""
        super().setText(text)
        self.setToolTip(as_written(text))

    def shown(self) -> str:
        """The text as it stands on the screen."""
        room = self.contentsRect().width()
        if self._elide == Qt.TextElideMode.ElideMiddle:
            return telling(self.text(), self.among, self.fontMetrics(), room)
        return self.fontMetrics().elidedText(self.text(), self._elide, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, area = QPainter(self), self.contentsRect()
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawItemText(painter, area, int(self.alignment()) | int(Qt.TextFlag.TextSingleLine),
                                  option.palette, bool(option.state & QStyle.StateFlag.State_Enabled), self.shown(),
                                  self.foregroundRole())


class ElidedButton(QToolButton):
    """A button for a long text: as wide as there is room, the text shortened in the middle."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, super().minimumSizeHint().height())

    def shown(self) -> str:
        """The text as it stands on the screen."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width() - 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = self.shown()
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
