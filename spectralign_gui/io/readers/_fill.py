"""Marks of missing values that programs write in place of a number: -1.23e34 (USGS), 9.96921e36 (netCDF), -9999."""

from __future__ import annotations

import numpy as np

from ...core.notes import Note

HUGE = (-1.23e34, 9.969209968386869e36, 1e20, 1e30, -1e30, 1e38, -1e38, 1e36, -1e36,
        float(np.finfo(np.float32).max), float(np.finfo(np.float32).min),
        float(np.finfo(np.float64).max), float(np.finfo(np.float64).min))
"""Values beyond any measurement that formats define as "no value"."""
PLAIN = (-9999.0, -99999.0, -999.0)
"""Values that count as marks only where everything else is far from them."""
BLOCK = 200_000


def without_fill(spectra: np.ndarray) -> tuple[np.ndarray, list[Note]]:
    """The spectra with NaN in place of marks of missing values, and what is said about it.

    Parameters
    ----------
    spectra : (n, p) array
        Not changed.
    """
    low, high = _extremes(spectra)
    if not (low <= max(PLAIN) or high >= min(abs(v) for v in HUGE)):
        return spectra, []
    for mark in (*HUGE, *PLAIN):
        if (low > 0.9 * mark if mark < 0 else high < 0.9 * mark):
            continue
        with np.errstate(invalid="ignore", over="ignore"):
            marked = np.abs(spectra / mark - 1) < 1e-6 if mark in HUGE else spectra == mark
        count = int(marked.sum())
        if not count or count == spectra.size:
            continue
        if mark in PLAIN:
            others = spectra[~marked & np.isfinite(spectra)]
            if not len(others) or others.min() < mark / 10:
                continue
        spectra = np.where(marked, spectra.dtype.type(np.nan), spectra)
        rest, more = without_fill(spectra)
        return rest, [Note("values.fill", n=count, mark=float(mark)), *more]
    return spectra, []


def _extremes(spectra: np.ndarray) -> tuple[float, float]:
    """Smallest value and largest size, without a copy of the whole."""
    low, high = np.inf, 0.0
    rows = max(1, BLOCK // max(spectra.shape[1], 1))
    for start in range(0, len(spectra), rows):
        part = spectra[start:start + rows]
        smallest, largest = float(np.fmin.reduce(part, axis=None)), float(np.fmax.reduce(part, axis=None))
        low = min(low, smallest)
        high = max(high, abs(smallest), abs(largest))
    return low, high
