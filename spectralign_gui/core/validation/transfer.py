"""Honest comparison of calibration transfers: which predicts new samples of B best, and by how much?

Every split holds physical samples out on both instruments. Standards are chosen by Kennard–Stone among the rest;
everything a method chooses, it chooses from A's samples and the standards. Beside the methods stand the
yardsticks: no transfer, B's standards only, B's own full calibration, and A's model on A.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from ..base import Alignment
from ..errors import DataError, ParameterError, SpectrAlignError
from ..measures.outliers import OutlierModel
from ..measures.regression import FIGURES, figures_per_property
from ..monitor import CancelOnly, Monitor, SilentMonitor
from ..naming import counted
from ..notes import as_note
from ..numerics.shared_work import forget, shared_work
from ..registry import method, plain_name, route_of
from ..regression import RegressionOptions, close_composition, fit_regression
from ..regression.choose import RULES, grouped_folds
from .splits import standards_of
from .sweep import run_jobs
from .transfer_splits import DRAWS, TransferSplit, choose_standards, possible_standards, shared_values, transfer_splits
from .unmarked import AUTOMATIC, MARKED, same_fit, unmarked_used

YARDSTICKS = ("none", "target-only", "native", "a-on-a")
FIXED = ("none", "native", "a-on-a")
"""Yardsticks that do not depend on the number of standards."""
"""After its title, in the sentence about a method that other channels rule out; how the axes differ follows."""
QUICK = (*YARDSTICKS, "bias", "slope-bias", "mean-shift")
OWN_MODEL = frozenset({"coefficients", "coefficient_names"})
"""Parameters that say nothing of a method itself, only that A's model is the user's own."""


class Journal(Protocol):
    """Where the finished parts of a comparison are kept while it goes on, so that another run need not repeat them."""

    def known(self, split: int, count: int) -> dict[str, Any] | None:
        """The part that is kept of an earlier run, as `one_job` gave it."""

    def keep(self, split: int, count: int, part: Mapping[str, Any]) -> None:
        """Keep a part that is finished."""


class Search(Protocol):
    """Chooses how spectra are preprocessed. Must be picklable for several processes."""

    def __call__(self, rows_a: np.ndarray, rows_b: np.ndarray, pairs: np.ndarray, values_a: np.ndarray,
                 monitor: Monitor | None) -> tuple[list[np.ndarray], list[str]]:
        """All spectra of A and B so preprocessed, and the steps in words.

        Parameters
        ----------
        rows_a, rows_b : int arrays
            Training rows.
        pairs : (m, 2) int array
            Standards, counted among these.
        values_a : (n_a, q) array
            Values of the training rows of A.
        monitor : Monitor or None
            May cancel.
        """


@dataclass(frozen=True)
class Entry:
    """One line of the comparison.

    Parameters
    ----------
    key : str
        Name in the report.
    method : str
        Registered name; "lra/spectra" is LRA through its map back to A's channels, "a-on-a" is A's model on A's own
        test spectra.
    settings : mapping
        Parameters that differ from the default.
    """

    key: str
    method: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class TransferData:
    """What is compared on.

    Parameters
    ----------
    Xs : list of two (n_k, p_k) arrays
        A and B, all samples.
    pairs : (m, 2) or (m, 4) int array
        All samples measured on both.
    targets : list of two (n_k, q) arrays
        NaN where unknown.
    properties : tuple of str
    prepare : callable, optional
        ``prepare(rows_a, rows_b) -> [A, B]``: all spectra preprocessed, learned on these training rows only.
        Must be picklable for several processes.
    other_channels : str
        Why methods that compare channel by channel cannot be used on these two axes, as a sentence; "" if they can
        (equally many channels are not enough).
    lab_errors : mapping of property to float
        The laboratory's own standard error (SEL), where it is known.
    units : mapping of property to str
        Where they are known.
    same : list of two int arrays, optional
        Rows that are repeats of one sample, as in `transfer_splits`.
    search : Search, optional
        Chooses the preprocessing in every split, on its training rows and standards only; takes the place of
        `prepare`, which the standards are chosen by all the same.
    """

    Xs: Sequence[np.ndarray]
    pairs: np.ndarray
    targets: Sequence[np.ndarray]
    properties: tuple[str, ...]
    prepare: Callable[[np.ndarray, np.ndarray], list[np.ndarray]] | None = None
    other_channels: str = ""
    lab_errors: Mapping[str, float] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    same: Sequence[np.ndarray] | None = None
    search: Search | None = None


@dataclass(eq=False)
class TransferValidation:
    """All predictions of a comparison.

    Parameters
    ----------
    entries : tuple of Entry
    counts : tuple of int
        Numbers of standards.
    properties : tuple of str
    cells : dict of (key, count, split number) to dict
        "predicted", "measured" (n_test, q), "rows" (rows of the test samples), "seconds", "chosen", "warnings", or
        "error" (a note).
    splits : list of TransferSplit
    flags : dict of (count, split number) to list of tuple of str
        Outlier flags of B's test spectra.
    complete : bool
        False if the budget ended it early.
    lab_errors, units : mapping of property to float and str
        As in `TransferData`.
    left_out : mapping of method name to str
        Methods that were asked for and have no line because they give no values or the channels rule them out, each
        with the reason as a sentence.
    unmarked : mapping
        What the automatic transfer used of B's unmarked spectra, see `unmarked.unmarked_used`.
    stopped : KeyboardInterrupt, optional
        What ended it from outside, where it was asked to keep what was finished.
    """

    entries: tuple[Entry, ...]
    counts: tuple[int, ...]
    properties: tuple[str, ...]
    splits: list[TransferSplit]
    cells: dict[tuple[str, int, int], dict[str, Any]] = field(default_factory=dict)
    flags: dict[tuple[int, int], list[tuple[str, ...]]] = field(default_factory=dict)
    complete: bool = True
    lab_errors: Mapping[str, float] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    unmarked: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    stopped: BaseException | None = field(default=None, repr=False)
    _figures: dict[tuple[str, int], tuple[int, dict[str, np.ndarray]]] = field(default_factory=dict, repr=False)
    _pooled: dict[tuple[str, int], tuple[int, list[dict[str, float]]]] = field(default_factory=dict, repr=False)
    _squared: dict[tuple[str, int], tuple[int, np.ndarray]] = field(default_factory=dict, repr=False)
    _of_splits: dict[tuple[str, int, int], tuple[float, ...]] = field(default_factory=dict, repr=False)

    def rmsep(self, key: str, count: int) -> np.ndarray:
        """RMSEP per repeat and property (r, q); NaN on failure.

        The folds of a repeat are one set of predictions: those that were finished.
        """
        return self.figure(key, count, "rmsep")

    def figure(self, key: str, count: int, name: str) -> np.ndarray:
        """One of `measures.regression.FIGURES` per repeat and property (r, q); not to be written to."""
        known = self._figures.get((key, count))
        if known is None or known[0] != len(self.cells):  # a running comparison has more of them every time
            known = self._figures[key, count] = len(self.cells), self._all_figures(key, count)
        return known[1][name]

    def pooled(self, key: str, count: int) -> list[dict[str, float]]:
        """Figures per property (`regression_figures`) of the predictions of all repeats taken together.

        With few test samples the SEP, slope, R², RPD and RPIQ of one repeat say nothing, and their means over the
        repeats contradict each other; of all predictions together RMSEP² = bias² + SEP² (n − 1)/n. A sample that
        was tested in several repeats counts as often. Repeats without an RMSEP (the method failed) have no say.
        """
        known = self._pooled.get((key, count))
        if known is None or known[0] != len(self.cells):
            cells = [c for r in sorted({s.repeat for s in self.splits}) for c in self._cells_of(key, count, r)]
            q = len(self.properties)
            figures = figures_per_property(
                np.vstack([c["measured"] for c in cells]) if cells else np.zeros((0, q)),
                np.vstack([c["predicted"] for c in cells]) if cells else np.zeros((0, q)))
            known = self._pooled[key, count] = len(self.cells), figures
        return known[1]

    def squared_errors(self, key: str, count: int) -> np.ndarray:
        """Mean squared error of every split (s, q); NaN where the split, or another one of its repeat, has none."""
        known = self._squared.get((key, count))
        if known is None or known[0] != len(self.cells):
            table = np.full((len(self.splits), len(self.properties)), np.nan)
            usable = {r for r in {s.repeat for s in self.splits} if self._cells_of(key, count, r)}
            for n, split in enumerate(self.splits):
                cell = self.cells.get((key, count, n))
                if cell is not None and split.repeat in usable:
                    squared = (cell["predicted"] - cell["measured"]) ** 2
                    there = np.isfinite(squared)
                    sums = np.where(there, squared, 0.0).sum(axis=0)
                    table[n] = np.where(there.any(axis=0), sums / np.maximum(there.sum(axis=0), 1), np.nan)
            table.setflags(write=False)
            known = self._squared[key, count] = len(self.cells), table
        return known[1]

    def _cells_of(self, key: str, count: int, repeat: int) -> list[dict[str, Any]]:
        """The finished predictions of a repeat; none if one of its fits failed."""
        found = (self.cells.get((key, count, n)) for n, s in enumerate(self.splits) if s.repeat == repeat)
        cells = [c for c in found if c is not None]
        return [] if any("error" in c for c in cells) else cells

    def of_one_split(self, key: str, count: int, number: int) -> tuple[float, ...]:
        """RMSEP per property in one split that is finished; kept, since a running comparison shows means every time."""
        place = key, count, number
        if place not in self._of_splits:
            cell = self.cells[place]
            self._of_splits[place] = tuple(
                f["rmsep"] for f in figures_per_property(cell["measured"], cell["predicted"]))
        return self._of_splits[place]

    def keep_figures(self) -> TransferValidation:
        """Itself, with the figures of all lines at hand: a window that asks for them must not wait."""
        for entry in self.entries:
            for count in self.counts:
                self.rmsep(entry.key, count)
                self.pooled(entry.key, count)
                self.squared_errors(entry.key, count)
        return self

    def _all_figures(self, key: str, count: int) -> dict[str, np.ndarray]:
        repeats = sorted({s.repeat for s in self.splits})
        tables = {name: np.full((len(repeats), len(self.properties)), np.nan) for name in FIGURES}
        for r, repeat in enumerate(repeats):
            cells = self._cells_of(key, count, repeat)
            if not cells:
                continue
            predicted = np.vstack([c["predicted"] for c in cells])
            measured = np.vstack([c["measured"] for c in cells])
            for j, figures in enumerate(figures_per_property(measured, predicted)):
                for name in FIGURES:
                    tables[name][r, j] = figures[name]
        for table in tables.values():
            table.setflags(write=False)
        return tables

    def residuals(self, key: str, count: int) -> np.ndarray:
        """Predicted − measured of all test samples of all repeats (n, q)."""
        parts = [c["predicted"] - c["measured"] for (k, n, _), c in self.cells.items()
                 if k == key and n == count and "error" not in c]
        return np.vstack(parts) if parts else np.full((0, len(self.properties)), np.nan)


def entries_for(
    names: Sequence[str], settings: Mapping[str, Mapping[str, Any]] | None = None, regression: str = "pls",
    yardsticks: bool = True,
) -> tuple[Entry, ...]:
    """Lines of the comparison for registered methods, the yardsticks added.

    An alignment that can give A's spectra gets a second line "NAME/spectra", with what is set for it or else with
    what is set for NAME; it can also be named alone. `regression` is passed to every method that takes one; "a-on-a"
    takes "component_rule" and "closure" beside it. Where
    nothing is set, an embedding that knows the fitted samples only gives way to its linear form, "lpp".
    """
    settings = settings or {}
    entries: dict[str, Entry] = {}
    for name in dict.fromkeys([*names, *(YARDSTICKS if yardsticks else ())]):
        if name == "a-on-a":
            entries[name] = Entry(name, name, {"regression": regression, **settings.get(name, {})})
            continue
        if "predict" in method(name).can:
            entries.setdefault(name, Entry(name, name, _settings_of(name, settings, regression)))
        route = route_of(name)
        if route:
            entries.setdefault(route, Entry(route, route, _settings_of(route, settings, regression)))
    return tuple(entries.values())


def _settings_of(name: str, settings: Mapping[str, Mapping[str, Any]], regression: str) -> dict[str, Any]:
    values = dict(settings.get(name, {}))
    if not set(values) - OWN_MODEL:  # for the route nothing is set but, maybe, whose model of A predicts
        values = {**settings.get(plain_name(name), {}), **values}
    parameters = {p.name: p for p in method(name).parameters}
    if "regression" in parameters:
        values.setdefault("regression", regression)
    if "embedding" in parameters and parameters["embedding"].default == "laplacian":
        values.setdefault("embedding", "lpp")  # Laplacian eigenmaps have no map for the test spectra
    return values


def without_predictions(names: Sequence[str]) -> dict[str, str]:
    """Methods for which `entries_for` makes no line, because they give no values of a new spectrum: name → sentence."""
    found = {}
    for name in dict.fromkeys(names):
        info = None if name == "a-on-a" else method(name)
        if info is not None and "predict" not in info.can:
            estimator = info.estimator
            reason = estimator.why_no_predict if "transform" in info.can else estimator.why_no_transform
            found[name] = f"{info.title} ({name}) predicts no values: {reason}"
    return found


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
    monitor = monitor or SilentMonitor()
    if not entries:
        raise ParameterError("comparison.no_method")
    if not counts or any(int(c) < 1 for c in counts):
        raise ParameterError("comparison.counts", counts=list(counts))
    sizes = [len(X) for X in data.Xs]
    chosen = list(splits) if splits is not None else transfer_splits(
        data.pairs, sizes, data.targets, test_share=test_share, folds=folds, repeats=repeats, seed=seed,
        same=data.same)
    if draw not in DRAWS:
        raise ParameterError("comparison.draw", known=DRAWS, draw=draw)
    counts = tuple(sorted({int(c) for c in counts}))
    known = np.isfinite(shared_values(data_pairs(data), data.targets)[0]).any(axis=1)
    for split in chosen:  # before the first fit, not when its turn comes
        possible_standards(split, counts[-1], known)
    result = TransferValidation(tuple(entries), counts, data.properties, chosen, lab_errors=dict(data.lab_errors),
                                units=dict(data.units))
    common = {"regression": regression, "max_components": max_components, "draw": draw}
    shared: tuple[Any, ...] = (data, tuple(entries), common)
    jobs = [(split, counts[0], counts) if k == 0 else (split, count, counts)
            for split in chosen for k, count in enumerate(counts)]
    numbers = [(n, count) for n in range(len(chosen)) for count in counts]
    known_parts = {} if journal is None else {k: part for k, (n, count) in enumerate(numbers)
                                              if (part := journal.known(n, count)) is not None}
    left = [k for k in range(len(jobs)) if k not in known_parts]

    def take(k: int, part: Mapping[str, Any]) -> None:
        split_number, count = numbers[k]
        for (key, n), cell in part["cells"].items():
            result.cells[key, n, split_number] = cell
        result.flags[count, split_number] = part["flags"]

    for k, part in known_parts.items():
        take(k, part)
    done = len(known_parts)

    def first_seen(key: str, count: int, cell: Mapping[str, Any]) -> None:
        """A line of the first split is shown before the others of that split are finished."""
        if "predicted" in cell and (key, count) not in {c[:2] for c in result.cells}:
            rmsep = (f["rmsep"] for f in figures_per_property(cell["measured"], cell["predicted"]))
            monitor.report("Split 1", done / len(jobs), table_row={
                "method": key, "standards": count, "rmsep": dict(zip(data.properties, rmsep, strict=True)),
                "splits": 1, "error": ""})

    def here(shared: tuple[Any, ...], *job: Any) -> dict[str, Any]:
        with shared_work():
            return one_job((*shared, monitor, first_seen), *job)

    try:
        for number, part in run_jobs(_quiet_job, [jobs[k] for k in left], shared=shared, n_jobs=n_jobs, dask=dask,
                                     monitor=monitor, budget=budget, here=here) if left else ():
            done += 1
            split_number, count = numbers[left[number]]
            take(left[number], part)
            if journal is not None:
                journal.keep(split_number, count, part)
            for entry in entries:
                if (entry.key, count, split_number) in result.cells:
                    monitor.report(f"Split {split_number + 1} of {len(chosen)}, "
                                   f"{counted(count, 'standard')}", done / len(jobs),
                                   table_row=table_row(result, entry.key, count))
    except KeyboardInterrupt as stop:
        if not keep_finished or not result.cells:
            raise
        result.stopped = stop
    finally:
        forget()
    in_order = {(key, n, s): None for s in range(len(chosen)) for n in counts for key in (e.key for e in entries)}
    result.cells = {place: result.cells[place] for place in in_order if place in result.cells}
    result.complete = done == len(jobs)
    if not result.complete:
        finished = {n for n in range(len(chosen)) if all((c, n) in result.flags for c in counts)}
        if finished:  # a half-finished split would compare methods on different samples
            result.cells = {k: v for k, v in result.cells.items() if k[2] in finished}
    result.unmarked = unmarked_used(result.entries, result.counts, result.cells)
    return result.keep_figures()


def table_row(result: TransferValidation, key: str, count: int) -> dict[str, Any]:
    """What is known of one line so far: mean RMSEP per property over the finished splits."""
    cells = [result.cells.get((key, count, n), {}) for n in range(len(result.splits))]
    good = [result.of_one_split(key, count, n) for n, c in enumerate(cells) if "predicted" in c]
    rmsep = {}
    for j, name in enumerate(result.properties):
        values = [figures[j] for figures in good]
        rmsep[name] = float(np.nanmean(values)) if np.isfinite(values).any() else float("nan")
    return {"method": key, "standards": count, "rmsep": rmsep, "splits": len(good),
            "error": next((c["error"] for c in cells if "error" in c), "")}


def _quiet_job(shared: Any, split: TransferSplit, count: int, counts: tuple[int, ...]) -> dict[str, Any]:
    with shared_work():
        return one_job((*shared, None, None), split, count, counts)


def one_job(shared: Any, split: TransferSplit, count: int, counts: tuple[int, ...]) -> dict[str, Any]:
    """All entries on one split with one number of standards (yardsticks without standards: once, for all)."""
    data, entries, common, monitor, told = shared
    A, B = (np.asarray(X, dtype=np.float64) for X in (
        data.Xs if data.prepare is None else data.prepare(split.rows_a, split.rows_b)))
    values = shared_values(split.pairs, data.targets)
    known = np.isfinite(values[0]).any(axis=1)
    standards = choose_standards(A, split, count, known, draw=common["draw"])
    place_a, place_b = np.full(len(A), -1), np.full(len(B), -1)
    place_a[split.rows_a] = np.arange(len(split.rows_a))
    place_b[split.rows_b] = np.arange(len(split.rows_b))
    pairs = np.stack([place_a[standards[:, 0]], place_b[standards[:, 1]]], axis=1)
    steps: dict[str, Any] = {}
    if data.search is not None:
        (A, B), words = data.search(split.rows_a, split.rows_b, pairs, values[0][split.rows_a], monitor)
        steps = {"preprocessing": words}
    measured = shared_values(data_pairs(data), data.targets)[1][split.test_b]
    task = Task(A[split.rows_a], B[split.rows_b], pairs, values[0][split.rows_a], values[1][split.rows_b],
                A[split.test_a], B[split.test_b], data.other_channels,
                None if data.same is None else [data.same[0][split.rows_a], data.same[1][split.rows_b]])
    cells: dict[tuple[str, int], dict[str, Any]] = {}
    # quick ones first: something is to be seen soon
    for entry in sorted(entries, key=lambda e: (e.method not in QUICK) + 2 * (e.method in (AUTOMATIC, MARKED))):
        if monitor is not None:
            monitor.raise_if_cancelled()
        fixed = entry.method in FIXED and data.search is None  # what is chosen depends on the standards
        if fixed and count != counts[0]:
            continue
        known_cell = cells.get((same_fit(entry, entries), count), {})
        if "predicted" in known_cell and len(np.unique(pairs[:, 1])) == len(task.B):
            cell = dict(known_cell)  # all of B's spectra are standards: the automatic transfer has none beside them
        else:
            cell = fit_and_predict(task, entry, common, monitor)
        truth, rows = measured, split.test_b
        if entry.method == "a-on-a":
            truth = shared_values(data_pairs(data), data.targets)[0][split.test_a]
            rows = split.test_a
        for n in counts if fixed else (count,):
            cells[entry.key, n] = {**cell, "measured": truth, "rows": rows}
            if "chosen" in cell and steps:
                cells[entry.key, n]["chosen"] = {**cell["chosen"], **steps}
            if told is not None:
                told(entry.key, n, cells[entry.key, n])
    flags: list[tuple[str, ...]] = [() for _ in split.test_b]
    if len(task.B) >= 3:
        _, sample = standards_of(pairs, [len(task.A), len(task.B)])
        flags = OutlierModel.fit(task.B, task.B[pairs[:, 1]], sample=sample).figures(task.test_b).flags
    return {"cells": cells, "flags": flags}


def data_pairs(data: TransferData) -> np.ndarray:
    """All pairs of the data as (i, j)."""
    table = np.asarray(data.pairs, dtype=np.int64)
    return table if table.shape[1] == 2 else table[:, [1, 3]]


@dataclass(frozen=True, eq=False)
class Task:
    """Arrays of one fit: training rows of A and B, pairs among them, values, test spectra."""

    A: np.ndarray
    B: np.ndarray
    pairs: np.ndarray
    values_a: np.ndarray
    values_b: np.ndarray
    test_a: np.ndarray
    test_b: np.ndarray
    other_channels: str = ""
    samples: list[np.ndarray] | None = None


def fit_and_predict(task: Task, entry: Entry, common: Mapping[str, Any], monitor: Monitor | None) -> dict[str, Any]:
    """Predictions of one entry, or the sentence why there are none."""
    clock = time.perf_counter()
    try:
        if entry.method == "a-on-a":
            predicted, chosen, warnings = _a_on_a(task, entry.settings, common), {}, []
        else:
            fitted = fit_entry(task, entry, common, monitor)
            predicted = fitted.predict(task.test_b, instrument=1)
            chosen, warnings = dict(fitted.chosen_), list(fitted.warnings_)
        if not np.isfinite(predicted).all():
            raise DataError("comparison.not_finite", key=entry.key)
    except (SpectrAlignError, NotImplementedError, np.linalg.LinAlgError) as error:
        return {"error": as_note(error), "seconds": time.perf_counter() - clock}
    return {"predicted": predicted, "chosen": chosen, "warnings": warnings, "seconds": time.perf_counter() - clock}


def fit_entry(task: Task, entry: Entry, common: Mapping[str, Any], monitor: Monitor | None) -> Alignment:
    """The fitted estimator of an entry; B's values are hidden from all but "native"."""
    info = method(entry.method)
    if task.other_channels and "same channels" in info.needs:
        raise DataError("method.by_channel", title=info.title, reason=task.other_channels)
    values = dict(entry.settings)
    names = {p.name for p in info.parameters}
    if common.get("max_components") and "max_components" in names:
        values.setdefault("max_components", common["max_components"])
    hidden = np.full_like(task.values_b, np.nan)
    targets = [task.values_a, task.values_b if entry.method == "native" else hidden]
    return info.create(**values).fit([task.A, task.B], pairs=task.pairs, targets=targets,
                                     monitor=CancelOnly(monitor), samples=task.samples)


def _a_on_a(task: Task, settings: Mapping[str, Any], common: Mapping[str, Any]) -> np.ndarray:
    options = RegressionOptions(max_components=common.get("max_components") or 15,
                                rule=settings.get("component_rule", RULES[0]))
    kind = settings.get("regression", common["regression"])
    numbers = None if task.samples is None else grouped_folds(
        np.where(task.samples[0] < 0, len(task.A) + np.arange(len(task.A)), task.samples[0]), options.n_folds,
        options.seed)
    model = fit_regression(kind, task.A, task.values_a, options=options, fold_numbers=numbers)
    predicted, total = model.predict(task.test_a), settings.get("closure")
    return predicted if total is None else close_composition(predicted, float(total))
