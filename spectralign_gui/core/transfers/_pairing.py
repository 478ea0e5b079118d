"""Do the marked pairs belong together? A mixed-up list of standards ruins every transfer silently."""

from __future__ import annotations

import numpy as np


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
    A, B = SA - SA.mean(axis=0), SB - SB.mean(axis=0)
    G, K = A @ A.T, B @ B.T
    scale = float(np.trace(K)) / m
    if scale <= 0 or np.trace(G) <= 0:
        return 1.0
    forms = []
    for penalty in (1e-1, 1e-2, 1e-3, 1e-4):
        H = np.linalg.solve(K + penalty * scale * np.eye(m), K).T + 1.0 / m
        residual = (np.eye(m) - H) / np.maximum(1.0 - np.diag(H), 1e-6)[:, None]
        forms.append(residual.T @ residual)
    rng = np.random.default_rng(seed)
    orders = [np.arange(m)] + [rng.permutation(m) for _ in range(permutations)]
    errors = np.array([[float((M * G[np.ix_(o, o)]).sum()) for M in forms] for o in orders]).min(axis=1)
    return float((errors <= errors[0] * (1 + 1e-12)).mean())


def pairing_warning(SA: np.ndarray, SB: np.ndarray) -> str:
    """A sentence if the marked standards fit no better than shuffled ones; else ""."""
    if len(SA) < 4:
        return ""
    p = pairing_p_value(SA, SB)
    if p <= (0.02 if len(SA) >= 12 else 0.05):
        return ""
    return (f"The {len(SA)} standards fit no better than by chance: {p:.0%} of shuffled pairings fit as well. "
            "Check that each standard is the same sample on both instruments.")
