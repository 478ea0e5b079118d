"""A run in words."""

from __future__ import annotations

import math

from ...core.figures import percent
from ...session.run import RunResult
from ...session.run.convergence import convergence_text


def hit_text(result: RunResult, k: str = "3") -> str:
    """Hit rate of both directions, or a dash."""
    hit = result.quality.get("hit", {}).get(k)
    if not hit:
        return "–"
    shares = [hit["a_to_b"], hit["b_to_a"]]
    return " / ".join(map(percent, shares))


def worse_hit(result: RunResult, k: str = "3") -> float:
    """Hit rate of the worse direction; -1 where there is none."""
    hit = result.quality.get("hit", {}).get(k)
    shares = [s for s in hit.values() if not math.isnan(s)] if hit else []
    return min(shares, default=-1.0)


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
    if result.quality.get("hit"):
        text += f"; held-out standards found among the 3 nearest: {hit_text(result)}"
    if (word := convergence_text(result)) != "converged":
        text += f"; {word}"
    return text + "."


def _short(value: object) -> str:
    if isinstance(value, list | tuple) and len(value) > 6:
        return f"{len(value)} numbers"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
