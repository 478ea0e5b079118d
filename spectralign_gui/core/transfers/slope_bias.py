"""Slope/bias correction of the predictions."""

from __future__ import annotations

import numpy as np

from ..registry import register
from ._base import OWN_MODEL
from .bias import _PredictionCorrection


@register("slope-bias", "Slope and bias correction", family="transfer", needs=("pairs", "targets", "same channels"),
          can=("predict",),
          summary="Straight line from A's predictions to the standards' values. Needs standards that span the range; "
                  "with few it can be far worse than bias alone.",
          source="ISO 12099, slope/bias correction; Osborne & Fearn, J. Food Technol. 18 (1983) 453",
    assumes="A's predictions on B are a straight line of the true values.",
    use="Standards that span the range of values.",
    avoid="Few standards in a narrow range: the slope is then arbitrary.",
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
