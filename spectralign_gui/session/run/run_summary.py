"""What a run comes to, in a few sentences: the head of its report."""

from __future__ import annotations

import numpy as np

from ...core.notes import Note
from ..compare.evaluate import advice_of
from .convergence import stopped_at
from .held_out import rebuilt_spectra
from .outlying_samples import outlying_samples
from .result import RunResult

AMONG = 3
"""Partners among so many nearest are the figure that methods are compared by."""


def in_short(result: RunResult) -> list[Note]:
    """Notes that answer, in this order: of what, does it hold, what is recommended, what is to be looked at."""
    found = [_what(result), *_how_well(result)]
    advice = advice_of(result)
    if advice is not None:
        found.append(Note("summary.recommended", "advice", said=advice["sentence"]))
    if not result.fitted.convergence.converged:
        at = stopped_at(result)
        found.append(Note("summary.not_converged") if at is None else Note("summary.stopped", at=at))
    outlying = len(outlying_samples(result))
    if outlying:
        found.append(Note("summary.outlying", n=outlying))
    if result.warnings:
        found.append(Note("summary.warnings", n=len(result.warnings)))
    return found


def _what(result: RunResult) -> Note:
    a, *others = (d.name for d in result.datasets)
    used = sum(not s.held_out for s in result.state.standards)
    if not others:
        return Note("summary.of_one", "info", title=result.method.title, a=a)
    return Note("summary.by_standards" if len(result.pairs) else "summary.without_standards", "info",
                title=result.method.title, others=others, a=a, n=used)


def _how_well(result: RunResult) -> list[Note]:
    if not any(s.held_out for s in result.state.standards):
        return [Note("summary.none_held_out")]
    found = []
    hit = result.quality.hit.get(str(AMONG))
    pairs = result.held_out_pairs
    if hit is not None and len(pairs):
        worse = min(hit["a_to_b"], hit["b_to_a"])
        a, b = int(pairs[0][0]), int(pairs[0][2])
        chance = AMONG / min(len(result.datasets[a]), len(result.datasets[b]))
        found.append(Note("summary.partners", "info", n=len(pairs), worse=worse, among=AMONG, chance=min(chance, 1.0)))
    for name, (before, after) in rebuilt_spectra(result).items():
        if np.isfinite(before) and before > 0:
            found.append(Note(*("summary.closer", "info") if after < before else ("summary.no_closer", "warning"),
                              name=name, reference=result.datasets[0].name, after=after, before=before))
    return found
