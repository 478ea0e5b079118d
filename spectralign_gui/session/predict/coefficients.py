"""A linear chain as one set of coefficients on the instrument's own channels: what instrument software takes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...core.data import SpectralDataset
from ...core.transfers.coefficients import Coefficients, export_coefficients
from .model import Model


def coefficients_of(model: Model, instrument: str) -> Coefficients:
    """Preprocessing, transfer and model of an instrument as ``y = x·values + intercept`` for spectra as measured.

    Raises
    ------
    ParameterError
        The chain is not linear; names the part that is not.
    """
    k = model.index(instrument)
    axis, quantity = model.axes[k], model.quantities[k]

    def preprocess(X: np.ndarray) -> np.ndarray:
        return model.preprocessing.apply(SpectralDataset(instrument, X, axis, quantity=quantity), instrument).spectra

    found = export_coefficients(
        model.estimator, k, preprocess if model.preprocessing.steps.get(instrument) else None, len(axis), axis.values,
        axis.unit, model.properties, model.units)
    correction = model.corrections.get(instrument)
    return found if correction is None else replace(
        found, values=found.values * correction[0], intercept=found.intercept * correction[0] + correction[1])


def coefficients_table(model: Model, instrument: str) -> tuple[list[str], list[list[str]]]:
    """Header and rows for a CSV file: the intercept, then a row per channel."""
    header, *rows = coefficients_of(model, instrument).rows()
    return header, rows
