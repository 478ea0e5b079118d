"""Short text in the corner of a plot, drawn as text so that exports keep it readable."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from ..widgets.telling import telling
from .dressed import pg

Line = tuple[str, str]
"""Text and colour of the swatch before it ("" for none)."""
SHORTEST = 6
"""Characters that a shortened text needs to be worth its place; shorter, the corner stays free."""


class CornerText(pg.GraphicsObject):
    """Lines of text at the top left or right inside a view box, on a veil of the background's colour."""

    def __init__(self, area: pg.ViewBox, right: bool = False, share: float = 1.0) -> None:
        super().__init__(area)
        self._area, self._right, self._share = area, right, share  # share of the width that it may take
        self._lines: list[Line] = []
        self._among: list[str] = []
        self._text = self._veil = QColor()
        self._font = QFont()
        self.setZValue(1e5)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        area.sigResized.connect(self._resized)

    def set_lines(self, lines: Sequence[Line], among: Sequence[str] = ()) -> None:
        """Show these lines; `among` are those of plots beside this one, from which theirs must be told."""
        self.prepareGeometryChange()
        self._lines, self._among = list(lines), [*among, *(t for t, _ in lines)]
        self.update()

    def set_share(self, share: float) -> None:
        """The share of the width that it may take: all of it where the other corner is free."""
        if share != self._share:
            self.prepareGeometryChange()
            self._share = share
            self.update()

    @property
    def lines(self) -> list[Line]:
        """What is shown."""
        return list(self._lines)

    def set_look(self, text: str, veil: str, font: QFont) -> None:
        """Colours and font."""
        self.prepareGeometryChange()
        self._text, self._veil, self._font = QColor(text), QColor(veil), font
        self._veil.setAlphaF(0.78)
        self.update()

    def _resized(self, *_: object) -> None:
        self.prepareGeometryChange()
        self.update()

    def _fitting(self) -> list[Line]:
        """Lines that leave the larger part of a small plot free."""
        metrics = QFontMetricsF(self._font)
        room, width = 0.62 * self._area.rect().height(), self._share * self._area.rect().width() - 24
        lines = self._lines[:max(int(room / metrics.lineSpacing()), 1)]
        found = [(_shortened(metrics, t, width, self._among), c) for t, c in lines] if width > 24 else []
        # "m…" and "p…l" say nothing and lie on the curves
        return [] if any("…" in t and len(t) < SHORTEST for t, _ in found) else found

    def boundingRect(self) -> QRectF:
        if not self._lines:
            return QRectF()
        metrics = QFontMetricsF(self._font)
        lines = self._fitting()
        if not lines:
            return QRectF()
        width = max(metrics.horizontalAdvance(t) + (14 if c else 0) for t, c in lines) + 10
        height = len(lines) * metrics.lineSpacing() + 4
        x = self._area.rect().right() - width - 4 if self._right else 6.0
        return QRectF(x, 4, width, height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        box = self.boundingRect()
        if box.isEmpty():
            return
        metrics = QFontMetricsF(self._font)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._veil)
        painter.drawRect(box)
        painter.setFont(self._font)
        y = box.top() + 2 + metrics.ascent()
        for text, colour in self._fitting():
            x = box.left() + 5
            if colour:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colour))
                painter.drawRect(QRectF(x, y - metrics.ascent() * 0.5 - 1, 9, 3))
                x += 14
            painter.setPen(self._text)
            painter.drawText(QPointF(x, y), text)
            y += metrics.lineSpacing()


def _shortened(metrics: QFontMetricsF, text: str, width: float, among: Sequence[str] = ()) -> str:
    """A name keeps what tells it from the others; of "name: figures" and "name · figures" the name is shortened, then
    the figures."""
    colon = " · " if " · " in text else ": "
    name, colon, rest = text.partition(colon)
    if not colon or metrics.horizontalAdvance(text) <= width:
        return telling(text, among, metrics, width)
    room = width - metrics.horizontalAdvance(colon + rest)
    if room > 30:
        return telling(name, (o.partition(colon)[0] for o in among), metrics, room) + colon + rest
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
