"""A fitted regression from the plain tree that a model file holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import DataError
from .local import LocalModel
from .model import FittedRegression, KernelModel, LinearModel, SumModel


def model_from_state(state: dict[str, Any]) -> FittedRegression:
    """The fitted regression that `to_state` described.

    Raises
    ------
    DataError
        If the state is of a kind this version does not know.
    """
    if state["kind"] == "linear":
        return LinearModel(state["coefficients"], state["intercept"], list(state.get("details", [])))
    if state["kind"] == "local":
        return LocalModel.from_state(state)
    if state["kind"] == "kernel":
        return KernelModel(list(state["parts"]), state["x_mean"], state["x_scale"], list(state.get("details", [])))
    if state["kind"] == "sum":
        return SumModel([(model_from_state(p["model"]), np.asarray(p["weights"])) for p in state["parts"]],
                        list(state.get("details", [])))
    raise DataError("regression.unknown_kind", state=repr(state['kind']))
