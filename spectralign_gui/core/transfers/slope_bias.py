"""Slope/bias correction of the predictions."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..regression.parameters import OWN_MODEL
from .bias import PredictionCorrection


class SlopeBias(PredictionCorrection):
    """slope·ŷ + offset by least squares over the standards, per property."""

    parameters = OWN_MODEL
    min_standards = 2

    def _line(self, predicted: np.ndarray, reference: np.ndarray, values: dict[str, Any]) -> tuple[float, float]:
        centred = predicted - predicted.mean()
        spread = float(centred @ centred)
        slope = float(centred @ (reference - reference.mean())) / spread if spread > 0 else 1.0
        return slope, float(reference.mean() - slope * predicted.mean())
