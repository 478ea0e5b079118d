"""The spectral axis: positions of the channels and their unit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...words import units
from ..errors import DataError

UNITS = ("nm", "um", "cm-1", "raman-shift", "eV", "channel", "unknown")
SHOWN_DESCENDING = ("cm-1",)


@dataclass(frozen=True, eq=False)
class Axis:
    """Positions of the channels, ascending.

    Parameters
    ----------
    values : (p,) float array
        Strictly ascending, finite.
    unit : str
        One of `UNITS`.
    file_descending : bool
        The file held the axis in descending order (``info`` shows it that way).
    laser_nm : float, optional
        Laser line of a Raman shift axis, nm.
    """

    values: np.ndarray
    unit: str = "unknown"
    file_descending: bool = False
    laser_nm: float | None = None

    def __post_init__(self) -> None:
        values = np.asarray(self.values, dtype=np.float64)
        if values.ndim != 1 or not len(values):
            raise DataError("axis.empty")
        if self.unit not in UNITS:
            raise DataError("axis.unknown_unit", unit=self.unit, units=UNITS)
        if not np.isfinite(values).all():
            at = int(np.flatnonzero(~np.isfinite(values))[0])
            raise DataError("axis.not_finite", at=at)
        steps = np.diff(values)
        if (steps <= 0).any():
            at = int(np.flatnonzero(steps <= 0)[0])
            raise DataError("axis.not_ascending", at=at + 1, values=values[at], values2=values[at + 1])
        values = values.copy() if values is self.values else values
        values.setflags(write=False)
        object.__setattr__(self, "values", values)

    def __len__(self) -> int:
        return len(self.values)

    @property
    def label(self) -> str:
        """Axis label for plots."""
        return units.title(self.unit)

    @property
    def shown_descending(self) -> bool:
        """Whether users expect this axis to fall from left to right (infrared wavenumbers)."""
        return self.unit in SHOWN_DESCENDING

    def same_as(self, other: Axis, tolerance: float = 0.0) -> bool:
        """Whether both have the same unit and channels within `tolerance` (in axis units)."""
        return (self.unit == other.unit and len(self) == len(other)
                and bool(np.abs(self.values - other.values).max() <= tolerance))
