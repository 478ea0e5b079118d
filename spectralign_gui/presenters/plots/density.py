"""Many spectra as one image: how many pass through each pixel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .breaks import gaps_of

MAX_COPY = 80_000_000
"""Values that the transposed copy of one instrument may hold (320 MB); above that spectra are thinned out."""


TOGETHER = 8
"""Image columns worked on at once: few enough for the cache, and fewer turns at Python's lock, for which the window
waits too."""


@dataclass(frozen=True, eq=False)
class Columns:
    """Spectra made ready for `density`.

    Parameters
    ----------
    x : (p,) ascending float array
    values : (p, n) float32 array, C-contiguous
        Channels first: one image column reads one stretch of memory.
    has_gaps : bool
        Whether NaN occurs.
    y_range : (float, float)
        Smallest and largest finite value.
    step : int
        Every step-th spectrum was taken.
    """

    x: np.ndarray
    values: np.ndarray
    has_gaps: bool
    y_range: tuple[float, float]
    step: int = 1


def prepare(x: np.ndarray, spectra: np.ndarray, max_values: int = MAX_COPY) -> Columns:
    """Transpose `spectra` (n, p) block by block (7 times as fast as at once) and find the range."""
    x = np.asarray(x, dtype=np.float64)
    step = max(1, -(-spectra.size // max_values))
    thinned = spectra[::step]
    n, p = thinned.shape
    breaks = gaps_of(x)  # an empty channel in every gap between detectors: nothing is drawn there
    where: slice | np.ndarray = slice(None)
    if len(breaks):
        where = np.arange(p) + np.searchsorted(breaks, np.arange(p), side="left")
        x = np.insert(x, breaks + 1, (x[breaks] + x[breaks + 1]) / 2)
    values = np.full((p + len(breaks), n), np.nan, dtype=np.float32) if len(breaks) else np.empty((p, n), np.float32)
    low, high, gaps = np.inf, -np.inf, bool(len(breaks))
    for start in range(0, n, 64):
        block = thinned[start:start + 64]
        values[where, start:start + 64] = block.T
        lo, hi = float(block.min()), float(block.max())
        if not (np.isfinite(lo) and np.isfinite(hi)):
            gaps = True
            finite = block[np.isfinite(block)]
            lo, hi = (float(finite.min()), float(finite.max())) if finite.size else (np.inf, -np.inf)
        low, high = min(low, lo), max(high, hi)
    if low > high:
        low, high = 0.0, 1.0
    return Columns(np.asarray(x, dtype=np.float64), values, gaps, (low, high), step)


def density(
    columns: Columns, x_range: tuple[float, float], y_range: tuple[float, float], width: int, height: int,
) -> np.ndarray:
    """Count of spectra whose line passes through each pixel.

    A column of the image is covered from the lowest to the highest point of the line inside it: the channels in
    the column and the line where it crosses the column's two borders.

    Parameters
    ----------
    columns : Columns
    x_range, y_range : (float, float)
        What the image shows; row 0 is the *lowest* y.
    width, height : int
        Size in pixels.

    Returns
    -------
    (height, width) int32 array
    """
    (x0, x1), (y0, y1) = x_range, y_range
    x, values = columns.x, columns.values
    n = values.shape[1]
    counts = np.zeros((width, height + 1), dtype=np.int32)
    if n == 0 or x1 <= x0 or y1 <= y0:
        return counts[:, :height].T
    borders = np.linspace(x0, x1, width + 1)
    edges = np.searchsorted(x, borders)
    lows, highs = np.empty((TOGETHER, n), np.float32), np.empty((TOGETHER, n), np.float32)
    left, right, spare = (np.empty(n, np.float32) for _ in range(3))
    scale, origin = np.float32(height / (y1 - y0)), np.float32(y0)
    least, most = (np.fmin, np.fmax) if columns.has_gaps else (np.minimum, np.maximum)
    offsets = (np.arange(TOGETHER) * (height + 1))[:, None]
    first = int(np.searchsorted(borders[1:], x[0]))  # columns beyond the data stay empty
    last = int(np.searchsorted(borders[:-1], x[-1], side="right"))
    _between(x, values, borders[first], left, spare)
    for start in range(first, last, TOGETHER):
        m = min(TOGETHER, last - start)
        for c in range(m):
            k, low, high = start + c, lows[c], highs[c]
            _between(x, values, borders[k + 1], right, spare)
            least(left, right, out=low)
            most(left, right, out=high)
            inside = values[edges[k]:edges[k + 1]]
            if len(inside):
                least(low, least.reduce(inside, axis=0, out=spare), out=low)
                most(high, most.reduce(inside, axis=0, out=spare), out=high)
            left, right = right, left
        for edge, upper, sign in ((lows[:m], False, 1), (highs[:m], True, -1)):
            ok = np.isfinite(edge) if columns.has_gaps else None
            edge -= origin
            edge *= scale
            if upper:
                np.floor(edge, out=edge)
                edge += np.float32(1)
            np.clip(edge, 0, height, out=edge)
            if ok is not None:
                edge[~ok] = 0  # any number: left out below
            bins = edge.astype(np.intp)
            bins += offsets[:m]
            found = np.bincount((bins if ok is None else bins[ok]).ravel(), minlength=m * (height + 1))
            counts[start:start + m] += sign * found.reshape(m, height + 1).astype(np.int32)
    np.cumsum(counts, axis=1, out=counts)
    return counts[:, :height].T


def _between(x: np.ndarray, values: np.ndarray, at: float, out: np.ndarray, spare: np.ndarray) -> None:
    """Value of every spectrum at a position between two channels."""
    if len(x) == 1:
        out[:] = values[0]
        return
    at = min(max(at, x[0]), x[-1])
    j = min(max(int(np.searchsorted(x, at)), 1), len(x) - 1)
    f = np.float32((at - x[j - 1]) / (x[j] - x[j - 1]))
    np.multiply(values[j - 1], 1 - f, out=out)
    np.multiply(values[j], f, out=spare)
    out += spare


def tint(counts: np.ndarray, rgb: tuple[int, int, int]) -> np.ndarray:
    """Counts as premultiplied ARGB32 pixels of one hue, denser = more opaque (logarithmic), top row first."""
    top = max(int(counts.max()), 1) if counts.size else 1
    table = np.zeros(top + 1, dtype=np.uint32)
    strength = np.log1p(np.arange(1, top + 1)) / np.log1p(top)
    alpha = np.round(255 * (0.14 + 0.86 * strength)).astype(np.uint32)
    table[1:] = alpha << 24
    for shift, channel in zip((16, 8, 0), rgb, strict=True):
        table[1:] |= (alpha * channel // 255) << shift
    return np.ascontiguousarray(table[counts[::-1]])
