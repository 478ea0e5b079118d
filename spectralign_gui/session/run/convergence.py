"""Whether the iteration of a run came to its end, in words that are the same everywhere."""

from __future__ import annotations

from ...core.notes import Note
from .result import RunResult


def stopped_at(result: RunResult) -> int | None:
    """The iteration at which the user stopped the run "as is"; None if it ended by itself.

    With several sets that of the first one stopped: the sets after it got as many steps.
    """
    return result.fitted.convergence.stopped_at


def converged(result: RunResult) -> bool:
    """Whether the iteration came to its end; methods without one have."""
    return bool(result.fitted.convergence.converged)


def convergence_text(result: RunResult, loud: bool = False) -> Note:
    """"converged", "not converged" or "not converged (stopped by you at iteration 12)"."""
    if converged(result):
        return Note("convergence.converged", "info")
    at = stopped_at(result)
    if at is None:
        return Note("convergence.loud" if loud else "convergence.not_converged")
    return Note("convergence.loud_stopped" if loud else "convergence.stopped", at=at)
