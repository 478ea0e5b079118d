"""Axis and intensity of an instrument corrected by certificates: measured lines of standards, a certified response."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ...core.data import SpectralDataset
from ...core.errors import DataError, ParameterError
from ...core.measures.line_places import AxisCorrection, correction
from ...core.notes import Note
from ...core.parameters import Parameter
from ..step import Step, register_step
from ._base import changed, with_values


@register_step
class CertifiedAxis(Step):
    """Corrects the axis of one instrument by lines whose true places are known. Intensities stay.

    Position + a polynomial through certified − measured; beyond the outermost lines it is held as it is there.
    """

    name = "certified-axis"
    title = "Axis by certificate"
    help = "Moves the axis of one instrument so that measured lines of a standard stand where its certificate says."
    group = "Axis"
    positional = "measured"
    linear = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("measured", "floats", (), "Measured", "Where the lines were found, in axis units."),
        Parameter("certified", "floats", (), "Certified", "Where they are by the certificate, one for each."),
        Parameter("degree", "int", None, "Degree", "Of the polynomial; automatic is the lowest of 0, 1 and 2 that does "
                  "about as well at lines left out in turn.", minimum=0, maximum=3, has_automatic=True),
    )

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        measured, certified = self.values["measured"], self.values["certified"]
        if len(measured) != len(certified):
            raise ParameterError("certificate.two_lists", a=len(measured), b=len(certified))
        try:
            self._made: AxisCorrection | None = correction(
                np.array(measured), np.array(certified), self.values["degree"]) if measured else None
        except DataError as error:
            raise ParameterError(error.note) from error

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        if self._made is None:
            return dataset
        values = self._made.at(dataset.axis.values)
        if not np.isfinite(values).all() or (np.diff(values) <= 0).any():
            raise DataError("certificate.folds", title=self.title, name=dataset.name)
        return dataset.with_(axis=with_values(dataset.axis, values))


@register_step
class CertifiedIntensity(Step):
    """Multiplies intensities of one instrument by a factor that depends on the place on the axis.

    Between the places the logarithm of the factor is interpolated (Fritsch & Carlson 1980, SIAM J. Numer. Anal. 17,
    238); beyond them nothing is certified, and values are missing.
    """

    name = "certified-intensity"
    title = "Intensity by certificate"
    help = "Takes out how one instrument responds along its axis, as a certified source shows it."
    group = "Intensity"
    positional = "at"
    linear = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("at", "floats", (), "At", "Places on the axis, ascending."),
        Parameter("factor", "floats", (), "Factor", "What intensities are multiplied by there, one for each."),
    )

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        at, factor = (np.array(self.values[k], dtype=float) for k in ("at", "factor"))
        if len(at) != len(factor):
            raise ParameterError("certificate.two_lists", a=len(at), b=len(factor))
        if len(at) == 1 or (np.diff(at) <= 0).any() or not (factor > 0).all():
            raise ParameterError("certificate.curve")
        self._at, self._factor = at, factor

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        if not len(self._at):
            return dataset
        from scipy.interpolate import PchipInterpolator

        x = dataset.axis.values
        inside = (x >= self._at[0]) & (x <= self._at[-1])
        if not inside.any():
            raise DataError("certificate.none_within", low=float(self._at[0]), high=float(self._at[-1]))
        factor = np.full(len(x), np.nan)
        factor[inside] = np.exp(PchipInterpolator(self._at, np.log(self._factor))(x[inside]))
        notes = [] if inside.all() else [Note(
            "certificate.outside", "warning", title=self.title, name=dataset.name, n=int((~inside).sum()),
            low=float(self._at[0]), high=float(self._at[-1]))]
        return changed(dataset, dataset.spectra.astype(np.float64) * factor, notes=notes)
