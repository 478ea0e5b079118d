"""Two instruments that measured the same samples, compared: pairs by name, one axis, noise of repeats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.data import SpectralDataset, match_key
from ...core.errors import DataError
from ...core.measures.metrology import Differences, differences, noise_between_channels, noise_of_repeats


@dataclass(frozen=True)
class Metrology:
    """What was found.

    Parameters
    ----------
    a, b : str
        Names of the instruments.
    unit : str
        Of the axis.
    noise_a, noise_b : float
    noise_how : str
        "repeats" or "channels".
    found : Differences
    """

    a: str
    b: str
    unit: str
    noise_a: float
    noise_b: float
    noise_how: str
    found: Differences


def metrology_of(a: SpectralDataset, b: SpectralDataset) -> Metrology:
    """Compare two instruments.

    Parameters
    ----------
    a, b : SpectralDataset
        Samples of the same name are the same; of repeats the mean is taken.

    Raises
    ------
    DataError
        Other units or quantities, or too little in common.
    """
    if a.axis.unit != b.axis.unit:
        raise DataError("metrology.units", a=a.name, unit=a.axis.unit, b=b.name, other=b.axis.unit)
    if "unknown" not in (a.quantity, b.quantity) and a.quantity != b.quantity:
        raise DataError("metrology.quantities", a=a.name, quantity=a.quantity, b=b.name, other=b.quantity)
    (xa, ya, na), (xb, yb, nb) = _usable(a), _usable(b)
    common = [k for k in dict.fromkeys(na.tolist()) if k and k in set(nb.tolist())]
    low, high = max(xa[0], xb[0]), min(xa[-1], xb[-1])
    inside = (xa >= low) & (xa <= high)
    if inside.sum() < 2:
        raise DataError("metrology.no_overlap", a=a.name, b=b.name)
    x = xa[inside]
    A = np.array([ya[na == k].mean(axis=0)[inside] for k in common]).reshape(len(common), len(x))
    B = np.array([_on(x, xb, yb[nb == k].mean(axis=0)) for k in common]).reshape(len(common), len(x))
    noises = [noise_of_repeats(y, n) for y, n in ((ya, na), (yb, nb))]
    repeats = bool(np.isfinite(noises).all())
    mean_noise = float("nan")
    if repeats:
        counts = [np.mean([1.0 / (n == k).sum() for k in common]) if common else np.nan for n in (na, nb)]
        mean_noise = float(np.sqrt(sum(s ** 2 * c for s, c in zip(noises, counts, strict=True))))
    else:
        noises = [noise_between_channels(y) for y in (ya, yb)]
    return Metrology(a.name, b.name, a.axis.unit, noises[0], noises[1], "repeats" if repeats else "channels",
                     differences(x, A, B, mean_noise))


def _usable(d: SpectralDataset) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Axis, complete spectra and their names as they are matched."""
    x, y = np.asarray(d.axis.values, dtype=np.float64), np.asarray(d.spectra, dtype=np.float64)
    whole = np.isfinite(y).all(axis=1)
    if not whole.any():
        raise DataError("metrology.gaps", name=d.name)
    return x, y[whole], np.array([match_key(n) for n in d.sample_names])[whole]


def _on(x: np.ndarray, xb: np.ndarray, spectrum: np.ndarray) -> np.ndarray:
    """A spectrum on another axis, by cubics; as it is where the axis is the same."""
    if len(x) == len(xb) and np.array_equal(x, xb):
        return spectrum
    from scipy.interpolate import CubicSpline

    return np.asarray(CubicSpline(xb, spectrum)(x))
