"""What the automatic transfer recommends, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..figures import percent

SIMPLE_FIRST = ("bias", "slope-bias", "ds", "pds", "sst", "epo", "glsw", "spiked", "joint-ridge")
"""Single methods that can be recommended by name, the plainer first."""
AS_GOOD = 1.05
"""What is simpler is as good if its error is at most this much larger …"""
WITHIN_NOISE = 1.15
"""… or at most this much, and within one standard error of the paired differences."""
USEFUL = 0.8
"""Share of the error of the mean of A's values that a model may have that is called enough."""
VERDICTS = {"constant": "nothing-learned", "none": "no-transfer-needed", "bias": "bias-is-enough",
            "target-only": "do-not-transfer"}
"""Verdict where a family is as good as anything, in the order in which they are asked."""
SURE = 1.10
"""How sure a verdict is: the probability that nothing beats what it names by more than this."""


def mean_relative(left_out: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Squared error per standard, relative to each property's spread, mean over properties (m,)."""
    relative = (left_out / spread[:, None]) ** 2
    known = np.isfinite(relative) & np.isfinite(spread)[:, None]
    return np.where(known, relative, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)


def probability_better(
    ours: np.ndarray, theirs: np.ndarray, factor: float = 1.0, seed: int = 0, draws: int = 1000, at_best: float = 0.0,
) -> float:
    """Share of bootstrap samples of the standards in which our root mean square error is below `factor` × theirs.

    Parameters
    ----------
    ours, theirs : (m,) arrays
        Squared errors at the same standards.
    factor : float
    seed, draws : int
    at_best : float
        Mean squared error below which theirs is luck and counts as this.
    """
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, len(ours), (draws, len(ours)))
    other = np.maximum(theirs[rows].mean(axis=1), at_best)
    return float((ours[rows].mean(axis=1) < factor ** 2 * other).mean())


def probability_below(
    ours: np.ndarray, theirs: np.ndarray, factor: float = 1.0, seed: int = 0, draws: int = 1000, at_best: float = 0.0,
) -> float:
    """As `probability_better` for errors at different samples, (k,) and (m,), each drawn on its own."""
    rng = np.random.default_rng(seed)
    mine = ours[rng.integers(0, len(ours), (draws, len(ours)))].mean(axis=1)
    other = theirs[rng.integers(0, len(theirs), (draws, len(theirs)))].mean(axis=1)
    return float((mine < factor ** 2 * np.maximum(other, at_best)).mean())


def as_good(simple: np.ndarray, best: np.ndarray) -> bool:
    """Whether what is simpler is as good as the best for all that the standards can show (squared errors (m,)).

    Neither a few standards with large errors nor many with small ones may decide alone: the means must agree, and at
    half of the standards less one standard error the simpler may not be more than 10 % worse.
    """
    m = len(best)
    if (simple <= SURE ** 2 * best).sum() < m / 2 - np.sqrt(m) / 2:
        return False
    mine, other = float(np.sqrt(simple.mean())), float(np.sqrt(best.mean()))
    if mine <= AS_GOOD * other:
        return True
    excess = simple - best
    return bool(mine <= WITHIN_NOISE * other
                and excess.mean() <= excess.std(ddof=1) / np.sqrt(len(excess)))


def advise(
    combined: np.ndarray, members: dict[str, tuple[str, np.ndarray]], spread: np.ndarray,
    refuted: frozenset[str] | set[str] = frozenset(), words: Mapping[str, str] | None = None,
    own: np.ndarray | None = None,
) -> dict[str, Any]:
    """The recommendation: the simplest that is as good as the combination, and how sure that is.

    No transfer, or a bias correction, is enough also where A's model then predicts B's standards as well as A's own
    spectra of them: what the combination may gain beyond that it owes to another regression, not to a transfer.

    Parameters
    ----------
    combined : (q, m) array
        Left-out errors of the combination.
    members : dict of family to (title, (q, m) array)
        Best setting of every family by its left-out errors; "none" (A's model as it is) among them.
    spread : (q,) array
        Standard deviation of each property; infinite for one that is constant, which has no say.
    refuted : set of str
        Families that are known not to be enough, whatever these standards say.
    words : mapping of family to str, optional
        Its best setting as a reader wants it ("Direct standardisation (DS), ridge 0.001"); default: the title.
    own : (q, m) array, optional
        Errors of A's model at the standards as A measured them, each left out of its fit.

    Returns
    -------
    dict
        "verdict" ("transfer", "no-transfer-needed", "bias-is-enough", "do-not-transfer", "nothing-learned"), "method"
        and "title" of what the verdict names ("none" where no transfer is needed), else of the plainest single method
        within 5 % of the best, "sentence", "confidence"
        ("high", "fair", "low"), "probability" (of what the sentence says), "rmse" per line and property, "unlearned"
        (numbers of the properties that nothing predicts better than their mean).
    """
    m = combined.shape[1]
    ours = mean_relative(combined, spread)
    figure = {family: mean_relative(value, spread) for family, (_, value) in members.items()}
    root = {family: float(np.sqrt(v.mean())) for family, v in figure.items()}
    yardstick = min((f for f in ("none", "target-only") if f in root), key=lambda f: root[f])
    single = [f for f in SIMPLE_FIRST if f in root]
    top = min((root[f] for f in single), default=float("inf"))
    method = next((f for f in single if root[f] <= AS_GOOD * top), "")
    standing = {f: v for f, v in figure.items() if f not in refuted and not any(
        _clearly_worse(mine, best) for mine, best in zip(members[f][1], combined, strict=True))}
    verdict, claim = _verdict(standing, ours)
    on_a = None if own is None else mean_relative(own, spread)
    as_on_a = "" if own is None or on_a is None or claim in ("constant", "none") else _as_on_a(
        members, figure, own, on_a)
    if as_on_a and not (claim == "bias" == as_on_a):
        verdict, claim = VERDICTS[as_on_a], as_on_a
    else:
        as_on_a = ""
    if claim:
        method = "" if claim == "constant" else claim
    title = members[method][0] if method in members else method
    spoken = (words or {}).get(method, "")
    name = {"none": "A's model as it is", "target-only": "B's standards alone"}[yardstick]
    sentence = {
        "constant": f"Neither a transfer nor a model of B predicts the {m} standards better than the mean of A's "
                    "values: check the pairs and the values, or measure more standards.",
        "none": "No transfer is needed: A's model predicts B's standards as well as any correction.",
        "bias": "A bias correction is enough: nothing else predicts the left-out standards clearly better.",
        "target-only": f"Do not transfer: a model of B's {m} standards alone predicts them as well as any transfer. "
                       "Measure B's own standards: more samples with values on B.",
        "": "Transfer with the combination of models that Automatic transfer makes" + (
            f"; of the single methods {spoken or title} is the plainest within 5 % of the best." if title else "."),
    }[claim]
    if claim:
        probability = probability_better(figure[claim], ours, SURE)
        sentence += (f" That nothing beats it by more than 10 % is {_sure(probability)} probable on these {m} "
                     "standards.")
    else:
        probability = probability_better(ours, figure[yardstick])
        sentence += f" That it beats {name} is {_sure(probability)} probable on these {m} standards."
    found = {"verdict": verdict, "method": method, "title": title, **_how_sure(sentence, probability, m)}
    if as_on_a and on_a is not None:
        found = as_on_a_itself(as_on_a, figure[as_on_a], on_a, ours)
    return {
        **found, "yardstick": yardstick, "standards": m,
        "unlearned": [] if claim == "constant" else _unlearned(combined, members, spread),
        "rmse": {**({} if own is None else {"a-on-a": _rmse(own)}), "combination": _rmse(combined),
                 **{family: _rmse(value) for family, (_, value) in members.items()}}}


def as_on_a_itself(claim: str, mine: np.ndarray, on_a: np.ndarray, ours: np.ndarray) -> dict[str, Any]:
    """What is said where A's model, as it is ("none") or with a bias correction ("bias"), predicts B as well as A.

    Parameters
    ----------
    claim : {"none", "bias"}
    mine, on_a, ours : (m,) arrays
        Squared errors at the standards: of A's model on B, of the same on A, of the combination.
    """
    m = len(mine)
    sentence = {"none": "No transfer is needed:", "bias": "A bias correction is enough: with it"}[claim]
    sentence += " A's model predicts B's standards as well as A's own spectra of them."
    gain = 1.0 - float(np.sqrt(ours.mean() / mine.mean())) if mine.mean() > 0 else 0.0
    if gain >= 1.0 - 1.0 / AS_GOOD:
        sentence += (f" The combination that Automatic transfer makes errs {percent(gain)} less: that is the gain of "
                     "another regression, not of a transfer.")
    probability = probability_better(mine, on_a, WITHIN_NOISE)
    sentence += f" That it errs at most 15 % more than on A is {_sure(probability)} probable on these {m} standards."
    return {"verdict": VERDICTS[claim], "method": claim, "title": claim, **_how_sure(sentence, probability, m)}


def _how_sure(sentence: str, probability: float, m: int) -> dict[str, Any]:
    return {"sentence": sentence + (" Fewer than 8 standards tell little; measure more." if m < 8 else ""),
            "confidence": "high" if probability >= 0.95 and m >= 8 else "fair" if probability >= 0.8 and m >= 5
            else "low", "probability": probability}


def _sure(probability: float) -> str:
    """In whole per cent, but never certain: it rests on a few standards."""
    return "more than 99 %" if probability > 0.99 else percent(probability)


def _verdict(figure: dict[str, np.ndarray], ours: np.ndarray) -> tuple[str, str]:
    """Verdict, and the family that it says is as good as anything ("" where a transfer is worth it)."""
    for family, verdict in VERDICTS.items():
        if family in figure and as_good(figure[family], ours):
            return verdict, family
    return "transfer", ""


def _as_on_a(
    members: dict[str, tuple[str, np.ndarray]], figure: dict[str, np.ndarray], own: np.ndarray, on_a: np.ndarray,
) -> str:
    """The plainest of no transfer and bias with which A's model predicts B as well as A; "" if neither does.

    A model that tells nothing does so on both instruments: it must beat the mean of A's values, and B's standards alone
    may not be better beyond noise.
    """
    root = {family: float(np.sqrt(v.mean())) for family, v in figure.items()}
    for family in ("none", "bias"):
        if family not in figure or root[family] > USEFUL * root.get("constant", np.inf) or (
                root[family] > WITHIN_NOISE * root.get("target-only", np.inf)):
            continue
        worse = any(_clearly_worse(b, a) for b, a in zip(members[family][1], own, strict=True))
        if not worse and as_good(figure[family], on_a):
            return family
    return ""


def _clearly_worse(simple: np.ndarray, best: np.ndarray) -> bool:
    """Whether one property (errors (m,)) is predicted worse by more than twice what chance allows."""
    known = np.isfinite(simple) & np.isfinite(best)
    mine, other = simple[known] ** 2, best[known] ** 2
    if len(mine) < 3 or mine.mean() <= WITHIN_NOISE ** 2 * other.mean():
        return False
    excess = mine - other
    return bool(excess.mean() > 2.0 * excess.std(ddof=1) / np.sqrt(len(excess)))


def _unlearned(combined: np.ndarray, members: dict[str, tuple[str, np.ndarray]], spread: np.ndarray) -> list[int]:
    """Properties that the combination does not predict better than A's mean."""
    if "constant" not in members:
        return []
    constant = members["constant"][1]
    return [j for j in range(len(spread)) if np.isfinite(spread[j])
            and np.nanmean(constant[j] ** 2) <= AS_GOOD ** 2 * np.nanmean(combined[j] ** 2)]


def _rmse(left_out: np.ndarray) -> list[float]:
    return [float(v) for v in np.sqrt(np.nanmean(left_out ** 2, axis=1))]
