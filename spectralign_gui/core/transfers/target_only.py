"""B's own standards only: what a small new calibration on B would give. The second yardstick."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import DataError
from ..naming import counted, the_property
from ..regression import RegressionOptions, fit_regression
from ..regression.choose import folds
from ..regression.parameters import REGRESSION
from ._base import Transfer
from ._problem import TransferProblem


class TargetOnly(Transfer):
    """Regression on B's spectra of the standards and their values."""

    parameters = REGRESSION
    learns_gain = True
    min_standards = 3
    needs = frozenset({"pairs", "targets"})
    why_no_spectra = "it is a model of B alone."

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        Y = problem.values
        if Y is None or not np.isfinite(Y).any():
            raise DataError(f"{self.title}: the standards have no reference values.")
        counts = np.isfinite(Y).sum(axis=0)
        if (counts < 3).any():
            j = int(np.argmin(counts))
            raise DataError(f"{the_property(j)} is known for {counted(counts[j], 'standard')}; at least 3 are needed.")
        m = problem.m
        fold = np.arange(m) if m <= 10 else folds(m, 10)
        options = RegressionOptions(max_components=min(values["max_components"], max(1, m - 2)),
                                    rule=values["component_rule"])
        self.models_["1"] = fit_regression(values["regression"], problem.standards_b, Y, options=options,
                                           fold_numbers=fold)
        model_a = self._model_of_a(problem, values)
        if model_a is not None:
            self.models_["0"] = model_a
