"""Short circuits: connections between samples of different groups, in a reconstruction or a neighbour graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import scipy

from ..errors import DataError
from ..monitor import Monitor, SilentMonitor
from ..numerics.graphs import nearest_neighbours
from ..numerics.reconstruction import Reconstruction
from ..numerics.scaling import row_blocks

Weights: TypeAlias = "Reconstruction | np.ndarray | scipy.sparse.sparray"
"""What is measured: R of a set, or the weights of any graph over its samples."""


@dataclass(frozen=True)
class Connection:
    """One connection between two samples of a set.

    Parameters
    ----------
    row, partner : int
        Sample `row` is reconstructed with the help of `partner`.
    weight : float
        R_row,partner with its sign; of the two directions the stronger one.
    share : float
        |weight| as a share of all weight that `row` puts on other samples.
    between : bool
        Whether the two belong to different groups.
    """

    row: int
    partner: int
    weight: float
    share: float
    between: bool


def size_of(R: Weights) -> int:
    """Number of samples."""
    return R.n_samples if isinstance(R, Reconstruction) else int(R.shape[0])


def weight_rows(R: Weights) -> Iterator[tuple[slice, np.ndarray]]:
    """Dense blocks of rows of the weights, with their slices."""
    n = size_of(R)
    for part in row_blocks((n, n)):
        if isinstance(R, Reconstruction):
            yield part, R.rows(part)
        else:
            rows: Any = R[part]
            yield part, np.asarray(rows.toarray() if scipy.sparse.issparse(rows) else rows)


def group_mass(
    R: Weights, groups: Sequence[Any] | np.ndarray, *, diagonal: bool = True, monitor: Monitor | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """|R| summed over the blocks that the groups make.

    Parameters
    ----------
    R : Reconstruction, array or sparse array (n, n)
    groups : (n,) array-like
        Label per sample.
    diagonal : bool
        Whether what a sample keeps of itself counts.
    monitor : Monitor, optional
        May cancel between blocks of rows.

    Returns
    -------
    labels : (g,) array
    mass : (g, g) array
        mass[a, b]: weight that the samples of group a put on samples of group b.

    Raises
    ------
    DataError
        If the groups do not match the samples.
    """
    monitor = monitor or SilentMonitor()
    labels, member = _groups(groups, size_of(R))
    onehot = np.eye(len(labels))[member]
    mass = np.zeros((len(labels), len(labels)))
    for part, block in weight_rows(R):
        monitor.raise_if_cancelled()
        size = np.abs(block)
        if not diagonal:
            size[np.arange(len(size)), np.arange(part.start, part.stop)] = 0.0
        mass += onehot[part].T @ (size @ onehot)
    return labels, mass


def between_group_share(
    R: Weights, groups: Sequence[Any] | np.ndarray, *, diagonal: bool = True, monitor: Monitor | None = None,
) -> float:
    """Share of |R| mass between groups: 0 means no short circuit at all; NaN for weights that are all zero.

    See `group_mass` for the parameters.
    """
    _, mass = group_mass(R, groups, diagonal=diagonal, monitor=monitor)
    total = float(mass.sum())
    return float(total - np.trace(mass)) / total if total > 0 else float("nan")


def strongest_connections(
    R: Weights, groups: Sequence[Any] | np.ndarray | None = None, most: int = 20, *, only_between: bool = False,
    monitor: Monitor | None = None,
) -> list[Connection]:
    """The strongest connections, strongest first; each pair of samples once.

    Parameters
    ----------
    R : Reconstruction, array or sparse array (n, n)
    groups : (n,) array-like, optional
        Without groups no connection counts as between groups.
    most : int
        How many at most.
    only_between : bool
        Those between groups only: the worst short circuits.
    monitor : Monitor, optional
    """
    monitor = monitor or SilentMonitor()
    n = size_of(R)
    member = _groups(groups, n)[1] if groups is not None else np.zeros(n, dtype=np.int64)
    found: dict[tuple[int, int], Connection] = {}
    for part, block in weight_rows(R):
        monitor.raise_if_cancelled()
        size = np.abs(block)
        size[np.arange(len(size)), np.arange(part.start, part.stop)] = 0.0
        totals = size.sum(axis=1)
        if only_between:
            size[member[part][:, None] == member[None, :]] = 0.0
        count = min(2 * most, size.size)  # a pair may come up in both directions
        for place in np.argpartition(size, size.size - count, axis=None)[size.size - count:]:
            i, j = (int(v) for v in np.unravel_index(place, size.shape))
            if size[i, j] <= 0:
                continue
            row = part.start + i
            key = (min(row, j), max(row, j))
            if key not in found or abs(found[key].weight) < size[i, j]:
                found[key] = Connection(row, j, float(block[i, j]), float(size[i, j] / totals[i]),
                                        bool(member[row] != member[j]))
        found = dict(sorted(found.items(), key=lambda kc: -abs(kc[1].weight))[:most])
    return sorted(found.values(), key=lambda c: (-abs(c.weight), c.row, c.partner))


def strongest_partners(R: Weights, n_partners: int, monitor: Monitor | None = None) -> scipy.sparse.csr_array:
    """Each sample's strongest partners: n × n_partners directed edges that hold |R_ij|, to set beside a kNN graph."""
    monitor = monitor or SilentMonitor()
    n = size_of(R)
    k = min(n_partners, n - 1)
    rows, columns, values = [], [], []
    for part, block in weight_rows(R):
        monitor.raise_if_cancelled()
        size = np.abs(block)
        size[np.arange(len(size)), np.arange(part.start, part.stop)] = -1.0
        near = np.argsort(-size, axis=1, kind="stable")[:, :k]
        rows.append(np.repeat(np.arange(part.start, part.stop), k))
        columns.append(near.ravel())
        values.append(np.maximum(np.take_along_axis(size, near, axis=1), 0.0).ravel())
    places = np.concatenate(rows), np.concatenate(columns)
    graph = scipy.sparse.csr_array((np.concatenate(values), places), shape=(n, n))
    graph.eliminate_zeros()
    return graph


def neighbour_edges(X: np.ndarray, n_partners: int, monitor: Monitor | None = None) -> scipy.sparse.csr_array:
    """Each sample's nearest neighbours as directed edges of weight 1: the graph of equal edge count."""
    near, _ = nearest_neighbours(X, n_partners, monitor)
    n, k = near.shape
    return scipy.sparse.csr_array((np.ones(n * k), (np.repeat(np.arange(n), k), near.ravel())), shape=(n, n))


def compare_with_neighbours(
    R: Reconstruction, X: np.ndarray, groups: Sequence[Any] | np.ndarray, n_partners: int = 5,
    monitor: Monitor | None = None,
) -> dict[str, Any]:
    """Short circuits of a reconstruction beside those of a kNN graph of equal edge count.

    Parameters
    ----------
    R : Reconstruction
        Of the set.
    X : (n, p) array
        The set as scaled.
    groups : (n,) array-like
    n_partners : int
        Edges per sample on both sides: its strongest partners in |R|, its nearest neighbours.

    Returns
    -------
    dict
        "edges" (number of each); "reconstruction" and "neighbours", each with "edge_share" (edges between groups),
        "mass_share" (their weight) and "strongest" (list of `Connection` between groups); "whole" the share of all
        of |R| between groups.
    """
    own, near = strongest_partners(R, n_partners, monitor), neighbour_edges(X, n_partners, monitor)

    def figures(graph: scipy.sparse.csr_array) -> dict[str, Any]:
        edges = graph.copy()
        edges.data = np.ones_like(edges.data)
        return {"edge_share": between_group_share(edges, groups, monitor=monitor),
                "mass_share": between_group_share(graph, groups, monitor=monitor),
                "strongest": strongest_connections(graph, groups, only_between=True, monitor=monitor)}

    return {"edges": int(near.nnz), "reconstruction": figures(own), "neighbours": figures(near),
            "whole": between_group_share(R, groups, monitor=monitor)}


def _groups(groups: Sequence[Any] | np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    array = np.asarray(groups)
    if array.shape != (n,):
        raise DataError("groups.shape_of_all", shape=str(array.shape), n=n)
    labels, member = np.unique(array, return_inverse=True)
    return labels, member.ravel()
