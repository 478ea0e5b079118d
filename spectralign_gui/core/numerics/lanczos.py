"""Smallest eigenvectors of A for messy pairs: shift-invert Lanczos, A⁻¹ by Woodbury."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy

from ..errors import DataError
from ..monitor import Monitor, SilentMonitor
from . import lapack
from .laplacian import PairGraph
from .reduced import BELOW, Solution, block_diagonal, fix_signs

RESTARTS = 300
"""Restarts after which another way is tried; a usual problem takes less than thirty."""
LARGEST_DENSE = 4000
"""Samples up to which a problem that Lanczos does not solve is solved as a whole."""


def solve_lanczos(
    bases: Sequence[np.ndarray], deficits: Sequence[np.ndarray], graph: PairGraph, mu: float, d: int,
    monitor: Monitor | None = None, seed: int = 0,
) -> Solution:
    """The `d` smallest eigenpairs of A = (1−µ)(I − S diag(l) Sᵀ) + 2µL.

    Parameters
    ----------
    bases, deficits : lists of (n_k, r_k) and (r_k,) arrays
        S_k and l_k.
    graph : PairGraph
    mu : float
    d : int
    monitor : Monitor, optional
        Asked for a cancel at every product.
    seed : int
        Of the start vector.

    Returns
    -------
    Solution
        `n_below` counts among the eigenvalues that were computed only.

    Raises
    ------
    DataError
        If the eigenvalues lie so close together that they are not found, and there are too many samples to solve the
        problem as a whole.
    """
    from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh, splu

    monitor = monitor or SilentMonitor()
    weight = np.concatenate(list(deficits))
    S = block_diagonal(bases)[:, weight != 0]
    weight = weight[weight != 0]
    shift = -0.01 * (1 - mu)  # A may be semidefinite: shifted it is definite
    t = graph.rows
    diagonal = 1 - mu - shift
    paired = splu((diagonal * scipy.sparse.identity(len(t)) + 2 * mu * graph.laplacian).tocsc()) if len(t) else None

    def solve_simple(B: np.ndarray) -> np.ndarray:
        out = B / diagonal
        if paired is not None:
            out[t] = paired.solve(np.ascontiguousarray(B[t]))
        return out

    BS = solve_simple(S)
    core = np.diag(1 / ((1 - mu) * weight)) - S.T @ BS

    def inverse(x: np.ndarray) -> np.ndarray:
        monitor.raise_if_cancelled()
        x = np.asarray(x, dtype=float).reshape(graph.size, -1)
        y = solve_simple(x)
        return (y + BS @ lapack.solve(core, S.T @ y)).ravel()

    def product(x: np.ndarray) -> np.ndarray:
        x = np.asarray(x, dtype=float).reshape(graph.size, -1)
        return ((1 - mu) * (x - S @ (weight[:, None] * (S.T @ x))) + 2 * mu * graph.apply(x)).ravel()

    shape = (graph.size, graph.size)
    d = min(d, graph.size - 1)
    start = np.random.default_rng(seed).standard_normal(graph.size)
    try:
        values, vectors = eigsh(LinearOperator(shape, matvec=product, dtype=float), k=d, sigma=shift, which="LM",
                                OPinv=LinearOperator(shape, matvec=inverse, dtype=float), v0=start, tol=1e-13,
                                maxiter=RESTARTS)
    except (ArpackError, np.linalg.LinAlgError):
        # with a µ near 0 or 1 thousands of eigenvalues are all but equal, and Lanczos cannot tell them apart; or
        # rounding leaves nothing of the small matrix of Woodbury's formula
        if graph.size > LARGEST_DENSE:
            raise DataError("dimensions.not_found", mu=mu) from None
        values, vectors = lapack.eigh(product_of_all(S, weight, graph, mu))
    order = np.argsort(values)[:d]
    values = values[order]
    return Solution(values, fix_signs(vectors[:, order]), int((values < (1 - mu) * (1 - BELOW)).sum()))


def product_of_all(S: np.ndarray, weight: np.ndarray, graph: PairGraph, mu: float) -> np.ndarray:
    """A as a whole, symmetric to the last bit."""
    A = (1 - mu) * (np.identity(graph.size) - (S * weight) @ S.T) + 2 * mu * graph.apply(np.identity(graph.size))
    return (A + A.T) / 2
