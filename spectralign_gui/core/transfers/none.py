"""No transfer: A's model is used on B's spectra as they are. The first yardstick."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..regression.parameters import OWN_MODEL
from ._affine import AffineMap
from ._base import SpectraTransfer
from ._problem import TransferProblem


class NoTransfer(SpectraTransfer):
    """A's model on B's spectra unchanged; `to_spectra` returns them as they are."""

    parameters = OWN_MODEL
    needs = frozenset({"same channels"})

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        model = self._model_of_a(problem, values)
        self.maps_["1"] = AffineMap.shift(np.zeros(problem.standards_a.shape[1]))
        if model is not None:
            self.models_["0"] = self.models_["1"] = model
