"""No transfer: A's model is used on B's spectra as they are. The first yardstick."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..registry import register
from ._affine import AffineMap
from ._base import OWN_MODEL, SpectraTransfer
from ._problem import TransferProblem


@register("none", "No transfer", family="transfer", needs=("same channels",), can=("to_spectra", "predict"),
          summary="A's model predicts B's spectra unchanged. Shows what a transfer has to beat.",
          source="the yardstick of every calibration transfer",
    assumes="The instruments give the same spectra.",
    use="As the yardstick from below.",
    avoid="As a transfer.",
    equation="ŷ = x_B b_A")
class NoTransfer(SpectraTransfer):
    """A's model on B's spectra unchanged; `to_spectra` returns them as they are."""

    parameters = OWN_MODEL
    needs = frozenset({"same channels"})

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        model = self._model_of_a(problem, values)
        self.maps_["1"] = AffineMap.shift(np.zeros(problem.A.shape[1]))
        if model is not None:
            self.models_["0"] = self.models_["1"] = model
