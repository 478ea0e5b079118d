"""Check samples: standards measured again on a later day, to see whether the transfer still holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..core.data import SpectralDataset, match_key
from ..core.errors import DataError
from ..core.validation.control_chart import ControlChart
from .held_out import target_tables
from .model import Model
from .run import RunResult


@dataclass(frozen=True, eq=False)
class CheckDay:
    """Errors of the check samples on one day.

    Parameters
    ----------
    day : str
        ISO date.
    instrument : str
    samples : tuple of str
    errors : (n, q) array
        Predicted − reference.
    run : str
        `run_key` of the run that predicted; "" in projects of earlier versions.
    """

    day: str
    instrument: str
    samples: tuple[str, ...]
    errors: np.ndarray
    run: str = ""


def run_key(result: RunResult) -> str:
    """What tells a run from others: check days of one say nothing about another."""
    return f"{result.method.name} {result.started}"


def days_of(days: Sequence[CheckDay], instrument: str, result: RunResult | None) -> list[CheckDay]:
    """The days of an instrument that were predicted with this run (or with one that is not known)."""
    keys = {"", run_key(result)} if result is not None else {""}
    return [d for d in days if d.instrument == instrument and d.run in keys]


def check_day(result: RunResult, model: Model, dataset: SpectralDataset, instrument: str, day: str) -> CheckDay:
    """Predict check samples and compare with their reference values, found by sample name.

    Raises
    ------
    DataError
        None of the samples has a reference value in the run, or there are no names to find it by.
    """
    known: dict[str, np.ndarray] = {}
    for d, table in zip(result.datasets, target_tables(result.datasets) or [], strict=False):
        for name, values in zip(d.sample_names, table, strict=True):
            key = match_key(name)
            if key and np.isfinite(values).any():
                known.setdefault(key, values)
    rows = [r for r, name in enumerate(dataset.sample_names) if match_key(name) in known]
    if not rows and not any(map(match_key, dataset.sample_names)):
        raise DataError(f"{dataset.name}: its spectra have no names, by which their reference values could be found.")
    if not known:
        raise DataError("The samples with reference values have no names, by which check samples could be found.")
    if not rows:
        raise DataError(f"{dataset.name}: none of its samples has the name of a sample with reference values.")
    checked = dataset.take(rows)
    predicted = model.predict(checked, instrument).values
    reference = np.array([known[match_key(n)] for n in checked.sample_names])
    return CheckDay(day, instrument, checked.sample_names, predicted - reference, run_key(result))


def control_chart(model: Model, instrument: str, days: Sequence[CheckDay]) -> ControlChart:
    """The chart of all days, its limits from the held-out standards of the run.

    Raises
    ------
    DataError
        The run has no held-out standards with reference values on that instrument.
    """
    residuals = model.residuals.get(instrument)
    if residuals is None or len(residuals) < 3:
        raise DataError(f"limits need at least three held-out standards with reference values on {instrument}; hold "
                        "some out and run again, or leave standards out in turn (Intervals from left-out standards).")
    chart = ControlChart.from_baseline(residuals)
    for day in days:
        if day.instrument == instrument:
            chart.add(day.errors, tuple(model.properties))
    return chart


def days_to_tree(days: Sequence[CheckDay]) -> list[dict[str, object]]:
    """Plain tree for the project file."""
    return [{"day": d.day, "instrument": d.instrument, "samples": list(d.samples), "errors": np.asarray(d.errors),
             "run": d.run} for d in days]


def days_from_tree(tree: Sequence[dict[str, object]]) -> tuple[CheckDay, ...]:
    """The days that `days_to_tree` described."""
    return tuple(CheckDay(str(d["day"]), str(d["instrument"]), tuple(d["samples"]),  # type: ignore[arg-type]
                          np.asarray(d["errors"], dtype=float), str(d.get("run", ""))) for d in tree)
