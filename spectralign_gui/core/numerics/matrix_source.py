"""A reconstruction matrix read block by block, and the order of its samples. Never forms n × n for large n."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy

SAMPLED = 200_000
ANCHORS = 1_200
"""Samples that the tree for ordering by cluster is grown from; the others join the most similar one."""


@dataclass(frozen=True, eq=False)
class MatrixSource:
    """R as factors (left @ right.T) or as explicit entries.

    Parameters
    ----------
    n : int
    left, right : (n, r) arrays, optional
    entries : (n, n) array or sparse matrix, optional
    """

    n: int
    left: np.ndarray | None = None
    right: np.ndarray | None = None
    entries: Any = None

    @classmethod
    def of(cls, reconstruction: Any) -> MatrixSource:
        """Source of a fitted reconstruction (see `core.numerics.reconstruction.Reconstruction`)."""
        entries = getattr(reconstruction, "entries", None)
        basis = np.asarray(reconstruction.basis)
        if entries is not None:
            held = scipy.sparse.csr_matrix(entries) if scipy.sparse.issparse(entries) else entries
            return cls(len(basis), entries=held)
        left = getattr(reconstruction, "left", None)
        weights = np.asarray(reconstruction.weights)
        return cls(len(basis), basis * weights if left is None else np.asarray(left), basis)

    @classmethod
    def of_factors(cls, basis: np.ndarray, weights: np.ndarray) -> MatrixSource:
        """Source of U diag(w) Uᵀ (live)."""
        return cls(len(basis), basis * weights, basis)

    @classmethod
    def of_array(cls, matrix: np.ndarray) -> MatrixSource:
        """Source of a matrix as it is (live)."""
        return cls(len(matrix), entries=matrix)

    def block(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """R[rows][:, columns] as a dense array."""
        if self.entries is not None:
            if scipy.sparse.issparse(self.entries):
                return np.asarray(self.entries[rows][:, columns].toarray())
            return np.asarray(self.entries[np.ix_(rows, columns)])
        assert self.left is not None and self.right is not None
        return self.left[rows] @ self.right[columns].T

    def pairs(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """R[i, j] for paired indices."""
        if self.entries is not None:
            return np.asarray(self.entries[rows, columns], dtype=float).ravel()
        assert self.left is not None and self.right is not None
        return np.einsum("ij,ij->i", self.left[rows], self.right[columns])

    def level(self, percentile: float = 99.5) -> float:
        """Symmetric limit of the colours: a percentile of |R_ij|, i ≠ j, from a sample of the entries."""
        if self.n < 2:
            return 1.0
        if self.n * self.n <= SAMPLED:
            block = np.abs(self.block(np.arange(self.n), np.arange(self.n)))
            values = block[~np.eye(self.n, dtype=bool)]
        else:
            rng = np.random.default_rng(0)
            i, j = rng.integers(0, self.n, (2, SAMPLED))
            values = np.abs(self.pairs(i, j))[i != j]
        level = float(np.percentile(values, percentile))
        return level if level > 0 else float(values.max()) or 1.0

    def affinity(self, samples: np.ndarray, others: np.ndarray) -> np.ndarray:
        """|R_ij| + |R_ji| relative to the diagonal, 0..1: how much two samples lie in one subspace."""
        symmetric = np.abs(self.block(samples, others)) + np.abs(self.block(others, samples)).T
        diagonal = np.sqrt(np.abs(self.pairs(samples, samples))[:, None] * np.abs(self.pairs(others, others))[None])
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.nan_to_num(np.clip(symmetric / (2 * diagonal), 0.0, 1.0), nan=0.0)


@dataclass(frozen=True, eq=False)
class Order:
    """Order of the samples along both axes.

    Parameters
    ----------
    permutation : (n,) int array
        permutation[k] is the sample in place k.
    blocks : sequence of (start, stop, label)
        Places that belong together.
    """

    permutation: np.ndarray
    blocks: Sequence[tuple[int, int, str]] = ()


def order_as_loaded(n: int) -> Order:
    """As in the file."""
    return Order(np.arange(n))


def order_by_name(names: Sequence[str]) -> Order:
    """By sample name; numbers in names count as numbers (S2 before S10)."""
    import re

    def key(k: int) -> tuple[Any, ...]:
        parts = re.split(r"(\d+)", names[k].casefold())
        return tuple((0, int(p), "") if p.isdigit() else (1, 0, p) for p in parts)

    return Order(np.array(sorted(range(len(names)), key=key), dtype=np.intp))


def order_by_group(groups: Sequence[str]) -> Order:
    """Samples of a group side by side, groups by name; those without a group last."""
    labels = np.array([g or "\uffff" for g in groups], dtype=object)
    permutation = np.array(sorted(range(len(labels)), key=lambda k: (labels[k], k)), dtype=np.intp)
    return Order(permutation, _blocks(["none" if g == "\uffff" else str(g) for g in labels[permutation]]))


def order_by_cluster(source: MatrixSource, clusters: int | None = None) -> Order:
    """By average-linkage clusters of the affinity |R|; the number of clusters is where merging costs most."""
    n = source.n
    if n < 3:
        return order_as_loaded(n)
    rng = np.random.default_rng(0)
    anchors = np.arange(n) if n <= ANCHORS else np.sort(rng.permutation(n)[:ANCHORS])
    distance = 1.0 - source.affinity(anchors, anchors)
    np.fill_diagonal(distance, 0.0)
    from scipy.cluster.hierarchy import fcluster, leaves_list, linkage
    from scipy.spatial.distance import squareform

    tree = linkage(squareform((distance + distance.T) / 2, checks=False), "average")
    if clusters is None:
        heights = tree[:, 2]
        jumps = np.diff(heights)[-9:]  # between 2 and 10 clusters
        clusters = len(jumps) - int(np.argmax(jumps)) + 1 if len(jumps) else 1
    member = fcluster(tree, clusters, "maxclust")
    place = np.empty(len(anchors), dtype=float)
    place[leaves_list(tree)] = np.arange(len(anchors))
    if n > len(anchors):
        nearest = np.concatenate([source.affinity(part, anchors).argmax(axis=1)
                                  for part in np.array_split(np.arange(n), -(-n // 2000))])
        nearest[anchors] = np.arange(len(anchors))
    else:
        nearest = np.arange(n)
    permutation = np.argsort(place[nearest], kind="stable")
    names = member[nearest][permutation]
    shown = {m: f"cluster {k + 1}" for k, m in enumerate(dict.fromkeys(names))}
    return Order(permutation, _blocks([shown[m] for m in names]))


def _blocks(labels: Sequence[str]) -> list[tuple[int, int, str]]:
    blocks: list[tuple[int, int, str]] = []
    start = 0
    for k in range(1, len(labels) + 1):
        if k == len(labels) or labels[k] != labels[start]:
            blocks.append((start, k, labels[start]))
            start = k
    return blocks
