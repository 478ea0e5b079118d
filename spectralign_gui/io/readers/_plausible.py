"""Values no instrument gives: bytes read as the wrong numbers come out near 1e-44 or 1e38."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...core.notes import Note

SMALLEST, LARGEST = 1e-30, 1e20
BLOCK = 100_000  # values at once: they stay in the processor's cache


def implausible(spectra: np.ndarray) -> tuple[Note | Literal[""], int]:
    """Find values beyond what instruments give.

    A few tiny values beside sound ones are the tail of a computed peak and no error; a spectrum of mostly tiny
    values is.

    Parameters
    ----------
    spectra : (n, p) array

    Returns
    -------
    said : Note or ""
        Why the spectra cannot be right; "" if they can.
    tiny : int
        Number of values below 1e-30 that were let pass.
    """
    rows = max(1, BLOCK // max(spectra.shape[1], 1))
    tiny_total = 0
    for start in range(0, len(spectra), rows):
        size = np.abs(spectra[start:start + rows])
        large = size > LARGEST
        if not large.any() and not (size < SMALLEST).any():
            continue
        tiny = (size < SMALLEST) & (size > 0)
        tiny_rows = np.count_nonzero(tiny, axis=1)
        mostly = 2 * tiny_rows > np.count_nonzero(size > 0, axis=1)
        bad = large | (tiny & mostly[:, None])
        if bad.any():
            i, j = (int(v[0]) for v in np.nonzero(bad))
            return Note("plausible.spectrum", "error", number=start + i + 1, value=spectra[start + i, j],
                        channel=j + 1), 0
        tiny_total += int(tiny_rows.sum())
    return "", tiny_total
