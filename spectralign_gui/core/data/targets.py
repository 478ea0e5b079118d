"""Reference values of the samples: one column per property, NaN where unknown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import DataError
from .text import printable_names

_UNIT = re.compile(r"\s*[\[(]([^\])]{1,12})[\])]\s*\Z")


def _split_unit(name: str, unit: str) -> tuple[str, str]:
    """Name without a unit in brackets at its end, and the unit, both as they are compared."""
    found = _UNIT.search(name)
    bare = name[:found.start()] if found and found.start() else name
    stated = unit or (found[1] if found and found.start() else "")
    return " ".join(bare.split()).casefold(), "".join(stated.split()).casefold()


@dataclass(frozen=True, eq=False)
class Targets:
    """Reference values.

    Parameters
    ----------
    names : tuple of str
        Properties ("Moisture").
    values : (n, q) float array
        NaN where unknown or censored.
    units : tuple of str
        "" where not given; filled with "" if empty.
    censored : (n, q) bool array, optional
        True where the table said ``<0.05``: unknown for the fit, counted and shown.
    lab_errors : tuple of float
        Standard error of the laboratory (SEL) per property, in its unit; NaN where not given, filled with NaN if empty.
    """

    names: tuple[str, ...]
    values: np.ndarray
    units: tuple[str, ...] = ()
    censored: np.ndarray = None  # type: ignore[assignment]
    lab_errors: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        values = np.array(self.values, dtype=np.float64)
        if values.ndim != 2 or values.shape[1] != len(self.names):
            raise DataError("targets.shape_of_table", shape=str(values.shape), n_names=len(self.names))
        censored = np.zeros(values.shape, bool) if self.censored is None else np.array(self.censored, bool)
        if censored.shape != values.shape:
            raise DataError("targets.censored")
        values[censored] = np.nan
        errors = tuple(float(e) for e in self.lab_errors) or (float("nan"),) * len(self.names)
        if len(errors) != len(self.names) or any(e <= 0 or np.isinf(e) for e in errors):
            raise DataError("targets.lab_errors")
        for array in (values, censored):
            array.setflags(write=False)
        object.__setattr__(self, "names", printable_names(self.names))
        object.__setattr__(self, "units", printable_names(self.units) or ("",) * len(self.names))
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "censored", censored)
        object.__setattr__(self, "lab_errors", errors)

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: Sequence[int] | np.ndarray) -> Targets:
        """The targets of some rows, in that order."""
        return Targets(self.names, self.values[rows], self.units, self.censored[rows], self.lab_errors)

    def columns(self, which: Sequence[int]) -> Targets:
        """Some of the properties, in that order."""
        at = list(which)
        return Targets(tuple(self.names[j] for j in at), self.values[:, at], tuple(self.units[j] for j in at),
                       self.censored[:, at], tuple(self.lab_errors[j] for j in at))

    def column(self, name: str, unit: str = "") -> int | None:
        """Column of a property, also if one of the two names says the unit and the other does not; None: not held.

        "Moisture" is "Moisture (%)", which is not "Moisture (g/kg)".
        """
        if name in self.names:
            return self.names.index(name)
        key, stated = _split_unit(name, unit)
        found = []
        for j, (own, own_unit) in enumerate(zip(self.names, self.units, strict=True)):
            other, other_unit = _split_unit(own, own_unit)
            if other == key and (not stated or not other_unit or stated == other_unit):
                found.append(j)
        return found[0] if len(found) == 1 else None

    @property
    def known(self) -> int:
        """Number of known values."""
        return int(np.isfinite(self.values).sum())
