"""Regression from spectra to property values, per property, kept as plain numbers.

``fit_regression("pls", X, Y)`` returns a fitted model whose state is a plain tree: a linear model is its
coefficients, a kernel model its training rows, weights and kernel parameters.
"""

from __future__ import annotations

from .closure import close_composition
from .fit import REGRESSIONS, fit_regression
from .model import FittedRegression, LinearModel
from .options import RegressionOptions
from .own import own_coefficients, own_model
from .state import model_from_state

__all__ = [
    "REGRESSIONS", "FittedRegression", "LinearModel", "RegressionOptions", "close_composition", "fit_regression",
    "model_from_state", "own_coefficients", "own_model",
]
