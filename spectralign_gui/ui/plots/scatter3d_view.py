"""Scatter in three dimensions, drawn in software: works on every computer, also without OpenGL."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QActionGroup, QColor, QFont, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from ...presenters.plots.soft3d import Camera, depth_order, fogged, pick_point, unit_box
from ..widgets import named
from .cloud import Cloud, draw_frame
from .colours import hairline, rgb
from .legend import LegendPainter
from .marks import Colouring, PointSet
from .scatter_base import ScatterBase
from .scatter_items import STYLES, Lines, instrument_size, scatter_size
from .splat import splat, stamp
from .view import PlotView

PRETTY = 5_000
"""Up to this many points are drawn as smooth symbols, more are stamped."""
WHILE_TURNING = 40_000
"""Points drawn during a drag; all of them when it ends."""


class Scatter3DView(ScatterBase, PlotView):
    """Samples in three of the dimensions.

    Signals
    -------
    chosen(list of samples, bool extend), pointed(sample or None)
        As in `ScatterView`.
    """

    chosen = Signal(object, bool)
    pointed = Signal(object)

    def __init__(self, name: str = "scatter3d", title: str = "Scatter in 3D", parent: QWidget | None = None) -> None:
        super().__init__(name, title, parent)
        self._begin((0, 1, 2))
        self._points = np.zeros((0, 3), np.float32)
        self._centre, self._half, self._extent = np.zeros(3), 1.0, np.ones(3)
        self._order = np.zeros(0, np.intp)
        self._pixmaps: dict[tuple[object, ...], QPixmap] = {}
        self.cloud = named(Cloud(self, self), f"{name}-cloud", title)
        self.cloud.setAccessibleDescription("Drag to turn, turn the wheel to zoom; the context menu has what else can "
                                            "be done")
        self.body.addWidget(self.cloud)
        self.cloud.clicked.connect(self._clicked)
        self.cloud.outlined.connect(self._outlined)
        self.cloud.moved.connect(self._hover_at)
        self.cloud.left.connect(self._left)

    def add_mode_tools(self) -> None:
        """Buttons for turning, selecting in a box or with a lasso, first view."""
        group = QActionGroup(self)
        for mode, text, tip, icon_name, key in (
                ("turn", "Turn", "Drag turns the cloud, Shift+drag moves it, the wheel zooms", "pan", "M"),
                ("rectangle", "Select in a box", "Drag a box to select the samples in it; Ctrl adds", "rectangle", "B"),
                ("lasso", "Select with a lasso", "Draw around samples to select them; Ctrl adds", "lasso", "L")):
            action = self.add_tool(text, tip, icon_name, checkable=True, key=key)
            action.setChecked(mode == self.cloud.mode)
            action.triggered.connect(partial(self.set_mode, mode))
            group.addAction(action)
        self.add_tool("Show all", "Back to the first view", "home", key="Home").triggered.connect(self.reset_view)

    def set_mode(self, mode: str, *_: object) -> None:
        """What dragging does: "turn", "rectangle" or "lasso"."""
        self.cloud.mode = mode

    # -- what is shown -----------------------------------------------------------------------------------
    def set_points(self, sets: Sequence[PointSet], colouring: Colouring | None = None,
                   axis_names: Sequence[str] = (), keep_range: bool = False) -> None:
        """Show samples; the same ones glide to their new place."""
        before = self._coordinates
        same = self._take(sets, colouring, axis_names)
        n = sum(len(s.coordinates) for s in sets)
        self._order = np.random.default_rng(0).permutation(n)
        self._go(before if same else [], keep_range)

    def set_coordinates(self, coordinates: Sequence[np.ndarray], glide: bool = False) -> None:
        """Move the points (same samples): live."""
        before = self._coordinates
        self._put(coordinates)
        self._go(before if glide else [], True)

    def set_axes(self, x: int, y: int, z: int) -> None:
        """Choose the dimensions that are shown."""
        self.axes = (x, y, z)
        if self.sets:
            self._go(self._coordinates, False)

    def set_lines(self, lines: Sequence[Lines]) -> None:
        """Join samples by lines."""
        self._lines = list(lines)
        self.cloud.update()

    def _target(self) -> list[np.ndarray]:
        out = []
        for s in self.sets:
            c = s.coordinates
            out.append(np.stack([c[:, a] if a < c.shape[1] else np.zeros(len(c)) for a in self.axes], axis=1))
        return out

    def _go(self, before: list[np.ndarray], keep_range: bool) -> None:
        target = self._target()
        if target and (not keep_range or self._lost(np.concatenate(target))):
            self._centre, self._half, self._extent = unit_box(np.concatenate(target))
        self._move(before, target)

    def _lost(self, xyz: np.ndarray) -> bool:
        reach = np.abs((xyz - self._centre) / self._half).max() if len(xyz) else 1.0
        return bool(reach > 1.25 or reach < 0.4)

    @Slot(object)
    def _draw_at(self, coordinates: list[np.ndarray]) -> None:
        self._coordinates = coordinates
        stacked = np.concatenate(coordinates) if coordinates else np.zeros((0, 3))
        self._points = np.nan_to_num((stacked - self._centre) / self._half, nan=0.0).astype(np.float32)
        self.cloud.update()

    def _recolour(self) -> None:
        self.cloud.update()

    def _mark(self, spot_only: bool = False) -> None:
        self.cloud.update()

    @Slot()
    def reset_view(self) -> None:
        """Back to the first view."""
        self.cloud.camera = Camera()
        self.cloud.update()

    # -- drawing -----------------------------------------------------------------------------------------
    def draw(self, painter: QPainter, box: QRectF, ratio: float = 1.0, vector: bool = False) -> None:
        """Draw everything into a box (logical pixels)."""
        if not self.sets:
            return
        legend = self._legend_painter()
        legend_width = legend.width() + 16
        room = QRectF(box.left(), box.top(), max(box.width() - legend_width, 60), box.height())
        painter.save()
        painter.translate(room.topLeft())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        w, h = room.width(), room.height()
        self._frame(painter, w, h, False)
        points = self._points
        x, y, z = self.cloud.camera.project(points, w, h)
        self._draw_lines(painter, x, y)
        few = len(points) <= PRETTY or vector
        if few:
            self._draw_symbols(painter, x, y, z, room, vector)
        else:
            self._draw_stamps(painter, x, y, z, w, h, ratio)
        self._draw_rings(painter, x, y)
        self._frame(painter, w, h, True)
        painter.restore()
        legend.draw(painter, QRectF(room.right() + 6, box.top() + 8, legend_width - 10, box.height()))

    def _draw_symbols(self, painter: QPainter, x: np.ndarray, y: np.ndarray, z: np.ndarray, room: QRectF,
                      vector: bool) -> None:
        margin = scatter_size(len(x)) + 2
        sizes = [instrument_size(len(x), k, len(self.sets) == 1) for k in range(len(self.sets))]
        order = depth_order(z)
        colours, shapes = self._packed_colours(), self._shapes()
        low, high = (float(z.min()), float(z.max())) if len(z) else (0.0, 1.0)
        fog = ((high - z) / (high - low + 1e-9) * 5).astype(int)
        ok = (x > -margin) & (x < room.width() + margin) & (y > -margin) & (y < room.height() + margin)
        ratio = painter.device().devicePixelRatioF()
        for k in order:
            if not ok[k]:
                continue
            size = sizes[shapes[k]]
            key = int(colours[k]), int(shapes[k]), int(fog[k]), size, ratio, self.theme.name, self._symbol(shapes[k])
            if vector:
                painter.save()
                painter.translate(float(x[k]), float(y[k]))
                painter.scale(size, size)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._fog_colour(key[0], key[2]))
                painter.drawPath(Symbols[str(key[6])])
                painter.restore()
                continue
            pixmap = self._pixmaps.get(key)
            if pixmap is None:
                if len(self._pixmaps) > 4000:
                    self._pixmaps.clear()
                pixmap = self._pixmaps[key] = self._make_pixmap(key[0], key[2], size, ratio, str(key[6]))
            half = (size + 2) / 2
            painter.drawPixmap(QPointF(float(x[k]) - half, float(y[k]) - half), pixmap)

    def _symbol(self, shape: int) -> str:
        return self.theme.symbol(self.sets[shape].index)

    def _fog_colour(self, colour: int, fog: int) -> QColor:
        c, b, share = QColor(colour), QColor(self.theme.plot_background), 0.11 * fog
        return QColor(*(round(p * (1 - share) + q * share) for p, q in
                        ((c.red(), b.red()), (c.green(), b.green()), (c.blue(), b.blue()))))

    def _make_pixmap(self, colour: int, fog: int, size: int, ratio: float, symbol: str) -> QPixmap:
        side = size + 2
        pixmap = QPixmap(round(side * ratio), round(side * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(side / 2, side / 2)
        painter.scale(size, size)
        pen = QPen(QColor(self.theme.plot_background), 0.7 / size)
        painter.setPen(pen)
        painter.setBrush(self._fog_colour(colour, fog))
        painter.drawPath(Symbols[symbol])
        painter.end()
        return pixmap

    def _draw_stamps(self, painter: QPainter, x: np.ndarray, y: np.ndarray, z: np.ndarray, w: float, h: float,
                     ratio: float) -> None:
        width, height = max(int(w * ratio), 1), max(int(h * ratio), 1)
        colours, shapes = self._packed_colours(), self._shapes()
        size = max(round(scatter_size(len(x)) * ratio), 2)
        if self.cloud.turning and len(x) > WHILE_TURNING:
            part = self._order[:WHILE_TURNING]
            x, y, z, colours, shapes = x[part], y[part], z[part], colours[part], shapes[part]
        order = depth_order(z)
        buffer = np.zeros((height, width), np.uint32)
        shade = fogged(colours, z, rgb(self.theme.plot_background))[order]
        splat(buffer, x[order] * ratio, y[order] * ratio, shade, shapes[order],
              [stamp(self.theme.symbol(s.index), size) for s in self.sets])
        image = QImage(buffer.data, width, height, 4 * width, QImage.Format.Format_ARGB32)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(QPointF(0, 0), image)

    def _draw_lines(self, painter: QPainter, x: np.ndarray, y: np.ndarray) -> None:
        offsets = np.concatenate([[0], np.cumsum([len(s.coordinates) for s in self.sets])])
        for li in self._lines:
            p = li.pairs
            if not len(p):
                continue
            a, b = offsets[p[:, 0]] + p[:, 1], offsets[p[:, 2]] + p[:, 3]
            alpha = li.alpha if li.alpha is not None else np.full(len(p), 0.6)
            colour = getattr(self.theme, li.colour)
            for level in np.unique((alpha * 8).astype(int)):
                painter.setPen(hairline(colour, min((level + 1) / 8, 1.0), STYLES[li.style]))
                chosen = (alpha * 8).astype(int) == level
                for i, j in zip(a[chosen], b[chosen], strict=True):
                    painter.drawLine(QPointF(float(x[i]), float(y[i])), QPointF(float(x[j]), float(y[j])))

    def _draw_rings(self, painter: QPainter, x: np.ndarray, y: np.ndarray) -> None:
        size = scatter_size(len(x))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for wanted, colour, radius in ((self._selected, self.theme.selection, size / 2 + 3),
                                       ({self._hover} if self._hover else set(), self.theme.hover, size / 2 + 5)):
            if not wanted:
                continue
            painter.setPen(QPen(QColor(colour), 1.8))
            start = 0
            for s in self.sets:
                rows = [r for name, r in wanted if name == s.name]
                for k in np.flatnonzero(np.isin(s.rows, rows)):
                    painter.drawEllipse(QPointF(float(x[start + k]), float(y[start + k])), radius, radius)
                start += len(s.coordinates)

    def _frame(self, painter: QPainter, w: float, h: float, front: bool) -> None:
        names = self.axis_name(self.axes[0]), self.axis_name(self.axes[1]), self.axis_name(self.axes[2])
        draw_frame(painter, self.cloud.camera, self._extent, w, h, self.theme, names, self._font(), front)

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(8.5)
        return font

    def _legend_painter(self) -> LegendPainter:
        return LegendPainter(self._sections(), self.theme.plot_foreground, self.theme.muted, self._font())

    # -- selection ---------------------------------------------------------------------------------------
    def _screen(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        legend_width = self._legend_painter().width() + 16
        return self.cloud.camera.project(self._points, max(self.cloud.width() - legend_width, 60), self.cloud.height())

    def screen_position(self, which: int, k: int) -> tuple[float, float]:
        """Where on the drawing area a sample is."""
        start = sum(len(s.coordinates) for s in self.sets[:which])
        x, y, _ = self._screen()
        return float(x[start + k]), float(y[start + k])

    @Slot(QPointF, bool)
    def _clicked(self, at: QPointF, extend: bool) -> None:
        k = pick_point(*self._screen(), (at.x(), at.y()))
        self.chosen.emit([self._sample(*self._which(k))] if k >= 0 else [], extend)

    @Slot(object, bool)
    def _outlined(self, corners: list[tuple[float, float]], extend: bool) -> None:
        x, y, _ = self._screen()
        self._choose_inside(np.stack([x, y], axis=1), corners, extend)

    @Slot(QPointF)
    def _hover_at(self, at: QPointF) -> None:
        k = pick_point(*self._screen(), (at.x(), at.y()))
        self._point_at(self._which(k) if k >= 0 else None)

    # -- look and export ---------------------------------------------------------------------------------
    def restyle(self) -> None:
        self._pixmaps.clear()
        self.cloud.update()

    def export_size(self) -> QSize:
        return self.cloud.size()

    def paint_export(self, painter: QPainter, target: QRectF) -> None:
        from PySide6.QtSvg import QSvgGenerator

        vector = isinstance(painter.device(), QSvgGenerator) and len(self._points) <= PRETTY
        self.draw(painter, target, painter.device().devicePixelRatioF(), vector)
