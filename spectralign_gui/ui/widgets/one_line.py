"""A sentence that wraps where there is room and is one line (or a few) with the whole in its tooltip where not."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from .as_written import Label


class OneLineLabel(Label):
    """A label whose text is shortened to one line while `one_line` is set.

    Parameters
    ----------
    text : str
    lines : int
        Lines that the shortened text may take; it takes no more than it needs.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None, lines: int = 1) -> None:
        super().__init__(text, parent)
        self._one_line, self._lines = False, lines
        self._explanation = ""
        self._parts: list[str] = []
        self._whole = ""
        self.setWordWrap(True)

    @property
    def one_line(self) -> bool:
        """Whether the text is kept to one line, or to the few that it may take."""
        return self._one_line

    def set_one_line(self, one_line: bool) -> None:
        """Keep to one line (or the few that it may take), or wrap."""
        self._one_line = one_line
        self.setWordWrap(not one_line)
        across = QSizePolicy.Policy.Ignored if one_line else QSizePolicy.Policy.Preferred
        down = QSizePolicy.Policy.Preferred  # a maximum would be the height at the label's own favourite width
        if one_line:  # a fixed height would keep Qt from asking for the height of several lines
            down = QSizePolicy.Policy.Fixed if self._lines == 1 else QSizePolicy.Policy.Preferred
        policy = QSizePolicy(across, down)
        policy.setHeightForWidth(not one_line or self._lines > 1)  # a new policy knows nothing of the wrapping
        self.setSizePolicy(policy)
        self._hint()
        self.updateGeometry()

    def set_parts(self, parts: Sequence[str]) -> None:
        """Several texts: where there is no room for all, the first ones are shown whole, and none is cut."""
        self.setText(" ".join(parts))
        self._parts = list(parts)
        self.update()

    def tell(self, text: str, whole: str) -> None:
        """Show a text whose beginning `whole` is never cut, however many lines it needs."""
        self.setText(text)
        self._whole = whole if text.startswith(whole) else ""
        self.updateGeometry()
        self.update()

    def setText(self, text: str) -> None:
        self._parts, self._whole = [], ""
        if text == self.text():
            return
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
        return "\n".join(self._broken(self.contentsRect().width())) if self._one_line else self.text()

    def _broken(self, width: int) -> list[str]:
        """The lines of the shortened text; the last one ends in an ellipsis if it is not the end."""
        for number in range(len(self._parts), 0, -1):
            lines = self._lines_of(" ".join(self._parts[:number]), width)
            if number == 1 or not lines[-1].endswith("…"):
                return lines
        return self._lines_of(self.text(), width)

    def _lines_of(self, text: str, width: int) -> list[str]:
        text, metrics = text.replace("\n", " "), self.fontMetrics()
        if self._lines == 1:
            return [metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)]
        layout = QTextLayout(text, self.font())
        layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
        layout.beginLayout()
        starts: list[tuple[int, int]] = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            starts.append((line.textStart(), line.textLength()))
        layout.endLayout()
        for most in range(self._lines, max(len(starts), self._lines) + 1):  # more for what is never cut
            lines = [text[at:at + length].rstrip() for at, length in starts[:most]]
            if len(starts) >= most:  # the last one takes what is left
                lines[-1] = metrics.elidedText(text[starts[most - 1][0]:], Qt.TextElideMode.ElideRight, width)
            if " ".join(lines).startswith(self._whole):
                break
        return lines or [""]

    def _height(self, lines: int) -> int:
        around = self.contentsMargins()
        return lines * self.fontMetrics().lineSpacing() + around.top() + around.bottom()

    def hasHeightForWidth(self) -> bool:
        return super().hasHeightForWidth() if not self._one_line else self._lines > 1

    def heightForWidth(self, width: int) -> int:
        if not self._one_line or self._lines == 1:
            return super().heightForWidth(width)
        around = self.contentsMargins()
        return self._height(len(self._broken(width - around.left() - around.right())))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self._height(1)) if self._one_line else super().minimumSizeHint()

    def sizeHint(self) -> QSize:
        return QSize(200, self.minimumSizeHint().height()) if self._one_line else super().sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._one_line:
            super().paintEvent(event)
            return
        painter, area = QPainter(self), self.contentsRect()
        painter.setPen(self.palette().color(self.foregroundRole()))
        lines, step = self._broken(area.width()), self.fontMetrics().lineSpacing()
        top = area.top() + (area.height() - len(lines) * step) / 2
        for number, line in enumerate(lines):
            painter.drawText(QPointF(area.left(), top + number * step + self.fontMetrics().ascent()), line)
