"""Is a new spectrum moved along its axis? A test of one direction: that in which all channels move together."""

from __future__ import annotations

import numpy as np
import scipy

from ..numerics import lapack
from ..regression.choose import folds
from ..regression.pls import row_space

FEWEST, MOST = 6, 300
"""Training spectra below which nothing is known of ordinary shifts; evenly chosen ones that are enough."""
ALPHA = 0.01
"""Share of ordinary spectra that are said to be moved: small beside those that exceed the limits of T² and Q."""
LEAST = 0.01
"""Channels: a smaller shift is no finding, however alike the training spectra are."""

ROUNDING = 1e-10
"""Part of a slope that rounding alone may leave outside the components."""


def shift_weights(X: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights w (p,) and limit such that δ = (x − mean)·w estimates by how many channels a spectrum is moved.

    Parameters
    ----------
    X : (n, p) array
        Training spectra.

    Returns
    -------
    w : (p,) array
        Zeros where no shift can be told from what the spectra differ by anyway.
    limit : float
        |δ| of an ordinary spectrum is below it with probability 0.99; infinite if w is zero.

    Notes
    -----
    A spectrum moved by δ channels is x(c − δ) ≈ x(c) − δ x′(c). With x′ that of the mean spectrum, d⊥ the part of it
    outside the leading ⌊min(n, p)/2⌋ principal components, least squares give δ = −(x − mean)·d⊥ / d⊥·d⊥: the score
    test of one direction, which finds what the sum of squares Q over hundreds of channels cannot. Half of the
    components hold what spectra differ by, the other half is noise. The limit is t(n − 1)·σ√(1 + 1/n), with σ² the
    mean square δ of training spectra that took no part in the components (ten folds).

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> c = np.arange(100)
    >>> X = rng.uniform(1, 2, (30, 1)) * np.exp(-((c - 50) / 9) ** 2) + 0.001 * rng.normal(size=(30, 100))
    >>> w, limit = shift_weights(X)
    >>> moved = 1.5 * np.exp(-((c - 51) / 9) ** 2)
    >>> round(float((moved - X.mean(axis=0)) @ w), 1)
    1.0
    """
    rows = np.unique(np.linspace(0, len(X) - 1, min(len(X), MOST)).astype(int))
    X = np.asarray(X[rows], dtype=np.float64)
    n, p = X.shape
    nothing = np.zeros(p), float("inf")
    if n < FEWEST or p < 3:
        return nothing
    Z, Q = row_space(X)
    k = max(1, min(n, p) // 2)
    shifts = np.zeros(n)
    fold = folds(n, 10)
    for number in np.unique(fold):
        out = fold == number
        found = _direction(Z[~out], Q, k)
        if found is None:
            return nothing
        shifts[out] = (Z[out] - Z[~out].mean(axis=0)) @ found[0]
    found = _direction(Z, Q, k)
    if found is None:
        return nothing
    _, slope, V, length = found
    limit = float(scipy.special.stdtrit(n - 1, 1 - ALPHA / 2) * np.sqrt((shifts ** 2).mean() * (1 + 1 / n)))
    return -(slope - ((V @ (Q @ slope)) @ V) @ Q) / length, max(limit, LEAST)


def _direction(Z: np.ndarray, Q: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, float] | None:
    """Among coordinates Z = X Qᵀ: the weights, the slope of the mean (p,), the components, ‖d⊥‖²; None if that is 0."""
    mean = Z.mean(axis=0)
    slope = np.gradient(mean @ Q)
    V = lapack.svd(Z - mean, full_matrices=False)[2][:k]
    q = Q @ slope
    inside = V @ q
    whole = float(slope @ slope)
    length = whole - float(inside @ inside)
    if not (length > ROUNDING * whole and whole > ROUNDING ** 2 * float(mean @ mean)):
        return None
    return -(q - inside @ V) / length, slope, V, length
