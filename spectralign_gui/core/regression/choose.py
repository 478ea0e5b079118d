"""How many components, how much penalty: cross-validation and the rule that reads it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..errors import ParameterError
from ..parameters import the_parameter

RULES = ("within-2-percent", "one-standard-error", "minimum")


def folds(n: int, count: int, seed: int = 0) -> np.ndarray:
    """Fold number of each of n samples (shuffled with the seed; sizes differ by at most one)."""
    count = max(2, min(count, n))
    numbers = np.empty(n, dtype=np.intp)
    numbers[np.random.RandomState(seed).permutation(n)] = np.arange(n) % count
    return numbers


def grouped_folds(sample: np.ndarray, count: int, seed: int = 0) -> np.ndarray:
    """Fold of every row (n,); rows with one number share one.

    Where all numbers differ as `folds`, and where there are fewer than 3 samples: nothing could be left out then.
    """
    _, first, inverse = np.unique(sample, return_index=True, return_inverse=True)
    if len(first) < 3:
        return folds(len(sample), count, seed)
    order = np.argsort(np.argsort(first))  # samples in the order of their first rows
    return np.asarray(folds(len(first), count, seed)[order[inverse]])


def pick(errors: np.ndarray, rule: str = "within-2-percent", order: Sequence[int] | None = None) -> int:
    """Index of the candidate to take, candidates ordered from simple to complex.

    Parameters
    ----------
    errors : (c, m) or (c,) array
        Squared errors of every candidate at every held-out sample, or its mean squared error.
    rule : {"within-2-percent", "one-standard-error", "minimum"}
        The simplest whose root mean square error is within 2 % of the smallest; the simplest whose mean squared
        error is within one standard error of the smallest; the smallest.
    order : sequence of int, optional
        Candidates from simple to complex, if not 0, 1, 2 ….
    """
    if rule not in RULES:
        raise ParameterError("parameter.component_rule", parameter=the_parameter('component_rule'), rules=RULES,
                             rule=repr(rule))
    errors = np.asarray(errors, dtype=np.float64)
    mean = errors.mean(axis=1) if errors.ndim == 2 else errors
    mean = np.where(np.isfinite(mean), mean, np.inf)
    sequence = range(len(mean)) if order is None else order
    best = int(np.argmin(mean))
    if rule == "minimum":
        return best
    if rule == "one-standard-error" and errors.ndim == 2 and errors.shape[1] > 1:
        limit = mean[best] + errors[best].std(ddof=1) / np.sqrt(errors.shape[1])
    else:
        limit = mean[best] * 1.02 ** 2
    return next((int(c) for c in sequence if mean[c] <= limit), best)


def pick_paired(errors: np.ndarray) -> int:
    """Index of the simplest candidate that is not worse than the best beyond what so few samples can show.

    Parameters
    ----------
    errors : (c, m) array
        Squared errors of every candidate, from simple to complex, at every held-out sample; samples where any is
        not finite are left out.

    Returns
    -------
    int
        The first candidate whose mean excess over the best one is within one standard error of the *paired*
        differences. All candidates meet the same samples, so their common difficulty cancels.
    """
    errors = np.asarray(errors, dtype=np.float64)
    errors = errors[:, np.isfinite(errors).all(axis=0)]
    if errors.shape[1] < 2 or not errors.any():
        return 0
    errors = errors / errors.max()  # squares of squares must not vanish where the values are tiny
    best = int(np.argmin(errors.mean(axis=1)))
    excess = errors - errors[best]
    limit = excess.std(axis=1, ddof=1) / np.sqrt(errors.shape[1])
    return int(np.flatnonzero(excess.mean(axis=1) <= limit)[0])
