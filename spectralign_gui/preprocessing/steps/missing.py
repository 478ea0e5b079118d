"""What to do about missing values."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ...core.data import SpectralDataset
from ...core.data.missing import channels_to_drop, fill_gaps, rows_to_drop
from ...core.data.resample import regions
from ...core.parameters import Parameter
from ..step import register_step
from ._base import LearnsChannels, changed, keep_channels


@register_step
class Missing(LearnsChannels):
    """Closes short gaps by a straight line, or leaves channels or samples with missing values out.

    Dropping channels learns which on the training spectra, so that later samples get the same channels.
    """

    name = "missing"
    title = "Missing values"
    help = "Closes short gaps by a straight line, or leaves out the channels or samples that have gaps."
    group = "Data"
    positional = "how"
    learned: ClassVar[tuple[str, ...]] = ("axis_values", "kept_channels")
    kept_channels: np.ndarray
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("how", "choice", "interpolate", "What to do",
                  "Interpolate short gaps, or drop the channels or the samples with gaps.",
                  choices=("interpolate", "drop-channels", "drop-samples")),
        Parameter("max_gap", "int", 5, "Longest gap closed",
                  "Longest gap that is closed by a straight line; gaps at the ends are never closed.",
                  minimum=1, unit="channels", has_automatic=True, when=("how", ("interpolate",))),
        Parameter("share", "float", 0.0, "Share allowed",
                  "Channels (or samples) that miss more than this share of their values are dropped.",
                  minimum=0.0, maximum=1.0, open_maximum=True, when=("how", ("drop-channels", "drop-samples"))),
    )

    def _fit(self, dataset: SpectralDataset) -> None:
        keep = np.ones(len(dataset.axis), bool)
        if self.values["how"] == "drop-channels":
            keep[channels_to_drop(dataset.spectra, self.values["share"])] = False
            keep_channels(self, dataset, keep)
        self.kept_channels = keep

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        if self.values["how"] == "drop-channels":
            return keep_channels(self, dataset, np.asarray(self.kept_channels, bool))
        if self.values["how"] == "drop-samples" or not dataset.missing:
            return dataset
        X = np.array(dataset.spectra)
        for region in regions(dataset.axis.values):
            X[:, region] = fill_gaps(X[:, region], dataset.axis.values[region], self.values["max_gap"])
        left = int(np.isnan(X).sum())
        return changed(dataset, X, notes=[f"{self.title}: {left} values of {dataset.name} are still missing, in gaps "
                                          "that are longer or at an end."] if left else [])

    def dropped_rows(self, dataset: SpectralDataset) -> np.ndarray:
        """Rows with more missing values than allowed."""
        if self.values["how"] != "drop-samples":
            return super().dropped_rows(dataset)
        return rows_to_drop(dataset.spectra, self.values["share"])
