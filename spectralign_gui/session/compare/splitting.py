"""How a comparison divides the samples where nothing else is asked: honest also with few of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.errors import ParameterError
from ...core.notes import Note
from ...core.validation.transfer_data import TransferData, data_pairs
from ...core.validation.transfer_splits import (
    TransferSplit,
    in_turn,
    most_standards,
    shared_values,
    testable,
    transfer_splits,
)
from ..state.session_state import SessionState

COUNTS = (5, 10, 20)
TEST_SHARE = 0.25
REPEATS = 10
FEW = 20
"""Samples below which a quarter is too few to test (less than five): each is tested in turn."""
GROUPS, ROUNDS = 5, 3
"""In how many groups, and how often."""
MANY = 500
"""Standards above which nobody has to count them."""


@dataclass(frozen=True)
class Splitting:
    """How the samples are divided.

    Parameters
    ----------
    samples : int
        Samples of B whose value is known.
    counts : tuple of int
        Numbers of standards.
    test_share : float or None
        Share that is tested in every repeat; None where each is tested in turn.
    folds : int or None
        Groups that are tested in turn.
    repeats : int
    """

    samples: int
    counts: tuple[int, ...]
    test_share: float | None
    folds: int | None
    repeats: int

    @property
    def number(self) -> int:
        """Of splits."""
        return self.repeats * (self.folds or 1)

    @property
    def sentence(self) -> str:
        """Who is tested, where that is not the share that was set; "" otherwise."""
        return "" if self.folds is None else in_turn(self.folds, self.repeats)


def default_counts(most: int) -> tuple[int, ...]:
    """Numbers of standards to compare with where `most` are left when the others are tested: few, some, all."""
    if most >= COUNTS[-1]:
        return COUNTS
    usual = (5, 10) if most >= 10 else (3, 5)
    return (*(c for c in usual if c <= 0.8 * most), most)


def divided(samples: int, test_share: float | None, folds: int | None, repeats: int | None
            ) -> tuple[float | None, int | None, int]:
    """Share or groups, and repeats: as asked, or what suits the number of samples."""
    if test_share is None and folds is None:
        if samples < FEW:
            folds = min(GROUPS, samples)
            repeats = ROUNDS if repeats is None else repeats
        else:
            test_share = TEST_SHARE
    return test_share, (folds if test_share is None else None), REPEATS if repeats is None else repeats


def split_data(
    data: TransferData, standards: Sequence[int] | None = None, *, test_share: float | None = None,
    folds: int | None = None, repeats: int | None = None, seed: int = 0,
) -> tuple[Splitting, list[TransferSplit], str]:
    """The splits of a comparison, the numbers of standards that they all leave, and a sentence about those lost.

    Raises
    ------
    SpectrAlignError
        The data cannot be divided so, or all of the asked numbers are too large.
    """
    sizes = [len(X) for X in data.Xs]
    samples = testable(data.pairs, sizes, data.targets, data.same)
    share, groups, repeats = divided(samples, test_share, folds, repeats)
    splits = transfer_splits(data.pairs, sizes, data.targets, test_share=TEST_SHARE if share is None else share,
                             folds=groups, repeats=repeats, seed=seed, same=data.same)
    known = np.isfinite(shared_values(data_pairs(data), data.targets)[0]).any(axis=1)
    counts, lost = possible_counts(standards, most_standards(splits, known), samples)
    return Splitting(samples, counts, share, groups, repeats), splits, lost


def possible_counts(asked: Sequence[int] | None, most: int, samples: int) -> tuple[tuple[int, ...], str]:
    """Numbers of standards that leave enough for the test, and a sentence about those that do not."""
    if asked is None:
        return default_counts(max(2, most)), ""
    wanted = tuple(sorted(set(asked)))
    fitting = tuple(c for c in wanted if c <= most)
    if not fitting:
        raise ParameterError("comparison.too_many_standards", wanted=min(wanted), most=most, samples=samples)
    lost = [c for c in wanted if c not in fitting]
    return fitting, Note("comparison.standards_left_out", counts=lost, most=most) if lost else ""


def foreseen(state: SessionState, test_share: float | None = None) -> Splitting | None:
    """What a comparison of a session of two would do, for a form to show; None where it cannot be told.

    Counted on the standards as marked; the comparison itself counts again what is left after preprocessing.
    """
    if len(state.datasets) != 2:
        return None
    if len(state.standards) > MANY:
        share, folds, repeats = divided(MANY, test_share, None, None)
        return Splitting(len(state.standards), COUNTS, share, folds, repeats)
    a, b = state.datasets
    known = [np.zeros(len(d), dtype=bool) if d.targets is None else np.isfinite(d.targets.values).any(axis=1)
             for d in (a, b)]
    gone = [set(state.excluded.get(d.name, ())) for d in (a, b)]
    marked, paired = 0, set()
    for standard in state.standards:
        rows = [[r for r in standard.rows.get(d.name, ()) if r not in out] for d, out in zip((a, b), gone, strict=True)]
        if rows[0] and rows[1]:
            paired.update(rows[1])
            marked += bool(known[0][rows[0]].any() or known[1][rows[1]].any())
    others = sum(1 for r in np.flatnonzero(known[1]).tolist() if r not in paired and r not in gone[1])
    samples = marked + others
    if marked < 2 or samples < 4:
        return None
    share, folds, repeats = divided(samples, test_share, None, None)
    tested = -(-samples // folds) if folds else max(1, round((share or TEST_SHARE) * samples))
    most = marked - (tested if not others else min(tested, round(marked * tested / samples)))
    return Splitting(samples, default_counts(max(2, most)), share, folds, repeats)
