"""Manifold alignment by the joint graph Laplacian: instance level, feature level, hard constraints."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ParameterError
from ..fitdata import FitData
from ..monitor import Monitor
from ..numerics.grapheigen import ZERO, generalised_eigh, laplacian_eigenmaps
from ..numerics.graphs import laplacian, merge_rows
from ..parameters import Parameter, the_parameter
from ._dimensions import settle
from ._graph import (
    BANDWIDTH,
    FEATURE_CLOSURE,
    FEATURE_COMPONENTS,
    MU,
    N_COMPONENTS_BY_HITS,
    N_NEIGHBORS,
    SCALING,
    WEIGHTING,
    bases,
    choose_components,
    joint_weights,
    project,
    set_graphs,
    split_rows,
    warn_of_parts,
)
from .maps.linear import MappedAlignment, same_signs

LEVEL = Parameter(
    "level", "choice", "instance", "Level", choices=("instance", "feature"),
    help="Instance: every spectrum is placed freely, new spectra cannot be placed. Feature: each instrument gets a "
         "linear map, which also serves new spectra.",
    advice="Instance, or the method of the linear form.")
HARD = Parameter(
    "hard_constraints", "bool", False, "Standards exactly together",
    help="Put a standard measured on several instruments on exactly one point (instance level only).",
    advice="Off; it has a name of its own (ma-hard).")


class ManifoldAlignment(MappedAlignment):
    """Joint-Laplacian manifold alignment of two or more sets.

    W = (1−µ)·kNN + µC, where kNN is symmetrised by union. *Instance level*: the smallest eigenvectors above zero
    of L f = λ D f. *Feature level*: XᵀLX f = λ XᵀDX f with X = diag(X_k), on the range of X (singular values above
    1e-10 of the largest), joint coordinates X_k f_k. *Hard constraints*: the rows of a standard are merged in the
    kNN graph (their weights added); µ then has no part.

    Parameters
    ----------
    level : {"instance", "feature"}, default "instance"
    n_neighbors : int, default 5
    weighting : {"binary", "heat"}, default "binary"
    hard_constraints : bool, default False
    n_components : int or "auto", default "auto"
        "auto" takes the number with the best hits on standards withheld in turn (see `_dimensions.settle`).
    mu : float, default 0.8
    bandwidth : float, optional
        t of the heat kernel exp(−d²/t), in scaled units squared; None is the mean squared length of the links.
    pca_components : int, optional
        Feature level: principal components (of the scaled spectra) each set is reduced to first.
    scaling : str, default "centre-rms"
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Raises
    ------
    ParameterError
        More dimensions than there are eigenvectors; hard constraints at feature level.

    References
    ----------
    Wang, Krafft & Mahadevan, "Manifold alignment", in Manifold Learning: Theory and Applications, 2011, §5.2–5.3.2.
    """

    parameters = (N_COMPONENTS_BY_HITS, LEVEL, N_NEIGHBORS, WEIGHTING, HARD, MU, SCALING, BANDWIDTH, FEATURE_COMPONENTS,
                  FEATURE_CLOSURE)
    needs = frozenset({"pairs"})
    max_sets = None
    why_no_transform = ("at instance level there is no map for new spectra; fit again with them, or use the linear "
                        "form (ma-linear).")

    def __init__(
        self, n_components: int | str = "auto", level: str = "instance", n_neighbors: int = 5,
        weighting: str = "binary", hard_constraints: bool = False, mu: float = 0.8, scaling: str = "centre-rms",
        bandwidth: float | None = None, pca_components: int | None = None, closure: float | None = None,
    ) -> None:
        self.n_components = n_components
        self.level = level
        self.n_neighbors = n_neighbors
        self.weighting = weighting
        self.hard_constraints = hard_constraints
        self.mu = mu
        self.scaling = scaling
        self.bandwidth = bandwidth
        self.pca_components = pca_components
        self.closure = closure

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        feature = values["level"] == "feature"
        if feature and values["hard_constraints"]:
            raise ParameterError("manifold.instance_only", parameter=the_parameter('hard_constraints'),
                                 parameter2=the_parameter('level'))
        values, monitor = settle(self, data, values, monitor)
        Xs = self._scale(data, values, monitor)
        if values["hard_constraints"]:
            self._fit_hard(Xs, data, values, monitor)
            return
        W = joint_weights(Xs, data, values, monitor, self.warnings_)
        if feature:
            self._fit_feature(Xs, W, data, values, monitor)
            return
        monitor.report("Solving for the joint coordinates", 0.6)
        eigenvalues, F = laplacian_eigenmaps(W, values["n_components"], monitor)
        d = choose_components(values["n_components"], len(eigenvalues), what="the neighbour graphs")
        self._set_embedding(data, split_rows(F[:, :d], data.sizes), eigenvalues[:d])

    def _fit_hard(self, Xs: list[np.ndarray], data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        from scipy import sparse

        graphs = set_graphs(Xs, values, monitor)
        W, place = merge_rows(sparse.block_diag(graphs, format="csr"), data.stacked_pairs)
        warn_of_parts(W, self.warnings_)
        monitor.report("Solving for the joint coordinates", 0.6)
        eigenvalues, F = laplacian_eigenmaps(W, values["n_components"], monitor)
        d = choose_components(values["n_components"], len(eigenvalues), what="the merged neighbour graphs")
        self._set_embedding(data, split_rows(F[place, :d], data.sizes), eigenvalues[:d])

    def _fit_feature(
        self, Xs: list[np.ndarray], W: Any, data: FitData, values: dict[str, Any], monitor: Monitor,
    ) -> None:
        eigenvalues, embeddings, maps = feature_level(Xs, W, values, monitor)
        d = choose_components(values["n_components"], len(eigenvalues), what="the spectra")
        self._set_embedding(data, [E[:, :d] for E in embeddings], eigenvalues[:d], [m[:, :d] for m in maps])


def feature_level(
    Xs: list[np.ndarray], W: Any, values: dict[str, Any], monitor: Monitor,
) -> tuple[np.ndarray, list[np.ndarray], list[np.ndarray]]:
    """Eigenvalues above zero, joint coordinates and maps of XᵀLX f = λ XᵀDX f on the range of X.

    Vectors with eigenvalue zero (a constant that lies in the range of uncentred data) are dropped.
    """
    from scipy import sparse

    found = bases(Xs, values, monitor)
    Us = [U for U, _, _ in found]
    L, degrees = laplacian(W)
    monitor.report("Solving for the joint maps", 0.65)
    monitor.raise_if_cancelled()
    eigenvalues, G = generalised_eigh(project(L, Us), project(sparse.diags_array(degrees).tocsr(), Us))
    G = G[:, eigenvalues > ZERO]
    eigenvalues = eigenvalues[eigenvalues > ZERO]
    ranks = [U.shape[1] for U in Us]
    parts = split_rows(G, ranks)
    embeddings, maps = same_signs([U @ g for U, g in zip(Us, parts, strict=True)],
                                  [(V / s) @ g for (_, s, V), g in zip(found, parts, strict=True)])
    return eigenvalues, embeddings, maps
