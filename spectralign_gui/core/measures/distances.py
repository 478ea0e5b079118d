"""Distances between embedded sets: in blocks, and the matched distance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

BLOCK_VALUES = 8_000_000
SAMPLED = 4000  # rows of each set that stand for all when the mean distance of very large sets is taken


def block_distances(left: np.ndarray, right: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Squared distances of `left` (n, d) to `right` (m, d), a block of rows at a time (never n×m at once for big sets).

    Yields
    ------
    start : int
        First row of the block.
    block : (b, m) array
    """
    rows = max(1, BLOCK_VALUES // max(1, len(right)))
    for start in range(0, len(left), rows):
        part = left[start:start + rows]
        block = np.zeros((len(part), len(right)))
        for j in range(left.shape[1]):  # differences, not the expanded square: exact zeros stay zero
            block += (part[:, j, None] - right[None, :, j]) ** 2
        yield start, block


def matched_distance(embeddings: Sequence[np.ndarray], pairs: np.ndarray) -> float:
    """Mean distance of the pairs relative to the mean distance of all cross-set pairs, error(F) (D 3.38).

    0 is perfect, 1 is no better than chance. NaN without pairs. Of sets with more than 4,000 samples the mean distance
    is taken over as many drawn at random (with a fixed seed).
    """
    pairs = np.asarray(pairs).reshape(-1, 4)
    if not len(pairs):
        return float("nan")
    matched = [float(np.linalg.norm(embeddings[a][i] - embeddings[b][j])) for a, i, b, j in pairs]
    totals = []
    for a, b in {(int(p[0]), int(p[2])) for p in pairs}:
        left, right = _sample(embeddings[a]), _sample(embeddings[b])
        total = sum(float(np.sqrt(block).sum()) for _, block in block_distances(left, right))
        totals.append(total / (len(left) * len(right)))
    mean = float(np.mean(totals))
    return float(np.mean(matched)) / mean if mean > 0 else float("nan")


def _sample(F: np.ndarray) -> np.ndarray:
    return F if len(F) <= SAMPLED else F[np.random.default_rng(0).permutation(len(F))[:SAMPLED]]
