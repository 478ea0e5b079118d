"""The benefit curve: what further standards bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QWidget

from .. import theme


class BenefitPlot(pg.PlotWidget):
    """Hit rate of left-out standards against the number of standards, with the spread of random draws."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("benefit-curve")
        self.setAccessibleName("Hit rate against the number of standards")
        self.setToolTip("Hit rate of standards that were left out, against the number of standards in the fit; the "
                        "band is one standard deviation of random draws. Where it is flat, more bring little.")
        self.setMenuEnabled(False)
        self.hideButtons()
        self.setMinimumHeight(130)
        self.rows: list[dict[str, Any]] = []
        self.ordered: list[dict[str, Any]] = []
        theme.signals().changed.connect(self._draw)
        self._draw()

    def show_rows(self, rows: Sequence[dict[str, Any]], ordered: Sequence[dict[str, Any]] = ()) -> None:
        """Draw the rows of `core.selection.benefit.benefit_curve`: of random draws, and in a strategy's order."""
        self.rows = [r for r in rows if r.get("hit")]
        self.ordered = [r for r in ordered if r.get("hit")]
        self._draw()

    @Slot()
    def _draw(self) -> None:
        colours = theme.current()
        self.setBackground(colours.plot_background)
        item = self.getPlotItem()
        item.clear()
        for side, text in (("left", "Hit@3"), ("bottom", "Standards in the fit")):
            item.getAxis(side).setPen(colours.plot_foreground)
            item.getAxis(side).setTextPen(colours.plot_foreground)
            item.setLabel(side, text, color=colours.plot_foreground)
        if not self.rows:
            return
        x = np.array([r["standards"] for r in self.rows], dtype=float)
        mean = np.array([r["hit"]["mean"] for r in self.rows])
        std = np.nan_to_num(np.array([r["hit"]["std"] for r in self.rows], dtype=float))
        low, high = (pg.PlotDataItem(x, np.clip(mean + s * std, 0, 1), pen=pg.mkPen(colours.grid, width=1))
                     for s in (-1, 1))
        for curve in (low, high):
            item.addItem(curve)
        item.addItem(pg.FillBetweenItem(low, high, brush=pg.mkBrush(colours.accent_soft)))
        item.plot(x, mean, pen=pg.mkPen(colours.accent, width=1), symbol="o", symbolSize=7,
                  symbolBrush=colours.accent, symbolPen=colours.plot_background)
        if self.ordered:
            item.plot([r["standards"] for r in self.ordered], [r["hit"]["mean"] for r in self.ordered],
                      pen=pg.mkPen(colours.plot_foreground, width=1, style=Qt.PenStyle.DashLine), symbol="d",
                      symbolSize=9, symbolBrush=colours.plot_background, symbolPen=colours.plot_foreground)
        item.setYRange(0, 1.02)
