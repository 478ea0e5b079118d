"""Augmented ("spiked") calibration: A's samples and B's standards in one model."""

from __future__ import annotations

from typing import Any

from ..registry import register
from ._affine import AffineMap
from ._base import REGRESSION
from ._part import Part
from ._retrain import SHIFT, WEIGHT, RetrainedTransfer, shifts
from ._words import COMPARE, COST_MODEL, VALUES_JOINT


@register(
    "spiked", "Augmented calibration (spiking)", family="transfer", needs=("pairs", "targets", "same channels"),
    can=("transform", "predict"),
    summary="One model on A's samples and B's standards together, so that it learns to ignore what differs. Of the "
            "single methods among the best on average with ten and more standards.",
    source="Capron, Walczak, de Noord & Massart, Chemom. Intell. Lab. Syst. 76 (2005) 205; spiking: Guerrero, "
           "Zornoza, Gómez & Mataix-Beneyto, Geoderma 158 (2010) 66",
    assumes="The values follow the spectra in one way that both instruments can share.",
    standards="10 or more, well spread",
    values=VALUES_JOINT,
    use="Standards with known values; the plainest method that keeps gaining from further ones, on instruments of "
        "different kinds too.",
    avoid="Very few standards among many samples of A without a weight: they go under. Spectra of B as A would give "
          "them are wanted.",
    instead={
        "joint-ridge": "the instruments' models differ, thirty standards",
        "dipls": "5 standards and many spectra of B without values",
        "ds": "spectra are wanted",
        "pls-joint": "values on B, but no standards"},
    failed=COMPARE,
    cost=COST_MODEL,
    equation="min Σ_A (y − xb)² + w Σ_standards (y − xb)²")
class Spiked(RetrainedTransfer):
    """Regression on A's samples (weight 1) and B's standards (`weight`), optionally after a mean shift of B.

    Automatic: weight and shift per property, by leaving physical samples out. Weight 1 without shift stays unless
    another setting is better by more than one standard error of the paired differences: with five standards the
    smallest error alone chose worse than no choice (corn m5→mp5: RMSEP 5 % higher).
    """

    steady = True
    parameters = (WEIGHT, SHIFT, *REGRESSION)

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        weights = [1.0, 5.0, 25.0] if values["weight"] is None else [values["weight"]]
        return [{"weight": w, "shift": s} for w in weights for s in shifts(values)]

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        if not chosen["shift"]:
            return None, None
        return None, AffineMap.shift(part.SA.mean(axis=0) - part.SB.mean(axis=0))
