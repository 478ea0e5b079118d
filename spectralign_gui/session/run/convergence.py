"""Whether the iteration of a run came to its end, in words that are the same everywhere."""

from __future__ import annotations

from .result import RunResult


def stopped_at(result: RunResult) -> int | None:
    """The iteration at which the user stopped the run "as is"; None if it ended by itself.

    With several sets that of the first one stopped: the sets after it got as many steps.
    """
    return next((int(n) for n in getattr(result.estimator, "stopped_", None) or () if n is not None), None)


def convergence_text(result: RunResult) -> str:
    """"converged", "not converged" or "not converged (stopped by you at iteration 12)"."""
    if getattr(result.estimator, "converged_", True):
        return "converged"
    at = stopped_at(result)
    return "not converged" if at is None else f"not converged (stopped by you at iteration {at})"
