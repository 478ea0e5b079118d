"""What is said below predicted values: how many there are, how far they can be trusted, where intervals come from."""

from __future__ import annotations

import numpy as np

from ..core.naming import counted
from ..session.predict.flags import flagged_note
from ..session.predict.model import Model
from ..session.predict.predictions import Predictions
from ..session.run.execution import RunResult
from ..session.run.left_out_intervals import why_no_left_out
from ..session.run.run_errors import errors_in_short, run_errors
from ..words import say
from .run_verdict import RunVerdict


def verdict_of(found: Predictions | None, verdict: RunVerdict | None) -> RunVerdict | None:
    """The verdict on predicted values: that on the run, but where most of their spectra are unlike those of the fit
    its errors say nothing of them."""
    known = int(np.isfinite(found.values).any(axis=1).sum()) if found is not None else 0
    if found is None or verdict is None or 2 * found.unlike <= known:
        return verdict
    return verdict.speaking_against(
        f"{found.unlike} of {known} spectra are unlike those of the fit, so the errors and intervals of the run do not "
        "hold for them.")


def outcome(found: Predictions, fitted: Model, run: RunResult | None, run_title: str, instrument: str,
            verdict: RunVerdict | None = None) -> str:
    """The verdict, and the sentences of `rests_on`."""
    verdict = verdict_of(found, verdict)
    said = f"{verdict.brief} " if verdict is not None else ""
    return f"{said}{rests_on(found, fitted, run, run_title, instrument)}"


def rests_on(found: Predictions, fitted: Model, run: RunResult | None, run_title: str, instrument: str) -> str:
    """How many values there are, their errors, and where their intervals come from.

    Parameters
    ----------
    found : Predictions
    fitted : Model
        What predicted.
    run : RunResult, optional
        The run that it is of.
    run_title : str
    instrument : str
        What measured the samples.
    """
    given = int(np.isfinite(found.values).any(axis=1).sum())
    text = "".join(f"⚠ {say(w)} " for w in found.warnings) + (
        f"{counted(given, 'sample', 'samples')} predicted with {run_title}.")
    if found.averaged:
        text += f" {say(found.averaged)}"
    if flagged := flagged_note(found.unlike, found.odd_values):
        text += f" {say(flagged)}"
    errors = [e for e in run_errors(run) if e.instrument == instrument] if run is not None else []
    if errors:
        text += f" RMSEP {errors_in_short(errors, 3)} (95 % interval), of {errors[0].n} {errors[0].source}."
        if run is not None and run.quality.compared is not None and not run.held_out_pairs.size:
            text += f" This model was fitted to all {counted(len(run.state.standards), 'standard')}."
    return f"{text} {_intervals(found, fitted, run, instrument)}"


def _intervals(found: Predictions, fitted: Model, run: RunResult | None, instrument: str) -> str:
    if found.intervals_from:
        level = f"{100 * found.level:g} %"
        return f"The ± of a value holds {level} of new samples: {level} intervals from {found.intervals_from}."
    held = fitted.residuals.get(instrument)
    if held is not None and len(held):
        return (f"{len(held)} held-out standards are too few for {100 * found.level:g} % intervals: hold more "
                "out, or leave standards out in turn (Intervals from left-out standards).")
    if run is not None and (reason := say(why_no_left_out(run))):
        return f"There are no intervals. {reason}"
    return ("There are no intervals: hold standards with reference values out, or leave them out in turn "
            "(Intervals from left-out standards).")
