"""Axis of things that are counted: no ticks between them."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg


class WholeAxis(pg.AxisItem):
    """Axis that leaves out ticks at fractions while `whole` is set."""

    whole = False

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, Any]]:
        levels = super().tickValues(minVal, maxVal, size)
        if not self.whole:
            return levels
        kept = [(spacing, values) for spacing, values in levels if spacing >= 1]
        return kept or [(1.0, [v for _, values in levels for v in values if abs(v - round(v)) < 1e-9])]
