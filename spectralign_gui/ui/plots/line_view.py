"""Small plots of a few curves or points over a number: singular values, eigenvalues, convergence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import QWidget

from ...presenters.plots.chart import Chart
from .axes import drawn, show_axes
from .colours import hairline
from .corner import CornerText
from .dressed import pg
from .graph_view import GraphView
from .legend_strip import LegendStrip
from .scatter_items import Dots
from .spectra_items import LevelItem, PolylineItem
from .view import Table

COUNTED = ("Standards in the fit", "Number of standards", "Iteration", "Among the k nearest")
"""Titles of axes whose given places are counts; places that are not given always are."""


class LineView(GraphView):
    """Curves with levels and labels.

    Parameters
    ----------
    legend_above : bool
        The legend stands above the plot instead of in its corner: for points that may lie anywhere.
    """

    def __init__(self, name: str, title: str, parent: QWidget | None = None,
                 modes: tuple[str, ...] = ("pan", "zoom"), legend_above: bool = False) -> None:
        super().__init__(name, title, modes, parent)
        self.chart = Chart()
        self._legend_above = legend_above
        self._made: tuple[pg.PlotItem, CornerText | LegendStrip] | None = None
        self._items: list[Any] = []
        self.hoverMoved.connect(self._hover_at)
        self.hoverLeft.connect(self._left)
        self.restyle()

    # -- axes and legend, which take far longer to make than all the rest --------------------------------
    @property
    def plot(self) -> pg.PlotItem:
        """The plot; made when it is first seen, drawn elsewhere, or asked for."""
        return self._furnished()[0]

    @property
    def _corner(self) -> CornerText | LegendStrip:
        return self._furnished()[1]

    def _furnished(self) -> tuple[pg.PlotItem, CornerText | LegendStrip]:
        if self._made is None:
            plot = self.new_plot(row=1)
            corner: CornerText | LegendStrip
            if self._legend_above:
                corner = LegendStrip()
                self.canvas.addItem(corner, 0, 0)
                self.canvas.ci.layout.setRowSpacing(0, 2)
            else:
                corner = CornerText(plot.getViewBox(), right=True)
            self._made = plot, corner
            self.furnish()
            self.restyle()
            self.reset_view()
        return self._made

    def furnish(self) -> None:
        """Put into the new plot what is always there; nothing to do here."""

    def showEvent(self, event: QShowEvent) -> None:
        self._furnished()
        super().showEvent(event)

    @contextmanager
    def at_size(self, size: QSize) -> Iterator[None]:
        self._furnished()
        with super().at_size(size):
            yield

    def paint_export(self, painter: QPainter, target: QRectF) -> None:
        self._furnished()
        super().paint_export(painter, target)

    def set_chart(self, chart: Chart, keep_range: bool = False) -> None:
        """Show this."""
        self.chart = chart
        self._draw()
        if not keep_range:
            self.reset_view()

    def _colour(self, name: str) -> str:
        kind, _, number = name.partition(":")
        if kind == "instrument":
            return self.theme.instrument(int(number))
        if kind == "group":
            return self.theme.group(int(number))
        return str(getattr(self.theme, name))

    def _heights(self, y: np.ndarray) -> np.ndarray:
        if not self.chart.log_y:
            return np.asarray(y, dtype=float)
        with np.errstate(divide="ignore", invalid="ignore"):
            out = np.log10(np.asarray(y, dtype=float))
        return np.where(np.isfinite(out), out, np.nan)

    def _draw(self) -> None:
        if self._made is None:
            return
        for item in self._items:
            self.plot.getViewBox().removeItem(item)
        self._items = []
        chart = self.chart
        self.plot.getAxis("left").setLogMode(False, chart.log_y)
        self.plot.getViewBox().invertX(chart.reverse_x)
        axis = self.plot.getAxis("bottom")
        axis.names = tuple(chart.names)
        axis.whole = bool(chart.names) or (bool(chart.series) and all(
            s.x is None or (len(s.x) > 1 and chart.x_label in COUNTED) for s in chart.series))
        self.plot.setLabel("bottom", drawn(chart.x_label))
        self.plot.setLabel("left", drawn(chart.y_label))
        show_axes(self.plot, bool(chart.series))  # after the titles, which show them
        self.fit_labels()
        lines: list[tuple[str, str]] = []
        for s in chart.series:
            x, y, colour = s.places(), self._heights(s.y), self._colour(s.colour)
            if s.label:
                lines.append((s.label, colour))
            if s.line:
                self._add(PolylineItem(np.asarray(x, dtype=float), y, hairline(colour)))
            if s.symbol:
                shape = s.symbol
                if shape.startswith("instrument:"):
                    shape = self.theme.symbol(int(shape.split(":")[1]))
                ok = np.isfinite(y)
                full, empty = pg.mkBrush(colour), pg.mkBrush(self.theme.plot_background)
                filled = np.ones(len(y), bool) if s.filled is None else s.filled
                size = 8 if s.symbol == "instrument:0" else 6  # the first lies below the others
                self._add(Dots(x[ok], y[ok], symbol=shape, size=size, pen=pg.mkPen(colour, width=1),
                                             brush=[full if f else empty for f in filled[ok]]))
        for level in chart.levels:
            at = level.at if level.vertical else float(self._heights(np.array([level.at]))[0])
            if np.isfinite(at):
                colour = self._colour(level.colour)
                self._add(LevelItem(at, level.vertical, hairline(colour, 1.0, Qt.PenStyle.DashLine)))
                if level.label and level.in_legend:
                    lines.append((level.label, colour))
        self._corner.set_lines([*lines, *((note, "") for note in chart.notes)])

    def _add(self, item: Any) -> None:
        self.plot.getViewBox().addItem(item, ignoreBounds=True)
        self._items.append(item)

    def reset_view(self) -> None:
        if self._made is None:
            return
        xs = [s.places() for s in self.chart.series if len(s.y)]
        ys = [self._heights(s.y) for s in self.chart.series if len(s.y)]
        ys += [self._heights(np.array([lv.at])) for lv in self.chart.levels if not lv.vertical]
        if not xs:
            return
        x, y = np.concatenate(xs), np.concatenate(ys)
        y = y[np.isfinite(y)]
        if not len(y):
            return
        low, high = float(y.min()), float(y.max())
        pad = 0.08 * (high - low) or 0.5
        width = float(x.max()) - float(x.min())
        given = any(s.x is not None for s in self.chart.series)
        side = max((0.02 if len(x) > 60 else 0.06) * width, 1e-9) if width and (len(x) > 60 or given) else 0.5
        self.plot.getViewBox().setRange(xRange=(float(x.min()) - side, float(x.max()) + side),
                                        yRange=(low - pad, high + max(pad, self.chart.head * (high - low))), padding=0)

    @Slot(object, object)
    def _hover_at(self, _: pg.PlotItem, at: QPointF) -> None:
        sx, sy = self.pixel_size(self.plot)
        best: tuple[float, str] = (10.0, "")
        for s in self.chart.series:
            x, y = s.places(), self._heights(s.y)
            if not len(x):
                continue
            distance = np.hypot((x - at.x()) / (sx or 1), (y - at.y()) / (sy or 1))
            distance[np.isnan(distance)] = np.inf
            k = int(np.argmin(distance))
            if distance[k] < best[0]:
                at_x = self.chart.names[round(x[k]) - 1] if 0 < x[k] <= len(self.chart.names) else f"{x[k]:g}"
                best = float(distance[k]), f"{s.label}   ·   {at_x}: {float(s.y[k]):.5g}"
        self.say(best[1])

    @Slot()
    def _left(self) -> None:
        self.say("")

    def restyle(self) -> None:
        super().restyle()
        if self._made is None:
            return
        self._corner.set_look(self.theme.text, self.theme.plot_background, self.small_font())
        self._draw()

    def export_table(self) -> Table:
        headings, columns = [], []
        for s in self.chart.series:
            headings += [f"{s.label}: {self.chart.x_label}", f"{s.label}: {self.chart.y_label}"]
            columns += [s.places(), np.asarray(s.y)]
        for level in self.chart.levels:
            headings.append(level.label)
            columns.append(np.array([level.at]))
        return headings, columns
