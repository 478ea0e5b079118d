"""Prediction intervals where no standard was held out: every marked standard is left out of a fit in turn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...core.errors import PairsError
from ...core.leaving import can_be_left
from ...core.monitor import Monitor, SilentMonitor, SubMonitor
from ...core.naming import instruments_called
from ...core.notes import Note
from ...core.threads import limited_threads
from ...core.validation.left_out import left_out_residuals
from ..compare.evaluate import learned_inside
from .execution import Prepared
from .held_out import property_names, target_tables, without_held_out
from .result import RunResult
from .run_quality import Residuals


def why_no_left_out(result: RunResult) -> str:
    """Why standards cannot be left out in turn, as a sentence; "" if they can."""
    if "predict" not in result.method.can:
        return Note("intervals.no_predictions", title=result.method.title)
    tables = target_tables(result.datasets)
    if tables is None or not any(np.isfinite(t).any() for t in tables):
        return Note("intervals.no_values")
    if len(result.pairs) < 3:
        return Note("intervals.too_few_standards")
    return ""


@can_be_left
def with_left_out_intervals(result: RunResult, monitor: Monitor | None = None) -> RunResult:
    """The run with the errors at its standards, each predicted by a fit that knows nothing of it.

    The method is fitted again up to ten times per instrument, with everything it chooses chosen without the standards
    left out. Held-out standards stay out of all of it.

    Raises
    ------
    PairsError
        There are too few standards, no reference values, or the method predicts nothing.
    Cancelled
    """
    reason = why_no_left_out(result)
    if reason:
        raise PairsError(reason)
    monitor = monitor or SilentMonitor()
    names, tables = property_names(result.datasets), target_tables(result.datasets)
    targets = without_held_out(tables, result.held_out_pairs)
    assert targets is not None
    prepared = Prepared(result.datasets, result.kept_rows, result.preprocessing)
    found = {}
    others = [k for k in range(1, len(result.datasets)) if (result.pairs[:, [0, 2]] == k).any()]
    for number, k in enumerate(others):
        share = SubMonitor(monitor, number / len(others), (number + 1) / len(others))
        with limited_threads([d.spectra.shape for d in result.datasets]), instruments_called(result.datasets):
            residuals, rows = left_out_residuals(
                result.estimator, [d.spectra for d in result.datasets], result.pairs, targets, instrument=k,
                seed=result.state.seed, monitor=share, prepare=learned_inside(result.state, prepared),
                groups=prepared.groups)
        if np.isfinite(residuals).any():
            found[result.datasets[k].name] = Residuals(tuple(names), residuals, tuple(int(r) for r in rows))
    return replace(result, quality=result.quality.with_(left_out=found))
