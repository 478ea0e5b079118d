"""A linear model as a `Model` of one instrument: it predicts with the coefficients as they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...core.data import QUANTITIES, UNITS, Axis
from ...core.errors import FileError
from ...core.figures import WITHOUT_UNIT
from ...core.measures.outliers import OutlierModel
from ...core.registry import method
from ...preprocessing.pipeline import FittedPreprocessing
from ...preprocessing.step import Step
from ...session.predict.model import Model

METHOD = "none"
"""Nothing is transferred: the coefficients are those of the instrument itself."""


def linear_model(
    coefficients: ArrayLike, intercept: ArrayLike, axis: ArrayLike | None, unit: str, instrument: str,
    properties: Sequence[str], units: Sequence[str] = (), quantity: str = "", steps: Sequence[Step] = (),
    output_axis: Axis | None = None, closure: float | None = None, residuals: np.ndarray | None = None,
    intervals_from: str = "", value_ranges: np.ndarray | None = None, outliers: OutlierModel | None = None,
) -> Model:
    """A model from coefficients (p, q) of preprocessed spectra.

    Raises
    ------
    FileError
        Numbers that do not belong together, are not finite, or an axis that does not rise or fall.
    """
    B, c = np.asarray(coefficients, dtype=np.float64), np.atleast_1d(np.asarray(intercept, dtype=np.float64))
    if B.ndim != 2 or not B.size or len(c) != B.shape[1] or len(properties) != B.shape[1]:
        raise FileError("import.shapes")
    if not np.isfinite(B).all() or np.isinf(c).any():
        raise FileError("import.not_finite")
    own, B = _axis(axis, unit, B, output_axis)
    quantity = quantity or "unknown"
    if quantity not in QUANTITIES:
        raise FileError("read.option_quantity", known=QUANTITIES, value=repr(quantity))
    names, units = _with_units(properties, units)
    info = method(METHOD)
    known = np.flatnonzero(np.isfinite(c))
    if not len(known):
        raise FileError("import.not_finite")
    linear = {"kind": "linear", "coefficients": B[:, known], "intercept": c[known], "details": [{} for _ in known]}
    values = {p.name: p.default for p in info.parameters}
    values["closure"] = closure
    estimator = info.estimator.from_state({"closure": closure}, {
        "n_channels": [len(B)], "chosen": values, "warnings": [], "notes": [],
        "unknown_properties": [int(j) for j in np.flatnonzero(np.isnan(c))],
        "state_": {"models": {"0": linear}, "maps": {}, "corrections": {}, "units": [1.0]}})
    return Model(
        info, estimator, FittedPreprocessing({instrument: list(steps)}), (instrument,), (own,), (output_axis or own,),
        (quantity,), names, {} if residuals is None else {instrument: residuals},
        {} if outliers is None else {instrument: outliers}, "",
        {instrument: intervals_from} if intervals_from else {}, value_ranges, units, {}, (quantity,))


def _axis(given: ArrayLike | None, unit: str, B: np.ndarray, output_axis: Axis | None) -> tuple[Axis, np.ndarray]:
    """The axis of the spectra as measured; coefficients turned with it where it falls."""
    unit = unit or "unknown"
    if unit not in UNITS:
        raise FileError("read.option_unit", known=UNITS, value=repr(unit))
    if given is None:
        return Axis(np.arange(1.0, len(B) + 1), "channel"), B
    axis = np.asarray(given, dtype=np.float64)
    step = np.diff(axis)
    if axis.ndim != 1 or not np.isfinite(axis).all() or not ((step > 0).all() or (step < 0).all()):
        raise FileError("import.axis")
    if output_axis is None and len(axis) != len(B):
        raise FileError("import.shapes")
    if output_axis is not None and len(output_axis) != len(B):
        raise FileError("import.shapes")
    if len(axis) > 1 and step[0] < 0:
        return Axis(axis[::-1].copy(), unit), (B[::-1].copy() if output_axis is None else B)
    return Axis(axis, unit), B


def _with_units(properties: Sequence[str], units: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and units; a unit that stands in brackets behind a name is taken for one."""
    if len(units) == len(properties) and any(units):
        return tuple(map(str, properties)), tuple(map(str, units))
    names, found = [], []
    for title in map(str, properties):
        name, bracket, rest = title.rpartition(" (")
        named = bool(bracket) and rest.endswith(")") and title not in WITHOUT_UNIT
        names.append(name if named else title)
        found.append(rest[:-1] if named else "")
    if len(set(names)) != len(names):
        return tuple(map(str, properties)), ("",) * len(names)
    return tuple(names), tuple(found)
