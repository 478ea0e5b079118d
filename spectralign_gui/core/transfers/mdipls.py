"""Multi-domain di-PLS: several instruments B at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..fitdata import FitData
from ..monitor import Monitor
from ..naming import the_instrument
from ..regression import LinearModel
from ..regression.parameters import REGRESSION
from ._part import Part
from ._problem import TransferProblem
from .dipls import PENALTY, TARGET, _DomainInvariant


class MultiDomainPLS(_DomainInvariant):
    """di-PLS with the differences of all instruments to A added up; the second instrument's standards tune it."""

    parameters = (PENALTY, TARGET, *REGRESSION[1:])
    max_sets = None

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        self._others = [TransferProblem.from_fit(data, 0, k) for k in range(2, len(data.Xs))]
        try:
            super()._fit(data, values, monitor)
            model_a = self.models_["0"]
            assert isinstance(model_a, LinearModel)
            for k, other in enumerate(self._others):
                shift = other.standards_a.mean(axis=0) - other.standards_b.mean(axis=0)
                self.models_[str(k + 2)] = LinearModel(
                    model_a.coefficients, model_a.intercept + shift @ model_a.coefficients, model_a.details)
        finally:
            del self._others
        self.state_["models"] = {k: m.to_state() for k, m in self.models_.items()}

    def _part(self, problem: TransferProblem) -> Part:
        part = super()._part(problem)
        for k, other in enumerate(self._others):
            other.need_standards(1, f"{self.title} ({the_instrument(k + 1)})")
            part.others.append((other.standards_a, other.standards_b, other.B))
        return part

    def _domains(self, part: Part, chosen: dict[str, Any]) -> list[np.ndarray]:
        everything = chosen["target"] == "all"
        return [part.B if everything and len(part.B) > 1 else part.SB,
                *(B if everything and len(B) > 1 else SB for _, SB, B in part.others)]
