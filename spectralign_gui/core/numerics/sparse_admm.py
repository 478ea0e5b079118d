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
    n = len(K)
    eigenvalues, Q = lapack.eigh(K)
    eigenvalues = np.maximum(eigenvalues, 0.0)
    if start is None:
        if rho is None:
            rho = _first_rho(eigenvalues, penalty, sparsity)
        Z1 = (Q * np.maximum(0.0, 1.0 - penalty / np.maximum(eigenvalues, 1e-300))) @ Q.T  # the answer at γ = 0
        Z2 = Z1.copy()
        W1, W2 = np.zeros((n, n)), np.zeros((n, n))
    else:
        rho = start.rho if rho is None else rho
        Z1, Z2 = start.Z1.copy(), start.Z2.copy()
        W1, W2 = start.Y1 / rho, start.Y2 / rho
    inverse = (Q / (eigenvalues + 2 * rho)) @ Q.T
    shrink = SingularValueThresholding(partial=partial)
    history: dict[str, list[float]] = {name: [] for name in (
        "objective", "primal_residual", "dual_residual", "rho", "gap", "gap_iteration")}
    best_dual, best_gap, converged, since_change, it = -np.inf, np.inf, False, 0, 0
    for it in range(1, max_iter + 1):
        R = (K + rho * (Z1 + Z2 - W1 - W2)) @ inverse
        M1 = relaxation * R + (1 - relaxation) * Z1 + W1
        M2 = relaxation * R + (1 - relaxation) * Z2 + W2
        low_rank = shrink(M1, penalty / rho)
        new1 = low_rank.matrix
        new2 = soft_threshold(M2, sparsity / rho)
        W1, W2 = M1 - new1, M2 - new2
        moved = (new1 - Z1) + (new2 - Z2)
        dual = rho * float(np.linalg.norm(moved))
        primal = float(np.hypot(np.linalg.norm(R - new1), np.linalg.norm(R - new2)))
        Z1, Z2 = new1, new2
        scale_primal = max(np.sqrt(2.0) * float(np.linalg.norm(R)),
                           float(np.hypot(np.linalg.norm(Z1), np.linalg.norm(Z2))), 1e-300)
        scale_dual = max(rho * float(np.linalg.norm(W1 + W2)), 1e-6 * penalty)
        primal_rel, dual_rel = primal / scale_primal, dual / scale_dual
        rest = np.eye(n) - R
        fit = 0.5 * float(((rest @ K) * rest).sum())
        value = fit + penalty * low_rank.nuclear_norm + sparsity * float(np.abs(Z2).sum())
        for name, number in (("objective", value), ("primal_residual", primal_rel), ("dual_residual", dual_rel),
                             ("rho", rho)):
            history[name].append(number)
        converged = primal_rel <= tol and dual_rel <= tol
        if gap_tol is not None and not converged and it % gap_every == 0:
            best_dual = max(best_dual, _dual_value(K, R, rho * W1, rho * W2, penalty, sparsity))
            best_gap = _relative_gap(sparse_objective(Z2, K, penalty, sparsity), best_dual)
            history["gap"].append(best_gap)
            history["gap_iteration"].append(it)
            converged = best_gap <= gap_tol
        stop = callback is not None and callback(
            it, {"objective": value, "primal_residual": primal_rel, "dual_residual": dual_rel}, Z2)
        if converged or stop:
            break
        since_change += 1
        if adapt and since_change >= 5 + it // 20:  # whatever max_iter is: a stop after k steps is a run of k steps
            # the waiting time grows, so that ρ freezes and the iteration's proof of convergence holds
            factor = 2.0 if primal_rel > 10 * dual_rel else 0.5 if dual_rel > 10 * primal_rel else 1.0
            if factor != 1.0:
                rho *= factor
                W1, W2 = W1 / factor, W2 / factor
                inverse = (Q / (eigenvalues + 2 * rho)) @ Q.T
                since_change = 0
    objective = sparse_objective(Z2, K, penalty, sparsity)
    best_dual = max(best_dual, _dual_value(K, R, rho * W1, rho * W2, penalty, sparsity))
    gap = _relative_gap(objective, best_dual)
    history["gap"].append(gap)
    history["gap_iteration"].append(it)
    return SparseResult(Z2, objective, gap, bool(converged), it, SparseStart(Z1, Z2, rho * W1, rho * W2, rho), history)


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
