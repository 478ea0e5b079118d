"""The run that is shown: what it is called, in a file name too, and whether it is what the form says now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.figures import listed
from ..core.naming import counted
from ..core.registry import is_method, method
from ..session.run.choose_method import differences
from ..session.run.result import RunResult
from ..session.state.session_state import SessionState


@dataclass(frozen=True)
class ShownRun:
    """The shown run in words.

    Parameters
    ----------
    name : str
        "Run 3, Direct standardization (DS)"; with the name that the user gave it, if any.
    other : tuple of str
        What the form says now and the run was not made with, see `differences`; empty if it is a run of the form.
    sentence : str
        Both in a sentence; "" where they agree.
    tip : str
        All of it.
    """

    name: str
    other: tuple[str, ...] = ()
    sentence: str = ""
    tip: str = ""


def run_name(run: RunResult, runs: Sequence[RunResult]) -> str:
    """``Run 3, Direct standardization (DS)``; a name of the user's stands between."""
    number = next((k for k, r in enumerate(runs, start=1) if r is run), 0)
    if not number:  # not in the list, or another value of the same fit
        number = next((k for k, r in enumerate(runs, start=1) if r.estimator is run.estimator), 0)
    parts = [f"Run {number}" if number else "Run", run.label, run.method.title]
    return ", ".join(p for p in parts if p)


def run_part(run: RunResult | None, runs: Sequence[RunResult]) -> str:
    """The run as a part of a file name: ``run3-ds``; "" without one."""
    if run is None:
        return ""
    number = next((k for k, r in enumerate(runs, start=1) if r.estimator is run.estimator), 0)
    text = f"run{number or ''}-{run.label or run.method.name}"
    return "".join(c if c.isalnum() or c in "-_" else "_" for c in text)


def shown_run(run: RunResult, runs: Sequence[RunResult], state: SessionState) -> ShownRun:
    """What is said of the shown run."""
    name = run_name(run, runs)
    standards = counted(len(run.state.standards), "standard", "standards")
    held = sum(s.held_out for s in run.state.standards)
    made = f"{name}, {' → '.join(run.state.instruments)}, {standards}" + (f", {held} of them held out" if held else "")
    found = differences(run, state)
    if not found:
        return ShownRun(name, tip=f"{made}.")
    what = list(found)
    if "method" in found and is_method(state.method):
        what[what.index("method")] = f"method ({method(state.method).title})"
    sentence = f"{name} is shown. The settings have changed since: other {listed(what)}. Run again to update."
    return ShownRun(name, tuple(found), sentence, f"{made}. {sentence}")
