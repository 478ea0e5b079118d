"""A sentence that wraps where there is room and is one line with the whole in its tooltip where there is not."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


class OneLineLabel(QLabel):
    """A label whose text is shortened to one line while `one_line` is set."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._one_line = False
        self._explanation = ""
        self.setWordWrap(True)

    @property
    def one_line(self) -> bool:
        """Whether the text is kept to one line."""
        return self._one_line

    def set_one_line(self, one_line: bool) -> None:
        """Keep to one line, or wrap."""
        self._one_line = one_line
        self.setWordWrap(not one_line)
        across = QSizePolicy.Policy.Ignored if one_line else QSizePolicy.Policy.Preferred
        policy = QSizePolicy(across, QSizePolicy.Policy.Fixed if one_line else QSizePolicy.Policy.Maximum)
        policy.setHeightForWidth(not one_line)  # a new policy knows nothing of the wrapping
        self.setSizePolicy(policy)
        self._hint()
        self.updateGeometry()

    def setText(self, text: str) -> None:
        super().setText(text)
        self._hint()

    def _hint(self) -> None:
        # as rich text, since Qt wraps no other tooltip
        parts = (self.text() if self._one_line else "", self._explanation)
        self.setToolTip("".join(f"<p>{escape(part)}</p>" for part in parts if part))

    def set_explanation(self, text: str) -> None:
        """What the tooltip says beside the text."""
        self._explanation = text
        self._hint()

    def shown(self) -> str:
        """The text as it stands on the screen."""
        if not self._one_line:
            return self.text()
        return self.fontMetrics().elidedText(self.text().replace("\n", " "), Qt.TextElideMode.ElideRight,
                                             self.contentsRect().width())

    def minimumSizeHint(self) -> QSize:
        around = self.contentsMargins()
        height = self.fontMetrics().height() + around.top() + around.bottom()
        return QSize(40, height) if self._one_line else super().minimumSizeHint()

    def sizeHint(self) -> QSize:
        return QSize(200, self.minimumSizeHint().height()) if self._one_line else super().sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._one_line:
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.shown())
