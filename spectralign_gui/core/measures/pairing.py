"""Do the marked pairs belong together? A mixed-up list of standards ruins every transfer silently."""

from __future__ import annotations

import numpy as np

from ..notes import Note
from ..numerics import lapack
from ..numerics.shared_work import remembered

MOST = 300
"""So many standards say it as well as more; shuffling all of them would take long."""
AT_ONCE = 1_000_000
"""Numbers of shuffled matrices that are held at once."""


@remembered
def pairing_p_value(SA: np.ndarray, SB: np.ndarray, permutations: int = 199, seed: int = 0) -> float:
    """How often a shuffled pairing fits at least as well as the marked one.

    The fit is kernel ridge regression of A's spectra on B's (linear kernel), judged by leaving one standard out;
    for a fixed penalty that is a quadratic form of the pairing, so hundreds of shufflings cost nothing.

    Parameters
    ----------
    SA, SB : (m, p_a), (m, p_b) arrays
        Standards on both instruments.

    Returns
    -------
    float
        Between 1/(permutations + 1) and 1; 1.0 with fewer than 4 standards means "cannot be told".
    """
    m = len(SA)
    if m < 4:
        return 1.0
    if m > MOST:
        return pairing_p_value(*_some(SA, SB, seed), permutations, seed)
    A, B = SA - SA.mean(axis=0), SB - SB.mean(axis=0)
    G, K = A @ A.T, B @ B.T
    scale = float(np.trace(K)) / m
    if scale <= 0 or np.trace(G) <= 0:
        return 1.0
    forms = []
    for penalty in (1e-1, 1e-2, 1e-3, 1e-4):
        H = lapack.solve(K + penalty * scale * np.eye(m), K).T + 1.0 / m
        residual = (np.eye(m) - H) / np.maximum(1.0 - np.diag(H), 1e-6)[:, None]
        forms.append(residual.T @ residual)
    rng = np.random.default_rng(seed)
    orders = np.array([np.arange(m)] + [rng.permutation(m) for _ in range(permutations)])
    weights = np.stack(forms).reshape(len(forms), m * m)
    step = max(1, AT_ONCE // (m * m))
    shuffled = (G[o[:, :, None], o[:, None, :]].reshape(len(o), m * m)
                for o in (orders[k:k + step] for k in range(0, len(orders), step)))
    errors = np.concatenate([(S @ weights.T).min(axis=1) for S in shuffled])
    return float((errors <= errors[0] * (1 + 1e-12)).mean())


def _some(SA: np.ndarray, SB: np.ndarray, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """All standards, or `MOST` of them."""
    if len(SA) <= MOST:
        return SA, SB
    rows = np.sort(np.random.default_rng(seed).choice(len(SA), MOST, replace=False))
    return SA[rows], SB[rows]


def _looks(S: np.ndarray) -> list[np.ndarray]:
    """Spectra (m, p) as they are, each of mean 0 and norm 1, and the steps from channel to channel of these.

    A background that is another on every instrument, such as fluorescence, can hide in the first what the others show.
    """
    S = np.asarray(S, dtype=np.float64)
    S = S / max(float(np.abs(S).max(initial=0.0)), 1e-300)  # squares must neither overflow nor vanish
    return [S, _normed(S), _normed(np.diff(_normed(S), axis=1))]


def _normed(S: np.ndarray) -> np.ndarray:
    if not S.shape[1]:
        return S
    S = S - S.mean(axis=1, keepdims=True)
    norms = np.linalg.norm(S, axis=1, keepdims=True)
    return np.divide(S, norms, out=np.zeros_like(S), where=norms > 1e-12)


def tolerated(m: int) -> float:
    """The p value above which a list of m standards is called mixed up.

    Right pairs hardly ever reach it on real data (`benchmarks/mixed_up.md`): few standards often fit no better than
    shuffled ones though they are right, and fewer than 8 can tell nothing.
    """
    return 1.0 if m < 8 else 0.2 if m < 12 else 0.05


def fits_no_better(SA: np.ndarray, SB: np.ndarray) -> float | None:
    """The p value if the standards (m, p_a), (m, p_b) fit no better than shuffled ones; None if all is well.

    They are looked at in three ways (`_looks`); it is enough that they fit in one (Bonferroni).
    """
    if tolerated(len(SA)) >= 1:
        return None
    limit, smallest = tolerated(len(SA)), 1.0
    SA, SB = _some(SA, SB)  # before they are looked at: several copies of ten thousands would not fit
    for a, b in zip(_looks(SA), _looks(SB), strict=True):
        smallest = min(smallest, pairing_p_value(a, b))
        if 3 * smallest <= limit:
            return None
    return smallest


def pairing_warning(SA: np.ndarray, SB: np.ndarray) -> str:
    """What is said where the marked standards fit no better than shuffled ones, "pairs.by_chance"; else ""."""
    p = fits_no_better(SA, SB)
    if p is None:
        return ""
    return Note("pairs.by_chance", standards=len(SA), share=p)
