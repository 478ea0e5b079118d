"""Slope/bias correction of the predictions."""

from __future__ import annotations

import numpy as np

from ..registry import register
from ._base import OWN_MODEL
from ._words import COMPARE, VALUES_CORRECTED
from .bias import _PredictionCorrection


@register(
    "slope-bias", "Slope and bias correction", family="transfer", needs=("pairs", "targets", "same channels"),
    can=("predict",),
    summary="Straight line from A's predictions to the standards' values. Needs standards that span the range; with "
            "few, on instruments that are alike, it can be far worse than bias alone.",
    source="ISO 12099, slope/bias correction; Osborne & Fearn, J. Food Technol. 18 (1983) 453",
    assumes="A's predictions on B are a straight line of the true values.",
    standards="10 or more that span the range",
    values=VALUES_CORRECTED,
    use="Standards that span the range of values, and a gain that differs: it undoes a common factor and a constant "
        "offset per channel exactly. On instruments of different kinds (sugarcane, below) it was among the best "
        "single methods with 5 standards.",
    avoid="Few standards in a narrow range: the slope is then arbitrary (5 standards on corn: up to two and a half "
          "times the error of bias alone).",
    instead={
        "bias": "fewer than 10 standards on instruments of one kind",
        "spiked": "ten and more standards",
        "auto": "you do not know"},
    failed=COMPARE + " A slope far from 1 in the settings of the run (`slopes`) with few standards.",
    cost="One regression on A's samples, cross-validated.",
    equation="slope·ŷ + offset, least squares over the standards")
class SlopeBias(_PredictionCorrection):
    """slope·ŷ + offset by least squares over the standards, per property."""

    parameters = OWN_MODEL
    min_standards = 2

    def _line(self, predicted: np.ndarray, reference: np.ndarray) -> tuple[float, float]:
        centred = predicted - predicted.mean()
        spread = float(centred @ centred)
        slope = float(centred @ (reference - reference.mean())) / spread if spread > 0 else 1.0
        return slope, float(reference.mean() - slope * predicted.mean())
