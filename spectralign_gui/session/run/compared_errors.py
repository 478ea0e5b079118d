"""The errors that a comparison found for the method of a run: they stay with the run that was made of it.

A final model is fitted to all standards, so that nothing is left to measure its errors by. The comparison measured
them: on samples that took part in no fit and no choice, with fewer standards than the final model has. They are rather
too large than too small.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.naming import counted
from ...core.validation.transfer_report import mean_interval
from ...core.validation.transfer_result import TransferValidation

COLUMNS = ("rmsep", "half", "r2")


@dataclass(frozen=True, eq=False)
class ComparedErrors:
    """Errors of one line of a comparison.

    Parameters
    ----------
    instrument : str
        Whose samples were predicted.
    properties : tuple of str
    rmsep, half, r2 : (q,) arrays
        Mean RMSEP of the repeats in units of the property, half width of its 95 % interval, R² of all predictions.
    residuals : (m, q) array
        Predicted − measured, once for each sample that was tested; NaN where unknown.
    standards, repeats : int
        With how many standards, and over how many repeats.
    """

    instrument: str
    properties: tuple[str, ...]
    rmsep: np.ndarray
    half: np.ndarray
    r2: np.ndarray
    residuals: np.ndarray
    standards: int
    repeats: int

    @classmethod
    def of(cls, result: TransferValidation, key: str, count: int, instrument: str) -> ComparedErrors | None:
        """Of line `key` with `count` standards; None where it has no figures."""
        table = result.rmsep(key, count)
        known = np.isfinite(table)
        if not known.any():
            return None
        mean = np.where(known.any(axis=0), np.where(known, table, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1),
                        np.nan)
        r2 = np.array([f["r2"] for f in result.pooled(key, count)])
        return cls(instrument, tuple(result.properties), mean, mean_interval(result, key, count), r2,
                   result.once_each(key, count), count, len({s.repeat for s in result.splits}))

    @property
    def source(self) -> str:
        """Which samples the errors are of, after their number."""
        return (f"samples that the comparison left out ({counted(self.repeats, 'repeat')}, "
                f"{counted(self.standards, 'standard')})")

    def same_as(self, other: ComparedErrors | None) -> bool:
        """Whether the other one says the same."""
        return other is not None and self.source == other.source and self.properties == other.properties and all(
            np.array_equal(getattr(self, c), getattr(other, c), equal_nan=True) for c in COLUMNS)

    def to_tree(self) -> dict[str, Any]:
        """Plain tree for the project file."""
        return {"instrument": self.instrument, "properties": list(self.properties), "standards": self.standards,
                "repeats": self.repeats, "residuals": self.residuals, **{c: getattr(self, c) for c in COLUMNS}}

    @classmethod
    def from_tree(cls, tree: Mapping[str, Any]) -> ComparedErrors:
        """The errors that `to_tree` described."""
        properties = tuple(str(p) for p in tree["properties"])
        rmsep, half, r2 = (np.asarray(tree[c], dtype=float).reshape(len(properties)) for c in COLUMNS)
        return cls(str(tree["instrument"]), properties, rmsep, half, r2,
                   np.asarray(tree["residuals"], dtype=float).reshape(-1, len(properties)),
                   int(tree["standards"]), int(tree["repeats"]))
