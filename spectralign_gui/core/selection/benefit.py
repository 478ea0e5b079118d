"""What further standards would bring: marked standards are left out, and the others added one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base import Alignment
from ..errors import PairsError, SpectrAlignError
from ..measures.distances import matched_distance
from ..measures.hits import partner_ranks
from ..monitor import CancelOnly, Monitor, SilentMonitor
from ..naming import counted
from ..notes import Note
from ..validation.hits import joint_coordinates, spread
from ..validation.splits import Split, shares, standards_of

TEST_SHARE = 0.25


def benefit_curve(
    estimator: Alignment, Xs: Sequence[np.ndarray], pairs: np.ndarray, *, counts: Sequence[int] | None = None,
    repeats: int = 10, test_share: float = TEST_SHARE, k: int = 3, order: Sequence[int] | None = None,
    targets: Sequence[np.ndarray] | None = None, groups: Sequence[np.ndarray] | None = None, seed: int = 0,
    monitor: Monitor | None = None,
) -> list[dict[str, Any]]:
    """Hit rate and matched distance of left-out standards against the number of standards in the fit.

    Parameters
    ----------
    estimator : Alignment
        Unfitted; cloned for every fit.
    Xs, pairs, targets, groups
        As in `fit`; all marked standards.
    counts : sequence of int, optional
        Numbers of standards; about six up to what is left after the test share if None.
    repeats : int
        Random draws: their spread is the band of the curve.
    test_share : float
        Part of the standards that is left out and measured on.
    k : int
        Of hit@k.
    order : sequence of int, optional
        Numbers of the standards (as `splits.standards_of` counts them) in the order in which a strategy would measure
        them: the first ones that are not in the test part are used, instead of random ones.
    seed : int
    monitor : Monitor, optional
        Gets a ``table_row`` per number of standards; asked for a cancel before every fit.

    Returns
    -------
    list of dict
        Per number of standards: "standards", "hit" and "matched_distance" ``{"mean", "std", "values"}`` (hit: worse
        direction), "gain" (rise of the mean hit per further standard since the row before), "failed" (fits refused).

    Raises
    ------
    PairsError
        If fewer than three standards are marked.
    """
    monitor = monitor or SilentMonitor()
    sizes = [len(X) for X in Xs]
    table, sample = standards_of(pairs, sizes)
    total = int(sample.max()) + 1 if len(sample) else 0
    if total < 3:
        raise PairsError("benefit.too_few_standards", total=total)
    most = total - min(max(1, round(test_share * total)), total - 1)
    counts = sorted({c for c in (counts or np.unique(np.geomspace(2, most, 6).round().astype(int))) if 1 <= c <= most})
    rows: list[dict[str, Any]] = []
    for place, count in enumerate(counts):
        hits: list[float] = []
        errors: list[float] = []
        failed = 0
        for number, split in enumerate(shares(pairs, sizes, test_share, repeats, seed, count)):
            monitor.raise_if_cancelled()
            if order is not None:
                split = _by_order(split, table, sample, order, count)
            try:
                fitted = estimator.unfitted().fit(Xs, split.kept, targets, groups, monitor=CancelOnly(monitor))
            except SpectrAlignError:  # too few standards for this method: counted, not hidden
                failed += 1
                continue
            spots = joint_coordinates(fitted, Xs)
            if spots is None:
                raise NotImplementedError(Note("benefit.no_embedding", "error", title=estimator.title))
            hits.append(_worse_hit(spots, split.held, k))
            errors.append(matched_distance(spots, split.held))
            monitor.report(counted(count, "standard"), (place + (number + 1) / repeats) / len(counts))
        row: dict[str, Any] = {"standards": int(count), "hit": spread(hits) if hits else None,
                               "matched_distance": spread(errors) if errors else None, "gain": None, "failed": failed}
        if rows and hits and rows[-1]["hit"]:
            row["gain"] = (row["hit"]["mean"] - rows[-1]["hit"]["mean"]) / (count - rows[-1]["standards"])
        rows.append(row)
        monitor.report(counted(count, "standard"), (place + 1) / len(counts), table_row=row)
    return rows


def _by_order(split: Split, table: np.ndarray, sample: np.ndarray, order: Sequence[int], count: int) -> Split:
    held = {tuple(p) for p in split.held.tolist()}
    out = {int(s) for p, s in zip(table.tolist(), sample, strict=True) if tuple(p) in held}
    chosen = [int(s) for s in order if int(s) not in out][:count]
    return Split(table[np.isin(sample, chosen)], split.held, split.repeat, split.fold)


def _worse_hit(spots: Sequence[np.ndarray], held: np.ndarray, k: int) -> float:
    both: tuple[list[np.ndarray], list[np.ndarray]] = ([], [])
    for a, b in sorted({(int(p[0]), int(p[2])) for p in held}):
        for side, ranks in zip(both, partner_ranks(spots, held, a, b), strict=True):
            side.append(ranks)
    return min(float((np.concatenate(side) < k).mean()) for side in both)

