"""Parts of a scatter: lines that join samples, very many points as an image, and what is asked of their owner."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QTransform
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from ..theme import Theme
from .colours import hairline
from .dressed import pg
from .marks import Colouring, PointSet
from .spectra_items import DeviceItem
from .splat import splat, stamp
from .view import Table

STYLES = {"-": Qt.PenStyle.SolidLine, "--": Qt.PenStyle.DashLine, ":": Qt.PenStyle.DotLine}


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines that join samples.

    Parameters
    ----------
    text : str
        For the legend.
    pairs : (m, 4) int array
        (set, place, set, place) among the point sets.
    style : {"-", "--", ":"}
    colour : str
        Name of a colour of the theme ("standard", "held_out", "threshold", "muted").
    alpha : (m,) float array, optional
        Opacity of each, 0..1.
    labels : sequence of str
        Written on the first lines, as far as there is room.
    """

    text: str
    pairs: np.ndarray
    style: str = "-"
    colour: str = "standard"
    alpha: np.ndarray | None = None
    labels: Sequence[str] = ()


def scatter_size(n: int) -> int:
    """Size of the points, in pixels."""
    return 10 if n <= 400 else 8 if n <= 1500 else 6 if n <= 6000 else 4 if n <= 40_000 else 3


def instrument_size(n: int, index: int, alone: bool = False) -> int:
    """Size of an instrument's points: the reference is larger and lies below, so that a standard's spectra on top of
    each other are both seen."""
    size = scatter_size(n)
    return size if size <= 4 or alone else size + 2 if index == 0 else size - 2


class Placed(Protocol):
    """Who knows where the samples are drawn."""

    theme: Theme

    def ends(self, pairs: np.ndarray) -> np.ndarray:
        """Ends (x, y, x, y) of lines between samples."""

    def shown_xy(self) -> np.ndarray:
        """Coordinates as drawn now: (N, 2)."""

    def packed_marks(self) -> tuple[np.ndarray, np.ndarray, list[str]]:
        """Colour, shape index of every point, and the shapes."""


class Dots(pg.ScatterPlotItem):
    """Points that leave the mouse to the view, which picks in pixels itself, and are paths in an SVG."""

    def mouseClickEvent(self, event: Any) -> None:
        event.ignore()

    def paint(self, painter: QPainter, *args: Any) -> None:
        if not isinstance(painter.device(), QSvgGenerator):
            super().paint(painter, *args)
            return
        painter.save()
        t = DeviceItem.to_device(painter)
        for spot in self.points():
            at = t.map(spot.pos())
            shape = QTransform.fromTranslate(at.x(), at.y()).scale(spot.size(), spot.size())
            pen = QPen(spot.pen())
            pen.setCosmetic(False)
            painter.setPen(pen)
            painter.setBrush(spot.brush())
            painter.drawPath(shape.map(Symbols[spot.symbol()]))
        painter.restore()


LABEL_APART = 90
"""Pixels of height per label where a label takes more than half of the width."""


class LinesItem(DeviceItem):
    BINS = 8

    def __init__(self, view: Placed, lines: Lines) -> None:
        super().__init__(QRectF(-1e9, -1e9, 2e9, 2e9))
        self._owner, self.lines = weakref.ref(view), lines
        self.setZValue(-5)

    def dataBounds(self, *_: object) -> tuple[None, None]:
        return None, None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        owner, pairs = self._owner(), self.lines.pairs
        if owner is None or not len(pairs):
            return
        ends = owner.ends(pairs)
        area = self.getViewBox()
        room = painter.transform().mapRect(area.childGroup.mapRectFromItem(area, area.rect()))
        painter.save()
        t = self.to_device(painter)
        ends = ends * [t.m11(), t.m22(), t.m11(), t.m22()] + [t.dx(), t.dy(), t.dx(), t.dy()]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(pairs) <= 2000)
        alpha = self.lines.alpha
        colour = getattr(owner.theme, self.lines.colour)
        if alpha is None:
            alpha = np.full(len(pairs), 0.75 if len(pairs) <= 300 else 0.45)
        level = np.clip((alpha * self.BINS).astype(int), 0, self.BINS - 1)
        for k in np.unique(level):
            part = ends[level == k]
            painter.setPen(hairline(colour, (k + 1) / self.BINS, STYLES[self.lines.style]))
            x, y = part[:, [0, 2]].ravel(), part[:, [1, 3]].ravel()
            painter.drawPath(pg.arrayToQPath(x, y, connect="pairs"))
        self._write(painter, ends, owner.theme, room)
        painter.restore()

    def _write(self, painter: QPainter, ends: np.ndarray, theme: Theme, room: QRectF) -> None:
        """Labels in the middle of the first lines, whole ones; one that would cover another is left out, and a small
        plot has room for few."""
        font = QFont(painter.font())
        font.setPointSizeF(8.5)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        taken: list[QRectF] = []
        for text, (x0, y0, x1, y1) in zip(self.lines.labels, ends, strict=False):
            middle = QPointF((x0 + x1) / 2, (y0 + y1) / 2)
            box = QRectF(0, 0, metrics.horizontalAdvance(text) + 4, metrics.height())
            if not room.contains(middle) or box.width() > room.width() or box.height() > room.height():
                continue
            if box.width() > room.width() / 2 and len(taken) >= max(room.height() // LABEL_APART, 1):
                break
            box.moveCenter(middle)
            box.moveLeft(min(max(box.left(), room.left()), room.right() - box.width()))
            box.moveTop(min(max(box.top(), room.top()), room.bottom() - box.height()))
            if any(box.intersects(other) for other in taken):
                continue
            taken.append(box)
            background = QColor(theme.plot_background)
            background.setAlphaF(0.8)
            painter.fillRect(box, background)
            painter.setPen(QColor(getattr(theme, self.lines.colour)))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class SplatItem(DeviceItem):
    def __init__(self, view: Placed) -> None:
        super().__init__(QRectF())
        self._owner = weakref.ref(view)  # a cycle through graphics items is collected in an order Qt does not survive

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        owner = self._owner()
        if owner is None:
            return
        area = self.getViewBox()
        ratio = painter.device().devicePixelRatioF()
        painter.save()
        origin = painter.transform().map(area.childGroup.mapFromItem(area, QPointF(0, 0)))
        t = self.to_device(painter)
        width, height = round(area.width() * ratio), round(area.height() * ratio)
        buffer = np.zeros((height, width), np.uint32)
        xy = owner.shown_xy()
        x = (xy[:, 0] * t.m11() + t.dx() - origin.x()) * ratio
        y = (xy[:, 1] * t.m22() + t.dy() - origin.y()) * ratio
        colours, shapes, symbols = owner.packed_marks()
        size = max(round(scatter_size(len(xy)) * ratio), 2)
        splat(buffer, x, y, colours, shapes, [stamp(s, size) for s in symbols])
        image = QImage(buffer.data, width, height, 4 * width, QImage.Format.Format_ARGB32)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(origin, image)
        painter.restore()


def scatter_table(sets: Sequence[PointSet], colouring: Colouring, axis_name: Any) -> Table:
    """All dimensions of all samples, with the value they are coloured by."""
    dimensions = min((s.coordinates.shape[1] for s in sets), default=0)
    headings = ["Instrument", "Sample"] + [axis_name(k) for k in range(dimensions)]
    stacked = np.concatenate([s.coordinates for s in sets]) if sets else np.zeros((0, 0))
    columns: list[Sequence[Any]] = [[s.name for s in sets for _ in s.rows], [n for s in sets for n in s.sample_names]]
    columns += [stacked[:, k] for k in range(dimensions)]
    if colouring.values is not None:
        headings.append(colouring.title)
        columns.append([v for values in colouring.values for v in values])
    return headings, columns


def inside_polygon(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Which points (n, 2) lie inside a closed polygon (m, 2), by crossings."""
    inside = np.zeros(len(points), dtype=bool)
    x, y = points[:, 0], points[:, 1]
    j = len(corners) - 1
    for i in range(len(corners)):
        (xi, yi), (xj, yj) = corners[i], corners[j]
        if yi != yj:
            crosses = (yi > y) != (yj > y)
            inside ^= crosses & (x < (xj - xi) * (y - yi) / (yj - yi) + xi)
        j = i
    return inside
