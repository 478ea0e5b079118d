"""SPXY selection: Kennard–Stone on spectra and reference values together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..errors import DataError, ParameterError


def spxy(X: ArrayLike, Y: ArrayLike, count: int, already: Sequence[int] = ()) -> np.ndarray:
    """Pick samples spread over the spectra and the reference values alike.

    The distance is ‖x−x'‖ / max ‖x−x'‖ + ‖y−y'‖ / max ‖y−y'‖ with every property in units of its standard deviation;
    it starts with the two samples farthest apart. Samples without any reference value are left out; an unknown one
    among several counts as the mean.

    Parameters
    ----------
    X : (n, p) array
    Y : (n, q) array
        NaN where unknown.
    count : int
        Those of `already` not counted.
    already : sequence of int
        Rows that are picked already; they are not returned.

    Returns
    -------
    (count,) int array
        In the order of picking.

    Raises
    ------
    DataError
        If no reference value is known.
    ParameterError
        Fewer samples with reference values left than asked for.

    References
    ----------
    Galvão et al., Talanta 67 (2005) 736–740.
    """
    X = np.asarray(X, dtype=np.float64)
    Y = np.asarray(Y, dtype=np.float64).reshape(len(X), -1)
    known = np.asarray(np.isfinite(Y).any(axis=1))
    if not known.any():
        raise DataError("selection.spxy_needs_values")
    Y = Y[:, np.isfinite(Y).any(axis=0)]
    Y = np.where(np.isfinite(Y), Y - np.nanmean(Y, axis=0), 0.0)
    spread = Y[known].std(axis=0)
    Y = Y / np.where(spread > 0, spread, 1.0)
    taken = list(dict.fromkeys(int(i) for i in already))
    free = known.copy()
    free[taken] = False
    if not 0 <= count <= int(free.sum()):
        raise ParameterError("selection.count_with_values", sum=int(free.sum()), count=count)
    candidates = [int(i) for i in np.flatnonzero(known)]
    widest = [max((float(_from(Z, i)[candidates].max()) for i in candidates), default=0.0) or 1.0 for Z in (X, Y)]

    def distances(row: int) -> np.ndarray:
        return _from(X, row) / widest[0] + _from(Y, row) / widest[1]

    picked: list[int] = []
    if not taken and count:
        if len(candidates) == 1:
            picked = [int(candidates[0])]
        else:
            rows = [(float(distances(i)[candidates].max()), i) for i in candidates]
            first = max(rows, key=lambda r: (r[0], -r[1]))[1]
            picked = [int(first), int(candidates[np.argmax(distances(first)[candidates])])][:count]
    free[picked] = False
    nearest = np.full(len(X), np.inf)
    for i in taken + picked:
        nearest = np.minimum(nearest, distances(i))
    while len(picked) < count:
        best = int(np.argmax(np.where(free, nearest, -1.0)))
        picked.append(best)
        free[best] = False
        nearest = np.minimum(nearest, distances(best))
    return np.array(picked, dtype=np.intp)


def _from(Z: np.ndarray, row: int) -> np.ndarray:
    return np.sqrt(((Z - Z[row]) ** 2).sum(axis=1))
