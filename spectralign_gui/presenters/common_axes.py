"""Embeddings of several runs turned and scaled onto the first, so that like lies on like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..session.run import RunResult
from .plots.matching import Orientation


def comparable(runs: Sequence[RunResult]) -> list[list[np.ndarray] | None]:
    """Coordinates of every run to be drawn on common axes; None where a run has no joint space.

    Each embedding is scaled to a root mean square distance of 1 from its centre and turned (rotation and mirroring)
    onto that of the first run by the samples that both have: units and signs of a joint space mean nothing, its
    distances are kept but for the common factor.
    """
    shown: list[list[np.ndarray] | None] = []
    first: tuple[list[str], list[np.ndarray], list[np.ndarray]] | None = None
    for run in runs:
        if run.embeddings is None:
            shown.append(None)
            continue
        scaled = _scaled(run.embeddings)
        names = [d.name for d in run.datasets]
        rows = [np.asarray(r) for r in run.kept_rows]
        orientation = Orientation()
        if first is None:
            placed = orientation.apply(names, rows, scaled)
            first = names, rows, placed
        else:
            orientation.apply(*first)  # its signs are settled, so it stays as it is
            placed = orientation.apply(names, rows, scaled)
        shown.append(placed)
    return shown


def _scaled(embeddings: Sequence[np.ndarray]) -> list[np.ndarray]:
    stacked = np.vstack(list(embeddings))
    centre = np.nanmean(stacked, axis=0)
    size = float(np.sqrt(np.nanmean(((stacked - centre) ** 2).sum(axis=1))))
    return [(np.asarray(e, dtype=float) - centre) / (size or 1.0) for e in embeddings]
