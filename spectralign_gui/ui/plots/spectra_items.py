"""Drawing of spectra: a bundle of curves, a density image, highlighted curves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from ...presenters.plots.breaks import with_breaks
from ...presenters.plots.raster import covered, widened
from ...presenters.plots.thinning import thin
from .colours import hairline
from .dressed import pg


class DeviceItem(pg.GraphicsObject):
    """Item that draws in pixels of its view box, so that pens stay thin and SVG strokes even."""

    def __init__(self, bounds: QRectF) -> None:
        super().__init__()
        self._bounds = bounds

    def boundingRect(self) -> QRectF:
        return self._bounds

    def set_bounds(self, bounds: QRectF) -> None:
        """Say what area in data units the item covers."""
        self.prepareGeometryChange()
        self._bounds = bounds

    def view_range(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Visible x and y range, ascending."""
        (x0, x1), (y0, y1) = self.getViewBox().viewRange()
        return (x0, x1), (y0, y1)

    def view_width(self) -> int:
        """Width of the view box in pixels."""
        return max(int(self.getViewBox().width()), 1)

    @staticmethod
    def to_device(painter: QPainter) -> QTransform:
        """Map from data to the painter's pixels; the painter then draws in pixels (its clip stays)."""
        transform = painter.transform()
        painter.resetTransform()
        return transform


def polylines(x: np.ndarray, y: np.ndarray, transform: QTransform) -> QPainterPath:
    """One path with all curves (n, m) in pixels, broken at NaN."""
    n, m = y.shape
    px = np.broadcast_to(x * transform.m11() + transform.dx(), (n, m))
    py = np.clip(y * transform.m22() + transform.dy(), -1e5, 1e5)
    gap = np.isnan(py)
    finite = ~gap
    connect = np.zeros((n, m), dtype=bool)
    connect[:, :-1] = finite[:, :-1] & finite[:, 1:]
    if gap.any():
        # a lone channel between two gaps would vanish: give it a short dash
        alone = finite.copy()
        alone[:, 1:] &= gap[:, :-1]
        alone[:, :-1] &= gap[:, 1:]
        path = pg.arrayToQPath(px.ravel(), np.where(gap, 0.0, py).ravel(), connect=connect.ravel(), finiteCheck=False)
        for i, j in np.argwhere(alone)[:2000]:
            path.moveTo(float(px[i, j]) - 1, float(py[i, j]))
            path.lineTo(float(px[i, j]) + 1, float(py[i, j]))
        return path
    return pg.arrayToQPath(np.ascontiguousarray(px).ravel(), py.ravel(), connect=connect.ravel(), finiteCheck=False)


class CurvesItem(DeviceItem):
    """Up to about a hundred spectra as thin curves of one colour."""

    SMOOTH = 12

    def __init__(self, x: np.ndarray, spectra: np.ndarray, bounds: QRectF, colour: str) -> None:
        super().__init__(bounds)
        self.x, self.spectra = with_breaks(x, spectra)
        self._path: tuple[object, QPainterPath] | None = None  # of the last view: most of painting is to make it
        self.set_colour(colour)

    def set_colour(self, colour: str) -> None:
        """Draw in another colour; many curves are drawn fainter."""
        n = len(self.spectra)
        self._pen = hairline(colour, 0.9 if n <= self.SMOOTH else 0.6 if n <= 40 else 0.4)
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        x_range, _ = self.view_range()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(self.spectra) <= self.SMOOTH)
        painter.setPen(self._pen)
        transform = self.to_device(painter)
        # in an SVG a path does not cover itself: one per curve, so that many on top of each other are darker there too
        if isinstance(painter.device(), QSvgGenerator) and len(self.spectra):
            x, y = thin(self.x, self.spectra, x_range, self.view_width())
            for part in np.split(y, len(y)):
                painter.drawPath(polylines(x, part, transform))
        else:
            painter.drawPath(self._in_view(x_range, transform))
        painter.restore()

    def _in_view(self, x_range: tuple[float, float], transform: QTransform) -> QPainterPath:
        view = (x_range, self.view_width(), transform.m11(), transform.m22(), transform.dx(), transform.dy())
        if self._path is None or self._path[0] != view:
            x, y = thin(self.x, self.spectra, x_range, self.view_width())
            self._path = view, polylines(x, y, transform)
        return self._path[1]


class PolylineItem(DeviceItem):
    """One curve of few points, drawn smooth; NaN is a gap."""

    def __init__(self, x: np.ndarray, y: np.ndarray, pen: QPen) -> None:
        ok = np.isfinite(y)
        bounds = QRectF()
        if ok.any():
            bounds = QRectF(float(x[ok].min()), float(y[ok].min()), float(np.ptp(x[ok])), float(np.ptp(y[ok])))
        super().__init__(bounds)
        self.x, self.y, self._pen = np.asarray(x, dtype=float), np.asarray(y, dtype=float), pen

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._pen)
        painter.drawPath(polylines(self.x, self.y[None], self.to_device(painter)))
        painter.restore()


class LevelItem(DeviceItem):
    """A line across the whole view at one height or, if vertical, place."""

    def __init__(self, at: float, vertical: bool, pen: QPen) -> None:
        super().__init__(QRectF(-1e9, -1e9, 2e9, 2e9))
        self._at, self._vertical, self._pen = at, vertical, pen

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        (x0, x1), (y0, y1) = self.view_range()
        ends = (QPointF(self._at, y0), QPointF(self._at, y1)) if self._vertical else (
            QPointF(x0, self._at), QPointF(x1, self._at))
        painter.save()
        t = self.to_device(painter)
        painter.setPen(self._pen)
        painter.drawLine(t.map(ends[0]), t.map(ends[1]))
        painter.restore()


class HighlightItem(DeviceItem):
    """Spectra that stand out: a few are drawn thin several times side by side, which is fast where a wide pen is not;
    more of them as an image."""

    # offsets in pixels of the passes under the coloured ones, and of the coloured ones
    HALO = ((-2, -1), (2, 1), (-1, -2), (1, 2), (-2, 1), (2, -1))
    CORE = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
    WIDE = 40
    """More than this are drawn a pixel wide, so that they can be told apart."""

    def __init__(self, x: np.ndarray, spectra: np.ndarray, bounds: QRectF, colours: Sequence[str], halo: str) -> None:
        super().__init__(bounds)
        self.x, self.spectra = with_breaks(x, spectra)
        self._colours, self._halo = list(colours), halo
        self._key: tuple[float, ...] = ()
        self._pixels = np.zeros((0, 0), dtype=np.uint32)
        self.setZValue(10)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        if len(self.spectra) > CurvesItem.SMOOTH and not isinstance(painter.device(), QSvgGenerator):
            self._paint_image(painter)
            painter.restore()
            return
        x_range, _ = self.view_range()
        x, y = thin(self.x, self.spectra, x_range, self.view_width())
        transform = self.to_device(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(y) <= CurvesItem.SMOOTH)
        paths = [polylines(x, y[k:k + 1], transform) for k in range(len(y))]
        halo = hairline(self._halo)
        pens = {c: hairline(c) for c in set(self._colours)}
        for path, colour in zip(paths, self._colours, strict=True):
            self._passes(painter, path, halo, self.HALO)
            self._passes(painter, path, pens[colour], self.CORE)
        painter.restore()

    def _paint_image(self, painter: QPainter) -> None:
        area = self.getViewBox()
        ratio = painter.device().devicePixelRatioF()
        origin = painter.transform().map(area.childGroup.mapFromItem(area, QPointF(0, 0)))
        t = self.to_device(painter)
        width, height = round(area.width() * ratio), round(area.height() * ratio)
        key = (t.m11(), t.m22(), t.dx() - origin.x(), t.dy() - origin.y(), width, height, ratio)
        if key != self._key:  # only when the view has moved: the mouse makes the plot paint often
            self._key, self._pixels = key, self._pixels_of(t, origin, width, height, ratio)
        image = QImage(self._pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(origin, image)

    def _pixels_of(self, t: QTransform, origin: QPointF, width: int, height: int, ratio: float) -> np.ndarray:
        x_range, _ = self.view_range()
        x, y = thin(self.x, self.spectra, x_range, self.view_width())
        px = (x * t.m11() + t.dx() - origin.x()) * ratio
        py = (np.clip(y * t.m22() + t.dy(), -1e5, 1e5) - origin.y()) * ratio
        if len(px) > 1 and px[-1] < px[0]:  # falling axis
            px, py = px[::-1], py[:, ::-1]
        reach = max(round(ratio), 1) if len(self.spectra) <= self.WIDE else max(round(ratio) - 1, 0)
        pixels = np.zeros((height, width), dtype=np.uint32)
        masks = {}
        for colour in dict.fromkeys(self._colours):
            mine = [k for k, c in enumerate(self._colours) if c == colour]
            masks[colour] = widened(covered(px, py[mine], width, height), reach)
            pixels[widened(masks[colour], max(round(ratio), 1))] = QColor(self._halo).rgba()
        for colour, mask in masks.items():
            pixels[mask] = QColor(colour).rgba()
        return pixels

    @staticmethod
    def _passes(painter: QPainter, path: QPainterPath, pen: QPen, offsets: Sequence[tuple[int, int]]) -> None:
        painter.setPen(pen)
        for dx, dy in offsets:
            painter.translate(dx, dy)
            painter.drawPath(path)
            painter.translate(-dx, -dy)


class DensityItem(DeviceItem):
    """Many spectra as one image; between two images the old one is shifted and stretched with the view."""

    def __init__(self, bounds: QRectF) -> None:
        super().__init__(bounds)
        self._image: QImage | None = None
        self._buffer: np.ndarray | None = None
        self._area = QRectF()

    def set_image(self, pixels: np.ndarray, x_range: tuple[float, float], y_range: tuple[float, float]) -> None:
        """Show premultiplied ARGB32 pixels (top row first) on an area in data units."""
        self._buffer = pixels  # QImage does not own the memory
        height, width = pixels.shape
        self._image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
        self._area = QRectF(x_range[0], y_range[0], x_range[1] - x_range[0], y_range[1] - y_range[0])
        self.update()

    def recolour(self, colour: tuple[int, int, int]) -> None:
        """Same image in another hue."""
        if self._buffer is None:
            return
        alpha = self._buffer >> 24
        pixels = alpha << 24
        for shift, channel in zip((16, 8, 0), colour, strict=True):
            pixels |= (alpha * channel // 255) << shift
        area = self._area
        self.set_image(pixels, (area.left(), area.right()), (area.top(), area.bottom()))

    @property
    def has_image(self) -> bool:
        """Whether something can be drawn."""
        return self._image is not None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._image is None:
            return
        painter.save()
        transform = self.to_device(painter)
        a = transform.map(self._area.topLeft())
        b = transform.map(self._area.bottomRight())
        image = self._image
        if b.x() < a.x():  # falling axis
            image = image.transformed(QTransform.fromScale(-1, 1))
        target = QRectF(QPointF(min(a.x(), b.x()), min(a.y(), b.y())), QPointF(max(a.x(), b.x()), max(a.y(), b.y())))
        painter.drawImage(target, image)
        painter.restore()


class PlaceMarker(DeviceItem):
    """Thin vertical line at a channel (read-out), with a label."""

    def __init__(self, colour: str) -> None:
        super().__init__(QRectF())
        self._at: float | None = None
        self._colour = colour
        self.setZValue(20)

    def set_colour(self, colour: str) -> None:
        """Draw in another colour."""
        self._colour = colour
        self.update()

    def move_to(self, at: float | None) -> None:
        """Show at a position, or hide."""
        if at == self._at:
            return
        self._at = at
        if at is not None:
            (_, _), (y0, y1) = self.view_range()
            self.set_bounds(QRectF(at, y0, 0, y1 - y0))
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._at is None:
            return
        painter.save()
        transform = self.to_device(painter)
        top, bottom = transform.map(self._bounds.topLeft()), transform.map(self._bounds.bottomLeft())
        painter.setPen(hairline(QColor(self._colour).name(), 0.6, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(top.x(), top.y()), QPointF(bottom.x(), bottom.y()))
        painter.restore()
