"""Eigenvectors of graph Laplacians and of small generalised problems, with the trivial ones taken out exactly."""

from __future__ import annotations

import numpy as np
import scipy

from ..errors import DataError
from ..monitor import Monitor, SilentMonitor
from . import lapack
from .graphs import components

DENSE_ROWS = 1200
ZERO = 1e-10


def fix_signs(F: np.ndarray) -> np.ndarray:
    """Turn every column so that its entry of largest size is positive: eigenvectors come with an arbitrary sign."""
    if not F.size:
        return F
    largest = np.abs(F).argmax(axis=0)
    signs = np.where(F[largest, np.arange(F.shape[1])] < 0, -1.0, 1.0)
    return F * signs


def laplacian_eigenmaps(
    W: scipy.sparse.csr_array, count: int, monitor: Monitor | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """The smallest eigenvectors of Lf = λDf above zero, FᵀDF = I (Laplacian eigenmaps).

    The eigenvalue 0 occurs once per connected part of the graph; its vectors are known (constant on the part)
    and are projected out rather than recognised by a threshold.

    Parameters
    ----------
    W : (n, n) csr_array
        Symmetric weights ≥ 0 without diagonal. A row without any edge gets the coordinates 0.
    count : int
        How many; fewer are returned where the graph has fewer.
    monitor : Monitor, optional

    Returns
    -------
    eigenvalues : (d,) array, ascending
    F : (n, d) array
    """
    monitor = monitor or SilentMonitor()
    n = W.shape[0]
    degrees = np.asarray(W.sum(axis=1)).ravel()
    root = np.zeros(n)
    root[degrees > 0] = 1 / np.sqrt(degrees[degrees > 0])
    parts, labels = components(W)
    count = min(count, n - parts)
    if count < 1:
        return np.zeros(0), np.zeros((n, 0))
    scaled = (scipy.sparse.diags_array(root) @ W @ scipy.sparse.diags_array(root)).tocsr()  # D^-½ W D^-½
    # orthonormal null vectors of I − D^-½WD^-½: D^½ on each part (a lone row: its unit vector)
    null_values = np.sqrt(degrees)
    null_values[degrees == 0] = 1.0
    norms = np.sqrt(np.bincount(labels, weights=null_values ** 2, minlength=parts))
    Z = scipy.sparse.csr_array((null_values / norms[labels], (np.arange(n), labels)), shape=(n, parts))
    if n <= DENSE_ROWS or count > n // 4:
        M = np.eye(n) - scaled.toarray()
        dense_Z = Z.toarray()
        M += 3 * (dense_Z @ dense_Z.T)  # lifts the trivial vectors above the largest eigenvalue, 2
        values, vectors = lapack.eigh(M)
        values, vectors = values[:count], vectors[:, :count]
    else:
        values, vectors = _largest_shifted(scaled, Z, count, monitor)
    return np.maximum(values, 0.0), fix_signs(vectors * root[:, None])


def _largest_shifted(
    scaled: scipy.sparse.csr_array, Z: scipy.sparse.csr_array, count: int, monitor: Monitor,
) -> tuple[np.ndarray, np.ndarray]:
    """Largest eigenpairs of I + D^-½WD^-½ − 2ZZᵀ by Lanczos; eigenvalues given back as 2 − that."""
    from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

    n = scaled.shape[0]
    ZT = Z.T.tocsr()

    def apply(x: np.ndarray) -> np.ndarray:
        monitor.raise_if_cancelled()
        x = x.reshape(-1)
        return x + scaled @ x - 2 * (Z @ (ZT @ x))

    operator = LinearOperator((n, n), matvec=apply, dtype=np.float64)
    start = np.random.default_rng(0).standard_normal(n)
    ncv = min(n - 1, max(4 * count, count + 40))
    try:
        values, vectors = eigsh(operator, k=count, which="LA", ncv=ncv, tol=1e-9, maxiter=3000, v0=start)
    except ArpackError as error:
        found = len(getattr(error, "eigenvalues", ()))
        raise DataError("graph.not_converged", n=n, n_eigenvalues=found, count=count) from error
    order = np.argsort(-values)
    return 2 - values[order], vectors[:, order]


def range_basis(X: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """U, s, V of X (n, p) on its numerical range: singular values above 1e-10 of the largest."""
    U, s, Vt = lapack.svd(np.asarray(X, dtype=np.float64), full_matrices=False)
    keep = s > ZERO * (s[0] if len(s) else 0.0)
    return U[:, keep], s[keep], Vt[keep].T


def generalised_eigh(A: np.ndarray, B: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All eigenpairs of A g = λ B g on the range of B, ascending, gᵀBg = 1; both symmetric, B ≥ 0."""
    b, Q = lapack.eigh((B + B.T) / 2)
    keep = b > ZERO * max(b[-1], 0.0) if len(b) else np.zeros(0, dtype=bool)
    white = Q[:, keep] / np.sqrt(b[keep])
    reduced = white.T @ A @ white
    values, vectors = lapack.eigh((reduced + reduced.T) / 2)
    return values, white @ vectors
