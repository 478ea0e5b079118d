"""All predictions of a comparison of transfers, and the figures of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..measures.regression import FIGURES, figures_per_property
from .conformal import ConformalIntervals
from .entries import Entry
from .transfer_splits import TransferSplit


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

    def once_each(self, key: str, count: int) -> np.ndarray:
        """Residuals (m, q) of every tested sample, of the first repeat that tested it.

        Intervals of new samples need exchangeable residuals: those of one sample in several repeats are not.
        """
        first: dict[int, np.ndarray] = {}
        for number in range(len(self.splits)):
            cell = self.cells.get((key, count, number))
            if cell is not None and "error" not in cell:
                for row, residual in zip(cell["rows"], cell["predicted"] - cell["measured"], strict=True):
                    first.setdefault(int(row), residual)
        return np.array(list(first.values())) if first else np.zeros((0, len(self.properties)))

    def half_widths(self, key: str, count: int, level: float = 0.9) -> np.ndarray:
        """Half width (q,) within which a new sample lies with this probability, as a model of the line has it.

        NaN where fewer than three samples were tested.
        """
        residuals = self.once_each(key, count)
        if not np.isfinite(residuals).any():
            return np.full(len(self.properties), np.nan)
        widths = ConformalIntervals(residuals).half_width(level)
        return np.where(np.isfinite(widths), widths, np.nan)


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
