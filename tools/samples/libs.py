"""LIBS of rock-like mixtures on two instruments.

Forward model, per sample: oxide weight percents → element amounts → line strengths (Boltzmann factor of the sample's
own plasma temperature, self-absorption by a saturating curve of growth) → Voigt profiles at the instrument's
resolution and axis offset → continuum → response of each spectrometer region → shot and read noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import voigt_profile

from .lines import LINES

OXIDES = ("SiO2", "TiO2", "Al2O3", "FeOT", "MnO", "MgO", "CaO", "Na2O", "K2O", "CO2")
# element, its mass fraction in the oxide (from atomic weights, IUPAC 2021), sensitivity of its lines
ELEMENT = {"SiO2": ("Si", 0.4674, 1.0), "TiO2": ("Ti", 0.5995, 3.0), "Al2O3": ("Al", 0.5293, 1.6),
           "FeOT": ("Fe", 0.7773, 1.2), "MnO": ("Mn", 0.7745, 5.0), "MgO": ("Mg", 0.6030, 3.0),
           "CaO": ("Ca", 0.7147, 3.5), "Na2O": ("Na", 0.7419, 6.0), "K2O": ("K", 0.8301, 5.0),
           "CO2": ("C", 0.2729, 0.8)}
# End members, wt-% in the order of OXIDES; the remainder to 100 is water and what is not analysed.
END_MEMBERS = {
    "basalt": (50.0, 1.6, 15.0, 10.8, 0.18, 7.2, 10.6, 2.7, 0.6, 0.0),
    "picrite": (45.0, 0.9, 9.5, 11.5, 0.18, 21.0, 8.8, 1.3, 0.2, 0.0),
    "andesite": (59.0, 0.8, 17.2, 6.6, 0.12, 3.2, 6.6, 3.6, 1.7, 0.0),
    "rhyolite": (74.0, 0.2, 13.2, 1.8, 0.05, 0.3, 1.0, 3.7, 4.8, 0.0),
    "granite": (70.5, 0.4, 14.5, 3.1, 0.06, 0.8, 2.0, 3.4, 4.2, 0.1),
    "limestone": (5.0, 0.1, 1.0, 0.6, 0.05, 1.6, 50.5, 0.1, 0.2, 40.0),
    "dolostone": (4.0, 0.1, 0.8, 0.9, 0.06, 19.5, 30.0, 0.1, 0.2, 44.0),
    "sandstone": (88.0, 0.4, 4.8, 1.8, 0.03, 0.6, 1.2, 0.6, 1.3, 0.7),
    "shale": (58.5, 0.8, 16.8, 6.8, 0.08, 2.6, 2.6, 1.1, 3.4, 2.0),
}


@dataclass(frozen=True)
class Instrument:
    """A spectrometer with several regions.

    Parameters
    ----------
    regions : tuple of (first nm, last nm, channels, relative response, FWHM nm)
    offset_nm : float
        Error of its wavelength calibration.
    stretch : float
        Relative error of its dispersion.
    counts : float
        Photons for a relative strength of 1: sets the shot noise.
    read_noise : float
        Counts.
    continuum : float
        Relative height of the continuum.
    """

    regions: tuple[tuple[float, float, int, float, float], ...]
    offset_nm: float
    stretch: float
    counts: float
    read_noise: float
    continuum: float

    @property
    def axis(self) -> np.ndarray:
        """Wavelengths as the instrument states them, nm."""
        return np.concatenate([np.linspace(a, b, n) for a, b, n, _, _ in self.regions])


LAB = Instrument(((240.0, 340.0, 900, 1.0, 0.12), (382.0, 470.0, 800, 1.5, 0.15), (480.0, 860.0, 1100, 0.8, 0.55)),
                 0.0, 0.0, 900.0, 3.0, 0.05)
FIELD = Instrument(((245.0, 338.0, 600, 0.55, 0.24), (384.0, 468.0, 520, 1.3, 0.26), (495.0, 848.0, 700, 1.1, 0.95)),
                   0.07, 1.5e-4, 350.0, 5.0, 0.11)


def compositions(count: int, rng: np.random.Generator) -> tuple[np.ndarray, list[str]]:
    """Oxide weight percents (count, 10), each row summing to at most 100, and the main rock of each sample."""
    names = list(END_MEMBERS)
    table = np.array([END_MEMBERS[n] for n in names])
    weights = rng.dirichlet(np.full(len(names), 0.35), size=count)
    oxides = weights @ table
    oxides *= rng.lognormal(0.0, 0.06, size=oxides.shape)  # no two rocks are alike
    total = oxides.sum(axis=1, keepdims=True)
    oxides *= np.minimum(1.0, 99.6 / total)
    return np.round(oxides, 2), [names[k] for k in weights.argmax(axis=1)]


def plume(oxides: np.ndarray, temperature: float) -> list[tuple[float, float, float]]:
    """Lines of one sample: (wavelength nm, strength, Lorentz half width nm)."""
    amount = {ELEMENT[o][0]: w / 100 * ELEMENT[o][1] * ELEMENT[o][2] for o, w in zip(OXIDES, oxides, strict=True)}
    amount["O"] = 0.45
    amount["H"] = 0.02 + 0.01 * max(0.0, 100 - oxides.sum())
    lines = []
    for element, table in LINES.items():
        for wavelength, strength, upper in table:
            boltzmann = np.exp(-upper / 8.617e-5 * (1 / temperature - 1 / 10_000))
            thin = amount[element] * strength * boltzmann / 100
            depth = 2.2 * thin if upper < 5.2 else 0.3 * thin
            lines.append((wavelength, thin * (1 - np.exp(-depth)) / depth if depth > 1e-9 else thin,
                          0.02 + 0.03 * min(depth, 3.0)))
    return lines


def measure(oxides: np.ndarray, instrument: Instrument, rng: np.random.Generator, temperature: float) -> np.ndarray:
    """Counts of one sample (channels,)."""
    laser = rng.lognormal(0.0, 0.12)  # shot-to-shot energy: the whole spectrum scales
    lines = plume(oxides, temperature * (1 + rng.normal(0, 0.01)))
    parts = []
    for first, last, channels, response, fwhm in instrument.regions:
        stated = np.linspace(first, last, channels)
        true = stated - instrument.offset_nm - instrument.stretch * (stated - 500.0)
        shape = response * (0.35 + 0.65 * np.sin(np.pi * (stated - first + 8) / (last - first + 16)))
        signal = np.zeros(channels)
        for wavelength, strength, lorentz in lines:
            if first - 3 < wavelength < last + 3:
                near = np.abs(true - wavelength) < 12 * (fwhm + lorentz)
                signal[near] += strength * voigt_profile(true[near] - wavelength, fwhm / 2.3548, lorentz)
        continuum = instrument.continuum * (1 + 0.4 * np.sin(stated / 95.0)) * (temperature / 10_000) ** 3
        photons = instrument.counts * laser * shape * (signal + continuum)
        parts.append(rng.poisson(photons) + rng.normal(0, instrument.read_noise, channels))
    return np.concatenate(parts)


def simulate(count: int = 60, seed: int = 20) -> dict:
    """All samples on both instruments.

    Returns
    -------
    dict
        "names" (count), "oxides" (count, 10), "rocks" (count), "lab" and "field" (count, channels).
    """
    rng = np.random.default_rng(seed)
    oxides, rocks = compositions(count, rng)
    temperatures = rng.normal(10_000, 450, count)
    return {
        "names": [f"ROCK-{i + 1:03d}" for i in range(count)], "oxides": oxides, "rocks": rocks,
        "lab": np.array([measure(o, LAB, rng, t) for o, t in zip(oxides, temperatures, strict=True)]),
        "field": np.array([measure(o, FIELD, rng, 0.97 * t) for o, t in zip(oxides, temperatures, strict=True)]),
    }
