"""Bias and slope/bias: A's model on B's spectra, predictions corrected with the standards' values."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..registry import register
from ._base import OWN_MODEL, Transfer
from ._problem import TransferProblem
from ._words import COMPARE, VALUES_CORRECTED


class _PredictionCorrection(Transfer):
    needs = frozenset({"pairs", "targets", "same channels"})
    why_no_spectra = "it corrects predicted values, not spectra."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        model = self._need_model(problem, values)
        predicted = model.predict(problem.standards_b)
        reference = model.predict(problem.standards_a)  # where a standard has no value: what A would have said
        if problem.values is not None:
            reference = np.where(np.isfinite(problem.values), problem.values, reference)
        lines = [self._line(predicted[:, j], reference[:, j]) for j in range(reference.shape[1])]
        self.corrections_["1"] = {"slope": np.array([s for s, _ in lines]), "offset": np.array([o for _, o in lines])}
        self.chosen_.update(slopes=self.corrections_["1"]["slope"], offsets=self.corrections_["1"]["offset"])
        self.models_["0"] = self.models_["1"] = model

    def _line(self, predicted: np.ndarray, reference: np.ndarray) -> tuple[float, float]:
        raise NotImplementedError


@register(
    "bias", "Bias correction", family="transfer", needs=("pairs", "targets", "same channels"), can=("predict",),
    summary="Adds the mean error on the standards to A's predictions. Robust with few standards where the "
            "instruments are alike.",
    source="ISO 12099, bias correction",
    assumes="A's model is wrong on B by the same amount for every sample.",
    standards="3 to 5; more hardly help",
    values=VALUES_CORRECTED,
    use="Few standards on instruments of one kind, or a drift after a lamp or detector change. It undoes any "
        "constant offset per channel exactly, as a mean shift does.",
    avoid="The error grows with the value, or the instruments are of different kinds: on sugarcane (below) its "
          "error was twice that of better methods and more.",
    instead={
        "slope-bias": "the error grows with the value and the standards span the range",
        "spiked": "ten and more standards",
        "auto": "you do not know"},
    failed=COMPARE + " Predicted against measured in *Compare* turned against the diagonal: slope and bias.",
    cost="One regression on A's samples, cross-validated.",
    equation="ŷ + mean(y − ŷ) over the standards")
class Bias(_PredictionCorrection):
    """ŷ + mean(y − ŷ) over the standards, per property."""

    parameters = OWN_MODEL

    def _line(self, predicted: np.ndarray, reference: np.ndarray) -> tuple[float, float]:
        return 1.0, float((reference - predicted).mean())
