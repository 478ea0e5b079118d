"""From the errors of many models to the weight of each in the combination."""

from __future__ import annotations

import numpy as np

BORROWED = 0.5
"""Share of a model's score that comes from the other properties: with few standards its own is mostly chance."""
PER_STANDARD = 1.0 / 16.0
PRIOR = {"target-only": 4.0}
"""Standing of a kind of model before the standards speak (1 if not named): the yardstick errs on its own, while the
transfers err alike because they all rest on A's model."""


def combination_weights(errors: np.ndarray, families: list[str], m: int) -> np.ndarray:
    """Weights (c, q) of c models for q properties; columns add up to 1.

    Parameters
    ----------
    errors : (c, q) array
        Mean squared errors at the m left-out standards.
    families : list of str
        Kind of every model: a kind does not weigh more because more of its settings were tried.
    m : int
        Number of standards: the more, the more the errors decide.

    Notes
    -----
    Weight ∝ prior · exp(−(m/16)(s + s²)) with the score s = log of the error relative to the smallest. The linear
    term is the likelihood of Gaussian errors to the power 1/8, because the errors at the standards differ from those
    at other samples and the models err alike; the square takes out what is hopeless.
    """
    floor = max(float(errors.min()), 1e-300)
    score = np.log(np.maximum(errors, floor) / np.maximum(errors.min(axis=0), floor))
    score = (1.0 - BORROWED) * score + BORROWED * score.mean(axis=1, keepdims=True)
    score = score - score.min(axis=0)
    counts = {f: families.count(f) for f in set(families)}
    prior = np.array([PRIOR.get(f, 1.0) / counts[f] for f in families])[:, None]
    weights = prior * np.exp(-PER_STANDARD * m * (score + score ** 2))
    weights = np.where(weights >= 0.001 * weights.max(axis=0), weights, 0.0)
    return weights / weights.sum(axis=0)
