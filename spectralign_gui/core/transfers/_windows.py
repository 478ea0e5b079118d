"""Local regressions in windows, for all channels in one batch."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..numerics import lapack
from ..regression.pls import pls1_path


def centred_windows(B: np.ndarray, width: int) -> np.ndarray:
    """Windows (p, m, w) of the centred spectra B (m, p); channels beyond the ends are zero columns."""
    half = width // 2
    padded = np.pad(B, ((0, 0), (half, half)))
    view = np.lib.stride_tricks.sliding_window_view(padded, width, axis=1)
    return view.transpose(1, 0, 2)


def _pooled(gram: np.ndarray, second: int) -> np.ndarray:
    """Sum over the neighbouring channels of a second window (sizes at the ends shrink)."""
    if second <= 1:
        return gram
    half = second // 2
    p = len(gram)
    total = np.concatenate([np.zeros_like(gram[:1]), np.cumsum(gram, axis=0)])
    low = np.maximum(np.arange(p) - half, 0)
    high = np.minimum(np.arange(p) + half + 1, p)
    return total[high] - total[low]


def local_ridge(windows: np.ndarray, D: np.ndarray, ridge: float, second: int = 1) -> np.ndarray:
    """Ridge coefficients (p, w) of the columns of D (m, p) on their windows.

    The penalty is `ridge` times the mean squared length of the window's used columns.
    """
    gram = _pooled(np.matmul(windows.transpose(0, 2, 1), windows), second)
    return _ridge(gram, _pooled(np.matmul(windows.transpose(0, 2, 1), D.T[:, :, None]), second), ridge)


def _ridge(gram: np.ndarray, cross: np.ndarray, ridge: float) -> np.ndarray:
    """Ridge coefficients (p, w) from the products (p, w, w) and (p, w, 1)."""
    diagonal = np.einsum("pii->pi", gram)
    used = np.maximum((diagonal > 0).sum(axis=1), 1)
    scale = diagonal.sum(axis=1) / used
    penalty = max(ridge, 1e-12) * np.where(scale > 0, scale, 1.0)
    system = gram + penalty[:, None, None] * np.eye(gram.shape[1])
    return lapack.solve(system, cross)[:, :, 0]


def _ridge_each(gram: np.ndarray, cross: np.ndarray, ridge: float) -> np.ndarray:
    """The same from products (w, w, p) and (w, p), channels last: one Cholesky decomposition for all of them."""
    w = len(gram)
    diagonal = np.einsum("iip->ip", gram)
    scale = diagonal.sum(axis=0) / np.maximum((diagonal > 0).sum(axis=0), 1)
    penalty = max(ridge, 1e-12) * np.where(scale > 0, scale, 1.0)
    L, x, inverse = np.empty_like(gram), cross.copy(), np.empty_like(cross)
    for j in range(w):
        column = gram[j:, j] - np.einsum("ikp,kp->ip", L[j:, :j], L[j, :j])
        column[0] += penalty
        inverse[j] = 1.0 / np.sqrt(column[0])
        L[j:, j] = column * inverse[j]
        x[j] *= inverse[j]
        x[j + 1:] -= L[j + 1:, j] * x[j]
    for j in reversed(range(w)):
        x[j] *= inverse[j]
        x[:j] -= L[j, :j] * x[j]
    return np.ascontiguousarray(x.T)


def local_factors(
    windows: np.ndarray, A: np.ndarray, n_components: int, truncation: float, second: int = 1,
) -> np.ndarray:
    """PLS coefficients (p, w) with `n_components` factors of the columns of A (m, p) on their windows.

    Directions of a window below `truncation`·s₁ (singular values) are removed first. With a second window the
    normal equations of neighbouring channels are added; PLS then comes from them as a Krylov solution (it lies in
    span{c, Gc, G²c …} of the Gram matrix G and the cross product c), by conjugate directions for all windows.
    """
    if second <= 1 and truncation <= 0:
        return pls1_path(windows, A, n_components).coefficients[:, -1]
    gram = _pooled(np.matmul(windows.transpose(0, 2, 1), windows), second)
    values, vectors = lapack.eigh(gram)
    kept = values > max(truncation ** 2, 1e-15) * np.maximum(values[:, -1:], 0.0)
    if second <= 1:  # from the spectra themselves: a Gram matrix would square their condition number
        turned = np.matmul(windows, vectors) * kept[:, None, :]
        path = pls1_path(turned, A, n_components)
        return np.matmul(vectors, path.coefficients[:, -1, :, None])[:, :, 0]
    cross = _pooled(np.matmul(windows.transpose(0, 2, 1), A.T[:, :, None]), second)
    c = np.matmul(vectors.transpose(0, 2, 1), cross)[:, :, 0] * kept
    return np.matmul(vectors, _krylov(np.where(kept, values, 0.0), c, n_components)[:, :, None])[:, :, 0]


def _krylov(values: np.ndarray, c: np.ndarray, n_components: int) -> np.ndarray:
    """Conjugate gradient steps for diagonal systems (p, w): the PLS1 coefficients after n steps."""
    return _krylov_path(lambda d: values * d, c, n_components)[-1]


def _krylov_path(times: Callable[[np.ndarray], np.ndarray], c: np.ndarray, n_components: int) -> list[np.ndarray]:
    """The same after 1 … n steps, for the systems that `times` multiplies with."""
    path = []
    x = np.zeros_like(c)
    r = c.copy()
    d = r.copy()
    rr = (r * r).sum(axis=1)
    first = rr.copy()
    for _ in range(n_components):
        Gd = times(d)
        dGd = (d * Gd).sum(axis=1)
        alive = (dGd > 0) & (rr > 1e-26 * first)
        step = np.where(alive, rr / np.where(dGd > 0, dGd, 1.0), 0.0)[:, None]
        x = x + step * d
        r = r - step * Gd
        new = (r * r).sum(axis=1)
        d = r + np.where(alive, new / np.where(rr > 0, rr, 1.0), 0.0)[:, None] * d
        rr = new
        path.append(x)
    return path


class WindowProducts:
    """The maps of all windows and settings from the products of neighbouring channels, formed once.

    For comparing many settings on the same standards: windows of all widths share their products, ridges and factors
    share a window's. The products square the condition number, which the few factors and the ridges that are compared
    do not feel; the map that is used in the end is fitted on the spectra.

    Parameters
    ----------
    A, B : (m, p) arrays
        Standards on both instruments, centred.
    widest : int
        Channels of the widest window that will be asked for.
    """

    def __init__(self, A: np.ndarray, B: np.ndarray, widest: int) -> None:
        self.p, self.widest = B.shape[1], widest
        half = widest // 2
        padded = np.pad(B, ((0, 0), (half, half)))
        size = padded.shape[1]
        self._lags = [np.einsum("mi,mi->i", padded[:, :size - k], padded[:, k:]) for k in range(widest)]
        self._cross = [np.einsum("mi,mi->i", padded[:, k:k + self.p], A) for k in range(widest)]
        self._systems: dict[tuple[int, int], tuple[np.ndarray, np.ndarray]] = {}
        self._paths: dict[tuple[int, int], list[np.ndarray]] = {}

    def _system(self, width: int, second: int) -> tuple[np.ndarray, np.ndarray]:
        """Products (w, w, p) and (w, p)."""
        if (width, second) not in self._systems:
            first = (self.widest - width) // 2
            gram, cross = np.empty((width, width, self.p)), np.empty((width, self.p))
            for i in range(width):
                cross[i] = self._cross[first + i]
                for j in range(i, width):
                    gram[i, j] = gram[j, i] = self._lags[j - i][first + i:first + i + self.p]
            self._systems[width, second] = (_pooled(gram.transpose(2, 0, 1), second).transpose(1, 2, 0),
                                            _pooled(cross.T, second).T)
        return self._systems[width, second]

    def ridge(self, width: int, ridge: float, second: int = 1) -> np.ndarray:
        """As `local_ridge` of A − B, with the 1 of B's own channel added: (p, w)."""
        gram, cross = self._system(width, second)
        band = _ridge_each(gram, cross - gram[:, width // 2], ridge)
        band[:, width // 2] += 1.0
        return band

    def factors(self, width: int, n_components: int, most: int, second: int = 1) -> np.ndarray:
        """As `local_factors` without truncation: (p, w); `most` is the largest number that will be asked for."""
        if (width, second) not in self._paths:
            gram, cross = self._system(width, second)
            self._paths[width, second] = _krylov_path(
                lambda d: np.einsum("ijp,pj->pi", gram, d), cross.T, min(most, width))
        return self._paths[width, second][n_components - 1]
