"""From the errors of many models to the weight of each in the combination."""

from __future__ import annotations

import numpy as np

BORROWED = 0.5
"""Share of a model's score that comes from the other properties: with few standards its own is mostly chance."""
PER_STANDARD = 1.0 / 16.0
PERFECT = 1e-12
"""Squared error, relative to the squared spread, below which rounding decides which model errs less."""
PRIOR = {"target-only": 4.0}
"""Standing of a kind of model before the standards speak (1 if not named): the yardstick errs on its own, while the
transfers err alike because they all rest on A's model."""


def spread_of(values: np.ndarray) -> np.ndarray:
    """Standard deviation (q,) of each property over samples (n, q); infinite where it is constant.

    What does not vary says nothing about models: divided by an infinite spread its errors do not count.
    """
    spread, size = np.nanstd(values, axis=0), np.nanmax(np.abs(values), axis=0)
    return np.where(spread > 1e-9 * size, spread, np.inf)


def combination_weights(
    errors: np.ndarray, families: list[str], m: int, spread: np.ndarray,
) -> np.ndarray:
    """Weights (c, q) of c models for q properties; columns add up to 1.

    Parameters
    ----------
    errors : (c, q) array
        Mean squared errors at the m left-out standards.
    families : list of str
        Kind of every model: a kind does not weigh more because more of its settings were tried.
    m : int
        Number of standards: the more, the more the errors decide.
    spread : (q,) array
        Of `spread_of`. Errors below a millionth of it are as good as none; a constant property lends the others
        nothing and takes their weights.

    Notes
    -----
    Weight ∝ prior · exp(−(m/16)(s + s²)) with the score s = log of the error relative to the smallest. The linear
    term is the likelihood of Gaussian errors to the power 1/8, because the errors at the standards differ from those
    at other samples and the models err alike; the square takes out what is hopeless.
    """
    varies = np.isfinite(spread)
    score = np.log(np.maximum(errors / spread ** 2, PERFECT))
    score -= score.min(axis=0)
    lent = score[:, varies].mean(axis=1, keepdims=True) if varies.any() else 0.0
    score = (1.0 - BORROWED) * score + BORROWED * lent
    score = score - score.min(axis=0)
    counts = {f: families.count(f) for f in set(families)}
    prior = np.array([PRIOR.get(f, 1.0) / counts[f] for f in families])[:, None]
    weights = prior * np.exp(-PER_STANDARD * m * (score + score ** 2))
    weights = np.where(weights >= 0.001 * weights.max(axis=0), weights, 0.0)
    return weights / weights.sum(axis=0)
