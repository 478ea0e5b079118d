"""Entropic optimal transport (Sinkhorn) in score space: B's cloud of spectra is moved onto that of A."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..monitor import checkpoint
from ..notes import Note
from ..numerics import lapack
from ..parameters import Parameter
from ..regression.parameters import OWN_MODEL
from ._affine import AffineMap
from ._base import SpectraTransfer
from ._problem import TransferProblem
from ._unpaired import MEANS, at_most, compared_means, need_spectra
from .udop import holding

MOST_ROWS = 400
"""Spectra of each instrument that are transported; the plan has the product of both numbers."""
TOLERANCE = 1e-4
"""Largest mean deviation of the plan's margins from what they must be, as a share of it."""


class SinkhornTransport(SpectraTransfer):
    """x' = x + Δ: the affine map of scores that follows the debiased barycentric projection of the entropic plan."""

    parameters = (
        Parameter("n_components", "int", "auto", "Scores", "Principal components of both instruments' spectra in which "
                  "the clouds are compared; the rest of a spectrum only gets the mean shift.", minimum=1,
                  has_automatic=True, automatic="auto",
                  advice="2 to 10. Automatic takes those that hold 99 % of the variance."),
        Parameter("entropy", "float", 0.2, "Blur", "How widely a spectrum of B is spread over those of A, beside the "
                  "mean squared distance.", minimum=1e-3, maximum=1e3, logarithmic=True,
                  advice="0.1 to 1; less follows single samples, and takes more rounds."),
        Parameter("rounds", "int", 2000, "Most rounds", "After so many rounds the plan is taken as it is.",
                  minimum=1, maximum=100_000, advanced=True, advice="Leave it."),
        MEANS, *OWN_MODEL)
    needs = frozenset({"same channels"})
    min_standards = 0
    uses_unmarked = True

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        need_spectra(problem, 3, self.title)
        most = min(len(problem.A) + len(problem.B) - 2, problem.A.shape[1])
        self._check_components(values, most, "these spectra")
        mean_a, mean_b = compared_means(problem, values["mean"], self.title)
        A, B = (at_most(X, MOST_ROWS) for X in (problem.A, problem.B))
        A, B = A - A.mean(axis=0), B - B.mean(axis=0)
        k = None if values["n_components"] == "auto" else int(values["n_components"])
        V, sizes = score_space(A, B, k)
        M, converged = transport_map(A @ V.T / sizes, B @ V.T / sizes, values["entropy"], values["rounds"])
        if not converged:
            self.warnings_.append(Note("transfer.transport_unfinished", title=self.title, n=values["rounds"]))
        self.chosen_.update(n_components=len(sizes))
        left, right = (V / sizes[:, None]).T, M * sizes @ V
        self.maps_["1"] = AffineMap(mean_a - mean_b - (mean_b @ left) @ right, np.ones(len(mean_b)), left, right)
        model = self._model_of_a(problem, values)
        if model is not None:
            self.models_["0"] = self.models_["1"] = model


def score_space(A: np.ndarray, B: np.ndarray, count: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Principal components (k, p) of the centred spectra of both, and the size (k,) of their scores."""
    stacked = np.vstack([A / np.sqrt(len(A)), B / np.sqrt(len(B))])  # each instrument counts the same
    s, Vt = lapack.svd(stacked, full_matrices=False)[1:]
    k = min(holding(s) if count is None else count, int((s > 1e-12 * max(float(s[0]), 1e-300)).sum()) or 1)
    return Vt[:k], np.maximum(s[:k], 1e-300) / np.sqrt(2)


def transport_map(S: np.ndarray, T: np.ndarray, entropy: float, rounds: int) -> tuple[np.ndarray, bool]:
    """M (k, k): centred scores t of B are moved by t M; and whether both plans converged.

    Parameters
    ----------
    S, T : (n_a, k), (n_b, k) arrays
        Centred scores of A and of B.
    entropy : float
        Beside the mean squared distance.
    rounds : int

    References
    ----------
    Cuturi, NIPS 2013; that the projection of B onto itself is taken off, which entropy pulls towards the middle:
    Pooladian, Cuturi & Niles-Weed, ICML 2022. The affine map is the least squares of the moves, so that new spectra can
    be moved.
    """
    costs = [((T[:, None] - other[None]) ** 2).sum(axis=2) for other in (S, T)]
    epsilon = entropy * max(float(costs[0].mean()), 1e-300)
    plans = [sinkhorn_plan(cost, epsilon, rounds) for cost in costs]
    moved, own = (P @ other / P.sum(axis=1, keepdims=True) for (P, _), other in zip(plans, (S, T), strict=True))
    move = moved - own
    scale = max(float((T ** 2).mean()), 1e-300)
    system = T.T @ T + 1e-9 * scale * len(T) * np.eye(T.shape[1])
    return np.asarray(lapack.solve(system, T.T @ (move - move.mean(axis=0)))), all(done for _, done in plans)


def sinkhorn_plan(cost: np.ndarray, epsilon: float, rounds: int) -> tuple[np.ndarray, bool]:
    """min ⟨P, cost⟩ − ε H(P) over plans P (n, m) with equal margins, in the log domain; and whether it converged.

    A few rounds with larger ε come first: they bring the potentials near.
    """
    n, m = cost.shape
    f, g = np.zeros(n), np.zeros(m)
    for blur, most in ((64 * epsilon, 20), (16 * epsilon, 20), (4 * epsilon, 20), (epsilon, rounds)):
        for _ in range(min(most, rounds)):
            checkpoint()
            f = -blur * (np.log(n) + log_sums((g - cost) / blur))
            before, g = g, -blur * (np.log(m) + log_sums((f - cost.T) / blur))
            off = float(np.abs(np.expm1(np.clip((before - g) / blur, None, 50.0))).mean())
            if off <= TOLERANCE:
                break
    return np.exp((f[:, None] + g - cost) / epsilon), off <= TOLERANCE


def log_sums(K: np.ndarray) -> np.ndarray:
    """log Σ exp over every row."""
    top = K.max(axis=1)
    return np.asarray(top + np.log(np.exp(K - top[:, None]).sum(axis=1)))
