"""What leaving samples out has done to a run: a collapsed joint space or lost hits are said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...core.figures import percent
from .execution import RunResult

LOST_STANDARDS = 2
"""Held-out standards that have to lose their partner before it is said: one alone is chance."""


def left_out_since(before: RunResult, after: RunResult) -> int:
    """How many samples are left out in `after` that took part in `before`, if nothing else has changed; else 0."""
    a, b = before.state, after.state
    same = (before.method.name == after.method.name and a.preprocessing == b.preprocessing
            and a.method_parameters() == b.method_parameters() and a.standards == b.standards
            and len(a.datasets) == len(b.datasets)
            and all(x is y for x, y in zip(a.datasets, b.datasets, strict=True)))
    out_before, out_after = ({(name, row) for name, rows in s.excluded.items() for row in rows} for s in (a, b))
    return len(out_after - out_before) if same and out_before <= out_after else 0


def harm_of_leaving_out(before: RunResult, after: RunResult) -> str:
    """A sentence if leaving samples out has collapsed the joint space or lost hits; "" if it has not."""
    left = left_out_since(before, after)
    if not left:
        return ""
    parts = []
    dimensions = [r.embeddings[0].shape[1] if r.embeddings else 0 for r in (before, after)]
    if 0 < dimensions[1] <= dimensions[0] // 2:
        parts.append(f"the joint space has {dimensions[1]} dimension{'s' if dimensions[1] > 1 else ''} instead of "
                     f"{dimensions[0]}")
    hits = [r.quality.hit["3"] for r in (before, after) if "3" in r.quality.hit]
    if len(hits) == 2:
        worse = [min(h.values()) for h in hits]
        if (worse[0] - worse[1]) * max(len(after.held_out_pairs), 1) > LOST_STANDARDS - 0.5:
            parts.append(f"the hits of held-out standards fell from {percent(worse[0])} to {percent(worse[1])}")
    if not parts:
        return ""
    who = "one more sample is" if left == 1 else f"{left} more samples are"
    return (f"Since {who} left out, {' and '.join(parts)}. Undo brings {'it' if left == 1 else 'them'} back; or set "
            "the rank and the number of dimensions yourself.")


def with_harm(result: RunResult, earlier: Sequence[RunResult]) -> RunResult:
    """The run with a warning if it is worse than the newest earlier one with fewer samples left out."""
    for before in reversed(earlier):
        if left_out_since(before, result):
            sentence = harm_of_leaving_out(before, result)
            return replace(result, warnings=(*result.warnings, sentence)) if sentence else result
    return result
