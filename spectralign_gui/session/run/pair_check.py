"""Whether the marked standards of a run contradict each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.data import SpectralDataset
from ...core.measures.mixed_up import mixed_up
from ...core.monitor import Monitor
from ...core.naming import datasets_called
from ...core.notes import Note, of_code
from .hidden_samples import what_hides


def look_at_pairs(
    datasets: Sequence[SpectralDataset], pairs: np.ndarray, said: Sequence[str], monitor: Monitor | None = None,
) -> tuple[list[Note], np.ndarray]:
    """What is to be said of pairs that contradict the others, and these pairs.

    Parameters
    ----------
    datasets : sequence of SpectralDataset
        As they went into the fit.
    pairs : (m, 4) int array
        Of all standards, held out or not.
    said : sequence of str
        What the method itself has said; not said again.
    monitor : Monitor, optional

    Returns
    -------
    notes : list of Note
    pairs : (k, 4) int array
        Empty where nothing contradicts or the data cannot tell.
    """
    with datasets_called(datasets):
        found = mixed_up([d.spectra for d in datasets], pairs, monitor)
    told = bool(of_code(said, "pairs.by_chance"))
    notes = [f.sentence for f in found if not (f.whole and told)]
    if any(f.whole for f in found):
        notes.append(what_hides(datasets))
    return notes, np.concatenate([np.zeros((0, 4), dtype=np.int64), *(f.pairs for f in found)])
