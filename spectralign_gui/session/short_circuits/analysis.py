"""Short circuits of one instrument of a run: groups, links, weights, and what a neighbour graph has instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.leaving import can_be_left
from ...core.measures.short_circuits import (
    Connection,
    compare_with_neighbours,
    neighbour_graph,
    survey,
)
from ...core.monitor import Monitor, SilentMonitor
from ...core.numerics.graphs import nearest_neighbours
from ...core.numerics.matrix_source import MatrixSource, order_by_cluster
from ...core.numerics.reconstruction import Reconstruction
from ...core.registry import method as method_info
from ..run import RunResult

MOST_LINES = 2000
MOST_CLUSTERED = 1200
MOST_WORST = 200


@dataclass(frozen=True, eq=False)
class Analysis:
    """Connections of one instrument.

    Parameters
    ----------
    instrument : int
    groups : (n,) array of str
        "" where none.
    clustered : bool
        Whether the groups were found by clustering because there are none, or because that was asked for.
    strongest, worst : list of Connection
        Of all, and of those between groups, strongest first.
    neighbours : list of Connection
        Edges of the neighbour graph, shortest first; `weight` is 1 − distance / longest of them.
    labels, mass : arrays
        Weight of |R| (without what a sample keeps of itself) between groups.
    figures : dict
        Of `compare_with_neighbours`.
    pca : (n, 2) array
    pca_share : (2,) array
        Share of the variance.
    """

    instrument: int
    groups: np.ndarray
    clustered: bool
    strongest: list[Connection]
    worst: list[Connection]
    neighbours: list[Connection]
    labels: np.ndarray
    mass: np.ndarray
    figures: dict[str, Any]
    pca: np.ndarray
    pca_share: np.ndarray = field(default_factory=lambda: np.zeros(2))

    @property
    def share(self) -> float:
        """Share of the weight on other samples that lies between groups; NaN with fewer than two groups."""
        total = float(self.mass.sum())
        if len(self.labels) < 2 or total <= 0:
            return float("nan")
        return (total - float(np.trace(self.mass))) / total


def reconstructions(estimator: Any) -> Sequence[Reconstruction]:
    """The reconstruction of every instrument, of a method of the low rank family."""
    return estimator.reconstructions_


@can_be_left
def analyse(
    result: RunResult, instrument: int, groups: np.ndarray, partners: int, monitor: Monitor,
    pca: tuple[np.ndarray, np.ndarray] | None = None, clusters: np.ndarray | None = None,
) -> Analysis:
    """Everything for one instrument.

    Parameters
    ----------
    result : RunResult
        With reconstructions.
    instrument : int
    groups : (n,) array of str
        If all are empty, clusters of R take their place.
    partners : int
        Edges per sample in the comparison with the neighbour graph.
    monitor : Monitor
    pca : (scores, shares), optional
        From an earlier call on the same data.
    clusters : (n,) array of str, optional
        What takes the place of groups if there are none, from an earlier run; default: found now.
    """
    R: Reconstruction = reconstructions(result.estimator)[instrument]
    X = np.asarray(result.datasets[instrument].spectra, dtype=np.float64)
    clustered = not any(groups)
    if clustered:
        groups = clusters if clusters is not None else clusters_of(result, monitor)[instrument]
    monitor.raise_if_cancelled()
    member = np.array([str(g) or "none" for g in groups])
    partners = max(1, min(partners, len(X) - 1))
    found = survey(R, member, MOST_LINES, MOST_WORST, partners, monitor)
    near, distances = nearest_neighbours(X - X.mean(axis=0), partners, monitor)
    figures = compare_with_neighbours(R, X, member, partners, monitor, found, neighbour_graph(near))
    monitor.raise_if_cancelled()
    return Analysis(
        instrument, member, clustered, found.strongest, found.worst, _shortest(near, distances, member), found.labels,
        found.mass, figures, *(pca or principal_axes(X)))


def clusters_of(result: RunResult, monitor: Monitor) -> list[np.ndarray]:
    """Clusters of all instruments' samples by LRA-Cluster on the run's data and standards; above `MOST_CLUSTERED`
    samples, for which its dense matrices are too slow, average-linkage clusters of |R| of each instrument."""
    labels = result.fitted.labels if result.method.name == "lra-cluster" else None
    if labels is None and sum(len(d) for d in result.datasets) <= MOST_CLUSTERED:
        ranks = [R.rank for R in reconstructions(result.estimator)]
        estimator = method_info("lra-cluster").create(rank=max(min(ranks), 1))
        estimator.fit([d.spectra for d in result.datasets], pairs=result.pairs, monitor=SilentMonitor())
        labels = estimator.labels_  # type: ignore[attr-defined]
    monitor.raise_if_cancelled()
    if labels is not None:
        return [np.array([f"cluster {c + 1}" if c >= 0 else "" for c in part], dtype=object) for part in labels]
    found = []
    for R in reconstructions(result.estimator):
        order = order_by_cluster(MatrixSource.of(R))
        groups = np.full(R.n_samples, "", dtype=object)
        for start, stop, label in order.blocks:
            groups[order.permutation[start:stop]] = label
        found.append(groups)
    return found


def _shortest(near: np.ndarray, distances: np.ndarray, groups: np.ndarray) -> list[Connection]:
    partners = near.shape[1]
    longest = float(distances.max()) or 1.0
    found: dict[tuple[int, int], Connection] = {}
    for place in np.argsort(distances, axis=None, kind="stable"):
        i, c = divmod(int(place), near.shape[1])
        j = int(near[i, c])
        key = (min(i, j), max(i, j))
        if key not in found:
            closeness = 1.0 - float(distances[i, c]) / longest
            found[key] = Connection(i, j, closeness, 1.0 / partners, bool(groups[i] != groups[j]))
        if len(found) >= MOST_LINES:
            break
    return list(found.values())


def principal_axes(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Scores on the first two principal components, and their share of the variance."""
    centred = X - X.mean(axis=0)
    total = float((centred**2).sum()) or 1.0
    U, s = _leading(centred)
    scores = np.zeros((len(X), 2))
    scores[:, :len(s)] = U * s
    share = np.zeros(2)
    share[:len(s)] = s**2 / total
    return scores, share


def _leading(X: np.ndarray, count: int = 2, spare: int = 8, rounds: int = 4) -> tuple[np.ndarray, np.ndarray]:
    """The first left singular vectors and values, by subspace iteration: enough for a picture."""
    start = np.random.default_rng(0).standard_normal((X.shape[1], min(count + spare, *X.shape)))
    Q = np.linalg.qr(X @ start)[0]
    for _ in range(rounds):
        Q = np.linalg.qr(X @ np.linalg.qr(X.T @ Q)[0])[0]
    inner, s, _ = np.linalg.svd(Q.T @ X, full_matrices=False)
    found = min(count, *X.shape)
    return Q @ inner[:, :found], s[:found]


def reconstruction_of(result: RunResult, instrument: int, sample: int) -> tuple[np.ndarray, np.ndarray]:
    """A spectrum and what R makes of the others for it, both in the units of the preprocessed data."""
    R: Reconstruction = reconstructions(result.estimator)[instrument]
    X = result.datasets[instrument].spectra
    # R works on the samples: scaling of channels does not change it, centring does
    centred = getattr(result.estimator, "chosen_", {}).get("scaling", "centre-rms") in ("centre-rms", "standardise")
    row = R.rows(np.array([sample]))[0]
    total, rebuilt = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for start in range(0, len(X), 256):  # in pieces: a copy of all in double precision would be twice the data
        piece = np.asarray(X[start:start + 256], dtype=np.float64)
        rebuilt += row[start:start + 256] @ piece
        if centred:
            total += piece.sum(axis=0)
    return np.asarray(X[sample], dtype=np.float64), rebuilt + (1.0 - row.sum()) * (total / len(X))


def partners_of(result: RunResult, instrument: int, sample: int, count: int = 5) -> list[tuple[int, float]]:
    """The samples that a sample is mostly put together from, with weights."""
    row = reconstructions(result.estimator)[instrument].rows(np.array([sample]))[0]
    row = row.copy()
    row[sample] = 0.0
    best = np.argsort(-np.abs(row), kind="stable")[:count]
    return [(int(j), float(row[j])) for j in best if row[j] != 0]


def split(connections: Sequence[Connection], most: int, threshold: float) -> tuple[list[Connection], list[Connection]]:
    """The first `most` whose strength reaches a share `threshold` of the strongest: (within, between) groups."""
    if not connections:
        return [], []
    top = max(abs(c.weight) for c in connections)
    chosen = [c for c in connections[:most] if abs(c.weight) >= threshold * top]
    return [c for c in chosen if not c.between], [c for c in chosen if c.between]
