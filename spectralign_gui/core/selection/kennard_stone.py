"""Kennard–Stone selection: samples spread evenly over the cloud."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ParameterError
from ..numerics import lapack


def kennard_stone(
    X: ArrayLike, count: int, start: str = "mean", already: Sequence[int] = (),
) -> np.ndarray:
    """Pick samples one by one, each the farthest from those picked before.

    Parameters
    ----------
    X : (n, p) array
        Spectra or scores; distances are Euclidean.
    count : int
        How many rows to pick, those of `already` not counted.
    start : {"mean", "max-distance"}
        First pick when nothing is picked yet: the sample nearest the mean, or the two samples farthest apart
        (the original paper's start).
    already : sequence of int
        Rows that are picked already; they are not returned, and new ones keep away from them.

    Returns
    -------
    (count,) int array
        Row indices in the order of picking.

    Raises
    ------
    ParameterError
        Fewer samples left than asked for, an unknown start, or a row out of range.

    References
    ----------
    Kennard & Stone, Technometrics 11 (1969) 137–148.
    """
    X = np.asarray(X, dtype=np.float64)
    taken = list(dict.fromkeys(int(i) for i in already))
    if any(not 0 <= i < len(X) for i in taken):
        raise ParameterError("selection.already", n_x=len(X))
    if not 0 <= count <= len(X) - len(taken):
        raise ParameterError("selection.count", n_x=len(X) - len(taken), count=count)
    if start not in ("mean", "max-distance"):
        raise ParameterError("selection.start", start=start)
    if not count:
        return np.zeros(0, dtype=np.intp)
    picked: list[int] = []
    if not taken:
        picked = _first(X, start)[:count]
    nearest = np.full(len(X), np.inf)
    for i in taken + picked:
        nearest = np.minimum(nearest, _distances(X, i))
    free = np.ones(len(X), bool)
    free[taken + picked] = False
    while len(picked) < count:
        best = int(np.argmax(np.where(free, nearest, -1.0)))
        picked.append(best)
        free[best] = False
        nearest = np.minimum(nearest, _distances(X, best))
    return np.array(picked, dtype=np.intp)


def _distances(X: np.ndarray, row: int) -> np.ndarray:
    return ((X - X[row]) ** 2).sum(axis=1)


def _first(X: np.ndarray, start: str) -> list[int]:
    if start == "mean":
        return [int(np.argmin(((X - X.mean(axis=0)) ** 2).sum(axis=1)))]
    if len(X) < 2:
        return [0]
    best, ends = -1.0, [0, 1]
    for i in range(len(X) - 1):
        d = _distances(X, i)[i + 1:]
        j = int(np.argmax(d))
        if d[j] > best:
            best, ends = float(d[j]), [i, i + 1 + j]
    return ends


def principal_scores(X: ArrayLike, n_components: int = 10) -> np.ndarray:
    """Scores (n, at most n_components) of the centred spectra on their first principal components."""
    X = np.asarray(X, dtype=np.float64)
    U, s, _ = lapack.svd(X - X.mean(axis=0), full_matrices=False)
    keep = min(n_components, int((s > s[0] * 1e-12).sum()) if len(s) and s[0] > 0 else 0)
    return U[:, :keep] * s[:keep]
