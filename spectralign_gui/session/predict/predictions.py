"""Values of new samples, with intervals and flags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...core.figures import with_units
from ...core.notes import listed
from .below_zero import joined_notes
from .flags import flag_words, flagged, of_the_spectrum, of_the_values

LEVEL = 0.9
MEANT, FIGURES = 4, 10
"""Figures of an interval that a value in a file is written to; figures of a value without an interval."""
BEYOND = 0.05
"""A value is extrapolated where it is this share of the range of the fit's values outside it."""


@dataclass(frozen=True, eq=False)
class Predictions:
    """Values of new samples.

    Parameters
    ----------
    names : tuple of str
        Samples.
    properties : tuple of str
    values : (n, q) array
    half_width : (q,) array
        A new sample lies within ± this with probability `level`; infinite where too few held-out standards are known.
    flags : tuple of tuple of str
        Per sample, why it is out of the ordinary: "T²", "Q", "far from the standards", or a value beyond those of the
        fit; empty if it is not.
    level : float
    intervals_from : str
        What the intervals rest on, as words for the user: held-out standards, or standards left out in turn.
    bounds : (float, float)
        What the values can be at all (parts of a whole: 0 to the whole); the intervals end there.
    units : tuple of str
        Of the properties, "" where not known.
    warnings : tuple of str
        Sentences on the file as a whole: spectra without a value, a quantity that is not said or probably another.
    averaged : str
        That repeats were averaged, as a sentence; "" if not.
    """

    names: tuple[str, ...]
    properties: tuple[str, ...]
    values: np.ndarray
    half_width: np.ndarray
    flags: tuple[tuple[str, ...], ...]
    level: float = LEVEL
    intervals_from: str = ""
    bounds: tuple[float, float] = (-np.inf, np.inf)
    units: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    averaged: str = ""

    @property
    def titles(self) -> tuple[str, ...]:
        """Properties with their units: "Moisture (%)"."""
        return with_units(self.properties, self.units)

    @property
    def unlike(self) -> int:
        """Number of spectra that have a value, but are unlike those of the fit."""
        return flagged(self.flags, self.values)[0]

    @property
    def odd_values(self) -> int:
        """Number of samples with a value outside the range of the fit, or below 0."""
        return flagged(self.flags, self.values)[1]

    @classmethod
    def joined(cls, parts: Sequence[Predictions]) -> Predictions:
        """Samples of several files below each other; all parts are of one model."""
        return replace(parts[0], names=tuple(n for p in parts for n in p.names),
                       values=np.vstack([p.values for p in parts]), flags=tuple(f for p in parts for f in p.flags),
                       warnings=joined_notes([w for p in parts for w in p.warnings]))

    def to_json(self) -> dict[str, Any]:
        """What `spectralign predict --json` prints; None where there is no value or no interval."""
        def number(value: float) -> float | None:
            return float(value) if np.isfinite(value) else None

        rows = []
        for name, values, flags in zip(self.names, self.values, self.flags, strict=True):
            ends = np.clip(values[:, None] + self.half_width[:, None] * np.array([-1.0, 1.0]), *self.bounds)
            rows.append({"name": name, "values": dict(zip(self.properties, map(number, values), strict=True)),
                         "intervals": {p: [float(v) for v in e] for p, e in zip(
                             self.properties, ends, strict=True) if np.isfinite(e).all()},
                         "flags": list(flags), "spectrum_flags": list(of_the_spectrum(flags)),
                         "value_flags": list(of_the_values(flags))})
        return {"properties": list(self.properties), "units": list(self.units) or [""] * len(self.properties),
                "level": self.level, "intervals_from": self.intervals_from, "samples": rows,
                "warnings": list(self.warnings), "notes": listed(self.warnings),
                **({"averaged": str(self.averaged)} if self.averaged else {})}

    def table(self) -> tuple[list[str], list[list[Any]]]:
        """Header and rows: values first, then the ends of the known intervals, then the flags.

        Values and ends have the digits that their interval leaves meaning: its first four figures, so that what is
        rounded off is less than a thousandth of it; without an interval ten figures.
        """
        known = [j for j in range(len(self.properties)) if np.isfinite(self.half_width[j])]
        share = f"{100 * self.level:g} %"
        header = ["Sample", *self.titles]
        for j in known:
            header += [f"{self.titles[j]} from ({share})", f"{self.titles[j]} to ({share})"]
        ends = np.clip(self.values[:, known, None] + self.half_width[known, None] * np.array([-1, 1]), *self.bounds)
        wide = np.repeat(self.half_width[known], 2)
        numbers = np.concatenate([_meaningful(self.values, self.half_width),
                                  _meaningful(ends.reshape(len(ends), 2 * len(known)), wide)], axis=1).tolist()
        return [*header, "Flags"], [[name, *row, str(flag_words(flags))]
                                    for name, row, flags in zip(self.names, numbers, self.flags, strict=True)]


def _meaningful(values: np.ndarray, half: np.ndarray) -> np.ndarray:
    """Values (n, q) rounded to a thousandth of the half widths (q,) of their intervals; ten figures without one."""
    rounded = np.array(values, dtype=np.float64)
    for j, width in enumerate(half):
        if np.isfinite(width) and width > 0:
            places = MEANT - 1 - int(np.floor(np.log10(width)))
            rounded[:, j] = np.round(rounded[:, j], min(max(places, 0), 15))
        else:
            rounded[:, j] = [float(f"{v:.{FIGURES}g}") for v in rounded[:, j]]
    return rounded + 0.0  # without "-0.0"
