"""What a run comes to, in a few sentences: the head of its report."""

from __future__ import annotations

import numpy as np

from ...core.figures import percent
from ..compare.evaluate import advice_of
from .convergence import stopped_at
from .held_out import rebuilt_spectra
from .outlying_samples import outlying_samples
from .result import RunResult

AMONG = 3
"""Partners among so many nearest are the figure that methods are compared by."""


def in_short(result: RunResult) -> list[str]:
    """Sentences that answer, in this order: of what, does it hold, what is recommended, what is to be looked at."""
    found = [_what(result), *_how_well(result)]
    advice = advice_of(result)
    if advice is not None:
        found.append(f"Recommended, from left-out standards: {advice['sentence']}")
    if not getattr(result.estimator, "converged_", True):
        at = stopped_at(result)
        found.append("The iteration did not converge." if at is None else f"You stopped the iteration at step {at}.")
    outlying = len(outlying_samples(result))
    if outlying:
        found.append(f"{outlying} outlying sample{'s are' if outlying > 1 else ' is'} named under Quality.")
    if result.warnings:
        some = len(result.warnings)
        found.append(f"{some} warning{'s' if some > 1 else ''} should be read, below.")
    return found


def _what(result: RunResult) -> str:
    a, *others = (d.name for d in result.datasets)
    used = sum(not s.held_out for s in result.state.standards)
    if not others:
        return f"{result.method.title} of {a}."
    ties = "without standards" if not len(result.pairs) else f"by {used} standard{'s' if used != 1 else ''}"
    return f"{result.method.title} of {', '.join(others)} and {a} {ties}."


def _how_well(result: RunResult) -> list[str]:
    if not any(s.held_out for s in result.state.standards):
        return ["No standard was held out, so nothing here says how well it works on samples it was not told about."]
    found = []
    hit = result.quality.get("hit", {}).get(str(AMONG))
    pairs = result.held_out_pairs
    if hit is not None and len(pairs):
        worse = min(hit["a_to_b"], hit["b_to_a"])
        a, b = int(pairs[0][0]), int(pairs[0][2])
        chance = AMONG / min(len(result.datasets[a]), len(result.datasets[b]))
        found.append(f"Of the {len(pairs)} held-out pairs of spectra {percent(worse)} are found among the {AMONG} "
                     f"nearest, in the worse direction; by chance it would be {percent(min(chance, 1.0))}.")
    for name, (before, after) in rebuilt_spectra(result).items():
        if np.isfinite(before) and before > 0:
            better = "closer to" if after < before else "NO closer to"
            found.append(f"Held-out spectra of {name} come out {better} those of {result.datasets[0].name}: off by "
                         f"{after:.3g} per channel, {before:.3g} as measured.")
    return found
