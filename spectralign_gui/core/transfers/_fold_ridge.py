"""Two-instrument ridges with a fold left out, from products of spectra alone.

The kernel matrix of `joint_ridge_path` is [[A, C], [Cᵀ, B]] with A's many samples in one block. A's block does not
depend on what is done to B's spectra: it is decomposed once, and every map of B, own part and penalty λ needs only
the Schur complement S = B + λ − Uᵀ(D + λ)⁻¹U with U = QᵀC, as large as there are samples of B:

    β = S⁻¹ (y_B − Uᵀ(D + λ)⁻¹Qᵀy_A),    α = Q (D + λ)⁻¹ (Qᵀy_A − Uβ)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import ParameterError
from ..numerics import lapack
from .joint_ridge import LARGEST_OWN, patterns_of

MANY = 0.5
"""Samples of B per sample of A above which decomposing the whole matrix costs less."""


@dataclass(frozen=True, eq=False)
class Products:
    """Products of B's mapped spectra, all centred on one origin: with A's (n, k), with each other (k, k)."""

    ab: np.ndarray
    bb: np.ndarray

    @classmethod
    def of(cls, A: np.ndarray, B: np.ndarray) -> Products:
        """Of spectra (n, p) and (k, p)."""
        return cls(A @ B.T, B @ B.T)


class FoldRidge:
    """All ridges without one fold of A.

    Parameters
    ----------
    aa : (n, n) array
        Products of A's spectra, centred on any origin near them.
    YA : (n, q) array
    out : (n,) bool array
        A's samples that are left out.

    Raises
    ------
    ParameterError
        If A's spectra are all the same.
    """

    def __init__(self, aa: np.ndarray, YA: np.ndarray, out: np.ndarray) -> None:
        self.keep, self.out, self.YA = ~out, out, YA
        self.mean_a = aa[:, self.keep].mean(axis=1)
        self.mean = float(self.mean_a[self.keep].mean())
        scale = float(np.diag(aa)[self.keep].mean() - self.mean)
        if scale <= 1e-15 * float(np.diag(aa).mean()):
            raise ParameterError("transfer.no_variation")
        self.scale = scale
        self.aa = (aa[:, self.keep] - self.mean_a[:, None] - self.mean_a[self.keep] + self.mean) / scale
        self._decomposed: dict[tuple[bytes, float], tuple[np.ndarray, np.ndarray]] = {}

    def _block(self, rows: np.ndarray, own: float) -> tuple[np.ndarray, np.ndarray]:
        """Eigenvalues and eigenvectors of A's block for some of the rows that are kept.

        Centred spectra are orthogonal to the constant: with all rows one decomposition serves every own part.
        """
        K, constant = self.aa[self.keep], 1.0 + (own > 0)
        n = len(K)
        if rows.all():
            if (b"", 0.0) not in self._decomposed:
                D, Q = lapack.eigh(K + (2.0 * np.trace(K) + 1.0) / n)  # so the constant is the last one, apart
                self._decomposed[b"", 0.0] = np.append(np.maximum(D[:-1], 0.0), 0.0), Q
            D, Q = self._decomposed[b"", 0.0]
            values = (1.0 + own) * D
            values[-1] = constant * n
            return values, Q
        key = rows.tobytes(), own
        if key not in self._decomposed:
            D, Q = lapack.eigh((1.0 + own) * K[np.ix_(rows, rows)] + constant)
            self._decomposed[key] = np.maximum(D, 0.0), Q
        return self._decomposed[key]

    def residuals(self, products: Products, YB: np.ndarray, out_b: np.ndarray, own: float, penalties: np.ndarray,
                  ) -> tuple[np.ndarray, np.ndarray]:
        """Predicted − known at A's and at B's samples that are left out: (q, L, n_out) and (q, L, k_out).

        Parameters
        ----------
        products : Products
        YB : (k, q) array
            Values of B's samples.
        out_b : (k,) bool array
            B's samples that are left out.
        own : float
        penalties : (L,) array
        """
        own = min(own, LARGEST_OWN)
        constant = 1.0 + (own > 0)
        rest, mean_b = ~out_b, products.ab[self.keep].mean(axis=0)
        C = (products.ab - self.mean_a[:, None] - mean_b + self.mean) / self.scale + 1.0
        B = (products.bb - mean_b[:, None] - mean_b + self.mean) / self.scale * (1.0 + own) + constant
        out_of_a = self.aa[self.out] * (1.0 + own) + constant
        q, L = YB.shape[1], len(penalties)
        at_a, at_b = np.empty((q, L, len(out_of_a))), np.empty((q, L, int(out_b.sum())))
        known = np.vstack([np.isfinite(self.YA[self.keep]), np.isfinite(YB[rest])])
        for columns in patterns_of(known):
            ra, rb = np.split(known[:, columns[0]], [int(self.keep.sum())])
            ya, yb = self.YA[self.keep][ra][:, columns], YB[rest][rb][:, columns]
            mean = ya.mean(axis=0) if len(ya) else yb.mean(axis=0)
            corner, bb = C[self.keep][ra][:, rest][:, rb], B[np.ix_(rest, rest)][np.ix_(rb, rb)]
            if len(yb) > MANY * len(ya):
                aa = self.aa[self.keep][np.ix_(ra, ra)] * (1.0 + own) + constant
                alpha, beta = _solved_whole(aa, corner, bb, ya - mean, yb - mean, penalties)
            else:
                D, Q = self._block(ra, own)
                alpha, beta = _solved(D, Q.T @ corner, Q.T @ (ya - mean), bb, yb - mean, penalties)
                alpha = Q @ alpha
            for at, ka, kb, known_values in (
                    (at_a, out_of_a[:, ra], C[self.out][:, rest][:, rb], self.YA[self.out]),
                    (at_b, C[self.keep][ra][:, out_b].T, B[out_b][:, rest][:, rb], YB[out_b])):
                predicted = ka @ alpha + kb @ beta + mean  # (L, k, columns)
                at[columns] = (predicted - known_values[:, columns]).transpose(2, 0, 1)
        return at_a, at_b


def _solved(D: np.ndarray, U: np.ndarray, h: np.ndarray, B: np.ndarray, yb: np.ndarray, penalties: np.ndarray,
            ) -> tuple[np.ndarray, np.ndarray]:
    """α in A's eigenvectors (L, n, c) and β (L, k, c)."""
    inverse = 1.0 / (D[None, :] + penalties[:, None])
    k = len(B)
    weighted = (U.T[None] * inverse[:, None, :]).reshape(len(penalties) * k, len(D))
    S = B + penalties[:, None, None] * np.eye(k) - (weighted @ U).reshape(len(penalties), k, k)
    beta = lapack.solve(S, yb - (weighted @ h).reshape(len(penalties), k, h.shape[1])) if k else np.zeros(
        (len(penalties), 0, h.shape[1]))
    return inverse[:, :, None] * (h - U @ beta), beta


def _solved_whole(aa: np.ndarray, corner: np.ndarray, bb: np.ndarray, ya: np.ndarray, yb: np.ndarray,
                  penalties: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """α (L, n, c) and β (L, k, c) from one decomposition of both blocks."""
    D, Q = lapack.eigh(np.block([[aa, corner], [corner.T, bb]]))
    inverse = 1.0 / (np.maximum(D, 0.0)[None, :] + penalties[:, None])
    both = Q @ (inverse[:, :, None] * (Q.T @ np.vstack([ya, yb])))
    return both[:, :len(ya)], both[:, len(ya):]
