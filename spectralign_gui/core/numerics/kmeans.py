"""k-means by scikit-learn, in one thread: on a few hundred samples its threads cost more than the work."""

from __future__ import annotations

import warnings

import numpy as np
from threadpoolctl import threadpool_limits


def kmeans(F: np.ndarray, k: int, *, restarts: int = 10, seed: int = 0) -> np.ndarray:
    """Cluster of every row of F (n, d), numbered in the order of their first rows.

    Parameters
    ----------
    F : (n, d) array
    k : int
        1 to n; there are fewer clusters where fewer rows differ.
    restarts : int
        Starts (k-means++); the one with the smallest sum of squares is taken.
    seed : int
    """
    from sklearn.cluster import KMeans
    from sklearn.exceptions import ConvergenceWarning

    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # fewer rows that differ than clusters
        found = KMeans(k, n_init=restarts, random_state=seed).fit(F - F.mean(axis=0)).labels_
    _, first, inverse = np.unique(found, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse].astype(np.int64)
