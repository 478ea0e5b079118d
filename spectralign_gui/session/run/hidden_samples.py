"""Why standards fit no better than by chance: spikes and baselines can hide what the samples differ in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.data import SpectralDataset
from ...core.notes import Note
from ...preprocessing.step import create_step

PRESET = "Raman: baseline and area"
"""What takes both out."""
MOST = 20
"""So many spectra of an instrument tell whether there are spikes and baselines."""
RAMAN_SHIFTS = (10.0, 4500.0)
"""Range of the axis in cm-1, also where no unit is told, in which cosmic rays and fluorescence are
met; lines of LIBS and NIR are elsewhere."""
SPIKED = 0.1
"""Share of the spectra with a spike from which spikes are named."""
COVERED = 0.5
"""Share of the differences between spectra that the baseline makes, from which it is named."""


def what_hides(datasets: Sequence[SpectralDataset]) -> Note:
    """What is to be done about a list of standards that fits no better than by chance.

    Parameters
    ----------
    datasets : sequence of SpectralDataset
        As they went into the fit.

    Returns
    -------
    Note
        "pairs.hidden" with the instruments that have spikes or a baseline, else "pairs.list_is_wrong".
    """
    spikes, baselines = [], []
    for dataset in datasets:
        if not _raman(dataset):
            continue
        few = dataset.take(np.unique(np.linspace(0, len(dataset) - 1, MOST).astype(int)))
        if not np.isfinite(few.spectra).all():
            continue
        smooth = create_step("despike").apply(few)
        spiked = (np.asarray(smooth.spectra) != np.asarray(few.spectra)).any(axis=1).mean() >= SPIKED
        if spiked:
            spikes.append(dataset.name)
        # numbers without a unit are Raman shifts only where there are cosmic rays: near infrared has baselines too
        if (spiked or dataset.axis.unit == "cm-1") and _baseline_share(smooth) >= COVERED:
            baselines.append(dataset.name)
    if not spikes and not baselines:
        return Note("pairs.list_is_wrong")
    what = Note("pairs.hidden_spikes", "info", sets=spikes) if not baselines else Note(
        "pairs.hidden_baselines", "info", sets=baselines) if not spikes else Note(
        "pairs.hidden_both", "info", spikes=spikes, baselines=baselines)
    return Note("pairs.hidden", "advice", what=what, preset=PRESET)


def _raman(dataset: SpectralDataset) -> bool:
    values = dataset.axis.values
    low, high = RAMAN_SHIFTS
    return dataset.axis.unit in ("cm-1", "unknown") and low <= values.min() < 2000 and values.max() <= high


def _baseline_share(dataset: SpectralDataset) -> float:
    """Share of the variance between the spectra that is in their baselines."""
    X = np.asarray(dataset.spectra, dtype=np.float64)
    base = X - np.asarray(create_step("baseline").apply(dataset).spectra)
    total = float(X.var(axis=0).sum())
    return float(base.var(axis=0).sum()) / total if total > 0 else 0.0
