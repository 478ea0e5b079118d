"""Principal axes of sets with many more rows than channels, from a block of rows at a time.

The triangular factor of the QR decomposition of a whole set is that of the factors of its parts put on top of each
other (Golub & Van Loan, *Matrix Computations*, §5.2), and has the singular values and right singular vectors of the
set: to full precision, unlike the matrix of its inner products XᵀX, which loses all below 1e-8 of the largest.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..monitor import checkpoint
from . import lapack
from .grapheigen import ZERO, range_basis
from .scaling import BlockMatrix, ScaledSet

LARGE = 20_000_000
"""Values from which a set of twice as many rows as channels is decomposed in parts; below, as a whole."""


def column_means(X: BlockMatrix) -> np.ndarray:
    """Mean (p,) of every channel of X (n, p)."""
    total = np.zeros(X.shape[1])
    for _, block in X.blocks():
        total += block.sum(axis=0)
    return total / max(X.shape[0], 1)


def principal_axes(X: BlockMatrix) -> np.ndarray:
    """Right singular vectors (p, r) of X (n, p) with the mean off, on its numerical range, largest first.

    Parameters
    ----------
    X : BlockMatrix
        (n, p). Above `LARGE` values it is never held as a whole.

    Examples
    --------
    >>> line = ScaledSet(np.outer(np.arange(5.0), [3.0, 4.0]))
    >>> np.abs(principal_axes(line)).round(3)
    array([[0.6],
           [0.8]])
    """
    n, p = X.shape
    if n * p <= LARGE or n < 2 * p:
        dense = X.dense()
        return range_basis(dense - dense.mean(axis=0))[2]
    mean = column_means(X)
    triangle, waiting, rows = np.zeros((0, p)), [], 0
    for part, block in X.blocks():
        waiting.append(block - mean)
        rows += len(block)
        if rows >= 2 * p or part.stop == n:  # few calls on many rows: each decomposes the triangle again
            checkpoint()
            triangle = np.asarray(lapack.qr(np.concatenate([triangle, *waiting]), mode="r"))
            waiting, rows = [], 0
    _, s, Vt = lapack.svd(triangle, full_matrices=False)
    return np.asarray(Vt[s > ZERO * s[0]].T)


def scores(X: BlockMatrix, M: np.ndarray) -> np.ndarray:
    """X M (n, d), in float64."""
    return np.concatenate([block @ M for _, block in X.blocks()])


class Stacked(BlockMatrix):
    """Sets (n_k, p) on top of each other, without a copy.

    Parameters
    ----------
    sets : list of ScaledSet
    """

    def __init__(self, sets: list[ScaledSet]) -> None:
        self.sets = sets
        self.shape = (sum(s.shape[0] for s in sets), sets[0].shape[1])

    def blocks(self) -> Iterator[tuple[slice, np.ndarray]]:
        """Blocks of rows in float64, with their slices."""
        start = 0
        for each in self.sets:
            for part, block in each.blocks():
                yield slice(start + part.start, start + part.stop), block
            start += each.shape[0]
