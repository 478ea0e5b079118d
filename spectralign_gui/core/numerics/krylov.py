"""Leading eigenpairs of a large symmetric positive semidefinite matrix by block Lanczos.

A full `eigh` of a 2,000 × 2,000 Gram matrix costs several seconds when 60 vectors are wanted. Block Lanczos with
full reorthogonalisation needs a few hundred columns; the blocks keep the products in matrix-matrix form.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..monitor import Monitor, SilentMonitor

BLOCK = 8


def leading_eigenpairs(
    apply: Callable[[np.ndarray], np.ndarray], size: int, count: int, *, tol: float = 1e-10,
    max_columns: int | None = None, seed: int = 0, monitor: Monitor | None = None,
) -> tuple[np.ndarray, np.ndarray, bool]:
    """The `count` largest eigenvalues and vectors of a symmetric positive semidefinite operator.

    Parameters
    ----------
    apply : callable
        Gives A B for B (size, b).
    size, count : int
    tol : float
        Wanted residual ‖Aq − θq‖ relative to each eigenvalue θ.
    max_columns : int, optional
        Largest Krylov space; default half of `size`.
    seed : int
        Of the random start.
    monitor : Monitor, optional
        Asked for a cancel at every block.

    Returns
    -------
    values : (count,) descending
    vectors : (size, count)
    converged : bool
        False if the space was used up before the residuals were small: use a full decomposition then.
    """
    monitor = monitor or SilentMonitor()
    limit = min(size, max_columns or size // 2)
    basis = np.empty((size, limit), order="F")
    image = np.empty((size, limit), order="F")
    block = np.linalg.qr(np.random.default_rng(seed).standard_normal((size, min(BLOCK, limit))))[0]
    projected = np.zeros((limit, limit))
    used, next_check = 0, count + 4 * BLOCK
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
            values, vectors, small = _ritz(basis, image, projected, used, count, tol)
            if small:
                return values, vectors, True
            next_check = used + max(4 * BLOCK, used // 4)
        block = _orthogonal_to(basis[:, :used], image[:, new])
    if used < count:
        return np.zeros(0), np.zeros((size, 0)), False
    values, vectors, small = _ritz(basis, image, projected, used, count, tol)
    return values, vectors, small


def _orthogonal_to(basis: np.ndarray, block: np.ndarray) -> np.ndarray:
    """Orthonormal columns for the part of `block` outside `basis`.

    Where part of the block lies in the basis already, qr returns rounding noise for it, blown up to unit length and
    not orthogonal to anything: then again, until hardly anything is taken off.
    """
    for _ in range(5):
        block = block - basis @ (basis.T @ block)
        block, triangle = np.linalg.qr(block)
        size = np.abs(np.diag(triangle))
        if size.min() > 0.5 and size.max() < 2:
            break
    return block


def _ritz(
    basis: np.ndarray, image: np.ndarray, projected: np.ndarray, used: int, count: int, tol: float,
) -> tuple[np.ndarray, np.ndarray, bool]:
    theta, small = np.linalg.eigh(projected[:used, :used])
    theta, small = theta[::-1][:count], small[:, ::-1][:, :count]
    residual = image[:, :used] @ small[:, -1] - theta[-1] * (basis[:, :used] @ small[:, -1])
    # the last wanted vector converges last: look at all only when that one is good
    if np.linalg.norm(residual) > tol * max(theta[-1], 1e-14 * theta[0]):
        return theta, small, False
    vectors = basis[:, :used] @ small
    residuals = np.linalg.norm(image[:, :used] @ small - vectors * theta, axis=0)
    return theta, vectors, bool((residuals <= 10 * tol * np.maximum(theta, 1e-14 * theta[0])).all())
