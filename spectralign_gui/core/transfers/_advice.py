"""What the automatic transfer recommends, and how sure it is."""

from __future__ import annotations

from typing import Any

import numpy as np

SIMPLE_FIRST = ("bias", "slope-bias", "ds", "pds", "sst", "epo", "glsw", "spiked", "joint-ridge")
"""Single methods that can be recommended by name, the plainer first."""


def mean_relative(left_out: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Squared error per standard, relative to each property's spread, mean over properties (m,)."""
    relative = (left_out / spread[:, None]) ** 2
    known = np.isfinite(relative)
    return np.where(known, relative, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)


def probability_better(ours: np.ndarray, theirs: np.ndarray, seed: int = 0, draws: int = 1000) -> float:
    """Share of bootstrap samples of the standards in which our mean squared error is the smaller."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, len(ours), (draws, len(ours)))
    return float((ours[rows].mean(axis=1) < theirs[rows].mean(axis=1)).mean())


def advise(
    combined: np.ndarray, members: dict[str, tuple[str, np.ndarray]], none: np.ndarray, spread: np.ndarray,
    properties: int,
) -> dict[str, Any]:
    """The recommendation.

    Parameters
    ----------
    combined, none : (q, m) arrays
        Left-out errors of the combination and errors of A's model as it is.
    members : dict of family to (title, (q, m) array)
        Best setting of every family by its left-out errors.
    spread : (q,) array
        Standard deviation of each property in A.
    properties : int

    Returns
    -------
    dict
        "verdict" ("transfer", "bias-is-enough", "do-not-transfer", "nothing-learned"), "method" and "title" of the
        plainest single method within 5 % of the best, "sentence", "confidence" ("high", "fair", "low"),
        "probability" (that the transfer beats the better yardstick), "rmse" per line and property.
    """
    m = combined.shape[1]
    ours = mean_relative(combined, spread)
    figure = {family: mean_relative(value, spread) for family, (_, value) in members.items()}
    figure["none"] = mean_relative(none, spread)
    root = {family: float(np.sqrt(v.mean())) for family, v in figure.items()}
    best_root = float(np.sqrt(ours.mean()))
    yardstick = min((f for f in ("none", "target-only") if f in root), key=lambda f: root[f])
    probability = probability_better(ours, figure[yardstick])
    single = [f for f in SIMPLE_FIRST if f in root]
    top = min((root[f] for f in single), default=float("inf"))
    method = next((f for f in single if root[f] <= 1.05 * top), "")
    enough = max(best_root, 1e-300)
    if root.get("constant", np.inf) <= enough:
        verdict = "nothing-learned"
        sentence = (f"Neither a transfer nor a model of B predicts the {m} standards better than the mean of A's "
                    "values: check the pairs and the values, or measure more standards.")
    elif root.get("target-only", np.inf) <= 1.02 * enough:
        verdict = "do-not-transfer"
        sentence = (f"Do not transfer: a model of B's {m} standards alone predicts them as well as any transfer. "
                    "Measure more samples with values on B.")
    elif root["none"] <= 1.03 * enough:
        verdict = "transfer"
        method = "none"
        sentence = "No transfer is needed: A's model predicts B's standards as well as any correction."
    elif root.get("bias", np.inf) <= 1.05 * enough:
        verdict, method = "bias-is-enough", "bias"
        sentence = ("A bias correction is enough: nothing else predicts the left-out standards more than 5 % better.")
    else:
        verdict = "transfer"
        title = members[method][0] if method in members else method
        sentence = (f"Transfer with the combination of models; of the single methods {title} is the plainest that is "
                    "within 5 % of the best.")
    confidence = "high" if probability >= 0.95 and m >= 8 else "fair" if probability >= 0.8 and m >= 5 else "low"
    if verdict in ("do-not-transfer", "nothing-learned"):
        probability_text = ""
    else:
        name = {"none": "A's model as it is", "target-only": "B's standards alone"}[yardstick]
        probability_text = f" That it beats {name} is {probability:.0%} probable on these {m} standards."
    few = " Fewer than 8 standards tell little; measure more." if m < 8 else ""
    return {
        "verdict": verdict, "method": method, "title": members[method][0] if method in members else method,
        "sentence": sentence + probability_text + few, "confidence": confidence, "probability": probability,
        "yardstick": yardstick, "standards": m,
        "rmse": {"combination": _rmse(combined), "none": _rmse(none),
                 **{family: _rmse(value) for family, (_, value) in members.items()}}}


def _rmse(left_out: np.ndarray) -> list[float]:
    return [float(v) for v in np.sqrt(np.nanmean(left_out ** 2, axis=1))]
