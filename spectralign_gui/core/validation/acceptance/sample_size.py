"""How many samples a validation needs, so that a method that is good enough is found to be so."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy

from .figures import chi2_quantile, t_quantile

MOST = 10_000
LARGEST = 1e100
"""A ratio above it is as good as infinite, and its square is a number."""
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(400)


def power_of_bias(n: int, sd: float, margin: float, alpha: float = 0.05, bias: float = 0.0) -> float:
    """How often two one-sided tests find |bias| < margin, if the true bias is `bias`.

    Notes
    -----
    With s = SEP and t = t(1 − α; n − 1): P = E[Φ((Δ − δ)√n/σ − t·s/σ) − Φ(−(Δ + δ)√n/σ + t·s/σ)]₊ over
    s²(n − 1)/σ² ~ χ²(n − 1); exact (Phillips 1990), the mean is taken by Gauss–Legendre over the probabilities of s.
    """
    if n < 2:
        return 0.0
    u = (_NODES + 1) / 2
    ratio = np.sqrt(2.0 * scipy.special.gammaincinv((n - 1) / 2.0, u) / (n - 1))  # s/σ at probability u
    t, root = t_quantile(1 - alpha, n - 1), min(np.sqrt(n) / sd, LARGEST)
    inside = (scipy.special.ndtr((margin - bias) * root - t * ratio)
              - scipy.special.ndtr(-(margin + bias) * root + t * ratio))
    return float(_WEIGHTS @ np.maximum(inside, 0.0) / 2)


def power_of_sep(n: int, sd: float, limit: float, alpha: float = 0.05) -> float:
    """How often the upper limit SEP·√((n − 1)/χ²(α; n − 1)) stays below `limit`, if the true value is `sd`.

    P = P(χ²(n − 1) ≤ (limit/σ)²·χ²(α; n − 1)).
    """
    if n < 2:
        return 0.0
    ratio = min(limit / sd, LARGEST)
    return float(scipy.special.gammainc((n - 1) / 2.0, ratio ** 2 * chi2_quantile(alpha, n - 1) / 2.0))


def samples_needed(power: Callable[[int], float], wanted: float, least: int = 3) -> int | None:
    """The smallest number of samples with at least that power; None if more than 10,000 would be needed.

    The power rises with the number of samples.
    """
    if power(MOST) < wanted:
        return None
    low, high = least - 1, MOST
    while high - low > 1:
        middle = (low + high) // 2
        if power(middle) >= wanted:
            high = middle
        else:
            low = middle
    return high
