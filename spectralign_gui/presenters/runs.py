"""Runs in words, and as the lines of the table of runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..core.figures import percent
from ..session.run.convergence import converged, convergence_text
from ..session.run.execution import RunResult
from ..session.run.run_errors import errors_in_short, run_errors
from ..session.standards.measuring_list import measured
from ..words import say


def hit_text(result: RunResult, k: str = "3") -> str:
    """Hit rate of both directions, or a dash."""
    hit = result.quality.hit.get(k)
    if not hit:
        return "–"
    shares = [hit["a_to_b"], hit["b_to_a"]]
    return " / ".join(map(percent, shares))


def worse_hit(result: RunResult, k: str = "3") -> float:
    """Hit rate of the worse direction; -1 where there is none."""
    hit = result.quality.hit.get(k)
    shares = [s for s in hit.values() if not math.isnan(s)] if hit else []
    return min(shares, default=-1.0)


def error_text(result: RunResult) -> str:
    """Error of the first property with its interval, or a dash."""
    return errors_in_short(run_errors(result), 1) or "–"


def first_error(result: RunResult) -> float:
    """Error of the first property; infinite where there is none, so that it goes last."""
    errors = run_errors(result)
    return errors[0].rmsep if errors else math.inf


def time_text(result: RunResult) -> str:
    """How long the run took."""
    seconds = sum(result.seconds.values())
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.1f} min"


def parameters_text(result: RunResult) -> str:
    """What the user set; "defaults" if nothing."""
    values = result.state.method_parameters(result.method.name)
    known = {p.name: p for p in result.method.parameters}
    parts = [f"{known[name].title} = {_short(value)}" for name, value in values.items()
             if name in known and value != known[name].default]
    return ", ".join(parts) or "defaults"


def run_sentence(result: RunResult) -> str:
    """One sentence for the status bar and the log."""
    text = f"{result.method.title} is done in {time_text(result)}"
    if result.quality.hit:
        text += f"; held-out standards found among the 3 nearest: {hit_text(result)}"
    elif errors := errors_in_short(run_errors(result)):
        text += f"; RMSEP of {errors}"
    if not converged(result):
        text += f"; {say(convergence_text(result))}"
    return text + "."


def _short(value: object) -> str:
    if isinstance(value, list | tuple) and len(value) > 6:
        return f"{len(value)} numbers"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True, eq=False)
class RunLine:
    """A line of the table of runs.

    Parameters
    ----------
    place : int
        Among the runs of the session, oldest first.
    run : RunResult
    shown : bool
        Whether the plots show it.
    named : sequence of str
        Instruments of the session; a run of others says which.
    """

    place: int
    run: RunResult
    shown: bool = False
    named: Sequence[str] = ()

    @property
    def number(self) -> str:
        """Number from 1 on, with a mark at the run that is shown."""
        return f"▸ {self.place + 1}" if self.shown else str(self.place + 1)

    @property
    def name(self) -> str:
        """Its name, and whether it is pinned."""
        return f"{self.run.label}  (pinned)".strip() if self.run.pinned else self.run.label

    @property
    def method(self) -> str:
        """Method, instruments where that is in question, and how the iteration ended unless it converged."""
        run = self.run
        others = len(self.named) > 2 and run.state.instruments != tuple(self.named)
        of = f" ({' → '.join(run.state.instruments)})" if others else ""
        return f"{run.method.title}{of}" + ("" if converged(run) else f", {say(convergence_text(run))}")

    @property
    def standards(self) -> str:
        """How many standards, how many of them held out, after how many rounds of suggestions."""
        state = self.run.state
        held = sum(s.held_out for s in state.standards)
        rounds = sum(measured(state, r.found) > 0 for r in state.rounds)
        return (f"{len(state.standards)}" + (f" ({held} held out)" if held else "")
                + (f", after {rounds} round{'s' if rounds > 1 else ''} of suggestions" if rounds else ""))

    @property
    def started(self) -> str:
        """Day and time."""
        return self.run.started.replace("T", " ")[:19]

    @property
    def tip(self) -> str:
        """All of it, for those who see only a part of the columns."""
        return "\n".join([f"{self.run.method.title}: {parameters_text(self.run)}",
                          f"Standards: {self.standards}; {time_text(self.run)}; started {self.started}",
                          *map(say, self.run.warnings)])


def run_lines(runs: Sequence[RunResult], shown: RunResult | None, named: Sequence[str]) -> list[RunLine]:
    """The lines of a table of runs."""
    return [RunLine(k, run, run is shown, named) for k, run in enumerate(runs)]
