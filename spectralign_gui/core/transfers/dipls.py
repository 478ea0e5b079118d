"""Domain-invariant PLS."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..numerics import lapack
from ..parameters import Parameter
from ..regression.parameters import REGRESSION
from ._part import Part, Path
from ._retrain import RetrainedTransfer

PENALTY = Parameter(
    "penalty", "float", None, "Domain penalty",
    "How strongly the latent variables must have the same variance on both instruments; relative to the covariance "
    "of spectra and values. 0 is plain PLS.", minimum=0, has_automatic=True, logarithmic=True,
    advice="1 to 10,000. Automatic compares 0, 1, 100 and 10,000.")
TARGET = Parameter(
    "target", "choice", "all", "Spectra of B used",
    "All spectra of B (their values are not needed), or the standards only.", choices=("all", "standards"),
    advice="all, unless B's other samples are of another composition.")


class _DomainInvariant(RetrainedTransfer):
    uses_all_of_b = uses_unmarked = True
    cleans = False
    tuning_rank = 40  # every weight vector takes an eigendecomposition
    final_rank = 150
    why_no_transform = "its latent variables are regression factors of one property."

    def takes_unmarked(self) -> bool:
        """Whether its target is all of B."""
        return bool(self.target == "all")  # type: ignore[attr-defined]

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        penalties = [0.0, 1.0, 100.0, 1e4] if values["penalty"] is None else [values["penalty"]]
        return [{"penalty": v, "target": values["target"]} for v in penalties]

    def _domains(self, part: Part, chosen: dict[str, Any]) -> list[np.ndarray]:
        return [part.B if chosen["target"] == "all" and len(part.B) > 1 else part.SB]

    def _path(self, part: Part, chosen: dict[str, Any], n_components: int) -> Path:
        q, L = part.YA.shape[1], n_components
        rank = part.A.shape[1]
        coefficients, intercept_a = np.zeros((q, L, rank)), np.zeros((q, L))
        shift = part.SA.mean(axis=0) - part.SB.mean(axis=0)
        targets = [part.A, *self._domains(part, chosen)]
        for j in range(q):
            known = np.isfinite(part.YA[:, j])
            X, y = part.A[known], part.YA[known, j]
            b = dipls_path(X - X.mean(axis=0), y - y.mean(), [T - T.mean(axis=0) for T in targets],
                           chosen["penalty"], L)
            coefficients[j] = b
            intercept_a[j] = y.mean() - b @ X.mean(axis=0)
        return Path(coefficients, intercept_a, coefficients, intercept_a + coefficients @ shift)


def dipls_path(
    X: np.ndarray, y: np.ndarray, domains: list[np.ndarray], penalty: float, n_components: int,
) -> np.ndarray:
    """di-PLS regression vectors (L, p) for 1 … L latent variables.

    Parameters
    ----------
    X, y : (n, p), (n,) centred arrays
    domains : list of (n_k, p) centred arrays
        The source and every target; each weight vector w solves (I + penalty·Λ/‖Λ‖₂)w ∝ Xᵀy, Λ = Σ |C_0 − C_k| of
        the deflated domains (absolute eigenvalues: the convex relaxation).

    References
    ----------
    Nikzad-Langerodi, Zellinger, Lughofer & Saminger-Platz, Anal. Chem. 90 (2018) 6693, eq. 5; several domains:
    Mikulasek et al., J. Chemometrics 37 (2023) e3513.
    """
    p = X.shape[1]
    R, P = np.zeros((n_components, p)), np.zeros((n_components, p))
    B = np.zeros((n_components, p))
    b = np.zeros(p)
    domains = list(domains)
    first, scale = 0.0, float((X ** 2).sum())
    for a in range(n_components):
        w = X.T @ y
        norm = float(np.linalg.norm(w))
        first = norm if a == 0 else first
        if norm <= 1e-13 * first or norm == 0:
            B[a:] = b
            break
        if penalty > 0:
            w = _invariant(domains, w / norm, penalty)
        w = w / np.linalg.norm(w)
        t = X @ w
        tt = float(t @ t)
        if tt <= 1e-28 * scale:
            B[a:] = b
            break
        loading = X.T @ t / tt
        r = w - R[:a].T @ (P[:a] @ w)
        c = float(t @ y) / tt
        X = X - np.outer(t, loading)
        y = y - t * c
        for k, D in enumerate(domains):
            u = D @ w
            uu = float(u @ u)
            if uu > 0:
                domains[k] = D - np.outer(u, D.T @ u / uu)
        P[a], R[a] = loading, r
        b = b + r * c
        B[a] = b
    return B


def _invariant(domains: list[np.ndarray], w: np.ndarray, penalty: float) -> np.ndarray:
    """(I + penalty·Λ/‖Λ‖₂)⁻¹ w."""
    source = domains[0].T @ domains[0] / max(1, len(domains[0]) - 1)
    total = np.zeros_like(source)
    for D in domains[1:]:
        values, V = lapack.eigh(source - D.T @ D / max(1, len(D) - 1))
        total += (V * np.abs(values)) @ V.T
    values, V = lapack.eigh(total)  # by its eigenvectors, since a large penalty would swallow the I
    if values[-1] <= 0:
        return w
    return V @ ((V.T @ w) / (1 + penalty * np.maximum(values / values[-1], 0.0)))


class DomainInvariantPLS(_DomainInvariant):
    """di-PLS; B's spectra are centred so that the standards' means agree.

    Automatic: the penalty per property, by leaving physical samples out.
    """

    parameters = (PENALTY, TARGET, *REGRESSION[1:])
