"""Splits by physical sample: a standard's spectra on all instruments, and its repeats, stay on one side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import PairsError, ParameterError
from ..fitdata import check_pairs
from ..numerics.laplacian import PairGraph


@dataclass(frozen=True, eq=False)
class Split:
    """One division of the standards.

    Parameters
    ----------
    kept, held : (m, 4) int arrays
        Pairs (set_a, i, set_b, j) that take part in the fit, and those withheld.
    repeat, fold : int
        Counted from 0.
    """

    kept: np.ndarray
    held: np.ndarray
    repeat: int
    fold: int


def standards_of(
    pairs: np.ndarray, sizes: Sequence[int], same: Sequence[np.ndarray] | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """The checked pairs and the number of the physical sample that each belongs to.

    Pairs that share a spectrum, directly or through others, are the same physical sample (repeats, three instruments),
    and so are those whose spectra on one instrument are repeats by name: the same number, 0 or more, in `same`.

    Returns
    -------
    pairs : (m, 4) int array
    sample : (m,) int array
        Counted from 0.
    """
    table = check_pairs(pairs, sizes)
    if not len(table):
        return table, np.zeros(0, dtype=np.int64)
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    stacked = np.stack([offsets[table[:, 0]] + table[:, 1], offsets[table[:, 2]] + table[:, 3]], axis=1)
    links = [stacked]
    for numbers, start in zip(same or (), offsets, strict=False):
        for number in np.unique(numbers[np.asarray(numbers) >= 0]):
            rows = start + np.flatnonzero(numbers == number)
            links.append(np.stack([np.full(len(rows) - 1, rows[0]), rows[1:]], axis=1))
    graph = PairGraph(int(offsets[-1]), np.concatenate(links).astype(np.int64))
    component = graph.component[graph.local[:len(table), 0]].astype(np.int64)
    return table, component if same is None else np.unique(component, return_inverse=True)[1]


def k_folds(
    pairs: np.ndarray, sizes: Sequence[int], folds: int = 5, repeats: int = 1, seed: int = 0,
    same: Sequence[np.ndarray] | None = None,
) -> list[Split]:
    """Repeated k-fold over the standards.

    Parameters
    ----------
    pairs : (m, 2) or (m, 4) int array
    sizes : sequence of int
        Samples per set.
    folds, repeats, seed : int
        Repeat r draws from the seed sequence (seed, r): adding repeats changes none of the earlier ones.
    same : list of int arrays, optional
        As in `standards_of`.

    Raises
    ------
    PairsError
        If there are fewer standards than folds.
    """
    table, sample = standards_of(pairs, sizes, same)
    count = int(sample.max()) + 1 if len(sample) else 0
    if folds < 2:
        raise ParameterError("validation.folds", folds=folds)
    if count < folds:
        raise PairsError("validation.too_few_for_folds", folds=folds, count=count)
    splits = []
    for repeat in range(repeats):
        order = np.random.default_rng([seed, repeat]).permutation(count)
        for fold, out in enumerate(np.array_split(order, folds)):
            held = np.isin(sample, out)
            splits.append(Split(table[~held], table[held], repeat, fold))
    return splits


def shares(
    pairs: np.ndarray, sizes: Sequence[int], share: float = 0.25, repeats: int = 10, seed: int = 0,
    standards: int | None = None,
) -> list[Split]:
    """Repeated random hold-out of a share of the standards.

    Parameters
    ----------
    pairs, sizes, repeats, seed
        As in `k_folds`.
    share : float
        Part that is held out, above 0 and below 1; at least one standard on either side.
    standards : int, optional
        How many of the others take part in the fit (all if None): for curves over the number of standards. The
        smaller numbers are subsets of the larger ones.

    Raises
    ------
    PairsError
        If there are not enough standards.
    """
    table, sample = standards_of(pairs, sizes)
    count = int(sample.max()) + 1 if len(sample) else 0
    if not 0 < share < 1:
        raise ParameterError("validation.test_share", share=share)
    if count < 2:
        raise PairsError("validation.too_few_to_hold_out", count=count)
    n_out = min(max(1, round(share * count)), count - 1)
    if standards is not None and not 1 <= standards <= count - n_out:
        raise PairsError("validation.too_many_standards", standards=standards, count=count - n_out, count2=count,
                         n_out=n_out)
    splits = []
    for repeat in range(repeats):
        order = np.random.default_rng([seed, repeat]).permutation(count)
        out, rest = order[:n_out], order[n_out:]
        kept = np.isin(sample, rest if standards is None else rest[:standards])
        splits.append(Split(table[kept], table[np.isin(sample, out)], repeat, 0))
    return splits
