"""What has to be run again so that a result comes out the same, whatever was done to it after and during its run."""

from __future__ import annotations

from typing import Any

from ...core.errors import DataError
from ...core.monitor import Monitor
from ..state.session_state import SessionState
from .convergence import stopped_at
from .execution import execute
from .left_out_intervals import with_left_out_intervals
from .result import RunResult


def has_left_out_intervals(result: RunResult) -> bool:
    """Whether standards were left out in turn after the run, for its intervals."""
    return bool(result.quality.left_out)


def state_to_repeat(result: RunResult) -> SessionState:
    """The session that gives the result once more.

    It is the session of the run; a run that the user stopped "as is" is what so many iterations would have given, and
    an automatic transfer whose search the time ended is what so many models would have given.

    Raises
    ------
    DataError
        It was stopped in a way that no number of iterations gives: one instrument needed more of them than another
        was left.
    """
    chosen = result.estimator.chosen_
    if chosen.get("ended_by_time"):
        return result.state.with_parameter("budget", None).with_parameter("most_models", int(chosen["tried"]))
    at = stopped_at(result)
    if at is None:
        return result.state
    estimator: Any = result.estimator  # an iterative one, as it was stopped
    for number, (stop, taken) in enumerate(zip(estimator.stopped_, estimator.iterations_, strict=True)):
        if (stop is None and taken > at) or (stop is not None and int(stop) != at):
            raise DataError("run.cannot_repeat", taken=int(taken), name=result.datasets[number].name, at=at)
    return result.state.with_parameter("max_iter", at)


def repeated(result: RunResult, monitor: Monitor | None = None) -> RunResult:
    """Run it again, with the intervals from left-out standards if it has them.

    Raises
    ------
    SpectrAlignError
        As `state_to_repeat`, or what the run says.
    Cancelled
    """
    again = execute(state_to_repeat(result), monitor)
    return with_left_out_intervals(again, monitor) if has_left_out_intervals(result) else again
