"""Sparse low rank alignment (dissertation 4.1, with two splits)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ParameterError
from ..fitdata import FitData
from ..monitor import Monitor
from ..numerics import lapack
from ..numerics.explicit import DENSE, solve_explicit
from ..numerics.laplacian import PairGraph
from ..numerics.memory import require
from ..numerics.reconstruction import Reconstruction
from ..numerics.reduced import Solution
from ..numerics.scaling import ScaledSet, Scaling
from ..numerics.sparse_admm import SparseStart, soft_threshold, solve_sparse
from ..parameters import Parameter, the_parameter
from ..regression.closure import CLOSURE
from ._by_reconstruction import ReconstructedAlignment, ReconstructionInput
from ._iterative import MAX_ITER, TOL, Progress, Stops, merge_histories, not_converged, refuse_early_end, stride
from ._shared_parameters import MU, N_COMPONENTS, PENALTY, RANK, SCALING, VARIANCE

SPARSITY = Parameter(
    "sparsity", "float", 0.1, "Sparsity γ",
    "Weight on the sizes of the links between samples: larger cuts more weak links (short circuits) to exactly zero.",
    minimum=0.0, logarithmic=True,
    advice="Depends on the scale of the spectra: *Short circuits ▸ Compute path* draws links between groups, hits "
           "and zeros against it. 0 is low rank alignment.")

ROW_STEPS, ROW_TOL = 500, 1e-9


class SparseLowRankAlignment(ReconstructedAlignment):
    """Low rank alignment over ½‖X − RX‖² + λ‖R‖_* + γ‖R‖₁, to the optimum.

    Parameters
    ----------
    n_components, mu, penalty, rank, variance, scaling
        As in `LowRankAlignment`; the automatic λ is the one it would choose.
    sparsity : float
        γ >= 0, on the data as scaled.
    tol : float
        Relative tolerance of the primal and the dual residual.
    max_iter : int
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    objective_ : list of float
        Of each set, at the R that is returned.
    gaps_ : list of float
        Relative duality gap: a certified bound of the relative error of each objective.
    history_ : dict of str to list
        "objective", "primal_residual", "dual_residual", "instrument", "iteration": one entry per iteration.
    converged_ : bool
        Whether for every set both residuals fell below `tol`, or the certified gap did.
    iterations_ : list of int
    stopped_ : list of int or None
        Per set the iteration at which the user stopped it "as is"; None where it ended by itself.

    Notes
    -----
    R has exact zeros, and is not symmetric. The sets are solved one after another; each needs arrays of n × n.
    """

    parameters = (N_COMPONENTS, MU, PENALTY, RANK, VARIANCE, SCALING, SPARSITY, TOL, MAX_ITER, CLOSURE)
    needs = frozenset({"pairs"})
    max_sets = None

    def __init__(
        self, n_components: int | str = "auto", mu: float = 0.8, penalty: float | None = None,
        rank: int | None = None, variance: float | None = None, scaling: str = "centre-rms", sparsity: float = 0.1,
        tol: float = 1e-6, max_iter: int = 2000, closure: float | None = None,
    ) -> None:
        self.n_components, self.mu, self.penalty = n_components, mu, penalty
        self.rank, self.variance, self.scaling = rank, variance, scaling
        self.sparsity, self.tol, self.max_iter = sparsity, tol, max_iter
        self.closure = closure

    def _before(self, data: FitData, values: dict[str, Any]) -> None:
        n = max(data.sizes)
        require(14 * 8.0 * n * n, f"sparse low rank alignment of {n} samples",
                "use robust or plain low rank alignment, or fewer samples")

    def _reconstruct_all(self, values: dict[str, Any], monitor: Monitor) -> None:
        self._starts: list[SparseStart | None] = getattr(self, "_starts", None) or [None] * len(self._given)
        self._starts = list(self._starts)
        self.objective_: list[float] = []
        self.gaps_: list[float] = []
        self.iterations_: list[int] = []
        self.stopped_: list[int | None] = []
        self._histories: list[dict[str, list[float]]] = []
        self._done: list[bool] = []
        self._stops = Stops()
        super()._reconstruct_all(values, monitor)
        self.history_ = merge_histories(self._histories)
        self.converged_ = all(self._done)
        if not any(R.rank for R in self.reconstructions_):
            refuse_early_end(self.converged_, self.iterations_)
            raise ParameterError("slra.no_links", parameter=the_parameter('sparsity'), values=values['sparsity'])

    def _reconstruct(
        self, given: ReconstructionInput, values: dict[str, Any], monitor: Monitor,
    ) -> tuple[Reconstruction, dict[str, Any]]:
        U, s, penalty = given.factors.basis, given.factors.singular_values, given.kept.penalty
        n, part = len(U), stride(len(U))
        progress = Progress(monitor, given.number, values["tol"], values["max_iter"], lambda R: R[part, part].copy(),
                            self._stops, lambda R: self._live(given.number, lambda B: R @ B))
        # R is the same for X and c·X with λ and γ times c²: work at the scale λ = 1
        found = solve_sparse((U * (s**2 / penalty)) @ U.T, 1.0, values["sparsity"] / penalty, tol=values["tol"],
                             max_iter=values["max_iter"], start=self._starts[given.number], callback=progress)
        self._starts[given.number] = found.start
        self.objective_.append(found.objective * penalty)
        self.gaps_.append(found.gap)
        self.iterations_.append(found.iterations)
        self._histories.append({**found.history, "objective": [v * penalty for v in found.history["objective"]]})
        self._done.append(found.converged or found.gap <= values["tol"])
        self.stopped_.append(None if self._done[-1] else progress.stopped_at)
        _, weights, right = lapack.svd(found.start.Z1)
        rank = int((weights > 1e-9 * max(1.0, weights[0])).sum()) if found.R.any() else 0
        R = Reconstruction(np.zeros((n, 0)), weights[:rank], s, penalty, entries=found.R)
        return R, {"weights": weights[:rank], "right": right[:rank].T, "sparsity": values["sparsity"]}

    def _solution(self, graph: PairGraph, mu: float, d: int, monitor: Monitor) -> Solution:
        return solve_explicit([R.entries for R in self.reconstructions_], graph, mu,  # type: ignore[misc]
                              d, monitor=monitor)

    def _penalty_at_least(self, values: dict[str, Any]) -> float:
        # at a λ far below γ sparsity alone decides: R is a few links per sample, and nothing of low rank is left of it
        return float(values["sparsity"])

    def _folds_are_cheap(self) -> bool:
        return int(self._data.offsets[-1]) <= DENSE

    def _warn(self, mu: float) -> None:
        super()._warn(mu)
        self.warnings_ += [not_converged(k, n, gap, at is not None) for k, (n, gap, done, at) in enumerate(
            zip(self.iterations_, self.gaps_, self._done, self.stopped_, strict=True)) if not done]

    # -- new samples: ½‖x − rX‖² + (λ/2) r W⁺ rᵀ + γ‖r‖₁, r in the range of W = (RᵀR)^½ ------------------
    def _new_sample_state(self, given: ReconstructionInput, solved: dict[str, Any], F: np.ndarray) -> dict[str, Any]:
        right, factors = solved["right"], given.factors
        inner = factors.singular_values[:, None] * (factors.basis.T @ right)  # S Uᵀ V_R, (r, q)
        return {"scaling": given.scaling.to_state(), "map": factors.right @ inner, "right": right,
                "core": inner.T @ inner + np.diag(given.kept.penalty / solved["weights"]),
                "sparsity": float(solved["sparsity"]), "embedding": F}

    def _coordinates(self, X: np.ndarray, state: dict[str, Any]) -> np.ndarray:
        right, F = np.asarray(state["right"]), np.asarray(state["embedding"])
        if not right.shape[1]:
            return np.zeros((len(X), F.shape[1]))
        out = np.empty((len(X), F.shape[1]))
        size = max(1, 4_000_000 // len(right))
        for start in range(0, len(X), size):
            part = slice(start, start + size)
            h = ScaledSet(X[part], Scaling.from_state(state["scaling"])).times(np.asarray(state["map"]))
            out[part] = solve_rows(h, np.asarray(state["core"]), right, float(state["sparsity"])) @ F
        return out


def solve_rows(h: np.ndarray, core: np.ndarray, right: np.ndarray, sparsity: float) -> np.ndarray:
    """r = cVᵀ that minimises ½ c·core·cᵀ − c·h + γ‖cVᵀ‖₁ for every row of h (m, q); V (n, q) orthonormal.

    At a training row it gives that row of R: W⁺ stands for the nuclear norm, which has it as its gradient there.
    """
    values, Q = lapack.eigh(core)
    values = np.maximum(values, 1e-15 * values[-1])  # it is positive definite, but for rounding at a tiny penalty
    if sparsity == 0:
        return ((h @ Q) / values) @ Q.T @ right.T
    rho = float(np.sqrt(values[0] * values[-1]))
    inverse = (Q / (values + rho)) @ Q.T
    z = ((h @ Q) / values) @ Q.T @ right.T
    w = np.zeros_like(z)
    for _ in range(ROW_STEPS):
        r = (h + rho * ((z - w) @ right)) @ inverse @ right.T
        moved = soft_threshold(r + w, sparsity / rho)
        w += r - moved
        change = np.linalg.norm(moved - z) + np.linalg.norm(r - moved)
        z = moved
        if change <= ROW_TOL * max(float(np.linalg.norm(z)), 1e-300):
            break
    return z
