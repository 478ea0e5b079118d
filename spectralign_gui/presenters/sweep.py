"""A sweep as a line or as a table of coloured cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..session.compare.sweep import Sweep, SweepAxis, SweepPoint, figure_of
from .plots.chart import Chart, Level, Series

YARDSTICKS = {"none": "no transfer", "native": "B's own model"}


def is_numeric(axis: SweepAxis) -> bool:
    """Whether the values of a parameter are numbers that can lie on an axis."""
    return all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in axis.values)


def positions(axis: SweepAxis) -> tuple[np.ndarray, bool]:
    """Where the values of a numeric parameter lie, and whether that is in decades."""
    values = np.array(axis.values, dtype=float)
    wide = len(values) > 2 and values.min() > 0 and values.max() / values.min() >= 30
    return (np.log10(values), True) if wide else (values, False)


def line_chart(axis: SweepAxis, title: str, points: Sequence[SweepPoint], figure: str, chosen: int | None,
               sweep: Sweep | None) -> Chart:
    """Hit rate in percent or RMSEP over the values of one numeric parameter."""
    at, decades = positions(axis)
    place = dict(zip(axis.values, at, strict=True))
    scale = 100.0 if figure == "hit" else 1.0
    done = sorted((place[p.values[0]], scale * figure_of(p, figure)) for p in points)
    x, y = (np.array(v) for v in zip(*done, strict=True)) if done else (np.zeros(0), np.zeros(0))
    name = "Hits of left-out standards" if figure == "hit" else f"RMSEP of {figure}"
    levels = []
    if sweep is not None and figure == "hit" and np.isfinite(sweep.chance):
        levels.append(Level(100 * sweep.chance, "guessing", "muted"))
    if sweep is not None and figure != "hit":
        levels += [Level(v[figure], YARDSTICKS[k], "threshold" if k == "none" else "good")
                   for k, v in sweep.yardsticks.items() if np.isfinite(v.get(figure, np.nan))]
    if chosen is not None and chosen < len(points):
        levels.append(Level(float(place[points[chosen].values[0]]), f"chosen: {points[chosen].values[0]:.4g}",
                            "selection", vertical=True))
    return Chart([Series(name, y, x, "accent", "o")] if len(x) else [], levels,
                 f"log₁₀ {title}" if decades else title, "Hits (%)" if figure == "hit" else f"RMSEP {figure}",
                 head=0.6)


def heat_values(axes: Sequence[SweepAxis], points: Sequence[SweepPoint], figure: str) -> np.ndarray:
    """Figures (rows: first parameter, columns: second); NaN where there is none (yet)."""
    rows = axes[0].values
    columns = axes[1].values if len(axes) > 1 else (None,)
    table = np.full((len(rows), len(columns)), np.nan)
    for p in points:
        column = columns.index(p.values[1]) if len(axes) > 1 else 0
        table[rows.index(p.values[0]), column] = figure_of(p, figure) * (100.0 if figure == "hit" else 1.0)
    return table
