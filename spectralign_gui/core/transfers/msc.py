"""Scatter correction with a common reference."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import Alignment
from ..parameters import Parameter
from ..registry import register
from ._affine import AffineMap
from ._base import REGRESSION, Transfer
from ._problem import TransferProblem
from ._words import COMPARE


@register(
    "msc", "MSC with common reference", family="transfer", needs=("pairs", "targets", "same channels"),
    can=("transform", "predict"),
    summary="Brings every spectrum of both instruments to A's mean spectrum by offset and slope, adds the mean "
            "shift that is left, and fits the model on the corrected spectra of A.",
    source="Geladi, MacDougall & Martens, Appl. Spectrosc. 39 (1985) 491; reference of A used for both",
    assumes="The instruments differ by offset and slope of whole spectra (scatter, path length), and a mean shift; "
            "a spectrum looks like A's mean spectrum.",
    standards="3 or more (they give the shift that is left)",
    values="of A's samples; a standard's value counts on both instruments",
    use="Scatter and path length differ from sample to sample on instruments of one kind. It undoes offset and "
        "slope of every single spectrum exactly.",
    avoid="Differences that change along the axis, spectra that are SNV- or derivative-corrected already, or "
          "spectra unlike A's mean: the fitted slope then comes near zero (on sugarcane, which was SNV-corrected, "
          "the error was tens of times that of the best method).",
    instead={
        "mean-shift": "the spectra are scatter-corrected already",
        "ds": "instruments of different kinds",
        "none": "SNV as a preprocessing step for both is enough"},
    failed=COMPARE + " *Spectra*, after the correction: heights out of any proportion.",
    cost="One regression on A's samples, cross-validated.",
    equation="x ↦ (x − a)/b, x ≈ a + b·r, r the mean spectrum of A")
class CommonScatterCorrection(Transfer):
    """x ↦ (x − a)/b with x ≈ a + b·reference; the reference is A's mean spectrum. SNV: own mean and deviation."""

    parameters = (
        Parameter("variant", "choice", "msc", "Correction", "Against A's mean spectrum, or to each spectrum's own "
                  "mean and deviation.", choices=("msc", "snv"),
                  advice="msc; snv needs no reference and is the safer one for spectra unlike A's mean."),
        Parameter("shift", "choice", "yes", "Mean shift after it",
                  "Add the mean difference that the corrected standards still show.", choices=("yes", "no"),
                  advice="yes."),
        *REGRESSION)
    learns_gain = True
    needs = frozenset({"pairs", "targets", "same channels"})
    why_no_spectra = "it corrects the spectra of both instruments; use transform."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        self.reference_ = problem.A.mean(axis=0)
        corrected = TransferProblem(
            self._correct(problem.A), problem.B, self._correct(problem.standards_a),
            self._correct(problem.standards_b), problem.rows_a, problem.rows_b, problem.values_a, problem.values)
        model = self._need_model(corrected, values)
        if values["shift"] == "yes":
            self.maps_["1"] = AffineMap.shift(corrected.standards_a.mean(axis=0) - corrected.standards_b.mean(axis=0))
        self.models_["0"] = self.models_["1"] = model

    def _correct(self, X: np.ndarray) -> np.ndarray:
        X = np.asarray(X, dtype=np.float64)
        mean = X.mean(axis=1, keepdims=True)
        if self.variant == "snv":
            deviation = X.std(axis=1, ddof=1, keepdims=True) if X.shape[1] > 1 else np.zeros((len(X), 1))
            return (X - mean) / np.where(deviation > 0, deviation, 1.0)
        reference = self.reference_ - self.reference_.mean()
        length = float(reference @ reference)
        slope = (X - mean) @ reference[:, None] / length if length > 0 else np.ones((len(X), 1))
        own = np.sqrt(((X - mean) ** 2).sum(axis=1, keepdims=True))  # unrelated to the reference: left as it is
        slope = np.where(np.abs(slope) * np.sqrt(length) > 1e-12 * own, slope, 1.0)
        return (X - mean) / slope + self.reference_.mean()

    def _before(self, X: np.ndarray, instrument: int) -> np.ndarray:
        return super()._before(self._correct(X), instrument)

    def _transform(self, X: np.ndarray, instrument: int) -> np.ndarray:
        return self._before(X, instrument)

    def linear_model(self, instrument: int = 1) -> None:
        """None: the correction is not linear."""

    def _extra_state(self) -> dict[str, Any]:
        return {"reference": self.reference_}

    @classmethod
    def from_state(cls, parameters: dict[str, Any], state: dict[str, Any]) -> Alignment:
        """Estimator with constructor arguments `parameters` and the fitted `state` of `to_state`."""
        self = super().from_state(parameters, state)
        assert isinstance(self, CommonScatterCorrection)
        self.reference_ = np.asarray(self.state_["reference"])
        return self
