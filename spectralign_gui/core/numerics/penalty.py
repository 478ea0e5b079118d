"""The low-rank penalty in its three forms: λ itself, a kept rank, a kept share of variance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

TIE = 1e-12  # relative: singular values this close count as equal


@dataclass(frozen=True)
class Kept:
    """What a penalty keeps.

    Parameters
    ----------
    penalty : float
        λ.
    rank : int
        How many singular values exceed √λ.
    capped : bool
        Whether fewer were kept than asked for because the set does not hold more.
    """

    penalty: float
    rank: int
    capped: bool = False

    @property
    def threshold(self) -> float:
        """√λ, the line drawn through the singular values."""
        return float(np.sqrt(self.penalty))


def numerical_rank(s: np.ndarray, shape: tuple[int, int]) -> int:
    """How many of the singular values `s` (descending) of a matrix of that shape are not rounding."""
    if not len(s) or s[0] <= 0:
        return 0
    return int((s > s[0] * max(shape) * np.finfo(float).eps).sum())


def keep_penalty(s: np.ndarray, penalty: float) -> Kept:
    """Keep s > √λ."""
    return Kept(float(penalty), int((s > np.sqrt(penalty) * (1 + TIE)).sum()))


def keep_rank(s: np.ndarray, rank: int, shape: tuple[int, int]) -> Kept:
    """Keep the first `rank`: λ = s_{q+1}², the square of the first that is dropped.

    Where nothing is left to drop (q reaches the numerical rank), λ is half the square of the last kept one.
    Equal singular values are dropped together.
    """
    full = numerical_rank(s, shape)
    q = min(int(rank), full)
    if q < 1:
        return Kept(1.0, 0, capped=True)
    penalty = float(s[q]) ** 2 if q < full else float(s[q - 1]) ** 2 / 2
    return Kept(penalty, keep_penalty(s[:full], penalty).rank, capped=rank > full)


def keep_variance(s: np.ndarray, share: float, total: float, shape: tuple[int, int]) -> Kept:
    """Keep the fewest singular values whose squares make up `share` of `total` (the squared Frobenius norm)."""
    sums = np.cumsum(s**2)
    reached = np.flatnonzero(sums >= share * total * (1 - 1e-12))
    return keep_rank(s, int(reached[0]) + 1 if len(reached) else len(s), shape)


def keep(
    s: np.ndarray, shape: tuple[int, int], *, penalty: float | None = None, rank: int | None = None,
    variance: float | None = None, total: float | None = None,
) -> Kept:
    """What the one given of `penalty`, `rank`, `variance` keeps.

    Parameters
    ----------
    s : (m,) array
        Leading singular values, descending (enough of them; see `factors.decompose`).
    shape : (int, int)
        Of the set.
    penalty, rank, variance : float, int, float
        Exactly one is not None.
    total : float, optional
        Squared Frobenius norm of the set; the sum of s² if not given.
    """
    if penalty is not None:
        return keep_penalty(s, penalty)
    if rank is not None:
        return keep_rank(s, rank, shape)
    if variance is not None:
        return keep_variance(s, variance, float((s**2).sum()) if total is None else total, shape)
    raise TypeError("one of penalty, rank and variance has to be given")
