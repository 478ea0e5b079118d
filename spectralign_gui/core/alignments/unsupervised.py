"""Manifold alignment without correspondences: samples are matched by the shape of their neighbourhoods."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
import scipy

from ..fitdata import FitData
from ..monitor import Monitor
from ..naming import the_instrument
from ..notes import Note
from ..numerics.grapheigen import laplacian_eigenmaps
from ..numerics.graphs import joint_graph, nearest_neighbours
from ..numerics.memory import require
from ..parameters import Parameter, the_parameter
from ._graph import (
    AUTO_COMPONENTS,
    BANDWIDTH,
    FEATURE_CLOSURE,
    FEATURE_COMPONENTS,
    MU,
    N_COMPONENTS,
    N_NEIGHBORS,
    SCALING,
    WEIGHTING,
    choose_components,
    set_graphs,
    split_rows,
    warn_of_parts,
)
from .manifold import LEVEL as ANY_LEVEL
from .manifold import feature_level
from .maps.linear import MappedAlignment

LEVEL = replace(ANY_LEVEL, default="feature", advice="Feature, so that new spectra can be placed.")

MATCH_WEIGHT = replace(
    MU, title="Weight of matches",
    help="0 looks at each instrument's neighbourhoods only; towards 1 the guessed matches are pulled together harder.",
    advice="0.8.")
PATTERN = Parameter(
    "pattern_size", "int", 4, "Neighbours in a pattern", minimum=2, maximum=5,
    help="How many neighbours make up the local pattern that is compared; all their orders are tried (5 is slow).",
    advice="4, as published; 3 is faster.")
DELTA = Parameter(
    "delta", "float", None, "Tolerance of a match", minimum=0, open_minimum=True, has_automatic=True, automatic=None,
    logarithmic=True,
    help="δ of exp(−distance/δ²) between patterns; automatic sets δ² to the median distance of the best matches.",
    advice="Automatic; half of it keeps only the surest matches.")
MATCHES = Parameter(
    "n_matches", "int", None, "Matches kept", minimum=1, has_automatic=True, automatic=None,
    help="Keep only this many best matches of every sample on the other instrument; automatic keeps all, as "
         "published.",
    advice="1 to 5 for large sets: it takes a third of the memory.")


class UnsupervisedAlignment(MappedAlignment):
    """Manifold alignment without correspondences, two or more sets.

    R_i is the (k+1)×(k+1) matrix of distances among sample i and its k nearest neighbours. The distance of two
    patterns is the smallest, over all k! orders of the second's neighbours and both directions of rescaling, of
    ‖R_a − κR_b‖_F with the best κ. Then W^(a,b) = exp(−dist/δ²) takes the place of the correspondences C in the
    joint graph W = (1−µ)·kNN + µW^(a,b), at instance or feature level as in `ManifoldAlignment`. (Because an order
    changes no norm, the best order is the one of largest inner product, so all sample pairs are compared by k!
    matrix products.) Pairs given to `fit` are not used.

    Parameters
    ----------
    n_components : int or "auto", default "auto"
        "auto" is 10, or fewer where the data hold fewer.
    level : {"feature", "instance"}, default "feature"
        Feature level is the form of Wang & Mahadevan 2009 and serves new spectra too.
    pattern_size : int, default 4
        k, 2 to 5.
    delta : float, optional
        δ; None sets δ² to the median over all samples of the distance to their best match.
    n_matches : int, optional
        Keep the best so many matches of every sample (in either direction); None keeps all.
    n_neighbors : int, default 5
        Of the graphs within the sets.
    weighting, mu, scaling, bandwidth, pca_components
        As in `ManifoldAlignment`.
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    matches_ : list of (n_0,) int arrays
        For every further set: the best match of each sample of the first set.

    References
    ----------
    Wang, Krafft & Mahadevan 2011, §5.3.4; Wang & Mahadevan, "Manifold alignment without correspondence", IJCAI 2009.
    """

    parameters = (N_COMPONENTS, LEVEL, PATTERN, DELTA, MATCHES, N_NEIGHBORS, WEIGHTING, MATCH_WEIGHT, SCALING,
                  BANDWIDTH, FEATURE_COMPONENTS, FEATURE_CLOSURE)
    max_sets = None
    why_no_transform = "at instance level there is no map for new spectra; use level='feature'."

    def __init__(
        self, n_components: int | str = "auto", level: str = "feature", pattern_size: int = 4,
        delta: float | None = None, n_matches: int | None = None, n_neighbors: int = 5, weighting: str = "binary",
        mu: float = 0.8, scaling: str = "centre-rms", bandwidth: float | None = None,
        pca_components: int | None = None, closure: float | None = None,
    ) -> None:
        self.n_components = n_components
        self.level = level
        self.pattern_size = pattern_size
        self.delta = delta
        self.n_matches = n_matches
        self.n_neighbors = n_neighbors
        self.weighting = weighting
        self.mu = mu
        self.scaling = scaling
        self.bandwidth = bandwidth
        self.pca_components = pca_components
        self.closure = closure

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        sizes = data.sizes
        largest = sorted(sizes)[-2:]
        each = 120 if values["n_matches"] is None else 40  # bytes per sample pair: table, weights, both halves of W
        require(each * sum(a * b for i, a in enumerate(sizes) for b in sizes[i + 1:]),
                f"the comparison of all {largest[0]} × {largest[1]} neighbourhoods",
                f"use {the_parameter('n_matches')}, mark standards and use manifold alignment, or take fewer spectra")
        Xs = self._scale(data, values, monitor)
        k = min(values["pattern_size"], min(sizes) - 1)
        patterns = []
        for s, X in enumerate(Xs):
            monitor.report(f"Describing neighbourhoods of {the_instrument(s)}", 0.05, instrument=s)
            patterns.append(local_patterns(X, k, monitor))
        across = self._across(patterns, k, values, monitor)
        W = joint_graph(set_graphs(Xs, values, monitor), across, values["mu"])
        warn_of_parts(W, self.warnings_)
        if len(data.pairs):
            self.warnings_.append(Note("unsupervised.standards_unused"))
        if values["level"] == "feature":
            eigenvalues, embeddings, maps = feature_level(Xs, W, values, monitor)
            d = choose_components(values["n_components"], len(eigenvalues), what="the spectra")
            self._set_embedding(data, [E[:, :d] for E in embeddings], eigenvalues[:d], [m[:, :d] for m in maps])
            return
        monitor.report("Solving for the joint coordinates", 0.7)
        wanted = AUTO_COMPONENTS if values["n_components"] == "auto" else values["n_components"]
        eigenvalues, F = laplacian_eigenmaps(W, wanted, monitor)
        d = choose_components(values["n_components"], len(eigenvalues), what="the neighbour graphs")
        self._set_embedding(data, split_rows(F[:, :d], sizes), eigenvalues[:d])

    def _across(
        self, patterns: list[np.ndarray], k: int, values: dict[str, Any], monitor: Monitor,
    ) -> scipy.sparse.csr_array:
        """W^(a,b) of all pairs of sets, symmetric, (N, N)."""
        tables = {}
        for a in range(len(patterns)):
            for b in range(a + 1, len(patterns)):
                monitor.report(f"Comparing neighbourhoods of instruments {a + 1} and {b + 1}", 0.15)
                tables[a, b] = pattern_distances(patterns[a], patterns[b], k, monitor)
        best = np.concatenate([np.concatenate([t.min(axis=1), t.min(axis=0)]) for t in tables.values()])
        square = float(values["delta"]) ** 2 if values["delta"] is not None else float(np.median(best))
        self.chosen_["delta"] = float(np.sqrt(square))
        self.matches_ = [tables[0, b].argmin(axis=1) for b in range(1, len(patterns))]
        starts = np.concatenate([[0], np.cumsum([len(p) for p in patterns])])
        rows, columns, weights = [], [], []
        for (a, b), table in tables.items():
            # δ = 0 happens when all best matches are exact: then only exact matches count
            weight = np.exp(-table / square) if square > 0 else (table <= 0).astype(float)
            if values["n_matches"] is not None:
                weight = np.where(strongest(weight, values["n_matches"]), weight, 0.0)
            i, j = np.nonzero(weight)
            rows.append(starts[a] + i)
            columns.append(starts[b] + j)
            weights.append(weight[i, j])
        i, j, w = (np.concatenate(part) for part in (rows, columns, weights))
        size = int(starts[-1])
        return scipy.sparse.coo_array((np.r_[w, w], (np.r_[i, j], np.r_[j, i])), shape=(size, size)).tocsr()


def strongest(weight: np.ndarray, count: int) -> np.ndarray:
    """Mask of the `count` largest entries of every row or of every column."""
    keep = np.zeros(weight.shape, dtype=bool)
    rows = np.argsort(-weight, axis=1, kind="stable")[:, :count]
    np.put_along_axis(keep, rows, True, axis=1)
    columns = np.argsort(-weight, axis=0, kind="stable")[:count]
    np.put_along_axis(keep, columns, True, axis=0)
    return keep


def local_patterns(X: np.ndarray, k: int, monitor: Monitor) -> np.ndarray:
    """Distances among each sample and its k nearest neighbours, (n, k+1, k+1), nearest first."""
    rows, _ = nearest_neighbours(X, k, monitor)
    members = np.column_stack([np.arange(len(X)), rows])
    patterns = np.zeros((len(X), k + 1, k + 1))
    centred = X - X.mean(axis=0)
    for u in range(k + 1):
        for v in range(u + 1, k + 1):
            gap = centred[members[:, u]] - centred[members[:, v]]
            patterns[:, u, v] = patterns[:, v, u] = np.sqrt((gap ** 2).sum(axis=1))
    return patterns


def pattern_distances(left: np.ndarray, right: np.ndarray, k: int, monitor: Monitor) -> np.ndarray:
    """Distance of every pattern of `left` to every one of `right`, (n_a, n_b), best order and best rescaling.

    For fixed norms a = ‖R_a‖, b = ‖R_b‖ and inner product c, the best of both directions of rescaling leaves
    min(a, b)·√(1 − (c/ab)²), so only the largest c over the k! orders is needed.
    """
    A = left.reshape(len(left), -1)
    norm_a, norm_b = np.linalg.norm(A, axis=1), np.linalg.norm(right.reshape(len(right), -1), axis=1)
    scale_a, scale_b = np.where(norm_a > 0, norm_a, 1.0), np.where(norm_b > 0, norm_b, 1.0)
    A = A / scale_a[:, None]
    cosine = np.zeros((len(left), len(right)))
    for order in permutations(range(1, k + 1)):
        monitor.raise_if_cancelled()
        places = np.array([0, *order])
        B = right[:, places[:, None], places].reshape(len(right), -1) / scale_b[:, None]
        np.maximum(cosine, A @ B.T, out=cosine)
    cosine = np.minimum(cosine, 1.0)
    return np.minimum(norm_a[:, None], norm_b[None]) * np.sqrt((1 - cosine) * (1 + cosine))
