"""Heterogeneous domain adaptation: samples of one class together, of different classes apart, geometry kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import scipy

from ..errors import DataError
from ..fitdata import FitData
from ..monitor import Monitor
from ..numerics.grapheigen import ZERO, generalised_eigh
from ..numerics.graphs import laplacian
from ..parameters import Parameter
from ..regression.closure import CLOSURE
from . import _shared_parameters
from ._classes import classes_of
from ._graph import (
    AUTO_COMPONENTS,
    BANDWIDTH,
    N_COMPONENTS,
    N_NEIGHBORS,
    PCA_COMPONENTS,
    SCALING,
    WEIGHTING,
    bases,
    choose_components,
    project,
    set_graphs,
    split_rows,
)
from .maps.joint import shared_targets
from .maps.linear import MappedAlignment, same_signs

N_JOINT = replace(
    N_COMPONENTS,
    help="How many joint dimensions the aligned spectra get; automatic is one fewer than the classes, at most "
         f"{AUTO_COMPONENTS}.",
    advice="Automatic.")
MU = Parameter(
    "mu", "float", 1.0, "Weight of geometry", minimum=0,
    help="How much the neighbourhoods within each instrument count against the classes.",
    advice="1; 0 looks at the classes only.")
LABELS = Parameter(
    "labels", "choice", "auto", "Classes from", choices=("auto", "groups", "bins", "clusters"),
    help="Groups of samples as given; bins of one property; or clusters of all properties. Automatic takes the groups "
         "if there are any, bins for one property, clusters for several.",
    advice="groups where there are no reference values, else automatic.")
N_CLASSES = Parameter(
    "n_classes", "int", "auto", "Number of classes", minimum=2, has_automatic=True, automatic="auto",
    when=("labels", ("auto", "bins", "clusters")),
    help="How many bins or clusters the reference values are cut into; automatic is one per five known samples, "
         "2 to 10.",
    advice="Automatic; as many as the values have levels that matter.")


class HeterogeneousDA(MappedAlignment):
    """Heterogeneous domain adaptation using manifold alignment, two or more sets.

    Smallest of Xᵀ(µL + L_same)X f = λ XᵀL_different X f on the range of X = diag(X_k). L is the Laplacian of the
    neighbour graphs *within* the sets (no pairs); L_same links all labelled samples of one class, also across
    sets, L_different all labelled samples of different classes. Continuous targets are made classes by equal-count
    bins (one property) or k-means (several), as the comparison of Boucher does. Where pairs are given, values known
    on one instrument only are used for the same sample on the others too; the pairs have no other part.

    Parameters
    ----------
    n_components : int or "auto", default "auto"
        "auto" is one fewer than the classes, at most 10.
    mu : float, default 1.0
        Weight of L (≥ 0).
    labels : {"auto", "groups", "bins", "clusters"}, default "auto"
        "groups" needs no targets.
    n_classes : int or "auto", default "auto"
        Bins or clusters; "auto" is one per five samples with known values, 2 to 10.
    n_neighbors : int, default 5
    weighting : {"binary", "heat"}, default "binary"
    scaling : str, default "centre-rms"
    bandwidth : float, optional
        t of the heat kernel.
    pca_components : int, optional
        Principal components each set is reduced to first.
    random_state : int, default 0
        Of k-means.
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    eigenvalues_ : (d,) array
        λ, ascending; 0 where classes come together without any loss (always possible with more channels than
        samples).
    classes_ : list of (n_k,) int arrays
        Class of every sample; −1 where unknown.

    References
    ----------
    Wang & Mahadevan, "Heterogeneous domain adaptation using manifold alignment", IJCAI 2011, theorem 1.
    """

    parameters = (N_JOINT, MU, LABELS, N_CLASSES, N_NEIGHBORS, WEIGHTING, SCALING, BANDWIDTH, PCA_COMPONENTS,
                  _shared_parameters.RANDOM_STATE, CLOSURE)
    max_sets = None

    @property
    def needs(self) -> frozenset[str]:  # type: ignore[override]
        """Groups if classes are to be made from them, else targets."""
        return frozenset({"groups" if self.labels == "groups" else "targets"})

    def __init__(
        self, n_components: int | str = "auto", mu: float = 1.0, labels: str = "auto", n_classes: int | str = "auto",
        n_neighbors: int = 5, weighting: str = "binary", scaling: str = "centre-rms", bandwidth: float | None = None,
        pca_components: int | None = None, random_state: int = 0, closure: float | None = None,
    ) -> None:
        self.n_components = n_components
        self.mu = mu
        self.labels = labels
        self.n_classes = n_classes
        self.n_neighbors = n_neighbors
        self.weighting = weighting
        self.scaling = scaling
        self.bandwidth = bandwidth
        self.pca_components = pca_components
        self.random_state = random_state
        self.closure = closure

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        shared = replace(data, targets=shared_targets(data))
        self.classes_, how = classes_of(shared, values["labels"], values["n_classes"], values["random_state"])
        labels = np.concatenate(self.classes_)
        count = int(labels.max()) + 1
        self.chosen_["labels"], self.chosen_["n_classes"] = how, count
        if count < 2:
            raise DataError("hda.one_class")
        Xs = self._scale(data, values, monitor)
        graphs = set_graphs(Xs, values, monitor)
        found = bases(Xs, values, monitor)
        Us = [U for U, _, _ in found]
        L, _ = laplacian(scipy.sparse.block_diag(graphs, format="csr"))
        together, apart = class_laplacians(Us, labels)
        monitor.report("Solving for the joint maps", 0.7)
        monitor.raise_if_cancelled()
        near = values["mu"] * project(L, Us) + together
        # λ = (1−γ)/γ with apart·g = γ(near + apart)·g: well-posed although both sides may be singular
        gamma, G = generalised_eigh(apart, near + apart)
        gamma, G = gamma[::-1], G[:, ::-1]
        possible = int((gamma > ZERO).sum())
        d = choose_components(values["n_components"], possible, limit=min(AUTO_COMPONENTS, count - 1),
                              what="the labelled spectra")
        G = G[:, :d] / np.sqrt(gamma[:d])
        eigenvalues = np.maximum(1 - gamma[:d], 0.0) / gamma[:d]
        parts = split_rows(G, [U.shape[1] for U in Us])
        embeddings, maps = same_signs([U @ g for U, g in zip(Us, parts, strict=True)],
                                      [(V / s) @ g for (_, s, V), g in zip(found, parts, strict=True)])
        self._set_embedding(data, embeddings, eigenvalues, maps)


def class_laplacians(Us: list[np.ndarray], labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """UᵀL_sameU and UᵀL_differentU without any N×N matrix: both graphs are sums of class indicators.

    Parameters
    ----------
    Us : list of (n_k, r_k) arrays
    labels : (N,) int array
        −1 where unknown.
    """
    known = labels >= 0
    sizes = np.bincount(labels[known])
    own = np.where(known, sizes[np.maximum(labels, 0)], 0).astype(float)  # class size of each sample
    other = np.where(known, known.sum() - own, 0.0)
    indicator = np.zeros((len(labels), len(sizes)))
    indicator[known, labels[known]] = 1
    cuts = np.cumsum([len(U) for U in Us])[:-1]

    def weigh(diagonal: np.ndarray) -> np.ndarray:
        blocks = [U.T @ (w[:, None] * U) for U, w in zip(Us, np.split(diagonal, cuts), strict=True)]
        return scipy.sparse.block_diag(blocks).toarray()

    sums = np.concatenate([U.T @ e for U, e in zip(Us, np.split(indicator, cuts), strict=True)])  # UᵀE
    inside = sums @ sums.T
    whole = sums.sum(axis=1)
    return weigh(own) - inside, weigh(other) - (np.outer(whole, whole) - inside)


