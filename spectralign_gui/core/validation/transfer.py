"""Honest comparison of calibration transfers: which predicts new samples of B best, and by how much?

Every split holds physical samples out on both instruments. Standards are chosen by Kennard–Stone among the rest;
everything a method chooses, it chooses from A's samples and the standards. Beside the methods stand the
yardsticks: no transfer, B's standards only, B's own full calibration, and A's model on A.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from ..errors import ParameterError
from ..measures.outliers import OutlierModel
from ..measures.regression import figures_per_property
from ..monitor import Monitor, SilentMonitor
from ..naming import counted
from ..numerics.shared_work import forget, shared_work
from .entries import FIXED, QUICK, Entry
from .splits import standards_of
from .sweep import run_jobs
from .transfer_data import TransferData, data_pairs
from .transfer_fit import Task, fit_and_predict
from .transfer_result import TransferValidation, table_row
from .transfer_splits import DRAWS, TransferSplit, choose_standards, possible_standards, shared_values, transfer_splits
from .unmarked import AUTOMATIC, MARKED, same_fit, unmarked_used


class Journal(Protocol):
    """Where the finished parts of a comparison are kept while it goes on, so that another run need not repeat them."""

    def known(self, split: int, count: int) -> dict[str, Any] | None:
        """The part that is kept of an earlier run, as `one_job` gave it."""

    def keep(self, split: int, count: int, part: Mapping[str, Any]) -> None:
        """Keep a part that is finished."""


def validate_transfers(
    data: TransferData, entries: Sequence[Entry], counts: Sequence[int] = (5, 10, 20), *, test_share: float = 0.25,
    folds: int | None = None, repeats: int = 10, seed: int = 0, splits: Sequence[TransferSplit] | None = None,
    regression: str = "pls", max_components: int | None = None, draw: str = DRAWS[0], n_jobs: int | None = 1,
    dask: Any = None, budget: float | None = None, monitor: Monitor | None = None, journal: Journal | None = None,
    keep_finished: bool = False,
) -> TransferValidation:
    """Fit and test every entry on every split with every number of standards.

    Parameters
    ----------
    data : TransferData
    entries : sequence of Entry
    counts : sequence of int
        Numbers of standards; smaller sets are parts of the larger ones.
    test_share, folds, repeats, seed
        Of `transfer_splits`; not used if `splits` are given.
    regression : str
        Model of A for "a-on-a".
    max_components : int, optional
        Largest number of latent variables, for all entries that take it.
    draw : {"kennard-stone", "random"}
        How the standards of a split are chosen among what is left: spread over A's spectra, or drawn.
    n_jobs, dask, budget
        Of `run_jobs` (None: as many processes as are worth it). The numbers do not depend on where they are computed.
    monitor : Monitor, optional
        Gets a ``table_row`` per entry after every split.
    journal : Journal, optional
        Parts that it knows are not computed again.
    keep_finished : bool
        A `KeyboardInterrupt` is not passed on if there is anything to show: `TransferValidation.stopped`.

    Raises
    ------
    SpectrAlignError
        The data do not allow the comparison; a single method that refuses only gets an "error" in its cells.
    Cancelled
    """
    if not entries:
        raise ParameterError("comparison.no_method")
    if not counts or any(int(c) < 1 for c in counts):
        raise ParameterError("comparison.counts", counts=list(counts))
    chosen = list(splits) if splits is not None else transfer_splits(
        data.pairs, [len(X) for X in data.Xs], data.targets, test_share=test_share, folds=folds, repeats=repeats,
        seed=seed, same=data.same)
    if draw not in DRAWS:
        raise ParameterError("comparison.draw", known=DRAWS, draw=draw)
    counts = tuple(sorted({int(c) for c in counts}))
    known = np.isfinite(shared_values(data_pairs(data), data.targets)[0]).any(axis=1)
    for split in chosen:  # before the first fit, not when its turn comes
        possible_standards(split, counts[-1], known)
    result = TransferValidation(tuple(entries), counts, data.properties, chosen, lab_errors=dict(data.lab_errors),
                                units=dict(data.units))
    running = _Running(data, result, {"regression": regression, "max_components": max_components, "draw": draw},
                       monitor or SilentMonitor(), journal)
    try:
        running.go_on(n_jobs, dask, budget)
    except KeyboardInterrupt as stop:
        if not keep_finished or not result.cells:
            raise
        result.stopped = stop
    finally:
        forget()
    return running.finished()


class _Running:
    """A comparison while it goes on: takes finished parts into the result, in whatever order they come."""

    def __init__(self, data: TransferData, result: TransferValidation, common: Mapping[str, Any], monitor: Monitor,
                 journal: Journal | None) -> None:
        self.result, self.monitor, self.journal = result, monitor, journal
        self.shared: tuple[Any, ...] = (data, result.entries, common)
        self.parts = [(n, count) for n in range(len(result.splits)) for count in result.counts]
        """Split number and number of standards of every part."""
        self.done = 0

    def go_on(self, n_jobs: int | None, dask: Any, budget: float | None) -> None:
        """Compute all parts that the journal does not know."""
        left = list(self._unknown())
        if not left:
            return
        counts, splits = self.result.counts, self.result.splits
        jobs = [(splits[n], count, counts) for n, count in left]
        for number, part in run_jobs(_quiet_job, jobs, shared=self.shared, n_jobs=n_jobs, dask=dask,
                                     monitor=self.monitor, budget=budget, here=self._here):
            split_number, count = left[number]
            self._take(split_number, count, part)
            if self.journal is not None:
                self.journal.keep(split_number, count, part)
            for entry in self.result.entries:
                if (entry.key, count, split_number) in self.result.cells:
                    self.monitor.report(self._stage, self._share,
                                        table_row=table_row(self.result, entry.key, count))

    def _unknown(self) -> Iterator[tuple[int, int]]:
        for split_number, count in self.parts:
            part = None if self.journal is None else self.journal.known(split_number, count)
            if part is None:
                yield split_number, count
            else:
                self._take(split_number, count, part)

    def _take(self, split_number: int, count: int, part: Mapping[str, Any]) -> None:
        for (key, n), cell in part["cells"].items():
            self.result.cells[key, n, split_number] = cell
        self.result.flags[count, split_number] = part["flags"]
        self.done += 1

    @property
    def _share(self) -> float:
        return self.done / len(self.parts)

    @property
    def _stage(self) -> str:
        """How far it is in words: parts come back in any order, so they are counted and not named."""
        return f"{self.done} of {counted(len(self.parts), 'test')} done"

    def _here(self, shared: tuple[Any, ...], *job: Any) -> dict[str, Any]:
        with shared_work():
            return one_job((*shared, self.monitor, self._first_seen), *job)

    def _first_seen(self, key: str, count: int, cell: Mapping[str, Any]) -> None:
        """A line of the first split is shown before the others of that split are finished."""
        if "predicted" in cell and (key, count) not in {c[:2] for c in self.result.cells}:
            rmsep = (f["rmsep"] for f in figures_per_property(cell["measured"], cell["predicted"]))
            self.monitor.report(self._stage, self._share, table_row={
                "method": key, "standards": count,
                "rmsep": dict(zip(self.result.properties, rmsep, strict=True)), "splits": 1, "error": ""})

    def finished(self) -> TransferValidation:
        """The result in the order of splits, without half-finished splits where it ended early."""
        result = self.result
        in_order = ((e.key, n, s) for s in range(len(result.splits)) for n in result.counts for e in result.entries)
        result.cells = {place: result.cells[place] for place in in_order if place in result.cells}
        result.complete = self.done == len(self.parts)
        if not result.complete:
            whole = {n for n in range(len(result.splits)) if all((c, n) in result.flags for c in result.counts)}
            if whole:  # a half-finished split would compare methods on different samples
                result.cells = {k: v for k, v in result.cells.items() if k[2] in whole}
        result.unmarked = unmarked_used(result.entries, result.counts, result.cells)
        return result.keep_figures()


def _quiet_job(shared: Any, split: TransferSplit, count: int, counts: tuple[int, ...]) -> dict[str, Any]:
    with shared_work():
        return one_job((*shared, None, None), split, count, counts)


def one_job(shared: Any, split: TransferSplit, count: int, counts: tuple[int, ...]) -> dict[str, Any]:
    """All entries on one split with one number of standards (yardsticks without standards: once, for all)."""
    data, entries, common, monitor, told = shared
    task, steps = _task(data, split, count, common["draw"], monitor)
    truths = shared_values(data_pairs(data), data.targets)
    cells: dict[tuple[str, int], dict[str, Any]] = {}
    # quick ones first: something is to be seen soon
    for entry in sorted(entries, key=lambda e: (e.method not in QUICK) + 2 * (e.method in (AUTOMATIC, MARKED))):
        if monitor is not None:
            monitor.raise_if_cancelled()
        fixed = entry.method in FIXED and data.search is None  # what is chosen depends on the standards
        if fixed and count != counts[0]:
            continue
        known_cell = cells.get((same_fit(entry, entries), count), {})
        if "predicted" in known_cell and len(np.unique(task.pairs[:, 1])) == len(task.B):
            cell = dict(known_cell)  # all of B's spectra are standards: the automatic transfer has none beside them
        else:
            cell = fit_and_predict(task, entry, common, monitor)
        if "chosen" in cell and steps:
            cell["chosen"] = {**cell["chosen"], **steps}
        own = entry.method == "a-on-a"
        rows = split.test_a if own else split.test_b
        for n in counts if fixed else (count,):
            cells[entry.key, n] = {**cell, "measured": truths[0 if own else 1][rows], "rows": rows}
            if told is not None:
                told(entry.key, n, cells[entry.key, n])
    return {"cells": cells, "flags": _flags(task)}


def _task(data: TransferData, split: TransferSplit, count: int, draw: str,
          monitor: Monitor | None) -> tuple[Task, dict[str, Any]]:
    """What is fitted in this split, and the preprocessing where it was chosen on the standards."""
    A, B = (np.asarray(X, dtype=np.float64) for X in (
        data.Xs if data.prepare is None else data.prepare(split.rows_a, split.rows_b)))
    values = shared_values(split.pairs, data.targets)
    known = np.isfinite(values[0]).any(axis=1)
    standards = choose_standards(A, split, count, known, draw=draw)
    place_a, place_b = np.full(len(A), -1), np.full(len(B), -1)
    place_a[split.rows_a] = np.arange(len(split.rows_a))
    place_b[split.rows_b] = np.arange(len(split.rows_b))
    pairs = np.stack([place_a[standards[:, 0]], place_b[standards[:, 1]]], axis=1)
    steps: dict[str, Any] = {}
    if data.search is not None:
        (A, B), words = data.search(split.rows_a, split.rows_b, pairs, values[0][split.rows_a], monitor)
        steps = {"preprocessing": words}
    return Task(A[split.rows_a], B[split.rows_b], pairs, values[0][split.rows_a], values[1][split.rows_b],
                A[split.test_a], B[split.test_b], data.other_channels,
                None if data.same is None else [data.same[0][split.rows_a], data.same[1][split.rows_b]]), steps


def _flags(task: Task) -> list[tuple[str, ...]]:
    """Outlier flags of B's test spectra."""
    if len(task.B) < 3:
        return [() for _ in task.test_b]
    _, sample = standards_of(task.pairs, [len(task.A), len(task.B)])
    return OutlierModel.fit(task.B, task.B[task.pairs[:, 1]], sample=sample).figures(task.test_b).flags
