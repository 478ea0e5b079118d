"""From the errors of many models to the weight of each in the combination."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._advice import as_good, mean_relative, probability_better
from ._pool import Member, Pool

BORROWED = 0.75
"""Share of a model's score that comes from the other properties: with few standards its own is mostly chance."""
PER_STANDARD = 1.0 / 8.0
WITHIN_KIND = 4.0
"""How much more sharply the settings of one kind are told apart than kinds of models: they differ in a number, so that
nothing is lost where one of them predicts for all, while kinds err differently and steady each other."""
MOST_JUDGES = 30
"""Left-out pairs beyond which more of them do not sharpen the weights: all err alike where the match is wrong."""
PERFECT = 1e-12
"""Squared error, relative to the squared spread, below which rounding decides which model errs less."""
BOUNDLESS = 1e30
"""Squared error, likewise, above which a model has gone astray and more makes no difference."""
PRIOR = {"target-only": 4.0, "constant": 4.0}
"""Standing of a kind of model before the standards speak (1 if not named): B's standards alone and the mean of A's
values err each on their own, while the transfers err alike because they all rest on A's model."""
YARDSTICKS = ("none", "target-only")
"""What a user has without any transfer."""


def spread_of(values: np.ndarray) -> np.ndarray:
    """Standard deviation (q,) of each property over samples (n, q); infinite where it is constant.

    What does not vary says nothing about models: divided by an infinite spread its errors do not count.
    """
    spread, size = np.nanstd(values, axis=0), np.nanmax(np.abs(values), axis=0)
    return np.where(spread > 1e-9 * size, spread, np.inf)


def combination_weights(
    errors: np.ndarray, families: list[str], m: int, spread: np.ndarray,
) -> np.ndarray:
    """Weights (c, q) of c models for q properties; columns add up to 1.

    Parameters
    ----------
    errors : (c, q) array
        Mean squared errors at the m left-out standards.
    families : list of str
        Kind of every model: a kind does not weigh more because more of its settings were tried.
    m : int
        Number of standards: the more, the more the errors decide.
    spread : (q,) array
        Of `spread_of`. Errors below a millionth of it are as good as none; a constant property lends the others
        nothing and takes their weights.

    Notes
    -----
    Weight ∝ exp(−(m/8)(s + s²)) with the score s = log of the error relative to the smallest. The linear term is
    the likelihood of Gaussian errors to the power 1/4, because the errors at the standards differ from those at other
    samples and the models err alike; the square takes out what is hopeless. First the settings of a kind share its
    weight so, with four times the exponent; then the kinds, each with its prior and the mean score of its settings
    (weighted by these shares).
    """
    varies = np.isfinite(spread)
    score = np.log(np.clip(errors / spread ** 2, PERFECT, BOUNDLESS))
    score -= score.min(axis=0)
    lent = score[:, varies].mean(axis=1, keepdims=True) if varies.any() else 0.0
    score = (1.0 - BORROWED) * score + BORROWED * lent
    score = score - score.min(axis=0)
    weights = np.zeros_like(score)
    names = np.array(families)
    for family in dict.fromkeys(families):
        rows = names == family
        share = _tempered(score[rows] - score[rows].min(axis=0), WITHIN_KIND * m)
        share = share / share.sum(axis=0)
        weights[rows] = PRIOR.get(family, 1.0) * share * _tempered((share * score[rows]).sum(axis=0), m)
    weights = np.where(weights >= 0.001 * weights.max(axis=0), weights, 0.0)
    return weights / weights.sum(axis=0)


def _tempered(score: np.ndarray, m: float) -> np.ndarray:
    return np.asarray(np.exp(-PER_STANDARD * m * (score + score ** 2)))


def leaning(
    weights: np.ndarray, families: list[str], left_out: np.ndarray, judged: np.ndarray, spread: np.ndarray,
) -> np.ndarray:
    """Weights (c, q) that lean on the better yardstick where it predicts the standards better than the combination.

    Parameters
    ----------
    weights : (c, q) array
        Of `combination_weights`.
    families : list of str
        Kind of every model.
    left_out : (c, q, m) array
        Errors of the models at the left-out pairs.
    judged : (q, m) array
        Errors of the combination there.
    spread : (q,) array
        Of `spread_of`.

    Notes
    -----
    With P the probability (bootstrap of the pairs) that the yardstick errs less than the combination, mean over
    properties, the yardstick takes the share 2P − 1: nothing at even odds, all where it is certain. It takes it of the
    properties alone that it predicts better: one that nothing predicts, and that decides the mean, must not spoil the
    others. The combination has to show that it is worth more than what needs no transfer, and one by one the errors of
    its models do not tell that.
    """
    rows = [families.index(family) for family in YARDSTICKS if family in families]
    if not rows:  # the time was over before
        return weights
    far = np.sqrt(BOUNDLESS) * spread[:, None]
    errors = [mean_relative(np.clip(left_out[row], -far, far), spread) for row in rows]
    best = min(range(len(rows)), key=lambda k: float(errors[k].mean()))
    share = max(0.0, 2.0 * probability_better(errors[best], mean_relative(judged, spread)) - 1.0)
    theirs, ours = mean_square(np.stack([left_out[rows[best]], judged]))
    shares = np.where(theirs < ours, share, 0.0)
    leant = (1.0 - shares) * weights
    leant[rows[best]] += shares
    return np.asarray(leant)


@dataclass(eq=False)
class Search:
    """The models of one pool with their weights.

    Parameters
    ----------
    members : list of Member
    weights : (c, q) array
        Of `combination_weights`, leaning on a yardstick where that is better.
    judged : (q, m) array
        Errors of the combination at the left-out pairs, each with the weights that the others give, before it leans:
        whether unmarked pairs and a transfer are worth it is judged by what they bring themselves.
    """

    members: list[Member]
    weights: np.ndarray
    judged: np.ndarray

    @classmethod
    def of(cls, members: list[Member], pool: Pool, spread: np.ndarray, combine: bool) -> Search:
        """Weigh the members of a pool."""
        left_out = np.array([member.left_out for member in members])
        families = [member.source.family for member in members]

        def weigh(errors: np.ndarray) -> np.ndarray:
            squared = mean_square(errors)
            if not combine:
                return np.asarray((np.arange(len(squared))[:, None] == squared.argmin(axis=0)[None, :]).astype(float))
            return combination_weights(squared, families, min(errors.shape[2], MOST_JUDGES), spread)

        judged = np.full(left_out.shape[1:], np.nan)
        for fold in np.unique(pool.fold_s):
            out = np.flatnonzero(pool.fold_s == fold)
            judged[:, out] = np.einsum("cq,cqm->qm", weigh(np.delete(left_out, out, axis=2)), left_out[:, :, out])
        weights = weigh(left_out)
        return cls(members, leaning(weights, families, left_out, judged, spread) if combine else weights, judged)

    def best(self, spread: np.ndarray) -> dict[str, Member]:
        """The setting of every family with the smallest left-out error."""
        relative = (np.array([member.error for member in self.members]) / spread ** 2).mean(axis=1)
        found: dict[str, Member] = {}
        for c in np.argsort(relative, kind="stable"):
            found.setdefault(self.members[c].source.family, self.members[c])
        return found

    def clearly_better_than(self, families: tuple[str, ...], spread: np.ndarray) -> set[str]:
        """Those of the families that are not as good as the combination."""
        ours, best = mean_relative(self.judged, spread), self.best(spread)
        return {f for f in families if f in best and not as_good(mean_relative(best[f].left_out, spread), ours)}


def mean_square(left_out: np.ndarray) -> np.ndarray:
    """Mean squared errors (c, q) of residuals (c, q, m); NaN is left out, 0 where nothing is known."""
    known = np.isfinite(left_out)
    count = known.sum(axis=2)
    return np.asarray((np.where(known, left_out, 0.0) ** 2).sum(axis=2) / np.maximum(count, 1))
