"""Predicted against reference values as a small SVG picture, drawn without Qt."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape

import numpy as np

from .judged import PropertyResult

SIZE, LEFT, LOW = 360, 52, 40


def _ticks(low: float, high: float) -> list[float]:
    step = 10.0 ** math.floor(math.log10((high - low) / 4 or 1))
    step = next(step * k for k in (1, 2, 5, 10) if (high - low) / (step * k) <= 6)
    return [k * step for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def against_reference(result: PropertyResult) -> str:
    """The picture."""
    y, p, f = result.rows.reference, result.rows.predicted, result.figures
    low, high = float(min(y.min(), p.min())), float(max(y.max(), p.max()))
    margin = 0.05 * (high - low)
    low, high = low - margin, high + margin
    side = SIZE - LEFT - 12

    def x(value: float) -> float:
        return LEFT + side * (value - low) / (high - low)

    def up(value: float) -> float:
        return 12 + side - side * (value - low) / (high - low)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{12 + side + LOW}" '
             'font-family="DejaVu Sans, Arial, sans-serif" font-size="11">',
             f'<rect x="{LEFT}" y="12" width="{side}" height="{side}" fill="none" stroke="#8c959f"/>']
    for tick in _ticks(low, high):
        parts += [f'<text x="{x(tick):.1f}" y="{side + 26}" text-anchor="middle">{tick:.6g}</text>',
                  f'<text x="{LEFT - 5}" y="{up(tick) + 4:.1f}" text-anchor="end">{tick:.6g}</text>']
    for shift in (0.0, f.prediction_low, f.prediction_high):
        dash = ' stroke-dasharray="5 4"' if shift else ""
        start, end = max(low, low - shift), min(high, high - shift)  # within the frame: Qt cannot clip SVG
        if start < end:
            parts.append(f'<line x1="{x(start):.1f}" y1="{up(start + shift):.1f}" x2="{x(end):.1f}" '
                         f'y2="{up(end + shift):.1f}" stroke="#57606a"{dash}/>')
    for a, b, flags in zip(np.asarray(y).tolist(), np.asarray(p).tolist(), result.rows.flags, strict=True):
        parts.append(f'<circle cx="{x(a):.1f}" cy="{up(b):.1f}" r="3" fill="{"#bc4c00" if flags else "#0969da"}" '
                     'fill-opacity=".75"/>')
    name = escape(result.limits.name)
    parts += [f'<text x="{LEFT + side / 2:.0f}" y="{side + 44}" text-anchor="middle">{name}, reference</text>',
              f'<text transform="translate(13 {12 + side / 2:.0f}) rotate(-90)" text-anchor="middle">predicted</text>',
              "</svg>"]
    return "\n".join(parts)
