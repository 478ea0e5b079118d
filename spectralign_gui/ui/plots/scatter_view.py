"""Scatter of the samples of all instruments on two axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QWidget

from ...session.state.selections import Sample
from .axes import drawn
from .dressed import pg
from .graph_view import GraphView
from .legend import LegendGraphic
from .marks import Colouring, PointSet
from .scatter_base import ScatterBase
from .scatter_items import (
    Dots,
    Lines,
    LinesItem,
    SplatItem,
    instrument_size,
    scatter_size,
)

MAX_SYMBOLS = 20_000
"""More points than this are stamped into an image."""
NARROW = 300
"""Below this width the legend would leave no room for the points; the read-out still says what a point is."""


class ScatterView(ScatterBase, GraphView):
    """Samples as points: shape = instrument, colour = instrument, group or property.

    Signals
    -------
    chosen(list of samples, bool extend)
        Click, rectangle or lasso; an empty list from a click on an empty place.
    pointed(sample or None)
    """

    chosen = Signal(object, bool)
    pointed = Signal(object)

    def __init__(self, name: str = "scatter", title: str = "Scatter", parent: QWidget | None = None) -> None:
        super().__init__(name, title, ("pan", "zoom", "rectangle", "lasso"), parent)
        self._begin((0, 1))
        self._items: list[Dots] = []
        self._splat: SplatItem | None = None
        self._line_items: list[LinesItem] = []
        self.plot = self.new_plot()
        self.legend = LegendGraphic()
        self.canvas.addItem(self.legend, 0, 1)
        self._rings = Dots(pxMode=True, brush=None)
        self._rings.setZValue(20)
        self._spot = Dots(pxMode=True, brush=None)
        self._spot.setZValue(21)
        area = self.plot.getViewBox()
        for item in (self._rings, self._spot):
            area.addItem(item, ignoreBounds=True)
        area.clicked.connect(self._clicked)
        area.outlined.connect(self._outlined)
        self.hoverMoved.connect(self._hover_at)
        self.hoverLeft.connect(self._left)
        self.restyle()

    # -- what is shown -----------------------------------------------------------------------------------
    def set_points(self, sets: Sequence[PointSet], colouring: Colouring | None = None,
                   axis_names: Sequence[str] = (), keep_range: bool = False) -> None:
        """Show samples; if the same ones were shown before they glide to their new place."""
        before = self._coordinates
        same = self._take(sets, colouring, axis_names)
        dimensions = min((s.coordinates.shape[1] for s in sets), default=0)
        self.axes = tuple(min(a, max(dimensions - 1, 0)) for a in self.axes)  # type: ignore[assignment]
        target = self._picked_axes()
        if not same or not sets:
            self._glide.stop()
            self._make_items()
            self._draw_at(target)
            self.reset_view()
        else:
            self._go(before, target, keep_range)  # drawing at the new place brings the new colours along
        self._label_axes()
        self._legend()

    def set_coordinates(self, coordinates: Sequence[np.ndarray], glide: bool = False) -> None:
        """Move the points (same samples): live."""
        self._put(coordinates)
        dimensions = min((c.shape[1] for c in coordinates), default=0)
        self.axes = tuple(min(a, max(dimensions - 1, 0)) for a in self.axes)  # type: ignore[assignment]
        if glide:
            self._go(self._coordinates, self._picked_axes(), True)
        else:
            self._glide.stop()
            self._draw_at(self._picked_axes())
            self._fit_if_lost()

    def set_axes(self, x: int, y: int) -> None:
        """Choose the dimensions that are shown."""
        before = self._coordinates
        self.axes = (x, y)
        if self.sets:
            self._go(before, self._picked_axes(), False)
        self._label_axes()

    def set_lines(self, lines: Sequence[Lines]) -> None:
        """Join samples by lines."""
        area = self.plot.getViewBox()
        for item in self._line_items:
            area.removeItem(item)
        self._lines = list(lines)
        self._line_items = [LinesItem(self, li) for li in self._lines if len(li.pairs)]
        for item in self._line_items:
            area.addItem(item, ignoreBounds=True)
        self._legend()

    def _picked_axes(self) -> list[np.ndarray]:
        x, y = self.axes
        out = []
        for k, s in enumerate(self.sets):
            c = s.coordinates
            second = c[:, y] if c.shape[1] > y else np.zeros(len(c))
            first = c[:, x] if c.shape[1] > x else np.zeros(len(c))
            if c.shape[1] == 1:
                second = np.full(len(c), float(k))  # one dimension: instruments as two rows
            out.append(np.stack([first, second], axis=1))
        return out

    def _go(self, before: list[np.ndarray], target: list[np.ndarray], keep_range: bool) -> None:
        self._move(before, target)
        if keep_range:
            self._fit_if_lost(target)
        else:
            self._fit_to(target)

    # -- drawing -----------------------------------------------------------------------------------------
    def _make_items(self) -> None:
        area = self.plot.getViewBox()
        for item in [*self._items, *self._line_items, *([self._splat] if self._splat else [])]:
            area.removeItem(item)
        self._items, self._line_items, self._splat = [], [], None
        n = sum(len(s.coordinates) for s in self.sets)
        if n > MAX_SYMBOLS:
            self._splat = SplatItem(self)
            area.addItem(self._splat)
            return
        for _ in self.sets:
            item = Dots(pxMode=True, pen=None)
            area.addItem(item)
            self._items.append(item)

    @Slot(object)
    def _draw_at(self, coordinates: list[np.ndarray]) -> None:
        self._coordinates = coordinates
        if self._splat is not None:
            xy = np.concatenate(coordinates)
            low, high = np.nanmin(xy, axis=0), np.nanmax(xy, axis=0)
            self._splat.set_bounds(QRectF(low[0], low[1], max(high[0] - low[0], 1e-12), max(high[1] - low[1], 1e-12)))
            self._splat.update()
        n = sum(map(len, coordinates))
        for k, (item, xy) in enumerate(zip(self._items, coordinates, strict=False)):
            item.setData(x=xy[:, 0], y=xy[:, 1], brush=self._brushes(k), symbol=self.theme.symbol(self.sets[k].index),
                         pen=self._edge, size=instrument_size(n, k, len(self.sets) == 1))
        for item in self._line_items:
            item.update()
        self._mark()

    def _brushes(self, k: int) -> list[QBrush]:
        colours = [QBrush(QColor(c)) for c in self.colouring.colours(self.theme)]
        unknown = QBrush(QColor(self.theme.muted))
        unknown.setStyle(Qt.BrushStyle.Dense5Pattern)
        colours.append(unknown)  # code -1
        return [colours[c] for c in self._codes(k)]

    @property
    def _edge(self) -> Any:
        return pg.mkPen(self.theme.plot_background, width=0.7)

    def _recolour(self) -> None:
        if self._coordinates and not self._glide.moving:
            self._draw_at(self._coordinates)
        self._legend()

    def packed_marks(self) -> tuple[np.ndarray, np.ndarray, list[str]]:
        """Colour, shape index of every point, and the shapes: for stamping."""
        return self._packed_colours(), self._shapes(), [self.theme.symbol(s.index) for s in self.sets]

    def shown_xy(self) -> np.ndarray:
        """Coordinates as drawn now, all sets one after the other: (N, 2)."""
        return np.concatenate(self._coordinates) if self._coordinates else np.zeros((0, 2))

    def ends(self, pairs: np.ndarray) -> np.ndarray:
        """Ends (x, y, x, y) of lines between samples."""
        offsets = np.concatenate([[0], np.cumsum([len(c) for c in self._coordinates])])
        xy = self.shown_xy()
        return np.hstack([xy[offsets[pairs[:, 0]] + pairs[:, 1]], xy[offsets[pairs[:, 2]] + pairs[:, 3]]])

    # -- range -------------------------------------------------------------------------------------------
    def reset_view(self) -> None:
        if self.sets:
            self._fit_to(self._picked_axes())

    def _fit_to(self, coordinates: list[np.ndarray]) -> None:
        xy = np.concatenate(coordinates)
        xy = xy[np.isfinite(xy).all(axis=1)]
        if not len(xy):
            return
        low, high = xy.min(axis=0), xy.max(axis=0)
        span = np.where(high > low, high - low, 1.0)
        low, high = low - 0.06 * span, high + 0.06 * span
        self.plot.getViewBox().setRange(xRange=(low[0], high[0]), yRange=(low[1], high[1]), padding=0)
        self._settle.start()

    def _fit_if_lost(self, coordinates: list[np.ndarray] | None = None) -> None:
        """Fit only if points left the view or hardly use it, so that the axes stay still while points move."""
        xy = np.concatenate(coordinates or self._coordinates)
        xy = xy[np.isfinite(xy).all(axis=1)]
        if not len(xy):
            return
        view = np.array(self.plot.getViewBox().viewRange())
        low, high = xy.min(axis=0), xy.max(axis=0)
        outside = (low < view[:, 0]).any() or (high > view[:, 1]).any()
        small = ((high - low) < 0.45 * (view[:, 1] - view[:, 0])).any()
        if outside or small:
            self._fit_to([xy])

    # -- selection ---------------------------------------------------------------------------------------
    def _mark(self, spot_only: bool = False) -> None:
        if not spot_only:
            self._ring(self._rings, self._selected, self.theme.selection, 6, 2)
        self._ring(self._spot, {self._hover} if self._hover else set(), self.theme.hover, 10, 1.5)

    def _ring(self, item: Dots, wanted: frozenset[Sample] | set[Sample], colour: str, extra: int, width: float) -> None:
        places = self._places(wanted)
        if not len(places) and not len(item.data):
            return
        size = scatter_size(sum(map(len, self._coordinates)))
        item.setData(x=places[:, 0], y=places[:, 1], size=size + extra, symbol="o", brush=None,
                     pen=pg.mkPen(colour, width=width))

    def _places(self, samples: frozenset[Sample] | set[Sample]) -> np.ndarray:
        by_name: dict[str, list[int]] = {}
        for name, row in samples:
            by_name.setdefault(name, []).append(row)
        found = [c[np.isin(s.rows, by_name[s.name])] for s, c in zip(self.sets, self._coordinates, strict=True)
                 if s.name in by_name]
        return np.concatenate(found) if found else np.zeros((0, 2))

    def nearest(self, at: QPointF, reach: float = 9.0) -> tuple[int, int] | None:
        """Set and place of the point nearest to a place in data units, within `reach` pixels."""
        xy = self.shown_xy()
        if not len(xy):
            return None
        sx, sy = self.pixel_size(self.plot)
        distance = np.hypot((xy[:, 0] - at.x()) / (sx or 1), (xy[:, 1] - at.y()) / (sy or 1))
        distance[np.isnan(distance)] = np.inf
        k = int(len(distance) - 1 - np.argmin(distance[::-1]))  # of equal ones the one drawn on top
        if distance[k] > reach:
            return None
        return self._which(k)

    @Slot(object, object, bool)
    def _clicked(self, at: QPointF, _: QPointF, extend: bool) -> None:
        found = self.nearest(at)
        self.chosen.emit([self._sample(*found)] if found else [], extend)

    @Slot(object, bool)
    def _outlined(self, corners: list[tuple[float, float]], extend: bool) -> None:
        self._choose_inside(self.shown_xy(), corners, extend)

    @Slot(object, object)
    def _hover_at(self, _: pg.PlotItem, at: QPointF) -> None:
        self._point_at(self.nearest(at))

    # -- look and export ---------------------------------------------------------------------------------
    def _label_axes(self) -> None:
        one = bool(self.sets) and self.sets[0].coordinates.shape[1] == 1
        self.plot.setLabel("bottom", drawn(self.axis_name(self.axes[0])))
        self.plot.setLabel("left", "Instrument" if one else drawn(self.axis_name(self.axes[1])))
        self.fit_labels()

    def _legend(self) -> None:
        sections = self._sections() if self.sets and self.canvas.width() >= NARROW else []
        self.legend.set_sections(sections, self.theme, self.small_font(), 0.34 * self.canvas.width())

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self._legend()

    def restyle(self) -> None:
        super().restyle()
        self._recolour()
        self._mark()
        for item in self._line_items:
            item.update()

    def report_size(self) -> QSize:
        return QSize(480, 330)
