"""Which samples robust alignment names as outlying, and why, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..measures.own_part import OwnPart, own_part, robust_scores, unlike_others
from ..naming import the_samples, the_set
from ..notes import Note
from ..numerics.factors import Factors
from ..numerics.reconstruction import Reconstruction
from ..numerics.scaling import Scaling

ERROR, ALONE = "error", "alone"
CODES: dict[tuple[str, ...], str] = {
    (ERROR,): "outliers.in_error", (ALONE,): "outliers.alone", (ERROR, ALONE): "outliers.in_error_and_alone"}
DEVIATIONS = 5.0  # an error part above the median + so many median absolute deviations
TIMES = 2.5  # and above so many times the median
FOR_ITS_SIZE = 2.0  # and so many times what is usual for its size: a stronger spectrum of the usual kind has more noise
CONFIRMED = 2.5  # robust deviations of the own part that go with such an error
OWN, OWN_SHAPE, OWN_SHARE = 3.5, 2.0, 0.1  # own part: its deviations, those at equal size, its share of the sample
FEWEST = 8  # samples below which nothing is usual


@dataclass(frozen=True)
class Outlying:
    """The outlying samples of one set.

    Parameters
    ----------
    rows : (m,) int array
    kinds : list of tuple of str
        Which of "error" and "alone" hold, per row.
    sentences : list of str
        The same in words.
    shares : (n,) array
        Share of every sample (of its squared distance from the usual spectrum) that the others cannot give.
    unlike : (m, p) array
        What is left of each named sample when it is put together from the others only, in the unit of the input.
    """

    rows: np.ndarray
    kinds: list[tuple[str, ...]]
    sentences: Sequence[str]
    shares: np.ndarray
    unlike: np.ndarray


def outlying(row_errors: np.ndarray) -> np.ndarray:
    """Rows above the median + 5 median absolute deviations."""
    middle = np.median(row_errors)
    return np.flatnonzero(row_errors > middle + DEVIATIONS * np.median(np.abs(row_errors - middle)))


def large_errors(row_errors: np.ndarray, own: OwnPart) -> np.ndarray:
    """Rows whose error part is far above the usual, also for their size."""
    relative = row_errors / np.maximum(own.lengths, 1e-300)
    rows = outlying(row_errors)
    rows = rows[(row_errors[rows] > TIMES * np.median(row_errors))
                & (relative[rows] > FOR_ITS_SIZE * np.median(relative))]
    return rows[own.scores[rows] > CONFIRMED] if len(row_errors) >= FEWEST else rows


def alone(own: OwnPart) -> np.ndarray:
    """Rows of which the others can give far less than is usual, at their size and at equal size."""
    if len(own.sizes) < FEWEST:
        return np.zeros(0, dtype=int)
    usual = float(np.median(own.lengths[own.usual]))
    shape = robust_scores(np.sqrt(own.shares) * np.minimum(own.lengths, usual))
    return np.flatnonzero((own.scores > OWN) & (shape > OWN_SHAPE) & (own.shares > OWN_SHARE))


def name_outlying(
    k: int, row_errors: np.ndarray, R: Reconstruction, factors: Factors, scaling: Scaling, rank: int,
) -> Outlying:
    """The outlying samples of set `k`.

    Parameters
    ----------
    k : int
    row_errors : (n,) array
        ‖Eᵢ‖ of the optimum, as scaled.
    R : Reconstruction
    factors : Factors
        Complete, of the set as scaled.
    scaling : Scaling
    rank : int
        How many singular values of the set count as more than noise.
    """
    B = factors.basis * factors.singular_values
    common, lost = None, 0.0
    if scaling.mean_ is not None:
        mean = scaling.mean_ / scaling.scale_
        common = mean @ factors.right
        lost = float(np.sqrt(max(float(mean @ mean) - float(common @ common), 0.0)))
    own = own_part(B, max(rank, 1), common, lost)
    in_error, by_itself = set(large_errors(row_errors, own).tolist()), set(alone(own).tolist())
    rows = np.array(sorted(in_error | by_itself), dtype=int)
    usual_error = float(np.median(row_errors))
    weights = R.rows(rows) ** 2 if len(rows) else np.zeros((0, len(B)))
    kinds, sentences = [], []
    for row, weight in zip(rows.tolist(), weights, strict=True):
        kinds.append(tuple(kind for kind, holds in ((ERROR, row in in_error), (ALONE, row in by_itself)) if holds))
        words = []
        if row in in_error:
            words.append(Note("outliers.times_the_usual", times=row_errors[row] / usual_error) if usual_error > 0 else
                         Note("outliers.others_have_none"))
        if row in by_itself:
            itself = float(weight[row] / weight.sum()) if weight.any() else 0.0
            like = own.fellows[row]
            code = "outliers.own_but_like" if len(like) else "outliers.own"
            part = Note(code, share=own.shares[row], like=the_samples(k, like, 5))
            words.append(Note("outliers.from_itself", what=part, share=itself) if itself > 0.5 else part)
        sentences.append(Note("outliers.reasons", parts=words))
    rest = unlike_others(B, max(rank, 1), rows, own, common, lost) @ factors.right.T * scaling.scale_
    return Outlying(rows, kinds, sentences, own.shares, rest)


def warning(k: int, found: Outlying) -> Note:
    """What the fit says of the outlying samples of set `k`."""
    parts = []
    for kinds in CODES:
        rows: Sequence[int] = [int(r) for r, has in zip(found.rows, found.kinds, strict=True) if has == kinds]
        if rows:
            parts.append(Note(CODES[kinds], "info", samples=the_samples(k, rows)))
    return Note("outliers.of_set", set=the_set(k), n=len(found.rows), parts=parts)
