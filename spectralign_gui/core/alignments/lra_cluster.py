"""Clustering with low rank alignment (dissertation 3.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import scipy

from ..errors import ParameterError
from ..fitdata import FitData
from ..monitor import Monitor
from ..naming import the_set
from ..notes import Note
from ..numerics.explicit import solve_explicit
from ..numerics.kmeans import kmeans
from ..numerics.memory import require
from ..numerics.penalty import Kept
from ..numerics.reconstruction import Reconstruction, low_rank
from ..numerics.reduced import Solution
from ..numerics.scaling import ScaledSet, Scaling
from ..parameters import Parameter, the_parameter
from ..regression.closure import CLOSURE
from ._by_reconstruction import ReconstructedAlignment, ReconstructionInput
from ._shared_parameters import MU, N_COMPONENTS, PENALTY, RANDOM_STATE, RANK, SCALING, VARIANCE

N_CLUSTERS = Parameter(
    "n_clusters", "int", "auto", "Clusters",
    "How many groups of samples to look for; automatic tries 2 to 10 and takes those that are set apart best.",
    minimum=1, maximum=1000, automatic="auto", has_automatic=True,
    advice="The number of materials if you know it.")

N_JOINT = replace(
    N_COMPONENTS,
    help="How many joint dimensions the groups are looked for in; automatic takes one fewer than groups, or all that "
         "are free of any loss where the data fall apart by themselves.",
    advice="Automatic.")
ZERO = 1e-12  # of the largest row sum: smaller rows and links count as zero
MOST_CLUSTERS = 10
CLOSE_SCORE = 0.02  # silhouettes this close are a tie, which the eigengap decides
SILHOUETTE_ROWS = 3000


class LowRankClustering(ReconstructedAlignment):
    """k-means on the eigenvectors of (1−µ)(I−R̂)ᵀ(I−R̂) + 2µL, R̂ = |R| with rows that sum to 1.

    Parameters
    ----------
    n_components : int or "auto"
        "auto" takes one less than the number of clusters, or the whole null space where it has several dimensions.
    mu, penalty, rank, variance, scaling
        As in `LowRankAlignment`; the automatic λ is the one it would choose.
    n_clusters : int or "auto"
        "auto": the number of 2 to 10 with the best silhouette; of those within 0.02 of the best, the one with the
        largest gap to the next eigenvalue.
    random_state : int
        Of k-means.
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    labels_ : list of (n_k,) int arrays
        Cluster of every sample; −1 for samples that nothing kept reconstructs and that have no partner.
    n_clusters_ : int
    silhouettes_ : dict of int to float
        Mean silhouette for each number of clusters that was tried.
    eigengaps_ : dict of int to float
        Relative gap between the k-th and the next eigenvalue, 1 − θ_k/θ_{k+1}.
    n_null_ : int
        Dimensions of the null space: components of the links |R| and the pairs that hold no zero row.

    Notes
    -----
    The links are dense: each set needs arrays of n × n.
    """

    parameters = (N_JOINT, MU, PENALTY, RANK, VARIANCE, SCALING, N_CLUSTERS, RANDOM_STATE, CLOSURE)
    needs = frozenset({"pairs"})
    _direct_from = float("inf")  # its eigenproblem of links is too dear to be solved once per fold
    dimensions_of_its_own = False  # they follow the number of clusters
    max_sets = None

    def __init__(
        self, n_components: int | str = "auto", mu: float = 0.8, penalty: float | None = None,
        rank: int | None = None, variance: float | None = None, scaling: str = "centre-rms",
        n_clusters: int | str = "auto", random_state: int = 0, closure: float | None = None,
    ) -> None:
        self.n_components, self.mu, self.penalty = n_components, mu, penalty
        self.rank, self.variance, self.scaling = rank, variance, scaling
        self.n_clusters, self.random_state = n_clusters, random_state
        self.closure = closure

    def _before(self, data: FitData, values: dict[str, Any]) -> None:
        require(4 * 8.0 * sum(n * n for n in data.sizes), f"low rank clustering of {sum(data.sizes)} samples",
                "use fewer samples, or plain low rank alignment")

    def _reconstruct(
        self, given: ReconstructionInput, values: dict[str, Any], monitor: Monitor,
    ) -> tuple[Reconstruction, dict[str, Any]]:
        kept: Kept = given.kept
        R = low_rank(given.factors.basis, given.factors.singular_values**2, kept.rank, kept.penalty)
        links, zero = normalised(R.matrix())
        return R, {"links": links, "zero": zero}

    # -- embedding -----------------------------------------------------------------------------------
    def _solve(self, mu: float, d: int, values: dict[str, Any], monitor: Monitor) -> Solution:
        links = [solved["links"] for solved in self._solved]
        zero = np.concatenate([solved["zero"] for solved in self._solved])
        null = null_space(links, zero, self._graph.pairs if mu > 0 else np.zeros((0, 2), int))
        self.n_null_ = null.shape[1]
        wanted = values["n_clusters"]
        most = min(MOST_CLUSTERS, len(zero) - 1) if wanted == "auto" else int(wanted)
        keep = null if self.n_null_ > 1 else null[:, :0]
        count = max(most + 1, 1 if self._is_automatic else d)
        free = max(1, min(count - keep.shape[1] + 1, len(zero) - self.n_null_))
        rest = solve_explicit(links, self._graph, mu, free, null=null, monitor=monitor)
        vectors = np.hstack([keep, rest.vectors])
        eigenvalues = np.concatenate([np.zeros(keep.shape[1]), rest.eigenvalues])
        # the constant that was projected out counts as one cluster
        self._spectrum = np.concatenate([np.zeros(self.n_null_), rest.eigenvalues])
        self._zero = zero
        if not self._is_automatic:
            self._dimensions_used(d, Solution(eigenvalues, vectors, keep.shape[1] + rest.n_below))
        self.n_clusters_, self._labels = self._cluster(vectors, values, most, d, monitor)
        return Solution(eigenvalues, vectors, keep.shape[1] + rest.n_below)

    def _dimensions_used(self, d: int, solution: Solution) -> int:
        if self._is_automatic:
            return self._dimensions(self.n_clusters_, solution.vectors.shape[1])
        return super()._dimensions_used(d, solution)

    def _dimensions(self, k: int, most: int) -> int:
        """d for k clusters."""
        return max(1, min(most, max(self.n_null_, k) if self.n_null_ > 1 else k - 1))

    def _cluster(
        self, vectors: np.ndarray, values: dict[str, Any], most: int, d: int, monitor: Monitor,
    ) -> tuple[int, np.ndarray]:
        paired = np.zeros(len(vectors), dtype=bool)
        paired[self._graph.rows] = True
        used = ~self._zero | paired
        n = int(used.sum())
        self.silhouettes_: dict[int, float] = {}
        self.eigengaps_: dict[int, float] = {}
        wanted = values["n_clusters"]
        if wanted != "auto" and int(wanted) > n:
            raise ParameterError("lra_cluster.too_few_samples", parameter=the_parameter('n_clusters'), wanted=wanted,
                                 n=n)
        tried = [int(wanted)] if wanted != "auto" else [k for k in range(2, most + 1) if k < n]
        found: dict[int, np.ndarray] = {}
        for k in tried or [1]:
            monitor.raise_if_cancelled()
            monitor.report("Clustering", 0.9)
            F = vectors[used][:, : self._dimensions(k, vectors.shape[1]) if self._is_automatic else d]
            found[k] = np.full(len(vectors), -1)
            found[k][used] = kmeans(F, k, seed=values["random_state"])
            distinct = len(np.unique(found[k][used]))
            if 1 < distinct < n:
                from sklearn.metrics import silhouette_score

                self.silhouettes_[k] = float(silhouette_score(
                    F, found[k][used], sample_size=min(n, SILHOUETTE_ROWS) if n > SILHOUETTE_ROWS else None,
                    random_state=values["random_state"]))
            if k < len(self._spectrum):
                self.eigengaps_[k] = float(1.0 - self._spectrum[k - 1] / max(self._spectrum[k], 1e-300))
        if not self.silhouettes_:
            best = min(found)
        else:
            top = max(self.silhouettes_.values())
            best = max((k for k, v in self.silhouettes_.items() if v >= top - CLOSE_SCORE),
                       key=lambda k: self.eigengaps_.get(k, 0.0))
        return best, found[best]

    def _settle(self, values: dict[str, Any], d: int, monitor: Monitor) -> None:
        super()._settle(values, d, monitor)
        labels = np.split(self._labels, self._data.offsets[1:-1])
        self.labels_ = [np.asarray(part, dtype=np.int64) for part in labels]
        self.chosen_["n_clusters"] = self.n_clusters_
        alone = [int((part < 0).sum()) for part in self.labels_]
        for k, count in enumerate(alone):
            if count:
                self.warnings_.append(Note("lra_cluster.no_cluster", count=count, set=the_set(k)))

    # -- new samples: their own row of R, made into shares likewise --------------------------------------
    def _new_sample_state(self, given: ReconstructionInput, solved: dict[str, Any], F: np.ndarray) -> dict[str, Any]:
        R = self.reconstructions_[given.number]
        r = R.rank
        right, s = given.factors.right[:, :r], given.factors.singular_values[:r]
        return {"scaling": given.scaling.to_state(), "map": right * (R.weights / s), "basis": R.basis,
                "embedding": F}

    def _coordinates(self, X: np.ndarray, state: dict[str, Any]) -> np.ndarray:
        basis, F = np.asarray(state["basis"]), np.asarray(state["embedding"])
        inner = ScaledSet(X, Scaling.from_state(state["scaling"])).times(np.asarray(state["map"]))
        out = np.empty((len(X), F.shape[1]))
        size = max(1, 4_000_000 // len(basis))
        for start in range(0, len(X), size):
            r = np.abs(inner[start:start + size] @ basis.T)
            sums = r.sum(axis=1, keepdims=True)
            out[start:start + size] = (r @ F) / np.where(sums > 0, sums, 1.0)
        return out


def normalised(R: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """R̂ = |R| with rows that sum to 1 (a zero row stays zero), and which rows are zero."""
    links = np.abs(R)
    sums = links.sum(axis=1)
    zero = sums <= ZERO * max(float(sums.max()), 1e-300)
    links[links <= ZERO * float(sums.max())] = 0.0  # rounding must not link what is apart
    links[zero] = 0.0
    sums = links.sum(axis=1)
    return links / np.where(sums > 0, sums, 1.0)[:, None], zero


def null_space(links: list[np.ndarray], zero: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Orthonormal null vectors of A, (N, m): one per component of the links and pairs that holds no zero row."""
    size = len(zero)
    graph = scipy.sparse.block_diag([scipy.sparse.csr_array(block != 0) for block in links], format="csr")
    graph = graph + scipy.sparse.csr_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(size, size))
    count, component = scipy.sparse.csgraph.connected_components(graph, directed=False)
    whole = np.ones(count, dtype=bool)
    whole[component[zero]] = False
    vectors = np.zeros((size, int(whole.sum())))
    for column, c in enumerate(np.flatnonzero(whole)):
        rows = component == c
        vectors[rows, column] = 1.0 / np.sqrt(rows.sum())
    return vectors
