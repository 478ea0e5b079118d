"""The automatic transfer: tries the family on the standards, combines what is good, and says what to do."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ..errors import DataError
from ..parameters import Parameter
from ..registry import register
from ..regression import RegressionOptions, fit_regression
from ..regression.model import FittedRegression, SumModel
from ._advice import advise
from ._base import REGRESSION, Transfer
from ._part import reduced, sample_folds, thinned
from ._pool import Member, Pool
from ._pool_list import sources
from ._problem import TransferProblem
from ._weights import combination_weights, spread_of
from .spiked import Spiked


@register(
    "auto", "Automatic transfer", family="transfer", needs=("pairs", "targets", "same channels"), can=("predict",),
    summary="Tries about a hundred settings of a dozen methods on left-out standards, predicts with their weighted "
            "combination, and says whether a transfer is worth it at all.",
    source="weights by left-out error: stacking after Wolpert, Neural Networks 5 (1992) 241, tempered",
    assumes="Enough standards to leave some out and judge; they are like the samples to come.",
    standards="8 or more to be told something; with fewer it says that they tell little",
    values="of A's samples, and of at least 3 standards for every property",
    use="You do not know which transfer suits, or whether one is worth it. On the sets below it was about as good "
        "as the best single method in hindsight, and better from case to case.",
    avoid="A procedure must be named and explained in a protocol: use the single method it recommends. Coefficients "
          "for an instrument's software are wanted and a kernel model takes part.",
    instead={
        "spiked": "one method that can be named, ten and more standards",
        "bias": "it says that a bias correction is enough",
        "target-only": "it says: do not transfer"},
    failed="Its sentence says how probable it is that it beats the better yardstick, and \"nothing learned\" when "
           "not even the mean is beaten. *Compare*: its error against *No transfer* and B's standards alone.",
    cost="About a hundred settings are cross-validated: seconds to minutes; the time budget ends the search, the "
         "most useful kinds come first.",
    equation="ŷ = Σ_m w_m ŷ_m, weights fall with the error at left-out standards")
class AutomaticTransfer(Transfer):
    """Weighted combination of transfers; everything is learned from A's samples and the standards.

    Attributes
    ----------
    recommendation_ : dict
        See `_advice.advise`.
    tuning_ : list of dict
        "title", "family", "error" (root mean square at left-out standards per property), "weight" per property.
    """

    parameters = (
        Parameter("budget", "float", 300.0, "Time budget",
                  "No further model is tried after this time; the most useful come first. Automatic is without limit.",
                  minimum=0, unit="s", has_automatic=True,
                  advice="300 s; data of a hundred samples end long before."),
        Parameter("combine", "bool", True, "Combine models",
                  "Predict with the weighted combination; off predicts with the single best setting per property.",
                  advice="On; off where a single setting must be named."),
        *(p for p in REGRESSION if p.name != "regression"))
    needs = frozenset({"pairs", "targets", "same channels"})
    min_standards = 3
    why_no_spectra = "it combines models of different kinds and leaves B's spectra as they are."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        with np.errstate(over="ignore"):  # a model that goes astray may do so without bounds; its weight is 0
            self._compare_and_combine(problem, values)

    def _compare_and_combine(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        self._warn_of_mixed_up_pairs(problem)
        assert problem.values is not None
        counts = np.isfinite(problem.values).sum(axis=0)
        if (counts < 3).any():
            j = int(np.argmin(counts))
            raise DataError(f"property {j} is known for {counts[j]} of the standards; the automatic transfer needs at "
                            "least 3.")
        fold_a, fold_s = sample_folds(problem)
        part, fold_a = thinned(Spiked()._part(problem), fold_a, problem.sample_a < problem.m)
        if len(part.A) < len(problem.A):
            self.warnings_.append(f"The combination was learned on {len(part.A)} of the {len(problem.A)} samples of "
                                  "instrument A, chosen at random; a single method uses all.")
        small, basis = reduced(part, False)
        limit = int(max(1, min(values["max_components"], np.isfinite(part.YA).sum(axis=0).min() - 2)))
        pool = Pool(part, small, basis, fold_a, fold_s, limit, values["component_rule"])
        members = self._members(pool, values["budget"])
        errors = np.array([member.error for member in members])
        assert problem.values_a is not None
        spread = spread_of(np.vstack([problem.values_a, problem.values]))
        families = [member.source.family for member in members]
        weights = combination_weights(errors, families, problem.m, spread)
        if not values["combine"]:
            weights = (np.arange(len(members))[:, None] == errors.argmin(axis=0)[None, :]).astype(float)
        options = RegressionOptions(max_components=values["max_components"], rule=values["component_rule"])
        model_a = fit_regression("pls", problem.A, problem.values_a, options=options)
        parts: list[tuple[FittedRegression, np.ndarray]] = []
        for member, weight in zip(members, weights, strict=True):
            self._monitor.raise_if_cancelled()
            if weight.any():
                parts.append((member.model(), weight))
        self.models_ = {"0": model_a, "1": SumModel.of(parts)}
        combined = np.einsum("cq,cqm->qm", weights, np.array([member.left_out for member in members]))
        self._report(problem, members, errors, weights, combined, model_a, spread)

    def _members(self, pool: Pool, budget: float | None) -> list[Member]:
        until = None if budget is None else time.monotonic() + budget
        kinds = sources(pool)
        members: list[Member] = []
        for number, source in enumerate(kinds):
            for member in source.members(self._monitor):
                members.append(member)
                self._monitor.report(f"Trying {source.family}", number / len(kinds), table_row={
                    "method": member.title, "family": source.family,
                    "error": [float(v) for v in np.sqrt(member.error)]})
                if until is not None and time.monotonic() > until:
                    self.warnings_.append(f"The time budget of {budget:g} s ended the search after {len(members)} "
                                          f"models, in kind {number + 1} of {len(kinds)}.")
                    return members
        return members

    def _report(
        self, problem: TransferProblem, members: list[Member], errors: np.ndarray, weights: np.ndarray,
        combined: np.ndarray, model_a: FittedRegression, spread: np.ndarray,
    ) -> None:
        assert problem.values is not None
        relative = (errors / spread ** 2).mean(axis=1)
        best: dict[str, tuple[str, np.ndarray]] = {}
        for c in np.argsort(relative, kind="stable"):
            best.setdefault(members[c].source.family, (members[c].title, members[c].left_out))
        none = model_a.predict(problem.standards_b).T - problem.values.T
        self.recommendation_ = advise(combined, best, none, spread, len(spread))
        order = np.argsort(-weights.mean(axis=1), kind="stable")
        self.tuning_ = [{"title": members[c].title, "family": members[c].source.family,
                         "error": [float(v) for v in np.sqrt(errors[c])],
                         "weight": [float(v) for v in weights[c]]} for c in order]
        self.chosen_["recommendation"] = self.recommendation_
        self.chosen_["combination"] = [t for t in self.tuning_ if max(t["weight"]) >= 0.02]
        self.chosen_["tried"] = len(members)

    def _extra_state(self) -> dict[str, Any]:
        return {"recommendation": self.recommendation_}

    @classmethod
    def from_state(cls, parameters: dict[str, Any], state: dict[str, Any]) -> AutomaticTransfer:
        """Estimator with constructor arguments `parameters` and the fitted `state` of `to_state`."""
        self = super().from_state(parameters, state)
        assert isinstance(self, AutomaticTransfer)
        self.recommendation_ = dict(self.state_["recommendation"])
        return self
