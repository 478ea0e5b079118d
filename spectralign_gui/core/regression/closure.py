"""Compositional data: parts of a whole cannot be negative nor add up to more than the whole."""

from __future__ import annotations

import numpy as np

from ..errors import ParameterError
from ..parameters import Parameter

CLOSURE = Parameter(
    "closure", "float", None, "Close the sum to",
    "Parts of a whole: negative predictions become 0 and sums above this value are scaled down to it; "
    "automatic leaves them as they are.",
    minimum=0, open_minimum=True, unit="%", has_automatic=True, advanced=True,
    advice="100 for parts of a whole in per cent, such as oxides.")
"""Of every method that predicts; `Alignment.predict` keeps to it."""


def close_composition(Y: np.ndarray, total: float = 100.0, exactly: bool = False) -> np.ndarray:
    """Bring predictions (n, q) of parts of a whole into what is possible.

    Negative parts become 0; rows that add up to more than `total` are scaled down to it (with `exactly`, all rows
    with a positive sum are scaled to it). NaN stays NaN and counts as 0 in the sum.

    Raises
    ------
    ParameterError
        If `total` is not positive.
    """
    if not total > 0:
        raise ParameterError("closure.not_positive", total=total)
    Y = np.where(np.isnan(Y), np.nan, np.maximum(Y, 0.0))
    sums = np.nansum(Y, axis=1, keepdims=True)
    scale = (sums > 0) if exactly else (sums > total)
    return np.where(scale, Y * total / np.where(sums > 0, sums, 1.0), Y)
