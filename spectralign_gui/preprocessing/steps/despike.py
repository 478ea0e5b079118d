"""Cosmic rays and dead pixels."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ...core.data import SpectralDataset
from ...core.parameters import Parameter
from ..step import Step, register_step
from ._base import by_stretch, changed


@register_step
class Despike(Step):
    """Replaces narrow spikes by a straight line between the channels beside them.

    Spikes are found by the modified z-score of the differences between neighbouring channels (Whitaker & Hayes,
    Chemom. Intell. Lab. Syst. 179 (2018) 82, eqs. 3-4), where a jump is followed by one the other way within `width`
    channels; a step to another level is no spike.
    """

    name = "despike"
    title = "Despike"
    help = "Takes out cosmic rays and dead pixels; not for line spectra (LIBS), whose lines are as narrow."
    group = "Noise"
    positional = "threshold"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("threshold", "float", 8.0, "Threshold", "How far a jump must rise above the noise; higher values "
                  "remove less.", minimum=1.0, maximum=1000.0),
        Parameter("width", "int", 3, "Widest spike", "Spikes wider than this are left as bands.", minimum=1, maximum=50,
                  unit="channels"),
    )

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        X, _ = by_stretch(self, dataset, self._clean, 1)
        return changed(dataset, X)

    def _clean(self, X: np.ndarray, x: np.ndarray) -> np.ndarray:
        result = X.copy()
        if X.shape[1] < 4:
            return result
        jumps = np.diff(X, axis=1)
        away = jumps - np.median(jumps, axis=1, keepdims=True)
        mad = np.median(np.abs(away), axis=1, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.where(mad > 0, 0.6745 * away / mad, 0.0)
        for row in np.flatnonzero((np.abs(z) > self.values["threshold"]).any(axis=1)):
            spikes = find_spikes(z[row], self.values["threshold"], self.values["width"])
            if spikes.any() and not spikes.all():
                good = ~spikes
                result[row, spikes] = np.interp(x[spikes], x[good], X[row, good])
        return result


def find_spikes(z: np.ndarray, threshold: float, width: int) -> np.ndarray:
    """Channels (p,) between a jump and its return; `z` (p − 1,) are the scores of the jumps.

    Neighbouring strong jumps of one sign are one jump, so that the flanks of a wider line are not cut off.
    """
    spikes = np.zeros(len(z) + 1, bool)
    strong = np.flatnonzero(np.abs(z) > threshold)
    new = np.flatnonzero((np.diff(strong) > 1) | (np.sign(z[strong[1:]]) != np.sign(z[strong[:-1]]))) + 1
    runs = [(int(run[0]), int(run[-1])) for run in np.split(strong, new) if len(run)]
    k = 0
    while k + 1 < len(runs):
        (start, _), (back, stop) = runs[k], runs[k + 1]
        if z[start] * z[back] < 0 and stop - start <= width:
            spikes[start + 1:stop + 1] = True
            k += 1
        k += 1
    return spikes
