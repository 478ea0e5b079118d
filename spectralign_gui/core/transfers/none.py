"""No transfer: A's model is used on B's spectra as they are. The first yardstick."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..registry import register
from ._affine import AffineMap
from ._base import OWN_MODEL, SpectraTransfer
from ._problem import TransferProblem
from ._words import VALUES_A


@register(
    "none", "No transfer", family="transfer", needs=("same channels",), can=("to_spectra", "predict"),
    summary="A's model predicts B's spectra unchanged. Shows what a transfer has to beat.",
    source="the yardstick of every calibration transfer",
    assumes="The instruments give the same spectra.",
    standards="none needed",
    values=VALUES_A,
    use="As the yardstick from below, and to see whether a transfer is needed at all.",
    avoid="As a transfer, unless nothing else beats it.",
    instead={"bias": "its error is the same for every sample", "auto": "you do not know which transfer suits"},
    failed="*Compare*: the other lines say by how much it can be beaten.",
    cost="One regression on A's samples, cross-validated.",
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
