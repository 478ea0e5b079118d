"""What all calibration transfers share: parameters, A's model, tuning on the standards, predicting, saving."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from ..base import Alignment
from ..errors import DataError, ParameterError
from ..fitdata import FitData
from ..measures.pairing import pairing_warning
from ..monitor import Monitor
from ..naming import the_set
from ..notes import Note
from ..parameters import constructor, the_parameter
from ..regression import (
    FittedRegression,
    LinearModel,
    RegressionOptions,
    fit_regression,
    model_from_state,
    own_model,
)
from ..regression.choose import folds
from ._affine import AffineMap
from ._problem import TransferProblem
from ._units import common_unit, compare_sizes, in_units


class Transfer(Alignment):
    """Base of the calibration transfers. Its constructor is made from `parameters`.

    Attributes
    ----------
    models_ : dict of str to FittedRegression
        Regression used for instrument "0" (A), "1" (B) …
    maps_ : dict of str to AffineMap
        Map put before the model of an instrument.
    corrections_ : dict of str to dict
        "slope" and "offset" (q,) put after it.
    tuning_ : list of dict
        The candidates tried on the standards with their error, where something was tuned.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"pairs"})
    min_standards: ClassVar[int] = 1
    uses_unmarked: ClassVar[bool] = False
    learns_gain: ClassVar[bool] = False
    """Whether a common factor between the instruments' intensities makes no difference."""
    state_attributes: ClassVar[tuple[str, ...]] = ("state_",)
    why_no_transform = "a calibration transfer has no joint space; use to_spectra or predict."

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "parameters" in cls.__dict__ and "__init__" not in cls.__dict__:
            cls.__init__ = constructor(cls.parameters)  # type: ignore[method-assign]

    # -- fitting -------------------------------------------------------------------------------------
    def _prepared(self, data: FitData, values: dict[str, Any]) -> FitData:
        """Spectra divided by a power of two where their squares would overflow or vanish.

        Raises
        ------
        DataError
            If the instruments are in different units and the method cannot make up for it.
        """
        if self.learns_gain:
            self.units_ = [common_unit([X]) for X in data.Xs]
        else:
            sentence = compare_sizes(data.Xs, self.title)
            if sentence:
                self.warnings_.append(sentence)
            self.units_ = [common_unit(data.Xs)] * len(data.Xs)
        return in_units(data, self.units_)

    def _needed(self, values: dict[str, Any]) -> frozenset[str]:
        return self.needs - {"targets"} if values.get("coefficients") else self.needs

    def _without_unknown(self, data: FitData, values: dict[str, Any]) -> tuple[FitData, list[int]]:
        # a model of one's own predicts a property also where no value of it is known
        return (data, []) if values.get("coefficients") else super()._without_unknown(data, values)

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        self.models_: dict[str, FittedRegression] = {}
        self.maps_: dict[str, AffineMap] = {}
        self.corrections_: dict[str, dict[str, np.ndarray]] = {}
        self.tuning_: list[dict[str, Any]] = []
        problem = TransferProblem.from_fit(data)
        if "pairs" in self.needs:
            problem.need_standards(self.min_standards, self.title)
        self._monitor = monitor
        try:
            self._fit_transfer(problem, values)
            if "pairs" in self.needs:  # also where the pairs only bring values together
                self._warn_of_mixed_up_pairs(problem)
        finally:
            del self._monitor
        self.chosen_["model"] = {k: model.details for k, model in self.models_.items()}
        self.state_ = {
            "models": {k: m.to_state() for k, m in self.models_.items()},
            "maps": {k: m.to_state() for k, m in self.maps_.items()},
            "corrections": self.corrections_, "units": list(self.units_), **self._extra_state()}

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        raise NotImplementedError

    def fit_problem(self, problem: TransferProblem, monitor: Monitor) -> Self:
        """Fit on data that are sorted and checked already; for methods that look at what another one does."""
        values = {p.name: getattr(self, p.name) for p in self.parameters}
        self.models_, self.maps_, self.corrections_, self.tuning_ = {}, {}, {}, []
        self.chosen_, self.warnings_, self.unknown_properties_ = dict(values), [], []
        self.units_, self.n_channels_ = [1.0, 1.0], [problem.standards_a.shape[1], problem.standards_b.shape[1]]
        problem.need_standards(self.min_standards, self.title)
        self._monitor = monitor
        self._fit_transfer(problem, values)
        del self._monitor
        return self

    def _extra_state(self) -> dict[str, Any]:
        return {}

    def _options(self, values: dict[str, Any]) -> RegressionOptions:
        return RegressionOptions(max_components=values["max_components"], rule=values["component_rule"])

    def _model_of_a(self, problem: TransferProblem, values: dict[str, Any]) -> FittedRegression | None:
        """A's own model: the user's coefficients, or fitted on A's values; None without values."""
        known = problem.values_a
        p, q = problem.standards_a.shape[1], None if known is None else known.shape[1]
        own = own_model(values.get("coefficients") or (), p, q)
        if own is not None:
            return LinearModel(own.coefficients * self.units_[0], own.intercept, own.details)
        if problem.values_a is None or not np.isfinite(problem.values_a).any():
            return None
        options = self._options(values)
        return fit_regression(values["regression"], problem.A, problem.values_a, options=options,
                              fold_numbers=problem.folds_of_a(options.n_folds, options.seed))

    def _need_model(self, problem: TransferProblem, values: dict[str, Any]) -> FittedRegression:
        model = self._model_of_a(problem, values)
        if model is None:
            raise DataError("transfer.needs_values", title=self.title, set=the_set(0))
        return model

    def _check_components(self, values: dict[str, Any], limit: int, what: str) -> None:
        """Refuse a fixed `n_components` above what the standards hold.

        Raises
        ------
        ParameterError
        """
        wanted = values.get("n_components")
        if isinstance(wanted, int) and wanted > max(1, limit):
            raise ParameterError("transfer.too_large", parameter=the_parameter('n_components'), wanted=wanted,
                                 what=what, value=max(1, limit))

    def _warn_of_mixed_up_pairs(self, problem: TransferProblem) -> None:
        sentence = pairing_warning(problem.standards_a, problem.standards_b)
        if sentence and sentence not in self.warnings_:
            self.warnings_.append(sentence)

    # -- using ---------------------------------------------------------------------------------------
    def _check_new(self, X: ArrayLike, instrument: int) -> np.ndarray:
        array, unit = super()._check_new(X, instrument), self.units_[instrument]
        return array if unit == 1.0 else np.asarray(array, dtype=np.float64) / unit

    def transform(self, X: ArrayLike, instrument: int = 0) -> np.ndarray:
        """Corrected spectra (n, p) of spectra measured on `instrument`; see `Alignment.transform`."""
        found = super().transform(X, instrument)
        return found if self.units_[0] == 1.0 else found * self.units_[0]

    def to_spectra(self, X: ArrayLike, instrument: int = 1, to: int = 0) -> np.ndarray:
        """Spectra (n, p_to) as instrument `to` would have measured them; see `Alignment.to_spectra`."""
        found = super().to_spectra(X, instrument, to)
        return found if self.units_[to] == 1.0 else found * self.units_[to]

    def _before(self, X: np.ndarray, instrument: int) -> np.ndarray:
        """Spectra as the model of the instrument takes them."""
        step = self.maps_.get(str(instrument))
        return X if step is None else step(X)

    def _predict(self, X: np.ndarray, instrument: int) -> np.ndarray:
        model = self.models_.get(str(instrument))
        if model is None:
            if not self.models_:
                return super()._predict(X, instrument)
            raise NotImplementedError(Note("transfer.no_model", "error", title=self.title, set=the_set(instrument)))
        Y = model.predict(self._before(X, instrument))
        after = self.corrections_.get(str(instrument))
        if after is not None:
            Y = Y * after["slope"] + after["offset"]
        return Y

    def linear_model(self, instrument: int = 1) -> LinearModel | None:
        """The whole chain as coefficients on the instrument's own channels, or None if it is not linear."""
        model = self.models_.get(str(instrument))
        if model is None or model.linear is None or self.chosen_.get("closure") is not None:
            return None
        b, c = model.linear.coefficients, model.linear.intercept
        step = self.maps_.get(str(instrument))
        if step is not None:
            b, c = step.pull_back(b, c)
        after = self.corrections_.get(str(instrument))
        if after is not None:
            b, c = b * after["slope"], c * after["slope"] + after["offset"]
        return LinearModel(b / self.units_[instrument], c, model.details)

    @classmethod
    def from_state(cls, parameters: dict[str, Any], state: dict[str, Any]) -> Alignment:
        """Estimator with constructor arguments `parameters` and the fitted `state` of `to_state`."""
        self = super().from_state(parameters, state)
        assert isinstance(self, Transfer)
        self.models_ = {k: model_from_state(m) for k, m in self.state_["models"].items()}
        self.maps_ = {k: AffineMap.from_state(m) for k, m in self.state_["maps"].items()}
        self.corrections_ = {k: {n: np.asarray(v) for n, v in c.items()}
                             for k, c in self.state_["corrections"].items()}
        self.tuning_ = []
        self.units_ = [float(u) for u in self.state_.get("units", [1.0] * len(self.n_channels_))]
        return self


class SpectraTransfer(Transfer):
    """Base of the transfers that turn B's spectra into A's; then A's own model predicts.

    A subclass gives the candidates for what is automatic and fits the map for one of them.
    """

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        model = self._model_of_a(problem, values)
        candidates = self._candidates(problem, values)
        chosen = candidates[0]
        if len(candidates) > 1:
            errors = tune_map(self, problem, model, candidates, self._monitor)
            self.tuning_ = [{**c, "error": float(np.sqrt(e.mean()))} for c, e in zip(candidates, errors, strict=True)]
            chosen = candidates[int(np.argmin(errors.mean(axis=1)))]
        self.chosen_.update(chosen)
        self.maps_["1"] = self._fit_map(problem.standards_a, problem.standards_b, chosen)
        if model is not None:
            self.models_["0"] = self.models_["1"] = model

    def _candidates(self, problem: TransferProblem, values: dict[str, Any]) -> list[dict[str, Any]]:
        """Settings to compare, simple first; one if nothing is left to choose."""
        return [{}]

    def _fit_map(self, SA: np.ndarray, SB: np.ndarray, chosen: dict[str, Any]) -> AffineMap:
        raise NotImplementedError

    def _left_out(
        self, SA: np.ndarray, SB: np.ndarray, out: np.ndarray, candidates: list[dict[str, Any]],
    ) -> Iterator[np.ndarray]:
        """Spectra of the standards `out` as A would have measured them, for every candidate fitted on the others."""
        for candidate in candidates:
            yield self._fit_map(SA[~out], SB[~out], candidate)(SB[out])

    def _to_spectra(self, X: np.ndarray, instrument: int, to: int) -> np.ndarray:
        if instrument == to:
            return np.asarray(X, dtype=np.float64)
        if (instrument, to) != (1, 0):
            raise NotImplementedError(Note("transfer.one_way", "error", title=self.title, set=the_set(1),
                                           set2=the_set(0), set3=the_set(instrument), set4=the_set(to)))
        return self.maps_["1"](X)


def standard_folds(m: int, seed: int = 0) -> Iterator[np.ndarray]:
    """Masks of the standards to leave out: each once up to 10, above that ten groups."""
    numbers = np.arange(m) if m <= 10 else folds(m, 10, seed)
    for k in range(int(numbers.max()) + 1):
        yield numbers == k


def tune_map(
    transfer: SpectraTransfer, problem: TransferProblem, model: FittedRegression | None,
    candidates: list[dict[str, Any]], monitor: Monitor,
) -> np.ndarray:
    """Squared errors (c, m) of every candidate at every standard, the standard left out of the map's fit.

    With a model of A: error of its predictions against the standard's value (against its prediction from A's
    spectrum where the value is unknown), relative to each property's spread in A, mean over properties. Without:
    distance to A's spectrum relative to the spread of the standards.
    """
    SA, SB, m = problem.standards_a, problem.standards_b, problem.m
    errors = np.full((len(candidates), m), np.inf)
    if m < 3:
        errors[0] = 0.0
        return errors
    if model is not None:
        reference = model.predict(SA)
        if problem.values is not None and problem.values.shape == reference.shape:
            reference = np.where(np.isfinite(problem.values), problem.values, reference)
        spread = np.where(reference.std(axis=0) > 0, reference.std(axis=0), 1.0)
    else:
        reference, spread = SA, np.full(SA.shape[1], max(float(np.sqrt(SA.var(axis=0).mean())), 1e-300))
    for out in standard_folds(m):
        for c, mapped in enumerate(transfer._left_out(SA, SB, out, candidates)):
            monitor.raise_if_cancelled()
            got = mapped if model is None else model.predict(mapped)
            errors[c, out] = (((got - reference[out]) / spread) ** 2).mean(axis=1)
    return errors
