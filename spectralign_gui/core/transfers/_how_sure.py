"""How sure a pair is that was found by its spectra: clearer than chance makes it, and as clear as right pairs are.

Three things are compared. What chance does: where a spectrum has no partner, the distances to its candidates are in
proportion to a power of chance alone (Rényi 1953), so that the spacing of the further candidates says how often the
nearest stands out as much. What right pairs do: the standards that found their own partner. What wrong pairs do: the
standards that found another, and those that were put among the unmarked spectra without their partner (decoys). How
many of the unmarked spectra have a partner at all is not supposed but estimated from how clear their pairs are.
"""

from __future__ import annotations

import numpy as np

SPACINGS = 10
"""Further candidates by whose distances chance is judged."""
STEPS = 20
"""Steps of the exponents and of the share of right pairs."""
NEGLIGIBLE = 1e-3


def by_chance(D: np.ndarray, j: np.ndarray, i: np.ndarray) -> np.ndarray:
    """How often chance alone makes a pair stand out as much, of the less telling of both sides, per pair.

    Parameters
    ----------
    D : (n_b, n_a) array
        Squared distances.
    j, i : (k,) int arrays
        Rows and columns of the pairs.

    Returns
    -------
    (k,) array
        With c times the distance of the pair to the next candidate and the local dimension d of the further ones
        (maximum likelihood of Levina and Bickel 2004), c^−d; 1 where the next candidate is nearer.
    """
    smallest = 1e-12 * max(float(D.mean()), 1e-300)  # copies are no distance apart
    return np.maximum(_side(np.maximum(D, smallest), j, i), _side(np.maximum(D.T, smallest), i, j))


def _side(D: np.ndarray, rows: np.ndarray, partner: np.ndarray) -> np.ndarray:
    others = D[rows].copy()
    own = D[rows, partner]
    others[np.arange(len(rows)), partner] = np.inf
    most = min(SPACINGS, D.shape[1] - 1)
    if most < 2:
        return np.ones(len(rows))
    next_ones = np.sort(others, axis=1)[:, :most]
    spread = 0.5 * np.log(next_ones[:, -1:] / next_ones).sum(axis=1)
    dimension = (most - 1) / np.maximum(spread, 1e-9)
    return np.exp(np.minimum(0.0, 0.5 * dimension * np.log(own / next_ones[:, 0])))


def probabilities(chance: np.ndarray, right: np.ndarray, wrong: np.ndarray) -> np.ndarray:
    """Probability (k,) that a pair is right.

    With p how often chance makes it as clear, the density of p is a·p^(a−1) of right pairs and b·p^(b−1) of wrong
    ones (Pounds and Morris 2003), a ≤ b ≤ 1, and the pairs are a mixture of both. a is told by the standards that
    found their partner, b by the wrong ones and the decoys, the share of right pairs by the pairs; each is averaged
    over all that it may be, so that few standards say little.

    Parameters
    ----------
    chance : (k,) array
        `by_chance` of the pairs.
    right, wrong : arrays
        That of standards that found their own partner, and of those that found another although it was or was not
        there.
    """
    if not len(chance) or not len(right):
        return np.zeros(len(chance))
    steps = (np.arange(STEPS) + 0.5) / STEPS
    of_right, of_wrong = (_likely(steps, -np.log(found)) for found in (right, wrong))
    weight = of_right[:, None] * of_wrong * (steps[:, None] <= steps)
    a, b = np.nonzero(weight > NEGLIGIBLE * weight.max())
    weight = weight[a, b] / weight[a, b].sum()
    told = -np.log(np.maximum(chance, 1e-300))
    total = np.zeros(len(chance))
    for k, one, other in zip(weight, steps[a], steps[b], strict=True):
        log_ratio = np.log(one / other) + (other - one) * told
        odds = steps[:, None] / (1.0 - steps[:, None]) * np.exp(np.minimum(log_ratio, 600.0))
        share = np.log((1.0 - steps[:, None]) * (1.0 + odds)).sum(axis=1)
        share = np.exp(share - share.max())
        total += k * (share / share.sum()) @ (odds / (1.0 + odds))
    return total


def _likely(steps: np.ndarray, told: np.ndarray) -> np.ndarray:
    """How likely the exponents are: the density of `told` = −ln p is a·exp(−a·told)."""
    log = len(told) * np.log(steps) - steps * told.sum()
    return np.asarray(np.exp(log - log.max()))
