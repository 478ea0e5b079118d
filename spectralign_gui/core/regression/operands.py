"""Centred, weighted spectra of many fits, as what PLS needs of them: their products from both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Filtered:
    """Spectra (n, p) that fits share but for what each does to them first: (X + u·δ)(I + left·right) + offset.

    Parameters
    ----------
    X : (n, p) array
    moved : (n,) bool array
        u: the rows that are moved.
    by : (f, p) array or None
        δ of every fit.
    left, right : sequences of (p, k) and (k, p) arrays, or None
        Of every fit; k may differ.
    offset : (f, p) array or None
    """

    X: np.ndarray
    moved: np.ndarray | None = None
    by: np.ndarray | None = None
    left: Sequence[np.ndarray] | None = None
    right: Sequence[np.ndarray] | None = None
    offset: np.ndarray | None = None


class Shared:
    """√W (X − mean) of fits that share X: no fit needs a copy of its own."""

    def __init__(self, of: Filtered, W: np.ndarray, total: np.ndarray, root: np.ndarray) -> None:
        self.root, origin = root, of.X.mean(axis=0)  # near all means, so that little is lost to rounding below
        self.X, self.moved, self.by = of.X - origin, of.moved, of.by
        share = (W / total).T
        self.own = share @ self.X
        self.scale = W.T @ (self.X ** 2).sum(axis=1)
        if self.moved is not None and self.by is not None:
            part = share[:, self.moved].sum(axis=1)[:, None]
            self.own = self.own + part * self.by
            self.scale = self.scale + total * part[:, 0] * (
                2.0 * (share[:, self.moved] @ self.X[self.moved] / np.maximum(part, 1e-300) * self.by).sum(axis=1)
                + (self.by ** 2).sum(axis=1))
        self.scale = self.scale - total * (self.own ** 2).sum(axis=1)
        self.left = self.right = None
        if of.left is not None and of.right is not None:
            self.left, self.right = _padded(of.left, 1), _padded(of.right, 0)
        self.mean = self._filter(self.own + origin) + (0.0 if of.offset is None else of.offset)

    def _filter(self, x: np.ndarray, back: bool = False) -> np.ndarray:
        if self.left is None or self.right is None:
            return x
        left, right = (self.right, self.left) if back else (self.left, self.right)
        if back:
            return np.asarray(x + ((x[:, None, :] @ left.transpose(0, 2, 1)) @ right.transpose(0, 2, 1))[:, 0])
        return np.asarray(x + ((x[:, None, :] @ left) @ right)[:, 0])

    def forward(self, w: np.ndarray) -> np.ndarray:
        """Scores (f, n) of weights (f, p)."""
        w = self._filter(w, True)
        t = w @ self.X.T - (w * self.own).sum(axis=1)[:, None]
        if self.moved is not None and self.by is not None:
            t[:, self.moved] += (w * self.by).sum(axis=1)[:, None]
        return np.asarray(self.root * t)

    def back(self, f: np.ndarray) -> np.ndarray:
        """Weights (f, p) of residuals (f, n)."""
        f = self.root * f
        w = f @ self.X - f.sum(axis=1)[:, None] * self.own
        if self.moved is not None and self.by is not None:
            w += f[:, self.moved].sum(axis=1)[:, None] * self.by
        return self._filter(w)


class Stacked:
    """The same where every fit has spectra of its own: X (f, n, p)."""

    def __init__(self, X: np.ndarray, W: np.ndarray, total: np.ndarray, root: np.ndarray) -> None:
        self.mean = ((W / total).T[:, None, :] @ X)[:, 0, :]
        self.E = (X - self.mean[:, None, :]) * root[:, :, None]
        self.scale = (self.E ** 2).sum(axis=(1, 2))

    def forward(self, w: np.ndarray) -> np.ndarray:
        """Scores (f, n) of weights (f, p)."""
        return np.asarray((self.E @ w[:, :, None])[:, :, 0])

    def back(self, f: np.ndarray) -> np.ndarray:
        """Weights (f, p) of residuals (f, n)."""
        return np.asarray((f[:, None, :] @ self.E)[:, 0, :])


def _padded(parts: Sequence[np.ndarray], axis: int) -> np.ndarray:
    """Matrices of different ranks in one array, zeros behind."""
    most = max(part.shape[axis] for part in parts)
    shape = [*parts[0].shape]
    shape[axis] = most
    found = np.zeros((len(parts), *shape))
    for k, part in enumerate(parts):
        found[(k, slice(part.shape[0]), slice(part.shape[1]))] = part
    return found
