"""k-means of few dimensions (the threads of scikit-learn's cost more than the work on a few hundred samples)."""

from __future__ import annotations

import numpy as np


def kmeans(F: np.ndarray, k: int, *, restarts: int = 10, most_steps: int = 300, seed: int = 0) -> np.ndarray:
    """Cluster of every row of F (n, d), numbered in the order of their first rows.

    Parameters
    ----------
    F : (n, d) array
    k : int
        1 to n.
    restarts : int
        Starts (k-means++); the one with the smallest sum of squares is taken.
    most_steps : int
    seed : int

    Returns
    -------
    (n,) int array
    """
    rng = np.random.default_rng(seed)
    F = F - F.mean(axis=0)  # the expanded squares below lose fewer digits
    norms = np.einsum("ij,ij->i", F, F)
    best, answer = np.inf, np.zeros(len(F), dtype=np.int64)
    for _ in range(restarts):
        centres = _spread(F, k, rng)
        labels = np.full(len(F), -1)
        for _ in range(most_steps):
            distance = norms[:, None] - 2 * F @ centres.T + np.einsum("ij,ij->i", centres, centres)
            new = distance.argmin(axis=1)
            if np.array_equal(new, labels):
                break
            labels = new
            counts = np.bincount(labels, minlength=k)
            sums = np.stack([np.bincount(labels, weights=column, minlength=k) for column in F.T], axis=1)
            filled = counts > 0
            centres[filled] = sums[filled] / counts[filled, None]
        cost = float(((F - centres[labels]) ** 2).sum())
        if cost < best * (1 - 1e-9) - 1e-300:
            best, answer = cost, labels
    _, first, inverse = np.unique(answer, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse].astype(np.int64)


def _spread(F: np.ndarray, k: int, rng: np.random.Generator) -> np.ndarray:
    """k-means++ start: each next centre with a chance that grows with the squared distance to the nearest."""
    centres = np.empty((k, F.shape[1]))
    centres[0] = F[rng.integers(len(F))]
    nearest = ((F - centres[0]) ** 2).sum(axis=1)
    for i in range(1, k):
        total = nearest.sum()
        row = rng.choice(len(F), p=nearest / total) if total > 0 else rng.integers(len(F))
        centres[i] = F[row]
        nearest = np.minimum(nearest, ((F - centres[i]) ** 2).sum(axis=1))
    return centres
