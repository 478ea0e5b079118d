"""Axis below a plot: whole numbers where things are counted, and never two numbers in one place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtGui import QFont, QFontMetricsF

from .dressed import pg

BETWEEN = 5.0
"""Least pixels between two numbers."""


class WholeAxis(pg.AxisItem):
    """Axis that leaves out ticks at fractions while `whole` is set, and writes `names` at 1, 2, 3, …"""

    whole = False
    names: Sequence[str] = ()

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, Any]]:
        levels = super().tickValues(minVal, maxVal, size)
        if self.logMode or maxVal <= minVal:
            return levels
        return self._apart(self._whole(levels) if self.whole else levels, size / (maxVal - minVal))

    def tickStrings(self, values: Any, scale: float, spacing: float) -> list[str]:
        if not self.names:
            return list(super().tickStrings(values, scale, spacing))
        places = [round(v) if abs(v - round(v)) < 1e-9 else 0 for v in values]
        return [self.names[k - 1] if 0 < k <= len(self.names) else "" for k in places]

    def _apart(self, levels: list[tuple[float, Any]], scale: float) -> list[tuple[float, Any]]:
        """Of a narrow plot every second, third … number: pyqtgraph writes those of the first level in any case."""
        spacing, values = levels[0]
        if len(values) < 2:
            return levels
        metrics = QFontMetricsF(self.style["tickFont"] or QFont())
        need = max(map(metrics.horizontalAdvance, self.tickStrings(values, 1.0, spacing))) + BETWEEN
        step = math.ceil(need / (spacing * scale) - 1e-9)
        if step < 2:
            return levels
        kept = [v for v in values if round(v / spacing) % step == 0] or list(values[:1])
        return [(spacing * step, kept)]

    @staticmethod
    def _whole(levels: list[tuple[float, Any]]) -> list[tuple[float, Any]]:
        kept = [(spacing, values) for spacing, values in levels if spacing >= 1]
        return kept or [(1.0, [v for _, values in levels for v in values if abs(v - round(v)) < 1e-9])]
