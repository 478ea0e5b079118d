"""Correlation analysis for domain adaptation, linear and kernel (dissertation ch. 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from ..base import Alignment
from ..errors import DataError, ParameterError
from ..fitdata import FitData
from ..monitor import Monitor, SubMonitor
from ..naming import the_instrument, the_set, the_spectra
from ..notes import Note
from ..numerics import lapack
from ..numerics.correlation import Axes, CorrelationProblem, SetFeatures, centre_targets
from ..numerics.factors import decompose
from ..numerics.kernels import Kernel
from ..numerics.laplacian import PairGraph
from ..numerics.lookup import RowLookup
from ..numerics.memory import require
from ..numerics.penalty import Kept, keep
from ..numerics.range_factors import range_factors
from ..numerics.reconstruction import Reconstruction, low_rank
from ..numerics.reduced import fix_signs
from ..numerics.scaling import ScaledSet, Scaling
from ..parameters import Parameter, the_parameter
from ..regression.closure import CLOSURE
from . import _cada_parameters as declared
from ._cada_choice import choose_ridge
from ._cada_regression import fit_properties, predict_properties
from ._shared_parameters import PENALTY, SCALING, VARIANCE
from .lra import wanted
from .maps.joint import JointMaps, shared_targets


class CADA(Alignment):
    """Correlation analysis for domain adaptation.

    Largest eigenpairs of Xᵀ(CYYᵀC/‖Y‖² − αM − κL)Xf = λ(XᵀCX + βI)f on the range of every centred set, with
    M = (I−R)ᵀ(I−R) of the low rank reconstruction; with a kernel, K̄(…)K̄h = λ(K̄CK̄ + βK̄)h.

    Parameters
    ----------
    n_components : int or "auto"
        "auto" takes the axes that are driven by correlation: at most one per property.
    penalty, rank, variance : float, int, float, optional
        λ of the reconstruction, or kept rank, or kept share; at most one. None: a kept rank of 20, never below d.
    scaling : str
    alpha : float
        α >= 0, weight of each set's own geometry.
    ridge : float or None
        β >= 0; keeps the maps small where channels outnumber samples. None chooses it by leaving samples out.
    kernel : {"rbf", "polynomial", "cosine", "linear"} or callable, optional
        None is the linear (primal) form.
    gamma : float, optional
        Of the kernel; None: for each set the inverse of the median squared distance.
    weights : tuple of float, optional
        Importance of every set: as if each sample of set k were there so many times.
    scale_terms : bool
        Divide the correlation and the geometry term by their spectral norms.
    correspondence_weight : float
        κ >= 0: also pull the marked standards together.
    degree, coef0
        Of the polynomial kernel.
    share_targets : bool
        A standard with an unknown value takes that of its partners.
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    n_positive_ : int
        Axes driven by correlation.
    n_collapsed_ : int
        Axes skipped because the ridge collapsed them.

    Notes
    -----
    Joint coordinates are X f, not centred (K̄h with a kernel). A regression on them has one slope for all sets and an
    intercept for each set with known values.
    """

    parameters: ClassVar[tuple[Parameter, ...]] = (
        declared.N_COMPONENTS, declared.fixed(PENALTY), declared.RANK, declared.fixed(VARIANCE),
        SCALING, declared.ALPHA, declared.RIDGE, declared.KERNEL, declared.GAMMA, declared.WEIGHTS,
        declared.SCALE_TERMS, declared.CORRESPONDENCE_WEIGHT, declared.DEGREE, declared.COEF0, declared.SHARE_TARGETS,
        CLOSURE)
    needs = frozenset({"targets"})
    max_sets = None
    state_attributes = ("sets_", "outward_", "properties_", "eigenvalues_", "lookups_", "stored_")

    def __init__(
        self, n_components: int | str = "auto", penalty: float | None = None, rank: int | None = None,
        variance: float | None = None, scaling: str = "centre-rms", alpha: float = 0.1, ridge: float | None = 0.0,
        kernel: Any = None, gamma: float | None = None, weights: Sequence[float] | None = None,
        scale_terms: bool = False, correspondence_weight: float = 0.0, degree: int = 3, coef0: float = 1.0,
        share_targets: bool = True, closure: float | None = None,
    ) -> None:
        self.n_components, self.penalty, self.rank, self.variance = n_components, penalty, rank, variance
        self.scaling, self.alpha, self.ridge, self.kernel, self.gamma = scaling, alpha, ridge, kernel, gamma
        self.weights, self.scale_terms, self.correspondence_weight = weights, scale_terms, correspondence_weight
        self.degree, self.coef0, self.share_targets = degree, coef0, share_targets
        self.closure = closure

    # -- fitting -------------------------------------------------------------------------------------
    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        weights = values["weights"] or (1.0,) * len(data.Xs)
        if len(weights) != len(data.Xs):
            raise ParameterError("cada.number_of_weights", parameter=the_parameter('weights'), n_weights=len(weights),
                                 n_xs=len(data.Xs))
        if min(weights) <= 0:
            raise ParameterError("cada.weights_not_positive", parameter=the_parameter('weights'), weights=min(weights))
        targets = (shared_targets(data) if values["share_targets"] else data.targets) or []
        centred, norm2 = centre_targets(targets, weights)
        if not norm2 or not any(y.any() for y in centred):
            raise DataError("cada.values_do_not_vary")
        d = None if values["n_components"] == "auto" else int(values["n_components"])
        shrink = {name: values[name] for name in ("penalty", "rank", "variance")}
        if all(v is None for v in shrink.values()):
            shrink["rank"] = max(declared.AUTOMATIC_RANK, d or 0)
            self.chosen_["rank"] = shrink["rank"]
        features, self.reconstructions_ = [], []
        self.singular_values_: list[np.ndarray] = []
        self.penalties_: list[float] = []
        self._maps: list[dict[str, Any]] = []
        for k, X in enumerate(data.Xs):
            part = SubMonitor(monitor, 0.7 * k / len(data.Xs), 0.7 * (k + 1) / len(data.Xs))
            part.report(f"Decomposing {the_instrument(k)}", 0.0, instrument=k)
            prepare = self._linear if values["kernel"] is None else self._kernel
            found, R = prepare(k, X, values, shrink, part)
            features.append(found)
            self.reconstructions_.append(R)
            self.singular_values_.append(R.singular_values)
            self.penalties_.append(R.penalty)
            part.report("Reconstructing", 1.0, instrument=k, singular_values=R.singular_values, threshold=R.threshold,
                        basis=R.basis, weights=R.weights)
        monitor.raise_if_cancelled()
        if values["ridge"] is None:
            monitor.report("Choosing the ridge", 0.7)
            largest = max(float(f.s[0]) ** 2 for f in features)
            ridge = choose_ridge(self, replace(data, targets=list(targets)), values, largest, monitor)
            values = {**values, "ridge": ridge}
            self.chosen_["ridge"] = ridge
        monitor.report("Correlating with the reference values", 0.75)
        graph = PairGraph(int(data.offsets[-1]), data.stacked_pairs)
        scale_y, scale_m = norm2, 1.0
        if values["scale_terms"]:
            scale_y = float(np.linalg.norm(sum(w * y.T @ y for w, y in zip(weights, centred, strict=True)), 2))
            scale_m = max(w * _norm_of_rest(R) for w, R in zip(weights, self.reconstructions_, strict=True)) or 1.0
        problem = CorrelationProblem(features, centred, weights, graph, values["alpha"], values["ridge"],
                                     values["correspondence_weight"], scale_y, scale_m)
        axes = problem.solve(d or centred[0].shape[1], monitor)
        self._take(axes, d, features, data, targets, values)
        self._warn(values, data, targets, features, problem)

    def _linear(
        self, k: int, X: np.ndarray, values: dict[str, Any], shrink: dict[str, Any], monitor: Monitor,
    ) -> tuple[SetFeatures, Reconstruction]:
        """Range of the centred set, and R of the set as scaled."""
        require(3 * 8.0 * X.size, f"the scaled copies of {the_set(k)}", "take fewer channels")
        scaling = Scaling(values["scaling"]).fit(X, the_spectra(k))
        Z = scaling.block(X)
        middle = Z.mean(axis=0)
        Z -= middle
        U, s = range_factors(Z, monitor)
        if values["scaling"] in ("centre-rms", "standardise"):
            basis, squares, total = U, s**2, float((s**2).sum())
            mean = np.zeros(len(s))
        else:
            factors = decompose(ScaledSet(X, scaling), monitor=monitor, **wanted(shrink, 1))
            basis, squares, total = factors.basis, factors.singular_values**2, factors.total
            mean = (U / s).T @ (Z @ middle)
        R = _reconstruct(k, basis, squares, total, X.shape, shrink)
        self._maps.append({"scaling": scaling, "Z": Z, "U": U, "s": s})
        return SetFeatures(U, s, mean, *R.deficit()), R

    def _kernel(
        self, k: int, X: np.ndarray, values: dict[str, Any], shrink: dict[str, Any], monitor: Monitor,
    ) -> tuple[SetFeatures, Reconstruction]:
        """Range of the centred kernel matrix, and R of the kernel matrix."""
        n = len(X)
        require(6 * 8.0 * n * n, f"the kernel matrix of {n} samples", "take fewer samples or the linear form")
        scaling = Scaling(values["scaling"]).fit(X, the_spectra(k))
        Z = scaling.block(X)
        gamma = declared.median_gamma(Z) if values["gamma"] is None else float(values["gamma"])
        self.chosen_.setdefault("gammas", []).append(float(gamma))
        kernel = Kernel(values["kernel"], gamma, values["degree"], values["coef0"])
        K = kernel(Z, Z)
        K = (K + K.T) / 2
        monitor.raise_if_cancelled()
        sigma, vectors = (part[..., ::-1] for part in lapack.eigh(K))
        noise = 10 * n * np.finfo(float).eps * abs(float(sigma[0]))
        if sigma[0] <= 0:
            raise DataError("kernel.no_positive_eigenvalue_of_set", set=the_set(k))
        R = _reconstruct(k, np.ascontiguousarray(vectors[:, sigma > noise]), sigma[sigma > noise],
                         float(np.maximum(sigma, 0).sum()), (n, n), shrink)
        monitor.raise_if_cancelled()
        rows = K.mean(axis=0)
        centred = K - rows - rows[:, None] + rows.mean()
        values_, U = (part[..., ::-1] for part in lapack.eigh((centred + centred.T) / 2))
        used = values_ > max(1e-10 * values_[0], noise)
        if not used.any():
            raise DataError("kernel.does_not_vary", set=the_set(k), parameter=the_parameter('gamma'))
        U, s = np.ascontiguousarray(U[:, used]), np.sqrt(values_[used])
        self._maps.append({"scaling": scaling, "kernel": kernel, "rows": Z, "mean": rows, "U": U, "s": s})
        return SetFeatures(U, s, np.zeros(len(s)), *R.deficit()), R

    def _take(
        self, axes: Axes, d: int | None, features: list[SetFeatures], data: FitData, targets: list[np.ndarray],
        values: dict[str, Any],
    ) -> None:
        """Coordinates, maps and regressions from the axes."""
        found = len(axes.eigenvalues)
        if d is None:
            d = max(1, min(found, axes.n_positive))
        if d > found:
            raise ParameterError("cada.fewer_axes", parameter=the_parameter('n_components'), d=d, found=found)
        self.eigenvalues_ = axes.eigenvalues[:d]
        self.n_components_, self.n_positive_, self.n_collapsed_ = d, axes.n_positive, axes.n_collapsed
        g = [part[:, :d] for part in axes.coefficients]
        raw = [f.U @ (f.s[:, None] * c) + f.mean @ c for f, c in zip(features, g, strict=True)]
        stacked = np.concatenate(raw)
        signed = fix_signs(stacked)
        flips = np.where((stacked * signed).sum(axis=0) < 0, -1.0, 1.0)
        self.embeddings_ = [np.ascontiguousarray(z * flips) for z in raw]
        self.sets_: list[dict[str, Any]] = []
        for part, c in zip(self._maps, g, strict=True):
            inner = part["U"] @ (c * flips / part["s"][:, None])
            if "kernel" in part:
                kernel = part["kernel"]
                self.sets_.append({"scaling": part["scaling"].to_state(), "rows": part["rows"], "dual": inner,
                                   "offset": -part["mean"] @ inner,
                                   "kernel": kernel if callable(kernel.name) else kernel.to_state()})
            else:
                self.sets_.append({"scaling": part["scaling"].to_state(), "map": part["Z"].T @ inner})
        del self._maps
        self.chosen_.update(n_components=d, weights=None if values["weights"] is None else tuple(values["weights"]))
        self.lookups_ = [RowLookup.of(X).to_state() for X in data.Xs]
        self.stored_ = self.embeddings_
        self.outward_ = JointMaps.fit(
            self.embeddings_, FitData(data.Xs, data.pairs, None, data.groups)).to_state()
        self.properties_ = fit_properties(self.embeddings_, targets, np.arange(d) < axes.n_positive)

    def _warn(
        self, values: dict[str, Any], data: FitData, targets: list[np.ndarray], features: list[SetFeatures],
        problem: CorrelationProblem,
    ) -> None:
        q = targets[0].shape[1]
        d = self.n_components_
        if d > q:
            self.warnings_.append(Note("cada.driven_axes", first=min(q, self.n_positive_), d=d, q=q))
            if values["alpha"] == 0 and values["correspondence_weight"] == 0:
                self.warnings_.append(Note("cada.arbitrary_axes", parameter=the_parameter('alpha')))
        for k, t in enumerate(targets):
            if not np.isfinite(t).any():
                self.warnings_.append(Note("cada.no_values_on_set", set=the_set(k)))
        if values["ridge"] == 0:
            for k, (f, t) in enumerate(zip(features, targets, strict=True)):
                labelled = int(np.isfinite(t).all(axis=1).sum())
                if labelled and len(f.s) >= labelled - 1:
                    self.warnings_.append(
                        Note("cada.no_ridge", set=the_set(k), n_s=len(f.s), labelled=labelled,
                             parameter=the_parameter('ridge')))
        if self.n_collapsed_:
            self.warnings_.append(Note("cada.collapsed_axes", n_collapsed=self.n_collapsed_))

    # -- using ---------------------------------------------------------------------------------------
    def _transform(self, X: np.ndarray, instrument: int) -> np.ndarray:
        # directions near the null space amplify rounding: a spectrum of the fit gets back what the fit gave it
        return RowLookup.from_state(self.lookups_[instrument]).put_back(
            X, self._mapped(X, instrument), self.stored_[instrument])

    def _mapped(self, X: np.ndarray, instrument: int) -> np.ndarray:
        part = self.sets_[instrument]
        data = ScaledSet(X, Scaling.from_state(part["scaling"]))
        if "map" in part:
            return data.times(np.asarray(part["map"]))
        kernel = part["kernel"] if isinstance(part["kernel"], Kernel) else Kernel.from_state(part["kernel"])
        out = np.empty((len(X), part["dual"].shape[1]))
        for rows, block in data.blocks():
            out[rows] = kernel(block, np.asarray(part["rows"])) @ part["dual"] + part["offset"]
        return out

    def _to_spectra(self, X: np.ndarray, instrument: int, to: int) -> np.ndarray:
        return JointMaps.from_state(self.outward_).spectra(self._transform(X, instrument), instrument, to)

    def _predict(self, X: np.ndarray, instrument: int) -> np.ndarray:
        return predict_properties(self.properties_, self._transform(X, instrument), instrument)

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file; see `Alignment.to_state`.

        Raises
        ------
        ParameterError
            If the kernel is a Python function, which a file cannot hold.
        """
        for part in self.sets_:
            if isinstance(part.get("kernel"), Kernel):
                part["kernel"].to_state()
        return super().to_state()


class KernelCADA(CADA):
    """`CADA` in the feature space of a kernel; see there."""

    parameters = tuple(declared.KERNEL_FIXED if p.name == "kernel" else p for p in CADA.parameters)

    def __init__(
        self, n_components: int | str = "auto", penalty: float | None = None, rank: int | None = None,
        variance: float | None = None, scaling: str = "centre-rms", alpha: float = 0.1, ridge: float | None = 0.0,
        kernel: Any = "rbf", gamma: float | None = None, weights: Sequence[float] | None = None,
        scale_terms: bool = False, correspondence_weight: float = 0.0, degree: int = 3, coef0: float = 1.0,
        share_targets: bool = True, closure: float | None = None,
    ) -> None:
        super().__init__(n_components, penalty, rank, variance, scaling, alpha, ridge, kernel, gamma, weights,
                         scale_terms, correspondence_weight, degree, coef0, share_targets, closure)


def _reconstruct(
    k: int, basis: np.ndarray, squares: np.ndarray, total: float, shape: tuple[int, int],
    shrink: dict[str, Any],
) -> Reconstruction:
    kept: Kept = keep(np.sqrt(squares), shape, total=total, **shrink)
    return low_rank(basis, squares, kept.rank, kept.penalty)


def _norm_of_rest(R: Reconstruction) -> float:
    """‖(I−R)ᵀ(I−R)‖₂: 1 unless the kept directions are all there are."""
    return 1.0 if R.rank < R.n_samples else float(((1 - R.weights) ** 2).max())
