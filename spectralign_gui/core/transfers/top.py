"""Transfer by orthogonal projection."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..fitdata import FitData
from ..monitor import Monitor
from ..naming import the_instrument
from ..registry import register
from ._affine import AffineMap
from ._part import Part, projection
from ._problem import TransferProblem
from ._retrain import PROJECTED, RetrainedTransfer
from ._words import COMPARE, COST_MODEL, PAIRS, VALUES_MODEL


@register(
    "top", "Transfer by orthogonal projection (TOP)", family="transfer", needs=("pairs", "targets", "same channels"),
    max_sets=None, can=("transform", "predict"),
    summary="Removes the differences between the instruments' mean spectra of the standards from all spectra and "
            "fits the model anew. Takes any number of instruments.",
    source="Andrew & Fearn, Chemom. Intell. Lab. Syst. 72 (2004) 51",
    assumes="The instruments differ by constant directions, the mean differences.",
    standards="5 or more on every instrument",
    values=VALUES_MODEL,
    use="Several instruments of one kind and one model for all.",
    avoid="Differences change from sample to sample (EPO looks at those), or the instruments are of different "
          "kinds: it removes one direction per instrument whatever the standards say, and so gains little from more "
          "of them.",
    instead={
        "epo": "two instruments, differences that change from sample to sample",
        "mdipls": "several instruments with many spectra without values",
        "spiked": "standards with values on instruments of different kinds"},
    failed=COMPARE + PAIRS,
    cost=COST_MODEL,
    equation="P = I − VVᵀ, V spans the mean differences of the standards")
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
        _, s, Vt = np.linalg.svd(np.array(differences), full_matrices=False)
        V = Vt[s > 1e-12 * max(float(s[0]), 1e-300)]
        return projection(V), projection(V)
