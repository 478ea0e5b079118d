"""The automatic transfer: tries the family on the standards, combines what is good, and says what to do."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ..errors import DataError
from ..measures.mixed_up import doubts, suspects
from ..naming import counted, the_property, the_sample, the_set
from ..notes import Note
from ..parameters import Parameter
from ..regression import RegressionOptions, fit_regression
from ..regression.model import SumModel
from ..regression.parameters import REGRESSION
from ._as_used import SINGLE, AsUsed, refuted_by_pairs
from ._base import Transfer
from ._part import sample_folds, thinned_rows
from ._pool import Member, Pool, Source
from ._pool_kinds import Constant
from ._pool_list import sources
from ._problem import TransferProblem
from ._unmarked import Unmarked, unmarked_pairs, with_pairs
from ._verdict import NAMED
from ._weights import Search, mean_relative, spread_of
from .said import recommendation
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
        See `said.recommendation`.
    tuning_ : list of dict
        "title", "words" (the title for people), "family", "error" (root mean square at left-out standards per
        property), "weight" per property.
    unmarked_ : Unmarked or None
        Pairs that are not marked, with how sure each is; None where none were looked for or found.
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
                  "Samples that both instruments measured although they are not marked are found by their spectra and "
                  "are used as extra standards, provided the standards themselves are found again in the same way and "
                  "the values of the pairs are predicted as well as those of the standards. Off uses no spectrum of B "
                  "but those of the standards.",
                  advice="On; off where only what was marked may be used."),
        *(p for p in REGRESSION if p.name != "regression"))
    needs = frozenset({"pairs", "targets", "same channels"})
    min_standards = 3
    uses_unmarked = True
    why_no_spectra = "it combines models of different kinds and leaves B's spectra as they are."

    unmarked_: Unmarked | None = None
    _left_out: Note | None = None

    def takes_unmarked(self) -> bool:
        """Whether unmarked pairs are looked for."""
        return bool(self.unmarked)  # type: ignore[attr-defined]

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        self.unmarked_, self._left_out = None, None
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
        options = RegressionOptions(max_components=values["max_components"], rule=values["component_rule"])
        self.models_ = {"0": fit_regression("pls", problem.A, problem.values_a, options=options,
                                            fold_numbers=problem.folds_of_a(options.n_folds, options.seed))}
        problem = self._few_enough(self._without_suspects(problem))
        fold_a, fold_s = sample_folds(problem)
        used = AsUsed(problem, fold_s, values, self._monitor)
        pools, found = self._pools(problem, values, fold_a, fold_s)
        searches: list[Search] = []
        for number, pool in enumerate(pools):
            if number == 0 or not end.reached():
                kinds = sources(pool, number > 0, used.sources(pool) if number == 0 else [])
                searches.append(Search.of(self._members(kinds, end, (number, len(pools))), pool, spread,
                                          values["combine"]))
        share = self._share(found, searches, pools[0], spread, values["combine"])
        judged = sum(s.judged[:, :problem.m] * w for s, w in zip(searches, (1.0 - share, share), strict=False))
        refuted: list[set[str]] = [set()] * len(spread)
        if share >= 0.5:
            refuted = refuted_by_pairs(searches[0], searches[1], pools[1], problem.m, spread)
        self._recommend(used, searches[0], np.asarray(judged), pools[0], spread, refuted)
        weights = self._weights(searches, share, values["combine"])
        parts = []
        for search, of in zip(searches, weights, strict=True):
            for member, weight in zip(search.members, of, strict=True):
                self._monitor.raise_if_cancelled()
                if weight.any():
                    parts.append((member.model(), weight))
        self.models_["1"] = SumModel.of(parts)
        self._tell(searches, weights)
        self.chosen_["ended_by_time"] = end.by_time

    def _without_suspects(self, problem: TransferProblem) -> TransferProblem:
        """The data without standards that the others say were swapped or spoiled: of these nothing is sure."""
        assert problem.values is not None
        found = doubts(problem.standards_a, problem.standards_b, self._monitor)
        out = found.any
        left = np.isfinite(problem.values[~out]).sum(axis=0)
        if not out.any() or (left < 3).any():
            return problem
        swapped, spoiled = ([the_sample(0, int(problem.rows_a[s][0])) for s in np.flatnonzero(mask)]
                            for mask in (found.swapped, found.spoiled))
        self._left_out = Note("advice.left_out", said=suspects(swapped, spoiled), standards=int(out.sum()))
        self.warnings_.append(self._left_out)
        return problem.without(out)

    def _few_enough(self, problem: TransferProblem) -> TransferProblem:
        rows = thinned_rows(len(problem.sample_a), problem.sample_a < problem.m)
        if len(rows) < len(problem.sample_a):
            self.warnings_.append(f"The combination was learned on {len(rows)} of the {len(problem.sample_a)} samples "
                                  f"of {the_set(0)}, chosen at random; a single method uses all.")
        return problem.of_a(rows)

    def _pools(
        self, problem: TransferProblem, values: dict[str, Any], fold_a: np.ndarray, fold_s: np.ndarray,
    ) -> tuple[list[Pool], Unmarked | None]:
        """The data as marked, and with the pairs that are not marked, where any are found."""
        found = unmarked_pairs(problem, fold_s, self._monitor) if values["unmarked"] else None
        part, rule = Spiked()._part(problem), values["component_rule"]
        limit = int(max(1, min(values["max_components"], np.isfinite(part.YA).sum(axis=0).min() - 2)))
        pool = Pool.of(part, fold_a, fold_s, limit, rule)
        if found is None:
            return [pool], None
        self.chosen_["unmarked_pairs"] = {"pairs": len(found.rows_a), "hits": found.hits, "judged": found.judged,
                                          "share": 0.0, "spectra": int((problem.sample_b >= problem.m).sum())}
        if not found.hits or not len(found.rows_a):
            return [pool], found
        self.unmarked_ = found
        wide = np.concatenate([fold_s, fold_a[found.rows_a]])
        return [pool, Pool.of(with_pairs(part, problem, found), fold_a, wide, limit, rule)], found

    def _share(self, found: Unmarked | None, searches: list[Search], pool: Pool, spread: np.ndarray, combine: bool,
               ) -> float:
        """Of the combination that uses the unmarked pairs."""
        if found is None or len(searches) < 2:
            return 0.0
        without, beside = (mean_relative(s.judged, spread) for s in searches)
        share = found.trust(without, beside, float(mean_relative(pool.own_errors(), spread).mean()))
        self.chosen_["unmarked_pairs"]["share"] = share = share if combine else float(share >= 0.5)
        return share

    def _weights(self, searches: list[Search], share: float, combine: bool) -> list[np.ndarray]:
        """Of all models; a property that a plain method is labelled enough for is predicted by it."""
        weights = [s.weights * w for s, w in zip(searches, (1.0 - share, share), strict=False)]
        rows = {member.source.family: c for c, member in enumerate(searches[0].members) if not member.settings}
        for j, need in enumerate(self.recommendation_["properties"]):
            if combine and need["code"] in NAMED and not need["gain"] and need["line"] in rows:
                for of in weights:
                    of[:, j] = 0.0
                weights[0][rows[need["line"]], j] = 1.0
        return weights

    def _members(self, kinds: list[Source], end: _End, turn: tuple[int, int]) -> list[Member]:
        members: list[Member] = []
        beside = ", with unmarked pairs" if turn[0] else ""
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

    def _tell(self, searches: list[Search], weights: list[np.ndarray]) -> None:
        """What was tried and what became of it."""
        lines = []
        for beside, search, of in zip(("", ", with unmarked pairs"), searches, weights, strict=False):
            for member, weight in zip(search.members, of, strict=True):
                lines.append({"title": member.title + beside, "words": member.in_words + beside,
                              "family": member.source.family, "weight": [float(v) for v in weight],
                              "error": [float(v) for v in np.sqrt(member.error)]})
        self.tuning_ = sorted(lines, key=lambda line: -sum(line["weight"]))
        self.chosen_["combination"] = [t for t in self.tuning_ if max(t["weight"]) >= 0.02]
        self.chosen_["tried"] = len(lines)

    def _recommend(self, used: AsUsed, plain: Search, combined: np.ndarray, pool: Pool, spread: np.ndarray,
                   refuted: list[set[str]]) -> None:
        """Named methods are judged as a user gets them, on the marked standards alone."""
        lines = {"constant": Constant(pool).errors({})[1][:, 0], **used.lines, "combination": combined}
        needs = used.needs(lines, pool.own_errors(), spread, refuted)
        rated = {f: float(mean_relative(member.left_out, spread).mean())
                 for f, member in plain.best(spread).items() if f in SINGLE}
        single = min(rated, key=rated.__getitem__, default="")
        self.recommendation_ = recommendation(needs, lines, used.on_a, single, self.chosen_.get("unmarked_pairs", {}),
                                              self._left_out)
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
