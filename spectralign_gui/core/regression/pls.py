"""Partial least squares with numpy only, many fits at a time.

A calibration comparison fits PLS thousands of times (folds × properties × candidate corrections), so the
inner loop runs over all of them at once, in the row space of the spectra, where 60 samples × 700 channels are
a 60 × 59 matrix. Results equal scikit-learn's PLSRegression(scale=False) to about 1e-10.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..numerics import lapack
from .operands import Filtered, Shared, Stacked


@dataclass(frozen=True)
class PLSPath:
    """PLS1 fits for 1, 2, … components.

    Parameters
    ----------
    coefficients : (f, A, p) array
        Regression vector of fit f with 1 … A components.
    x_mean : (f, p) array
    y_mean : (f,) array
    """

    coefficients: np.ndarray
    x_mean: np.ndarray
    y_mean: np.ndarray

    def predict(self, X: np.ndarray) -> np.ndarray:
        """Predictions (f, A, n) for spectra (n, p)."""
        shift = self.y_mean[:, None] - np.einsum("fap,fp->fa", self.coefficients, self.x_mean)
        return self.coefficients @ X.T + shift[:, :, None]


def row_space(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates (n, r) of the rows of X (n, p) in an orthonormal basis (r, p) of the span of its rows.

    r = min(n, p); PLS, ridge and principal components are the same in these coordinates.
    """
    if X.shape[0] >= X.shape[1]:  # nothing to gain; the caller may test for the same object
        return X, np.eye(X.shape[1])
    Q, R = lapack.qr(X.T)
    return R.T, Q.T


def pls1_path(
    X: np.ndarray | Filtered, Y: np.ndarray, n_components: int, weights: np.ndarray | None = None,
) -> PLSPath:
    """PLS1 of several fits at once (NIPALS, centred, not scaled).

    Scores are made orthogonal instead of deflating the spectra, which gives the same and leaves X as it is.

    Parameters
    ----------
    X : (n, p) or (f, n, p) array, or Filtered
        Spectra shared by all fits, or per fit, or shared but for what each fit does to them first.
    Y : (n, f) array
        One column per fit; rows with NaN are left out of that fit.
    n_components : int
        A, at least 1. Components beyond a fit's rank leave its coefficients unchanged.
    weights : (n,) or (n, f) array, optional
        Weight of every sample, ≥ 0; 0 leaves a sample out.

    Returns
    -------
    PLSPath

    References
    ----------
    Wold et al., SIAM J. Sci. Stat. Comput. 5 (1984) 735–743.
    """
    Y = Y[:, None] if Y.ndim == 1 else Y
    known = np.isfinite(Y)
    W = known.astype(float) if weights is None else known * (weights[:, None] if weights.ndim == 1 else weights)
    total = np.maximum(W.sum(axis=0), 1e-300)
    y = np.where(known, Y, 0.0)
    y_mean = (W * y).sum(axis=0) / total
    root = np.sqrt(W).T
    if isinstance(X, np.ndarray) and X.ndim == 3:
        E: Shared | Stacked = Stacked(X, W, total, root)
    else:
        E = Shared(X if isinstance(X, Filtered) else Filtered(X), W, total, root)
    f = ((y - y_mean) * np.sqrt(W)).T
    return PLSPath(_coefficients(E, f, n_components), E.mean, y_mean)


def _coefficients(E: Shared | Stacked, f: np.ndarray, A: int) -> np.ndarray:
    """Regression vectors (f, A, p) from centred, weighted spectra and values (f, n)."""
    (count, n), p = f.shape, E.mean.shape[1]
    B, R, T = np.zeros((count, A, p)), np.zeros((count, A, p)), np.zeros((count, A, n))
    inverse, b = np.zeros((count, A)), np.zeros((count, p))
    first, alive = np.zeros(count), E.scale > 0
    for a in range(A):
        w = E.back(f)
        norm = np.sqrt((w ** 2).sum(axis=1))
        if a == 0:
            first = norm
        alive = alive & (norm > 1e-13 * first) & (norm > 0)
        if not alive.any():
            B[:, a:] = b[:, None, :]
            break
        r = np.where(alive[:, None], w / np.where(norm > 0, norm, 1.0)[:, None], 0.0)
        t = E.forward(r)
        for _ in range(2 if a else 0):  # twice is enough (Kahan); the same is taken from the weights: t stays E·r
            c = (T[:, :a] @ t[:, :, None])[:, :, 0] * inverse[:, :a]
            t = t - (c[:, None, :] @ T[:, :a])[:, 0]
            r = r - (c[:, None, :] @ R[:, :a])[:, 0]
        tt = (t ** 2).sum(axis=1)
        alive = alive & (tt > 1e-28 * E.scale)
        inverse[:, a] = np.where(alive, 1.0 / np.where(tt > 0, tt, 1.0), 0.0)
        T[:, a], R[:, a] = t, r
        b = b + r * ((t * f).sum(axis=1) * inverse[:, a])[:, None]
        c = (T[:, :a + 1] @ f[:, :, None])[:, :, 0] * inverse[:, :a + 1]
        f = f - (c[:, None, :] @ T[:, :a + 1])[:, 0]
        B[:, a] = b
    return B


def pls1_rotations(X: np.ndarray, y: np.ndarray, n_components: int) -> tuple[np.ndarray, np.ndarray]:
    """What turns centred spectra into scores, and scores into values.

    Parameters
    ----------
    X, y : (n, p), (n,) centred arrays
    n_components : int

    Returns
    -------
    R : (p, L) array
        Scores are X R; fewer than `n_components` columns where the spectra hold no more.
    q : (L,) array
        The regression vector is R q, as of `pls1_path`.
    """
    R: list[np.ndarray] = []
    P: list[np.ndarray] = []
    q: list[float] = []
    first, scale = 0.0, float((X ** 2).sum())
    for a in range(n_components):
        w = X.T @ y
        norm = float(np.linalg.norm(w))
        first = norm if a == 0 else first
        t = X @ w / norm if norm > 1e-13 * first else np.zeros(len(X))
        tt = float(t @ t)
        if tt <= 1e-28 * scale or tt == 0:
            break
        w = w / norm
        loading, c = X.T @ t / tt, float(t @ y) / tt
        r = w - sum((float(p @ w) * old for p, old in zip(P, R, strict=True)), np.zeros_like(w))
        X, y = X - np.outer(t, loading), y - t * c
        R.append(r)
        P.append(loading)
        q.append(c)
    return np.array(R).reshape(-1, X.shape[1]).T, np.array(q)


def pls2_path(X: np.ndarray, Y: np.ndarray, n_components: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """PLS2: all properties in one model (NIPALS; the weights are the exact dominant singular vectors).

    Parameters
    ----------
    X : (n, p) array
    Y : (n, q) array
        All values known.
    n_components : int

    Returns
    -------
    coefficients : (A, p, q) array
    x_mean : (p,) array
    y_mean : (q,) array
    """
    x_mean, y_mean = X.mean(axis=0), Y.mean(axis=0)
    E, F = X - x_mean, Y - y_mean
    p, q = E.shape[1], F.shape[1]
    R, P = np.zeros((n_components, p)), np.zeros((n_components, p))
    B = np.zeros((n_components, p, q))
    b = np.zeros((p, q))
    scale, first = float((E ** 2).sum()), 0.0
    for a in range(n_components):
        U, s, _ = lapack.svd(E.T @ F, full_matrices=False)
        first = s[0] if a == 0 else first
        t = E @ U[:, 0]
        tt = float(t @ t)
        if s[0] <= 1e-13 * first or tt <= 1e-28 * scale:
            B[a:] = b
            break
        loading = E.T @ t / tt
        r = U[:, 0] - R[:a].T @ (P[:a] @ U[:, 0])
        c = F.T @ t / tt
        E = E - np.outer(t, loading)
        F = F - np.outer(t, c)
        P[a], R[a] = loading, r
        b = b + np.outer(r, c)
        B[a] = b
    return B, x_mean, y_mean
