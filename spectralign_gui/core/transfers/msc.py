"""Scatter correction with a common reference."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..base import Alignment
from ..parameters import Parameter
from ..regression.parameters import REGRESSION
from ._affine import AffineMap
from ._base import Transfer
from ._problem import TransferProblem


class CommonScatterCorrection(Transfer):
    """x ↦ (x − a)/b with x ≈ a + b·reference; the reference is A's mean spectrum. SNV: own mean and deviation."""

    variant: str
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
        corrected = replace(problem, measured_a=self._correct(problem.A),
                            standards_a=self._correct(problem.standards_a),
                            standards_b=self._correct(problem.standards_b))
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
