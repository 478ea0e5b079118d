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
        Projections of the rows.
    norms : (n,) array
        Euclidean norms of the rows.
    """

    def __init__(self, directions: np.ndarray, prints: np.ndarray, norms: np.ndarray) -> None:
        self.directions, self.prints, self.norms = directions, prints, norms

    @classmethod
    def of(cls, X: np.ndarray, seed: int = 0) -> RowLookup:
        """Fingerprints of `X` (n, p)."""
        directions = np.random.default_rng(seed).standard_normal((X.shape[1], PROJECTIONS))
        prints, norms = cls._project(X, directions)
        return cls(directions, prints, norms)

    @staticmethod
    def _project(X: np.ndarray, directions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        prints, norms = np.empty((len(X), PROJECTIONS)), np.empty(len(X))
        for part in row_blocks(X.shape):
            block = np.asarray(X[part], dtype=np.float64)
            prints[part] = block @ directions
            squares = np.einsum("ij,ij->i", block, block)
            if not (np.isfinite(squares).all() and (squares > 1e-280).all()):  # over- or underflow: scale first
                unit = np.maximum(np.abs(block).max(axis=1), np.finfo(float).tiny)
                squares = np.einsum("ij,ij->i", block / unit[:, None], block / unit[:, None])
                norms[part] = np.sqrt(squares) * unit
            else:
                norms[part] = np.sqrt(squares)
        return prints, norms

    def find(self, X: np.ndarray) -> np.ndarray:
        """Training row equal to each row of `X` (m, p), -1 where there is none.

        Where several training rows are equal, the one in the same place is taken, else the first.
        """
        prints, norms = self._project(X, self.directions)
        order = np.argsort(self.prints[:, 0], kind="stable")
        first = self.prints[order, 0]
        found = np.full(len(X), -1, dtype=np.int64)
        for row, (print_, norm) in enumerate(zip(prints, norms, strict=True)):
            near = TOLERANCE * max(norm, np.finfo(float).tiny)
            lo, hi = np.searchsorted(first, [print_[0] - 4 * near, print_[0] + 4 * near], side="left")
            candidates = order[lo:hi + 1]
            gap = self.prints[candidates] - print_  # each coordinate of it has the variance of the difference
            close = (np.sqrt((gap**2).mean(axis=1)) <= near) & (np.abs(self.norms[candidates] - norm) <= near)
            same = candidates[close]
            if len(same):
                found[row] = row if row in same else int(same.min())
        return found

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {"directions": self.directions, "prints": self.prints, "norms": self.norms}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> RowLookup:
        """The look-up that `to_state` described."""
        return cls(np.asarray(state["directions"]), np.asarray(state["prints"]), np.asarray(state["norms"]))
