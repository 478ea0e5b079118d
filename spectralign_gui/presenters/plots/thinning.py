"""Curves reduced to what the screen can show, and picking among them, in numpy."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.monitor import Monitor

MOST_PICKED = 100_000
"""Values that picking compares at most, so that it keeps up with the mouse."""


def thin(
    x: np.ndarray, spectra: np.ndarray, x_range: tuple[float, float], columns: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Visible part of the curves with at most about two points per pixel column (smallest and largest).

    Parameters
    ----------
    x : (p,) ascending array
    spectra : (n, p) array
        NaN is kept as a gap.
    x_range : (float, float)
    columns : int
        Width of the plot in pixels.

    Returns
    -------
    x : (m,) array
    y : (n, m) array
    """
    first = max(int(np.searchsorted(x, x_range[0])) - 1, 0)
    last = min(int(np.searchsorted(x, x_range[1])) + 1, len(x))
    x, spectra = x[first:last], spectra[:, first:last]
    if x.size <= 3 * max(columns, 1) or not len(spectra):
        return x, np.asarray(spectra, dtype=np.float64)
    starts = np.unique(np.searchsorted(x, np.linspace(x[0], x[-1], columns + 1)[:-1]))
    low = np.minimum.reduceat(spectra, starts, axis=1)
    high = np.maximum.reduceat(spectra, starts, axis=1)
    if np.isnan(low).any():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            low = np.fmin.reduceat(spectra, starts, axis=1)
            high = np.fmax.reduceat(spectra, starts, axis=1)
    ends = np.append(starts[1:], len(x))
    mid = (x[starts] + x[ends - 1]) / 2
    out_x = np.repeat(mid, 2)
    rising = spectra[:, ends - 1] >= spectra[:, starts]
    out = np.empty((len(spectra), 2 * len(starts)))
    out[:, 0::2] = np.where(rising, low, high)
    out[:, 1::2] = np.where(rising, high, low)
    return out_x, out


def pick_curve(
    x: np.ndarray, spectra: np.ndarray, at: tuple[float, float], pixel: tuple[float, float], reach: float = 6.0,
) -> tuple[int, float]:
    """Curve nearest to a point, in pixels.

    Parameters
    ----------
    x : (p,) ascending array
    spectra : (n, p) array
    at : (float, float)
        Point in data units.
    pixel : (float, float)
        Size of a pixel in data units.
    reach : float
        Farthest distance in pixels.

    Returns
    -------
    row : int
        -1 if no curve is within reach.
    distance : float
        In pixels; infinite if there is none.
    """
    if not len(spectra) or not len(x):
        return -1, np.inf
    sx, sy = abs(pixel[0]) or 1.0, abs(pixel[1]) or 1.0
    a = max(int(np.searchsorted(x, at[0] - reach * sx)) - 1, 0)
    b = min(int(np.searchsorted(x, at[0] + reach * sx)) + 1, len(x))
    if len(spectra) * (b - a) > MOST_PICKED:  # of many spectra only the channels next to the pointer are compared
        centre, half = int(np.searchsorted(x, at[0])), max(MOST_PICKED // len(spectra) // 2, 1)
        a, b = max(a, centre - half), min(b, centre + half + 1)
    px = (x[a:b] - at[0]) / sx
    py = (np.asarray(spectra[:, a:b], dtype=np.float64) - at[1]) / sy
    distance = _to_segments(px, py)
    distance[np.isnan(distance)] = np.inf
    row = int(np.argmin(distance))
    if not distance[row] <= reach:
        return -1, np.inf
    return row, float(distance[row])


def through_box(x: np.ndarray, spectra: np.ndarray, x_range: tuple[float, float], y_range: tuple[float, float],
                ) -> np.ndarray:
    """Rows of the curves that pass through a box: a curve does where its range over the box's width meets its height.

    Parameters
    ----------
    x : (p,) ascending array
    spectra : (n, p) array
        NaN ends a piece.
    x_range, y_range : (float, float)
        Ascending, in data units.
    """
    (x0, x1), (y0, y1) = x_range, y_range
    if not len(x) or not len(spectra) or x1 < x[0] or x0 > x[-1]:
        return np.zeros(0, dtype=np.intp)
    a, b = int(np.searchsorted(x, x0)), int(np.searchsorted(x, x1, side="right"))
    low, high = np.full(len(spectra), np.inf), np.full(len(spectra), -np.inf)
    if b > a:
        inside = spectra[:, a:b]
        low, high = np.fmin.reduce(inside, axis=1, initial=np.inf), np.fmax.reduce(inside, axis=1, initial=-np.inf)
    for edge, k in ((x0, a), (x1, b)):  # where the curve enters and leaves
        if 0 < k < len(x):
            t = (edge - x[k - 1]) / (x[k] - x[k - 1])
            value = (1 - t) * spectra[:, k - 1] + t * spectra[:, k]
            low, high = np.fmin(low, value), np.fmax(high, value)
    return np.flatnonzero((low <= y1) & (high >= y0))


def spectra_in_box(layers: Sequence[Any], x_range: tuple[float, float], y_range: tuple[float, float],
                   monitor: Monitor) -> list[tuple[str, int]]:
    """(instrument, row) of the spectra of some layers (`SpectraLayer`) that pass through a box."""
    found: list[tuple[str, int]] = []
    for layer in layers:
        monitor.raise_if_cancelled()
        places = through_box(layer.axis.values, layer.spectra, x_range, y_range)
        found += [(layer.name, int(layer.rows[k])) for k in places]
    return found


def _to_segments(px: np.ndarray, py: np.ndarray) -> np.ndarray:
    """Distance of the origin to each polyline (n, m); NaN ends a piece."""
    points = np.hypot(px, py)
    best = np.where(np.isnan(points), np.inf, points).min(axis=1)
    if len(px) < 2:
        return best
    dx, dy = np.diff(px), np.diff(py, axis=1)
    length = dx ** 2 + dy ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.clip(-(px[:-1] * dx + py[:, :-1] * dy) / length, 0, 1)
    near = np.hypot(px[:-1] + t * dx, py[:, :-1] + t * dy)
    return np.minimum(best, np.where(np.isnan(near), np.inf, near).min(axis=1))
