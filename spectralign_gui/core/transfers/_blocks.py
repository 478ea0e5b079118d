"""Models of a value on random blocks of neighbouring, averaged channels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..regression.pls import pls1_path

GROUPS = 60
"""Channels are averaged in at most so many groups: block pairs and covariances grow with their cube."""
SHARE_CHANNELS = 0.2
"""Share of the channels in a block, as published."""
MOST_ROWS = 200
"""Samples in a block at most."""


def grouped(p: int) -> np.ndarray:
    """What averages neighbouring channels in at most `GROUPS` groups (p, g)."""
    number = np.arange(p) * min(p, GROUPS) // p
    G = (number[:, None] == np.arange(number[-1] + 1)).astype(float)
    return np.asarray(G / G.sum(axis=0))


@dataclass(frozen=True, eq=False)
class Blocks:
    """Models of the value on random blocks of channels, for 1 … L latent variables.

    Parameters
    ----------
    b, b0 : (f, L, p), (f, L) arrays
    told : (f, L) array
        How much of the value it tells at samples that were not in the block (R², ≥ 0).
    """

    b: np.ndarray
    b0: np.ndarray
    told: np.ndarray


def block_rows(n: int, share: float) -> int:
    """How many of n samples are in a block."""
    return min(MOST_ROWS, max(min(3, n), int(share * n)))


def blocks(Z: np.ndarray, y: np.ndarray, share: float, count: int, limit: int, rng: np.random.RandomState) -> Blocks:
    """PLS with 1 … `limit` latent variables on `count` random blocks of channels and one random part of the samples."""
    n, p = Z.shape
    order = rng.permutation(n)
    inside, outside = (np.sort(part) for part in np.split(order, [block_rows(n, share)]))
    mask = np.argsort(rng.random_sample((count, p)), axis=1) < max(1, int(SHARE_CHANNELS * p))
    path = pls1_path(mask[:, None, :] * Z[inside], np.repeat(y[inside, None], count, axis=1), limit)
    b = path.coefficients * mask[:, None, :]
    b0 = path.y_mean[:, None] - np.einsum("flp,fp->fl", b, path.x_mean)
    judged = outside if len(outside) and (y[outside] != y[inside].mean()).any() else np.arange(n)
    total = float(((y[judged] - y[inside].mean()) ** 2).sum())
    left = ((b @ Z[judged].T + b0[:, :, None] - y[judged]) ** 2).sum(axis=2)
    return Blocks(b, b0, np.maximum(1.0 - left / total, 0.0) if total > 0 else np.zeros(left.shape))
