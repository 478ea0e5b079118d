"""Locally weighted PLS: a model of its own for every spectrum, on the samples that are most like it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..monitor import checkpoint
from ..numerics import lapack
from .model import FittedRegression
from .pls import pls1_path, row_space

SHARE, MOST_DIRECTIONS = 0.99, 15
"""Distances are taken in the principal components that hold this share of the variance, at most so many."""
AT_ONCE = 2_000_000
"""Numbers in the neighbourhoods that are fitted together."""
MAD = 1.4826
"""From the median absolute deviation to the standard deviation of normal numbers."""


class LocalModel(FittedRegression):
    """kNN-LWPLS: per spectrum, PLS on its nearest neighbours, the nearer the heavier.

    Parameters
    ----------
    rows : (n, r) array
        Training spectra less their mean, in the basis.
    values : (n, q) array
        NaN where unknown.
    mean : (p,) array
    basis : (r, p) array
        Orthonormal rows.
    directions : (r, d) array
        Coordinates to scores of unit variance, in which distances are taken.
    settings : list of dict
        Per property "n_neighbours", "bandwidth" (None: all weigh alike) and "n_components".

    References
    ----------
    Lesnoff, Metz & Roger, J. Chemometrics 34 (2020) e3209; weighted PLS: Schaal et al., Appl. Intell. 17 (2002) 49.
    """

    def __init__(self, rows: np.ndarray, values: np.ndarray, mean: np.ndarray, basis: np.ndarray,
                 directions: np.ndarray, settings: list[dict[str, Any]]) -> None:
        self.rows, self.values, self.mean, self.basis, self.directions = (
            np.asarray(a, dtype=np.float64) for a in (rows, values, mean, basis, directions))
        self.settings = self.details = [dict(s) for s in settings]
        self.scores = self.rows @ self.directions

    @classmethod
    def of(cls, X: np.ndarray, Y: np.ndarray, settings: list[dict[str, Any]]) -> LocalModel:
        """The model that predicts from spectra X (n, p) with values Y (n, q)."""
        mean = X.mean(axis=0)
        rows, basis = row_space(X - mean)
        return cls(rows, Y, mean, basis, score_directions(rows), settings)

    def predict(self, X: np.ndarray) -> np.ndarray:
        Z = (np.asarray(X, dtype=np.float64) - self.mean) @ self.basis.T
        columns = []
        for j, own in enumerate(self.settings):
            known = np.flatnonzero(np.isfinite(self.values[:, j]))
            k, h, n = int(own["n_neighbours"]), own["bandwidth"], int(own["n_components"])
            D = distances(Z @ self.directions, self.scores[known])
            found = np.empty(len(Z))
            for part, Y in local_fits(Z, D, self.rows[known], self.values[known, j], k, h, n):
                found[part] = Y[:, n - 1]
            columns.append(found)
        return np.stack(columns, axis=1)

    def to_state(self) -> dict[str, Any]:
        return {"kind": "local", "rows": self.rows, "values": self.values, "mean": self.mean, "basis": self.basis,
                "directions": self.directions, "settings": self.settings}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> LocalModel:
        """The model that `to_state` described."""
        return cls(state["rows"], state["values"], state["mean"], state["basis"], state["directions"],
                   list(state["settings"]))


def score_directions(Z: np.ndarray) -> np.ndarray:
    """What turns centred spectra (n, r) into principal components of unit variance (r, d)."""
    _, s, Vt = lapack.svd(Z, full_matrices=False)
    if not s[0] > 0:
        return np.zeros((Z.shape[1], 1))
    held = np.cumsum((s / s[0]) ** 2)
    d = min(MOST_DIRECTIONS, int(np.searchsorted(held, SHARE * held[-1])) + 1)
    return np.asarray(Vt[:d].T * (np.sqrt(max(1, len(Z) - 1)) / s[:d]))


def distances(S: np.ndarray, T: np.ndarray) -> np.ndarray:
    """Euclidean distances (m, n) of the rows of S (m, d) from those of T (n, d)."""
    squared = (S ** 2).sum(axis=1)[:, None] + (T ** 2).sum(axis=1) - 2.0 * S @ T.T
    return np.asarray(np.sqrt(np.maximum(squared, 0.0)))


def weights_of(D: np.ndarray, bandwidth: float | None) -> np.ndarray:
    """Weights (m, k) of the neighbours at distances D (m, k): exp(−(d − nearest)/(h · MAD)), 1 without h."""
    if bandwidth is None:
        return np.ones_like(D)
    spread = MAD * np.median(np.abs(D - np.median(D, axis=1, keepdims=True)), axis=1, keepdims=True)
    beyond = D - D.min(axis=1, keepdims=True)
    return np.where(spread > 0, np.exp(-beyond / (bandwidth * np.where(spread > 0, spread, 1.0))), 1.0)


def local_fits(
    Z: np.ndarray, D: np.ndarray, rows: np.ndarray, y: np.ndarray, n_neighbours: int, bandwidth: float | None,
    n_components: int,
) -> Iterator[tuple[slice, np.ndarray]]:
    """Predictions (part, L) with 1 … L latent variables, for parts of the spectra Z that are fitted together.

    Parameters
    ----------
    Z : (m, r) array
    D : (m, n) array
        Distances of the training rows; infinite where a row may not be used.
    rows, y : (n, r), (n,) arrays
    """
    k = max(1, min(n_neighbours, int(np.isfinite(D).sum(axis=1).min(initial=len(rows)))))
    step = max(1, AT_ONCE // (k * max(1, rows.shape[1])))
    for start in range(0, len(Z), step):
        checkpoint()
        part = slice(start, min(start + step, len(Z)))
        near = np.argsort(D[part], axis=1, kind="stable")[:, :k]
        w = weights_of(np.take_along_axis(D[part], near, axis=1), bandwidth)
        path = pls1_path(rows[near], y[near].T, n_components, w.T)
        moved = Z[part] - path.x_mean
        yield part, path.y_mean[:, None] + (path.coefficients @ moved[:, :, None])[:, :, 0]
