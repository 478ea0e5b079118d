"""Spectra in a unit that can be squared without overflow, and instruments that are not in the same unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..errors import DataError
from ..fitdata import FitData
from ..naming import the_set
from ..numerics.scaling import row_blocks

SAFE = (1e-20, 1e20)
REFUSED, SUSPECT = 1e6, 100.0


def common_unit(Xs: Sequence[np.ndarray]) -> float:
    """Power of two near the largest value, so that dividing by it rounds nothing; 1 where that is of harmless size."""
    largest = max(max(abs(float(X.max())), abs(float(X.min()))) for X in Xs)
    if not largest or SAFE[0] < largest < SAFE[1]:
        return 1.0
    return float(2.0 ** np.floor(np.log2(largest)))


def in_units(data: FitData, units: Sequence[float]) -> FitData:
    """The data with every set divided by its unit."""
    if all(unit == 1.0 for unit in units):
        return data
    return replace(data, Xs=[np.asarray(X, dtype=np.float64) / unit for X, unit in zip(data.Xs, units, strict=True)])


def compare_sizes(Xs: Sequence[np.ndarray], method: str) -> str:
    """A sentence where an instrument's spectra vary a hundred times more or less than A's; else "".

    Raises
    ------
    DataError
        A million times: a method that compares channel by channel would only see the larger of the two.
    """
    spreads = []
    for X in Xs:
        unit = common_unit([X])
        spreads.append((float(np.log10(np.sqrt(variances(X, unit).mean()))), float(np.log10(unit))))
    logs = [sum(part) for part in spreads]
    for k, log in enumerate(logs[1:], start=1):
        apart = log - logs[0]
        if abs(apart) > np.log10(REFUSED):
            raise DataError(
                "transfer.units_apart", method=method, set=the_set(k), apart=apart, set2=the_set(0))
        if abs(apart) > np.log10(SUSPECT):
            return (f"The spectra of {the_set(k)} vary {10 ** apart:.2g} times as much as those of "
                    f"{the_set(0)}, and this method compares intensities as they are: check that both are in "
                    "the same unit.")
    return ""


def variances(X: np.ndarray, unit: float = 1.0) -> np.ndarray:
    """Variance (p,) of every channel of X / unit, a block of rows at a time in float64."""
    mean, squares = X.mean(axis=0, dtype=np.float64) / unit, np.zeros(X.shape[1])
    for part in row_blocks(X.shape):
        squares += ((np.asarray(X[part], dtype=np.float64) / unit - mean) ** 2).sum(axis=0)
    return squares / len(X)
