"""Materials and lamps whose lines are known, and where these stand on the axis of a Raman instrument."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import DataError

SHIFT, AIR = "raman-shift", "nm"


@dataclass(frozen=True)
class Certificate:
    """Known lines.

    Parameters
    ----------
    name, title, source : str
    unit : {"raman-shift", "nm"}
        Raman shifts in cm⁻¹, or wavelengths in standard air.
    lines : tuple of float
    errors : tuple of float
        Standard uncertainties, in the same unit.
    """

    name: str
    title: str
    source: str
    unit: str
    lines: tuple[float, ...]
    errors: tuple[float, ...]

    @property
    def is_lamp(self) -> bool:
        """Whether there should be no light between the lines."""
        return self.unit == AIR


_NEON = (585.24878, 588.18950, 594.48340, 602.99968, 607.43376, 609.61630, 614.30627, 616.35937, 621.72812, 626.64952,
         633.44276, 638.29914, 640.22480, 650.65277, 653.28824, 659.89528, 667.82766, 671.70430, 692.94672, 703.24128,
         717.39380, 724.51665, 743.88981, 753.57739)
_ARGON = (696.5431, 706.7218, 714.7042, 727.2936, 738.3980, 750.3869, 763.5106, 772.3761, 794.8176, 801.4786, 811.5311,
          826.4522, 842.4648, 852.1442, 866.7944, 912.2967, 922.4499, 965.7786)
CERTIFICATES = {c.name: c for c in (
    Certificate("silicon", "Silicon", "Itoh & Shirono (2020), J. Raman Spectrosc. 51, 2496: NMIJ CRM 5606-a, "
                "520.45 ± 0.28 (k = 2)", SHIFT, (520.45,), (0.14,)),
    Certificate("polystyrene", "Polystyrene", "ASTM E1840 (mean and standard deviation of seven laboratories)", SHIFT,
                (620.9, 795.8, 1001.4, 1031.8, 1155.3, 1450.5, 1583.1, 1602.3, 2852.4, 2904.5, 3054.3),
                (0.69, 0.78, 0.54, 0.43, 0.56, 0.56, 0.86, 0.73, 0.89, 1.22, 1.36)),
    Certificate("neon", "Neon lamp", "NIST Atomic Spectra Database", AIR, _NEON, (0.0002,) * len(_NEON)),
    Certificate("argon", "Argon lamp", "NIST Atomic Spectra Database", AIR, _ARGON, (0.0002,) * len(_ARGON)))}


def index_of_air(vacuum_nm: np.ndarray) -> np.ndarray:
    """Refractive index of standard air, 185 to 1700 nm (Peck & Reeder 1972, J. Opt. Soc. Am. 62, 958)."""
    square = (1e3 / np.asarray(vacuum_nm, dtype=np.float64)) ** 2
    return np.asarray(1.0 + 2480990e-8 / (132.274 - square) + 17455.7e-8 / (39.32957 - square) + 8060.51e-8)


def to_vacuum(air_nm: np.ndarray) -> np.ndarray:
    """Wavelengths in vacuum of wavelengths in air."""
    air = np.asarray(air_nm, dtype=np.float64)
    return air * index_of_air(air * index_of_air(air))


def on_axis(certificate: Certificate, unit: str, laser_nm: float | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Lines and their standard uncertainties in the unit of an axis, ascending.

    Parameters
    ----------
    certificate : Certificate
    unit : str
        Of the axis: a Raman shift, or nm of a lamp.
    laser_nm : float, optional
        Laser line in air, for a lamp on an axis of Raman shifts.

    Raises
    ------
    DataError
        The certificate says nothing about such an axis, or the laser line is needed.
    """
    lines, errors = np.array(certificate.lines), np.array(certificate.errors)
    if unit == certificate.unit or (unit == "cm-1" and certificate.unit == SHIFT):
        return lines, errors
    if unit != SHIFT or not certificate.is_lamp:
        raise DataError("certificate.unit", title=certificate.title, unit=unit)
    if laser_nm is None or not laser_nm > 0:
        raise DataError("certificate.laser", title=certificate.title)
    wave = to_vacuum(lines)
    shifts = 1e7 / float(to_vacuum(np.array(laser_nm))) - 1e7 / wave
    order = np.argsort(shifts)
    return shifts[order], (errors * 1e7 / wave ** 2)[order]
