"""A fitted model as a short list of plain operations: what a file that runs anywhere is made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.data import Axis, SpectralDataset
from ...core.errors import ParameterError
from ...core.naming import called
from ...core.transfers.coefficients import affine_parts
from ...preprocessing.step import Step
from .model import Model
from .predictions import BEYOND, LEVEL

Operation = tuple[str, dict[str, np.ndarray]]
"""Name and numbers: "affine" x·matrix + offset · "snv" · "scatter" (MSC, EMSC: design) · "log" factor·ln(x·scale +
offset) · "divide" by the sum of x·weights · "norm" · "maximum"."""


@dataclass(frozen=True, eq=False)
class PortableModel:
    """Operations from spectra as measured to values, with what judges them.

    Parameters
    ----------
    instrument : str
    axis : Axis
        Of the spectra as measured.
    quantity : str
    operations : tuple of Operation
        Preprocessing.
    coefficients, intercept : (p, q), (q,) arrays
        Of the preprocessed spectra.
    closure : float
        Sum to which parts of a whole are closed; infinite where they are not.
    half_width : (q,) array
        Of the intervals; infinite where unknown.
    value_low, value_high : (q,) arrays
        Values beyond these are flagged.
    lowest : (q,) array
        Smallest reference values of the fit: where they are not negative, values below 0 are flagged; −∞ where unknown.
    properties, units : tuple of str
    outliers : dict of str to array
        "mean", "loadings", "variances", "standards", "limits" of T², Q, the distance to the nearest standard and the
        shift, and "shift", the weights of that.
    title : str
        Of the method.
    """

    instrument: str
    axis: Axis
    quantity: str
    operations: tuple[Operation, ...]
    coefficients: np.ndarray
    intercept: np.ndarray
    closure: float
    half_width: np.ndarray
    value_low: np.ndarray
    value_high: np.ndarray
    lowest: np.ndarray
    properties: tuple[str, ...]
    units: tuple[str, ...]
    outliers: dict[str, np.ndarray] = field(default_factory=dict)
    title: str = ""


def portable(model: Model, instrument: str, level: float = LEVEL) -> PortableModel:
    """The chain of an instrument as plain operations.

    Raises
    ------
    ParameterError
        A step or a method that cannot be written so; names it.
    NotImplementedError
        The method predicts no values.
    """
    k = model.index(instrument)
    operations, channels = _preprocessing(model, instrument, k)
    coefficients, intercept = _values(model, k, channels)
    closure = model.estimator.chosen_.get("closure")
    if (correction := model.corrections.get(instrument)) is not None:
        if closure is not None:
            raise ParameterError("portable.corrected_parts")
        coefficients, intercept = coefficients * correction[0], intercept * correction[0] + correction[1]
    q = len(intercept)
    names = model.properties if len(model.properties) == q else tuple(f"property {j + 1}" for j in range(q))
    half = np.full(q, np.inf)
    residuals = model.residuals.get(instrument)
    if residuals is not None and residuals.shape[1:] == half.shape and np.isfinite(residuals).any():
        from ...core.validation.conformal import ConformalIntervals

        half = ConformalIntervals(residuals).half_width(level)
    low, high, lowest = np.full(q, -np.inf), np.full(q, np.inf), np.full(q, -np.inf)
    if model.value_ranges is not None and model.value_ranges.shape[1] == q:
        margin = BEYOND * (model.value_ranges[1] - model.value_ranges[0])
        low, high = (np.where(np.isfinite(v), v, f) for v, f in (
            (model.value_ranges[0] - margin, -np.inf), (model.value_ranges[1] + margin, np.inf)))
        lowest = np.where(np.isfinite(model.value_ranges[0]), model.value_ranges[0], -np.inf)
    outliers = model.outliers.get(instrument)
    return PortableModel(
        instrument, model.axes[k], model.quantities[k], operations, coefficients, intercept,
        np.inf if closure is None else float(closure), half, low, high, lowest, tuple(names),
        model.units if len(model.units) == q else ("",) * q,
        {} if outliers is None else {n: np.asarray(v, dtype=float) for n, v in outliers.to_state().items()},
        model.method.title)


def _values(model: Model, k: int, channels: int) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients and intercept of the preprocessed spectra; NaN for properties that nothing is known of."""
    estimator = model.estimator
    linear = estimator.linear_model(k) if hasattr(estimator, "linear_model") else None
    lost = list(getattr(estimator, "unknown_properties_", []))
    if linear is not None:
        matrix, offset = linear.coefficients, linear.intercept
    else:
        def predicted(X: np.ndarray) -> np.ndarray:
            return estimator._predict(estimator._check_new(X, k), k)

        try:
            with called(model.instruments, properties=model.properties):
                matrix, offset = affine_parts(predicted, channels)
        except ParameterError:
            raise ParameterError(f"{model.method.title} is not a linear model of the spectra here, so it cannot be "
                                 "exported; choose PLS or ridge as the regression.") from None
    if not lost:
        return matrix, offset
    q = matrix.shape[1] + len(lost)
    known = np.setdiff1d(np.arange(q), lost)
    wide, constant = np.zeros((len(matrix), q)), np.full(q, np.nan)
    wide[:, known], constant[known] = matrix, offset
    return wide, constant


def _preprocessing(model: Model, instrument: str, k: int) -> tuple[tuple[Operation, ...], int]:
    axis, quantity = model.axes[k], model.quantities[k]
    found: list[Operation] = []
    waiting: list[Step] = []  # linear steps in a row become one matrix
    start = axis, quantity

    def flush() -> None:
        if waiting:
            found.append(_matrix(tuple(waiting), instrument, *start))
            waiting.clear()

    for step in model.preprocessing.steps.get(instrument, []):
        if not waiting:
            start = axis, quantity
        made = None if step.linear else _operation(step, axis, quantity)
        if step.linear:
            waiting.append(step)
        elif made is None:
            raise ParameterError(f"the step {step.title} cannot be written as plain operations; steps that can are "
                                 "linear ones, SNV, MSC, EMSC, logarithm, absorbance and normalisation of the whole "
                                 "spectrum.")
        else:
            flush()
            found.append(made)
        probe = step.apply(_probe(instrument, axis, quantity))
        axis, quantity = probe.axis, probe.quantity
    flush()
    return tuple(found), len(axis)


def _probe(instrument: str, axis: Axis, quantity: str) -> SpectralDataset:
    """Two ordinary looking spectra, to see what a step makes of axis and quantity."""
    spectra = 0.4 + 0.1 * np.random.default_rng(0).random((2, len(axis)))
    return SpectralDataset(instrument, spectra, axis, quantity=quantity)


def _matrix(steps: tuple[Step, ...], instrument: str, axis: Axis, quantity: str) -> Operation:
    def run(X: np.ndarray) -> np.ndarray:
        dataset = SpectralDataset(instrument, X, axis, quantity=quantity)
        for step in steps:
            dataset = step.apply(dataset)
        return dataset.spectra

    matrix, offset = affine_parts(run, len(axis))
    return "affine", {"matrix": matrix, "offset": offset}


def _operation(step: Step, axis: Axis, quantity: str) -> Operation | None:
    """A step that is not linear; None where it has no plain form."""
    values: dict[str, Any] = step.values
    if step.name == "snv":
        return "snv", {}
    if step.name in ("msc", "emsc"):
        from ...preprocessing.steps.detrend import polynomial_basis

        design = np.column_stack([np.asarray(step.reference), polynomial_basis(axis.values, step.order)])  # type: ignore[attr-defined]
        return "scatter", {"solve": np.linalg.pinv(design).T, "offsets": design[:, 1:].T}
    if step.name == "log" and values["base"] != "sqrt":
        factor = {"10": 1 / np.log(10.0), "e": 1.0, "2": 1 / np.log(2.0)}[values["base"]]
        return "log", {"factor": np.array(factor), "scale": np.array(1.0), "offset": np.array(values["offset"])}
    if step.name == "absorbance":
        given = quantity if values["given"] == "auto" else values["given"]
        if given == "absorbance":
            return "affine", {"matrix": np.eye(len(axis)), "offset": np.zeros(len(axis))}
        scale = 0.01 if step.percent else 1.0  # type: ignore[attr-defined]
        return "log", {"factor": np.array(-1 / np.log(10.0)), "scale": np.array(scale), "offset": np.array(0.0)}
    if step.name == "normalise" and values["regions"].strip().lower() in ("", "whole"):
        return _normalisation(step, axis)
    return None


def _normalisation(step: Step, axis: Axis) -> Operation | None:
    by = step.values["by"]
    if by in ("norm", "max"):
        return {"norm": "norm", "max": "maximum"}[by], {}
    # area, sum and band are sums with weights: found by asking the step itself
    p = len(axis)
    base = np.ones((1, p))

    def size(X: np.ndarray) -> np.ndarray:
        from ...preprocessing.steps.crop import in_ranges

        inside = in_ranges(axis.values, step.band) if by == "band" else np.ones(p, bool)  # type: ignore[attr-defined]
        return step._size(X[:, inside], axis.values[inside])  # type: ignore[attr-defined]

    weights = size(base + np.eye(p)) - size(base)
    return "divide", {"weights": np.asarray(weights)}
