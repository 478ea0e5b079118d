"""Is A's model as good on B as on A itself? What a better regression brings, told apart from what a transfer brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

import numpy as np
import scipy

from ._advice import AS_GOOD, SURE, WITHIN_NOISE, as_good, as_on_a_itself, mean_relative, probability_better
from ._pool import Pool

ENOUGH = 8
"""Standards that tell by themselves; with fewer, unmarked pairs can refute them."""
NEEDS = {"none": "no transfer is needed", "bias": "a bias correction is enough",
         "target-only": "B's standards alone predict as well as any transfer", "transfer": "the transfer is worth it"}


def own_errors(pool: Pool) -> dict[str, np.ndarray]:
    """Errors (q, m) of A's model at the standards, each left out of the fit and of the mean shift.

    Returns
    -------
    dict
        "a": at their spectra on A; "none": at those on B as they are; "bias": at those on B after the mean shift that
        the other standards give. All with the latent variables that A's own cross-validation chose, and by the same
        models: the differences are due to the instrument alone, what the regression lacks is in all three.
    """
    part, steps = pool.small, pool.own_steps()
    columns = np.arange(len(steps))
    found = {name: np.full(part.YS.T.shape, np.nan) for name in ("a", "none", "bias")}
    for fold in np.unique(pool.fold_s):
        out = pool.fold_s == fold
        b, b0 = (of[columns, steps] for of in pool.models_of_a()[fold])
        on_a, on_b = (b @ S.T + b0[:, None] for S in (part.SA, part.SB))
        shift = (on_b - on_a)[:, ~out].mean(axis=1, keepdims=True) if (~out).any() else 0.0
        for name, predicted in (("a", on_a), ("none", on_b), ("bias", on_b - shift)):
            found[name][:, out] = (predicted - part.YS.T)[:, out]
    return found


def no_worse(on_b: np.ndarray, on_a: np.ndarray) -> bool:
    """Whether a model errs no more on B than on A, by squared errors (m,) at the same left-out standards.

    As `as_good`, but with the 95 % interval of the paired differences: both are errors of one model, so that nothing
    was chosen for being small, and what is left between them is noise of the spectra, which no transfer takes out.
    """
    m = len(on_a)
    if (on_b <= SURE ** 2 * on_a).sum() < m / 2 - np.sqrt(m) / 2 or on_b.mean() > WITHIN_NOISE ** 2 * on_a.mean():
        return False
    excess = on_b - on_a
    return bool(on_b.mean() <= AS_GOOD ** 2 * on_a.mean()
                or excess.mean() <= float(scipy.special.stdtrit(m - 1, 0.975)) * excess.std(ddof=1) / np.sqrt(m))


def needs(
    combined: np.ndarray, members: Mapping[str, tuple[str, np.ndarray]], own: Mapping[str, np.ndarray],
    refuted: Set[str] = frozenset(),
) -> list[str]:
    """What each property needs: "none", "bias", "target-only" or "transfer"; "" where nothing is learned.

    A's model needs no transfer (but a bias correction) where it predicts B no worse than A itself, or as well as the
    combination does; not where B's standards alone are clearly better, nor where A's model has learned nothing.
    """
    return [_need(j, combined, {f: e for f, (_, e) in members.items()}, own, refuted) for j in range(len(combined))]


def _need(j: int, combined: np.ndarray, members: Mapping[str, np.ndarray], own: Mapping[str, np.ndarray],
          refuted: Set[str]) -> str:
    lines = {**{f: e[j] for f, e in members.items()}, "": combined[j], **{f"own {f}": e[j] for f, e in own.items()}}
    known = np.all([np.isfinite(e) for e in lines.values()], axis=0)
    if known.sum() < 3:
        return "transfer"
    squared = {f: e[known] ** 2 for f, e in lines.items()}
    if "constant" in squared and squared["constant"].mean() <= AS_GOOD ** 2 * squared[""].mean():
        return ""
    learned = "constant" not in squared or AS_GOOD ** 2 * squared["own a"].mean() < squared["constant"].mean()
    for family in ("none", "bias"):
        alone = squared.get("target-only")
        # the unmarked pairs refute what is not as good as the combination, be it as good as on A
        asked = learned and (family not in refuted or known.sum() >= ENOUGH)
        if asked and no_worse(squared[f"own {family}"], squared["own a"]) and (
                alone is None or probability_better(alone, squared[f"own {family}"]) < 0.95):
            return family
        if family in squared and family not in refuted and as_good(squared[family], squared[""]):
            return family
    if "target-only" in squared and "target-only" not in refuted and as_good(squared["target-only"], squared[""]):
        return "target-only"
    return "transfer"


def with_needs(advice: dict[str, Any], each: Sequence[str], combined: np.ndarray, own: Mapping[str, np.ndarray],
               spread: np.ndarray) -> dict[str, Any]:
    """The advice with "needs" (per property); where no property needs more than a bias correction, this is the verdict.

    Parameters
    ----------
    advice : dict
        Of `_advice.advise`.
    each : sequence of str
        Of `needs`.
    combined : (q, m) array
        Left-out errors of the combination.
    own : dict
        Of `own_errors`.
    spread : (q,) array
        Standard deviation of each property; infinite for one that is constant, which has no say.
    """
    advice = {**advice, "needs": list(each)}
    asked = [j for j in range(len(each)) if each[j] and np.isfinite(spread[j])]
    said = {each[j] for j in asked}
    if advice["verdict"] != "transfer" or not asked or said - {"none", "bias"}:
        return advice
    claim = "bias" if "bias" in said else "none"
    mine, on_a, ours = (mean_relative(e[asked], spread[asked]) for e in (own[claim], own["a"], combined))
    return {**advice, **as_on_a_itself(claim, mine, on_a, ours)}
