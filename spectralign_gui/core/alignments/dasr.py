"""Domain adaptation for structured regression: features copied per instrument, samples weighted, twin processes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import DataError
from ..fitdata import FitData
from ..monitor import Monitor, SubMonitor
from ..notes import Note
from ..numerics.density_ratio import median_square, relative_density_ratio, spread_centres, squared_distances
from ..numerics.twin_gp import TwinGP
from ..numerics.twin_tuning import TwinSettings, choose_gamma_of_values, choose_spectra_kernel
from ..numerics.weighted_ridge import weighted_kernel_ridge
from ..parameters import Parameter
from ..regression.closure import CLOSURE
from ._graph import SCALING
from ._reweighted import GAMMA, KERNEL, PENALTY, ReweightedRegression, n_components_parameter
from .maps.joint import shared_targets

MODEL = Parameter(
    "model", "choice", "twin-gp", "Regression", choices=("twin-gp", "ridge"),
    help="twin-gp fits all properties together and bends with the data (the original method); ridge fits a straight "
         "or bent line per property.",
    advice="twin-gp for some dozen labelled spectra, ridge for hundreds.")
LINE = Parameter(**{**KERNEL.__dict__, "when": ("model", ("ridge",))})
WIDTH = Parameter(**{
    **GAMMA.__dict__, "when": None, "help": "γ of exp(−γ·distance²) between spectra, where one is used; automatic "
    "takes the one of smallest leave-one-out error (for the ridge, 1 / median squared distance)."})
VALUES_WIDTH = Parameter(
    "values_gamma", "float", None, "Kernel width of the values", minimum=0, open_minimum=True, has_automatic=True,
    automatic=None, logarithmic=True, when=("model", ("twin-gp",)), advanced=True,
    help="γ of exp(−γ·distance²) between the standardised values; automatic takes the one of smallest "
         "cross-validated error.",
    advice="Automatic.")
ALPHA = Parameter(
    "relative", "float", 0.5, "Levelling of the weights", minimum=0, maximum=1, open_maximum=True,
    help="α of the relative density ratio: 0 weighs by the plain ratio, towards 1 all samples weigh alike.",
    advice="0.5; 0 where the second instrument's samples are quite other ones.")


class StructuredRegressionAdaptation(ReweightedRegression):
    """Semi-supervised domain adaptation for structured regression, two sets on the same channels.

    Implemented is SSDA of Yamada, Sigal & Chang 2014 in three steps. (1) Features are copied (after Daumé et al.
    2010): φ(x) = (x, x, 0) for the first set, (x, 0, x) for the second, as kernel (1 + [same set])·k(x, x′). Where
    only one set has values there is nothing to tell the copies apart by and the features stay as they are: the
    unsupervised method of Yamada, Sigal & Raptis 2012. (2) Training samples, the labelled ones of both sets, get the
    weight w = p_test / (α p_test + (1−α) p_train), estimated in the copied space by RuLSIF (Yamada et al. 2011); test
    samples are the second set's spectra without values (all of them, if all have values). (3) A weighted regression
    on the copied features: the importance-weighted twin Gaussian process (`numerics.twin_gp`), with RBF kernels on
    spectra and values, or, with ``model="ridge"``, weighted kernel ridge regression (the 2012 paper's kernel
    regression variant). Width and penalty of the weights by 5-fold cross-validation; γ of the spectra and λ by weighted
    leave-one-out of the Gaussian process regression that the twin process starts from, γ of the values by weighted
    5-fold cross-validation of the twin process itself. Properties known for the same samples are fitted together,
    others apart.

    Where pairs are given, values known on one instrument only are used for its standards on the other too.

    Parameters
    ----------
    n_components : int or "auto", default "auto"
        Principal components of all spectra that are used; "auto" keeps all (nothing is reduced).
    model : {"twin-gp", "ridge"}, default "twin-gp"
    kernel : {"linear", "rbf"}, default "linear"
        Of the ridge; the twin process uses RBF.
    gamma : float, optional
        Of the RBF kernel of the spectra; None chooses it.
    values_gamma : float, optional
        Of the RBF kernel of the values, each scaled to weighted mean 0 and standard deviation 1; None chooses it.
    ridge : float, optional
        λ; None chooses it.
    relative : float, default 0.5
        α.
    scaling : str, default "centre-rms"
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    sample_weights_ : list of (n_k,) arrays
        w, mean 1 over the labelled samples; 0 for spectra without values.

    References
    ----------
    Yamada, Sigal & Chang, "Domain adaptation for structured regression", IJCV 109 (2014) 126–145; Yamada, Sigal &
    Raptis, "No bias left behind: covariate shift adaptation for discriminative 3D pose estimation", ECCV 2012; Bo &
    Sminchisescu, "Twin Gaussian processes for structured prediction", IJCV 87 (2010) 28–52; Yamada et al., "Relative
    density-ratio estimation", NIPS 2011; Daumé, Kumar & Saha, 2010.
    """

    parameters = (n_components_parameter(), MODEL, LINE, WIDTH, VALUES_WIDTH, PENALTY, ALPHA, SCALING, CLOSURE)

    def __init__(
        self, n_components: int | str = "auto", model: str = "twin-gp", kernel: str = "linear",
        gamma: float | None = None, values_gamma: float | None = None, ridge: float | None = None,
        relative: float = 0.5, scaling: str = "centre-rms", closure: float | None = None,
    ) -> None:
        self.n_components = n_components
        self.model = model
        self.kernel = kernel
        self.gamma = gamma
        self.values_gamma = values_gamma
        self.ridge = ridge
        self.relative = relative
        self.scaling = scaling
        self.closure = closure

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
            raise DataError("dasr.too_few_known", n_train=len(train))
        monitor.report("Weighing the calibration spectra", 0.4)
        copied = len(np.unique(domain[train])) > 1
        weights, chosen = self._weigh(Z, domain if copied else np.zeros_like(domain), train, test, values, copied,
                                      monitor)
        self.chosen_["weight_width"], self.chosen_["weight_ridge"] = chosen["width"], chosen["ridge"]
        stacked = np.zeros(len(Z))
        stacked[train] = weights
        self.sample_weights_ = np.split(stacked, [data.sizes[0]])
        monitor.report("Fitting the regressions", 0.6)
        known = np.isfinite(Y[train])
        patterns = [np.flatnonzero((known == column[:, None]).all(axis=0)) for column in np.unique(known, axis=1).T]
        self.models_ = []
        for at, columns in enumerate(sorted(patterns, key=lambda c: int(c[0]))):
            rows = train[known[:, columns[0]]]
            w = stacked[rows]
            w = w / w.mean() if w.sum() > 0 else np.ones(len(rows))
            part = {"columns": columns.astype(np.int64), "rows": Z[rows], "copied": copied,
                    "domain": domain[rows].astype(np.int64), "weights": w}
            fit = self._fit_twins if values["model"] == "twin-gp" else self._fit_ridges
            span = SubMonitor(monitor, 0.6 + 0.4 * at / len(patterns), 0.6 + 0.4 * (at + 1) / len(patterns))
            self.models_.append({**part, **fit(part, Y[np.ix_(rows, columns)], values, span)})
        if values["model"] == "twin-gp":
            for name in ("gamma", "values_gamma", "ridge"):
                used = [float(model[name]) for model in self.models_]
                self.chosen_[name] = used[0] if len(set(used)) == 1 else used

    def _fit_ridges(
        self, part: dict[str, Any], Y: np.ndarray, values: dict[str, Any], monitor: Monitor,
    ) -> dict[str, Any]:
        K = self._kernel(part["rows"], part["rows"])
        if part["copied"]:
            K = K * (1 + (part["domain"][:, None] == part["domain"][None]))
        coefficients, constants, ridges = np.zeros_like(Y), np.zeros(Y.shape[1]), np.zeros(Y.shape[1])
        for j in range(Y.shape[1]):
            monitor.raise_if_cancelled()
            coefficients[:, j], constants[j], ridges[j] = weighted_kernel_ridge(
                K, Y[:, j], part["weights"], values["ridge"])
        return {"coefficients": coefficients, "constants": constants, "ridges": ridges}

    def _fit_twins(
        self, part: dict[str, Any], Y: np.ndarray, values: dict[str, Any], monitor: Monitor,
    ) -> dict[str, Any]:
        """Settings of the twin processes of properties known for the same samples, and the scaled values."""
        w = part["weights"] / part["weights"].sum()
        centre = w @ Y
        unit = np.sqrt(w @ (Y - centre) ** 2)
        unit = np.where(unit > 1e-12 * np.abs(Y).max(axis=0), unit, 1.0)
        scaled = (Y - centre) / unit
        plain = squared_distances(part["rows"], part["rows"])
        same = part["domain"][:, None] == part["domain"][None]

        def kernel(gamma: float) -> np.ndarray:
            return self._copied(np.exp(-gamma * plain), same, part["copied"])

        monitor.raise_if_cancelled()
        gamma, ridge = choose_spectra_kernel(kernel, median_square(plain), scaled, part["weights"], values["gamma"],
                                             values["ridge"])
        settings = TwinSettings(kernel(gamma), scaled, part["weights"], ridge)
        order = np.lexsort((*scaled.T, *part["rows"].T))
        values_gamma = values["values_gamma"]
        if values_gamma is None:
            values_gamma = choose_gamma_of_values(settings, order, monitor)
        failed = TwinGP(settings.K, scaled, settings.weights, values_gamma, ridge).predict(settings.K, monitor)[1]
        if failed:
            self.converged_ = False
            self.warnings_.append(Note("dasr.not_converged", failed=failed, n_scaled=len(scaled)))
        return {"gamma": gamma, "ridge": ridge, "values_gamma": values_gamma, "values": scaled, "centre": centre,
                "unit": unit}

    @staticmethod
    def _copied(K: np.ndarray, same: np.ndarray, copied: bool) -> np.ndarray:
        """Kernel of copied features, (1 + [same set])·k / 2: 1 on the diagonal as the twin process needs it."""
        return K * np.where(same, 1.0, 0.5) if copied else K

    def _weigh(
        self, Z: np.ndarray, domain: np.ndarray, train: np.ndarray, test: np.ndarray, values: dict[str, Any],
        copied: bool, monitor: Monitor,
    ) -> tuple[np.ndarray, dict[str, float]]:
        """RuLSIF in the copied feature space: ‖φ_a(x) − φ_b(y)‖² = ‖x−y‖² + (‖x−y‖² if a = b, else ‖x‖² + ‖y‖²)."""
        size = (Z ** 2).sum(axis=1)

        def order(rows: np.ndarray) -> np.ndarray:
            return np.argsort(size[rows], kind="stable")

        centres = test[spread_centres(order(test))]

        def squares(rows: np.ndarray) -> np.ndarray:
            plain = squared_distances(Z[rows], Z[centres])
            if not copied:
                return plain
            same = domain[rows][:, None] == domain[centres][None]
            return plain + np.where(same, plain, size[rows][:, None] + size[centres][None])

        return relative_density_ratio(squares(test), squares(train), values["relative"], order(test), order(train),
                                      monitor)

    def _predict(self, X: np.ndarray, instrument: int) -> np.ndarray:
        Z = self._transform(X, instrument)
        out = np.zeros((len(X), sum(len(model["columns"]) for model in self.models_)))
        for model in self.models_:
            same = np.broadcast_to(model["domain"] == instrument, (len(X), len(model["domain"])))
            if "values" in model:
                out[:, model["columns"]] = self._predict_twins(model, Z, same)
            else:
                K = self._kernel(Z, model["rows"]) * (1 + same if model["copied"] else 1)
                out[:, model["columns"]] = K @ model["coefficients"] + model["constants"]
        return out

    def _predict_twins(self, model: dict[str, Any], Z: np.ndarray, same: np.ndarray) -> np.ndarray:
        own = model["domain"][:, None] == model["domain"][None]
        K, k = (self._copied(np.exp(-model["gamma"] * squared_distances(A, model["rows"])), where, model["copied"])
                for A, where in ((model["rows"], own), (Z, same)))
        twins = TwinGP(K, model["values"], model["weights"], model["values_gamma"], model["ridge"])
        return twins.predict(k)[0] * model["unit"] + model["centre"]
