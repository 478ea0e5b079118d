"""Affine maps from B's channels to A's, kept small: diagonal, low rank and banded parts."""

from __future__ import annotations

from typing import Any

import numpy as np


class AffineMap:
    """x ↦ x·diagonal + (x·left)·right + band(x) + offset; parts that are None are absent.

    Parameters
    ----------
    offset : (p_a,) array
    diagonal : (p,) array, optional
    left, right : (p_b, r) and (r, p_a) arrays, optional
    band : (p, w) array, optional
        Channel i gets Σⱼ band[i, j]·x[i − w//2 + j]; entries that stick out at the ends are 0.
    """

    def __init__(
        self, offset: np.ndarray, diagonal: np.ndarray | None = None, left: np.ndarray | None = None,
        right: np.ndarray | None = None, band: np.ndarray | None = None,
    ) -> None:
        self.offset, self.diagonal, self.left, self.right, self.band = offset, diagonal, left, right, band

    @classmethod
    def shift(cls, offset: np.ndarray) -> AffineMap:
        """x + offset."""
        return cls(np.asarray(offset, dtype=np.float64), np.ones(len(offset)))

    def __call__(self, X: np.ndarray) -> np.ndarray:
        """Mapped spectra (n, p_a)."""
        X = np.asarray(X, dtype=np.float64)
        out = np.repeat(self.offset[None, :], len(X), axis=0)
        if self.diagonal is not None:
            out += X * self.diagonal
        if self.left is not None and self.right is not None:
            out += (X @ self.left) @ self.right
        if self.band is not None:
            half = self.band.shape[1] // 2
            padded = np.pad(X, ((0, 0), (half, half)))
            for j in range(self.band.shape[1]):
                out += padded[:, j:j + X.shape[1]] * self.band[:, j]
        return out

    def pull_back(self, coefficients: np.ndarray, intercept: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Coefficients (p_b, q) and intercept (q,) on B's channels of a linear model (p_a, q) on A's."""
        b = np.asarray(coefficients, dtype=np.float64)
        constant = np.asarray(intercept, dtype=np.float64) + self.offset @ b
        parts = []
        if self.diagonal is not None:
            parts.append(self.diagonal[:, None] * b)
        if self.left is not None and self.right is not None:
            parts.append(self.left @ (self.right @ b))
        if self.band is not None:
            half, p = self.band.shape[1] // 2, len(b)
            padded = np.zeros((p + 2 * half, b.shape[1]))
            for j in range(self.band.shape[1]):
                padded[j:j + p] += self.band[:, j, None] * b
            parts.append(padded[half:half + p])
        return np.sum(parts, axis=0), constant

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        parts = {"offset": self.offset, "diagonal": self.diagonal, "left": self.left, "right": self.right,
                 "band": self.band}
        return {name: value for name, value in parts.items() if value is not None}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> AffineMap:
        """The map that `to_state` described."""
        return cls(state["offset"], state.get("diagonal"), state.get("left"), state.get("right"), state.get("band"))
