"""The JSON that ``export-model`` writes, and files made by hand in its layout."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.data import Axis, SpectralDataset
from ...core.errors import FileError, SpectrAlignError
from ...core.fitdata import LARGEST_TARGET as LARGEST
from ...core.measures.outliers import OutlierModel
from ...preprocessing.parse import parse_step
from ...preprocessing.step import Step, create_step, step_from_state
from ...session.predict.model import Model
from ..exported.plain_text import FORMATS
from ..exported.trees import from_plain
from .linear import linear_model


def is_own(tree: Any) -> bool:
    """Whether it says that it is ours."""
    return isinstance(tree, dict) and tree.get("format") in FORMATS


def numbers(given: Any, name: str, dimensions: int = 1) -> np.ndarray:
    """A list of numbers (null is NaN), or a list of such lists of one length.

    Raises
    ------
    FileError
        Names the entry.
    """
    try:
        if not isinstance(given, list) or isinstance(given, str):
            raise TypeError
        rows = [given] if dimensions == 1 else given
        if any(isinstance(v, bool | str) for row in rows for v in row):
            raise TypeError
        found = np.array([[math.nan if v is None else float(v) for v in row] for row in rows], dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise FileError("import.numbers", name=name) from error
    return found[0] if dimensions == 1 else found


def from_own_json(tree: Mapping[str, Any], instrument: str = "", axis_unit: str = "", quantity: str = "") -> Model:
    """The model.

    Raises
    ------
    FileError
        An entry is missing or wrong, or a step has learned something that the file does not hold.
    """
    try:
        return _model(tree, instrument, axis_unit, quantity)
    except KeyError as error:
        raise FileError("import.entry_missing", name=str(error.args[0])) from error
    except SpectrAlignError:
        raise
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise FileError("import.entries", error=error) from error


def _model(tree: Mapping[str, Any], instrument: str, axis_unit: str, quantity: str) -> Model:
    properties = [str(p) for p in tree["properties"]]
    columns = tree["coefficients"]
    if not isinstance(columns, Mapping) or not properties or set(columns) != set(properties):
        raise FileError("import.shapes")
    B = np.stack([numbers(columns[p], f"coefficients of {p}") for p in properties], axis=1)
    name = instrument or str(tree.get("instrument") or "instrument")
    axis, unit = numbers(tree["axis"], "axis"), axis_unit or str(tree.get("axis_unit", "unknown"))
    given = quantity or str(tree.get("quantity", "unknown"))
    steps = _steps(tree)
    after = tree.get("axis_after_preprocessing")
    after = None if after is None else numbers(after, "axis_after_preprocessing")
    if len(axis) > 1 and (np.diff(axis) < 0).all():  # falling, as instruments write wavenumbers
        axis, B, after = axis[::-1], B[::-1], None if after is None else after[::-1]
    output = None
    if steps:
        probe = SpectralDataset(name, np.full((2, len(axis)), 0.5) + 0.1 * np.arange(2)[:, None]
                                + 0.01 * np.sin(np.arange(len(axis))), Axis(axis, unit), quantity=given)
        for step in steps:
            probe = step.apply(probe)
        output = probe.axis
        if after is not None and (len(after) != len(output)
                                  or not np.allclose(after, output.values, rtol=1e-9, atol=1e-9)):
            raise FileError("import.other_axis_after")
    closure = tree.get("closure")
    residuals = tree.get("residuals")
    ranges = tree.get("value_ranges")
    outliers = tree.get("outliers")
    B, intercept = _finite(B, "coefficients"), _finite(numbers(tree["intercept"], "intercept"), "intercept", True)
    errors = None if residuals is None else _finite(numbers(residuals, "residuals", 2), "residuals", True)
    return linear_model(
        B, intercept, axis, unit, name, properties, [str(u) for u in tree.get("units", ())], given, steps, output,
        None if closure is None else float(closure), errors, str(tree.get("intervals_from") or ""),
        None if ranges is None else _ranges(ranges), _outliers(outliers) if isinstance(outliers, Mapping) else None)


def _finite(found: np.ndarray, name: str, gaps: bool = False) -> np.ndarray:
    """Numbers of a size that can be calculated with; `gaps`: some may not be known."""
    if not (np.isfinite(found) | (np.isnan(found) & gaps)).all() or (np.abs(np.nan_to_num(found)) > LARGEST).any():
        raise FileError("import.too_big", name=name)
    return found


def _ranges(given: Any) -> np.ndarray:
    found = _finite(numbers(given, "value_ranges", 2), "value_ranges", True)
    if found.shape[1:] != (2,) or (found[:, 0] > found[:, 1]).any():
        raise FileError("import.ranges")
    return found


def _outliers(given: Mapping[str, Any]) -> OutlierModel:
    try:
        return OutlierModel.from_state(from_plain(given))
    except (TypeError, KeyError) as error:
        raise FileError("import.outliers") from error


def _steps(tree: Mapping[str, Any]) -> list[Step]:
    states, listed = tree.get("preprocessing_state"), tree.get("preprocessing") or []
    if not isinstance(listed, list) or not all(isinstance(word, str) for word in listed):
        raise FileError("import.no_list", name="preprocessing")
    if isinstance(states, list) and (states or not listed):
        steps = [step_from_state(from_plain(s)) for s in states]
        if listed and [parse_step(word).step for word in listed] != [s.name for s in steps]:
            raise FileError("import.steps_differ")
        return steps
    found = []
    for word in listed:
        spec = parse_step(word)
        step = create_step(spec.step, **spec.parameters)
        if step.learned:
            raise FileError("import.step_learned", title=step.title)
        found.append(step)
    return found
