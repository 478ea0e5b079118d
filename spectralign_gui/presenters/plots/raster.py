"""Many curves as an image: a hundred paths of thousands of points, each drawn several times, would stop the window."""

from __future__ import annotations

import numpy as np


def covered(px: np.ndarray, py: np.ndarray, width: int, height: int) -> np.ndarray:
    """Pixels that curves pass through, as hairlines do.

    Parameters
    ----------
    px : (m,) ascending array
        Places of the points in pixels, from the left edge of the image.
    py : (n, m) array
        Heights in pixels from the upper edge; NaN is a gap.
    width, height : int
        Size of the image.

    Returns
    -------
    (height, width) array of bool
    """
    inside = np.zeros((height + 1, width), dtype=np.int32)
    if len(px) < 2 or not len(py) or width < 1 or height < 1:
        return inside[:-1].astype(bool)
    edges = np.arange(width + 1, dtype=float)
    # values at the edges of the columns of pixels, and the points between them
    right = np.clip(np.searchsorted(px, edges, side="right"), 1, len(px) - 1)
    span = px[right] - px[right - 1]
    share = np.divide(edges - px[right - 1], span, out=np.ones_like(edges), where=span > 0)
    at_edge = py[:, right - 1] + share * (py[:, right] - py[:, right - 1])
    at_edge[:, (edges < px[0]) | (edges > px[-1])] = np.nan
    low = np.fmin(at_edge[:, :-1], at_edge[:, 1:])
    high = np.fmax(at_edge[:, :-1], at_edge[:, 1:])
    column = np.floor(px).astype(np.intp)
    first = int(np.searchsorted(column, 0))
    stop = int(np.searchsorted(column, width))
    if stop > first:
        there, starts = np.unique(column[first:stop], return_index=True)
        points = py[:, first:stop]
        low[:, there] = np.fmin(low[:, there], np.fmin.reduceat(points, starts, axis=1))
        high[:, there] = np.fmax(high[:, there], np.fmax.reduceat(points, starts, axis=1))
    known = ~np.isnan(low) & (high >= 0) & (low < height)
    top = np.clip(np.floor(np.where(known, low, 0)), 0, height - 1).astype(np.intp)
    bottom = np.clip(np.floor(np.where(known, high, 0)), 0, height - 1).astype(np.intp)
    columns = np.broadcast_to(np.arange(width), low.shape)
    np.add.at(inside, (top[known], columns[known]), 1)
    np.add.at(inside, (bottom[known] + 1, columns[known]), -1)
    return np.cumsum(inside, axis=0)[:-1] > 0


def widened(mask: np.ndarray, reach: int) -> np.ndarray:
    """The mask with everything within `reach` pixels of it, corners left out."""
    out = mask.copy()
    for dx in range(-reach, reach + 1):
        for dy in range(-reach, reach + 1):
            if (dx or dy) and abs(dx) + abs(dy) <= reach + (reach > 1):
                target = out[max(dy, 0):len(mask) + min(dy, 0), max(dx, 0):mask.shape[1] + min(dx, 0)]
                target |= mask[max(-dy, 0):len(mask) + min(-dy, 0), max(-dx, 0):mask.shape[1] + min(-dx, 0)]
    return out
