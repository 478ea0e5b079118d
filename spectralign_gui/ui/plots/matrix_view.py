"""A square matrix of samples by samples as an image that is read only as finely as the screen shows it."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from ...core.errors import FileError
from ...core.monitor import Monitor
from ...core.numerics.matrix_source import MatrixSource, Order, order_as_loaded
from ...jobs import JobManager
from .axes import WIDTH
from .colours import diverging, hairline
from .corner import CornerText
from .dressed import pg
from .graph_view import GraphView
from .latest import Latest
from .legend import LegendGraphic, Section
from .spectra_items import DeviceItem
from .view import Table

TILE = 640
"""Most cells along a side of the image."""
AT_ONCE = 250
"""Up to this size the image is made at once, above in the background."""
MOST_CELLS = 4_000_000
"""Most cells of an exported table."""


class _Tile(DeviceItem):
    def __init__(self) -> None:
        super().__init__(QRectF(0, 0, 1, 1))
        self._image: QImage | None = None
        self._buffer: np.ndarray | None = None
        self._area = QRectF()

    def show_values(self, values: np.ndarray, area: QRectF, level: float, table: np.ndarray) -> None:
        """Show a block of values on an area."""
        scaled = np.nan_to_num(values / level, nan=0.0)
        index = np.clip((scaled + 1) * (len(table) / 2), 0, len(table) - 1).astype(np.intp)
        rgba = table[index].astype(np.uint32)
        self._buffer = np.ascontiguousarray(
            (rgba[..., 3] << 24) | (rgba[..., 0] << 16) | (rgba[..., 1] << 8) | rgba[..., 2])
        h, w = self._buffer.shape
        self._image = QImage(self._buffer.data, w, h, 4 * w, QImage.Format.Format_ARGB32)
        self._area = area
        self.update()

    def clear(self) -> None:
        """Show nothing."""
        self._image = None
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._image is None:
            return
        painter.save()
        t = self.to_device(painter)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawImage(QRectF(t.map(self._area.topLeft()), t.map(self._area.bottomRight())).normalized(),
                          self._image)
        painter.restore()


class _Marks(DeviceItem):
    """Outlines of blocks, and the selected rows and columns."""

    def __init__(self, view: MatrixView) -> None:
        super().__init__(QRectF(0, 0, 1, 1))
        self._owner = weakref.ref(view)  # a cycle through graphics items is collected in an order Qt does not survive
        self.setZValue(5)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        view = self._owner()
        if view is None:
            return
        n = view.n
        painter.save()
        t = self.to_device(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if len(view.order.blocks) > 1:
            painter.setPen(hairline(view.theme.plot_foreground, 0.85))
            for start, stop, _ in view.order.blocks:
                painter.drawRect(QRectF(t.map(QPointF(start, start)), t.map(QPointF(stop, stop))))
        painter.setPen(hairline(view.theme.muted, 0.8))
        painter.drawRect(QRectF(t.map(QPointF(0, 0)), t.map(QPointF(n, n))))
        colour = QColor(view.theme.selection)
        for k in view.selected_places()[:200]:
            a, b = t.map(QPointF(k, k)), t.map(QPointF(k + 1, k + 1))
            left, right = t.map(QPointF(0, 0)), t.map(QPointF(n, n))
            painter.setPen(hairline(colour.name(), 0.9))
            painter.drawRect(QRectF(QPointF(left.x(), a.y()), QPointF(right.x(), b.y())).normalized())
            painter.drawRect(QRectF(QPointF(a.x(), left.y()), QPointF(b.x(), right.y())).normalized())
        painter.restore()


class MatrixView(GraphView):
    """R of one instrument: row i says how sample i is put together from the samples j.

    Signals
    -------
    chosen(list of int, bool extend)
        Samples (places in the source) of the clicked cell, or of the rows and columns of a box.
    pointed(int or None)
    drawn
    """

    chosen = Signal(object, bool)
    pointed = Signal(object)
    drawn = Signal()

    def __init__(self, jobs: JobManager, name: str = "matrix", title: str = "Reconstruction",
                 parent: QWidget | None = None) -> None:
        super().__init__(name, title, ("pan", "zoom", "rectangle"), parent)
        self._latest = Latest(jobs, self)
        self._latest.done.connect(self._came)
        self.with_legend = True
        self.source: MatrixSource | None = None
        self.order = order_as_loaded(0)
        self.names: Sequence[str] = ()
        self._level: float | None = None
        self._values: tuple[np.ndarray, QRectF] | None = None
        self._selected: list[int] = []
        self.plot = self.new_plot()
        area = self.plot.getViewBox()
        area.invertY(True)
        area.setAspectLocked(True)
        self.legend = LegendGraphic()
        self.canvas.addItem(self.legend, 0, 1)
        self._tile, self._marks = _Tile(), _Marks(self)
        area.addItem(self._tile)
        area.addItem(self._marks, ignoreBounds=True)
        self._corner = CornerText(area)
        self.plot.setLabel("left", "Sample")
        self.plot.setLabel("bottom", "Put together from")
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._request)
        area.sigRangeChanged.connect(self._range_changed)
        area.sigResized.connect(self._range_changed)
        area.clicked.connect(self._clicked)
        area.outlined.connect(self._outlined)
        self.hoverMoved.connect(self._hover_at)
        self.hoverLeft.connect(self._left)
        self.restyle()

    @property
    def n(self) -> int:
        """Number of samples."""
        return self.source.n if self.source is not None else 0

    # -- what is shown -----------------------------------------------------------------------------------
    def set_matrix(self, source: MatrixSource | None, names: Sequence[str] = (), order: Order | None = None) -> None:
        """Show a matrix; the view stays if it is of the same size."""
        same = self.n == (source.n if source is not None else 0)
        self.source, self.names = source, names
        self._level = None
        self.order = order if order is not None else order_as_loaded(self.n)
        box = QRectF(0, 0, max(self.n, 1), max(self.n, 1))
        self._tile.set_bounds(box)
        self._marks.set_bounds(box)
        if source is None:
            self._values = None
            self._tile.clear()
        self._tick_blocks()
        if not same:
            self.reset_view()
        self._later.start()

    def set_order(self, order: Order) -> None:
        """Sort rows and columns otherwise."""
        self.order = order
        self._tick_blocks()
        self._marks.update()
        self._later.start()

    def reset_view(self) -> None:
        n = max(self.n, 1)
        self.plot.getViewBox().setRange(QRectF(0, 0, n, n), padding=0.02)

    def _tick_blocks(self) -> None:
        blocks = self.order.blocks
        large = [b for b in blocks if b[1] - b[0] >= 0.055 * max(self.n, 1)]
        ticks = [[((a + b) / 2, label) for a, b, label in large]] if 1 < len(blocks) <= 40 else [[]]
        wide = max((len(label) for _, _, label in large), default=0) * len(large) <= 30
        for side in ("left", "bottom"):
            axis = self.plot.getAxis(side)
            axis.setTicks(ticks if side == "left" or wide else [[]])
            axis.setStyle(tickLength=0)
            axis.setPen(pg.mkPen(None))
            axis.setLabel(axis.labelText, **self.label_style())
        width = 58
        if ticks[0]:
            metrics = pg.QtGui.QFontMetricsF(self.small_font())
            width = int(min(max(metrics.horizontalAdvance(t) for _, t in ticks[0]) + 34, 130))
        self.plot.getAxis("left").setProperty(WIDTH, None)  # this view fits it itself
        self.plot.getAxis("left").setWidth(width if ticks[0] else 28)
        self.plot.getAxis("bottom").showLabel(self.canvas.height() > 240)  # a new title shows itself

    # -- reading the visible part ------------------------------------------------------------------------
    @Slot()
    def _range_changed(self, *_: object) -> None:
        self._later.start()

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self.plot.getAxis("bottom").showLabel(self.canvas.height() > 240)

    def _visible(self) -> tuple[int, int, int, int, int]:
        (x0, x1), (y0, y1) = self.plot.getViewBox().viewRange()
        n = self.n
        c0, c1 = max(int(np.floor(x0)), 0), min(int(np.ceil(x1)), n)
        r0, r1 = max(int(np.floor(y0)), 0), min(int(np.ceil(y1)), n)
        step = max(1, -(-max(c1 - c0, r1 - r0, 1) // TILE))
        return r0, r1, c0, c1, step

    @Slot()
    def _request(self) -> None:
        source = self.source
        if source is None:
            self._corner.set_lines([])
            self.legend.set_sections([], self.theme, self.small_font())
            return
        r0, r1, c0, c1, step = self._visible()
        if r1 <= r0 or c1 <= c0:
            return
        permutation, level = self.order.permutation, self._level

        def work(monitor: Monitor | None = None) -> tuple[Any, ...]:
            known = source.level() if level is None else level
            rows, columns = permutation[r0:r1:step], permutation[c0:c1:step]
            area = QRectF(c0, r0, len(columns) * step, len(rows) * step)
            return source, permutation, source.block(rows, columns), area, known, step

        if source.n <= AT_ONCE:
            self._came(work())
        else:
            self._latest.submit(work)

    @Slot(object)
    def _came(self, result: tuple[Any, ...]) -> None:
        source, permutation, values, area, level, step = result
        if source is not self.source or permutation is not self.order.permutation:
            return
        self._level = level
        self._values = values, area
        self._tile.show_values(values, area, level, diverging(self.theme))
        self._corner.set_lines([(f"every {_ordinal(step)} of {self.n:,} samples; zoom in to see all".replace(
            ",", "\u202f"), "")] if step > 1 else [])
        self._legend()
        self.drawn.emit()

    @property
    def level(self) -> float | None:
        """Limit of the colours."""
        return self._level

    @property
    def pending(self) -> bool:
        """Whether a part is still being read."""
        return self._later.isActive() or self._latest.busy

    def _legend(self) -> None:
        if self._level is None or not self.with_legend:
            return
        stops = [QColor(*(int(v) for v in row)).name() for row in diverging(self.theme, 21)]
        limits = (-self._level, self._level)
        self.legend.set_sections([Section("Weight", (), tuple(stops), limits)], self.theme, self.small_font())

    # -- mouse and selection -----------------------------------------------------------------------------
    def _cell(self, at: QPointF) -> tuple[int, int] | None:
        row, column = int(np.floor(at.y())), int(np.floor(at.x()))
        if self.source is None or not (0 <= row < self.n and 0 <= column < self.n):
            return None
        return int(self.order.permutation[row]), int(self.order.permutation[column])

    @Slot(object, object, bool)
    def _clicked(self, at: QPointF, _: QPointF, extend: bool) -> None:
        cell = self._cell(at)
        self.chosen.emit([] if cell is None else list(dict.fromkeys((cell[1], cell[0]))), extend)

    @Slot(object, bool)
    def _outlined(self, corners: list[tuple[float, float]], extend: bool) -> None:
        """The samples of the rows and of the columns that a box touches."""
        found: list[int] = []
        for axis in (0, 1):
            ends = [c[axis] for c in corners]
            first, last = max(int(np.floor(min(ends))), 0), min(int(np.floor(max(ends))), self.n - 1)
            found += [int(k) for k in self.order.permutation[first:last + 1]]
        self.chosen.emit(list(dict.fromkeys(found)), extend)

    @Slot(object, object)
    def _hover_at(self, _: pg.PlotItem, at: QPointF) -> None:
        cell = self._cell(at)
        if cell is None or self.source is None:
            self._left()
            return
        i, j = cell
        value = float(self.source.pairs(np.array([i]), np.array([j]))[0])
        self.say(f"{self._name(i)}  from  {self._name(j)}   ·   weight {value:.4g}")
        self.pointed.emit(i)

    @Slot()
    def _left(self) -> None:
        self.say("")
        self.pointed.emit(None)

    def _name(self, i: int) -> str:
        return (self.names[i] if i < len(self.names) else "") or f"sample {i + 1}"

    def set_selected(self, samples: Sequence[int]) -> None:
        """Frame the rows and columns of these samples (places in the source)."""
        self._selected = list(samples)
        self._marks.update()

    def selected_places(self) -> list[int]:
        """Rows of the picture that are framed."""
        if not self._selected:
            return []
        place = np.empty(self.n, dtype=np.intp)
        place[self.order.permutation] = np.arange(self.n)
        return [int(place[i]) for i in self._selected if 0 <= i < self.n]

    # -- look and export ---------------------------------------------------------------------------------
    def restyle(self) -> None:
        super().restyle()
        self._corner.set_look(self.theme.text, self.theme.plot_background, self.small_font())
        self._tick_blocks()
        values = self._values
        if values is not None and self._level is not None and self.source is not None:
            self._tile.show_values(*values, self._level, diverging(self.theme))
            self._legend()
        self._marks.update()

    def export_table(self) -> Table:
        if self.source is None:
            return [], []
        r0, r1, c0, c1, _ = self._visible()
        if (r1 - r0) * (c1 - c0) > MOST_CELLS:
            raise FileError(f"the visible part of {self.plot_title} has {r1 - r0:,} × {c1 - c0:,} cells, too many for "
                            "a table; zoom in to the part you need.")
        rows, columns = self.order.permutation[r0:r1], self.order.permutation[c0:c1]
        block = self.source.block(rows, columns)
        headings = ["Sample", *(self._name(int(j)) for j in columns)]
        cells: list[Sequence[Any]] = [[self._name(int(i)) for i in rows]]
        return headings, cells + [block[:, k] for k in range(block.shape[1])]


def _ordinal(k: int) -> str:
    return {2: "2nd", 3: "3rd"}.get(k, f"{k}th")
