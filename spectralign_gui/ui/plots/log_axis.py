"""A logarithmic axis that labels no more values than there is room for."""

from __future__ import annotations

import math

import numpy as np

from .dressed import pg

SETS = ((1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 5), (1, 3), (1,))
"""Multiples of a power of ten that may be labelled, from much room to little."""
APART = 18.0
"""Least distance of two labels, in pixels."""


def labelled(low: float, high: float, pixels: float) -> list[float]:
    """Logarithms (base 10) of the values to label between two logarithms, on so many pixels."""
    decade = pixels / max(high - low, 1e-9)
    for multiples in SETS:
        edges = np.log10([*multiples, 10])
        if decade * np.diff(edges).min() >= APART:
            places = [p + math.log10(m) for p in range(math.floor(low), math.ceil(high) + 1) for m in multiples]
            found = [v for v in places if low <= v <= high]
            if len(found) > 1 or multiples == (1,):
                return found
    step = math.ceil(APART / decade)
    return [float(p) for p in range(math.ceil(low), math.floor(high) + 1) if p % step == 0]


class LogAxis(pg.AxisItem):
    """Axis for plots that may be logarithmic."""

    def logTickValues(self, minVal: float, maxVal: float, size: float, stdTicks: list) -> list:  # type: ignore[type-arg]
        found = labelled(minVal, maxVal, size)
        return [(None, found)] if len(found) > 1 else stdTicks[:1]

    def logTickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        numbers = 10 ** np.asarray(values, dtype=float) * scale
        if all(1e-3 <= v < 1e5 for v in numbers):
            return [f"{v:.3g}" if v < 1000 else f"{v:.0f}" for v in numbers]
        return list(super().logTickStrings(values, scale, spacing))
