"""What spectra in one form promise for a transfer, in a fraction of a second: to compare forms, before any method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from ..errors import DataError
from ..fitdata import FitData
from ..monitor import Monitor, SilentMonitor, watched_by
from ._part import sample_folds, thinned_rows
from ._pool import Pool
from ._pool_list import quick_sources
from ._problem import TransferProblem
from ._units import common_unit, in_units
from ._weights import Search, mean_relative, spread_of
from .spiked import Spiked

FEWEST = 4
"""Standards with values below which nothing can be left out and judged."""


@dataclass(frozen=True)
class Foreseen:
    """Squared errors relative to each property's spread, mean over the properties.

    Parameters
    ----------
    on_a : float
        Of A's model at A's samples, each left out: what the spectra tell of the values.
    on_b : float
        Of a combination of quick transfers at the standards, each left out: what of it reaches B.
    """

    on_a: float
    on_b: float

    @property
    def total(self) -> float:
        """Their geometric mean: ten per cent count the same in either, A's many samples steady B's few standards."""
        return sqrt(self.on_a * self.on_b)


def foreseen(Xs: Sequence[ArrayLike], pairs: ArrayLike, targets: Sequence[ArrayLike],
             samples: Sequence[ArrayLike] | None = None, monitor: Monitor | None = None) -> Foreseen:
    """Judge the spectra of two instruments by their standards; the arguments are those of `Alignment.fit`.

    Raises
    ------
    DataError
        Fewer than `FEWEST` standards with values, or other data than a transfer can be learned from.
    """
    monitor = monitor or SilentMonitor()
    data = FitData.check(Xs, pairs, targets, samples=samples, needs=frozenset({"pairs", "targets", "same channels"}),
                         min_sets=2, max_sets=2, method="the search")
    data, _ = data.without_unknown_properties()
    data = in_units(data, [common_unit(data.Xs)] * 2)
    problem = TransferProblem.from_fit(data).without_unmarked()
    assert problem.values is not None and problem.values_a is not None
    counts = np.isfinite(problem.values).sum(axis=0)
    enough = counts >= FEWEST  # a property that few standards know has no say
    if not enough.any():
        raise DataError("search.too_few", least=FEWEST, n=int(counts.max(initial=0)))
    problem = problem.of_properties(enough)
    assert problem.values is not None and problem.values_a is not None
    spread = spread_of(np.vstack([problem.values_a, problem.values]))
    problem = problem.of_a(thinned_rows(len(problem.sample_a), problem.sample_a < problem.m))
    with watched_by(monitor), np.errstate(over="ignore"):
        fold_a, fold_s = sample_folds(problem)
        part = Spiked()._part(problem)
        limit = int(max(1, min(15, np.isfinite(part.YA).sum(axis=0).min() - 2)))
        pool = Pool.of(part, fold_a, fold_s, limit, "within-2-percent")
        members = [member for source in quick_sources(pool) for member in source.members(monitor)]
        judged = Search.of(members, pool, spread, True).judged
        own = pool.own_errors()
    return Foreseen(float(mean_relative(own, spread).mean()), float(mean_relative(judged, spread).mean()))
