"""An alignment used as a calibration transfer: B's spectra as A would have measured them, then A's own model.

The estimator of ``registry.method("lra/spectra")`` is made here, as ``through_lra``: it fits the alignment as it is
and, beside it, a regression on A's samples. New spectra go through the alignment's map back to A's channels into that
regression.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from inspect import signature
from typing import Any, ClassVar

import numpy as np

from ..base import Alignment
from ..errors import DataError, ParameterError
from ..fitdata import FitData
from ..monitor import Monitor, SubMonitor
from ..naming import columns_left, the_set
from ..parameters import constructor
from ..registry import THROUGH, MethodInfo, methods, route_of
from ..regression import (
    FittedRegression,
    LinearModel,
    RegressionOptions,
    fit_regression,
    model_from_state,
    own_model,
)
from ..regression.parameters import OWN_MODEL
from ..transfers.coefficients import affine_parts
from .maps.joint import shared_targets

_OF_THE_MODEL = {p.name: p.default for p in OWN_MODEL}


class ThroughSpectra(Alignment):
    """Base of the estimators of this module, one per alignment.

    Whatever the alignment has fitted (embedding, reconstructions, history) can be read from this estimator too.

    Attributes
    ----------
    inner_ : Alignment
        The fitted alignment.
    model_a_ : FittedRegression
        A's own model.
    """

    info: ClassVar[MethodInfo]
    inner_: Alignment
    model_a_: FittedRegression
    why_no_predict = "no target values of the first instrument were given to fit its own model."

    @property
    def title(self) -> str:
        """What the window calls the alignment on this route; sentences call it so."""
        return f"{self.info.title}{THROUGH}"

    def __getattr__(self, name: str) -> Any:
        # only what is not found here: the alignment's own fitted attributes
        if name.startswith("__") or "inner_" not in self.__dict__:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return getattr(self.__dict__["inner_"], name)

    def _inner_values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {p.name: values[p.name] for p in self.info.parameters}

    @property
    def needs(self) -> frozenset[str]:  # type: ignore[override]
        """What the alignment needs with these settings, and reference values unless the model is the user's own."""
        return self._needed(self.get_params(deep=False))

    def _needed(self, values: dict[str, Any]) -> frozenset[str]:
        inner = self.info.create(**self._inner_values(values)).needs
        return inner if values.get("coefficients") else inner | {"targets"}

    def _without_unknown(self, data: FitData, values: dict[str, Any]) -> tuple[FitData, list[int]]:
        # a model of one's own predicts a property also where no value of it is known
        return (data, []) if values.get("coefficients") else super()._without_unknown(data, values)

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        monitor.report("A's own model", 0.0)
        self.model_a_ = self._model_of_a(data, values)
        monitor.raise_if_cancelled()
        known, lost = data.without_unknown_properties()  # the alignment itself has nothing to say of the others
        inner = self.info.create(**self._inner_values(values))
        width = 0 if data.targets is None else data.targets[0].shape[1]
        with columns_left([j for j in range(width) if j not in lost]):
            self.inner_ = inner.fit(known.Xs, pairs=known.pairs, targets=known.targets, groups=known.groups,
                                    monitor=SubMonitor(monitor, 0.05, 1.0))
        self._take_over(values)

    def _model_of_a(self, data: FitData, values: dict[str, Any]) -> FittedRegression:
        """The user's own coefficients, or fitted on A's values (a standard's from any instrument)."""
        own = own_model(values["coefficients"] or (), data.Xs[0].shape[1],
                        None if data.targets is None else data.targets[0].shape[1])
        if own is not None:
            return own
        known = shared_targets(data)  # a standard has the same composition on every instrument
        if known is None or not np.isfinite(known[0]).any():
            raise DataError("method.own_model_needs_values", title=self.title, set=the_set(0))
        return fit_regression(
            values["regression"], np.asarray(data.Xs[0], dtype=np.float64), known[0],
            options=RegressionOptions(max_components=values["max_components"], rule=values["component_rule"]))

    def _take_over(self, values: Mapping[str, Any]) -> None:
        """What the alignment has used and says, with the model's part."""
        own = {name: values.get(name, default) for name, default in _OF_THE_MODEL.items()}
        self.chosen_ = {**self.inner_.chosen_, **own, "model": {"0": self.model_a_.details}}
        self.warnings_ = list(self.inner_.warnings_)
        self.converged_ = self.inner_.converged_

    def resolve(self, monitor: Monitor | None = None, **changes: Any) -> Alignment:
        """The alignment solved again for changed live parameters; A's model stays. See `Alignment.resolve`."""
        takes = "monitor" in signature(self.inner_.resolve).parameters
        new = copy.copy(self)
        new.inner_ = self.inner_.resolve(**({"monitor": monitor} if takes else {}), **changes)
        changed = new.inner_.get_params(deep=False)
        new.set_params(**{p.name: changed[p.name] for p in self.info.parameters})
        new._take_over(self.chosen_)
        new._say_left_out(self.unknown_properties_)
        return new

    # -- using ---------------------------------------------------------------------------------------
    def _transform(self, X: np.ndarray, instrument: int) -> np.ndarray:
        return self.inner_.transform(X, instrument)

    def _to_spectra(self, X: np.ndarray, instrument: int, to: int) -> np.ndarray:
        return self.inner_.to_spectra(X, instrument, to)

    def _predict(self, X: np.ndarray, instrument: int) -> np.ndarray:
        of_a = X if instrument == 0 else self.inner_.to_spectra(X, instrument, 0)
        return self.model_a_.predict(np.asarray(of_a, dtype=np.float64))

    def linear_model(self, instrument: int = 1) -> LinearModel | None:
        """The whole chain as coefficients on the instrument's own channels, or None if it is not linear."""
        model = self.model_a_.linear
        if model is None or self.chosen_.get("closure") is not None or self.unknown_properties_:
            return None
        if instrument == 0:
            return model
        try:
            matrix, offset = affine_parts(lambda X: self.inner_.to_spectra(X, instrument, 0),
                                          self.n_channels_[instrument])
        except (ParameterError, DataError, NotImplementedError):  # the map is not linear, or there is none
            return None
        return LinearModel(matrix @ model.coefficients, model.intercept + offset @ model.coefficients, model.details)

    # -- saving --------------------------------------------------------------------------------------
    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file; see `Alignment.to_state`."""
        return {"n_channels": list(self.n_channels_), "chosen": dict(self.chosen_), "warnings": list(self.warnings_),
                "unknown_properties": list(self.unknown_properties_), "inner": self.inner_.to_state(),
                "model_a": self.model_a_.to_state()}

    @classmethod
    def from_state(cls, parameters: dict[str, Any], state: dict[str, Any]) -> Alignment:
        """Estimator with constructor arguments `parameters` and the fitted `state` of `to_state`."""
        self = super().from_state(parameters, state)
        assert isinstance(self, ThroughSpectra)
        given = {**cls.info.preset, **{k: v for k, v in parameters.items() if k not in _OF_THE_MODEL}}
        self.inner_ = cls.info.estimator.from_state(given, state["inner"])
        self.model_a_ = model_from_state(state["model_a"])
        return self


@cache
def _estimator_of(name: str) -> type[ThroughSpectra]:
    info = methods()[name]
    of_model = {p.name for p in OWN_MODEL}  # the closure of both is one
    parameters = (*(p for p in info.parameters if p.name not in of_model), *OWN_MODEL)
    made = type(info.estimator.__name__, (ThroughSpectra,), {
        "__doc__": f"{info.title}, its map back to A's spectra, and A's own model.", "__module__": __name__,
        "__qualname__": _PREFIX + name.replace("-", "_"), "__init__": constructor(parameters), "info": info,
        "parameters": parameters, "min_sets": max(2, info.min_sets), "max_sets": info.max_sets,
        "state_attributes": info.estimator.state_attributes})
    return made


_PREFIX = "through_"


def __getattr__(name: str) -> Any:
    """The estimators by the name under which the registry asks for them, and worker processes get them."""
    for known in methods() if name.startswith(_PREFIX) else ():
        if name == _PREFIX + known.replace("-", "_") and route_of(known):
            return _estimator_of(known)
    raise AttributeError(f"module {__name__} has no attribute {name!r}")
