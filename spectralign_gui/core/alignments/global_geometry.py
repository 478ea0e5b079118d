"""Manifold alignment preserving global geometry: one distance matrix over all sets, bridged by the standards."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import PairsError
from ..fitdata import FitData
from ..monitor import Monitor
from ..naming import the_instrument, the_set
from ..notes import Note
from ..numerics import lapack
from ..numerics.arpack import extreme_eigenpairs
from ..numerics.grapheigen import ZERO, fix_signs
from ..numerics.graphs import shortest_paths
from ..numerics.memory import require
from ..parameters import Parameter
from ._dimensions import settle
from ._graph import (
    FEATURE_CLOSURE,
    FEATURE_COMPONENTS,
    N_COMPONENTS_BY_HITS,
    SCALING,
    bases,
    choose_components,
    split_rows,
)
from .manifold import LEVEL
from .maps.linear import MappedAlignment, same_signs

DENSE_ROWS = 1200
N_NEIGHBORS = Parameter(
    "n_neighbors", "int", None, "Neighbours", minimum=1, has_automatic=True, automatic=None,
    help="Distances are measured along links between this many neighbours; automatic links every spectrum to every "
         "other, which makes them straight-line distances.",
    advice="Automatic; 15 or more where the samples lie on a curved sheet.")


class GlobalGeometryAlignment(MappedAlignment):
    """Manifold alignment preserving global geometry, two or more sets.

    Within a set: shortest paths (on the complete graph these are the Euclidean distances). Each further set is
    rescaled by η = tr(D_bᵀD_a)/tr(D_bᵀD_b) on the standards. Across sets: the shortest way over one standard,
    min_u D_xx(i, a_u) + D_yy(j, b_u); sets without common standards are joined through a set in between.
    τ(D) = −HSH/2 with S = D². *Instance level*: eigenvectors of the **largest** eigenvalues of τ (the paper
    prints "minimum"). *Feature level*: Zτ(D)Zᵀγ = λZZᵀγ, largest, on the range of the spectra. The
    coordinates have unit norm per axis ("sphered"), as the paper's constraint (6) wants. There is no µ.

    Parameters
    ----------
    n_components : int or "auto", default "auto"
        "auto" takes the number with the best hits on standards withheld in turn (see `_dimensions.settle`).
    level : {"instance", "feature"}, default "instance"
    n_neighbors : int, optional
        None is the complete graph.
    scaling : str, default "centre-rms"
    pca_components : int, optional
        Feature level: principal components each set is reduced to first.
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    eta_ : list of float
        Factor on each set's distances; 1 for the first.

    Raises
    ------
    MemoryNeedError
        N×N distances that do not fit.
    ParameterError
        n_neighbors too small to link a set; more dimensions than positive eigenvalues.
    PairsError
        A set that no standard links to the others.

    References
    ----------
    Wang & Mahadevan, "Manifold alignment preserving global geometry", IJCAI 2013, equations 3–7.
    """

    parameters = (N_COMPONENTS_BY_HITS, LEVEL, N_NEIGHBORS, SCALING, FEATURE_COMPONENTS, FEATURE_CLOSURE)
    needs = frozenset({"pairs"})
    max_sets = None
    why_no_transform = ("at instance level there is no map for new spectra; fit again with them, or use the linear "
                        "form (global-linear).")

    def __init__(
        self, n_components: int | str = "auto", level: str = "instance", n_neighbors: int | None = None,
        scaling: str = "centre-rms", pca_components: int | None = None, closure: float | None = None,
    ) -> None:
        self.n_components = n_components
        self.level = level
        self.n_neighbors = n_neighbors
        self.scaling = scaling
        self.pca_components = pca_components
        self.closure = closure

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        size = int(data.offsets[-1])
        require(4 * 8 * size ** 2, f"global geometry keeps all distances between {size} spectra and",
                "take fewer spectra, or a method that works on neighbours or low rank (ma, lra)")
        values, monitor = settle(self, data, values, monitor)
        Xs = self._scale(data, values, monitor)
        D, self.eta_ = joint_distances(Xs, data.pairs, values["n_neighbors"], monitor, self.warnings_)
        tau = gram_of_distances(D)
        del D
        monitor.raise_if_cancelled()
        if values["level"] == "feature":
            self._fit_feature(Xs, tau, data, values, monitor)
            return
        monitor.report("Solving for the joint coordinates", 0.7)
        eigenvalues, F = largest_eigenpairs(tau, values["n_components"], monitor)
        d = choose_components(values["n_components"], int((eigenvalues > ZERO * eigenvalues[0]).sum()),
                              what="the distances")
        self._set_embedding(data, split_rows(fix_signs(F[:, :d]), data.sizes), eigenvalues[:d])

    def _fit_feature(
        self, Xs: list[np.ndarray], tau: np.ndarray, data: FitData, values: dict[str, Any], monitor: Monitor,
    ) -> None:
        found = bases(Xs, values, monitor)
        reduced = np.block([[Ua.T @ tau[ra, rb] @ Ub for (Ub, _, _), rb in zip(found, _rows(data), strict=True)]
                            for (Ua, _, _), ra in zip(found, _rows(data), strict=True)])
        monitor.report("Solving for the joint maps", 0.7)
        eigenvalues, G = largest_eigenpairs(reduced, values["n_components"], monitor)
        d = choose_components(values["n_components"], int((eigenvalues > ZERO * eigenvalues[0]).sum()),
                              what="the distances")
        parts = split_rows(G[:, :d], [U.shape[1] for U, _, _ in found])
        embeddings, maps = same_signs([U @ g for (U, _, _), g in zip(found, parts, strict=True)],
                                      [(V / s) @ g for (_, s, V), g in zip(found, parts, strict=True)])
        self._set_embedding(data, embeddings, eigenvalues[:d], maps)


def _rows(data: FitData) -> list[slice]:
    o = data.offsets
    return [slice(int(o[k]), int(o[k + 1])) for k in range(len(data.Xs))]


def joint_distances(
    Xs: list[np.ndarray], pairs: np.ndarray, n_neighbors: int | None, monitor: Monitor, warnings: list[str],
) -> tuple[np.ndarray, list[float]]:
    """D over all stacked rows (equation 5) and the factor η of each set."""
    within = []
    for k, X in enumerate(Xs):
        monitor.report(f"Measuring distances in {the_instrument(k)}", 0.1 + 0.3 * k / len(Xs), instrument=k)
        within.append(shortest_paths(X, n_neighbors, the_set(k), monitor))
    etas = [1.0] * len(Xs)
    placed = [0]
    while len(placed) < len(Xs):
        fresh = next((k for k in range(len(Xs)) if k not in placed
                      and any(len(_bridges(pairs, a, k)) for a in placed)), None)
        if fresh is None:
            left = sorted(set(range(len(Xs))) - set(placed))
            raise PairsError("global_geometry.unlinked", set=the_set(left[0]))
        above = below = 0.0
        for a in placed:
            bridge = _bridges(pairs, a, fresh)
            Da, Db = (within[s][np.ix_(bridge[:, c], bridge[:, c])] for c, s in enumerate((a, fresh)))
            above += float((Db * Da).sum())
            below += float((Db ** 2).sum())
        if above > 0 and below > 0:
            etas[fresh] = above / below
            within[fresh] = etas[fresh] * within[fresh]
        else:
            warnings.append(Note("global_geometry.unknown_size", set=the_set(fresh)))
        placed.append(fresh)
    return _assemble(within, pairs, monitor), etas


def _bridges(pairs: np.ndarray, a: int, b: int) -> np.ndarray:
    """Pairs between sets a and b as rows (row of a, row of b)."""
    forward = pairs[(pairs[:, 0] == a) & (pairs[:, 2] == b)][:, [1, 3]]
    backward = pairs[(pairs[:, 0] == b) & (pairs[:, 2] == a)][:, [3, 1]]
    return np.concatenate([forward, backward])


def _assemble(within: list[np.ndarray], pairs: np.ndarray, monitor: Monitor) -> np.ndarray:
    starts = np.concatenate([[0], np.cumsum([len(D) for D in within])])
    D = np.full((starts[-1], starts[-1]), np.inf)
    count = len(within)

    def block(a: int, b: int) -> tuple[slice, slice]:
        return slice(int(starts[a]), int(starts[a + 1])), slice(int(starts[b]), int(starts[b + 1]))

    open_blocks = set()
    for a in range(count):
        D[block(a, a)] = within[a]
        for b in range(a + 1, count):
            bridge = _bridges(pairs, a, b)
            monitor.report("Building bridges over the standards", 0.4)
            if not len(bridge):
                open_blocks.add((a, b))
                continue
            _min_plus(within[a][:, bridge[:, 0]], within[b][bridge[:, 1]], D[block(a, b)], monitor)
            D[block(b, a)] = D[block(a, b)].T
    while open_blocks:  # through a set in between
        done = set()
        for a, b in sorted(open_blocks):
            for via in range(count):
                left, right = D[block(a, via)], D[block(via, b)]
                if via not in (a, b) and np.isfinite(left[0, 0]) and np.isfinite(right[0, 0]):
                    _min_plus(left, right, D[block(a, b)], monitor)
                    done.add((a, b))
        for a, b in done:
            D[block(b, a)] = D[block(a, b)].T
        open_blocks -= done
    return D


def _min_plus(left: np.ndarray, right: np.ndarray, out: np.ndarray, monitor: Monitor) -> None:
    """out = min(out, min_u left[:, u] + right[u, :]) in place."""
    for u in range(left.shape[1]):
        monitor.raise_if_cancelled()
        np.minimum(out, left[:, u, None] + right[None, u], out=out)


def gram_of_distances(D: np.ndarray) -> np.ndarray:
    """τ(D) = −HSH/2 with S = D² and H = I − 11ᵀ/n."""
    S = D ** 2
    means = S.mean(axis=0)
    S -= means
    S -= means[:, None]
    S += means.mean()
    S *= -0.5
    return S


def largest_eigenpairs(
    A: np.ndarray, wanted: int, monitor: Monitor,
) -> tuple[np.ndarray, np.ndarray]:
    """Largest eigenpairs of a symmetric matrix, descending; all of them where it is small."""
    n = len(A)
    if n <= DENSE_ROWS or wanted > n // 4:
        values, vectors = lapack.eigh((A + A.T) / 2)
    else:
        monitor.raise_if_cancelled()
        values, vectors = extreme_eigenpairs(lambda x: A @ x, n, wanted, "LA", tol=1e-10)
    return values[::-1], vectors[:, ::-1]
