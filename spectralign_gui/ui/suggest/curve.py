"""The curve that says when to stop: hit rate of left-out standards against their number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QWidget

from ...presenters.plots.chart import Chart, Series
from ..plots.line_view import LineView

FIGURES = (("hit", "Among 3 nearest (%)", 100.0, 100.0), ("matched_distance", "Matched distance", 1.0, np.inf))
"""Entry of a row, label, what it is multiplied by, and its largest value."""


class BenefitPlot(LineView):
    """Hit rate of left-out standards against the number of standards, with the spread of random draws."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("benefit-curve", "Hit rate against the number of standards", parent)
        self.setToolTip("Hit rate of standards that were left out, against the number of standards in the fit; the "
                        "thin lines are one standard deviation of random draws. Where it is flat, more bring little.")
        self.figure = QComboBox(self)
        self.figure.setObjectName("benefit-figure")
        self.figure.setAccessibleName("Figure of the benefit curve")
        self.figure.setToolTip("Share of left-out standards found among the 3 nearest, or their distance to their "
                               "partner: 1 is chance, 0 is perfect")
        self.figure.addItems(["Hit rate", "Distance"])
        self.figure.currentIndexChanged.connect(self._show_figure)
        self.tools.addWidget(self.figure)
        self.tools.addStretch(1)
        self.add_mode_tools(short=True)
        self.add_export_tool()
        self.setMinimumHeight(190)
        self.rows: list[dict[str, Any]] = []
        self.ordered: list[dict[str, Any]] = []

    def show_rows(self, rows: Sequence[dict[str, Any]], ordered: Sequence[dict[str, Any]] = ()) -> None:
        """Draw the rows of `core.selection.benefit.benefit_curve`: of random draws, and in a strategy's order."""
        self.rows = [r for r in rows if r.get("hit")]
        self.ordered = [r for r in ordered if r.get("hit")]
        self._show_figure()

    @Slot()
    def _show_figure(self, *_: object) -> None:
        key, label, unit, highest = FIGURES[self.figure.currentIndex()]
        rows = [r for r in self.rows if r.get(key)]
        series = []
        if rows:
            x, mean = _points(rows, key, unit)
            std = unit * np.nan_to_num(np.array([r[key]["std"] for r in rows], dtype=float))
            series = [Series("random draws", mean, x, "accent", "o"),
                      Series("− one standard deviation", np.clip(mean - std, 0, highest), x, "standard"),
                      Series("+ one standard deviation", np.clip(mean + std, 0, highest), x, "standard")]
        ordered = [r for r in self.ordered if r.get(key)]
        if ordered:
            x, mean = _points(ordered, key, unit)
            series.append(Series("in the order suggested", mean, x, "held_out", "d"))
        self.set_chart(Chart(series, x_label="Standards in the fit", y_label=label, head=0.5))


def _points(rows: Sequence[dict[str, Any]], key: str, unit: float) -> tuple[np.ndarray, np.ndarray]:
    return (np.array([r["standards"] for r in rows], dtype=float),
            unit * np.array([r[key]["mean"] for r in rows], dtype=float))
