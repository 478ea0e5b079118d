"""Graph-based calibration transfer PLS (GCT-PLS): factors that give the standards the same scores on both."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..numerics import lapack
from ..parameters import Parameter
from ..regression.parameters import REGRESSION
from ._affine import AffineMap
from ._part import Part, Path
from ._retrain import SHIFT, RetrainedTransfer, shifts

PENALTIES = (0.0, 1.0, 100.0, 1e4)


class GraphTransferPLS(RetrainedTransfer):
    """PLS on A with weights w ∝ (I + γ DᵀD)⁻¹ Xᵀy, D = standards on A − standards on B."""

    parameters = (
        Parameter("penalty", "float", None, "Penalty on differing scores",
                  "How strongly the two spectra of a standard must get the same scores; relative to the largest "
                  "variance of their differences. 0 is plain PLS.", minimum=0, has_automatic=True, logarithmic=True,
                  advice="1 to 10,000. Automatic compares 0, 1, 100 and 10,000."),
        SHIFT, *REGRESSION[1:])
    cleans = False

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        penalties = PENALTIES if values["penalty"] is None else (values["penalty"],)
        return [{"penalty": v, "shift": s} for s in shifts(values) for v in penalties]

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        if not chosen["shift"]:
            return None, None
        return None, AffineMap.shift(part.SA.mean(axis=0) - part.SB.mean(axis=0))

    def _path(self, part: Part, chosen: dict[str, Any], n_components: int) -> Path:
        _, map_b = self._corrections(part, chosen)
        D = part.SA - (part.SB if map_b is None else map_b(part.SB))
        q, L, r = part.YA.shape[1], n_components, part.A.shape[1]
        b, b0 = np.zeros((q, L, r)), np.zeros((q, L))
        for j in range(q):
            known = np.isfinite(part.YA[:, j])
            X, y = part.A[known], part.YA[known, j]
            b[j] = gct_path(X - X.mean(axis=0), y - y.mean(), D, chosen["penalty"], L)
            b0[j] = y.mean() - b[j] @ X.mean(axis=0)
        of_b, of_b0 = b, b0
        if map_b is not None:
            pulled, constant = map_b.pull_back(b.reshape(q * L, r).T, b0.ravel())
            of_b, of_b0 = pulled.T.reshape(q, L, r), constant.reshape(q, L)
        return Path(b, b0, of_b, of_b0)


def gct_path(X: np.ndarray, y: np.ndarray, D: np.ndarray, penalty: float, n_components: int) -> np.ndarray:
    """Regression vectors (L, p) for 1 … L latent variables.

    Parameters
    ----------
    X, y : (n, p), (n,) centred arrays
    D : (m, p) array
        Differences of the standards' spectra; deflated with the loadings of the model, so that D r is always the
        difference of their scores.
    penalty : float
        γ, in units of 1 / (largest variance of the differences).
    n_components : int

    References
    ----------
    Nikzad-Langerodi & Sobieczky, J. Chemometrics 35 (2021) e3319: with the Laplacian [[I, −I], [−I, I]] over the pairs
    the penalty is γ‖Dw‖².
    """
    p = X.shape[1]
    R, P, B = np.zeros((n_components, p)), np.zeros((n_components, p)), np.zeros((n_components, p))
    b, first, scale = np.zeros(p), 0.0, float((X ** 2).sum())
    largest = float(lapack.eigvalsh(D @ D.T)[-1]) if D.size else 0.0
    gamma = penalty / largest if largest > 0 else 0.0
    for a in range(n_components):
        w = X.T @ y
        norm = float(np.linalg.norm(w))
        first = norm if a == 0 else first
        if norm <= 1e-13 * first or norm == 0:
            B[a:] = b
            break
        if gamma > 0:  # (I + γDᵀD)⁻¹ w by the singular values of D: a large γ would swallow the I
            _, s, Vt = lapack.svd(D, full_matrices=False)
            with np.errstate(over="ignore"):
                kept = 1.0 / (1.0 + gamma * s ** 2)
            w = w - Vt.T @ ((1.0 - kept) * (Vt @ w))
            if not np.linalg.norm(w) > 1e-13 * first:  # all that follows the values differs between the instruments
                B[a:] = b
                break
        w = w / np.linalg.norm(w)
        t = X @ w
        tt = float(t @ t)
        if tt <= 1e-28 * scale:
            B[a:] = b
            break
        loading = X.T @ t / tt
        r = w - R[:a].T @ (P[:a] @ w)
        c = float(t @ y) / tt
        X, y = X - np.outer(t, loading), y - t * c
        D = D - np.outer(D @ w, loading)
        P[a], R[a] = loading, r
        b = b + r * c
        B[a] = b
    return B
