"""Robust low rank alignment (dissertation 4.16-4.27 with the corrected steps)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ParameterError
from ..fitdata import FitData
from ..monitor import Monitor
from ..numerics import lapack
from ..numerics.memory import require
from ..numerics.reconstruction import Reconstruction
from ..numerics.robust_admm import RobustStart, noise_bounds, solve_robust
from ..numerics.scaling import ScaledSet, Scaling
from ..parameters import Parameter, the_parameter
from ..regression.closure import CLOSURE
from ._by_reconstruction import ReconstructedAlignment, ReconstructionInput
from ._iterative import MAX_ITER, TOL, Progress, Stops, merge_histories, not_converged, refuse_early_end, stride
from ._outlying import Outlying, name_outlying, warning
from ._shared_parameters import MU, N_COMPONENTS, PENALTY, RANK, SCALING, VARIANCE

NOISE_WEIGHT = Parameter(
    "noise_weight", "float", None, "Cost of error γ",
    "How hard it is to call a spectrum faulty: smaller takes more of each spectrum as error; automatic lies halfway "
    "between 'all is error' and 'nothing is'.",
    minimum=0.0, open_minimum=True, has_automatic=True, logarithmic=True,
    advice="Start with automatic; raise it where good spectra are called outliers, lower it where known faulty ones "
           "are not. *Short circuits ▸ Compute path* spans its useful range.")


class RobustLowRankAlignment(ReconstructedAlignment):
    """Low rank alignment over λ‖R‖_* + γ Σᵢ‖Eᵢ‖ with X = RX + E, to the optimum.

    Parameters
    ----------
    n_components, mu, penalty, rank, variance, scaling
        As in `LowRankAlignment`; the automatic λ is the one it would choose.
    noise_weight : float, optional
        γ. None: for each set the geometric mean of its two bounds.
    tol : float
        Relative tolerance of the primal and the dual residual.
    max_iter : int
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    outliers_ : list of (m_k,) int arrays
        Rows whose error part is far above the usual, or that the other samples cannot put together.
    outlier_kinds_ : list of lists of str
        Which holds for each of them: "error", "alone" or "error and alone".
    outlier_reasons_ : list of lists of str
        The same in words.
    errors_ : list of (n_k, p_k) arrays
        Error part E of every spectrum at the optimum, in the units and channels of the input.
    unlike_others_ : list of (m_k, p_k) arrays
        What is left of each outlying spectrum when it is put together from the *other* samples only. Not a part of
        the optimum: there a strong outlier is put together from itself, and its row of E is about zero.
    own_shares_ : list of (n_k,) arrays
        Share of each sample's squared distance from the usual spectrum that the others cannot give, 0 to 1.
    row_errors_ : list of (n_k,) arrays
        Norm of each row's error, as scaled.
    noise_bounds_ : list of (float, float)
        Useful range of γ: at or below the first everything is error (R = 0), from the second on nothing is.
    noise_weights_ : list of float
        The γ that was used.
    objective_, gaps_, history_, converged_, iterations_, stopped_
        As in `SparseLowRankAlignment`.

    Notes
    -----
    R and E depend on the ratio of γ and λ only. A sample is cheaper to keep as itself than as error where
    γ‖xᵢ‖ > λ: a strong outlier is reconstructed by itself, and its row of E is small. It is named all the same, by
    what the others cannot put together (see `core.measures.own_part`), which does not depend on γ. A spectrum that is
    only stronger or weaker than usual is no outlier: it can be put together from the others. Several spoiled samples
    that are alike count as outlying only if they are few and far off; otherwise they are a group of their own.
    """

    parameters = (N_COMPONENTS, MU, PENALTY, RANK, VARIANCE, SCALING, NOISE_WEIGHT, TOL, MAX_ITER, CLOSURE)
    needs = frozenset({"pairs"})
    max_sets = None

    def __init__(
        self, n_components: int | str = "auto", mu: float = 0.8, penalty: float | None = None,
        rank: int | None = None, variance: float | None = None, scaling: str = "centre-rms",
        noise_weight: float | None = None, tol: float = 1e-6, max_iter: int = 2000, closure: float | None = None,
    ) -> None:
        self.n_components, self.mu, self.penalty = n_components, mu, penalty
        self.rank, self.variance, self.scaling = rank, variance, scaling
        self.noise_weight, self.tol, self.max_iter = noise_weight, tol, max_iter
        self.closure = closure

    def _before(self, data: FitData, values: dict[str, Any]) -> None:
        largest = max(data.Xs, key=lambda X: X.shape[0] * min(X.shape))
        n, r = largest.shape[0], min(largest.shape)
        total = 14 * 8.0 * n * r + sum(2 * 8.0 * X.size for X in data.Xs)
        require(total, f"robust low rank alignment of {n} samples and {largest.shape[1]} channels",
                "use plain low rank alignment, fewer samples, or fewer channels")

    def _reconstruct_all(self, values: dict[str, Any], monitor: Monitor) -> None:
        self._starts: list[RobustStart | None] = list(getattr(self, "_starts", None) or [None] * len(self._given))
        self.objective_: list[float] = []
        self.gaps_: list[float] = []
        self.iterations_: list[int] = []
        self.stopped_: list[int | None] = []
        self.errors_: list[np.ndarray] = []
        self.row_errors_: list[np.ndarray] = []
        self.outliers_: list[np.ndarray] = []
        self.outlier_kinds_: list[list[str]] = []
        self.outlier_reasons_: list[list[str]] = []
        self.unlike_others_: list[np.ndarray] = []
        self.own_shares_: list[np.ndarray] = []
        self._outlying: list[Outlying] = []
        self.noise_bounds_: list[tuple[float, float]] = []
        self.noise_weights_: list[float] = []
        self._histories: list[dict[str, list[float]]] = []
        self._done: list[bool] = []
        self._stops = Stops()
        super()._reconstruct_all(values, monitor)
        self.history_ = merge_histories(self._histories)
        self.converged_ = all(self._done)
        self.chosen_["noise_weights"] = self.noise_weights_
        if not any(R.rank for R in self.reconstructions_):
            refuse_early_end(self.converged_, self.iterations_)
            raise ParameterError("rlra.all_error", parameter=the_parameter('noise_weight'),
                                 values=values['noise_weight'],
                                 noise_bounds=min((low for low, _ in self.noise_bounds_)))

    def _reconstruct(
        self, given: ReconstructionInput, values: dict[str, Any], monitor: Monitor,
    ) -> tuple[Reconstruction, dict[str, Any]]:
        U, s, penalty = given.factors.basis, given.factors.singular_values, given.kept.penalty
        bounds = noise_bounds(U, s, penalty)
        gamma = float(values["noise_weight"]) if values["noise_weight"] is not None else float(np.sqrt(
            bounds[0] * bounds[1]))
        part = stride(len(U))
        progress = Progress(monitor, given.number, values["tol"], values["max_iter"],
                            lambda G: (G[0][part] @ (U[part] @ G[1]).T), self._stops,
                            lambda G: self._live(given.number, lambda B: G[0] @ (G[1].T @ (U.T @ B))))
        # R is the same for X and c·X with γ divided by c, and for λ and γ times any factor: work at λ = 1, s₁ = 1
        unit = float(s[0])
        found = solve_robust(U, s / unit, 1.0, gamma * unit / penalty, tol=values["tol"], max_iter=values["max_iter"],
                             start=self._starts[given.number], callback=progress)
        self._starts[given.number] = found.start
        row_errors = np.where(found.exact_zero, 0.0, found.row_errors * unit)
        self.objective_.append(found.objective * penalty)
        self.gaps_.append(found.gap)
        self.iterations_.append(found.iterations)
        self._histories.append({**found.history, "objective": [v * penalty for v in found.history["objective"]]})
        self._done.append(found.converged or found.gap <= values["tol"])
        self.stopped_.append(None if self._done[-1] else progress.stopped_at)
        self.noise_bounds_.append(bounds)
        self.noise_weights_.append(gamma)
        self.row_errors_.append(row_errors)
        E = np.where(found.exact_zero[:, None], 0.0, found.E * unit)
        self.errors_.append((E @ given.factors.right.T) * given.scaling.scale_)
        # G = P D Hᵀ, so R = P D (U H)ᵀ with orthonormal P and U H
        weights = np.linalg.norm(found.left, axis=0)
        basis = U @ found.right
        R = Reconstruction(basis, weights, given.factors.singular_values, penalty, left=found.left)
        monitor.raise_if_cancelled()
        self._name(name_outlying(given.number, row_errors, R, given.factors, given.scaling, given.kept.rank))
        return R, {"weights": weights, "right": found.right, "basis": basis, "ratio": penalty / gamma}

    def _name(self, found: Outlying) -> None:
        """Keep which samples of a set are outlying."""
        self._outlying.append(found)
        self.outliers_.append(found.rows)
        self.outlier_kinds_.append([" and ".join(kinds) for kinds in found.kinds])
        self.outlier_reasons_.append(list(found.sentences))
        self.unlike_others_.append(found.unlike)
        self.own_shares_.append(found.shares)

    def _warn(self, mu: float) -> None:
        super()._warn(mu)
        self.warnings_ += [not_converged(k, n, gap, at is not None) for k, (n, gap, done, at) in enumerate(
            zip(self.iterations_, self.gaps_, self._done, self.stopped_, strict=True)) if not done]
        self.warnings_ += [warning(k, found) for k, found in enumerate(self._outlying) if len(found.rows)]

    # -- new samples: γ‖x − rX‖ + (λ/2) r W⁺ rᵀ, r in the range of W = (RᵀR)^½ ---------------------------
    def _new_sample_state(self, given: ReconstructionInput, solved: dict[str, Any], F: np.ndarray) -> dict[str, Any]:
        inner = given.factors.singular_values[:, None] * solved["right"]  # S H: (U H)ᵀX = (S H)ᵀ Vᵀ
        return {"scaling": given.scaling.to_state(), "map": given.factors.right @ inner, "gram": inner.T @ inner,
                "weights": solved["weights"], "ratio": float(solved["ratio"]), "embedding": solved["basis"].T @ F}

    def _coordinates(self, X: np.ndarray, state: dict[str, Any]) -> np.ndarray:
        data = ScaledSet(X, Scaling.from_state(state["scaling"]))
        squares = np.concatenate([(block**2).sum(axis=1) for _, block in data.blocks()])
        c = solve_rows(data.times(np.asarray(state["map"])), squares, np.asarray(state["gram"]),
                       np.asarray(state["weights"]), float(state["ratio"]))
        return c @ np.asarray(state["embedding"])


def solve_rows(h: np.ndarray, squares: np.ndarray, gram: np.ndarray, weights: np.ndarray, ratio: float) -> np.ndarray:
    """c that minimises ‖x − cB‖ + (λ/2γ) c·diag(1/weights)·cᵀ for every row of h = xBᵀ (m, q).

    With η = ‖x − cB‖, c(η) = h(BBᵀ + (λη/γ) diag(1/weights))⁻¹, and η is where ‖x − c(η)B‖ = η: found by bisection.

    Parameters
    ----------
    h : (m, q) array
    squares : (m,) array
        ‖x‖².
    gram : (q, q) array
        BBᵀ.
    weights : (q,) array
        Singular values of R.
    ratio : float
        λ / γ.
    """
    if not len(weights) or not len(h):
        return np.zeros_like(h)
    root = np.sqrt(weights)
    theta, Q = lapack.eigh(root[:, None] * gram * root)
    theta = np.maximum(theta, 0.0)
    g = (h * root) @ Q  # in the eigenbasis c = g/(θ + ratio·η), back by root·Q

    def residual(eta: np.ndarray) -> np.ndarray:
        c = g / np.maximum(theta + ratio * eta[:, None], 1e-300)
        return np.sqrt(np.maximum(squares - 2 * (c * g).sum(axis=1) + (c**2 * theta).sum(axis=1), 0.0))

    low, high = np.zeros(len(h)), np.sqrt(squares)
    for _ in range(80):
        middle = (low + high) / 2
        above = residual(middle) > middle
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return (g / np.maximum(theta + ratio * high[:, None], 1e-300)) @ Q.T * root
