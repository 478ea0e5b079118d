"""Groups of the samples of a run: as given, passed on between partners, or as clusters that stay the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...core.data import SpectralDataset
from ..run import RunResult

Key = tuple[str, int]
"""Instrument and row of a sample in the session."""


def own_groups(datasets: Sequence[SpectralDataset]) -> list[np.ndarray]:
    """Group of every sample as the data sets say; "" where they say nothing."""
    return [np.array(d.groups if d.groups is not None else ("",) * len(d), dtype=object) for d in datasets]


def pass_on(
    groups: Sequence[np.ndarray], partners: Sequence[tuple[int, int, int, int]] | np.ndarray,
) -> list[np.ndarray]:
    """Groups (text) where a sample without one takes that of its partner, which is the same physical sample."""
    passed = [np.array(g, dtype=object) for g in groups]
    for a, i, b, j in partners:
        if not passed[a][i]:
            passed[a][i] = passed[b][j]
        elif not passed[b][j]:
            passed[b][j] = passed[a][i]
    return passed


def given_groups(result: RunResult, datasets: Sequence[SpectralDataset] | None = None) -> list[np.ndarray]:
    """Groups of the samples of a run; `datasets` if they are described anew since."""
    return pass_on(own_groups(result.datasets if datasets is None else datasets),
                   np.concatenate([result.pairs, result.held_out_pairs]))


def keys(result: RunResult, instrument: int) -> list[Key]:
    """Which samples an instrument's rows in a run are."""
    name = result.datasets[instrument].name
    return [(name, int(row)) for row in result.kept_rows[instrument]]


def kept_clusters(result: RunResult, instrument: int, known: Mapping[Key, str]) -> np.ndarray | None:
    """Clusters of an earlier run for the samples of this one, so that before and after compare.

    Returns
    -------
    (n,) array of str or None
        None if a sample was in no cluster yet.
    """
    found = [known.get(key) for key in keys(result, instrument)]
    return None if not found or any(f is None for f in found) else np.array(found, dtype=object)
