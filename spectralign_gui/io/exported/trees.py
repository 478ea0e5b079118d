"""Plain trees with arrays as JSON: lists of numbers, with what JSON has no number for as text."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

_ODD = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def to_plain(value: Any) -> Any:
    """A tree of dicts, lists, arrays and plain values for `json.dumps`."""
    if isinstance(value, Mapping):
        return {str(k): to_plain(v) for k, v in value.items()}
    if isinstance(value, np.ndarray):
        return {"shape": list(value.shape), "array": [to_plain(v) for v in value.ravel().tolist()]}
    if isinstance(value, list | tuple):
        return [to_plain(v) for v in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def from_plain(value: Any) -> Any:
    """The tree that `to_plain` wrote.

    Raises
    ------
    ValueError
        An array whose numbers do not fill its shape.
    """
    if isinstance(value, dict):
        if set(value) == {"shape", "array"}:
            cells = [_ODD[v] if isinstance(v, str) else v for v in value["array"]]
            return np.array(cells, dtype=np.float64).reshape([int(n) for n in value["shape"]])
        return {k: from_plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [from_plain(v) for v in value]
    return value
