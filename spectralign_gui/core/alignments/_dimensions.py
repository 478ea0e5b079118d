"""How many joint dimensions: the marked standards decide, by hits on standards that are withheld in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..base import Alignment
from ..errors import SpectrAlignError
from ..fitdata import FitData
from ..monitor import CancelOnly, Monitor, SubMonitor
from ..numerics.laplacian import PairGraph
from ._rank_choice import DIMENSIONS, FEW, FOLDS, reciprocal_places

MOST = max(DIMENSIONS)
LARGE = 1500
TRIAL = 0.7  # of the progress
RULE = "2 dimensions (3 from six standards on)"


class AtMost(int):
    """A number of dimensions that may be fewer where the data hold fewer."""


def rule(n_standards: int) -> AtMost:
    """Dimensions where there is nothing to validate on."""
    return AtMost(2 if n_standards < 6 else 3)


def settle(
    estimator: Alignment, data: FitData, values: dict[str, Any], monitor: Monitor,
    embed: Callable[[np.ndarray, int], Sequence[np.ndarray]] | None = None,
) -> tuple[dict[str, Any], Monitor]:
    """`values` with n_components="auto" replaced by a number (otherwise as they are), and the monitor for the rest.

    The standards are withheld a fifth at a time, and the number of dimensions with the largest mean reciprocal
    place of a withheld standard's partner is taken (the smallest at a tie). With fewer than 8 standards, or more
    than 1,500 spectra in all, the rule is 2 dimensions, 3 from six standards on.

    Parameters
    ----------
    embed : callable, optional
        (pairs, d) → embeddings with d dimensions, for methods whose first d columns depend on d. By default the
        estimator is fitted once per fold, and the leading columns are read off.
    """
    if values["n_components"] != "auto":
        return values, monitor
    standards = PairGraph(int(data.offsets[-1]), data.stacked_pairs).members()
    if len(standards) < FEW or data.offsets[-1] > LARGE:
        return {**values, "n_components": rule(len(standards))}, monitor
    score = np.zeros(len(DIMENSIONS))
    counted = np.zeros(len(DIMENSIONS))
    number = np.full(int(data.offsets[-1]), -1)
    for c, rows in enumerate(standards):
        number[rows] = c
    of_pair = number[data.stacked_pairs[:, 0]]
    order = np.random.default_rng(0).permutation(len(standards))
    for f, fold in enumerate(np.array_split(order, FOLDS)):
        monitor.raise_if_cancelled()
        monitor.report("Choosing the number of dimensions", TRIAL * f / FOLDS)
        out = np.isin(of_pair, fold)
        kept, held = data.pairs[~out], data.stacked_pairs[out]
        try:
            if embed is None:
                _read_off(_inner(estimator, data, kept, values, monitor), held, data, score, counted)
            else:
                for i, d in enumerate(DIMENSIONS):
                    places = reciprocal_places(np.concatenate(embed(kept, d)), held, data.offsets)
                    if places.shape[1] >= d:
                        score[i] += places[:, d - 1].sum()
                        counted[i] += len(places)
        except SpectrAlignError:
            continue  # this fold leaves too few standards for the method; the others decide
    usable = counted == counted.max()
    if not counted.any():
        return {**values, "n_components": rule(len(standards))}, monitor
    best = int(np.argmax(np.where(usable, score / np.maximum(counted, 1), -1.0)))
    return {**values, "n_components": AtMost(DIMENSIONS[best])}, SubMonitor(monitor, TRIAL, 1.0)


def _inner(
    estimator: Alignment, data: FitData, pairs: np.ndarray, values: dict[str, Any], monitor: Monitor,
) -> list[np.ndarray]:
    """Embeddings of a fit with some standards withheld, in as many dimensions as may be wanted."""
    other = type(estimator)(**estimator.get_params(deep=False))
    other.warnings_, other.chosen_, other.converged_ = [], {}, True
    other.n_channels_ = [X.shape[1] for X in data.Xs]
    part = replace(data, pairs=pairs, targets=None, groups=None)
    other._fit(part, {**values, "n_components": AtMost(MOST)}, CancelOnly(monitor))
    return other.embeddings_  # type: ignore[attr-defined, no-any-return]


def _read_off(
    embeddings: Sequence[np.ndarray], held: np.ndarray, data: FitData, score: np.ndarray, counted: np.ndarray,
) -> None:
    places = reciprocal_places(np.concatenate(embeddings), held, data.offsets)
    for i, d in enumerate(DIMENSIONS):
        if d <= places.shape[1]:
            score[i] += places[:, d - 1].sum()
            counted[i] += len(places)
