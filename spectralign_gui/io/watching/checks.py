"""Check samples in a watched folder: their errors by day, against the limits of the model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...core.data import match_key
from ...core.errors import FileError
from ...core.validation.control_chart import ControlChart
from ...session.predict.model import Model, Predictions
from ..check_values import check_values
from ..table import write_table
from .ledger import Ledger


class CheckSamples:
    """Names and reference values of the check samples, and the chart of all days.

    Parameters
    ----------
    path : str or Path
        A table: sample, then reference values.
    model : Model
    instrument : str

    Raises
    ------
    FileError
        None of the properties is one of the model's, or the model has no errors to make limits from.
    """

    def __init__(self, path: str | Path, model: Model, instrument: str) -> None:
        residuals = model.residuals.get(instrument)
        if residuals is None or not (np.isfinite(residuals).sum(axis=0) >= 3).all():
            raise FileError("check_samples.too_few_held_out", instrument=instrument)
        self._baseline = np.asarray(residuals, dtype=float)
        self.properties = tuple(model.properties)
        self._values = check_values(path, self.properties, model.units)

    def errors(self, found: Predictions, day: str) -> list[tuple[int, str, str, str, float]]:
        """Row, day, sample, property and error of the check samples among what was predicted."""
        rows = []
        for row, name in enumerate(found.names):
            reference = self._values.get(match_key(name))
            if reference is None:
                continue
            for p, predicted, true in zip(found.properties, found.values[row], reference, strict=True):
                if np.isfinite(predicted) and np.isfinite(true):
                    rows.append((row, day, name, p, float(predicted - true)))
        return rows

    def chart(self, ledger: Ledger) -> tuple[ControlChart, list[str]]:
        """The chart of all days on which every property was checked, and the days."""
        chart, days = ControlChart.from_baseline(self._baseline), []
        by_day: dict[str, dict[tuple[int, int, str], dict[str, float]]] = {}
        for day, file, row, sample, name, error in ledger.checks():
            by_day.setdefault(day, {}).setdefault((file, row, sample), {})[name] = error
        for day, samples in by_day.items():
            errors = np.array([[of.get(p, np.nan) for p in self.properties] for of in samples.values()])
            if np.isfinite(errors).any(axis=0).all():
                chart.add(errors, self.properties, [match_key(s) for _, _, s in samples])
                days.append(day)
        return chart, days

    def table(self, chart: ControlChart, days: Sequence[str]) -> tuple[list[str], list[list[Any]]]:
        """The chart as a table."""
        header = ["Day", "Property", "Samples", "Mean error", "Lower limit", "Upper limit", "In standard errors",
                  "Sum upwards", "Sum downwards", "Limit of the sums", "Alarms"]
        rows: list[list[Any]] = []
        for day, points in zip(days, chart.points, strict=True):
            for name, p in zip(self.properties, points, strict=True):
                rows.append([day, name, p.samples, p.deviation, p.low, p.high, p.standardised, p.upper, p.lower,
                             chart.decision, " ".join(p.alarms)])
        return header, rows

    def write(self, ledger: Ledger, path: Path) -> list[str]:
        """Write the chart as a table; the alarms of its last day."""
        chart, days = self.chart(ledger)
        write_table(path, *self.table(chart, days))
        return [a for p in chart.points[-1] for a in p.alarms] if chart.points else []
