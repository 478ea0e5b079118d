"""Embedding of one set, and the two-set methods that align two such embeddings on the standards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import scipy

from ..fitdata import FitData
from ..monitor import Monitor, SubMonitor
from ..naming import the_instrument
from ..notes import Note
from ..numerics.grapheigen import ZERO, generalised_eigh, laplacian_eigenmaps, range_basis
from ..numerics.graphs import laplacian, neighbour_graph
from ..parameters import Parameter
from ..regression.closure import CLOSURE
from ._dimensions import MOST, settle
from ._graph import (
    BANDWIDTH,
    N_COMPONENTS_BY_HITS,
    N_NEIGHBORS,
    PCA_COMPONENTS,
    SCALING,
    WEIGHTING,
    bases,
    choose_components,
    project,
    warn_of_parts,
)
from .maps.linear import MappedAlignment, same_signs

EMBEDDING = Parameter(
    "embedding", "choice", "laplacian", "Embedding", choices=("laplacian", "lpp", "pca"),
    help="How each instrument's spectra are flattened before the two are matched: Laplacian eigenmaps (curved; new "
         "spectra cannot be placed), locality preserving projections or principal components (linear).",
    advice="pca as a rule: on NIR it found far more partners than the published Laplacian, and new spectra can be "
           "placed.")

ON_GRAPH = ("embedding", ("laplacian", "lpp"))
GRAPH_NEIGHBORS = replace(N_NEIGHBORS, default=10, when=ON_GRAPH)
GRAPH_WEIGHTING = replace(WEIGHTING, when=ON_GRAPH)
MAP_COMPONENTS = replace(PCA_COMPONENTS, when=("embedding", ("lpp", "pca")))
MAP_CLOSURE = replace(CLOSURE, when=("embedding", ("lpp", "pca")))


def laplacian_embedding(X: np.ndarray, values: dict[str, Any], monitor: Monitor, warnings: list[str]) -> np.ndarray:
    """Laplacian eigenmaps of one set: smallest eigenvectors above zero of L f = λ D f, fᵀDf = 1."""
    W = neighbour_graph(X, values["n_neighbors"], values["weighting"], values["bandwidth"], monitor)
    warn_of_parts(W, warnings)
    wanted = MOST if values["n_components"] == "auto" else values["n_components"]
    return laplacian_eigenmaps(W, wanted, monitor)[1]


def lpp_map(
    X: np.ndarray, basis: tuple[np.ndarray, np.ndarray, np.ndarray], values: dict[str, Any], monitor: Monitor,
) -> np.ndarray:
    """Locality preserving projections (He & Niyogi 2003): XᵀLX f = λ XᵀDX f on the range of X; (p, m) map."""
    U, s, V = basis
    L, degrees = laplacian(
        neighbour_graph(X, values["n_neighbors"], values["weighting"], values["bandwidth"], monitor))
    eigenvalues, G = generalised_eigh(project(L, [U]), project(scipy.sparse.diags_array(degrees).tocsr(), [U]))
    G = G[:, eigenvalues > ZERO]
    return (V / s) @ G


def principal_map(X: np.ndarray, V: np.ndarray, values: dict[str, Any]) -> np.ndarray:
    """Principal directions of X, those of the centred data; V (its right singular vectors) where it is centred."""
    mean = X.mean(axis=0)
    if np.abs(mean).max() <= ZERO * np.abs(X).max():
        return V
    return range_basis(X - mean)[2][:, :values["pca_components"]]


class MatchedEmbeddings(MappedAlignment):
    """Two sets, each embedded by itself; a subclass moves the second onto the first by the standards."""

    parameters = (N_COMPONENTS_BY_HITS, EMBEDDING, GRAPH_NEIGHBORS, GRAPH_WEIGHTING, SCALING,
                  BANDWIDTH, MAP_COMPONENTS, MAP_CLOSURE)
    needs = frozenset({"pairs"})
    min_standards = 2
    max_sets = 2
    why_no_transform = ("Laplacian eigenmaps have no map for new spectra; fit again with them, or choose the embedding "
                        "lpp or pca.")

    def __init__(
        self, n_components: int | str = "auto", embedding: str = "laplacian", n_neighbors: int = 10,
        weighting: str = "binary", scaling: str = "centre-rms", bandwidth: float | None = None,
        pca_components: int | None = None, closure: float | None = None,
    ) -> None:
        self.n_components = n_components
        self.embedding = embedding
        self.n_neighbors = n_neighbors
        self.weighting = weighting
        self.scaling = scaling
        self.bandwidth = bandwidth
        self.pca_components = pca_components
        self.closure = closure

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        Xs = self._scale(data, values, monitor)
        embedded, maps = self._embed(Xs, values, SubMonitor(monitor, 0.02, 0.4))
        monitor = SubMonitor(monitor, 0.4, 1.0)
        available = min(E.shape[1] for E in embedded)
        pairs = data.pairs[:, [1, 3]]
        standards = min(len(np.unique(pairs[:, 0])), len(np.unique(pairs[:, 1])))

        def matched(table: np.ndarray, d: int) -> list[np.ndarray]:
            A, B = (E[:, :min(d, available)] for E in embedded)
            (shift_a, turn_a), (shift_b, turn_b) = self._match(A[table[:, 1]], B[table[:, 3]])
            return [(A - shift_a) @ turn_a, (B - shift_b) @ turn_b]

        values, monitor = settle(self, data, values, monitor, matched)
        d = choose_components(values["n_components"], available, what="the embeddings")
        if d > max(1, standards - 1):
            fixed = max(1, standards - 1)
            self.warnings_.append(Note("embedding.arbitrary_rest", standards=standards, fixed=fixed, d=d))
        monitor.report("Matching the two embeddings on the standards", 0.8)
        A, B = (E[:, :d] for E in embedded)
        (shift_a, turn_a), (shift_b, turn_b) = self._match(A[pairs[:, 0]], B[pairs[:, 1]])
        embedded = [(A - shift_a) @ turn_a, (B - shift_b) @ turn_b]
        if maps is None:
            self._set_embedding(data, embedded)
        else:
            self._set_embedding(data, embedded, maps=[maps[0][:, :d] @ turn_a, maps[1][:, :d] @ turn_b],
                                offsets=[-shift_a @ turn_a, -shift_b @ turn_b])

    def _embed(
        self, Xs: list[np.ndarray], values: dict[str, Any], monitor: Monitor,
    ) -> tuple[list[np.ndarray], list[np.ndarray] | None]:
        """Each set by itself, in as many dimensions as may be wanted; maps where there are any."""
        embedded = []
        if values["embedding"] == "laplacian":
            for k, X in enumerate(Xs):
                monitor.report(f"Embedding {the_instrument(k)}", 0.1 + 0.3 * k, instrument=k)
                embedded.append(laplacian_embedding(X, values, monitor, self.warnings_))
            return embedded, None
        found = bases(Xs, values, monitor)
        maps = []
        for X, (U, s, V) in zip(Xs, found, strict=True):
            m = principal_map(X, V, values) if values["embedding"] == "pca" else lpp_map(X, (U, s, V), values, monitor)
            # each set has signs of its own until the match turns them
            (E,), (m,) = same_signs([X @ m], [m])
            embedded.append(E)
            maps.append(m)
        return embedded, maps

    def _match(self, X: np.ndarray, Y: np.ndarray) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
        """For standards X, Y (m, d): (shift, matrix) of each set; coordinates become (E − shift)·matrix."""
        raise NotImplementedError
