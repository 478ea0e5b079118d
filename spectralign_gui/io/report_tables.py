"""Tables of a report about what a run predicts: held-out standards beside the yardsticks, and each of their samples."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.figures import WITHOUT_UNIT, decimals, fixed, with_units
from ..core.measures.regression import figures_per_property
from ..core.monitor import Monitor
from ..core.naming import counted
from ..session.predict.flags import flag_words
from ..session.predict.predictions import Predictions
from ..session.run import RunResult
from ..session.run.held_out import named_alike, property_names, property_units
from ..session.run.side_by_side import NOTHING, measured_and_predicted, yardsticks
from .report import Table

FIGURES = (("rmsep", "RMSEP"), ("bias", "Bias"), ("sep", "SEP"), ("r2", "R²"), ("rpd", "RPD"))
YARDSTICKS = (("none", "RMSEP without transfer"), ("native", "RMSEP of the native model"))


def held_out_tables(result: RunResult, monitor: Monitor | None = None) -> list[Table]:
    """Figures with the yardsticks, and the single predictions, of what was held out from a run.

    Parameters
    ----------
    result : RunResult
    monitor : Monitor, optional
        Stops the fits of the yardsticks when they are cancelled.

    Returns
    -------
    list of Table
        Empty if nothing with reference values was held out, or if the method does not predict.
    """
    found = measured_and_predicted(result)
    if not found:
        return []
    beside = yardsticks(result, monitor)
    titles = _titles(result)
    tables = [_figures(found, beside, titles, _lab_errors(result))]
    for instrument, (properties, rows, measured, predicted) in found.items():
        names = next(d.sample_names for d in result.datasets if d.name == instrument)
        # a line per value: a column per property would not fit on a page where there are ten of them
        lines = []
        for j, name in enumerate(properties):
            places = decimals((measured[:, j], predicted[:, j]))  # of the property: columns of numbers stand in line
            lines += [[names[row] or f"#{row + 1}", titles.get(name, name), fixed(measured[k, j], places),
                       fixed(predicted[k, j], places), fixed(predicted[k, j] - measured[k, j], places)]
                      for k, row in enumerate(rows) if np.isfinite(measured[k, j])]
        header = ["Sample", "Property", "Measured", "Predicted", "Error"]
        tables.append(Table(f"Held-out standards on {instrument}", header, lines,
                            "Each took no part in the fit. Error is predicted − measured."))
    return tables


def _titles(result: RunResult) -> dict[str, str]:
    """Each property with its unit."""
    names = property_names(result.datasets)
    return dict(zip(names, with_units(names, property_units(result.datasets)), strict=True))


def _lab_errors(result: RunResult) -> dict[str, float]:
    """The laboratory's own error of each property for which one is known."""
    return {name: error for d in reversed(named_alike(result.datasets)) if d.targets is not None
            for name, error in zip(d.targets.names, d.targets.lab_errors, strict=True) if np.isfinite(error)}


def _figures(found: dict[str, Any], beside: dict[str, dict[str, dict[str, float]]], titles: dict[str, str],
             errors: dict[str, float]) -> Table:
    sel = [("SEL", errors)] if errors else []
    lines = []
    for instrument, (properties, _, measured, predicted) in found.items():
        for name, figures in zip(properties, figures_per_property(measured, predicted), strict=True):
            places = decimals(figures.get("rmsep", np.nan), 3)
            lines.append([instrument, titles.get(name, name), int(figures["n"]),
                          *(fixed(known.get(name, np.nan), None, 3) for _, known in sel),
                          *(fixed(figures.get(key, np.nan), WITHOUT_UNIT.get(key, places), 3) for key, _ in FIGURES),
                          *(fixed(beside.get(key, {}).get(instrument, {}).get(name, np.nan), places, 3)
                            for key, _ in YARDSTICKS)])
    return Table("Predictions of held-out standards",
                 ["Instrument", "Property", "Samples", *(t for t, _ in sel), *(t for _, t in (*FIGURES, *YARDSTICKS))],
                 lines,
                 "Without transfer, the model of the reference instrument is used as it is; the native model is made "
                 "from the instrument's own spectra and values. Both are made from the same preprocessed spectra, "
                 "without what was held out, and tested on the same samples. A dash: not possible with these data."
                 + (" SEL is the laboratory's own standard error." if sel else ""))


def predictions_table(predictions: Predictions, instrument: str, verdict: str = "") -> Table:
    """Values of new samples with the ends of their intervals and their flags; `verdict` is said of them first."""
    ends = np.isfinite(predictions.half_width)
    header = ["Sample", *predictions.titles, "Flags"]
    rows = [[name, *(_with_ends(v, h) if known and np.isfinite(v) else _number(v)
                     for v, h, known in zip(values, predictions.half_width, ends, strict=True)), flag_words(flags)]
            for name, values, flags in zip(predictions.names, predictions.values, predictions.flags, strict=True)]
    note = f"{verdict} {counted(len(rows), 'new sample', 'new samples')}.".strip()
    for warning in (*([predictions.averaged] if predictions.averaged else []), *predictions.warnings):
        note += f" {warning}"
    if predictions.intervals_from:
        note += f" In brackets {100 * predictions.level:g} % intervals, from {predictions.intervals_from}."
    return Table(f"Predictions of new samples on {instrument}", header,
                 [[row[0] or f"#{n + 1}", *row[1:]] for n, row in enumerate(rows)], note)


def _with_ends(value: float, half: float) -> str:
    places = decimals(half, 2)  # as the window shows it
    return f"{fixed(value, places)} ({fixed(value - half, places)} to {fixed(value + half, places)})"


def _number(value: float) -> str:
    return f"{value:.4g}" if np.isfinite(value) else NOTHING
