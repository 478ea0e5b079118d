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
    work = _Iteration(U, s, penalty, noise_weight, start, rho, relaxation, partial)
    converged, it = False, 0
    for it in range(1, max_iter + 1):
        values = work.step()
        converged = values["primal_residual"] <= tol and values["dual_residual"] <= tol
        if gap_tol is not None and not converged and it % gap_every == 0:
            converged = work.look_at_gap(it) <= gap_tol
        stop = callback is not None and callback(it, values, (work.left, work.right))
        if converged or stop:
            break
        if adapt:  # whatever max_iter is: a stop after k steps is a run of k steps
            work.adapt(it)
    return work.result(bool(converged), it)


class _Iteration:
    """The variables of the iteration, in scaled form, and its steps."""

    def __init__(self, U: np.ndarray, s: np.ndarray, penalty: float, noise_weight: float, start: RobustStart | None,
                 rho: tuple[float, float] | None, relaxation: float, partial: bool) -> None:
        n, r = U.shape
        self.s, self.B = s, U * s
        self.penalty, self.noise_weight, self.relaxation = penalty, noise_weight, relaxation
        if start is None:
            self.rho_e, self.rho_z = rho if rho is not None else _first_rho(self.B, s, penalty, noise_weight)
            kept = int((s**2 > penalty).sum())  # starts at the answer of plain low rank alignment
            self.left, self.right = U[:, :kept] * (1.0 - penalty / s[:kept] ** 2), np.eye(r, kept)
            self.E = self.B.copy()
            self.E[:, :kept] -= self.left * s[:kept]
            self.We, self.Wz = np.zeros((n, r)), np.zeros((n, r))
            basis = np.eye(r, min(r, kept + 8))
        else:
            self.rho_e, self.rho_z = rho if rho is not None else (start.rho_error, start.rho_rank)
            self.left, self.right, self.E = start.left, start.right, start.E.copy()
            self.We, self.Wz = start.Y_error / self.rho_e, start.Y_rank / self.rho_z
            basis = self.right
        self.shrink = SingularValueThresholding(partial=partial, basis=basis)
        self.nuclear = 0.0
        self.history: dict[str, list[float]] = {name: [] for name in (
            "objective", "primal_residual", "dual_residual", "rho_error", "rho_rank", "gap", "gap_iteration")}
        self.best_dual = -np.inf
        self.best: tuple[float, np.ndarray, np.ndarray] | None = None
        self.wait_e = self.wait_z = 0
        self.norm_B = float(np.linalg.norm(self.B))
        self.M, self.moved_e, self.factors = np.empty((n, r)), np.empty((n, r)), np.ones(n)
        rows = max(1, BLOCK_VALUES // r)
        self.blocks = [slice(a, a + rows) for a in range(0, n, rows)]

    def step(self) -> dict[str, float]:
        """One iteration; its objective and relative residuals."""
        # everything but the nuclear step goes row by row: blocks that stay in the cache make it five times as fast
        sums = np.zeros(6)
        row_norms = self._rows(sums)
        low_rank = self.shrink(self.M, self.penalty / self.rho_z)
        norm_w = self._low_rank(low_rank.U * low_rank.s, low_rank.V, sums)
        self.nuclear = low_rank.nuclear_norm
        gap_e, move_e, size_g, gap_z, move_z, move = np.sqrt(sums)
        self.primal_e = float(gap_e) / self.norm_B
        self.primal_z = float(gap_z) / max(float(size_g), float(low_rank.s.max(initial=0)), 1e-12)
        scale_dual = max(self.rho_z * float(np.sqrt(norm_w)), 1e-6 * self.penalty)
        self.dual_e, self.dual_z, dual = (float(m) / scale_dual for m in (move_e, move_z, move))
        values = {"objective": self.penalty * self.nuclear + self.noise_weight * row_norms,
                  "primal_residual": float(np.hypot(self.primal_z, self.primal_e)), "dual_residual": dual}
        for name, number in (*values.items(), ("rho_error", self.rho_e), ("rho_rank", self.rho_z)):
            self.history[name].append(number)
        return values

    def _rows(self, sums: np.ndarray) -> float:
        """The quadratic step and the error step; Σ‖Eᵢ‖. ``Wz`` holds G afterwards."""
        s, B, rho_e, rho_z, over = self.s, self.B, self.rho_e, self.rho_z, self.relaxation
        divisor = rho_z + rho_e * s**2
        value = 0.0
        for part in self.blocks:
            We, Wz, E = self.We[part], self.Wz[part], self.E[part]
            Z = self.left[part] @ self.right.T
            G = (rho_z * (Z - Wz) + (rho_e * s) * (B[part] - E + We)) / divisor
            rest = B[part] - G * s
            self.M[part] = over * G + (1 - over) * Z + Wz
            A = over * rest + (1 - over) * E + We
            new_E, self.factors[part] = shrink_rows(A, self.noise_weight / rho_e)
            np.multiply(new_E - E, rho_e * s, out=self.moved_e[part])
            We[:] = A - new_E
            E[:] = new_E
            sums[:3] += _squares(rest - new_E), _squares(self.moved_e[part]), _squares(G)
            value += float(np.sqrt(np.einsum("ij,ij->i", new_E, new_E)).sum())
            Wz[:] = G  # kept for the residual of G = Z; replaced there
        return value

    def _low_rank(self, left: np.ndarray, right: np.ndarray, sums: np.ndarray) -> float:
        """Put the new Z in the place of the old one; ‖Wz‖²."""
        norm_w = 0.0
        for part in self.blocks:
            new_Z = left[part] @ right.T
            moved_z = self.rho_z * (new_Z - self.left[part] @ self.right.T)
            sums[3:] += _squares(self.Wz[part] - new_Z), _squares(moved_z), _squares(moved_z - self.moved_e[part])
            np.subtract(self.M[part], new_Z, out=self.Wz[part])
            norm_w += _squares(self.Wz[part])
        self.left, self.right = left, right
        return norm_w

    def adapt(self, it: int) -> None:
        """Double or halve the ρ whose residuals are far apart."""
        self.wait_e, self.wait_z = self.wait_e + 1, self.wait_z + 1
        patience = 5 + it // 20  # grows, so that ρ freezes and the iteration's proof of convergence holds
        factor_e = _factor(self.primal_e, self.dual_e) if self.wait_e >= patience else 1.0
        factor_z = _factor(self.primal_z, self.dual_z) if self.wait_z >= patience else 1.0
        if factor_e != 1.0:
            self.rho_e, self.wait_e = self.rho_e * factor_e, 0
            self.We /= factor_e
        if factor_z != 1.0:
            self.rho_z, self.wait_z = self.rho_z * factor_z, 0
            self.Wz /= factor_z

    def _feasible(self) -> tuple[np.ndarray, np.ndarray, float]:
        """The error that makes this G feasible, its row norms, and the objective there."""
        error = self.B - (self.left @ self.right.T) * self.s
        row_errors = np.linalg.norm(error, axis=1)
        return error, row_errors, self.penalty * self.nuclear + self.noise_weight * float(row_errors.sum())

    def _bound(self) -> None:
        self.best_dual = max(self.best_dual, _dual_value(
            self.rho_e * self.We, self.B, self.s, self.penalty, self.noise_weight))

    def look_at_gap(self, it: int) -> float:
        """Relative duality gap of the best feasible point so far."""
        self._bound()
        feasible = self._feasible()[2]
        if self.best is None or feasible < self.best[0]:
            self.best = (feasible, self.left, self.right)
        return self._note_gap(self.best[0], it)

    def _note_gap(self, objective: float, it: int) -> float:
        gap = (objective - self.best_dual) / max(objective, 1e-300)
        self.history["gap"].append(gap)
        self.history["gap_iteration"].append(it)
        return gap

    def result(self, converged: bool, it: int) -> RobustResult:
        """The best feasible point."""
        state = RobustStart(self.left, self.right, self.E, self.rho_e * self.We, self.rho_z * self.Wz, self.rho_e,
                            self.rho_z)
        error, row_errors, objective = self._feasible()
        if self.best is not None and self.best[0] < objective:
            objective, self.left, self.right = self.best
            error, row_errors, _ = self._feasible()
        self._bound()
        gap = self._note_gap(objective, it)
        return RobustResult(self.left, self.right, error, row_errors, self.factors == 0, objective, gap, converged, it,
                            state, self.history)


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
