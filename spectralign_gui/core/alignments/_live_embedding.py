"""The embedding of an iteration that is under way, for the window: cheap, approximate, and without any effect."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from ..numerics import lapack
from ..numerics.joint import JointProblem, SetBasis
from ..numerics.penalty import Kept
from ..numerics.reduced import ReducedProblem, fix_signs

SECONDS = 0.3
"""Shortest time between two pictures."""
SHARE = 0.04
"""Largest share of the time that pictures may take."""
MOST_COLUMNS = 1000


class LiveEmbedding:
    """Rayleigh-Ritz on the span that low rank alignment of the same data has: Qᵀ((1−µ)(I−R)ᵀ(I−R) + 2µL)Q.

    Sets that have not been reconstructed yet stand as low rank alignment would have them.

    Parameters
    ----------
    problem : JointProblem
    kept : list of Kept
        What low rank alignment keeps of each set.
    mu : float
    d : int
    clock : callable
        Seconds; of tests.
    """

    def __init__(self, problem: JointProblem, kept: Sequence[Kept], mu: float, d: int,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self._problem, self._kept, self._mu, self._d, self._clock = problem, list(kept), mu, d, clock
        self._reduced: ReducedProblem | None = None
        self._parts: list[np.ndarray] = []
        self._grams: list[np.ndarray] = []
        self._next = clock() + SECONDS
        ranks = [k.rank for k in kept]
        self._possible = (ReducedProblem.suits(ranks, problem.graph)
                          and ReducedProblem.width(ranks, problem.graph) <= MOST_COLUMNS)

    def __call__(self, k: int, apply: Callable[[np.ndarray], np.ndarray]) -> list[np.ndarray] | None:
        """The embedding of every set with B → RB of set `k` as it is now; None while it is not time for one."""
        began = self._clock()
        if not self._possible or began < self._next:
            return None
        if self._reduced is None:
            self._begin()
        assert self._reduced is not None
        self._grams[k] = _gram(self._parts[k], apply)
        A = (1 - self._mu) * sum(self._grams) + 2 * self._mu * self._reduced.T2
        _, small = lapack.eigh((A + A.T) / 2)
        F = fix_signs(self._reduced.Q @ small[:, :self._d])
        now = self._clock()
        self._next = now + max(SECONDS, (now - began) / SHARE)
        return list(np.split(F, np.cumsum([len(part) for part in self._parts])[:-1]))

    def _begin(self) -> None:
        sets: list[SetBasis] = self._problem.sets
        self._reduced = ReducedProblem([s.basis[:, :k.rank] for s, k in zip(sets, self._kept, strict=True)],
                                       self._problem.graph)
        self._parts = np.split(self._reduced.Q, np.cumsum([len(s.basis) for s in sets])[:-1])
        self._grams = [_gram(part, s.reconstruct(k).apply)
                       for part, s, k in zip(self._parts, sets, self._kept, strict=True)]

    def settle(self, k: int, apply: Callable[[np.ndarray], np.ndarray]) -> None:
        """The reconstruction of set `k` is final."""
        if self._reduced is not None:
            self._grams[k] = _gram(self._parts[k], apply)


def _gram(part: np.ndarray, apply: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    rest = part - apply(part)
    return rest.T @ rest
