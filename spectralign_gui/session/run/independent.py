"""Predictions of a fitted method on the held-out standards of the other instruments."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...core.leaving import can_be_left
from ...core.measures.regression import figures_per_property
from ...core.monitor import Monitor
from .execution import RunResult
from .held_out import held_out_residuals, held_out_spectra, held_out_values, target_tables


@dataclass(frozen=True)
class Independent:
    """What held-out standards say.

    Parameters
    ----------
    properties : dict
        instrument -> property -> figures of `regression_figures`.
    spectra : dict
        instrument -> RMS difference of its held-out spectra to the reference instrument's spectra of the same
        samples, (before, after) the transfer; before is NaN where the channels differ.
    """

    properties: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    spectra: dict[str, tuple[float, float]] = field(default_factory=dict)


def can_predict(result: RunResult) -> bool:
    """Whether there are held-out standards and a method that predicts values or spectra."""
    return bool({"predict", "to_spectra"} & result.method.can) and len(result.held_out_pairs) > 0


@can_be_left
def held_out(result: RunResult, monitor: Monitor) -> Independent:
    """Predictions and spectra of held-out standards."""
    known = any(d.targets is not None and d.targets.known for d in result.datasets)
    spectra = (held_out_spectra(result.estimator, result.datasets, result.held_out_pairs, monitor)
               if "to_spectra" in result.method.can else {})
    return Independent(held_out_predictions(result, monitor) if "predict" in result.method.can and known else {},
                       spectra)


def held_out_predictions(result: RunResult, monitor: Monitor) -> dict[str, dict[str, dict[str, Any]]]:
    """Figures per instrument and property of held-out standards, whose values took part in no fit.

    Returns
    -------
    dict
        instrument -> property -> figures of `regression_figures`; empty where the method cannot predict.
    """
    given = result.quality.held_out
    if not given:
        monitor.raise_if_cancelled()
        given = held_out_residuals(result.estimator, result.datasets, result.held_out_pairs)
    found: dict[str, dict[str, dict[str, Any]]] = {}
    tables = target_tables(result.datasets)
    for k, d in enumerate(result.datasets):
        if d.name not in given or tables is None:
            continue
        rows, names = given[d.name].rows, given[d.name].properties
        measured = held_out_values(tables, result.held_out_pairs, k, rows)
        predicted = measured + given[d.name].residuals
        found[d.name] = dict(zip(names, figures_per_property(measured, predicted), strict=True))
    return found
