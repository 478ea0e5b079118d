"""An instrument against certificates: its axis by lines of a standard, its intensity by a certified source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.data import SpectralDataset
from ...core.errors import DataError
from ...core.measures.certificates import Certificate, on_axis
from ...core.measures.line_places import AxisCorrection, Places, correction, find_lines
from ...preprocessing.spec import StepSpec
from ...preprocessing.steps.certified import CertifiedAxis, CertifiedIntensity

WINDOW = {"nm": 3.0}
"""By how much an axis may be wrong, in its unit."""
WIDE = 25.0
"""The same of a Raman shift, cm⁻¹."""
KNOTS = 24
"""Places of a response curve; over each the measured spectrum is averaged."""


@dataclass(frozen=True, eq=False)
class AxisCertified:
    """The axis of an instrument against a certificate.

    Parameters
    ----------
    name, unit : str
        The instrument, and the unit of its axis.
    certificate : Certificate
    places : Places
    made : AxisCorrection
    spectra : int
        How many were averaged.
    """

    name: str
    unit: str
    certificate: Certificate
    places: Places
    made: AxisCorrection
    spectra: int

    @property
    def error(self) -> np.ndarray:
        """Measured − certified of the lines that were found."""
        return np.asarray(self.made.measured - self.made.certified)

    @property
    def step(self) -> StepSpec:
        """The step that corrects the axis."""
        return StepSpec(CertifiedAxis.name, {
            "measured": tuple(round(float(v), 6) for v in self.made.measured),
            "certified": tuple(round(float(v), 6) for v in self.made.certified), "degree": self.made.degree})


def mean_spectrum(dataset: SpectralDataset) -> np.ndarray:
    """The mean of the spectra without gaps.

    Raises
    ------
    DataError
        Every one has gaps.
    """
    y = np.asarray(dataset.spectra, dtype=np.float64)
    whole = np.isfinite(y).all(axis=1)
    if not whole.any():
        raise DataError("metrology.gaps", name=dataset.name)
    return np.asarray(y[whole].mean(axis=0))


def certify_axis(dataset: SpectralDataset, certificate: Certificate, laser_nm: float | None = None,
                 degree: int | None = None, window: float | None = None) -> AxisCertified:
    """Compare the axis of an instrument with a certificate.

    Parameters
    ----------
    dataset : SpectralDataset
        Spectra of the standard; their mean is taken.
    certificate : Certificate
    laser_nm : float, optional
        Of a lamp on an axis of Raman shifts; default what the file says.
    degree : int, optional
        See `core.measures.line_places.correction`.
    window : float, optional
        By how much the axis may be wrong.

    Raises
    ------
    DataError
        The certificate does not fit the axis, or no line is found.
    """
    unit = dataset.axis.unit
    lines, known = on_axis(certificate, unit, laser_nm if laser_nm is not None else dataset.axis.laser_nm)
    places = find_lines(np.asarray(dataset.axis.values, dtype=np.float64), mean_spectrum(dataset), lines, known,
                        WINDOW.get(unit, WIDE) if window is None else window)
    found = places.found
    return AxisCertified(dataset.name, unit, certificate, places,
                         correction(places.measured[found], places.certified[found], degree), len(dataset))


def certify_intensity(dataset: SpectralDataset, certified: Any, low: float, high: float) -> StepSpec:
    """The step that takes out the response of an instrument.

    Parameters
    ----------
    dataset : SpectralDataset
        Spectra of the certified source, dark subtracted; their mean is taken.
    certified : callable
        Relative intensity of the source at places on the axis.
    low, high : float
        Range in which that is certified.

    Raises
    ------
    DataError
        The axis has nothing in that range, or an intensity is not above zero there.

    Notes
    -----
    ASTM E2911: factor = certified / measured. Only its course is certified: the factors are scaled to a geometric
    mean of one. Structure narrower than a part of the axis (a ripple of the detector) stays.
    """
    x, y = np.asarray(dataset.axis.values, dtype=np.float64), mean_spectrum(dataset)
    inside = np.flatnonzero((x >= low) & (x <= high))
    if len(inside) < 4:
        raise DataError("certificate.none_within", low=low, high=high)
    ends = [inside[:1], *np.array_split(inside, min(KNOTS, len(inside) // 2)), inside[-1:]]
    slope = max(len(inside) // (2 * KNOTS), 1)
    ends[0], ends[-1] = inside[:slope], inside[-slope:]
    at = np.array([x[inside[0]], *(x[k].mean() for k in ends[1:-1]), x[inside[-1]]])
    measured = np.array([y[k].mean() for k in ends])
    source = np.array([np.mean(certified(x[k])) for k in ends])
    if not ((measured > 0) & (source > 0) & np.isfinite(source)).all():
        raise DataError("certificate.not_positive", name=dataset.name)
    factor = source / measured
    factor = factor / np.exp(np.log(factor).mean())
    return StepSpec(CertifiedIntensity.name, {"at": tuple(round(float(v), 6) for v in at),
                                              "factor": tuple(float(f"{v:.6g}") for v in factor)})
