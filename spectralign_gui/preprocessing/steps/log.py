"""Logarithm and absorbance."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ...core.data import SpectralDataset
from ...core.data.units import convert_quantity, looks_like_percent
from ...core.errors import DataError
from ...core.parameters import Parameter
from ..step import Step, register_step
from ._base import changed


@register_step
class Log(Step):
    """Logarithm of the intensities; values that have none become missing, and a sentence counts them."""

    name = "log"
    title = "Logarithm"
    help = "Takes the logarithm (or square root) of the intensities, to even out strong and weak lines."
    group = "Intensity"
    positional = "base"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("base", "choice", "10", "Function", "Base of the logarithm, or the square root.",
                  choices=("10", "e", "2", "sqrt")),
        Parameter("offset", "float", 0.0, "Offset", "Added before, so that small negative values keep a logarithm."),
    )

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        X = dataset.spectra.astype(np.float64) + self.values["offset"]
        function = {"10": np.log10, "e": np.log, "2": np.log2, "sqrt": np.sqrt}[self.values["base"]]
        legal = X >= 0 if self.values["base"] == "sqrt" else X > 0
        result = np.full(X.shape, np.nan)
        function(X, out=result, where=legal)
        lost = int(np.isnan(result).sum()) - dataset.missing
        if lost == X.size - dataset.missing and lost:
            raise DataError("log.none_positive", title=self.title, name=dataset.name)
        word = "below zero have no root" if self.values["base"] == "sqrt" else "at or below zero have no logarithm"
        return changed(dataset, result, notes=[f"{self.title}: {lost} values of {dataset.name} {word} and are missing "
                                               "now."] if lost else [])


@register_step
class Absorbance(Step):
    """Absorbance, −log₁₀ of reflectance or transmittance.

    Whether they are in percent is told, or judged once on the training spectra. Values at or below zero become
    missing, and a sentence counts them. Spectra that are absorbance already stay as they are.
    """

    name = "absorbance"
    title = "Absorbance"
    help = "Turns reflectance or transmittance into absorbance (−log₁₀)."
    group = "Intensity"
    positional = "given"
    learned: ClassVar[tuple[str, ...]] = ("percent",)
    percent: bool
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("given", "choice", "auto", "Spectra are", "What the intensities are; auto takes the data set's word.",
                  choices=("auto", "reflectance", "transmittance")),
        Parameter("scale", "choice", "auto", "In", "Fraction (0 to 1) or percent; auto says percent if most training "
                  "spectra exceed 2.", choices=("auto", "fraction", "percent")),
    )

    def _fit(self, dataset: SpectralDataset) -> None:
        self.percent = (looks_like_percent(dataset.spectra) if self.values["scale"] == "auto"
                        else self.values["scale"] == "percent")

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        if not hasattr(self, "percent"):
            raise DataError("log.not_learned", title=self.title)
        given = dataset.quantity if self.values["given"] == "auto" else self.values["given"]
        return convert_quantity(dataset.with_(quantity=given), "absorbance", percent=bool(self.percent))
