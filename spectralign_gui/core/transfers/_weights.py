"""From the errors of many models at the left-out standards to the weight of each in the combination.

The standards are a sample of those to come. A Bayesian bootstrap (Rubin, Ann. Stat. 9 (1981) 130) draws how often each
kind of sample is to be met, g ~ Dirichlet; a standard counts for the samples of A that are nearest to it, so that
designed standards, which are extreme, do not decide alone (importance weighting: Sugiyama, Krauledat & Müller, JMLR 8
(2007) 985). Over q properties m standards are mq errors; the logs of the mean squares of two models, each of so many
errors, differ by chance with the standard error 2/√(mq). In every draw one standard error is worth a factor of √e, and
the weights are the mean shares (pseudo-BMA+: Yao, Vehtari, Simpson & Gelman, Bayesian Anal. 13 (2018) 917):

    w_k = E_g [ p_k E_k(g)^−a / Σ_l p_l E_l(g)^−a ],  a = ½ / (2/√(mq)) = √(mq)/4,  E_k(g) = Σ_i g_i e_ki²

A property's own log E is one of the q that it is read from; the others count as much, each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._pool import Member, Pool

WORTH = 0.5
"""What one standard error is worth: the share falls by e to this power. With 0.5 to 0.7 corn, sugarcane and soil were
alike; where one kind of model is the true one more is better, with 5 standards of cassava it was worse."""
DRAWS = 200
"""Of the bootstrap; more do not change the second figure of a weight."""
PERFECT, BOUNDLESS = 1e-12, 1e30
"""Squared error, relative to the squared spread, below which rounding decides, and above which a model went astray."""


def spread_of(values: np.ndarray) -> np.ndarray:
    """Standard deviation (q,) of each property over samples (n, q); infinite where it is constant.

    What does not vary says nothing about models: divided by an infinite spread its errors do not count.
    """
    spread, size = np.nanstd(values, axis=0), np.nanmax(np.abs(values), axis=0)
    return np.where(spread > 1e-9 * size, spread, np.inf)


def speaks_for(A: np.ndarray, S: np.ndarray) -> np.ndarray:
    """How many samples each standard stands for (m,), mean 1: itself and those of A (n, p) that are nearest to it."""
    squared = (S ** 2).sum(axis=1) - 2.0 * A @ S.T  # the length of A's spectrum is the same for all standards
    count = 1.0 + np.bincount(squared.argmin(axis=1), minlength=len(S))
    return np.asarray(count / count.mean())


def mean_relative(left_out: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Squared error per standard, relative to each property's spread, mean over properties (m,)."""
    relative = (left_out / spread[:, None]) ** 2
    known = np.isfinite(relative) & np.isfinite(spread)[:, None]
    return np.asarray(np.where(known, relative, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1))


def combination_weights(
    left_out: np.ndarray, families: list[str], spread: np.ndarray, count: np.ndarray, combine: bool = True,
) -> np.ndarray:
    """Weights (c, q) of c models for q properties; columns add up to 1.

    Parameters
    ----------
    left_out : (c, q, m) array
        Errors at the left-out standards; NaN where the value is unknown.
    families : list of str
        Kind of every model: a kind does not weigh more because more of its settings were tried.
    spread : (q,) array
        Of `spread_of`; a constant property lends the others nothing and takes their weights.
    count : (m,) array
        Of `speaks_for`.
    combine : bool
        Off: the best model of every property alone.
    """
    known = np.isfinite(left_out).any(axis=0)  # (q, m)
    squared = np.clip(np.nan_to_num((left_out / spread[:, None]) ** 2, nan=BOUNDLESS), 0.0, BOUNDLESS)
    squared = np.where(known, squared, 0.0)
    m, varies = left_out.shape[2], np.isfinite(spread)
    draws = np.random.default_rng(0).gamma(1.0, 1.0, (DRAWS, m)) * count if combine else count[None]
    total = np.maximum(draws @ known.T.astype(float), 1e-300)[:, None]  # (d, 1, q)
    score = np.log(np.clip(np.einsum("dm,cqm->dcq", draws, squared) / total, PERFECT, BOUNDLESS))
    q = int(varies.sum())
    if q:
        lent = score[:, :, varies].mean(axis=2, keepdims=True)
        score = np.where(varies, (score + (q - 1) * lent) / q, lent)
    score -= score.min(axis=1, keepdims=True)
    if not combine:
        return np.asarray((np.arange(len(left_out))[:, None] == score[0].argmin(axis=0)).astype(float))
    share = np.exp(-WORTH * np.sqrt(m * max(q, 1)) / 2.0 * score)
    share /= np.array([families.count(f) for f in families])[:, None]
    weights = (share / share.sum(axis=1, keepdims=True)).mean(axis=0)
    weights = np.where(weights >= 0.001 * weights.max(axis=0), weights, 0.0)
    return np.asarray(weights / weights.sum(axis=0))


@dataclass(eq=False)
class Search:
    """The models of one pool with their weights.

    Parameters
    ----------
    members : list of Member
    weights : (c, q) array
        Of `combination_weights`.
    judged : (q, m) array
        Errors of the combination at the left-out pairs, each with the weights that the others give.
    """

    members: list[Member]
    weights: np.ndarray
    judged: np.ndarray

    @classmethod
    def of(cls, members: list[Member], pool: Pool, spread: np.ndarray, combine: bool) -> Search:
        """Weigh the members of a pool; those that are there for the verdict alone only where one is to be chosen."""
        every = np.array([member.left_out for member in members])
        rows = [c for c, member in enumerate(members) if member.source.weighed or not combine]
        left_out, families = every[rows], [members[c].source.family for c in rows]
        count = speaks_for(pool.small.A, pool.small.SA)
        judged = np.full(every.shape[1:], np.nan)
        for fold in np.unique(pool.fold_s):
            out = pool.fold_s == fold
            weights = combination_weights(left_out[:, :, ~out], families, spread, count[~out], combine)
            judged[:, out] = np.einsum("cq,cqm->qm", weights, left_out[:, :, out])
        weights = np.zeros(every.shape[:2])
        weights[rows] = combination_weights(left_out, families, spread, count, combine)
        return cls(members, weights, judged)

    def best(self, spread: np.ndarray) -> dict[str, Member]:
        """The setting of every family with the smallest left-out error."""
        relative = (np.array([member.error for member in self.members]) / spread ** 2).mean(axis=1)
        found: dict[str, Member] = {}
        for c in np.argsort(relative, kind="stable"):
            found.setdefault(self.members[c].source.family, self.members[c])
        return found
