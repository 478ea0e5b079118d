"""Samples whose marked pairing a run puts in doubt."""

from __future__ import annotations

from ..state.selections import Sample
from .result import RunResult


def samples_in_doubt(result: RunResult) -> list[Sample]:
    """Samples of the session whose pairing contradicts the others; empty if none does."""
    samples: dict[Sample, None] = {}
    for a, i, b, j in result.quality.in_doubt.tolist():
        for k, row in ((a, i), (b, j)):
            samples[result.datasets[k].name, int(result.kept_rows[k][row])] = None
    return list(samples)
