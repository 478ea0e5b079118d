"""All left singular vectors of a set down to 1e-10 of the largest singular value, by Gram matrices of the smaller side.

A Gram matrix squares the condition number, so its eigenvectors are good down to about 1e-5 of s₁. What lies below is
projected out of the set itself and decomposed again on its own scale, which reaches the next five digits: far cheaper
than a full SVD, and as exact as the cut asks.
"""

from __future__ import annotations

import numpy as np

from ..errors import DataError
from ..monitor import Monitor, SilentMonitor
from . import lapack
from .memory import require

CUT = 1e-10
GOOD = 1e-5
DIRECT = 600


def range_factors(Z: np.ndarray, monitor: Monitor | None = None, cut: float = CUT) -> tuple[np.ndarray, np.ndarray]:
    """U (n, r) and s (r,) of Z (n, p): singular values above `cut` times the largest, descending.

    The right vectors are ZᵀU/s; they are not formed.

    Raises
    ------
    MemoryNeedError
    DataError
        If the values are too large to be squared.
    """
    monitor = monitor or SilentMonitor()
    n, p = Z.shape
    small = min(n, p)
    if small <= DIRECT:
        U, s, _ = lapack.svd(Z, full_matrices=False)
        keep = s > cut * (s[0] if len(s) else 0.0)
        return np.ascontiguousarray(U[:, keep]), s[keep]
    require(8.0 * (4 * small**2 + n * small), f"the decomposition of {n} × {p} values",
            "average channels or take fewer samples")
    monitor.raise_if_cancelled()
    values, W = _levels(Z if n <= p else np.ascontiguousarray(Z.T), monitor)
    s = np.sqrt(np.maximum(values, 0.0))
    keep = s > cut * s[0]
    s, W = s[keep], W[:, keep]
    if n <= p:
        return np.ascontiguousarray(W), s
    monitor.raise_if_cancelled()
    U = (Z @ W) / s
    if s[-1] < GOOD * s[0]:  # what has leaked from the larger directions is large beside the smallest ones
        U, triangle = lapack.qr(U)
        s = s * np.abs(np.diag(triangle))
        U = U * np.where(np.diag(triangle) < 0, -1.0, 1.0)
    return U, s


def _levels(Z: np.ndarray, monitor: Monitor) -> tuple[np.ndarray, np.ndarray]:
    """Eigenpairs of ZZᵀ, descending, for Z with fewer rows than columns."""
    monitor.report("Multiplying", 0.1)
    gram = Z @ Z.T
    if not np.isfinite(gram).all():
        raise DataError("spectra.too_large_to_square")
    monitor.raise_if_cancelled()
    monitor.report("Decomposing", 0.4)
    values, W = lapack.eigh(gram)
    values, W = values[::-1], W[:, ::-1]
    fine = int((values > GOOD**2 * values[0]).sum())
    if fine < len(values):
        monitor.raise_if_cancelled()
        rest = W[:, fine:].T @ Z  # at most GOOD · s₁ in size: its own Gram matrix is good down to GOOD² · s₁ = CUT · s₁
        inner, Q = lapack.eigh(rest @ rest.T)
        values = np.concatenate([values[:fine], inner[::-1]])
        W = np.hstack([W[:, :fine], W[:, fine:] @ Q[:, ::-1]])
    return values, W
