"""Transfer by orthogonal projection."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..fitdata import FitData
from ..monitor import Monitor
from ..naming import the_instrument
from ..numerics import lapack
from ._affine import AffineMap
from ._part import Part, projection
from ._problem import TransferProblem
from ._retrain import PROJECTED, RetrainedTransfer


class TransferByOrthogonalProjection(RetrainedTransfer):
    """P = I − VVᵀ, V spanning the mean differences of the standards between A and every other instrument."""

    parameters = PROJECTED[1:]
    max_sets = None

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        self._others = [TransferProblem.from_fit(data, 0, k) for k in range(2, len(data.Xs))]
        try:
            super()._fit(data, values, monitor)
        finally:
            del self._others
        for k in range(2, len(data.Xs)):
            self.models_[str(k)] = self.models_["1"]
            self.clean_[str(k)] = self.clean_["1"]
            if "1" in self.maps_:
                self.maps_[str(k)] = self.maps_["1"]
        self.state_["models"] = {k: m.to_state() for k, m in self.models_.items()}
        self.state_["maps"] = {k: m.to_state() for k, m in self.maps_.items()}
        self.state_.update(self._extra_state())

    def _part(self, problem: TransferProblem) -> Part:
        part = super()._part(problem)
        for k, other in enumerate(self._others):
            other.need_standards(1, f"{self.title} ({the_instrument(k + 1)})")
            part.others.append((other.standards_a, other.standards_b, other.B))
        return part

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        return [{"weight": values["weight"]}]

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        differences = [part.SA.mean(axis=0) - part.SB.mean(axis=0)]
        differences += [SA.mean(axis=0) - SB.mean(axis=0) for SA, SB, _ in part.others]
        _, s, Vt = lapack.svd(np.array(differences), full_matrices=False)
        V = Vt[s > 1e-12 * max(float(s[0]), 1e-300)]
        return projection(V), projection(V)
