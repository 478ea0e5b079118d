"""What the comparison methods share: parameters, scaling, joint neighbour graph, choice of d, linear maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import scipy

from ..errors import ParameterError
from ..fitdata import FitData
from ..monitor import Monitor
from ..naming import counted, the_instrument
from ..notes import Note
from ..numerics.grapheigen import range_basis
from ..numerics.graphs import components, joint_graph, neighbour_graph, pair_graph
from ..numerics.memory import require
from ..parameters import Parameter, the_parameter
from ..regression.closure import CLOSURE
from . import _shared_parameters
from ._dimensions import AtMost

AUTO_COMPONENTS = 10

N_COMPONENTS = replace(
    _shared_parameters.N_COMPONENTS, live=False,
    help=f"How many joint dimensions the aligned spectra get; automatic is {AUTO_COMPONENTS}, or fewer where the data "
         "hold fewer.",
    advice="2 or 3 to look at, about 10 to predict from.")
N_COMPONENTS_BY_HITS = replace(
    _shared_parameters.N_COMPONENTS, live=False,
    advice="2 or 3 to look at, 3 to 10 to find partners. Automatic tries 1 to 20; with fewer than 8 standards, or more "
           "than 1,500 spectra in all, it takes 2 or 3.")
MU = replace(
    _shared_parameters.MU, live=False,
    advice="0.8 as published; 0.95 found more partners on NIR. Towards 1 the neighbours hardly count.")
SCALING = _shared_parameters.SCALING

N_NEIGHBORS = Parameter(
    "n_neighbors", "int", 5, "Neighbours", minimum=1,
    help="How many of the most similar spectra each spectrum is linked to; more make the picture smoother and coarser.",
    advice="5 to 20; more where a warning says that the graph falls into parts, fewer where kinds of samples touch.")
WEIGHTING = Parameter(
    "weighting", "choice", "binary", "Link weight", choices=("binary", "heat"),
    help="All links count the same (binary), or close spectra count more (heat kernel).",
    advice="binary.")
BANDWIDTH = Parameter(
    "bandwidth", "float", None, "Heat kernel width", minimum=0, open_minimum=True, has_automatic=True,
    automatic=None, advanced=True, logarithmic=True, when=("weighting", ("heat",)),
    help="t of exp(−distance²/t) in scaled units; automatic is the mean squared length of the links.",
    advice="Automatic.")
PCA_COMPONENTS = Parameter(
    "pca_components", "int", None, "Principal components kept first", minimum=1, has_automatic=True, automatic=None,
    advanced=True,
    help="Reduce each instrument's spectra to this many principal components first, which steadies the maps where "
         "channels outnumber samples; automatic keeps everything above rounding.",
    advice="10 to 20 where there are more channels than spectra.")
FEATURE_COMPONENTS = replace(PCA_COMPONENTS, when=("level", ("feature",)))
FEATURE_CLOSURE = replace(CLOSURE, when=("level", ("feature",)))


def choose_components(asked: int | str, available: int, limit: int = AUTO_COMPONENTS, what: str = "the data") -> int:
    """d: as asked, or for "auto" the smaller of `limit` and what there is.

    Raises
    ------
    ParameterError
        If more is asked than the data hold.
    """
    if available < 1:
        raise ParameterError("graph.no_direction", parameter=the_parameter('n_components'), what=what)
    if asked == "auto":
        return min(limit, available)
    if isinstance(asked, AtMost):
        return min(int(asked), available)
    if int(asked) > available:
        wanted = counted(int(asked), "dimension is", "dimensions are")
        raise ParameterError("graph.fewer_dimensions", parameter=the_parameter('n_components'), wanted=wanted,
                             what=what, available=available)
    return int(asked)


def set_graphs(Xs: Sequence[np.ndarray], values: dict[str, Any], monitor: Monitor) -> list[scipy.sparse.csr_array]:
    """Neighbour graph of each set, by the parameters n_neighbors, weighting and bandwidth."""
    graphs = []
    for k, X in enumerate(Xs):
        monitor.report(f"Looking for neighbours in {the_instrument(k)}", 0.1 + 0.3 * k / len(Xs), instrument=k)
        graphs.append(neighbour_graph(X, values["n_neighbors"], values.get("weighting", "binary"),
                                      values.get("bandwidth"), monitor))
    return graphs


def joint_weights(
    Xs: Sequence[np.ndarray], data: FitData, values: dict[str, Any], monitor: Monitor, warnings: list[str],
) -> scipy.sparse.csr_array:
    """W = (1−µ)·kNN + µC of all sets (A 2–6); says so if it falls into parts."""
    graphs = set_graphs(Xs, values, monitor)
    size = int(data.offsets[-1])
    W = joint_graph(graphs, pair_graph(data.stacked_pairs, size), values["mu"])
    warn_of_parts(W, warnings)
    return W


def warn_of_parts(W: scipy.sparse.csr_array, warnings: list[str]) -> None:
    """Add a sentence if the graph is not connected: its parts cannot be placed relative to each other."""
    count, _ = components(W)
    if count > 1:
        warnings.append(Note("graph.parts", count=count))


def bases(
    Xs: Sequence[np.ndarray], values: dict[str, Any], monitor: Monitor,
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """U, s, V of every set on its range (cut at `pca_components` where set).

    Raises
    ------
    MemoryNeedError
        If the joint problem of all ranges would not fit.
    """
    limit = values.get("pca_components")
    ranks = [min(*X.shape, limit or X.shape[0]) for X in Xs]
    require(8 * (4 * sum(ranks) ** 2 + sum(3 * X.size for X in Xs)),
            f"the joint problem of {sum(ranks)} directions",
            f"use {the_parameter('pca_components')}, take fewer channels, or an instance-level method")
    found = []
    for k, X in enumerate(Xs):
        monitor.raise_if_cancelled()
        monitor.report(f"Decomposing {the_instrument(k)}", 0.4 + 0.2 * k / len(Xs), instrument=k)
        U, s, V = range_basis(X)
        found.append((U[:, :limit], s[:limit], V[:, :limit]))
    return found


def project(W: scipy.sparse.csr_array, Us: Sequence[np.ndarray]) -> np.ndarray:
    """UᵀWU (Σr, Σr) for a sparse symmetric W and block-diagonal U, without the stacked U."""
    starts = np.concatenate([[0], np.cumsum([len(U) for U in Us])])
    columns = np.concatenate([[0], np.cumsum([U.shape[1] for U in Us])])
    out = np.zeros((columns[-1], columns[-1]))
    for a, Ua in enumerate(Us):
        for b in range(a, len(Us)):
            block = W[starts[a]:starts[a + 1], starts[b]:starts[b + 1]]
            if block.nnz:
                value = Ua.T @ (block @ Us[b])
                out[columns[a]:columns[a + 1], columns[b]:columns[b + 1]] = value
                out[columns[b]:columns[b + 1], columns[a]:columns[a + 1]] = value.T
    return out


def split_rows(G: np.ndarray, sizes: Sequence[int]) -> list[np.ndarray]:
    """G cut into blocks of `sizes` rows."""
    return np.split(G, np.cumsum(sizes)[:-1])
