"""Robust low-rank reconstruction: λ‖R‖_* + γ Σᵢ‖Eᵢ‖₂ subject to X = RX + E, by ADMM in a reduced space.

Row norms of E survive a right rotation, so X (n, p) = U S Vᵀ is replaced by U S (n, r), r = rank ≤ min(n, p). R lives
in the span of U (R = G Uᵀ with G (n, r), ‖R‖_* = ‖G‖_*), where the quadratic step is diagonal:

    λ‖Z‖_* + γ Σᵢ‖Eᵢ‖₂   subject to   G = Z,   U S − G S = E.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from . import lapack
from .svt import SingularValueThresholding

BLOCK_VALUES = 100_000  # 0.8 MB


@dataclass(frozen=True)
class RobustStart:
    """Where an iteration may start: Z = left · rightᵀ, E, their unscaled multipliers and the two ρ."""

    left: np.ndarray
    right: np.ndarray
    E: np.ndarray
    Y_error: np.ndarray
    Y_rank: np.ndarray
    rho_error: float
    rho_rank: float


@dataclass(frozen=True)
class RobustResult:
    """Result of `solve_robust`.

    Parameters
    ----------
    left, right : (n, q) and (r, q) arrays
        G = left · rightᵀ of small rank q; R = G Uᵀ.
    E : (n, r) array
        Error part in the rotated channels, E V = US − GS exactly for this G.
    row_errors : (n,) array
        ‖Eᵢ‖.
    exact_zero : (n,) bool array
        Rows whose error the iteration set to zero.
    objective, gap : float
        λ‖G‖_* + γ Σ‖Eᵢ‖ at this feasible point, and its relative duality gap.
    converged : bool
    iterations : int
    history : dict of str to list of float
    start : RobustStart
    """

    left: np.ndarray
    right: np.ndarray
    E: np.ndarray
    row_errors: np.ndarray
    exact_zero: np.ndarray
    objective: float
    gap: float
    converged: bool
    iterations: int
    start: RobustStart
    history: dict[str, list[float]] = field(default_factory=dict)


def noise_bounds(U: np.ndarray, s: np.ndarray, penalty: float) -> tuple[float, float]:
    """The useful range of γ: below the first R = 0, above the second E = 0 (exact optimality conditions).

    Parameters
    ----------
    U : (n, r) array
    s : (r,) array
        Left singular vectors and singular values of X, s > 0.
    penalty : float
        λ.
    """
    norms = np.linalg.norm(U * s, axis=1)
    keep = norms > 1e-300
    # ‖D⁻¹XXᵀ‖₂ = ‖D⁻¹ U S²‖₂
    low = penalty / max(float(np.linalg.norm((U[keep] / norms[keep, None]) * s**2, 2)), 1e-300)
    high = penalty * float(np.linalg.norm(U / s, axis=1).max())
    return low, high


def shrink_rows(A: np.ndarray, threshold: float) -> tuple[np.ndarray, np.ndarray]:
    """Proximal map of threshold·Σ‖rowᵢ‖, and the factor of each row."""
    norms = np.sqrt(np.einsum("ij,ij->i", A, A))
    factors = np.maximum(0.0, 1.0 - threshold / np.maximum(norms, 1e-300))
    return A * factors[:, None], factors


def solve_robust(
    U: np.ndarray, s: np.ndarray, penalty: float, noise_weight: float, *, tol: float = 1e-6, max_iter: int = 2000,
    start: RobustStart | None = None, rho: tuple[float, float] | None = None, adapt: bool = True,
    relaxation: float = 1.6, partial: bool = True, gap_tol: float | None = None, gap_every: int = 20,
    callback: Callable[[int, dict[str, float], tuple[np.ndarray, np.ndarray]], bool | None] | None = None,
) -> RobustResult:
    """Minimise λ‖R‖_* + γ Σᵢ‖Eᵢ‖₂ subject to X = RX + E (D 4.20 with the corrected steps).

    Parameters
    ----------
    U, s : (n, r) and (r,) arrays
        Left singular vectors and singular values (all > 0) of X.
    penalty, noise_weight : float
        λ and γ, both > 0.
    tol : float
        Relative tolerance of both residuals.
    max_iter : int
    start : RobustStart, optional
    rho : (rho_error, rho_rank), optional
    adapt : bool
        Double or halve each ρ when the residuals of its constraint differ by a factor of 10.
    relaxation : float
    partial : bool
    gap_tol : float, optional
        Stop as soon as the relative duality gap is below it, too.
    gap_every : int
    callback : function(iteration, values, (left, right)), optional
        May raise to cancel. True ends the iteration here, as `max_iter` of this many would have.

    Returns
    -------
    RobustResult
    """
    n, r = U.shape
    B = U * s
    if start is None:
        rho_e, rho_z = rho if rho is not None else _first_rho(B, s, penalty, noise_weight)
        kept = int((s**2 > penalty).sum())  # starts at the answer of plain low rank alignment
        left, right = U[:, :kept] * (1.0 - penalty / s[:kept] ** 2), np.eye(r, kept)
        E = B.copy()
        E[:, :kept] -= left * s[:kept]
        We, Wz = np.zeros((n, r)), np.zeros((n, r))
        basis = np.eye(r, min(r, kept + 8))
    else:
        rho_e, rho_z = rho if rho is not None else (start.rho_error, start.rho_rank)
        left, right, E = start.left, start.right, start.E.copy()
        We, Wz = start.Y_error / rho_e, start.Y_rank / rho_z
        basis = right
    shrink = SingularValueThresholding(partial=partial, basis=basis)
    history: dict[str, list[float]] = {name: [] for name in (
        "objective", "primal_residual", "dual_residual", "rho_error", "rho_rank", "gap", "gap_iteration")}
    best_dual, converged, wait_e, wait_z, it = -np.inf, False, 0, 0, 0
    best: tuple[float, np.ndarray, np.ndarray] | None = None
    norm_B = float(np.linalg.norm(B))
    M, moved_e, factors = np.empty((n, r)), np.empty((n, r)), np.ones(n)
    blocks = [slice(a, a + rows) for rows in (max(1, BLOCK_VALUES // r),) for a in range(0, n, rows)]
    for it in range(1, max_iter + 1):
        # everything but the nuclear step goes row by row: blocks that stay in the cache make it five times as fast
        divisor = rho_z + rho_e * s**2
        sums = np.zeros(6)
        value = 0.0
        for part in blocks:
            Z = left[part] @ right.T
            G = (rho_z * (Z - Wz[part]) + (rho_e * s) * (B[part] - E[part] + We[part])) / divisor
            rest = B[part] - G * s
            M[part] = relaxation * G + (1 - relaxation) * Z + Wz[part]
            A = relaxation * rest + (1 - relaxation) * E[part] + We[part]
            new_E, factors[part] = shrink_rows(A, noise_weight / rho_e)
            np.multiply(new_E - E[part], rho_e * s, out=moved_e[part])
            We[part] = A - new_E
            E[part] = new_E
            sums[:3] += _squares(rest - new_E), _squares(moved_e[part]), _squares(G)
            value += float(np.sqrt(np.einsum("ij,ij->i", new_E, new_E)).sum())
            Wz[part] = G  # kept for the residual of G = Z below; replaced there
        low_rank = shrink(M, penalty / rho_z)
        new_left, new_right = low_rank.U * low_rank.s, low_rank.V
        norm_w = 0.0
        for part in blocks:
            new_Z = new_left[part] @ new_right.T
            moved_z = rho_z * (new_Z - left[part] @ right.T)
            sums[3:] += _squares(Wz[part] - new_Z), _squares(moved_z), _squares(moved_z - moved_e[part])
            np.subtract(M[part], new_Z, out=Wz[part])
            norm_w += _squares(Wz[part])
        left, right = new_left, new_right
        gap_e, move_e, size_g, gap_z, move_z, move = np.sqrt(sums)
        primal_e = float(gap_e) / norm_B
        primal_z = float(gap_z) / max(float(size_g), float(low_rank.s.max(initial=0)), 1e-12)
        scale_dual = max(rho_z * float(np.sqrt(norm_w)), 1e-6 * penalty)
        dual_e, dual_z, dual = (float(m) / scale_dual for m in (move_e, move_z, move))
        primal = float(np.hypot(primal_z, primal_e))
        value = penalty * low_rank.nuclear_norm + noise_weight * value
        for name, number in (("objective", value), ("primal_residual", primal), ("dual_residual", dual),
                             ("rho_error", rho_e), ("rho_rank", rho_z)):
            history[name].append(number)
        converged = primal <= tol and dual <= tol
        if gap_tol is not None and not converged and it % gap_every == 0:
            best_dual = max(best_dual, _dual_value(rho_e * We, B, s, penalty, noise_weight))
            feasible = penalty * low_rank.nuclear_norm + noise_weight * float(
                np.linalg.norm(B - (left @ right.T) * s, axis=1).sum())
            if best is None or feasible < best[0]:
                best = (feasible, left, right)
            history["gap"].append((best[0] - best_dual) / max(best[0], 1e-300))
            history["gap_iteration"].append(it)
            converged = history["gap"][-1] <= gap_tol
        stop = callback is not None and callback(
            it, {"objective": value, "primal_residual": primal, "dual_residual": dual}, (left, right))
        if converged or stop:
            break
        if adapt:  # whatever max_iter is: a stop after k steps is a run of k steps
            wait_e, wait_z = wait_e + 1, wait_z + 1
            patience = 5 + it // 20  # grows, so that ρ freezes and the iteration's proof of convergence holds
            factor_e = _factor(primal_e, dual_e) if wait_e >= patience else 1.0
            factor_z = _factor(primal_z, dual_z) if wait_z >= patience else 1.0
            if factor_e != 1.0:
                rho_e, wait_e = rho_e * factor_e, 0
                We /= factor_e
            if factor_z != 1.0:
                rho_z, wait_z = rho_z * factor_z, 0
                Wz /= factor_z
    state = RobustStart(left, right, E, rho_e * We, rho_z * Wz, rho_e, rho_z)
    error = B - (left @ right.T) * s
    row_errors = np.linalg.norm(error, axis=1)
    objective = penalty * low_rank.nuclear_norm + noise_weight * float(row_errors.sum())
    if best is not None and best[0] < objective:
        objective, left, right = best
        error = B - (left @ right.T) * s
        row_errors = np.linalg.norm(error, axis=1)
    best_dual = max(best_dual, _dual_value(rho_e * We, B, s, penalty, noise_weight))
    gap = (objective - best_dual) / max(objective, 1e-300)
    history["gap"].append(gap)
    history["gap_iteration"].append(it)
    return RobustResult(left, right, error, row_errors, factors == 0, objective, gap, bool(converged), it,
                        state, history)


def _squares(A: np.ndarray) -> float:
    return float(np.einsum("ij,ij->", A, A))


def _factor(primal: float, dual: float, ratio: float = 10.0) -> float:
    return 2.0 if primal > ratio * dual else 0.5 if dual > ratio * primal else 1.0


def _first_rho(B: np.ndarray, s: np.ndarray, penalty: float, noise_weight: float) -> tuple[float, float]:
    """Thresholds of the size of what they act on: a typical row of the residual, a typical weight of R."""
    row = float(np.median(np.linalg.norm(B, axis=1)))
    return noise_weight / max(0.1 * row, 1e-300), penalty / 0.5


def _dual_value(T: np.ndarray, B: np.ndarray, s: np.ndarray, penalty: float, noise_weight: float) -> float:
    """Lower bound of the optimum: t⟨T, X⟩ with t such that every row of tT is within γ and ‖tTXᵀ‖₂ ≤ λ."""
    rows = float(np.linalg.norm(T, axis=1).max())
    spectral = _spectral_norm(T * s)
    inner = float((T * B).sum())
    t = min(noise_weight / max(rows, 1e-300), penalty / max(spectral, 1e-300))
    return t * inner if inner > 0 else 0.0


def _spectral_norm(A: np.ndarray) -> float:
    """‖A‖₂ from the smaller Gram matrix (a bound needs it to 1e-8 only)."""
    gram = A.T @ A if A.shape[0] >= A.shape[1] else A @ A.T
    return float(np.sqrt(max(lapack.eigvalsh(gram)[-1], 0.0)))
