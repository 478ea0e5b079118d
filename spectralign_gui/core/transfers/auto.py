"""The automatic transfer: tries the family on the standards, combines what is good, and says what to do."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ..errors import DataError
from ..figures import percent
from ..naming import counted, the_property, the_set
from ..parameters import Parameter
from ..regression import RegressionOptions, fit_regression
from ..regression.model import FittedRegression, SumModel
from ._advice import advise, as_good, mean_relative
from ._base import REGRESSION, Transfer
from ._own_error import needs, own_errors, with_needs
from ._part import sample_folds, thinned
from ._pool import Member, Pool
from ._pool_list import sources
from ._problem import TransferProblem
from ._unmarked import Unmarked, unmarked_pairs, with_pairs
from ._weights import Search, spread_of
from .spiked import Spiked


class _End:
    """When the search ends: by time, or after so many models. Asked after each of them.

    Parameters
    ----------
    budget : float or None
        Seconds from now.
    most : int or None
        Models.
    """

    def __init__(self, budget: float | None, most: int | None) -> None:
        self.budget, self.most, self.tried, self.by_time = budget, most, 0, False
        self._until = None if budget is None else time.monotonic() + budget

    def reached(self) -> bool:
        """Whether nothing more is to be tried."""
        self.by_time = self.by_time or (self._until is not None and time.monotonic() > self._until)
        return self.by_time or (self.most is not None and self.tried >= self.most)

    @property
    def reason(self) -> str:
        """What ended it, to begin a sentence with."""
        if self.by_time:
            return f"The time budget of {self.budget:g} s"
        return f"The limit of {counted(self.most or 0, 'model')}"


class AutomaticTransfer(Transfer):
    """Weighted combination of transfers; everything is learned from A's samples and the standards.

    Attributes
    ----------
    recommendation_ : dict
        See `_advice.advise`.
    tuning_ : list of dict
        "title", "words" (the title for people), "family", "error" (root mean square at left-out standards per
        property), "weight" per property.
    unmarked_ : Unmarked or None
        Pairs that nobody marked, with how sure each is; None where none were looked for or found.
    """

    parameters = (
        Parameter("budget", "float", 300.0, "Time budget",
                  "No further model is tried after this time; the most useful come first. Automatic is without limit.",
                  minimum=0, unit="s", has_automatic=True,
                  advice="300 s; data of a hundred samples end long before."),
        Parameter("most_models", "int", None, "Most models",
                  "No further model is tried after this many; it repeats a search that the time ended, with the same "
                  "result. Automatic is without limit.", minimum=1, has_automatic=True, advanced=True,
                  advice="Automatic; the number that a run says it has tried, to repeat it exactly."),
        Parameter("combine", "bool", True, "Combine models",
                  "Predict with the weighted combination; off predicts with the single best setting per property.",
                  advice="On; off where a single setting must be named."),
        Parameter("unmarked", "bool", True, "Use unmarked pairs",
                  "Samples that both instruments measured though nobody marked them are found by their spectra and "
                  "stand beside the standards, as far as the standards themselves are found again in the same way and "
                  "the values of the pairs are predicted as well as those of the standards. Off uses no spectrum of B "
                  "but those of the standards.",
                  advice="On; off where only what was marked may be used."),
        *(p for p in REGRESSION if p.name != "regression"))
    needs = frozenset({"pairs", "targets", "same channels"})
    min_standards = 3
    why_no_spectra = "it combines models of different kinds and leaves B's spectra as they are."

    unmarked_: Unmarked | None = None

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        self.unmarked_ = None
        if not values["unmarked"]:
            problem = problem.without_unmarked()
        with np.errstate(over="ignore"):  # a model that goes astray may do so without bounds; its weight is 0
            self._compare_and_combine(problem, values)

    def _compare_and_combine(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        assert problem.values is not None and problem.values_a is not None
        counts = np.isfinite(problem.values).sum(axis=0)
        if (counts < 3).any():
            j = int(np.argmin(counts))
            raise DataError(f"{the_property(j)} is known for {counts[j]} of the standards; {self.title} needs at least "
                            "3.")
        end = _End(values["budget"], values["most_models"])
        spread = spread_of(np.vstack([problem.values_a, problem.values]))
        pool, wide, found = self._pools(problem, values)
        pools = [pool] if wide is None else [pool, wide]
        searches, shares = [], [1.0]
        for number, each in enumerate(pools):
            if number == 0 or not end.reached():
                members = self._members(each, end, (number, len(pools)))
                searches.append(Search.of(members, each, spread, values["combine"]))
        if found is not None and len(searches) > 1:
            without, beside = (mean_relative(s.judged, spread) for s in searches)
            share = found.trust(without, beside, float(mean_relative(pool.own_errors(), spread).mean()))
            share = share if values["combine"] else float(share >= 0.5)
            shares = [1.0 - share, share]
            self.chosen_["unmarked_pairs"]["share"] = share
        options = RegressionOptions(max_components=values["max_components"], rule=values["component_rule"])
        model_a = fit_regression("pls", problem.A, problem.values_a, options=options)
        parts: list[tuple[FittedRegression, np.ndarray]] = []
        for search, share in zip(searches, shares, strict=True):
            for member, weight in zip(search.members, search.weights * share, strict=True):
                self._monitor.raise_if_cancelled()
                if weight.any():
                    parts.append((member.model(), weight))
        self.models_ = {"0": model_a, "1": SumModel.of(parts)}
        self._tell(searches, shares)
        self.chosen_["ended_by_time"] = end.by_time
        combined = np.asarray(sum(s.judged[:, :problem.m] * share for s, share in zip(searches, shares, strict=True)))
        trusted = len(searches) > 1 and shares[1] >= 0.5
        refuted = _refuted(searches[0], searches[1], pools[1], problem.m, spread) if trusted else set()
        self._recommend(problem, searches[0], combined, model_a, spread, refuted, own_errors(pool))

    def _pools(
        self, problem: TransferProblem, values: dict[str, Any],
    ) -> tuple[Pool, Pool | None, Unmarked | None]:
        """The data as marked, and with the pairs that nobody marked, where any are found."""
        fold_a, fold_s = sample_folds(problem)
        found = unmarked_pairs(problem, fold_s, self._monitor) if values["unmarked"] else None
        part, fold = thinned(Spiked()._part(problem), fold_a, problem.sample_a < problem.m)
        if len(part.A) < len(problem.A):
            self.warnings_.append(f"The combination was learned on {len(part.A)} of the {len(problem.A)} samples of "
                                  f"{the_set(0)}, chosen at random; a single method uses all.")
        limit = int(max(1, min(values["max_components"], np.isfinite(part.YA).sum(axis=0).min() - 2)))
        pool = Pool.of(part, fold, fold_s, limit, values["component_rule"])
        if found is None:
            return pool, None, None
        self.chosen_["unmarked_pairs"] = {"pairs": len(found.rows_a), "hits": found.hits, "judged": found.judged,
                                    "share": 0.0, "spectra": int((problem.sample_b >= problem.m).sum())}
        if not found.hits or not len(found.rows_a):
            return pool, None, found
        self.unmarked_ = found
        return pool, Pool.of(with_pairs(part, problem, found), fold, np.concatenate([fold_s, fold_a[found.rows_a]]),
                             limit, values["component_rule"]), found

    def _members(self, pool: Pool, end: _End, turn: tuple[int, int]) -> list[Member]:
        members: list[Member] = []
        kinds, beside = sources(pool, turn[0] > 0), ", with unmarked pairs" if turn[0] else ""
        for number, source in enumerate(kinds):
            for member in source.members(self._monitor):
                members.append(member)
                end.tried += 1
                done = (turn[0] + number / len(kinds)) / turn[1]
                self._monitor.report(f"Trying {source.title}{beside}", done, table_row={
                    "method": member.title + beside, "words": member.in_words + beside, "family": source.family,
                    "error": [float(v) for v in np.sqrt(member.error)]})
                if end.reached():
                    self.warnings_.append(f"{end.reason} ended the search after {counted(len(members), 'model')}, in "
                                          f"kind "
                                          f"{number + 1} of {len(kinds)}{beside}.")
                    return members
        return members

    def _tell(self, searches: list[Search], shares: list[float]) -> None:
        """What was tried and what became of it."""
        lines = []
        for number, (search, share) in enumerate(zip(searches, shares, strict=True)):
            for member, weight in zip(search.members, search.weights, strict=True):
                title = member.title + (", with unmarked pairs" if number else "")
                words = member.in_words + (", with unmarked pairs" if number else "")
                lines.append({"title": title, "words": words, "family": member.source.family,
                              "error": [float(v) for v in np.sqrt(member.error)],
                              "weight": [float(v * share) for v in weight]})
        self.tuning_ = sorted(lines, key=lambda line: -sum(line["weight"]))
        self.chosen_["combination"] = [t for t in self.tuning_ if max(t["weight"]) >= 0.02]
        self.chosen_["tried"] = len(lines)

    def _recommend(
        self, problem: TransferProblem, plain: Search, combined: np.ndarray, model_a: FittedRegression,
        spread: np.ndarray, refuted: set[str], own: dict[str, np.ndarray],
    ) -> None:
        """Single methods are judged as a user gets them, on the marked standards alone."""
        assert problem.values is not None
        best = {family: (member.title, member.left_out) for family, member in plain.best(spread).items()}
        if "none" not in best:  # the time was over before
            best["none"] = ("none", model_a.predict(problem.standards_b).T - problem.values.T)
        words = {family: member.in_words for family, member in plain.best(spread).items()}
        advice = advise(combined, best, spread, refuted, words, own["a"])
        self.recommendation_ = with_needs(advice, needs(combined, best, own, refuted), combined, own, spread)
        found = self.chosen_.get("unmarked_pairs", {})
        if found.get("share", 0.0) > 0:
            self.recommendation_["sentence"] += (
                f" {found['pairs']} unmarked pairs of spectra stand beside the standards for "
                f"{percent(found['share'])} of the combination: {found['hits']} of {found['judged']} "
                "standards found their partner again in the same way.")
        self.chosen_["recommendation"] = self.recommendation_

    def _extra_state(self) -> dict[str, Any]:
        found = self.unmarked_
        return {"recommendation": self.recommendation_, "unmarked": None if found is None else found.to_state()}

    @classmethod
    def from_state(cls, parameters: dict[str, Any], state: dict[str, Any]) -> AutomaticTransfer:
        """Estimator with constructor arguments `parameters` and the fitted `state` of `to_state`."""
        self = super().from_state(parameters, state)
        assert isinstance(self, AutomaticTransfer)
        self.recommendation_ = dict(self.state_["recommendation"])
        found = self.state_.get("unmarked")  # absent in files of earlier versions
        self.unmarked_ = None if not found else Unmarked.from_state(found)
        return self


def _refuted(plain: Search, wide: Search, pool: Pool, m: int, spread: np.ndarray) -> set[str]:
    """What is not enough by the unmarked pairs, which are many and tell it better than a few standards.

    B's standards alone are tested on them, the simple transfers with each pair left out.
    """
    refuted = wide.clearly_better_than(("none", "bias"), spread)
    own = plain.best(spread).get("target-only")
    if own is not None:
        errors = own.model().predict(pool.full.SB[m:]).T - pool.full.YS[m:].T
        if not as_good(mean_relative(errors, spread), mean_relative(wide.judged[:, m:], spread)):
            refuted.add("target-only")
    return refuted
