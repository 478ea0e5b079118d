"""Singular value thresholding by a partial, warm-started decomposition."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from . import lapack


@dataclass(frozen=True)
class Thresholded:
    """The thresholded matrix Z = U diag(s) Vᵀ as factors (s already shrunk, all > 0).

    Parameters
    ----------
    U : (n, r) array
    s : (r,) array
    V : (m, r) array
    """

    U: np.ndarray
    s: np.ndarray
    V: np.ndarray

    @property
    def nuclear_norm(self) -> float:
        """Sum of the singular values."""
        return float(self.s.sum())

    @property
    def matrix(self) -> np.ndarray:
        """Z itself, (n, m)."""
        return (self.U * self.s) @ self.V.T


class SingularValueThresholding:
    """The proximal map of τ‖·‖_*, for a sequence of matrices that changes slowly.

    Inside an iteration (ADMM) the shrunk matrix has a small rank and hardly moves from call to call, so one step
    of subspace iteration from the last right singular vectors replaces a full decomposition. Vectors just below
    the threshold and a few random ones are carried along, so that directions which rise above it are found. The
    error vanishes as the sequence settles. Where the rank is not small, a full decomposition is made.

    Parameters
    ----------
    slack : int
        Vectors carried beyond the rank.
    full_share : float
        Above this share of the smaller dimension a full decomposition is cheaper.
    partial : bool
        False always decomposes in full.
    seed : int
        Of the random vectors.
    basis : (m, b) array, optional
        Right vectors to start from; else the first call decomposes in full.
    """

    def __init__(self, slack: int = 8, full_share: float = 0.2, partial: bool = True, seed: int = 0,
                 basis: np.ndarray | None = None) -> None:
        self.slack, self.full_share, self.partial = slack, full_share, partial
        self._random = np.random.default_rng(seed)
        self._basis = basis

    def __call__(self, M: np.ndarray, threshold: float, exact: bool = False) -> Thresholded:
        """Shrink the singular values of M (n, m) by `threshold`; `exact` forces a full decomposition."""
        small = min(M.shape)
        basis = self._basis
        if exact or not self.partial or basis is None or basis.shape[1] > self.full_share * small or small < 100:
            return self._full(M, threshold)
        while True:
            Q = np.hstack([basis, self._random.standard_normal((M.shape[1], 2))])
            P = lapack.qr(M @ Q)[0]
            # M ≈ P (PᵀM): one QR of the tall (MᵀP) leaves a small matrix to decompose
            tall, triangle = lapack.qr(M.T @ P)
            left, s, right = lapack.svd(triangle)
            V, U = tall @ left, P @ right.T
            rank = int((s > threshold).sum())
            if rank <= len(s) - min(3, self.slack):
                break
            more = self._random.standard_normal((M.shape[1], max(self.slack, rank // 4)))
            basis = np.hstack([V, more])
            if basis.shape[1] > self.full_share * small:
                return self._full(M, threshold)
        self._basis = V[:, : rank + self.slack]
        return Thresholded(U[:, :rank], s[:rank] - threshold, V[:, :rank])

    def _full(self, M: np.ndarray, threshold: float) -> Thresholded:
        U, s, Vt = lapack.svd(M, full_matrices=False)
        rank = int((s > threshold).sum())
        self._basis = np.ascontiguousarray(Vt[: rank + self.slack].T)
        return Thresholded(U[:, :rank], s[:rank] - threshold, Vt[:rank].T)
