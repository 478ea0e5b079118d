"""Total intensity of each spectrum, or of each detector's part of it."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ...core.data import SpectralDataset
from ...core.data.resample import regions
from ...core.errors import DataError, ParameterError
from ...core.parameters import Parameter, the_parameter
from ..step import Step, register_step
from ._base import changed, in_ranges, name_rows, parse_ranges


@register_step
class Normalise(Step):
    """Divides each spectrum by its area (trapezoid over the axis), sum, maximum, norm, or the area of a band.

    With regions, each region of the axis is divided by itself: sum per detector is the "norm 3" of ChemCam (Wiens et
    al., Spectrochim. Acta B 82 (2013) 1). Missing values are left out of the sums and stay missing.
    """

    name = "normalise"
    title = "Normalise"
    help = "Divides each spectrum (or each detector's part of it) by its own size, to cancel illumination or amount."
    group = "Scatter"
    positional = "by"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("by", "choice", "area", "By", "Area over the axis, plain sum, maximum, Euclidean norm, or the area "
                  "of one band.", choices=("area", "sum", "max", "norm", "band")),
        Parameter("band", "text", "", "Band", "Range of the band whose area becomes 1, such as 990-1010.",
                  when=("by", ("band",))),
        Parameter("regions", "text", "whole", "Regions", "'whole' spectrum; 'detectors': each stretch between gaps "
                  "of the axis separately (ChemCam's norm 3 with sum); or ranges such as 240-340,380-470,475-905."),
    )

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        self.band = parse_ranges(self.values["band"], "band")
        if self.values["by"] == "band" and not self.band:
            raise ParameterError("normalise.no_band", parameter=the_parameter('band'))
        text = self.values["regions"].strip().lower()
        self.ranges = () if text in ("", "whole", "detectors") else parse_ranges(text, "regions")
        self.per_detector = text == "detectors"
        if self.values["by"] == "band" and (self.ranges or self.per_detector):
            raise ParameterError("normalise.band_of_whole", parameter=the_parameter('regions'))

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        x, X = dataset.axis.values, dataset.spectra.astype(np.float64)
        for part in self._parts(dataset):
            inside = part & in_ranges(x, self.band) if self.values["by"] == "band" else part
            if not inside.any():
                raise DataError("normalise.empty_band", title=self.title, name=dataset.name,
                                values=self.values['band'])
            size = self._size(X[:, inside], x[inside])
            level = np.nanmax(np.abs(X[:, inside]), axis=1, initial=0.0)
            bad = np.flatnonzero(~(np.abs(size) > 1e-14 * level))
            if len(bad):
                raise DataError("normalise.nothing_to_divide_by", title=self.title, name_rows=name_rows(dataset, bad),
                                name=dataset.name, values=self.values['by'], x=x[inside][0], x2=x[inside][-1],
                                unit=dataset.axis.unit)
            X[:, part] /= size[:, None]
        return changed(dataset, X)

    def _parts(self, dataset: SpectralDataset) -> list[np.ndarray]:
        """Masks of the channels that are divided together."""
        x = dataset.axis.values
        if self.per_detector:
            masks = []
            for region in regions(x):
                mask = np.zeros(len(x), bool)
                mask[region] = True
                masks.append(mask)
            return masks
        if not self.ranges:
            return [np.ones(len(x), bool)]
        masks = [in_ranges(x, [r]) for r in self.ranges]
        outside = ~np.any(masks, axis=0)
        if outside.any():
            raise DataError("normalise.outside_regions", title=self.title, sum=int(outside.sum()), name=dataset.name,
                            x=x[outside][0], unit=dataset.axis.unit)
        return masks

    def _size(self, X: np.ndarray, x: np.ndarray) -> np.ndarray:
        by = self.values["by"]
        if by == "max":
            return np.nanmax(X, axis=1, initial=-np.inf)
        if by == "norm":
            return np.sqrt(np.nansum(X ** 2, axis=1))
        if by == "sum" or X.shape[1] == 1:
            return np.nansum(X, axis=1)
        if not np.isnan(X).any():
            return np.trapezoid(X, x, axis=1)
        # over a gap of missing values the trapezoid spans to the next present channel
        return np.array([np.trapezoid(row[ok], x[ok]) for row, ok in zip(X, ~np.isnan(X), strict=True)])
