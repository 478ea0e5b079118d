"""The legend as a strip above a plot: it takes the room it needs and never lies on a point."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from ..widgets.telling import telling
from .corner import Line
from .dressed import pg

SWATCH, GAP = 14.0, 12.0
MOST_ROWS = 3


class LegendStrip(pg.GraphicsWidget):
    """Entries one after the other, in as many rows as the width asks for (at most three); drawn as text."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Line] = []
        self._text = QColor()
        self._font = QFont()
        self.setFlag(self.GraphicsItemFlag.ItemClipsToShape, True)  # Qt's SVG keeps the clip of the item before else
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._fit()

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show these entries: text, and the colour of the swatch before it ("" for none)."""
        self._lines = list(lines)
        self._fit()
        self.update()

    @property
    def lines(self) -> list[Line]:
        """What is shown."""
        return list(self._lines)

    def set_look(self, text: str, _: str, font: QFont) -> None:
        """Colour and font; the strip lies on the background, so it needs no veil."""
        self._text, self._font = QColor(text), font
        self._fit()
        self.update()

    def rows(self) -> list[list[Line]]:
        """The entries in rows of the present width; what would be a fourth row is left out."""
        metrics, width = QFontMetricsF(self._font), max(self.size().width(), 60.0)
        rows: list[list[Line]] = []
        x = 0.0
        for text, colour in self._wrapped(metrics, width):
            need = metrics.horizontalAdvance(text) + (SWATCH if colour else 0)
            if not rows or x + need > width:
                rows.append([])
                x = 0.0
            rows[-1].append((text, colour))
            x += need + GAP
        return rows[:MOST_ROWS]

    def _wrapped(self, metrics: QFontMetricsF, width: float) -> list[Line]:
        """The entries; a sentence longer than a row in pieces."""
        pieces: list[Line] = []
        for text, colour in self._lines:
            if colour or metrics.horizontalAdvance(text) <= width:
                pieces.append((text, colour))
                continue
            piece = ""
            for word in text.split():
                longer = f"{piece} {word}".strip()
                if piece and metrics.horizontalAdvance(longer) > width:
                    pieces.append((piece, ""))
                    piece = word
                else:
                    piece = longer
            pieces.append((piece, ""))
        return pieces

    def _fit(self) -> None:
        height = len(self.rows()) * QFontMetricsF(self._font).lineSpacing() + 2 if self._lines else 0.0
        if self.minimumHeight() != height or self.maximumHeight() != height:
            self.setMinimumHeight(height)
            self.setMaximumHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        metrics = QFontMetricsF(self._font)
        painter.setFont(self._font)
        y = metrics.ascent()
        for row in self.rows():
            x = 0.0
            for text, colour in row:
                if colour:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(QColor(colour))
                    painter.drawRect(QRectF(x, y - metrics.ascent() * 0.5 - 1, 9, 3))
                    x += SWATCH
                shown = telling(text, (t for t, _ in self._lines), metrics, max(self.size().width() - x, 20.0))
                painter.setPen(self._text)
                painter.drawText(QPointF(x, y), shown)
                x += metrics.horizontalAdvance(shown) + GAP
            y += metrics.lineSpacing()
