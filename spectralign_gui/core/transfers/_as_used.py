"""Methods judged as a user gets them: fitted again without every group of standards, whatever they choose included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any

import numpy as np

from ..errors import SpectrAlignError
from ..monitor import Monitor
from ..registry import method
from ..regression import FittedRegression
from ._base import Transfer
from ._pool import Member, Pool, Source
from ._problem import TransferProblem
from ._verdict import LEVEL, MARGIN, Evidence, Need, adds_nothing, need_of, no_worse
from ._weights import Search

SINGLE = ("slope-bias", "ds", "pds", "epo", "spiked", "joint-ridge")
"""Single methods that can be named where a protocol asks for one."""


def fitted(name: str, problem: TransferProblem, values: Mapping[str, Any], monitor: Monitor) -> Transfer:
    """The method with its defaults, and those of `values` that it has, on sorted data."""
    estimator = method(name).create(**{p.name: values[p.name] for p in method(name).parameters if p.name in values})
    assert isinstance(estimator, Transfer)
    return estimator.fit_problem(problem, monitor)


class AsUsed:
    """What needs no transfer, and single methods, at the standards, each left out.

    Parameters
    ----------
    problem : TransferProblem
    fold_s : (m,) int array
        Fold of every standard.
    values : mapping
        "max_components", "component_rule".
    monitor : Monitor

    Attributes
    ----------
    lines : dict of method to (q, m) array
        Errors of those of `NAMED` that can be fitted.
    on_a : (q, m) array
        Errors of A's model at the standards as A measured them.
    moved : dict of "none", "bias" to (q, m) array
        Prediction of B's spectrum so, minus A's prediction of A's.
    """

    def __init__(self, problem: TransferProblem, fold_s: np.ndarray, values: Mapping[str, Any],
                 monitor: Monitor) -> None:
        assert problem.values is not None
        self.problem, self.fold_s, self.monitor, self._small = problem, fold_s, monitor, problem.in_span()
        self.values = {k: values[k] for k in ("max_components", "component_rule")}
        self._known = problem.values.T
        found = {line: np.full(self._known.shape, np.nan) for line in ("a", "none", "bias")}
        for out, rest in self._without_each():
            bias = fitted("bias", rest, self.values, monitor)
            offset = np.asarray(bias.corrections_["1"]["offset"])[:, None]
            a, b = (bias.models_["0"].predict(S[out]).T for S in (self._small.standards_a, self._small.standards_b))
            for line, predicted in (("a", a), ("none", b), ("bias", b + offset)):
                found[line][:, out] = predicted - self._known[:, out]
        self.on_a = found.pop("a")
        self.moved = {line: error - self.on_a for line, error in found.items()}
        self.lines, alone = found, self.errors("target-only")
        if alone is not None:
            self.lines["target-only"] = alone

    def _without_each(self) -> Iterator[tuple[np.ndarray, TransferProblem]]:
        for k in np.unique(self.fold_s):
            self.monitor.raise_if_cancelled()
            yield self.fold_s == k, self._small.without(self.fold_s == k)

    def errors(self, name: str) -> np.ndarray | None:
        """Errors (q, m) of a method; None where it cannot do with one standard less."""
        found = np.full(self._known.shape, np.nan)
        try:
            for out, rest in self._without_each():
                found[:, out] = fitted(name, rest, self.values, self.monitor)._predict(
                    self._small.standards_b[out], 1).T - self._known[:, out]
        except (SpectrAlignError, np.linalg.LinAlgError):
            return None
        return found

    def sources(self, pool: Pool) -> list[Source]:
        """They as models of the search."""
        def model(name: str) -> FittedRegression:
            found = fitted(name, self.problem, self.values, self.monitor).linear_model(1)
            assert found is not None  # PLS and a bias are linear
            return found

        return [AsItIs(pool, name, errors, model) for name, errors in self.lines.items()]

    def needs(self, lines: Mapping[str, np.ndarray], own: np.ndarray, spread: np.ndarray,
              refuted: Sequence[Set[str]]) -> list[Need]:
        """What every property needs; "" where it does not vary.

        Parameters
        ----------
        lines : mapping of line to (q, m) array
            As in `Evidence.lines`.
        own : (q, n) array
            Errors of A's model at A's samples, left out.
        spread : (q,) array
        refuted : sequence of set
            Per property.
        """
        found = []
        for j in range(len(own)):
            known = np.isfinite(self.on_a[j])
            evidence = Evidence(
                {name: e[j][known] for name, e in lines.items()}, self.on_a[j][known], own[j][np.isfinite(own[j])],
                {name: d[j][known] for name, d in self.moved.items()}, refuted[j],
                left=1.0 / len(np.unique(self.fold_s)))
            found.append(need_of(evidence) if np.isfinite(spread[j]) else Need("", "", 1.0))
        return found


class AsItIs(Source):
    """A named method as the user gets it, beside the models of the search."""

    def __init__(self, pool: Pool, name: str, left_out: np.ndarray, model: Callable[[str], FittedRegression]) -> None:
        super().__init__(pool)
        self.method = self.family = name
        self.left_out, self._model = left_out, model
        self.weighed = name != "target-only"  # left out, few standards alone err too much: 2 % worse with 5 of them

    def members(self, monitor: Monitor | None = None) -> Iterator[Member]:
        yield Member(self, {}, np.zeros(len(self.left_out), dtype=np.intp), self.left_out)

    def model(self, settings: dict[str, Any], steps: np.ndarray) -> FittedRegression:
        return self._model(self.method)


def refuted_by_pairs(plain: Search, wide: Search, pool: Pool, m: int, spread: np.ndarray) -> list[set[str]]:
    """What is surely not enough by the unmarked pairs, which are many and tell it better than a few standards.

    B's standards alone are tested on them. A's model, as it is or with a bias correction, is refuted where with each
    pair left out the combination is surely better, and the predictions of B surely are not those of A.
    """
    own, at_a = plain.best(spread).get("target-only"), pool.own_errors()
    predicted = pool.predicted_by_a(pool.small.SB)
    error, moved = predicted - pool.full.YS.T, predicted - pool.predicted_by_a(pool.small.SA)
    found: list[set[str]] = []
    for j in range(len(spread)):
        ours, worse = wide.judged[j], set()
        for name, share in (("none", 0.0), ("bias", 1.0)):
            e, d = (v - share * np.nanmean(v) for v in (error[j], moved[j]))
            if no_worse(ours, e, 1.0 / MARGIN).surely and adds_nothing(
                    d, at_a[j][np.isfinite(at_a[j])]).probability < 1.0 - LEVEL:
                worse.add(name)
        if own is not None:
            alone = own.model().predict(pool.full.SB[m:])[:, j] - pool.full.YS[m:, j]
            if no_worse(ours[m:], alone, 1.0 / MARGIN).surely:
                worse.add("target-only")
        found.append(worse)
    return found
