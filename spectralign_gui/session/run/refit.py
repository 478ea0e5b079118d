"""The final model: the same method fitted to all standards, with the honest errors of the run before.

Held-out standards tell how large the errors are; a model that is used should learn from them too. Its own errors cannot
be measured then, so those of the run before stand beside it: they are of a model with fewer standards, and rather too
large than too small.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...core.monitor import Monitor
from ...core.notes import Note
from ..state.session_state import SessionState
from .execution import execute
from .result import RunResult
from .run_quality import Residuals


def why_no_refit(result: RunResult | None) -> str:
    """Why a run cannot be fitted again with all standards, as a sentence; "" if it can."""
    if result is None:
        return Note("refit.no_run")
    if not any(s.held_out for s in result.state.standards):
        return Note("refit.nothing_held_out")
    return ""


def with_all_standards(state: SessionState) -> SessionState:
    """The session with no standard held out."""
    return state.with_(standards=tuple(s.with_held_out(False) for s in state.standards))


def refit(earlier: RunResult, monitor: Monitor | None = None) -> RunResult:
    """Fit the run again with all standards, and keep the errors that its held-out standards had.

    Raises
    ------
    SpectrAlignError
        As `execute`.
    """
    made = execute(with_all_standards(earlier.state), monitor)
    kept = dict(earlier.quality.held_out) or dict(earlier.quality.before)
    return replace(made, quality=made.quality.with_(before=_in_rows_of(made, earlier, kept),
                                                    compared=earlier.quality.compared))


def _in_rows_of(made: RunResult, earlier: RunResult, kept: dict[str, Residuals]) -> dict[str, Residuals]:
    """The residuals with the rows that the same samples have in another run."""
    found = {}
    for k, d in enumerate(made.datasets):
        given = kept.get(d.name)
        if given is None:
            continue
        session_rows = earlier.kept_rows[k][np.asarray(given.rows, dtype=np.intp)]
        at = {int(row): number for number, row in enumerate(made.kept_rows[k])}
        here = [n for n, row in enumerate(session_rows) if int(row) in at]
        if here:
            found[d.name] = Residuals(given.properties, given.residuals[here],
                                      tuple(at[int(session_rows[n])] for n in here))
    return found
