"""B's own full calibration, where B's samples have values: the yardstick from above."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import DataError
from ..regression import fit_regression
from ..regression.choose import grouped_folds
from ..regression.parameters import REGRESSION
from ._base import Transfer
from ._problem import TransferProblem


class Native(Transfer):
    """Regression on all of B's samples whose value is known."""

    parameters = REGRESSION
    learns_gain = True
    needs = frozenset({"targets"})
    why_no_spectra = "it is a model of B alone."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        Y = problem.values_b
        if Y is None or (np.isfinite(Y).sum(axis=0) < 3).any():
            raise DataError("transfer.native_too_few")
        options = self._options(values)
        self.models_["1"] = fit_regression(values["regression"], problem.B, Y, options=options, fold_numbers=(
            grouped_folds(problem.sample_b, options.n_folds, options.seed)))
        model_a = self._model_of_a(problem, values)
        if model_a is not None:
            self.models_["0"] = model_a
