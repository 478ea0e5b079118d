"""Sparse and low-rank reconstruction: ½‖X − RX‖² + λ‖R‖_* + γ‖R‖₁ by ADMM with two splits.

The composed proximal map of the dissertation (4.13–4.14) is not the proximal map of the sum; its fixed point depends
on ρ and misses the optimum. Here each norm has its own copy of R (Z₁ nuclear, Z₂ ℓ₁), in scaled form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from . import lapack
from .svt import SingularValueThresholding


@dataclass(frozen=True)
class SparseStart:
    """Where an iteration may start: the copies of R, their unscaled multipliers and ρ."""

    Z1: np.ndarray
    Z2: np.ndarray
    Y1: np.ndarray
    Y2: np.ndarray
    rho: float


@dataclass(frozen=True)
class SparseResult:
    """Result of `solve_sparse`.

    Parameters
    ----------
    R : (n, n) array
        The ℓ₁ copy: its zeros are exact.
    objective : float
        At R, exactly.
    gap : float
        Relative duality gap, (objective − best dual value) / objective: an upper bound of the relative error.
    converged : bool
        Both residuals fell below the tolerance (or the gap below `gap_tol`).
    iterations : int
    history : dict of str to list of float
        "objective" (of the split variables), "primal_residual", "dual_residual" (both relative), "rho" per
        iteration; "gap" and "gap_iteration" where the gap was computed.
    start : SparseStart
        For a warm start.
    """

    R: np.ndarray
    objective: float
    gap: float
    converged: bool
    iterations: int
    start: SparseStart
    history: dict[str, list[float]] = field(default_factory=dict)


def soft_threshold(A: np.ndarray, threshold: float) -> np.ndarray:
    """Proximal map of threshold·‖·‖₁, elementwise; zeros are exact."""
    return A - np.clip(A, -threshold, threshold)


def sparse_objective(R: np.ndarray, K: np.ndarray, penalty: float, sparsity: float) -> float:
    """½‖X − RX‖² + λ‖R‖_* + γ‖R‖₁ with K = XXᵀ."""
    rest = np.eye(len(K)) - R
    nuclear = float(lapack.svd(R, compute_uv=False).sum())
    return 0.5 * float(((rest @ K) * rest).sum()) + penalty * nuclear + sparsity * float(np.abs(R).sum())


def solve_sparse(
    K: np.ndarray, penalty: float, sparsity: float, *, tol: float = 1e-6, max_iter: int = 2000,
    start: SparseStart | None = None, rho: float | None = None, adapt: bool = True, relaxation: float = 1.6,
    partial: bool = True, gap_tol: float | None = None, gap_every: int = 25,
    callback: Callable[[int, dict[str, float], np.ndarray], bool | None] | None = None,
) -> SparseResult:
    """Minimise ½‖X − RX‖² + λ‖R‖_* + γ‖R‖₁ over R (n, n), by methods of D 4.1 with the corrected splitting.

    Parameters
    ----------
    K : (n, n) array
        XXᵀ.
    penalty : float
        λ > 0.
    sparsity : float
        γ ≥ 0.
    tol : float
        Relative tolerance of both residuals (Boyd et al. 2011, 3.3).
    max_iter : int
    start : SparseStart, optional
        Warm start from a previous result.
    rho : float, optional
        First ρ; by default from the scale of K and λ.
    adapt : bool
        Double or halve ρ when the residuals differ by a factor of 10.
    relaxation : float
        Over-relaxation, 1 to 1.8; 1 is the plain iteration.
    partial : bool
        Warm-started partial decomposition in the nuclear step.
    gap_tol : float, optional
        Stop as soon as the relative duality gap is below it, too.
    gap_every : int
        Iterations between two computations of the gap (it costs a full decomposition).
    callback : function(iteration, values, Z), optional
        Called after each iteration with its figures and the present ℓ₁ copy; may raise to cancel. True ends the
        iteration here, as `max_iter` of this many would have.

    Returns
    -------
    SparseResult
    """
    work = _Iteration(K, penalty, sparsity, start, rho, relaxation, partial)
    converged, it = False, 0
    for it in range(1, max_iter + 1):
        values = work.step()
        converged = values["primal_residual"] <= tol and values["dual_residual"] <= tol
        if gap_tol is not None and not converged and it % gap_every == 0:
            converged = work.look_at_gap(it) <= gap_tol
        stop = callback is not None and callback(it, values, work.Z2)
        if converged or stop:
            break
        if adapt:  # whatever max_iter is: a stop after k steps is a run of k steps
            work.adapt(it)
    gap = work.look_at_gap(it)
    return SparseResult(work.Z2, work.objective, gap, bool(converged), it, work.start(), work.history)


class _Iteration:
    """The variables of the iteration, in scaled form, and its steps."""

    def __init__(self, K: np.ndarray, penalty: float, sparsity: float, start: SparseStart | None, rho: float | None,
                 relaxation: float, partial: bool) -> None:
        n = len(K)
        self.K, self.penalty, self.sparsity, self.relaxation = K, penalty, sparsity, relaxation
        eigenvalues, self.Q = lapack.eigh(K)
        self.eigenvalues = np.maximum(eigenvalues, 0.0)
        if start is None:
            self.rho = _first_rho(self.eigenvalues, penalty, sparsity) if rho is None else rho
            kept = np.maximum(0.0, 1.0 - penalty / np.maximum(self.eigenvalues, 1e-300))
            self.Z1 = (self.Q * kept) @ self.Q.T  # the answer at γ = 0
            self.Z2 = self.Z1.copy()
            self.W1, self.W2 = np.zeros((n, n)), np.zeros((n, n))
        else:
            self.rho = start.rho if rho is None else rho
            self.Z1, self.Z2 = start.Z1.copy(), start.Z2.copy()
            self.W1, self.W2 = start.Y1 / self.rho, start.Y2 / self.rho
        self._invert()
        self.shrink = SingularValueThresholding(partial=partial)
        self.history: dict[str, list[float]] = {name: [] for name in (
            "objective", "primal_residual", "dual_residual", "rho", "gap", "gap_iteration")}
        self.best_dual, self.objective, self.since_change = -np.inf, np.inf, 0

    def _invert(self) -> None:
        self.inverse = (self.Q / (self.eigenvalues + 2 * self.rho)) @ self.Q.T

    def step(self) -> dict[str, float]:
        """One iteration; its objective and relative residuals."""
        K, rho, over, penalty = self.K, self.rho, self.relaxation, self.penalty
        R = self.R = (K + rho * (self.Z1 + self.Z2 - self.W1 - self.W2)) @ self.inverse
        M1 = over * R + (1 - over) * self.Z1 + self.W1
        M2 = over * R + (1 - over) * self.Z2 + self.W2
        low_rank = self.shrink(M1, penalty / rho)
        new1, new2 = low_rank.matrix, soft_threshold(M2, self.sparsity / rho)
        self.W1, self.W2 = M1 - new1, M2 - new2
        dual = rho * float(np.linalg.norm((new1 - self.Z1) + (new2 - self.Z2)))
        primal = float(np.hypot(np.linalg.norm(R - new1), np.linalg.norm(R - new2)))
        self.Z1, self.Z2 = new1, new2
        scale_primal = max(np.sqrt(2.0) * float(np.linalg.norm(R)),
                           float(np.hypot(np.linalg.norm(new1), np.linalg.norm(new2))), 1e-300)
        scale_dual = max(rho * float(np.linalg.norm(self.W1 + self.W2)), 1e-6 * penalty)
        rest = np.eye(len(K)) - R
        fit = 0.5 * float(((rest @ K) * rest).sum())
        values = {"objective": fit + penalty * low_rank.nuclear_norm + self.sparsity * float(np.abs(new2).sum()),
                  "primal_residual": primal / scale_primal, "dual_residual": dual / scale_dual}
        self.residuals = values["primal_residual"], values["dual_residual"]
        for name, number in (*values.items(), ("rho", rho)):
            self.history[name].append(number)
        return values

    def adapt(self, it: int) -> None:
        """Double or halve ρ when the residuals are far apart."""
        self.since_change += 1
        if self.since_change < 5 + it // 20:
            return  # the waiting time grows, so that ρ freezes and the iteration's proof of convergence holds
        primal, dual = self.residuals
        factor = 2.0 if primal > 10 * dual else 0.5 if dual > 10 * primal else 1.0
        if factor != 1.0:
            self.rho *= factor
            self.W1, self.W2 = self.W1 / factor, self.W2 / factor
            self._invert()
            self.since_change = 0

    def look_at_gap(self, it: int) -> float:
        """Relative duality gap at the ℓ₁ copy, against the best bound so far."""
        self.objective = sparse_objective(self.Z2, self.K, self.penalty, self.sparsity)
        self.best_dual = max(self.best_dual, _dual_value(
            self.K, self.R, self.rho * self.W1, self.rho * self.W2, self.penalty, self.sparsity))
        gap = _relative_gap(self.objective, self.best_dual)
        self.history["gap"].append(gap)
        self.history["gap_iteration"].append(it)
        return gap

    def start(self) -> SparseStart:
        """Where a later iteration may go on."""
        return SparseStart(self.Z1, self.Z2, self.rho * self.W1, self.rho * self.W2, self.rho)


def _first_rho(eigenvalues: np.ndarray, penalty: float, sparsity: float) -> float:
    """A ρ in the middle of the spectrum that matters: between the penalties and the largest eigenvalue."""
    kept = eigenvalues[eigenvalues > penalty * (1 + 1e-9)]  # λ is often one of them: rounding must not decide
    top = float(kept.mean()) if len(kept) else penalty
    return float(np.sqrt(max(penalty, 1e-300) * max(top, 1e-300)))


def _dual_value(K: np.ndarray, R: np.ndarray, A: np.ndarray, B: np.ndarray, penalty: float, sparsity: float) -> float:
    """Lower bound of the optimum from T = t(I − R)X, with t such that TXᵀ = A' + B', ‖A'‖₂ ≤ λ, |B'| ≤ γ.

    A and B are the present multipliers, which sum to (I − R)XXᵀ up to the dual residual.
    """
    rest = np.eye(len(K)) - R
    Y = rest @ K
    norm2 = float((Y * rest).sum())
    trace = float(np.trace(Y))
    best = 0.0 if trace > 0 else -np.inf
    for share in (0.0, 0.5, 1.0):
        gap = Y - A - B
        spectral = float(np.linalg.norm(A + share * gap, 2))
        largest = float(np.abs(B + (1 - share) * gap).max())
        limit = min(penalty / max(spectral, 1e-300), sparsity / max(largest, 1e-300))
        t = min(limit, trace / max(norm2, 1e-300))
        if t > 0:
            best = max(best, t * trace - 0.5 * t * t * norm2)
    return best


def _relative_gap(objective: float, dual: float) -> float:
    return (objective - dual) / max(abs(objective), 1e-300)
