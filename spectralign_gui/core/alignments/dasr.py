"""Domain adaptation for structured regression: features copied per instrument, samples weighted, ridge regression."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import DataError
from ..fitdata import FitData
from ..monitor import Monitor
from ..numerics.density_ratio import relative_density_ratio, spread_centres, squared_distances
from ..numerics.weighted_ridge import weighted_kernel_ridge
from ..parameters import Parameter
from ..registry import register
from ._graph import SCALING
from ._joint_maps import shared_targets
from ._reweighted import GAMMA, KERNEL, PENALTY, ReweightedRegression, n_components_parameter

ALPHA = Parameter(
    "relative", "float", 0.5, "Levelling of the weights", minimum=0, maximum=1, open_maximum=True,
    help="α of the relative density ratio: 0 weighs by the plain ratio, towards 1 all samples weigh alike.")


@register(
    "dasr", "Domain adaptation for structured regression", needs=("targets", "same channels"), max_sets=2,
    can=("transform", "predict"),
    summary="One regression for both instruments with a common part and a part of its own for each, fitted to samples "
            "weighted by how typical they are of the second instrument's unknown ones. A few reference values on the "
            "second instrument help much.",
    source="Yamada, Sigal & Chang 2014")
class StructuredRegressionAdaptation(ReweightedRegression):
    """Semi-supervised domain adaptation for regression, two sets on the same channels.

    Implemented is SSDA of Yamada, Sigal & Chang 2014 in three steps. (1) Features are copied (after Daumé et al.
    2010): φ(x) = (x, x, 0) for the first set, (x, 0, x) for the second, as kernel (1 + [same set])·k(x, x′).
    (2) Training samples, the labelled ones of both sets, get the weight w = p_test / (α p_test + (1−α) p_train),
    estimated in the copied space by RuLSIF (Yamada et al. 2011); test samples are the second set's spectra
    without values (all of them, if all have values). (3) A weighted regression on the copied features. The paper
    leaves the model open ("a model of choice"); here it is weighted kernel ridge regression, as in the authors'
    kernel regression variant (ECCV 2012), *not* their twin Gaussian process, which needs a numerical search for
    every prediction. Width and penalty of the weights by 5-fold cross-validation, λ by weighted leave-one-out.

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
    relative : float, default 0.5
        α.
    scaling : str, default "centre-rms"

    Attributes
    ----------
    sample_weights_ : list of (n_k,) arrays
        w, mean 1 over the labelled samples; 0 for spectra without values.

    References
    ----------
    Yamada, Sigal & Chang, "Domain adaptation for structured regression", IJCV 109 (2014) 126–145; Yamada, Sigal &
    Raptis, ECCV 2012; Yamada et al., "Relative density-ratio estimation", NIPS 2011; Daumé, Kumar & Saha, 2010.
    """

    parameters = (n_components_parameter(), KERNEL, GAMMA, PENALTY, ALPHA, SCALING)

    def __init__(
        self, n_components: int | str = "auto", kernel: str = "linear", gamma: float | None = None,
        ridge: float | None = None, relative: float = 0.5, scaling: str = "centre-rms",
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.ridge = ridge
        self.relative = relative
        self.scaling = scaling

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        data = replace(data, targets=shared_targets(data))
        Y = self._targets(data)
        self._check_labelled(Y, "both sets together")
        Z = np.concatenate(self._common_coordinates(data, values, monitor))
        domain = np.repeat([0, 1], data.sizes)
        labelled = np.isfinite(Y).any(axis=1)
        train = np.flatnonzero(labelled)
        test = np.flatnonzero((domain == 1) & ~labelled)
        if not len(test):
            test = np.flatnonzero(domain == 1)
        if len(train) < 3:
            raise DataError(f"{len(train)} spectra have reference values; at least 3 are needed.")
        monitor.report("Weighing the calibration spectra", 0.4)
        weights, chosen = self._weigh(Z, domain, train, test, values, monitor)
        self.chosen_["weight_width"], self.chosen_["weight_ridge"] = chosen["width"], chosen["ridge"]
        stacked = np.zeros(len(Z))
        stacked[train] = weights
        self.sample_weights_ = np.split(stacked, [data.sizes[0]])
        monitor.report("Fitting the regressions", 0.8)
        own = domain[train]
        K = self._kernel(Z[train], Z[train]) * (1 + (own[:, None] == own[None]))
        coefficients, constants = np.zeros((len(train), Y.shape[1])), np.zeros(Y.shape[1])
        ridges = np.zeros(Y.shape[1])
        for j in range(Y.shape[1]):
            monitor.raise_if_cancelled()
            known = np.isfinite(Y[train, j])
            w = weights[known] if weights[known].sum() > 0 else np.ones(int(known.sum()))
            coefficients[known, j], constants[j], ridges[j] = weighted_kernel_ridge(
                K[np.ix_(known, known)], Y[train][known, j], w, values["ridge"])
        self.models_ = [{"rows": Z[train], "domain": own.astype(np.int64), "coefficients": coefficients,
                         "constants": constants, "ridges": ridges}]

    def _weigh(
        self, Z: np.ndarray, domain: np.ndarray, train: np.ndarray, test: np.ndarray, values: dict[str, Any],
        monitor: Monitor,
    ) -> tuple[np.ndarray, dict[str, float]]:
        """RuLSIF in the copied feature space: ‖φ_a(x) − φ_b(y)‖² = ‖x−y‖² + (‖x−y‖² if a = b, else ‖x‖² + ‖y‖²)."""
        size = (Z ** 2).sum(axis=1)

        def order(rows: np.ndarray) -> np.ndarray:
            return np.argsort(size[rows], kind="stable")

        centres = test[spread_centres(order(test))]

        def copied(rows: np.ndarray) -> np.ndarray:
            plain = squared_distances(Z[rows], Z[centres])
            same = domain[rows][:, None] == domain[centres][None]
            return plain + np.where(same, plain, size[rows][:, None] + size[centres][None])

        return relative_density_ratio(copied(test), copied(train), values["relative"], order(test), order(train),
                                      monitor)

    def _predict(self, X: np.ndarray, instrument: int) -> np.ndarray:
        model = self.models_[0]
        K = self._kernel(self._transform(X, instrument), model["rows"]) * (1 + (model["domain"] == instrument))
        return K @ model["coefficients"] + model["constants"]
