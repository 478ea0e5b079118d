"""Local polynomials (Savitzky–Golay) on even and uneven axes.

Savitzky & Golay, Anal. Chem. 36 (1964) 1627; on an uneven axis the same least-squares polynomial is fitted at the
real positions.
"""

from __future__ import annotations

import math

import numpy as np
import scipy

EVEN = 0.05


def is_even(x: np.ndarray) -> bool:
    """Whether the axis is evenly spaced up to rounding: no channel further than 5 % of a step from a straight line.

    Files round positions to a few digits; that must not make an axis uneven.
    """
    if len(x) < 3:
        return True
    line = np.linspace(x[0], x[-1], len(x))
    return bool(np.abs(x - line).max() <= EVEN * (line[1] - line[0]))


def local_polynomial(
    X: np.ndarray, x: np.ndarray, window: int, order: int, derivative: int = 0, per_axis_unit: bool = True,
) -> np.ndarray:
    """Value or derivative of a polynomial fitted to each window.

    Parameters
    ----------
    X : (n, p) float64 array
        Complete spectra, p ≥ window.
    x : (p,) array
        Ascending positions.
    window : int
        Odd number of channels.
    order : int
        Degree, below `window`.
    derivative : int
        0 is smoothing.
    per_axis_unit : bool
        Whether derivatives are per axis unit (default) or per channel.

    Returns
    -------
    (n, p) array
        At the ends, the polynomial of the first or last whole window.
    """
    if not per_axis_unit:
        x = np.arange(len(x), dtype=np.float64)
    if is_even(x):
        delta = (x[-1] - x[0]) / (len(x) - 1) if len(x) > 1 else 1.0
        return scipy.signal.savgol_filter(X, window, order, deriv=derivative, delta=delta, axis=1, mode="interp")
    start, weights = _weights(x, window, order, derivative)
    result = np.zeros(X.shape)
    for k in range(window):
        result += X[:, start + k] * weights[:, k]
    return result


def _weights(x: np.ndarray, window: int, order: int, derivative: int) -> tuple[np.ndarray, np.ndarray]:
    """First channel of the window (p,) and weights (p, window) for every channel."""
    p = len(x)
    start = np.clip(np.arange(p) - window // 2, 0, p - window)
    positions = x[start[:, None] + np.arange(window)]
    centre = positions.mean(axis=1, keepdims=True)
    scale = np.abs(positions - centre).max(axis=1, keepdims=True)
    t = (positions - centre) / scale
    inverse = np.linalg.pinv(t[:, :, None] ** np.arange(order + 1))  # (p, order + 1, window)
    here = (x[:, None] - centre) / scale
    weights = np.zeros((p, window))
    for j in range(derivative, order + 1):
        factor = math.factorial(j) / math.factorial(j - derivative)
        weights += factor * here ** (j - derivative) * inverse[:, j]
    return start, weights / scale ** derivative
