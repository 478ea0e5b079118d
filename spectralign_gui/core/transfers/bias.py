"""Bias and slope/bias: A's model on B's spectra, predictions corrected with the standards' values."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..regression.parameters import OWN_MODEL
from ._base import Transfer
from ._problem import TransferProblem


class PredictionCorrection(Transfer):
    """Base: ŷ · slope + offset, with one line per property."""

    needs = frozenset({"pairs", "targets", "same channels"})
    why_no_spectra = "it corrects predicted values, not spectra."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        model = self._need_model(problem, values)
        predicted = model.predict(problem.standards_b)
        reference = model.predict(problem.standards_a)  # where a standard has no value: what A would have said
        if problem.values is not None:
            reference = np.where(np.isfinite(problem.values), problem.values, reference)
        order = self._order(problem, values)
        lines = [self._line(predicted[order, j], reference[order, j], values) for j in range(reference.shape[1])]
        self.corrections_["1"] = {"slope": np.array([s for s, _ in lines]), "offset": np.array([o for _, o in lines])}
        self.chosen_.update(slopes=self.corrections_["1"]["slope"], offsets=self.corrections_["1"]["offset"])
        self.models_["0"] = self.models_["1"] = model

    def _order(self, problem: TransferProblem, values: dict[str, Any]) -> np.ndarray:
        """The standards in the order in which they count, where it makes a difference."""
        return np.arange(problem.m)

    def _line(self, predicted: np.ndarray, reference: np.ndarray, values: dict[str, Any]) -> tuple[float, float]:
        """Slope and offset for one property, from predictions and values of the standards."""
        raise NotImplementedError


class Bias(PredictionCorrection):
    """ŷ + mean(y − ŷ) over the standards, per property."""

    parameters = OWN_MODEL

    def _line(self, predicted: np.ndarray, reference: np.ndarray, values: dict[str, Any]) -> tuple[float, float]:
        return 1.0, float((reference - predicted).mean())
