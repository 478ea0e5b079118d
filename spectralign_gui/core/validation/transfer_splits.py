"""Splits for the validation of a transfer: by physical sample, standards never in the test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import DataError, PairsError, ParameterError
from ..naming import are, counted, the_set
from ..selection.kennard_stone import kennard_stone, principal_scores
from .splits import standards_of

DRAWS = ("kennard-stone", "random")
"""How standards are chosen among the samples that are not tested."""
OF_ONE_SAMPLE = 0.2
"""Share of a property's standard deviation that the values of one sample's repeats may differ by."""


@dataclass(frozen=True, eq=False)
class TransferSplit:
    """One division of the samples of A and B.

    Parameters
    ----------
    rows_a, rows_b : int arrays
        Rows that may take part in a fit (B's values among them are hidden from all but the yardstick "native").
    test_a, test_b : int arrays
        Rows of the test samples on each instrument; no fit sees them.
    pairs : (m, 2) int array
        Paired rows (i of A, j of B) among `rows_a`, `rows_b`, that standards may be chosen from.
    sample : (m,) int array
        Physical sample of each pair.
    repeat, fold : int
    """

    rows_a: np.ndarray
    rows_b: np.ndarray
    test_a: np.ndarray
    test_b: np.ndarray
    pairs: np.ndarray
    sample: np.ndarray
    repeat: int
    fold: int


def shared_values(pairs: np.ndarray, targets: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Values per set where a paired row without a value takes that of its partner."""
    filled = [np.array(t, dtype=np.float64) for t in targets]
    for i, j in pairs:
        a, b = targets[0][i], targets[1][j]
        filled[0][i] = np.where(np.isfinite(filled[0][i]), filled[0][i], b)
        filled[1][j] = np.where(np.isfinite(filled[1][j]), filled[1][j], a)
    return filled


def transfer_splits(
    pairs: np.ndarray, sizes: Sequence[int], targets: Sequence[np.ndarray], *, test_share: float = 0.25,
    folds: int | None = None, repeats: int = 10, seed: int = 0, same: Sequence[np.ndarray] | None = None,
) -> list[TransferSplit]:
    """Repeated random hold-out, or repeated k-fold, over B's samples whose value is known.

    Parameters
    ----------
    pairs : (m, 2) or (m, 4) int array
        Samples measured on A and B.
    sizes : (2,) sequence of int
    targets : list of two (n_k, q) arrays
    test_share : float
        Share of the samples that are held out; not used with `folds`.
    folds : int, optional
    repeats, seed : int
        Repeat r draws from the seed sequence (seed, r): adding repeats changes none of the earlier ones.
    same : list of two (n_k,) int arrays, optional
        Rows of one instrument with the same number, 0 or more, are repeats of one sample, paired or not
        (`repeats_by_name`); -1 is not known.

    Raises
    ------
    DataError, PairsError, ParameterError
        Too few samples of B with a value, no pairs, or a share outside (0, 1).
    """
    rows, sample, own_a, own_b, eligible = _owners(pairs, sizes, targets, same)
    if len(eligible) < 4:
        raise DataError(f"only {counted(len(eligible), 'sample')} of {the_set(1)} "
                        f"{'has' if len(eligible) == 1 else 'have'} "
                        "a reference value; the comparison needs at least 4.")
    if folds is None and not 0 < test_share < 1:
        raise ParameterError(f"the test share must lie between 0 and 1, not {test_share:g}.")
    if folds is not None and not 2 <= folds <= len(eligible):
        raise ParameterError(f"folds must be 2 to {len(eligible)} (samples with a value), not {folds}.")
    splits = []
    for repeat in range(repeats):
        order = np.random.default_rng([seed, repeat]).permutation(eligible)
        parts = [order[:max(1, round(test_share * len(order)))]] if folds is None else np.array_split(order, folds)
        for fold, out in enumerate(parts):
            splits.append(make_split(rows, sample, own_a, own_b, out, repeat, fold))
    return splits


def repeats_by_name(
    names: Sequence[Sequence[str]], pairs: np.ndarray, targets: Sequence[np.ndarray],
) -> list[np.ndarray]:
    """Numbers of the samples whose rows carry one name on an instrument: `same` of `transfer_splits`.

    Parameters
    ----------
    names : list of two sequences of str
        Comparable forms of the rows' names, "" for none.
    pairs : (m, 2) int array
    targets : list of two (n_k, q) arrays

    Returns
    -------
    list of two int arrays
        -1 where a name is there once only, or stands for rows whose reference values differ by more than
        a fifth of all values' spread: then it is no name of a sample (that of the file, say).
    """
    found = []
    for row_names, Y in zip(names, shared_values(pairs, targets), strict=True):
        groups: dict[str, list[int]] = {}
        for row, name in enumerate(row_names):
            if name:
                groups.setdefault(name, []).append(row)
        known = [Y[np.isfinite(Y[:, j]), j] for j in range(Y.shape[1])]
        allowed = np.array([OF_ONE_SAMPLE * v.std() if len(v) else 0.0 for v in known])
        number = np.full(len(Y), -1)
        for k, rows in enumerate(r for r in groups.values() if len(r) > 1):
            values = Y[rows]
            low = np.where(np.isfinite(values), values, np.inf).min(axis=0)
            high = np.where(np.isfinite(values), values, -np.inf).max(axis=0)
            if (high - low <= allowed).all():  # -inf where no value is known
                number[rows] = k
        found.append(number)
    return found


def _joined(owner: np.ndarray, same: np.ndarray) -> dict[int, int]:
    """Owners of rows that are one sample by `same`: every one → the one that stands for all (standards first)."""
    leader: dict[int, int] = {}

    def top(k: int) -> int:
        while k in leader:
            k = leader[k]
        return k

    first: dict[int, int] = {}
    for own, number in zip(owner.tolist(), same.tolist(), strict=True):
        if number < 0:
            continue
        a, b = top(own), top(first.setdefault(number, own))
        if a != b:
            low, high = (a, b) if (a < 0, a) > (b < 0, b) else (b, a)
            leader[low] = high
    return {k: top(k) for k in leader}


def _owners(pairs: np.ndarray, sizes: Sequence[int], targets: Sequence[np.ndarray],
            same: Sequence[np.ndarray] | None = None) -> tuple[np.ndarray, ...]:
    """Pairs as (i, j), the physical sample of each, that of every row of A and of B, and those that can be tested."""
    table, sample = standards_of(pairs, sizes)
    if not len(table):
        raise PairsError("the comparison needs samples measured on both instruments: mark standards first.")
    rows = table[:, [1, 3]]
    own_a = -1 - np.arange(sizes[0])
    own_b = -1 - sizes[0] - np.arange(sizes[1])
    own_a[rows[:, 0]], own_b[rows[:, 1]] = sample, sample
    if same is not None:
        numbers = [np.asarray(s, dtype=np.int64) for s in same]
        shift = int(numbers[0].max(initial=-1)) + 1  # names are compared within an instrument only
        of_b = np.where(numbers[1] < 0, -1, numbers[1] + shift)
        leader = _joined(np.concatenate([own_a, own_b]), np.concatenate([numbers[0], of_b]))
        own_a, own_b, sample = (np.array([leader.get(k, k) for k in own.tolist()], dtype=np.int64)
                                for own in (own_a, own_b, sample))
    known = np.isfinite(shared_values(rows, targets)[1]).any(axis=1)
    return rows, sample, own_a, own_b, np.unique(own_b[known])


def in_turn(folds: int, repeats: int) -> str:
    """Who is tested, where each sample is in turn, as a sentence."""
    often = {1: "once", 2: "twice"}.get(repeats, f"{repeats} times")
    return f"Each sample is tested in turn, in {folds} groups, {often}."


def testable(pairs: np.ndarray, sizes: Sequence[int], targets: Sequence[np.ndarray],
             same: Sequence[np.ndarray] | None = None) -> int:
    """Number of physical samples of B whose value is known, which `transfer_splits` divides."""
    return len(_owners(pairs, sizes, targets, same)[-1])


def most_standards(splits: Sequence[TransferSplit], known: np.ndarray) -> int:
    """The largest number of standards that every split has; `known` as in `choose_standards`."""
    return min(len(_samples(split, known)) for split in splits)


def _samples(split: TransferSplit, known: np.ndarray | None) -> np.ndarray:
    return np.unique(split.sample if known is None else split.sample[known[split.pairs[:, 0]]])


def make_split(
    rows: np.ndarray, sample: np.ndarray, own_a: np.ndarray, own_b: np.ndarray, out: np.ndarray, repeat: int,
    fold: int,
) -> TransferSplit:
    """The split that holds the samples `out` out."""
    gone_a, gone_b, gone = np.isin(own_a, out), np.isin(own_b, out), np.isin(sample, out)
    return TransferSplit(np.flatnonzero(~gone_a), np.flatnonzero(~gone_b), np.flatnonzero(gone_a),
                         np.flatnonzero(gone_b), rows[~gone], sample[~gone], repeat, fold)


def explicit_split(pairs: np.ndarray, sizes: Sequence[int], test: Sequence[int], repeat: int) -> TransferSplit:
    """The split with the physical samples of the pairs number `test` held out (for given protocols)."""
    table, sample = standards_of(pairs, sizes)
    rows = table[:, [1, 3]]
    own_a, own_b = -1 - np.arange(sizes[0]), -1 - sizes[0] - np.arange(sizes[1])
    own_a[rows[:, 0]], own_b[rows[:, 1]] = sample, sample
    return make_split(rows, sample, own_a, own_b, sample[np.asarray(test)], repeat, 0)


def possible_standards(split: TransferSplit, count: int, known: np.ndarray | None = None) -> np.ndarray:
    """Physical samples of which `count` standards can be chosen; `known` as in `choose_standards`.

    Raises
    ------
    PairsError
        If there are fewer.
    """
    samples = _samples(split, known)
    if count > len(samples):
        raise PairsError(f"{counted(count, 'standard was', 'standards were')} asked for, but "
                         f"{counted(len(samples), 'sample')} measured on both instruments {are(len(samples))} left "
                         f"when the "
                         "test samples are held out.")
    return samples


def choose_standards(
    A: np.ndarray, split: TransferSplit, count: int, known: np.ndarray | None = None, start: str = "max-distance",
    draw: str = DRAWS[0],
) -> np.ndarray:
    """Pairs (m, 2) of the first `count` standards by Kennard–Stone on the first 10 principal components of A, or drawn.

    Parameters
    ----------
    A : (n_a, p) array
        Spectra of A, all rows.
    split : TransferSplit
    count : int
    known : (n_a,) bool array, optional
        Rows of A that may become a standard (a standard needs a value).
    start : str
        Of `kennard_stone`; "max-distance" is the original paper's.
    draw : {"kennard-stone", "random"}
        The second draws them, the same ones for a repeat and fold every time; fewer are a part of more.

    Raises
    ------
    PairsError
        If fewer samples are left.
    """
    samples = possible_standards(split, count, known)
    scores = principal_scores(A[split.rows_a])
    place = np.full(len(A), -1)
    place[split.rows_a] = np.arange(len(split.rows_a))
    first = np.array([split.pairs[split.sample == s, 0].min() for s in samples])
    order = np.argsort(first)  # by row, so that ties fall as in the data
    samples, first = samples[order], first[order]
    if draw == "random":
        picked = np.random.default_rng([split.repeat, split.fold]).permutation(samples)[:count]
    else:
        picked = samples[kennard_stone(scores[place[first]], count, start)]
    return np.concatenate([split.pairs[split.sample == s] for s in picked])
