"""Leading eigenpairs of a large symmetric positive semidefinite matrix by block Lanczos.

A full `eigh` of a 2,000 × 2,000 Gram matrix costs several seconds when 60 vectors are wanted. Block Lanczos with
full reorthogonalisation needs a few hundred columns; the blocks keep the products in matrix-matrix form.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..monitor import Monitor, SilentMonitor
from . import lapack

BLOCK = 8


def leading_eigenpairs(
    apply: Callable[[np.ndarray], np.ndarray], size: int, count: int, *, extra: int = 0, tol: float = 1e-9,
    max_columns: int | None = None, seed: int = 0, monitor: Monitor | None = None,
) -> tuple[np.ndarray, np.ndarray, bool]:
    """The `count` largest eigenvalues and vectors of a symmetric positive semidefinite operator.

    Parameters
    ----------
    apply : callable
        Gives A B for B (size, b).
    size, count : int
    extra : int
        Further pairs to return, as good as they have become by then.
    tol : float
        Wanted residual ‖Aq − θq‖ relative to each eigenvalue θ (or to rounding, where θ is of that size).
    max_columns : int, optional
        Largest Krylov space; default half of `size`.
    seed : int
        Of the random start.
    monitor : Monitor, optional
        Asked for a cancel at every block.

    Returns
    -------
    values : (count + extra,) descending
    vectors : (size, count + extra)
        No columns where not converged.
    converged : bool
        False if the space was used up before the residuals were small: use a full decomposition then.
    """
    monitor = monitor or SilentMonitor()
    limit = min(size, max_columns or size // 2)
    basis = np.empty((size, limit), order="F")
    image = np.empty((size, limit), order="F")
    block = lapack.qr(np.random.default_rng(seed).standard_normal((size, min(BLOCK, limit))))[0]
    projected = np.zeros((limit, limit))
    used, next_check = 0, 4 * (count + 2 * BLOCK)
    while used + block.shape[1] <= limit:
        monitor.raise_if_cancelled()
        width = block.shape[1]
        new = slice(used, used + width)
        basis[:, new] = block
        image[:, new] = apply(block)
        used += width
        projected[:used, new] = basis[:, :used].T @ image[:, new]
        projected[new, :used] = projected[:used, new].T
        if used >= next_check:
            values, vectors, good = _ritz(basis, image, projected, used, count, extra, tol)
            if good:
                return values, vectors, True
            next_check = used + max(4 * BLOCK, used // 6)
        block = _orthogonal_to(basis[:, :used], image[:, new])
    if used < count:
        return np.zeros(0), np.zeros((size, 0)), False
    return _ritz(basis, image, projected, used, count, extra, tol)


def _orthogonal_to(basis: np.ndarray, block: np.ndarray) -> np.ndarray:
    """Orthonormal columns for the part of `block` outside `basis`.

    Where part of the block lies in the basis already, qr returns rounding noise for it, blown up to unit length and
    not orthogonal to anything: then again, until hardly anything is taken off.
    """
    for attempt in range(5):
        block = block - basis @ (basis.T @ block)
        block, triangle = lapack.qr(block)
        size = np.abs(np.diag(triangle))
        if attempt and size.min() > 0.5 and size.max() < 2:  # the first time the columns are not of unit length yet
            break
    return block


def _ritz(
    basis: np.ndarray, image: np.ndarray, projected: np.ndarray, used: int, count: int, extra: int, tol: float,
) -> tuple[np.ndarray, np.ndarray, bool]:
    theta, small = lapack.eigh(projected[:used, :used])
    theta, small = theta[::-1][:count + extra], small[:, ::-1][:, :count + extra]
    small_enough = tol * np.maximum(theta[:count], 0.0) + 1e-13 * theta[0]
    last = small[:, count - 1]
    residual = image[:, :used] @ last - theta[count - 1] * (basis[:, :used] @ last)
    # the last wanted vector converges last: look at all only when that one is good
    if np.linalg.norm(residual) > small_enough[-1]:
        return theta, np.zeros((len(basis), 0)), False
    vectors = basis[:, :used] @ small
    residuals = np.linalg.norm(image[:, :used] @ small[:, :count] - vectors[:, :count] * theta[:count], axis=0)
    return theta, vectors, bool((residuals <= 10 * small_enough).all())
