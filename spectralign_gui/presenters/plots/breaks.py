"""Where one detector ends and the next begins: no line is drawn there, because nothing was measured."""

from __future__ import annotations

import numpy as np

WIDE, BESIDE = 5.0, 4
"""A step this many times wider than each of the four steps on either side is a gap between detectors."""


def gaps_of(x: np.ndarray) -> np.ndarray:
    """Channels of an ascending axis after which there is a gap: ascending ints."""
    steps = np.diff(x)
    if len(steps) < 3:
        return np.zeros(0, dtype=np.intp)
    padded = np.pad(steps, BESIDE)  # steps beyond the ends count as none
    widest = np.zeros(len(steps))
    for shift in (*range(BESIDE), *range(BESIDE + 1, 2 * BESIDE + 1)):
        np.maximum(widest, padded[shift:shift + len(steps)], out=widest)
    return np.flatnonzero(steps > WIDE * widest)


def with_breaks(x: np.ndarray, spectra: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Axis and spectra (n, p) with an empty (NaN) channel in every gap; the same arrays if there is none."""
    gaps = gaps_of(x)
    if not len(gaps):
        return x, spectra
    middle = (x[gaps] + x[gaps + 1]) / 2
    return np.insert(x, gaps + 1, middle), np.insert(np.asarray(spectra, dtype=float), gaps + 1, np.nan, axis=1)
