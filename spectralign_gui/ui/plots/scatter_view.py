"""Scatter of the samples of all instruments on two axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QWidget

from ..state.selection import Sample
from .axes import drawn
from .colours import packed
from .dressed import pg
from .glide import Glide
from .graph_view import GraphView
from .legend import Entry, LegendGraphic, scatter_sections
from .marks import Colouring, PointSet
from .scatter_items import (
    Dots,
    Lines,
    LinesItem,
    SplatItem,
    inside_polygon,
    instrument_size,
    scatter_size,
    scatter_table,
)
from .view import Table

MAX_SYMBOLS = 20_000
"""More points than this are stamped into an image."""
MAX_GLIDE = 6_000
NARROW = 300
"""Below this width the legend would leave no room for the points; the read-out still says what a point is."""


class ScatterView(GraphView):
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
        self.sets: list[PointSet] = []
        self.colouring = Colouring()
        self.axes = (0, 1)
        self.axis_names: Sequence[str] = ()
        self._selected: frozenset[Sample] = frozenset()
        self._hover: Sample | None = None
        self._lines: list[Lines] = []
        self._items: list[Dots] = []
        self._splat: SplatItem | None = None
        self._line_items: list[LinesItem] = []
        self._coordinates: list[np.ndarray] = []
        self._glide = Glide(self)
        self._glide.moved.connect(self._draw_at)
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
        same = [(s.name, len(s.coordinates)) for s in self.sets] == [(s.name, len(s.coordinates)) for s in sets]
        before = self._coordinates
        self.sets = list(sets)
        if colouring is not None:
            self.colouring = colouring
        if not same and colouring is None:
            self.colouring = Colouring("instrument", "Instrument",
                                       [np.full(len(s.coordinates), s.index) for s in sets], [s.name for s in sets])
        self.axis_names = axis_names
        dimensions = min((s.coordinates.shape[1] for s in sets), default=0)
        self.axes = tuple(min(a, max(dimensions - 1, 0)) for a in self.axes)  # type: ignore[assignment]
        target = self._picked_axes()
        if not same or not sets:
            self._glide.stop()
            self._lines = []
            self._make_items()
            self._draw_at(target)
            self.reset_view()
        else:
            self._move(before, target, keep_range)  # drawing at the new place brings the new colours along
        self._label_axes()
        self._legend()

    def set_coordinates(self, coordinates: Sequence[np.ndarray], glide: bool = False) -> None:
        """Move the points (same samples): live."""
        self.sets = [PointSet(s.name, s.index, c, s.rows, s.sample_names)
                     for s, c in zip(self.sets, coordinates, strict=True)]
        dimensions = min((c.shape[1] for c in coordinates), default=0)
        self.axes = tuple(min(a, max(dimensions - 1, 0)) for a in self.axes)  # type: ignore[assignment]
        if glide:
            self._move(self._coordinates, self._picked_axes(), True)
        else:
            self._glide.stop()
            self._draw_at(self._picked_axes())
            self._fit_if_lost()

    def set_axes(self, x: int, y: int) -> None:
        """Choose the dimensions that are shown."""
        before = self._coordinates
        self.axes = (x, y)
        if self.sets:
            self._move(before, self._picked_axes(), False)
        self._label_axes()

    def set_colouring(self, colouring: Colouring) -> None:
        """Other colours."""
        same, self.colouring = colouring.same_as(self.colouring), colouring
        if same:  # names or values may be others: they are looked up when they are pointed at
            return
        self._recolour()
        self._legend()

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

    @property
    def lines(self) -> list[Lines]:
        """Lines that join samples."""
        return self._lines

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

    def _move(self, before: list[np.ndarray], target: list[np.ndarray], keep_range: bool) -> None:
        fits = [b.shape for b in before] == [t.shape for t in target]
        if fits and self.isVisible() and sum(map(len, target)) <= MAX_GLIDE:
            self._glide.go(before, target)
        else:
            self._glide.stop()
            self._draw_at(target)
        if not keep_range:
            self._fit_to(target)
        else:
            self._fit_if_lost(target)

    @property
    def pending(self) -> bool:
        """Whether points are still moving."""
        return self._glide.moving

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
        self._draw_rings()

    def _brushes(self, k: int) -> list[QBrush]:
        colours = [QBrush(QColor(c)) for c in self.colouring.colours(self.theme)]
        unknown = QBrush(QColor(self.theme.muted))
        unknown.setStyle(Qt.BrushStyle.Dense5Pattern)
        colours.append(unknown)  # code -1
        return [colours[c] for c in self._codes(k)]

    def _codes(self, k: int) -> np.ndarray:
        n = len(self.sets[k].coordinates)
        if k < len(self.colouring.codes) and len(self.colouring.codes[k]) == n:
            return self.colouring.codes[k]
        return np.full(n, -1)

    @property
    def _edge(self) -> Any:
        return pg.mkPen(self.theme.plot_background, width=0.7)

    def _recolour(self) -> None:
        if self._coordinates and not self._glide.moving:
            self._draw_at(self._coordinates)

    def packed_marks(self) -> tuple[np.ndarray, np.ndarray, list[str]]:
        """Colour, shape index of every point, and the shapes: for stamping."""
        table = packed([*self.colouring.colours(self.theme), self.theme.muted])
        colours = np.concatenate([table[self._codes(k)] for k in range(len(self.sets))])
        shapes = np.concatenate([np.full(len(s.coordinates), k) for k, s in enumerate(self.sets)])
        return colours, shapes, [self.theme.symbol(s.index) for s in self.sets]

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
    def set_selected(self, samples: frozenset[Sample] | set[Sample], hovered: Sample | None = None) -> None:
        """Ring the selected samples."""
        self._selected, self._hover = frozenset(samples), hovered
        self._draw_rings()

    def set_hovered(self, sample: Sample | None) -> None:
        """Ring the sample under the mouse (here or in another dock)."""
        if sample != self._hover:
            self._hover = sample
            self._draw_spot()

    def _draw_rings(self) -> None:
        self._ring(self._rings, self._selected, self.theme.selection, 6, 2)
        self._draw_spot()

    def _draw_spot(self) -> None:
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

    def selected_rows(self) -> Mapping[str, list[int]]:
        """Rows that are ringed, per instrument."""
        return {s.name: sorted(r for n, r in self._selected if n == s.name) for s in self.sets}

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
        for which, c in enumerate(self._coordinates):
            if k < len(c):
                return which, k
            k -= len(c)
        return None

    def _sample(self, which: int, k: int) -> Sample:
        return self.sets[which].name, int(self.sets[which].rows[k])

    @Slot(object, object, bool)
    def _clicked(self, at: QPointF, _: QPointF, extend: bool) -> None:
        found = self.nearest(at)
        self.chosen.emit([self._sample(*found)] if found else [], extend)

    @Slot(object, bool)
    def _outlined(self, corners: list[tuple[float, float]], extend: bool) -> None:
        inside = inside_polygon(self.shown_xy(), np.array(corners))
        samples, start = [], 0
        for which, c in enumerate(self._coordinates):
            samples += [self._sample(which, int(k)) for k in np.flatnonzero(inside[start:start + len(c)])]
            start += len(c)
        self.chosen.emit(samples, extend)

    @Slot(object, object)
    def _hover_at(self, _: pg.PlotItem, at: QPointF) -> None:
        found = self.nearest(at)
        if found is None:
            self.say("")
            self.pointed.emit(None)
            return
        which, k = found
        s = self.sets[which]
        x, y = self._coordinates[which][k]
        parts = [f"{s.sample_names[k] or 'without name'} ({s.name})", f"{x:.4g}, {y:.4g}"]
        if self.colouring.kind != "instrument":
            parts.append(self.colouring.value_text(which, k))
        self.say("   ·   ".join(parts))
        self.pointed.emit(self._sample(which, k))

    @Slot()
    def _left(self) -> None:
        self.say("")
        self.pointed.emit(None)

    # -- look and export ---------------------------------------------------------------------------------
    def axis_name(self, k: int) -> str:
        """Label of a dimension."""
        return self.axis_names[k] if k < len(self.axis_names) else f"Joint dimension {k + 1}"

    def _label_axes(self) -> None:
        one = bool(self.sets) and self.sets[0].coordinates.shape[1] == 1
        self.plot.setLabel("bottom", drawn(self.axis_name(self.axes[0])))
        self.plot.setLabel("left", "Instrument" if one else drawn(self.axis_name(self.axes[1])))
        self.fit_labels()

    def _legend(self) -> None:
        lines = [Entry(li.style, getattr(self.theme, li.colour), li.text) for li in self._lines
                 if len(li.pairs) and li.text]
        sections = scatter_sections([s.name for s in self.sets], [s.index for s in self.sets], self.colouring,
                                    self.theme, lines) if self.sets and self.canvas.width() >= NARROW else []
        self.legend.set_sections(sections, self.theme, self.small_font(), 0.34 * self.canvas.width())

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self._legend()

    def restyle(self) -> None:
        super().restyle()
        self._recolour()
        self._draw_rings()
        self._legend()
        for item in self._line_items:
            item.update()

    def report_size(self) -> QSize:
        return QSize(480, 330)

    def export_table(self) -> Table:
        return scatter_table(self.sets, self.colouring, self.axis_name)
