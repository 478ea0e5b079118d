"""Table of predicted values with intervals and flags."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QObject

from ...core.figures import give_or_take
from ...core.naming import spectrum_names
from ...session.predict.flags import flag_words
from ...session.predict.predictions import Predictions
from ...words import say
from ..widgets import Column, TableModel

WHY = {"T²": "Far from the spectra of the fit in what they have in common (Hotelling T²): extrapolated",
       "Q": "Holds something the spectra of the fit do not (Q residual)",
       "far from the standards": "No standard is near: the transfer was not tested there",
       "shifted": "Moved along its axis against the spectra of the fit: check the wavelengths, and whether it is this "
                  "instrument"}


class PredictionModel(TableModel[int]):
    """A row per new sample."""

    empty = "No new spectra yet."

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent=parent)
        self.predictions: Predictions | None = None
        self.run = self.verdict = ""

    def show(self, predictions: Predictions | None, run: str = "", verdict: str = "") -> None:
        """Show these, of this run, of which that is to be said."""
        self.run, self.verdict = run, verdict
        self.predictions = p = predictions
        if p is None:
            self.set_rows((), ())
            return
        called = spectrum_names(p.names)
        values = [Column(title, partial(_value, p, k), lambda r, k=k: float(p.values[r, k]), _interval(p, k),
                         number=True) for k, title in enumerate(p.titles)]
        self.set_rows(range(len(p.names)), [
            Column("Sample", lambda r: called[r] if p.names[r].strip() else f"#{r + 1}"), *values,
            Column("Flags", lambda r: f"⚠ {say(flag_words(p.flags[r]))}" if p.flags[r] else "")])

    def whole_table(self) -> tuple[list[str], list[list[Any]]]:
        """Header and rows for a file, with the run that predicted and the verdict on it."""
        return ([], []) if self.predictions is None else naming_the_run(*self.predictions.table(), self.run,
                                                                        self.verdict)

    def row_tip(self, row: int) -> str:
        flags = self.predictions.flags[row] if self.predictions is not None else ()
        return "\n".join(f"{f}: {WHY[f]}" if f in WHY else say(f) for f in flags)

    def copy_table(self, places: Sequence[int]) -> tuple[list[str], list[list[Any]]]:
        """Header and rows for a spreadsheet: values, ends of the intervals, flags, as a file has them."""
        if self.predictions is None:
            return [], []
        header, table = self.whole_table()
        return header, [table[self.rows[place]] for place in places]


def naming_the_run(header: Sequence[str], rows: Sequence[Sequence[Any]], run: str, verdict: str
                   ) -> tuple[list[str], list[list[Any]]]:
    """The table with two last columns: which run predicted, and how far it can be trusted."""
    return [*header, "Predicted by", "Verdict"], [[*row, run, verdict] for row in rows]


def _value(p: Predictions, k: int, row: int) -> str:
    return give_or_take(p.values[row, k], p.half_width[k])


def _interval(p: Predictions, k: int) -> str:
    half = p.half_width[k]
    if not np.isfinite(half):
        return "No interval: hold standards with reference values out to get one"
    return f"{100 * p.level:g} % of new samples lie within ± {half:.3g}, judged by {p.intervals_from}"
