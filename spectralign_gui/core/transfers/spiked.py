"""Augmented ("spiked") calibration: A's samples and B's standards in one model."""

from __future__ import annotations

from typing import Any

from ..regression.parameters import REGRESSION
from ._affine import AffineMap
from ._part import Part
from ._retrain import SHIFT, WEIGHT, RetrainedTransfer, shifts


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
