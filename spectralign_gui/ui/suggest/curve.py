"""The curve that says when to stop: hit rate of left-out standards against their number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtWidgets import QWidget

from ..plots.line_view import Chart, LineView, Series


class BenefitPlot(LineView):
    """Hit rate of left-out standards against the number of standards, with the spread of random draws."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("benefit-curve", "Hit rate against the number of standards", parent)
        self.setToolTip("Hit rate of standards that were left out, against the number of standards in the fit; the "
                        "thin lines are one standard deviation of random draws. Where it is flat, more bring little.")
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
        x = np.array([r["standards"] for r in self.rows], dtype=float)
        mean = 100 * np.array([r["hit"]["mean"] for r in self.rows], dtype=float)
        std = 100 * np.nan_to_num(np.array([r["hit"]["std"] for r in self.rows], dtype=float))
        series = []
        if self.rows:
            series = [Series("random draws", mean, x, "accent", "o"),
                      Series("− one standard deviation", np.clip(mean - std, 0, 100), x, "standard"),
                      Series("+ one standard deviation", np.clip(mean + std, 0, 100), x, "standard")]
        if self.ordered:
            series.append(Series("in the order suggested", 100 * np.array([r["hit"]["mean"] for r in self.ordered]),
                                 np.array([r["standards"] for r in self.ordered], dtype=float), "held_out", "d"))
        self.set_chart(Chart(series, x_label="Standards in the fit", y_label="Among 3 nearest (%)", head=0.5))
