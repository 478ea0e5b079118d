"""Factors of all sets and the pairs, held together so that µ, d, λ and the kept rank re-solve a small matrix only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import ParameterError
from ..monitor import Monitor
from ..parameters import the_parameter
from .lanczos import solve_lanczos
from .laplacian import PairGraph
from .penalty import Kept, keep
from .reconstruction import Reconstruction, low_rank
from .reduced import ReducedProblem, Solution


@dataclass(frozen=True)
class SetBasis:
    """Left singular vectors of one set (or eigenvectors of its kernel matrix).

    Parameters
    ----------
    basis : (n, r) array
        Orthonormal columns.
    squares : (r,) array
        s² (eigenvalues σ of the kernel matrix), descending, above rounding.
    total : float
        Sum of all squares, also those not computed.
    shape : (int, int)
        Of the set; decides what counts as rounding.
    complete : bool
        Whether `squares` are all non-zero ones.
    """

    basis: np.ndarray
    squares: np.ndarray
    total: float
    shape: tuple[int, int]
    complete: bool

    @property
    def singular_values(self) -> np.ndarray:
        """s, descending."""
        return np.sqrt(self.squares)

    def keep(self, penalty: float | None, rank: int | None, variance: float | None) -> Kept:
        """What the one given of the three keeps."""
        return keep(self.singular_values, self.shape, penalty=penalty, rank=rank, variance=variance, total=self.total)

    def reaches(self, penalty: float | None, rank: int | None, variance: float | None) -> bool:
        """Whether enough was computed to tell what is kept, and the first that is dropped."""
        if self.complete:
            return True
        if rank is not None:
            return rank < len(self.squares)
        if penalty is not None:
            return bool(self.squares[-1] <= penalty)
        return variance is not None and float(self.squares[:-1].sum()) >= variance * self.total

    def reconstruct(self, kept: Kept) -> Reconstruction:
        """R = U₁(I − λS₁⁻²)U₁ᵀ."""
        return low_rank(self.basis, self.squares, kept.rank, kept.penalty)


class JointProblem:
    """The eigenproblem for fixed bases and pairs.

    Parameters
    ----------
    sets : list of SetBasis
    graph : PairGraph
    """

    def __init__(self, sets: Sequence[SetBasis], graph: PairGraph) -> None:
        self.sets, self.graph = list(sets), graph
        self._reduced: ReducedProblem | None = None

    def with_pairs(self, graph: PairGraph) -> JointProblem:
        """The same sets with other pairs."""
        return JointProblem(self.sets, graph)

    def solve(
        self, kept: Sequence[Kept], mu: float, d: int, *, refuse: bool = True, monitor: Monitor | None = None,
    ) -> Solution:
        """The `d` smallest eigenpairs for what is kept of each set.

        Parameters
        ----------
        kept : list of Kept
        mu : float
        d : int
        refuse : bool
            Refuse a `d` above the number of eigenvalues below 1−µ; otherwise the caller looks at `n_below`.
        monitor : Monitor, optional

        Raises
        ------
        ParameterError
        """
        ranks = [k.rank for k in kept]
        if d > sum(ranks) and refuse:  # at most one eigenvalue per kept direction can lie below 1−µ
            raise too_large(d, sum(ranks), ranks)
        deficits = [1.0 - (k.penalty / s.squares[:k.rank]) ** 2 for k, s in zip(kept, self.sets, strict=True)]
        if not ReducedProblem.suits(ranks, self.graph):
            bases = [s.basis[:, :r] for s, r in zip(self.sets, ranks, strict=True)]
            solution = solve_lanczos(bases, deficits, self.graph, mu, d, monitor)
        else:
            solution = self._problem(ranks, monitor).solve(deficits, mu, d)
        if d > solution.n_below and refuse:
            raise too_large(d, solution.n_below, ranks)
        return solution

    def _problem(self, ranks: list[int], monitor: Monitor | None) -> ReducedProblem:
        """The reduced problem; rebuilt only when more is kept than it was built for."""
        old = self._reduced
        if old is None or any(r > had for r, had in zip(ranks, old.ranks, strict=True)):
            if old is not None:  # somebody moves a slider: have room for its next positions
                ranks = [min(2 * r, len(s.squares)) for r, s in zip(ranks, self.sets, strict=True)]
            self._reduced = ReducedProblem(
                [s.basis[:, :r] for s, r in zip(self.sets, ranks, strict=True)], self.graph, monitor)
        assert self._reduced is not None
        return self._reduced


def too_large(d: int, most: int, ranks: Sequence[int]) -> ParameterError:
    """The refusal of more dimensions than the data hold."""
    kept = ", ".join(str(r) for r in ranks)
    return ParameterError(
        "dimensions.fewer", parameter=the_parameter('n_components'), d=d, most=most, kept=kept)


