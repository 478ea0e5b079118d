"""Legend of a scatter: shapes of the instruments, colours of groups or a scale, kinds of lines. One drawing for 2D and
3D, on screen and in exports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QLinearGradient, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from ..theme import Theme
from ..widgets.telling import telling
from .dressed import pg
from .marks import Colouring

MAX_WIDTH = 190.0


@dataclass(frozen=True)
class Entry:
    """A row of the legend: a symbol (pyqtgraph's name), a line ("-", "--", ":") or a swatch (""), colour, text."""

    mark: str
    colour: str
    text: str


@dataclass(frozen=True)
class Section:
    """Heading with rows, or with a scale from low to high."""

    heading: str
    entries: tuple[Entry, ...] = ()
    scale: tuple[str, ...] = ()
    limits: tuple[float, float] = (0.0, 1.0)


@dataclass
class LegendPainter:
    """Lays out and draws sections."""

    sections: Sequence[Section] = ()
    text: str = "#000000"
    muted: str = "#888888"
    font: QFont = field(default_factory=QFont)

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.font)

    def width(self) -> float:
        """Width that is needed, at most `MAX_WIDTH`."""
        m = self._metrics()
        widths = [m.horizontalAdvance(s.heading) for s in self.sections]
        widths += [m.horizontalAdvance(e.text) + 20 for s in self.sections for e in s.entries]
        widths += [16 + m.horizontalAdvance(_number(v)) + 6 for s in self.sections if s.scale for v in s.limits]
        return min(max(widths, default=0.0) + 8, MAX_WIDTH)

    def height(self) -> float:
        """Height that is needed."""
        m = self._metrics()
        total = 0.0
        for s in self.sections:
            total += m.lineSpacing() * (1.25 + len(s.entries)) + (112 if s.scale else 0) + 8
        return total

    def draw(self, painter: QPainter, box: QRectF) -> None:
        """Draw from the top left of a box; texts that are too long are shortened."""
        m = self._metrics()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font)
        x, y = box.left(), box.top()
        for s in self.sections:
            if y + m.lineSpacing() * (2.25 if s.entries else 1.25) > box.bottom():
                break  # nothing is better than half a line
            painter.setPen(QColor(self.muted))
            painter.drawText(QPointF(x, y + m.ascent()), m.elidedText(s.heading, Qt.TextElideMode.ElideRight,
                                                                     box.width()))
            y += m.lineSpacing() * 1.25
            for e in s.entries:
                if y + m.lineSpacing() > box.bottom():
                    break
                self._mark(painter, e, QPointF(x + 7, y + m.ascent() * 0.62))
                painter.setPen(QColor(self.text))
                painter.drawText(QPointF(x + 20, y + m.ascent()),
                                 telling(e.text, (o.text for o in s.entries), m, box.width() - 20))
                y += m.lineSpacing()
            if s.scale:
                room = box.bottom() - y - 12
                self._scale(painter, s, x, y + 4, min(100.0, max(room, 36.0)))
                y += 112
            y += 8
        painter.restore()

    def _mark(self, painter: QPainter, e: Entry, at: QPointF) -> None:
        if e.mark in ("-", "--", ":"):
            pen = pg.mkPen(e.colour, width=1.2, style={"-": Qt.PenStyle.SolidLine, "--": Qt.PenStyle.DashLine,
                                                       ":": Qt.PenStyle.DotLine}[e.mark])
            painter.setPen(pen)
            painter.drawLine(QPointF(at.x() - 7, at.y()), QPointF(at.x() + 7, at.y()))
            return
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(e.colour))
        if e.mark:
            painter.translate(at)
            painter.scale(9, 9)
            painter.drawPath(Symbols[e.mark])
        else:
            painter.drawRoundedRect(QRectF(at.x() - 5, at.y() - 4, 10, 8), 2, 2)
        painter.restore()

    def _scale(self, painter: QPainter, s: Section, x: float, y: float, height: float) -> None:
        bar = QRectF(x + 2, y, 12, height)
        gradient = QLinearGradient(bar.bottomLeft(), bar.topLeft())
        for k, colour in enumerate(s.scale):
            gradient.setColorAt(k / (len(s.scale) - 1), QColor(colour))
        painter.fillRect(bar, gradient)
        painter.setPen(QColor(self.text))
        m = self._metrics()
        low, high = s.limits
        for share in (0.0, 0.5, 1.0):
            level = bar.bottom() - share * bar.height()
            level = min(max(level + m.ascent() / 2 - 1, bar.top() + m.ascent() - 2), bar.bottom() + 2)
            painter.drawText(QPointF(bar.right() + 6, level), _number(low + share * (high - low)))


def _number(value: float) -> str:
    return f"{value:.3g}"


def scatter_sections(
    names: Sequence[str], indices: Sequence[int], colouring: Colouring, theme: Theme, lines: Sequence[Entry] = (),
) -> list[Section]:
    """Sections for a scatter of instruments `names` coloured by `colouring`."""
    plain = colouring.kind == "instrument"
    shapes = tuple(Entry(theme.symbol(i), theme.instrument(i) if plain else theme.plot_foreground, name)
                   for name, i in zip(names, indices, strict=True))
    sections = [Section("Instrument", shapes)]
    unknown = any((codes < 0).any() for codes in colouring.codes)
    if colouring.kind == "group":
        entries = [Entry("", c, t) for c, t in zip(colouring.colours(theme), colouring.labels, strict=True)]
        if unknown:
            entries.append(Entry("", theme.muted, "none"))
        sections.append(Section(colouring.title, tuple(entries)))
    elif colouring.kind == "target" and colouring.limits is not None:
        entries = [Entry("", theme.muted, "unknown")] if unknown else []
        sections.append(Section(colouring.title, tuple(entries), tuple(colouring.colours(theme)), colouring.limits))
    if lines:
        sections.append(Section("Joined", tuple(lines)))
    return sections


class LegendGraphic(pg.GraphicsWidget):
    """The legend beside a pyqtgraph plot."""

    def __init__(self) -> None:
        super().__init__()
        self.painter_ = LegendPainter()
        self.setFlag(self.GraphicsItemFlag.ItemClipsToShape, True)  # Qt's SVG keeps the clip of the item before else

    def set_sections(self, sections: Sequence[Section], theme: Theme, font: QFont, room: float = MAX_WIDTH) -> None:
        """Show these, at most `room` pixels wide."""
        self.painter_ = LegendPainter(sections, theme.plot_foreground, theme.muted, font)
        width = min(self.painter_.width(), room) if sections else 0
        self.setMinimumWidth(width)
        self.setMaximumWidth(width)
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.painter_.sections:
            self.painter_.draw(painter, QRectF(0, 6, self.size().width(), self.size().height() - 6))
