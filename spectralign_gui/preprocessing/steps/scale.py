"""Per-channel centring and scaling, learned on the training spectra."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ...core.data import SpectralDataset
from ...core.errors import DataError
from ...core.parameters import Parameter
from ..step import register_step
from ._base import LearnsChannels, changed


class _PerChannel(LearnsChannels):
    """Base: x ↦ (x − centre)/scale, both (p,). Missing values are left out when learning and stay missing."""

    group = "Channels"
    linear = True
    learned: ClassVar[tuple[str, ...]] = ("axis_values", "centre", "scale")
    centre: np.ndarray
    scale: np.ndarray

    def _values(self, dataset: SpectralDataset) -> np.ndarray:
        X = dataset.spectra.astype(np.float64)
        empty = np.isnan(X).all(axis=0)
        if empty.any():
            raise DataError("scale.empty_channels", title=self.title, sum=int(empty.sum()), name=dataset.name)
        return X

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        return changed(dataset, (dataset.spectra.astype(np.float64) - self.centre) / self.scale)


@register_step
class Centre(_PerChannel):
    """Subtracts the mean (or median) of every channel over the training spectra."""

    name = "centre"
    title = "Centre channels"
    help = "Subtracts the average training spectrum (learned)."
    positional = "by"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("by", "choice", "mean", "By", "Mean, or median (not moved by outliers).", choices=("mean", "median")),
    )

    def _fit(self, dataset: SpectralDataset) -> None:
        X = self._values(dataset)
        self.centre = (np.nanmean if self.values["by"] == "mean" else np.nanmedian)(X, axis=0)
        self.scale = np.ones(X.shape[1])


@register_step
class Scale(_PerChannel):
    """Divides every channel by its spread over the training spectra, centred before by default.

    A channel that is constant over the training spectra has no spread: it is only centred.
    """

    name = "scale"
    title = "Scale channels"
    help = "Gives every channel the same weight by dividing by its spread over the training spectra (learned)."
    positional = "by"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("by", "choice", "standard", "By", "Standard deviation (autoscaling), its square root (Pareto), the "
                  "range, or the root mean square.", choices=("standard", "pareto", "range", "rms")),
        Parameter("centre", "bool", True, "Centre first", "Subtract the mean of every channel before."),
    )

    def _fit(self, dataset: SpectralDataset) -> None:
        X, by = self._values(dataset), self.values["by"]
        mean = np.nanmean(X, axis=0)
        level = np.nanmax(np.abs(X), axis=0)
        if by == "range":
            spread = np.nanmax(X, axis=0) - np.nanmin(X, axis=0)
        elif by == "rms":
            spread = np.sqrt(np.nanmean((X - mean if self.values["centre"] else X) ** 2, axis=0))
        else:
            # n - 1 as chemometric programs do; one spectrum alone has no spread
            count = np.maximum((~np.isnan(X)).sum(axis=0) - 1, 1)
            spread = np.sqrt(np.nansum((X - mean) ** 2, axis=0) / count)
        flat = spread <= 1e-14 * level
        self.centre = mean if self.values["centre"] else np.zeros(X.shape[1])
        self.scale = np.where(flat, 1.0, np.sqrt(spread) if by == "pareto" else spread)
