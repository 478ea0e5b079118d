"""95 % intervals of means over splits that share samples."""

from __future__ import annotations

from functools import cache

import numpy as np
import scipy


@cache
def quantile(freedom: int) -> float:
    """Of Student's t, for 95 % intervals; a table of lines asks for the same one hundreds of times."""
    return float(scipy.special.stdtrit(freedom, 0.975))


def standard_error(values: np.ndarray, share: float) -> float:
    """Standard error of the mean of values of splits that share samples.

    Parameters
    ----------
    values : (n,) array
        One per split; at least 2. Where each sample is tested in turn these are the groups, not the repeats: all
        repeats test the same samples and differ by the drawing of the groups only.
    share : float
        Test samples per training sample of a split.

    Notes
    -----
    Corrected variance of Nadeau & Bengio (Mach. Learn. 52 (2003) 239); for groups Bouckaert & Frank (PAKDD 2004).
    """
    return float(values.std(ddof=1) * np.sqrt(1.0 / len(values) + share))
