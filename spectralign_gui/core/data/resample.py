"""Spectra on another axis: linear, cubic or area-preserving; never beyond what was measured."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import scipy

from ..errors import DataError

METHODS = ("linear", "cubic", "area")
BLOCK = 1_000_000
"""Values that are interpolated at once."""
BREAK = 5.0
"""A step this many times its neighbours is a place where nothing was measured (between detectors, or cropped)."""


def breaks(values: np.ndarray) -> np.ndarray:
    """First channel of every region after a gap of the axis.

    A gap is a step more than `BREAK` times the wide ones (80th percentile) of the up to ten steps around it, so that
    unevenly chosen channels have none; nor have axes below eight channels.
    """
    steps = np.diff(values)
    if len(values) < 8:
        return np.empty(0, dtype=np.intp)
    wide = np.concatenate([np.full(5, np.nan), steps, np.full(5, np.nan)])
    around = np.lib.stride_tricks.sliding_window_view(wide, 11)
    around = np.sort(np.delete(around, 5, axis=1), axis=1)  # what is not there comes last
    # the percentile by itself: numpy's looks at one row after the other where some have fewer steps
    place = 0.8 * (np.isfinite(around).sum(axis=1) - 1)
    below, row = place.astype(np.intp), np.arange(len(steps))
    lower, upper = around[row, below], around[row, np.ceil(place).astype(np.intp)]
    return np.flatnonzero(steps > BREAK * (lower + (place - below) * (upper - lower))) + 1


def regions(values: np.ndarray) -> list[slice]:
    """Stretches of the axis without a gap, as slices of channels."""
    ends = [0, *breaks(values).tolist(), len(values)]
    return [slice(a, b) for a, b in pairwise(ends)]


def covered(values: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """Which positions of `grid` lie inside a region of the axis (a millionth of a step of tolerance)."""
    inside = np.zeros(len(grid), bool)
    slack = 1e-6 * float(np.median(np.diff(values))) if len(values) > 1 else 0.0
    for region in regions(values):
        x = values[region]
        inside |= (grid >= x[0] - slack) & (grid <= x[-1] + slack)
    return inside


def stretches(X: np.ndarray) -> Iterator[tuple[np.ndarray, list[slice]]]:
    """Rows that share their gaps, with the stretches of channels between them.

    Yields
    ------
    rows : int array
    parts : list of slice
        Runs of present values, in order.
    """
    missing = np.isnan(X)
    plain = np.flatnonzero(~missing.any(axis=1))
    if len(plain):
        yield plain, [slice(0, X.shape[1])]
    holed = np.flatnonzero(missing.any(axis=1))
    groups: dict[bytes, list[int]] = {}
    for row in holed:
        groups.setdefault(np.packbits(missing[row]).tobytes(), []).append(int(row))
    for rows in groups.values():
        edge = np.diff(np.concatenate([[1], missing[rows[0]].astype(np.int8), [1]]))
        starts, stops = np.flatnonzero(edge == -1), np.flatnonzero(edge == 1)
        yield np.array(rows), [slice(int(a), int(b)) for a, b in zip(starts, stops, strict=True)]


def resample(X: np.ndarray, values: np.ndarray, grid: np.ndarray, method: str = "linear") -> np.ndarray:
    """Spectra at other positions.

    Parameters
    ----------
    X : (n, p) array
        NaN where missing; not changed.
    values : (p,) array
        Ascending axis of `X`.
    grid : (q,) array
        Ascending positions wanted.
    method : {"linear", "cubic", "area"}
        "area" gives the mean of the (piecewise linear) spectrum over each new channel's width, so that the area
        is kept on coarser grids. Of a channel that an end of the spectrum cuts, the part is used that was measured on
        both sides of its position alike: the mean of one side alone would stand for another position.

    Returns
    -------
    (n, q) float64 array
        NaN outside the measured range, in gaps of the axis between detectors, and where values that are needed
        are missing: nothing is extrapolated.
    """
    if method not in METHODS:
        raise DataError("resample.unknown_way", method=method, methods=METHODS)
    X = np.asarray(X)
    result = np.full((len(X), len(grid)), np.nan)
    rows = max(1, BLOCK // max(X.shape[1], 1))
    function = {"linear": _linear, "cubic": _cubic, "area": _area}[method]
    edges = _edges(grid, values)
    slack = 1e-6 * float(np.median(np.diff(values))) if len(values) > 1 else 0.0
    for region in regions(values):
        x = values[region]
        wanted = (grid >= x[0] - slack) & (grid <= x[-1] + slack)
        if not wanted.any():
            continue
        at = np.clip(grid[wanted], x[0], x[-1])
        bins = _measured_part(at, edges[:-1][wanted], edges[1:][wanted], x)
        for start in range(0, len(X), rows):  # splines of all spectra at once would take eight times their memory
            block = X[start:start + rows, region].astype(np.float64)
            result[start:start + rows, wanted] = function(block, x, at, bins)
    return result


def _edges(grid: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Borders of the new channels: half-way between them."""
    if len(grid) == 1:
        half = 0.5 * float(np.median(np.diff(values))) if len(values) > 1 else 0.5
        return np.array([grid[0] - half, grid[0] + half])
    middle = 0.5 * (grid[1:] + grid[:-1])
    return np.concatenate([[2 * grid[0] - middle[0]], middle, [2 * grid[-1] - middle[-1]]])


def _measured_part(at: np.ndarray, low: np.ndarray, high: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Borders of the channels at `at`, drawn in on both sides alike where an end of `x` cuts them."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.fmin(np.where(low < x[0], (at - x[0]) / (at - low), 1.0),
                        np.where(high > x[-1], (x[-1] - at) / (high - at), 1.0))
    return np.clip(np.stack([at - share * (at - low), at + share * (high - at)]), x[0], x[-1])


def _linear(X: np.ndarray, x: np.ndarray, at: np.ndarray, bins: np.ndarray) -> np.ndarray:
    if len(x) == 1:
        return np.repeat(X, len(at), axis=1)
    left = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(x) - 2)
    t = (at - x[left]) / (x[left + 1] - x[left])
    y0, y1 = X[:, left], X[:, left + 1]
    # on a channel itself the other neighbour does not matter, so its absence must not either
    return np.where(t == 0, y0, np.where(t == 1, y1, y0 * (1 - t) + y1 * t))


def _cubic(X: np.ndarray, x: np.ndarray, at: np.ndarray, bins: np.ndarray) -> np.ndarray:
    result = np.full((len(X), len(at)), np.nan)
    for rows, parts in stretches(X):
        for part in parts:
            xs = x[part]
            inside = (at >= xs[0]) & (at <= xs[-1])
            if not inside.any():
                continue
            block = X[rows, part]
            result[np.ix_(rows, inside)] = (scipy.interpolate.CubicSpline(xs, block, axis=1)(at[inside]) if len(xs) >= 4
                                            else _linear(block, xs, at[inside], bins))
    return result


def _area(X: np.ndarray, x: np.ndarray, at: np.ndarray, bins: np.ndarray) -> np.ndarray:
    low, high = bins
    width = high - low
    if len(x) == 1:
        return _linear(X, x, at, bins)
    if not (width > 0).all():  # a channel at the very end has no width that was measured: the value there
        result = _linear(X, x, at, bins)
        wide = width > 0
        if wide.any():
            result[:, wide] = _area(X, x, at[wide], bins[:, wide])
        return result
    h = np.diff(x)
    present = ~np.isnan(X)
    Y = np.where(present, X, 0.0)
    total = np.concatenate([np.zeros((len(X), 1)), np.cumsum(0.5 * h * (Y[:, 1:] + Y[:, :-1]), axis=1)], axis=1)

    def integral(position: np.ndarray) -> np.ndarray:
        left = np.clip(np.searchsorted(x, position, side="right") - 1, 0, len(x) - 2)
        t = position - x[left]
        slope = (Y[:, left + 1] - Y[:, left]) / h[left]
        return total[:, left] + t * (Y[:, left] + 0.5 * t * slope)

    result = (integral(high) - integral(low)) / width
    if not present.all():
        bad = np.concatenate([np.zeros((len(X), 1), int),
                              np.cumsum(~(present[:, 1:] & present[:, :-1]), axis=1)], axis=1)
        first = np.clip(np.searchsorted(x, low, side="right") - 1, 0, len(x) - 2)
        last = np.clip(np.searchsorted(x, high, side="left"), 1, len(x) - 1)
        result[bad[:, last] > bad[:, first]] = np.nan
    return result
