"""A model as text: its coefficients with all that belongs to them (JSON), and the map of spectra B → A (CSV)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import ParameterError
from ...core.naming import called
from ...core.transfers.coefficients import affine_parts
from ...preprocessing.parse import format_step
from ...preprocessing.spec import StepSpec
from ...session.predict.model import Model
from ...session.predict.portable import PortableModel
from ...session.predict.predictions import LEVEL
from ...version import __version__
from ..atomic import write_text
from ..table import write_table
from .trees import to_plain

FORMAT = "SpectrAlign coefficients 1"
FORMATS = (FORMAT,)
"""What can be read again (`io.imported`)."""


def coefficients_json(model: Model, chain: PortableModel) -> dict[str, Any]:
    """Axis, preprocessing in order, intercepts and coefficients of the preprocessed spectra; null for infinite."""
    k = model.index(chain.instrument)
    steps = model.preprocessing.steps.get(chain.instrument, [])

    def numbers(values: np.ndarray) -> list[float | None]:
        return [float(v) if np.isfinite(v) else None for v in values]

    return {
        "format": FORMAT, "program": f"SpectrAlign {__version__}", "method": chain.title,
        "instrument": chain.instrument,
        "quantity": chain.quantity, "axis_unit": chain.axis.unit, "axis": [float(v) for v in chain.axis.values],
        "preprocessing": [format_step(StepSpec(s.name, s.values)) for s in steps],
        "axis_after_preprocessing": [float(v) for v in model.output_axes[k].values],
        "properties": list(chain.properties), "units": list(chain.units), "intercept": numbers(chain.intercept),
        "coefficients": {p: [float(v) for v in column] for p, column in zip(chain.properties, chain.coefficients.T,
                                                                            strict=True)},
        "closure": float(chain.closure) if np.isfinite(chain.closure) else None,
        "interval_level": LEVEL, "interval_half_width": numbers(chain.half_width),
        **_for_reading(model, chain.instrument, numbers)}


def _for_reading(model: Model, instrument: str, numbers: Callable[[np.ndarray], list[float | None]]) -> dict[str, Any]:
    """What else `io.imported` needs to make the same model: learned steps, errors of the intervals, limits of flags."""
    residuals, outliers = model.residuals.get(instrument), model.outliers.get(instrument)
    return {
        "preprocessing_state": [to_plain(s.to_state()) for s in model.preprocessing.steps.get(instrument, [])],
        "residuals": None if residuals is None else [numbers(row) for row in np.asarray(residuals)],
        "intervals_from": model.intervals_from.get(instrument, ""),
        "value_ranges": None if model.value_ranges is None else [numbers(row) for row in model.value_ranges],
        "outliers": None if outliers is None else to_plain(outliers.to_state())}


def write_coefficients_json(model: Model, chain: PortableModel, path: str | Path) -> None:
    """Write `coefficients_json` (atomically)."""
    write_text(path, json.dumps(coefficients_json(model, chain), indent=1, ensure_ascii=False, allow_nan=False))


def write_map(model: Model, instrument: str, to: str, path: str | Path) -> None:
    """The map of preprocessed spectra of `instrument` to those of `to` as a table: the offset, then a row per channel.

    Raises
    ------
    ParameterError
        The map is not linear.
    NotImplementedError
        The method gives no spectra.
    """
    k, j = model.index(instrument), model.index(to)

    def mapped(X: np.ndarray) -> np.ndarray:
        return model.estimator.to_spectra(X, k, j)

    with called(model.instruments, properties=model.properties):
        try:
            matrix, offset = affine_parts(mapped, len(model.output_axes[k]))
        except ParameterError:
            raise ParameterError(f"the map of {model.method.title} is not linear, so there is no matrix of it."
                                 ) from None
    from_axis, to_axis = model.output_axes[k], model.output_axes[j]
    header = [f"{instrument} ({from_axis.unit}) to {to} ({to_axis.unit})", *(f"{v:.10g}" for v in to_axis.values)]
    rows = [["offset", *(repr(float(v)) for v in offset)]]
    rows += [[f"{a:.10g}", *(repr(float(v)) for v in row)] for a, row in zip(from_axis.values, matrix, strict=True)]
    write_table(path, header, rows)
