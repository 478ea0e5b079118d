"""Automatic settings of the twin Gaussian process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..monitor import Monitor
from . import lapack
from .density_ratio import median_square, squared_distances
from .twin_gp import TwinGP

WIDTHS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)  # γ times the median squared distance
RIDGES = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1)  # relative to the kernel's 1 on the diagonal
VALUES_WIDTHS = (0.03, 0.1, 0.3, 1.0)
FOLDS = 5


@dataclass(frozen=True)
class TwinSettings:
    """A twin process but for γ of the values: K (n, n), Y (n, q), weights (n,), λ."""

    K: np.ndarray
    Y: np.ndarray
    weights: np.ndarray
    ridge: float


def choose_spectra_kernel(
    kernel: Callable[[float], np.ndarray], median: float, Y: np.ndarray, weights: np.ndarray,
    gamma: float | None = None, ridge: float | None = None,
) -> tuple[float, float]:
    """γ of the spectra and λ of smallest weighted leave-one-out error of Y (n, q) in Gaussian process regression.

    The error of sample i left out is aᵢ / (A⁻¹)ᵢᵢ with A = W½KW½ + λI and a = A⁻¹W½Y, which is √wᵢ times the
    residual; a tie goes to the smoother setting. What is given is kept.
    """
    root = np.sqrt(weights)
    best, chosen = np.inf, (gamma or 1 / median, ridge or RIDGES[-1])
    for width in (gamma,) if gamma is not None else tuple(w / median for w in WIDTHS):
        values, V = lapack.eigh(root[:, None] * kernel(width) * root)
        values = np.maximum(values, 0.0)
        z = V.T @ (root[:, None] * Y)
        for lam in (ridge,) if ridge is not None else RIDGES[::-1]:
            inverse = 1 / (values + lam)
            error = (V @ (inverse[:, None] * z)) / ((V ** 2) @ inverse)[:, None]
            score = float((error ** 2).sum())
            if score < best * (1 - 1e-9):
                best, chosen = score, (float(width), float(lam))
    return chosen


def choose_gamma_of_values(settings: TwinSettings, order: np.ndarray, monitor: Monitor) -> float:
    """γ of the values of smallest importance-weighted 5-fold error of the twin process.

    Parameters
    ----------
    settings : TwinSettings
    order : (n,) int array
        An order of the samples that does not depend on how they are listed; the folds are dealt out along it.
    """
    median = median_square(squared_distances(settings.Y, settings.Y))
    n = len(settings.Y)
    fold = np.empty(n, dtype=np.int64)
    fold[order] = np.arange(n) % min(FOLDS, n)
    errors = np.zeros(len(VALUES_WIDTHS))
    for k in range(int(fold.max()) + 1):
        rest, out = np.flatnonzero(fold != k), np.flatnonzero(fold == k)
        for c, width in enumerate(VALUES_WIDTHS):
            monitor.report("Choosing the width of the values' kernel", (k + c / len(VALUES_WIDTHS)) / FOLDS)
            twins = TwinGP(settings.K[np.ix_(rest, rest)], settings.Y[rest], settings.weights[rest], width / median,
                           settings.ridge)
            found = twins.predict(settings.K[np.ix_(out, rest)], monitor)[0]
            errors[c] += float((settings.weights[out] @ (found - settings.Y[out]) ** 2).sum())
    return float(VALUES_WIDTHS[int(np.argmin(errors))] / median)
