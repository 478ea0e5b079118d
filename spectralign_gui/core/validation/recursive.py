"""A bias that moves from day to day, followed by a Kalman filter over all check days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from ..errors import DataError

RATIOS = (0.0, *(10.0 ** k for k in np.arange(-4.0, 1.51, 0.5)))
"""Variances of the change from one day to the next, in those of a measurement, that are compared."""
UNKNOWN, EXACT = 1e7, 1e-6
"""Variance of what nothing is known of yet, in that of a measurement; share of the errors below which noise is none."""


@dataclass(frozen=True)
class Level:
    """The bias on the last day against the first one.

    Parameters
    ----------
    value, error : float
        And its standard error.
    ratio : float
        Variance of the change over a usual time between two days, in that of a measurement; 0: nothing moves.
    samples : int
        That were measured more than once.
    """

    value: float
    error: float
    ratio: float
    samples: int


def follow(days: Sequence[str], samples: Sequence[str], errors: np.ndarray) -> Level:
    """Where the bias has come to since the first day.

    Parameters
    ----------
    days : sequence of str
        ISO date of every measurement, not falling.
    samples : sequence of str
        Which sample it is of.
    errors : (n,) array
        Predicted − reference; NaN where unknown.

    Raises
    ------
    DataError
        No sample was measured on two days.

    Notes
    -----
    error = own error of the sample + bias of the day + noise. The bias is 0 on the first day and walks at random, by a
    variance that grows with the days between; nothing is known beforehand of what a sample errs by itself. How much it
    walks is the ratio of the largest likelihood (a walk of none included). Source: Harvey (1989), Forecasting,
    Structural Time Series Models and the Kalman Filter, 3.2 and 3.4; West & Harrison (1997), Bayesian Forecasting and
    Dynamic Models, 2.

    Examples
    --------
    >>> days = [f"2026-01-{d:02d}" for d in range(1, 7) for _ in range(2)]
    >>> bias = np.repeat([0.0, 0.0, 0.0, 0.5, 0.5, 0.5], 2)
    >>> own = np.tile([0.3, -0.2], 6)
    >>> noise = 0.01 * np.array([1, -1, -1, 1, 1, 1, -1, 1, -1, -1, 1, -1])
    >>> round(follow(days, ["a", "b"] * 6, bias + own + noise).value, 1)
    0.5
    """
    known = np.isfinite(errors)
    y, names = np.asarray(errors, float)[known], np.asarray(samples)[known]
    when = np.array([date.fromisoformat(d).toordinal() for d in np.asarray(days)[known]], dtype=float)
    labels, of = np.unique(names, return_inverse=True)
    repeated = sum(len(set(when[of == k].tolist())) > 1 for k in range(len(labels)))
    if not repeated:
        raise DataError("updates.no_repeats")
    steps = np.diff(when, prepend=when[0])
    usual = float(np.median(steps[steps > 0]))
    found = [_filtered(steps / usual, of, y, ratio, len(labels)) for ratio in RATIOS]
    best = int(np.argmax([f[2] for f in found]))
    value, error, _ = found[best]
    return Level(value, error, RATIOS[best], int(repeated))


def _filtered(steps: np.ndarray, of: np.ndarray, y: np.ndarray, ratio: float, count: int) -> tuple[float, float, float]:
    """Bias at the end, its standard error, and the logarithm of the likelihood (noise taken out)."""
    state, spread = np.zeros(count + 1), np.diag([0.0, *[UNKNOWN] * count])
    seen, squares, logs, n = np.zeros(count, bool), 0.0, 0.0, 0
    for step, sample, value in zip(steps, of, y, strict=True):
        spread[0, 0] += ratio * step
        k = sample + 1
        gain = spread[:, 0] + spread[:, k]
        variance = gain[0] + gain[k] + 1.0
        surprise = value - state[0] - state[k]
        if seen[sample]:  # what a sample errs by itself is first learned, not foretold
            squares, logs, n = squares + surprise ** 2 / variance, logs + np.log(variance), n + 1
        seen[sample] = True
        state = state + gain * (surprise / variance)
        spread = spread - np.outer(gain, gain) / variance
    noise = max(squares / max(n, 1), (EXACT * float(np.abs(y).max())) ** 2, 1e-300)
    return float(state[0]), float(np.sqrt(max(spread[0, 0], 0.0) * noise)), -0.5 * (n * np.log(noise) + logs)
