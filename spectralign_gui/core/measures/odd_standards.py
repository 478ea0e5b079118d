"""Which standards are spoiled on one of two instruments? Found together, so that several cannot hide each other."""

from __future__ import annotations

import numpy as np

from ..numerics import lapack

FEWEST = 8
"""With fewer standards no spectrum can be judged by the others."""
CORE = 0.7
"""Share of the standards that the search starts from; so many at least must be sound."""
RIDGE = 0.1
"""Smallest variance of a direction, in parts of the mean one: no direction says more than its noise."""
JOINS = 20.0
"""A standard joins the core where its two distances differ by less than this factor."""
LIMIT = 30.0
"""Factor from which the distances contradict each other; sound pairs of real data reach 21
(benchmarks/mixed_up.md)."""
ORDINARY = 10.0
"""A standard is ordinary on an instrument up to this squared distance, in parts of the usual one."""
ROUNDS = 10


def odd_standards(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """On which instrument a standard is unlike the others, though it is like them on the other instrument.

    A sample that is extreme is so on both instruments. Where a standard lies is told by its squared Mahalanobis
    distance, with a ridge, from a core of standards; those of the core are left out of it in turn. The core starts
    with those that are most central on both instruments, is set to those that are nearest to it until it stays
    (concentration steps: Rousseeuw & Van Driessen, Technometrics 41, 1999, 212), then takes in all whose distances on
    both instruments agree. So neither one spoiled spectrum nor several alike make themselves the measure.

    Parameters
    ----------
    A, B : (m, p_a), (m, p_b) arrays
        One row per standard.

    Returns
    -------
    (m,) int array
        0 where all is well, 1 where A's spectrum is odd, 2 where B's is; all 0 with fewer than 8 standards.
    """
    m = len(A)
    grams = [_gram(S) for S in (A, B)]
    if m < FEWEST or any(g is None for g in grams):
        return np.zeros(m, dtype=np.int64)
    G = [g for g in grams if g is not None]
    a, b = _from_the_core(G, _core(G))
    clear = (np.maximum(a / b, b / a) > LIMIT) & (np.minimum(a, b) < ORDINARY)
    return np.where(clear, np.where(a > b, 1, 2), 0)


def _gram(S: np.ndarray) -> np.ndarray | None:
    """Products of centred spectra; None where they do not differ."""
    S = np.asarray(S, dtype=np.float64)
    largest = float(np.abs(S).max(initial=0.0))
    S = S / largest if largest > 0 else S  # squares must neither overflow nor vanish
    S = S - S.mean(axis=0)
    return S @ S.T if np.abs(S).max(initial=0.0) > 1e-12 else None


def _core(grams: list[np.ndarray]) -> np.ndarray:
    """The standards that the others are judged by, as a mask."""
    m = len(grams[0])
    least = int(np.ceil(CORE * m))

    def nearest(values: np.ndarray) -> np.ndarray:
        mask = np.zeros(m, dtype=bool)
        mask[np.argsort(values, kind="stable")[:least]] = True
        return mask

    core = nearest(np.maximum(*(_centrality(G) for G in grams)))
    for _ in range(ROUNDS):
        before, core = core, nearest(np.maximum(*_from_the_core(grams, core)))
        if (before == core).all():
            break
    for _ in range(ROUNDS):
        a, b = _from_the_core(grams, core)
        differ = np.maximum(a / b, b / a)
        before, core = core, (differ <= JOINS) | nearest(differ)
        if (before == core).all():
            break
    return core


def _centrality(G: np.ndarray) -> np.ndarray:
    """Median squared distance to all others, in parts of the usual one."""
    d = np.diag(G)
    middle = np.median(d[:, None] + d[None, :] - 2 * G, axis=1)
    return middle / max(float(np.median(middle)), 1e-300)


def _from_the_core(grams: list[np.ndarray], core: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Squared distances on both instruments in parts of the core's median, at least 1."""
    a, b = (np.maximum(_distances(G, core), 1.0) for G in grams)
    return a, b


def _distances(G: np.ndarray, core: np.ndarray) -> np.ndarray:
    n = int(core.sum())
    mean = G[:, core].mean(axis=1)
    K = G - mean[:, None] - mean[None, :] + G[np.ix_(core, core)].mean()
    w, V = lapack.eigh(K[np.ix_(core, core)])
    w = np.maximum(w, 0.0)
    ridge = RIDGE * float(w.mean())
    if ridge <= 1e-24:  # all of the core are one spectrum
        return np.ones(len(G))
    q = np.maximum((np.diag(K) - ((K[:, core] @ V) ** 2 / (w + ridge)).sum(axis=1)) / ridge, 1e-300)
    inside = np.minimum(q[core], 1 - 1e-9)
    q[core] = inside / (1 - inside) * (n / (n - 1)) ** 2  # as if it had been left out
    return np.asarray(q / max(float(np.median(q[core])), 1e-300))
