"""The alignment's eigenproblem A = (1−µ)(I−R)ᵀ(I−R) + 2µL, exactly and without an N × N matrix.

With (I−R_k)ᵀ(I−R_k) = I − S_k diag(l_k) S_kᵀ, every eigenvector with an eigenvalue below 1−µ lies in the span of
S, LS, …, LᵐS (m = number of distinct non-zero eigenvalues of L), and also in that of S and the pairs' incidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..monitor import Monitor, SilentMonitor
from . import lapack
from .laplacian import PairGraph
from .span import orthonormal_span

MOST_COLUMNS = 3000  # widest reduced basis; beyond it the Lanczos iteration takes over
MOST_VALUES = 150_000_000  # numbers in that basis (1.2 GB), likewise
BELOW = 1e-9  # an eigenvalue counts as below 1−µ if it is so by this share


@dataclass(frozen=True)
class Solution:
    """Smallest eigenpairs.

    Parameters
    ----------
    eigenvalues : (d,) array
        Ascending.
    vectors : (N, d) array
        Orthonormal; the sign of each is fixed (largest entry positive).
    n_below : int
        Number of eigenvalues below 1−µ: more dimensions than that the data do not hold.
    """

    eigenvalues: np.ndarray
    vectors: np.ndarray
    n_below: int

    def first(self, d: int) -> Solution:
        """Only the first `d` pairs."""
        return Solution(self.eigenvalues[:d], self.vectors[:, :d], self.n_below)


class ReducedProblem:
    """The reduced problem for fixed bases and pairs; µ, d, λ and the kept rank re-solve a small matrix only.

    Parameters
    ----------
    bases : list of (n_k, r_k) arrays
        S_k, orthonormal columns: as many as any later `solve` may want.
    graph : PairGraph
        Over the stacked samples.
    monitor : Monitor, optional

    Attributes
    ----------
    Q : (N, c) array
        Orthonormal basis.
    T2 : (c, c) array
        QᵀLQ.
    inner : (r, c) array
        SᵀQ; QᵀAQ = (1−µ)(I − innerᵀ diag(l) inner) + 2µ T2.
    """

    def __init__(self, bases: Sequence[np.ndarray], graph: PairGraph, monitor: Monitor | None = None) -> None:
        monitor = monitor or SilentMonitor()
        monitor.raise_if_cancelled()
        self.graph = graph
        self.ranks = [basis.shape[1] for basis in bases]
        S = block_diagonal(bases)
        self.Q = orthonormal_span(S, self._others(S))
        monitor.raise_if_cancelled()
        touched = self.Q[graph.rows]
        self.inner = np.concatenate(
            [basis.T @ part for basis, part in zip(bases, _split(self.Q, [len(b) for b in bases]), strict=True)])
        self.T2 = touched.T @ (graph.laplacian @ touched)

    def _others(self, S: np.ndarray) -> list[np.ndarray]:
        """What has to be spanned beside S: powers of L times S, or the incidence columns of the pairs."""
        columns = self.width(self.ranks, self.graph)
        if columns == S.shape[1]:
            return []
        if columns == S.shape[1] + self.graph.laplacian_rank:
            return [self.graph.incidence()]
        values = self.graph.distinct_eigenvalues()
        parts, power = [], S
        for value in (() if values is None else values):
            power = self.graph.apply(power) / value  # the scale keeps the columns comparable
            parts.append(power)
        return parts

    @staticmethod
    def width(ranks: Sequence[int], graph: PairGraph) -> int:
        """Columns of the narrower of the two exact bases."""
        r = sum(ranks)
        values = graph.distinct_eigenvalues()
        powers = r * (1 + len(values)) if values is not None else np.inf
        return int(min(r + graph.laplacian_rank, powers, graph.size))

    @classmethod
    def suits(cls, ranks: Sequence[int], graph: PairGraph) -> bool:
        """Whether the reduced basis is narrow enough to be worth it."""
        columns = cls.width(ranks, graph)
        return columns <= min(MOST_COLUMNS, max(300, graph.size // 2)) and columns * graph.size <= MOST_VALUES

    def matrix(self, deficits: Sequence[np.ndarray], mu: float) -> np.ndarray:
        """QᵀAQ (c, c).

        Parameters
        ----------
        deficits : list of (r_k' <= r_k,) arrays
            l_k of the leading columns of each basis; the rest count as 0.
        mu : float
        """
        weight = np.concatenate(
            [np.pad(part, (0, r - len(part))) for part, r in zip(deficits, self.ranks, strict=True)])
        used = weight != 0
        inner = self.inner[used]
        A = 2 * mu * self.T2 - (1 - mu) * (inner.T @ (weight[used, None] * inner))
        A[np.diag_indices_from(A)] += 1 - mu
        return (A + A.T) / 2

    def solve(self, deficits: Sequence[np.ndarray], mu: float, d: int) -> Solution:
        """The `d` smallest eigenpairs of A (fewer if the basis is narrower)."""
        values, small = lapack.eigh(self.matrix(deficits, mu))
        n_below = int((values < (1 - mu) * (1 - BELOW)).sum())
        return Solution(values[:d], fix_signs(self.Q @ small[:, :d]), n_below)


def block_diagonal(bases: Sequence[np.ndarray]) -> np.ndarray:
    """Dense block-diagonal stack (N, Σ r_k)."""
    out = np.zeros((sum(len(b) for b in bases), sum(b.shape[1] for b in bases)))
    row = column = 0
    for basis in bases:
        out[row:row + basis.shape[0], column:column + basis.shape[1]] = basis
        row, column = row + basis.shape[0], column + basis.shape[1]
    return out


def fix_signs(F: np.ndarray) -> np.ndarray:
    """The same vectors with the entry of largest size positive, so that a repeated fit gives the same picture."""
    if not F.size:
        return F
    place = np.argmax(np.abs(F) > 0.999 * np.abs(F).max(axis=0), axis=0)  # ties: the first row decides
    signs = np.sign(F[place, np.arange(F.shape[1])])
    return F * np.where(signs == 0, 1.0, signs)


def _split(Q: np.ndarray, sizes: Sequence[int]) -> list[np.ndarray]:
    return np.split(Q, np.cumsum(sizes)[:-1])
