"""Neighbour graphs: kNN (union), heat kernel, joint graph of several sets, Laplacian, shortest paths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy

from ..errors import ParameterError
from ..monitor import Monitor, SilentMonitor
from ..parameters import the_parameter
from . import lapack
from .memory import require as require_memory

BLOCK_VALUES = 4_000_000


def nearest_neighbours(
    X: np.ndarray, n_neighbors: int, monitor: Monitor | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """The k nearest other rows of every row, by Euclidean distance; brute force in blocks of rows.

    Parameters
    ----------
    X : (n, p) array
    n_neighbors : int
        k; where a set has no more than k samples, all others are taken.
    monitor : Monitor, optional
        May cancel between blocks.

    Returns
    -------
    rows : (n, k) int array
        Nearest first; equal distances in the order of the rows.
    distances : (n, k) array
    """
    monitor = monitor or SilentMonitor()
    n = len(X)
    k = min(n_neighbors, n - 1)
    # far from the origin the expanded square cancels: centre first (distances do not change)
    centred = np.asarray(X, dtype=np.float64) - np.mean(X, axis=0, dtype=np.float64)
    squares = np.einsum("ij,ij->i", centred, centred)
    rows = np.empty((n, k), dtype=np.int64)
    step = max(1, BLOCK_VALUES // n)
    extra = min(n - 1, k + 8)
    for start in range(0, n, step):
        monitor.raise_if_cancelled()
        stop = min(n, start + step)
        block = squares[start:stop, None] + squares[None, :] - 2 * (centred[start:stop] @ centred.T)
        block[np.arange(stop - start), np.arange(start, stop)] = np.inf
        if extra < n - 1:
            near = np.argpartition(block, extra, axis=1)[:, :extra + 1]
        else:
            near = np.tile(np.arange(n), (stop - start, 1))
        for i, candidates in enumerate(near):  # the few candidates are ranked by exact differences
            candidates = np.sort(candidates[candidates != start + i])
            exact = ((centred[candidates] - centred[start + i]) ** 2).sum(axis=1)
            rows[start + i] = candidates[np.argsort(exact, kind="stable")[:k]]
    distances = np.empty((n, k))
    for j in range(k):
        distances[:, j] = np.sqrt(((centred - centred[rows[:, j]]) ** 2).sum(axis=1))
    return rows, distances


def neighbour_graph(
    X: np.ndarray, n_neighbors: int, weighting: str = "binary", bandwidth: float | None = None,
    monitor: Monitor | None = None,
) -> scipy.sparse.csr_array:
    """Symmetric weights W of one set: an edge where *either* sample is among the k nearest of the other (union).

    Parameters
    ----------
    X : (n, p) array
    n_neighbors : int
    weighting : {"binary", "heat", "distance"}
        1 per edge, exp(−distance²/t), or the distance itself (for shortest paths; a zero distance is
        kept as the smallest positive number, so that the edge does not vanish).
    bandwidth : float, optional
        t of the heat kernel, in squared units of X; None is the mean squared length of the edges, so
        that the weights do not depend on the scale of the data.

    Returns
    -------
    (n, n) csr_array without diagonal
    """
    rows, distances = nearest_neighbours(X, n_neighbors, monitor)
    n, k = rows.shape
    squared = (distances ** 2).ravel()
    if weighting == "binary":
        weights = np.ones(n * k)
    elif weighting == "heat":
        t = bandwidth if bandwidth is not None else float(squared.mean())
        weights = np.exp(-squared / t) if t > 0 else np.ones(n * k)
        # an outlier whose weights all underflow would fall out of the graph without a word
        weights = np.maximum(weights, 1e-12)
    elif weighting == "distance":
        weights = np.maximum(distances.ravel(), np.finfo(float).tiny)
    else:
        raise ParameterError("graph.weighting", parameter=the_parameter('weighting'), weighting=weighting)
    directed = scipy.sparse.csr_array((weights, (np.repeat(np.arange(n), k), rows.ravel())), shape=(n, n))
    return directed.maximum(directed.T).tocsr()


def pair_graph(stacked_pairs: np.ndarray, size: int) -> scipy.sparse.csr_array:
    """C: symmetric 0/1 matrix of the correspondences, (size, size), without closure.

    Parameters
    ----------
    stacked_pairs : (m, 2) int array
        Rows of the stacked sets.
    """
    if not len(stacked_pairs):
        return scipy.sparse.csr_array((size, size))
    i, j = stacked_pairs[:, 0], stacked_pairs[:, 1]
    C = scipy.sparse.coo_array((np.ones(2 * len(i)), (np.r_[i, j], np.r_[j, i])), shape=(size, size)).tocsr()
    C.data[:] = 1.0
    return C


def joint_graph(
    graphs: Sequence[scipy.sparse.csr_array], across: scipy.sparse.csr_array, mu: float,
) -> scipy.sparse.csr_array:
    """W = (1−µ)·diag(W_1, …, W_k) + µC (manifold alignment chapter, figure 5.4, with ν = 1−µ)."""
    return ((1 - mu) * scipy.sparse.block_diag(graphs, format="csr") + mu * across).tocsr()


def laplacian(W: scipy.sparse.csr_array) -> tuple[scipy.sparse.csr_array, np.ndarray]:
    """L = D − W and the degrees diag(D)."""
    degrees = np.asarray(W.sum(axis=1)).ravel()
    return (scipy.sparse.diags_array(degrees) - W).tocsr(), degrees


def components(W: scipy.sparse.csr_array) -> tuple[int, np.ndarray]:
    """Number of connected parts, and the part of each row."""
    count, labels = scipy.sparse.csgraph.connected_components(W, directed=False)
    return int(count), labels


def merge_rows(W: scipy.sparse.csr_array, stacked_pairs: np.ndarray) -> tuple[scipy.sparse.csr_array, np.ndarray]:
    """Merge all rows joined by pairs into one row (hard constraints, chapter 5.3.2).

    The weights of merged rows are added; edges inside a merged row go.

    Returns
    -------
    merged : (m, m) csr_array
    place : (n,) int array
        Row of `merged` that stands for each old row.
    """
    n = W.shape[0]
    count, place = components(pair_graph(stacked_pairs, n))
    P = scipy.sparse.csr_array((np.ones(n), (np.arange(n), place)), shape=(n, count))
    merged = (P.T @ W @ P).tolil()
    merged.setdiag(0)
    merged = merged.tocsr()
    merged.eliminate_zeros()
    return merged, place


def euclidean_distances(X: np.ndarray, monitor: Monitor | None = None) -> np.ndarray:
    """All distances between the rows of X, (n, n), exactly symmetric with a zero diagonal.

    Raises
    ------
    MemoryNeedError
        If n×n does not fit.
    """
    monitor = monitor or SilentMonitor()
    n = len(X)
    require_memory(3 * 8 * n * n, f"all distances between {n} samples",
                   "take fewer samples or a method that works on a neighbour graph")
    X = np.asarray(X, dtype=np.float64) - np.mean(X, axis=0, dtype=np.float64)
    if X.shape[1] > n:  # a rotation into the span of the rows changes no distance and shortens the sums
        X = lapack.qr(X.T)[1].T
    D = np.empty((n, n))
    for i in range(n):
        if i % 64 == 0:
            monitor.raise_if_cancelled()
        D[i, :i + 1] = np.sqrt(((X[:i + 1] - X[i]) ** 2).sum(axis=1))
        D[:i, i] = D[i, :i]
    return D


def shortest_paths(
    X: np.ndarray, n_neighbors: int | None, what: str = "the data", monitor: Monitor | None = None,
) -> np.ndarray:
    """Geodesic distances along the neighbour graph, (n, n).

    Parameters
    ----------
    X : (n, p) array
    n_neighbors : int or None
        None is the complete graph: by the triangle inequality its shortest paths are the Euclidean distances.
    what : str
        Name of the set for the sentence.

    Raises
    ------
    ParameterError
        If the graph falls apart, so that some distances are infinite.
    MemoryNeedError
        If n×n does not fit.
    """
    monitor = monitor or SilentMonitor()
    if n_neighbors is None or n_neighbors >= len(X) - 1:
        return euclidean_distances(X, monitor)
    n = len(X)
    require_memory(2 * 8 * n * n, f"all distances between {n} samples", "take fewer samples")
    W = neighbour_graph(X, n_neighbors, "distance", monitor=monitor)
    count, _ = components(W)
    if count > 1:
        raise ParameterError("graph.disconnected", parameter=the_parameter('n_neighbors'), n_neighbors=n_neighbors,
                             what=what, count=count)
    D = np.empty((n, n))
    step = max(1, BLOCK_VALUES // n)
    for start in range(0, n, step):
        monitor.raise_if_cancelled()
        rows = np.arange(start, min(n, start + step))
        D[rows] = scipy.sparse.csgraph.dijkstra(W, directed=False, indices=rows)
    return np.minimum(D, D.T)
