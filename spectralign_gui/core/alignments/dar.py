"""Domain adaptation in regression: reference spectra weighted so that they resemble the other instrument's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..fitdata import FitData
from ..monitor import Monitor
from ..naming import the_set
from ..notes import Note
from ..numerics import lapack
from ..numerics.discrepancy import minimise_discrepancy
from ..numerics.grapheigen import ZERO
from ..numerics.weighted_ridge import weighted_kernel_ridge
from ..parameters import Parameter
from ..regression.closure import CLOSURE
from ._graph import SCALING
from ._reweighted import GAMMA, KERNEL, PENALTY, ReweightedRegression, n_components_parameter
from .maps.joint import shared_targets

MAX_FEATURES = 300
TOL = Parameter(
    "tol", "float", 1e-4, "Accuracy of the weights", minimum=0, open_minimum=True, maximum=1, logarithmic=True,
    advanced=True, help="Relative duality gap at which the search for the weights ends.",
    advice="1e-4.")


class DomainAdaptationRegression(ReweightedRegression):
    """Discrepancy minimisation for regression, two sets on the same channels.

    Implemented is the algorithm DM of Cortes & Mohri 2014 (their §5 and §6): with source samples sᵢ (the labelled
    spectra of the first set) and target samples tⱼ (all spectra of the second set, values not used),
    q = argmin over the simplex of ‖(1/n)Σⱼtⱼtⱼᵀ − Σᵢqᵢsᵢsᵢᵀ‖₂ (the discrepancy of the squared loss), then kernel
    ridge regression min Σqᵢ(h(sᵢ) − yᵢ)² + λ‖h‖². With a kernel both steps work in its feature space (explicit
    coordinates from the kernel matrix; the 300 leading ones for q). The semidefinite problem is solved to
    its optimum by an interior-point method and certified by its duality gap (the paper approximates it smoothly).
    λ minimises the weighted leave-one-out error. `predict` of the first instrument uses equal weights.

    Where pairs are given, values known on one instrument only are used for its standards on the other too.

    Parameters
    ----------
    n_components : int or "auto", default "auto"
        Principal components of all spectra that are used; "auto" keeps all (nothing is reduced).
    kernel : {"linear", "rbf"}, default "linear"
    gamma : float, optional
        Of the RBF kernel; None is 1 / median squared distance.
    ridge : float, optional
        λ; None chooses it.
    tol : float, default 1e-4
        Relative duality gap.
    scaling : str, default "centre-rms"
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    sample_weights_ : (n_0,) array
        q; 0 for spectra without values.
    discrepancy_, uniform_discrepancy_ : float
        After and before.
    history_ : dict
        "objective" per iteration.

    References
    ----------
    Cortes & Mohri, "Domain adaptation and sample bias correction theory and algorithm for regression", Theoretical
    Computer Science 519 (2014) 103–126; "Domain adaptation in regression", ALT 2011.
    """

    parameters = (n_components_parameter(), KERNEL, GAMMA, PENALTY, TOL, SCALING, CLOSURE)

    def __init__(
        self, n_components: int | str = "auto", kernel: str = "linear", gamma: float | None = None,
        ridge: float | None = None, tol: float = 1e-4, scaling: str = "centre-rms", closure: float | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.ridge = ridge
        self.tol = tol
        self.scaling = scaling
        self.closure = closure

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        data = replace(data, targets=shared_targets(data))
        assert data.targets is not None
        self._check_labelled(data.targets[0], the_set(0))
        source, target = self._common_coordinates(data, values, monitor)
        rows = np.flatnonzero(np.isfinite(data.targets[0]).any(axis=1))
        S, T = self._features(source[rows], target)
        found = minimise_discrepancy(S, T, values["tol"], monitor=monitor)
        self.sample_weights_ = np.zeros(len(source))
        self.sample_weights_[rows] = found.weights
        self.discrepancy_, self.uniform_discrepancy_ = found.objective, found.uniform
        self.history_ = {"objective": found.history}
        self.converged_ = found.converged
        if not found.converged:
            self.warnings_.append(
                Note("dar.not_converged", objective=found.objective, gap=found.gap))
        monitor.report("Fitting the regressions", 0.8)
        K = self._kernel(source[rows], source[rows])
        self.models_ = [self._model(K, data.targets[0][rows], w, source[rows], values, monitor)
                        for w in (np.full(len(rows), 1 / len(rows)), found.weights)]

    def _features(self, source: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Explicit features of the kernel, the leading 300."""
        if self.kernel_["name"] == "linear" and source.shape[1] <= MAX_FEATURES:
            return source, target
        both = np.concatenate([source, target])
        values, V = lapack.eigh(self._kernel(both, both))
        keep = np.flatnonzero(values > ZERO * values[-1])[::-1][:MAX_FEATURES]
        features = V[:, keep] * np.sqrt(values[keep])
        return features[:len(source)], features[len(source):]

    def _model(
        self, K: np.ndarray, Y: np.ndarray, weights: np.ndarray, rows: np.ndarray, values: dict[str, Any],
        monitor: Monitor,
    ) -> dict[str, Any]:
        coefficients, constants, ridges = np.zeros_like(Y), np.zeros(Y.shape[1]), np.zeros(Y.shape[1])
        for j in range(Y.shape[1]):
            monitor.raise_if_cancelled()
            known = np.isfinite(Y[:, j])
            w = weights[known]
            if w.sum() <= 0:  # all weight lies on samples whose value of this property is unknown
                w = np.full(int(known.sum()), 1.0)
            coefficients[known, j], constants[j], ridges[j] = weighted_kernel_ridge(
                K[np.ix_(known, known)], Y[known, j], w, values["ridge"])
        return {"rows": rows, "coefficients": coefficients, "constants": constants, "ridges": ridges}

    def _predict(self, X: np.ndarray, instrument: int) -> np.ndarray:
        model = self.models_[instrument]
        return self._kernel(self._transform(X, instrument), model["rows"]) @ model["coefficients"] + model["constants"]
