"""The graph of the pairs: L = diag(C·1) − C, its connected components and distinct eigenvalues."""

from __future__ import annotations

import numpy as np
import scipy

from . import lapack

BIG_COMPONENT = 400  # the eigenvalues of larger components are not looked up


class PairGraph:
    """Graph of the correspondences over the stacked samples of all sets.

    Parameters
    ----------
    size : int
        N, the number of stacked samples.
    pairs : (m, 2) int array
        Stacked rows (i, j), no doubles.

    Attributes
    ----------
    pairs : (m, 2) int array
    rows : (t,) int array
        Samples that have a partner, ascending.
    local : (m, 2) int array
        The pairs in places of `rows`.
    laplacian : (t, t) sparse array
        L among `rows`; L is zero elsewhere.
    component : (t,) int array
        Number of each row's component (one per physical sample).
    n_components : int
    """

    def __init__(self, size: int, pairs: np.ndarray) -> None:
        self.size = int(size)
        self.pairs = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
        self.rows, local = np.unique(self.pairs, return_inverse=True)
        self.local = local.reshape(-1, 2)
        t, (i, j) = len(self.rows), self.local.T
        ones = np.ones(len(i))
        adjacency = scipy.sparse.csr_array((np.r_[ones, ones], (np.r_[i, j], np.r_[j, i])), shape=(t, t))
        self.laplacian = (scipy.sparse.diags_array(np.asarray(adjacency.sum(axis=1)).ravel()) - adjacency).tocsr()
        self.n_components: int = 0
        self.component: np.ndarray = np.zeros(0, dtype=np.int64)
        if t:
            self.n_components, self.component = scipy.sparse.csgraph.connected_components(adjacency, directed=False)

    @property
    def laplacian_rank(self) -> int:
        """Rank of L."""
        return len(self.rows) - self.n_components

    def apply(self, B: np.ndarray) -> np.ndarray:
        """L B for B (N, m)."""
        out = np.zeros_like(B)
        out[self.rows] = self.laplacian @ B[self.rows]
        return out

    def members(self) -> list[np.ndarray]:
        """Stacked rows of each component."""
        order = np.argsort(self.component, kind="stable")
        cuts = np.cumsum(np.bincount(self.component, minlength=self.n_components))[:-1]
        return [self.rows[part] for part in np.split(order, cuts)] if self.n_components else []

    def distinct_eigenvalues(self) -> np.ndarray | None:
        """Distinct non-zero eigenvalues of L, ascending; None where a component is too large to look.

        One-to-one pairs have 2; triangles add 3; a × b repeats add a, b and a + b.
        """
        sizes = np.bincount(self.component, minlength=self.n_components)
        if not len(sizes):
            return np.zeros(0)
        if sizes.max() > BIG_COMPONENT:
            return None
        found = [2.0] if (sizes == 2).any() else []
        seen: set[bytes] = set()
        order = np.argsort(self.component, kind="stable")
        starts = np.concatenate([[0], np.cumsum(sizes)])
        for c in np.flatnonzero(sizes > 2):
            part = order[starts[c]:starts[c + 1]]
            block = self.laplacian[part][:, part].toarray()
            key = block.astype(np.float32).tobytes()
            if key not in seen:
                seen.add(key)
                found += [v for v in lapack.eigvalsh(block) if v > 1e-9]
        values = np.sort(np.array(found))
        return values[np.concatenate([[True], np.diff(values) > 1e-9 * values[1:]])] if len(values) else values

    def incidence(self) -> np.ndarray:
        """Dense (N, rank L) matrix whose columns span the range of L: a spanning forest of the pairs."""
        forest = np.zeros((self.size, self.laplacian_rank))
        root = np.arange(len(self.rows))

        def find(a: int) -> int:
            while root[a] != a:
                root[a] = root[root[a]]
                a = int(root[a])
            return a

        column = 0
        for i, j in self.local:
            a, b = find(int(i)), find(int(j))
            if a != b:
                root[a] = b
                forest[self.rows[i], column], forest[self.rows[j], column] = 1.0, -1.0
                column += 1
        return forest
