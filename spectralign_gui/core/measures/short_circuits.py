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
    if scipy.sparse.issparse(R):
        return labels, _sparse_mass(scipy.sparse.coo_array(R), member, len(labels), diagonal)
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
    best = _Strongest(most, member, only_between)
    if scipy.sparse.issparse(R):
        graph = scipy.sparse.coo_array(R)
        best.take(graph.row, graph.col, graph.data, _row_totals(graph))
        return best.found()
    for part, block in weight_rows(R):
        monitor.raise_if_cancelled()
        size = _without_diagonal(np.abs(block), part)
        best.take_block(part, block, size, size.sum(axis=1))
    return best.found()


class _Strongest:
    """The strongest connections of what has been looked at so far, each pair of samples once.

    Only what is stronger than the weakest one that is kept is looked at more closely: most of a large matrix is not.
    """

    def __init__(self, most: int, member: np.ndarray, only_between: bool) -> None:
        self._most, self._member, self._only_between = most, member, only_between
        self._kept: dict[tuple[int, int], Connection] = {}
        self._bound = 0.0

    def take_block(self, part: slice, block: np.ndarray, size: np.ndarray, totals: np.ndarray) -> None:
        """Rows of the matrix, with their sizes without the diagonal and what they add up to."""
        rows, columns = np.nonzero(size > self._bound)
        if self._only_between:
            other = self._member[rows + part.start] != self._member[columns]
            rows, columns = rows[other], columns[other]
        self._keep(rows + part.start, columns, block[rows, columns], totals[rows])

    def take(self, rows: np.ndarray, columns: np.ndarray, values: np.ndarray, totals: np.ndarray) -> None:
        """Single entries; `totals` are of all rows."""
        wanted = (np.abs(values) > self._bound) & (rows != columns)
        if self._only_between:
            wanted &= self._member[rows] != self._member[columns]
        rows, columns = rows[wanted], columns[wanted]
        self._keep(rows, columns, values[wanted], totals[rows])

    def _keep(self, rows: np.ndarray, columns: np.ndarray, values: np.ndarray, totals: np.ndarray) -> None:
        size = np.abs(values)
        count = 2 * self._most  # a pair may come up in both directions
        places = np.argpartition(size, len(size) - count)[len(size) - count:] if len(size) > count else range(len(size))
        for at in places:
            i, j, value = int(rows[at]), int(columns[at]), float(values[at])
            key = (min(i, j), max(i, j))
            if key not in self._kept or abs(self._kept[key].weight) < abs(value):
                self._kept[key] = Connection(i, j, value, abs(value) / float(totals[at]),
                                             bool(self._member[i] != self._member[j]))
        self._kept = dict(sorted(self._kept.items(), key=lambda kc: -abs(kc[1].weight))[:self._most])
        if len(self._kept) >= self._most:
            self._bound = min((abs(c.weight) for c in self._kept.values()), default=0.0)

    def found(self) -> list[Connection]:
        """Strongest first."""
        return sorted(self._kept.values(), key=lambda c: (-abs(c.weight), c.row, c.partner))


def strongest_partners(R: Weights, n_partners: int, monitor: Monitor | None = None) -> scipy.sparse.csr_array:
    """Each sample's strongest partners: n × n_partners directed edges that hold |R_ij|, to set beside a kNN graph."""
    monitor = monitor or SilentMonitor()
    n = size_of(R)
    partners = _Partners(n, n_partners)
    for part, block in weight_rows(R):
        monitor.raise_if_cancelled()
        partners.take_block(part, _without_diagonal(np.abs(block), part))
    return partners.graph()


class _Partners:
    """Each sample's strongest partners, collected block by block; of equal ones the first."""

    def __init__(self, n: int, count: int) -> None:
        self._n, self._k = n, min(count, n - 1)
        self._rows: list[np.ndarray] = []
        self._columns: list[np.ndarray] = []
        self._values: list[np.ndarray] = []

    def take_block(self, part: slice, size: np.ndarray) -> None:
        """Rows of sizes without the diagonal."""
        if self._k < 1:
            return
        least = np.partition(size, self._n - self._k, axis=1)[:, self._n - self._k]
        rows, columns = np.nonzero((size >= least[:, None]) & (size > 0))
        values = size[rows, columns]
        order = np.lexsort((columns, -values, rows))
        rows, columns, values = rows[order], columns[order], values[order]
        starts = np.searchsorted(rows, np.arange(len(size)))
        chosen = np.arange(len(rows)) - starts[rows] < self._k
        self._rows.append(rows[chosen] + part.start)
        self._columns.append(columns[chosen])
        self._values.append(values[chosen])

    def graph(self) -> scipy.sparse.csr_array:
        """The edges."""
        if not self._rows:
            return scipy.sparse.csr_array((self._n, self._n))
        where = (np.concatenate(self._rows), np.concatenate(self._columns))
        return scipy.sparse.csr_array((np.concatenate(self._values), where), shape=(self._n, self._n))


@dataclass(frozen=True, eq=False)
class Survey:
    """All that is asked of a reconstruction about its groups, found in one pass over its rows.

    Parameters
    ----------
    labels : (g,) array
    mass : (g, g) array
        Of `group_mass` without the diagonal.
    whole : float
        Share between groups of all of |R|, diagonal included.
    strongest, worst : list of Connection
        Of all, and between groups.
    partners : (n, n) sparse array
        Of `strongest_partners`.
    """

    labels: np.ndarray
    mass: np.ndarray
    whole: float
    strongest: list[Connection]
    worst: list[Connection]
    partners: scipy.sparse.csr_array


def survey(
    R: Weights, groups: Sequence[Any] | np.ndarray, most: int, most_between: int, n_partners: int,
    monitor: Monitor | None = None,
) -> Survey:
    """`group_mass`, `strongest_connections` (of all, and between groups) and `strongest_partners` at once."""
    monitor = monitor or SilentMonitor()
    n = size_of(R)
    labels, member = _groups(groups, n)
    onehot = np.eye(len(labels))[member]
    mass, own = np.zeros((len(labels), len(labels))), np.zeros(len(labels))
    strongest, worst = _Strongest(most, member, False), _Strongest(most_between, member, True)
    partners = _Partners(n, n_partners)
    for part, block in weight_rows(R):
        monitor.raise_if_cancelled()
        size = np.abs(block)
        own += onehot[part].T @ size[np.arange(len(size)), np.arange(part.start, part.stop)]
        size = _without_diagonal(size, part)
        mass += onehot[part].T @ (size @ onehot)
        totals = size.sum(axis=1)
        for best in (strongest, worst):
            best.take_block(part, block, size, totals)
        partners.take_block(part, size)
    total = float(mass.sum() + own.sum())
    whole = float(mass.sum() - np.trace(mass)) / total if total > 0 else float("nan")
    return Survey(labels, mass, whole, strongest.found(), worst.found(), partners.graph())


def _without_diagonal(size: np.ndarray, part: slice) -> np.ndarray:
    size[np.arange(len(size)), np.arange(part.start, part.stop)] = 0.0
    return size


def _row_totals(graph: scipy.sparse.coo_array) -> np.ndarray:
    others = graph.row != graph.col
    return np.bincount(graph.row[others], np.abs(graph.data[others]), minlength=graph.shape[0])


def _sparse_mass(graph: scipy.sparse.coo_array, member: np.ndarray, g: int, diagonal: bool) -> np.ndarray:
    chosen = np.ones(len(graph.data), dtype=bool) if diagonal else graph.row != graph.col
    cells = member[graph.row[chosen]] * g + member[graph.col[chosen]]
    return np.bincount(cells, np.abs(graph.data[chosen]), minlength=g * g).reshape(g, g)


def neighbour_edges(X: np.ndarray, n_partners: int, monitor: Monitor | None = None) -> scipy.sparse.csr_array:
    """Each sample's nearest neighbours as directed edges of weight 1: the graph of equal edge count."""
    return neighbour_graph(nearest_neighbours(X, n_partners, monitor)[0])


def neighbour_graph(near: np.ndarray) -> scipy.sparse.csr_array:
    """The edges from each sample to the neighbours that its row of `near` names."""
    n, k = near.shape
    return scipy.sparse.csr_array((np.ones(n * k), (np.repeat(np.arange(n), k), near.ravel())), shape=(n, n))


def compare_with_neighbours(
    R: Reconstruction, X: np.ndarray, groups: Sequence[Any] | np.ndarray, n_partners: int = 5,
    monitor: Monitor | None = None, known: Survey | None = None, near: scipy.sparse.csr_array | None = None,
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
    known : Survey, optional
        Of R with the same groups and partners, if it is there already.
    near : sparse array, optional
        `neighbour_edges` of X, if they are there already.

    Returns
    -------
    dict
        "edges" (number of each); "reconstruction" and "neighbours", each with "edge_share" (edges between groups),
        "mass_share" (their weight) and "strongest" (list of `Connection` between groups); "whole" the share of all
        of |R| between groups.
    """
    known = known or survey(R, groups, 1, 1, n_partners, monitor)
    own, near = known.partners, neighbour_edges(X, n_partners, monitor) if near is None else near

    def figures(graph: scipy.sparse.csr_array) -> dict[str, Any]:
        edges = graph.copy()
        edges.data = np.ones_like(edges.data)
        return {"edge_share": between_group_share(edges, groups, monitor=monitor),
                "mass_share": between_group_share(graph, groups, monitor=monitor),
                "strongest": strongest_connections(graph, groups, only_between=True, monitor=monitor)}

    return {"edges": int(near.nnz), "reconstruction": figures(own), "neighbours": figures(near),
            "whole": known.whole}


def _groups(groups: Sequence[Any] | np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    array = np.asarray(groups)
    if array.shape != (n,):
        raise DataError("groups.shape_of_all", shape=str(array.shape), n=n)
    labels, member = np.unique(array, return_inverse=True)
    return labels, member.ravel()
