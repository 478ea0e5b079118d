"""The alignment's eigenproblem where R has explicit entries (sparse, cluster): no low-rank form to reduce by."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy

from ..monitor import Monitor, SilentMonitor
from . import lapack
from .arpack import extreme_eigenpairs
from .laplacian import PairGraph
from .reduced import BELOW, Solution, fix_signs

DENSE = 1500  # up to this many samples a dense eigenproblem is the fastest and gives all eigenvalues


def solve_explicit(
    entries: Sequence[np.ndarray | scipy.sparse.csr_array], graph: PairGraph, mu: float, d: int, *,
    null: np.ndarray | None = None, monitor: Monitor | None = None, seed: int = 0,
) -> Solution:
    """The `d` smallest eigenpairs of A = (1−µ)(I−R)ᵀ(I−R) + 2µL, R block-diagonal with these blocks.

    Parameters
    ----------
    entries : list of (n_k, n_k) arrays, dense or sparse (csr)
    graph : PairGraph
    mu : float
    d : int
    null : (N, m) array, optional
        Orthonormal vectors to stay away from (the null space, where it is known).
    monitor : Monitor, optional
        Asked for a cancel at every product.
    seed : int
        Of the start vector.

    Returns
    -------
    Solution
        `n_below` counts among the eigenvalues that were computed only.
    """
    monitor = monitor or SilentMonitor()
    monitor.raise_if_cancelled()
    cuts = np.concatenate([[0], np.cumsum([block.shape[0] for block in entries])])
    size = int(cuts[-1])
    away = np.zeros((size, 0)) if null is None else null
    lift = 4.0  # moves the null space above the spectrum, which ends at about (1−µ)‖I−R‖² + 2µ·‖L‖
    d = min(d, size - away.shape[1])
    if size <= DENSE:
        A = np.zeros((size, size))
        for block, start, stop in zip(entries, cuts[:-1], cuts[1:], strict=True):
            rest = np.eye(stop - start) - (block if isinstance(block, np.ndarray) else block.toarray())
            A[start:stop, start:stop] = (1 - mu) * (rest.T @ rest)
        A[np.ix_(graph.rows, graph.rows)] += 2 * mu * graph.laplacian.toarray()
        if away.shape[1]:
            A -= away @ (away.T @ A)
            A -= (A @ away) @ away.T
            A += lift * (1 + np.abs(A).sum(axis=1).max()) * away @ away.T
        values, vectors = lapack.eigh((A + A.T) / 2)
        n_below = int((values < (1 - mu) * (1 - BELOW)).sum())
        return Solution(values[:d], fix_signs(vectors[:, :d]), n_below)

    def product(x: np.ndarray) -> np.ndarray:
        monitor.raise_if_cancelled()
        x = np.asarray(x, dtype=float).reshape(size, -1)
        x = x - away @ (away.T @ x)
        out = 2 * mu * graph.apply(x)
        for block, start, stop in zip(entries, cuts[:-1], cuts[1:], strict=True):
            part = x[start:stop]
            rest = part - block @ part
            out[start:stop] += (1 - mu) * (rest - block.T @ rest)
        out -= away @ (away.T @ out)
        return out.ravel()

    top = float(extreme_eigenpairs(product, size, 1, "LA", tol=1e-2, seed=seed)[0][0])

    def lifted(x: np.ndarray) -> np.ndarray:
        x = np.asarray(x, dtype=float).ravel()
        return product(x) + 1.1 * top * (away @ (away.T @ x))

    values, vectors = extreme_eigenpairs(lifted, size, d, "SA", tol=1e-10, ncv=min(size - 1, max(4 * d, 60)),
                                         maxiter=20 * size, seed=seed)
    return Solution(values, fix_signs(vectors), int((values < (1 - mu) * (1 - BELOW)).sum()))
