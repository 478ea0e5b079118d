"""One solution of sparse or robust alignment, measured: what it does to links, groups and hits, and what it loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from ...core.base import Alignment
from ...core.fitted import Fitted
from ...core.measures.short_circuits import Connection, group_mass
from ...core.numerics.reconstruction import Reconstruction
from ..run.execution import RunResult, measure
from .analysis import Analysis

NOTHING, FAULTY = 1e-3, 0.05
"""Shares of a spectrum that is set apart as error: below the first it is rounding, from the second it is faulty if it
is named an outlier."""
KEPT = 0.5
"""Of the weight within groups at least this share has to stay: what cuts everything cuts no short circuit."""
SPREAD = 0.01
"""The share of the weight between groups may not rise by more."""


@dataclass(frozen=True)
class Solution:
    """One solution: its weight; the share of the weight between groups; within groups, the weight that stays; the
    strongest of the chosen links; top 3 hits; rows that are called outliers; whether the weight does anything."""

    weight: float
    between: float
    within: float
    link: float
    hit: float
    outliers: tuple[int, ...] = ()
    acts: bool = True

    @property
    def figures(self) -> dict[str, float]:
        """What a proposal tells of it."""
        return {"between": self.between, "hit": self.hit, "link": self.link, "within": self.within}


def measured(
    estimator: Alignment, weight: float, result: RunResult, a: Analysis, links: Sequence[Connection],
) -> Solution:
    """Measure a fitted method."""
    fitted = Fitted.of(estimator)
    R = fitted.reconstructions[a.instrument]
    _, mass = group_mass(R, a.groups, diagonal=False)
    total, within = float(mass.sum()), float(np.trace(mass))
    several = len(a.labels) > 1 and total > 0
    hit = measure(estimator, result.held_out_pairs).hit.get("3")
    errors, rows = fitted.outliers.errors, fitted.outliers.rows
    faulty: tuple[int, ...] = ()
    acts = True
    if errors is not None and rows is not None:
        X, E = np.asarray(result.datasets[a.instrument].spectra, dtype=np.float64), errors[a.instrument]
        apart = np.linalg.norm(E, axis=1) / np.maximum(np.linalg.norm(X - X.mean(axis=0), axis=1), 1e-300)
        acts = bool(np.max(apart) > NOTHING)  # else the cost is so high that nothing is set apart
        faulty = tuple(int(r) for r in rows[a.instrument] if apart[r] >= FAULTY)
    return Solution(weight, (total - within) / total if several else float("nan"), within,
                  max((strength(R, c.row, c.partner) for c in links), default=0.0),
                  min(hit.values()) if hit else float("nan"), faulty, acts)


def strength(R: Reconstruction, row: int, partner: int) -> float:
    """|R| between two samples, in the stronger direction."""
    block = R.rows(np.array([row, partner]))
    return float(max(abs(block[0, partner]), abs(block[1, row])))


def keeps(p: Solution, now: Solution) -> bool:
    """Whether nothing is lost."""
    return not what_it_loses(p, now)


def what_it_loses(p: Solution, now: Solution) -> str:
    """What a solution loses, in words that go on from "the run"; "" if nothing."""
    if not p.acts:
        return "sets nothing apart"
    if p.within < KEPT * now.within:
        return "loses more than half of the weight within groups"
    if isfinite(p.hit) and isfinite(now.hit) and p.hit < now.hit - 1e-9:
        return f"loses hits ({100 * now.hit:.0f} % now, {100 * p.hit:.0f} % then)"
    # with a very high cost of error every sample explains itself, noise and all: weak links, but spread over all groups
    if isfinite(now.between) and p.between > now.between + SPREAD:
        return f"spreads weight over the groups ({100 * now.between:.1f} % now, {100 * p.between:.1f} % then)"
    return ""


def short(weight: float) -> float:
    """Three digits: what a user can type."""
    return float(f"{weight:.3g}")
