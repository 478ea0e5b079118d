"""Which of the marked pairs contradict the others? Standards that were swapped look like each other's partner.

Spoiled spectra are found first (`odd_standards`) and judge no pair: one of them would hide what was swapped.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy

from ..monitor import Monitor, SilentMonitor
from ..naming import the_sample, the_set
from ..notes import Note
from ..numerics import lapack
from .odd_standards import odd_standards
from .pairing import fits_no_better, pairing_warning

FEWEST = 8
"""With fewer standards no pair can be judged by the others."""
DIRECTIONS = 10
"""Principal directions of the standards that are looked at."""
TRIMMED = 0.8
"""Share of the standards that judge how well a direction is predicted: the worst may be mixed up."""
LIMIT = -2.1
"""Agreement below which two standards are called swapped; right pairs of real data reach -1.95
(benchmarks/mixed_up.md)."""
FEW, LIMIT_OF_FEW = 12, -3.0
"""With fewer standards right pairs reach lower values by chance."""
CHUNK, MOST_CHUNKS = 250, 8
PENALTIES = 10.0 ** -np.arange(7.0)
SMALLEST_VARIANCE = 0.01  # of a direction's own: no prediction is trusted to be better than a tenth


@dataclass(frozen=True, eq=False)
class MixedUp:
    """What contradicts the rest between two sets.

    Parameters
    ----------
    sentence : Note
        For the user; names sets and samples.
    pairs : (k, 4) int array
        Rows (set_a, i, set_b, j) of the pairs in question; of all standards where the whole list is in doubt.
    whole : bool
        Whether the list as a whole is in doubt.
    spoiled : bool
        Whether a spectrum is doubted rather than the pairing.
    """

    sentence: Note
    pairs: np.ndarray
    whole: bool = False
    spoiled: bool = False


def mixed_up(Xs: list[np.ndarray], pairs: np.ndarray, monitor: Monitor | None = None) -> list[MixedUp]:
    """Look for pairs that contradict the others, for every two sets that have standards.

    Parameters
    ----------
    Xs : list of (n_k, p_k) arrays
    pairs : (m, 4) int array
        Rows (set_a, i, set_b, j); repeats of a standard are averaged.
    monitor : Monitor, optional
        May cancel.

    Returns
    -------
    list of MixedUp
        Empty if nothing contradicts, also where the data cannot tell.
    """
    monitor = monitor or SilentMonitor()
    pairs = np.asarray(pairs, dtype=np.int64).reshape(-1, 4)
    found = []
    for a, b in sorted({(int(p[0]), int(p[2])) for p in pairs}):
        own = pairs[(pairs[:, 0] == a) & (pairs[:, 2] == b)]
        if len(own) < FEWEST:
            continue
        sample = _samples(own)
        # in the order of the list: neighbours are mixed up more often than others
        A, B = (_averaged(np.asarray(Xs[k]), own[:, column], sample) for k, column in ((a, 1), (b, 3)))
        chunks = [np.arange(len(A))[start:start + CHUNK] for start in range(0, min(len(A), CHUNK * MOST_CHUNKS), CHUNK)]
        odd = np.concatenate([odd_standards(A[part], B[part]) for part in chunks])
        sound = np.append(odd == 0, np.ones(len(A) - len(odd), dtype=bool))
        first = np.array([int(own[sample == c][0, 1]) for c in range(len(A))])
        if whole := pairing_warning(A[sound], B[sound]):
            found.append(MixedUp(Note("pairs.between", a=the_set(a), b=the_set(b), said=whole), own, whole=True))
            continue
        for part in chunks:
            part = part[sound[part]]
            for cycle in _cycles(better_order(A[part], B[part], monitor)):
                found.append(MixedUp(_sentence(a, b, first[part[cycle]].tolist(), len(part)),
                                     own[np.isin(sample, part[cycle])]))
        for side, other, which in ((a, b, 1), (b, a, 2)):
            if len(members := np.flatnonzero(odd == which)):
                said = Note("pairs.spoiled", samples=_listed(a, first[members].tolist()), on=the_set(side),
                            other=the_set(other), n=len(members))
                found.append(MixedUp(said, own[np.isin(sample, members)], spoiled=True))
    return found


def suspects(swapped: list[str], spoiled: list[str]) -> Note:
    """What is the matter with these samples, without a full stop; one of the lists at least is not empty."""
    n, (swapped, spoiled) = len(spoiled), (_shortened(names) for names in (swapped, spoiled))
    if not spoiled:
        return Note("pairs.suspects_swapped", swapped=swapped)
    if not swapped:
        return Note("pairs.suspects_spoiled", spoiled=spoiled, n=n)
    return Note("pairs.suspects_both", swapped=swapped, spoiled=spoiled, n=n)


@dataclass(frozen=True, eq=False)
class Doubts:
    """Which standards are not to be learned from.

    Parameters
    ----------
    swapped, spoiled : (m,) bool arrays
        Never both of one standard.
    """

    swapped: np.ndarray
    spoiled: np.ndarray

    @property
    def any(self) -> np.ndarray:
        """Either of them."""
        return self.swapped | self.spoiled


def doubts(A: np.ndarray, B: np.ndarray, monitor: Monitor | None = None) -> Doubts:
    """Which standards the others contradict, where the list as a whole is not in doubt.

    Parameters
    ----------
    A, B : (m, p_a), (m, p_b) arrays
        One row per standard.
    monitor : Monitor, optional
    """
    spoiled = odd_standards(A, B) > 0
    swapped = np.zeros(len(A), dtype=bool)
    rest = np.flatnonzero(~spoiled)
    if fits_no_better(A[rest], B[rest]) is not None:
        return Doubts(swapped, swapped)
    swapped[rest] = better_order(A[rest], B[rest], monitor) != np.arange(len(rest))
    return Doubts(swapped, spoiled)


def better_order(A: np.ndarray, B: np.ndarray, monitor: Monitor | None = None) -> np.ndarray:
    """Which row of A each row of B belongs to, as far as that differs *clearly* from row by row.

    Two standards i, j are left out, the principal scores of A's standards are predicted from B's spectra with the
    others (ridge, its weight per direction by leaving out), and the difference of the predictions is compared with the
    difference of the scores: z = Σ Δu Δû/σ² / (2 √(Σ Δu²/σ² Σ Δû²/σ²))^½. Swapped standards have Δû = −Δu, right ones
    Δû = Δu, in units of the error of prediction; alike ones have 0 and are never named, and directions of noise, where
    Δû is 0, weigh little. The same is done from A to B, and both must say so. The clearest swap is undone, and the
    others are looked at again.

    Parameters
    ----------
    A, B : (m, p_a), (m, p_b) arrays
        One row per standard.

    Returns
    -------
    (m,) int array
        0 … m − 1 where nothing contradicts, and with fewer than 8 standards.
    """
    monitor = monitor or SilentMonitor()
    m = len(A)
    order = np.arange(m)
    if m < FEWEST:
        return order
    A, B = _centred(A), _centred(B)
    if not (A.any() and B.any()):
        return order
    scores, forms = (_scores(A), _scores(B)), (_left_out_forms(A), _left_out_forms(B))
    for _ in range(m // 2):
        monitor.raise_if_cancelled()
        inverse = np.argsort(order)
        z = np.maximum(_agreement(scores[0][order], forms[1]),
                       _agreement(scores[1][inverse], forms[0])[np.ix_(order, order)])
        np.fill_diagonal(z, np.inf)
        i, j = np.unravel_index(int(np.argmin(z)), z.shape)
        if z[i, j] > (LIMIT_OF_FEW if m < FEW else LIMIT):
            break
        order[[i, j]] = order[[j, i]]
    return order


def _centred(S: np.ndarray) -> np.ndarray:
    S = np.asarray(S, dtype=np.float64)
    largest = float(np.abs(S).max(initial=0.0))
    S = S / largest if largest > 0 else S  # squares must neither overflow nor vanish
    S = S - S.mean(axis=0)
    return S if np.abs(S).max(initial=0.0) > 1e-12 else np.zeros_like(S)


def _scores(S: np.ndarray) -> np.ndarray:
    """Principal scores (m, k) of centred standards, each of variance 1."""
    m = len(S)
    U, s, _ = lapack.svd(S, full_matrices=False)
    k = min(DIRECTIONS, m - 2, int((s > s[0] * 1e-8).sum()))
    return U[:, :k] * np.sqrt(m)


def _left_out_forms(S: np.ndarray) -> list[np.ndarray]:
    """I − H (m, m) of ridge regression on centred spectra, one per penalty, up to a factor."""
    w, V = lapack.eigh(S @ S.T)
    w = np.maximum(w, 0.0)
    return [(V * (p / (w + p))) @ V.T - 1.0 / len(S) for p in PENALTIES * float(w.mean())]


def _agreement(Y: np.ndarray, forms: list[np.ndarray]) -> np.ndarray:
    """z (m, m) of every two standards, both left out, for scores Y (m, k) of the one set in the order of the other."""
    m, k = Y.shape
    most = max(3, int(np.ceil(TRIMMED * m)))
    # of the variance that the trimmed mean square holds
    share = float(scipy.special.chdtr(3, scipy.special.chdtri(1, 1 - TRIMMED))) / TRIMMED
    residuals = np.stack([(G @ Y) / np.diag(G)[:, None] for G in forms])
    squares = np.sort(residuals ** 2, axis=1)[:, :most].mean(axis=1)
    best = squares.argmin(axis=0)
    top, bottom, predicted = np.zeros((3, m, m))
    for c in range(k):
        G, y = forms[best[c]], Y[:, c]
        r, diagonal = G @ y, np.diag(G)
        product = diagonal[:, None] * diagonal[None, :]
        without = (diagonal[None, :] * r[:, None] - G * r[None, :]) / np.maximum(product - G * G, 1e-9 * product)
        square = residuals[best[c], :, c] ** 2
        others = np.maximum(square.sum() - square[:, None] - square[None, :], 0.0) / (m - 2)
        variance = np.maximum(np.sqrt(squares[best[c], c] / share * others), SMALLEST_VARIANCE)
        difference = y[:, None] - y[None, :]
        expected = difference - without + without.T
        top += difference * expected / variance
        bottom += difference ** 2 / variance
        predicted += expected ** 2 / variance
    return top / np.sqrt(2 * np.sqrt(np.maximum(bottom, 1e-12) * np.maximum(predicted, 1e-12)))


def _samples(pairs: np.ndarray) -> np.ndarray:
    """Number of the physical standard of each pair, in order of first appearance; repeats share one."""
    owner: dict[tuple[str, int], int] = {}
    numbers = np.arange(len(pairs))
    for n, (i, j) in enumerate(pairs[:, [1, 3]].tolist()):
        known = {owner[key] for key in (("a", i), ("b", j)) if key in owner}
        numbers[n] = min(known, default=n)
        for other in known - {int(numbers[n])}:
            numbers[numbers == other] = numbers[n]
            owner.update({key: int(numbers[n]) for key, value in owner.items() if value == other})
        owner["a", i] = owner["b", j] = int(numbers[n])
    return np.unique(numbers, return_inverse=True)[1]


def _averaged(X: np.ndarray, rows: np.ndarray, sample: np.ndarray) -> np.ndarray:
    count = int(sample.max()) + 1
    if count == len(rows):
        return X[rows]
    return np.array([X[np.unique(rows[sample == s])].mean(axis=0) for s in range(count)])


def _cycles(order: np.ndarray) -> list[list[int]]:
    """Standards that have to change places among each other, in order of their first."""
    seen: set[int] = set()
    found = []
    for start in range(len(order)):
        cycle, at = [], start
        while at not in seen:
            seen.add(at)
            cycle.append(at)
            at = int(order[at])
        if len(cycle) > 1:
            found.append(cycle)
    return found


def _sentence(a: int, b: int, rows: list[int], m: int) -> Note:
    return Note("pairs.swapped" if len(rows) == 2 else "pairs.mixed_up", samples=_listed(a, rows), a=the_set(a),
                b=the_set(b), others=m - len(rows))


def _listed(a: int, rows: list[int]) -> list[str]:
    return _shortened([the_sample(a, row) for row in rows])


def _shortened(names: list[str]) -> list[str]:
    return names if len(names) <= 10 else [*names[:9], Note("list.others", "info", n=len(names) - 9)]
