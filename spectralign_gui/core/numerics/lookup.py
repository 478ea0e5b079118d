"""Recognise training spectra among new ones without keeping the training spectra: a few random projections each."""

from __future__ import annotations

from typing import Any

import numpy as np

from .scaling import row_blocks

PROJECTIONS = 8
TOLERANCE = 1e-9  # relative: rows this close are the same spectrum


class RowLookup:
    """Fingerprints of the rows of a set.

    Two rows that differ by a relative δ have projections that differ by about δ in each of eight random directions;
    that all eight agree to 1e-9 by chance is out of the question unless δ itself is of that order.

    Parameters
    ----------
    directions : (p, 8) array
    prints : (n, 8) array
        Projections of the rows; their root mean square estimates the norm of a row.
    """

    def __init__(self, directions: np.ndarray, prints: np.ndarray) -> None:
        self.directions, self.prints = directions, prints

    @classmethod
    def of(cls, X: np.ndarray, seed: int = 0) -> RowLookup:
        """Fingerprints of `X` (n, p)."""
        directions = np.random.default_rng(seed).standard_normal((X.shape[1], PROJECTIONS))
        return cls(directions, _project(X, directions))

    def find(self, X: np.ndarray) -> np.ndarray:
        """Training row equal to each row of `X` (m, p), -1 where there is none.

        Where several training rows are equal, the one in the same place is taken, else the first.
        """
        prints = _project(X, self.directions)
        largest = np.maximum(np.abs(prints).max(axis=1), np.finfo(float).tiny)
        near = TOLERANCE * largest * np.sqrt(((prints / largest[:, None]) ** 2).mean(axis=1))
        order = np.argsort(self.prints[:, 0], kind="stable")
        first = self.prints[order, 0]
        low = np.searchsorted(first, prints[:, 0] - 4 * near, side="left")
        high = np.searchsorted(first, prints[:, 0] + 4 * near, side="right")
        found = np.full(len(X), -1, dtype=np.int64)
        for row in np.flatnonzero(high > low):
            candidates = order[low[row]:high[row]]
            # scaled by the largest print, so that tiny spectra do not underflow; a row of zeros equals itself
            gap = (self.prints[candidates] - prints[row]) / largest[row]
            same = candidates[(gap**2).mean(axis=1) <= (near[row] / largest[row]) ** 2]
            if len(same):
                found[row] = row if row in same else int(same.min())
        return found

    def put_back(self, X: np.ndarray, mapped: np.ndarray, stored: np.ndarray) -> np.ndarray:
        """`mapped` (m, d) with the `stored` (n, d) coordinates wherever a row of `X` is a training row; in place."""
        found = self.find(X)
        mapped[found >= 0] = stored[found[found >= 0]]
        return mapped

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {"directions": self.directions, "prints": self.prints}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> RowLookup:
        """The look-up that `to_state` described."""
        return cls(np.asarray(state["directions"]), np.asarray(state["prints"]))


def _project(X: np.ndarray, directions: np.ndarray) -> np.ndarray:
    prints = np.empty((len(X), directions.shape[1]))
    for part in row_blocks(X.shape):
        prints[part] = np.asarray(X[part], dtype=np.float64) @ directions
    return prints
