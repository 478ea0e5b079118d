"""A small table of figures as coloured cells with their values written in, one of them framed."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from html import unescape
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from .axes import WIDTH, drawn
from .colours import hairline, sequential
from .dressed import pg
from .graph_view import GraphView
from .legend import LegendGraphic, Section
from .spectra_items import DeviceItem
from .view import Table

ROOM_FOR_LEGEND = 240
"""Pixels of width below which the cells need the room more; the read-out and the table say the figures."""


class _Cells(DeviceItem):
    def __init__(self, view: HeatView) -> None:
        super().__init__(QRectF(0, 0, 1, 1))
        self._owner = weakref.ref(view)  # as in the matrix: no cycle through graphics items

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        view = self._owner()
        if view is None or not view.values.size:
            return
        painter.save()
        t = self.to_device(painter)
        painter.setFont(view.small_font())
        metrics = QFontMetricsF(view.small_font())
        digits = self._digits(view, t.m11(), metrics)
        for row, column in np.ndindex(view.values.shape):
            area = QRectF(t.map(QPointF(column - 0.5, row - 0.5)), t.map(QPointF(column + 0.5, row + 0.5))).normalized()
            colour = view.colour(view.values[row, column])
            painter.fillRect(area, colour if colour is not None else QColor(0, 0, 0, 0))
            text = view.text(row, column, digits)
            if digits and metrics.horizontalAdvance(text) + 4 < area.width() and metrics.height() < area.height():
                if colour is None:
                    painter.setPen(QColor(view.theme.muted))
                else:
                    painter.setPen(QColor("#000000" if colour.lightnessF() > 0.55 else "#ffffff"))
                painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
        if view.chosen is not None:
            row, column = view.chosen
            area = QRectF(t.map(QPointF(column - 0.5, row - 0.5)), t.map(QPointF(column + 0.5, row + 0.5))).normalized()
            for inset, colour in ((0.0, view.theme.plot_background), (1.0, view.theme.plot_foreground),
                                  (2.0, view.theme.plot_foreground), (3.0, view.theme.plot_background)):
                painter.setPen(hairline(colour))
                painter.drawRect(area.adjusted(inset, inset, -inset - 1, -inset - 1))
        painter.restore()

    @staticmethod
    def _digits(view: HeatView, width: float, metrics: QFontMetricsF) -> int:
        """Figures with which all numbers fit their cells, 0 if none do: some numbers only would look like a choice."""
        for digits in (3, 2):
            texts = (view.text(row, column, digits) for row, column in np.ndindex(view.values.shape))
            if max(map(metrics.horizontalAdvance, texts)) + 4 < abs(width):
                return digits
        return 0


class HeatView(GraphView):
    """Figures over two parameters.

    Signals
    -------
    picked(int row, int column)
    """

    picked = Signal(int, int)

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(name, title, ("pan", "zoom"), parent)
        self.values = np.zeros((0, 0))
        self.row_names: Sequence[str] = ()
        self.column_names: Sequence[str] = ()
        self.figure = ""
        self.chosen: tuple[int, int] | None = None
        self.plot = self.new_plot()
        self.legend = LegendGraphic()
        self.canvas.addItem(self.legend, 0, 1)
        self._cells = _Cells(self)
        self.plot.getViewBox().addItem(self._cells)
        self.plot.getViewBox().clicked.connect(self._clicked)
        self.hoverMoved.connect(self._hover_at)
        self.hoverLeft.connect(self._left)
        self.restyle()

    def set_values(self, values: np.ndarray, row_names: Sequence[str], column_names: Sequence[str], *,
                   row_title: str, column_title: str, figure: str, chosen: tuple[int, int] | None = None) -> None:
        """Show a table (rows, columns); NaN is a cell without a figure."""
        same = values.shape == self.values.shape
        self.values, self.row_names, self.column_names = np.asarray(values, dtype=float), row_names, column_names
        self.figure, self.chosen = figure, chosen
        rows, columns = self.values.shape
        self._cells.set_bounds(QRectF(-0.5, -0.5, max(columns, 1), max(rows, 1)))
        for side, names, title in (("left", row_names, row_title), ("bottom", column_names, column_title)):
            axis = self.plot.getAxis(side)
            axis.setTicks([list(enumerate(names))])
            axis.setStyle(tickLength=0)
            axis.setLabel(drawn(title), **self.label_style())
        metrics = QFontMetricsF(self.small_font())
        widest = max((metrics.horizontalAdvance(n) for n in row_names), default=0)
        self.plot.getAxis("left").setProperty(WIDTH, None)  # this view fits it itself
        self.plot.getAxis("left").setWidth(int(min(max(40, widest + 30), 160)))
        if not same:
            self.reset_view()
        self._legend()
        self._cells.update()

    def reset_view(self) -> None:
        rows, columns = self.values.shape
        self.plot.getViewBox().setRange(QRectF(-0.5, -0.5, max(columns, 1), max(rows, 1)), padding=0.01)

    def limits(self) -> tuple[float, float]:
        """Smallest and largest figure."""
        known = self.values[np.isfinite(self.values)]
        return (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)

    def colour(self, value: float) -> QColor | None:
        """Colour of a figure; None without one."""
        if not np.isfinite(value):
            return None
        low, high = self.limits()
        stops = sequential(self.theme)
        share = (value - low) / (high - low) if high > low else 0.5
        return QColor(stops[min(int(share * len(stops)), len(stops) - 1)])

    def text(self, row: int, column: int, digits: int = 3) -> str:
        """What is written in a cell, with so many figures."""
        value = self.values[row, column]
        if not np.isfinite(value):
            return "–"
        return f"{value:.0f}" if abs(value) >= 10 ** (digits - 1) else f"{value:.{digits}g}"

    def _legend(self) -> None:
        sections = []
        if np.isfinite(self.values).any() and self.canvas.width() >= ROOM_FOR_LEGEND:
            sections = [Section(self.figure, (), tuple(sequential(self.theme, 21)), self.limits())]
        self.legend.set_sections(sections, self.theme, self.small_font())

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        if self.values.size:
            self._legend()

    def _cell(self, at: QPointF) -> tuple[int, int] | None:
        row, column = int(np.floor(at.y() + 0.5)), int(np.floor(at.x() + 0.5))
        rows, columns = self.values.shape
        return (row, column) if 0 <= row < rows and 0 <= column < columns else None

    @Slot(object, object, bool)
    def _clicked(self, at: QPointF, _: QPointF, extend: bool) -> None:
        cell = self._cell(at)
        if cell is not None:
            self.picked.emit(*cell)

    @Slot(object, object)
    def _hover_at(self, _: pg.PlotItem, at: QPointF) -> None:
        cell = self._cell(at)
        self.say("" if cell is None else f"{self.row_names[cell[0]]} × {self.column_names[cell[1]]}   ·   "
                 f"{self.figure} {self.text(*cell)}")

    @Slot()
    def _left(self) -> None:
        self.say("")

    def restyle(self) -> None:
        super().restyle()
        if self.values.size:
            self._legend()
        self._cells.update()

    def export_table(self) -> Table:
        titles = [unescape(self.plot.getAxis(side).labelText) for side in ("left", "bottom")]
        rows, columns = self.values.shape
        listed: list[Sequence[Any]] = [
            [self.row_names[r] for r in range(rows) for _ in range(columns)],
            [self.column_names[c] for _ in range(rows) for c in range(columns)], self.values.ravel()]
        return [*titles, self.figure], listed
