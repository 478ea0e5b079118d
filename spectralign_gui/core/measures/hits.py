"""Do held-out standards find their partner?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .distances import block_distances


def partner_ranks(
    embeddings: Sequence[np.ndarray], pairs: np.ndarray, a: int = 0, b: int = 1,
) -> tuple[np.ndarray, np.ndarray]:
    """Place of each standard's nearest partner among the *whole* other set.

    A tie counts against the alignment: an embedding that puts everything on one point hits nothing.

    Parameters
    ----------
    embeddings : list of (n_k, d) arrays
    pairs : (m, 4) int array
        Held-out pairs (set_a, i, set_b, j); those of other sets are passed over. A sample with several
        partners (repeats) is found if any of them is.
    a, b : int
        The two sets.

    Returns
    -------
    a_to_b, b_to_a : int arrays
        0 = the partner is the nearest; one entry per distinct sample that has a partner.
    """
    pairs = np.asarray(pairs).reshape(-1, 4)
    forward = pairs[(pairs[:, 0] == a) & (pairs[:, 2] == b)][:, [1, 3]]
    backward = pairs[(pairs[:, 0] == b) & (pairs[:, 2] == a)][:, [3, 1]]
    table = np.concatenate([forward, backward])
    return _ranks(embeddings[a], embeddings[b], table), _ranks(embeddings[b], embeddings[a], table[:, ::-1])


def _ranks(origin: np.ndarray, other: np.ndarray, table: np.ndarray) -> np.ndarray:
    rows = np.unique(table[:, 0])
    ranks = np.empty(len(rows), dtype=np.int64)
    for start, distances in block_distances(origin[rows], other):
        for k, line in enumerate(distances):
            partners = table[table[:, 0] == rows[start + k], 1]
            nearest = line[partners].min()
            closer = line <= nearest
            closer[partners] = False
            ranks[start + k] = closer.sum()
    return ranks


def hit_rates(
    embeddings: Sequence[np.ndarray], pairs: np.ndarray, ks: Sequence[int] = (1, 3, 5), a: int = 0, b: int = 1,
) -> dict[str, dict[str, float]]:
    """Share of standards whose partner is among the k nearest, both directions.

    Returns
    -------
    dict
        ``{"3": {"a_to_b": 0.9, "b_to_a": 0.95}, …}``; NaN where there is no such pair.
    """
    forward, backward = partner_ranks(embeddings, pairs, a, b)

    def share(ranks: np.ndarray, k: int) -> float:
        return float((ranks < k).mean()) if len(ranks) else float("nan")

    return {str(k): {"a_to_b": share(forward, k), "b_to_a": share(backward, k)} for k in ks}


def foscttm(embeddings: Sequence[np.ndarray], pairs: np.ndarray, a: int = 0, b: int = 1) -> float:
    """Fraction of samples closer than the true match, mean of both directions; 0 is perfect, 0.5 is chance."""
    forward, backward = partner_ranks(embeddings, pairs, a, b)
    if not len(forward):
        return float("nan")
    to_b = forward.mean() / max(1, len(embeddings[b]) - 1)
    to_a = backward.mean() / max(1, len(embeddings[a]) - 1)
    return float((to_a + to_b) / 2)
