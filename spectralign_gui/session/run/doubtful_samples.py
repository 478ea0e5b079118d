"""Samples whose marked pairing a run puts in doubt."""

from __future__ import annotations

import numpy as np

from ..state.selections import Sample
from .pair_check import KEY
from .result import RunResult


def samples_in_doubt(result: RunResult) -> list[Sample]:
    """Samples of the session whose pairing contradicts the others; empty if none does."""
    samples: dict[Sample, None] = {}
    for a, i, b, j in np.asarray(result.quality.get(KEY, ()), dtype=np.int64).reshape(-1, 4).tolist():
        for k, row in ((a, i), (b, j)):
            samples[result.datasets[k].name, int(result.kept_rows[k][row])] = None
    return list(samples)
