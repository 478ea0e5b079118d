"""Keep or leave out ranges of the axis."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ...core.data import SpectralDataset
from ...core.parameters import Parameter
from ..step import Step, register_step
from ._base import changed, in_ranges, keep_channels, parse_ranges


class _Ranges(Step):
    """Base of steps about ranges."""

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        self.ranges = parse_ranges(self.values["ranges"])


@register_step
class Crop(_Ranges):
    """Keeps the channels inside the ranges (ends included); without a range all."""

    name = "crop"
    title = "Crop"
    help = "Keeps only the given ranges of the axis."
    group = "Axis"
    positional = "ranges"
    linear = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("ranges", "text", "", "Ranges to keep",
                  "Ranges in the unit of the axis, such as 400-1100,1200-1700; an end may be left open (1200-)."),
    )

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        if not self.ranges:
            return dataset
        return keep_channels(self, dataset, in_ranges(dataset.axis.values, self.ranges))


@register_step
class Mask(_Ranges):
    """Leaves out the channels inside the ranges, or makes them missing (to be bridged by the step Missing values)."""

    name = "mask"
    title = "Mask"
    help = "Takes the given ranges of the axis out (a water band, a laser line, a detector joint)."
    group = "Axis"
    positional = "ranges"
    linear = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("ranges", "text", "", "Ranges to mask",
                  "Ranges in the unit of the axis, such as 1350-1450; an end may be left open (-420)."),
        Parameter("how", "choice", "drop", "How", "Leave the channels out, or keep them as missing values.",
                  choices=("drop", "missing")),
    )

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        inside = in_ranges(dataset.axis.values, self.ranges)
        if self.values["how"] == "drop":
            return keep_channels(self, dataset, ~inside)
        if not inside.any():
            return dataset
        X = np.array(dataset.spectra)
        X[:, inside] = np.nan
        return changed(dataset, X, notes=[f"{self.title}: {int(inside.sum())} channels of {dataset.name} are missing "
                                          "now; most methods need them bridged first."])


