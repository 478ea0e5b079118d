"""What the rail needs to know, read from the docks of the window."""

from __future__ import annotations

from typing import Any

from ..workspaces import Checked, Compared, Known, Predicted

Window = Any
"""The main window, which imports this module: its `model` and `docks` are read."""


def gather(window: Window, looked: frozenset[str], exported: bool) -> Known:
    """All that is known now."""
    model, run = window.model, window.model.current_run
    trusted, why, errors, doubted = "muted", "", (), ""
    if run is not None:
        # there is a run only after the whole program is there
        from ...session.run.run_errors import run_errors

        errors = tuple((e.name, e.text) for e in run_errors(run))
        verdict = model.verdict()
        trusted, why, doubted = verdict.mood, verdict.sentence, verdict.doubted
    return Known(model.state, run, len(model.runs), compared(window), predicted(window), checked(window), errors,
                 trusted, why, looked, exported, doubted, comparing(window))


def compared(window: Window) -> Compared | None:
    """What the Compare page says."""
    asked = getattr(window.docks.get("compare"), "in_short", None)
    found = asked() if asked is not None else None
    return found if isinstance(found, Compared) else None


def comparing(window: Window) -> bool:
    """Whether a comparison is under way."""
    return bool(getattr(window.docks.get("compare"), "running", False))


def predicted(window: Window) -> Predicted | None:
    """What the Predict dock shows."""
    asked = getattr(window.docks.get("predict"), "in_short", None)
    found = asked() if asked is not None else None
    return found if isinstance(found, Predicted) else None


def checked(window: Window) -> Checked | None:
    """What the newest check measurement says of the shown run."""
    dock: Any = window.docks.get("predict")
    if not hasattr(type(dock), "measured_on") or not dock.is_built or window.model.current_run is None:
        return None  # it builds itself once there are measurements
    chart = dock.check
    if chart.alarm is not None:
        return Checked(chart.alarm[0], False, chart.alarm[1])
    if chart.chart_of_days is None:
        return None
    from ...session.predict.check_samples import days_of

    days = days_of(window.model.state.checks, dock.measured_on, window.model.current_run)
    return Checked(days[-1].day, True, chart.says.text()) if days else None
