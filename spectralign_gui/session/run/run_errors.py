"""The errors of prediction of a run, with their intervals: one source for the rail, Quality, History and the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import scipy

from ...core.figures import decimals, fixed
from .compared_errors import ComparedErrors
from .execution import RunResult
from .held_out import held_out_values, property_names, property_units, target_tables

FEW = 8
"""With fewer samples a third digit says nothing."""


BEFORE = "standards that were held out before the refit"


@dataclass(frozen=True)
class RunError:
    """Error of one property on one instrument.

    Parameters
    ----------
    instrument, name, unit : str
    n : int
        Samples whose values no fit has seen.
    rmsep, low, high : float
        With its 95 % interval.
    r2 : float
        Of predicted against measured, about their mean; NaN with fewer than three samples.
    source : str
        Which samples these are.
    bias, sep : float
        Mean of predicted − measured, and the standard deviation of the errors about it; NaN where not known.
    """

    instrument: str
    name: str
    unit: str
    n: int
    rmsep: float
    low: float
    high: float
    r2: float
    source: str
    bias: float = float("nan")
    sep: float = float("nan")

    @property
    def rpd(self) -> float:
        """Standard deviation of the measured values over RMSEP, which R² of `n` samples says too; NaN without it."""
        if not (np.isfinite(self.r2) and self.r2 < 1 and self.n > 1):
            return float("nan")
        return float(np.sqrt(self.n / ((self.n - 1) * (1 - self.r2))))

    @property
    def text(self) -> str:
        """It with its interval and unit: "0.31 (0.24–0.44) %"."""
        digits = 2 if self.n < FEW else 3
        places = decimals(self.rmsep, digits)
        shown = fixed(self.rmsep, places, digits)
        if np.isfinite(self.low) and np.isfinite(self.high):
            shown += f" ({fixed(self.low, places, digits)}–{fixed(self.high, places, digits)})"
        return f"{shown} {self.unit}".strip()


def rmsep_interval(rmsep: float, n: int, level: float = 0.95) -> tuple[float, float]:
    """Interval of a root mean square of `n` independent normal errors (chi-squared); NaN with fewer than two."""
    if n < 2 or not np.isfinite(rmsep):
        return float("nan"), float("nan")
    tail = (1 - level) / 2
    low, high = scipy.special.chdtri(n, tail), scipy.special.chdtri(n, 1 - tail)
    return rmsep * float(np.sqrt(n / low)), rmsep * float(np.sqrt(n / high))


def run_errors(result: RunResult) -> list[RunError]:
    """Errors per instrument and property, of the first source that a run has; empty where it has none."""
    tables = target_tables(result.datasets)
    if tables is None:
        return []
    units = property_units(result.datasets)
    quality = result.quality
    if quality.compared is not None and not quality.held_out:
        return _of_comparison(quality.compared, dict(zip(property_names(result.datasets), units, strict=False)))
    for residuals_of, pairs, source in ((quality.held_out, result.held_out_pairs, "held-out standards"),
                                        (quality.before, result.pairs, BEFORE),
                                        (quality.left_out, result.pairs, "standards left out in turn")):
        found = []
        for k, d in enumerate(result.datasets):
            given = residuals_of.get(d.name)
            if given is None:
                continue
            residuals = given.residuals
            measured = held_out_values(tables, pairs, k, given.rows)
            for j, name in enumerate(given.properties):
                error = _error(residuals[:, j], measured[:, j] if measured.shape == residuals.shape else None)
                if error is not None:
                    n, rmsep, r2 = error
                    found.append(RunError(d.name, name, units[j] if j < len(units) else "", n, rmsep,
                                          *rmsep_interval(rmsep, n), r2, source, *bias_and_sep(residuals[:, j])))
        if found:
            return found
    return []


def _of_comparison(found: ComparedErrors, units: Mapping[str, str]) -> list[RunError]:
    tested = np.isfinite(found.residuals).sum(axis=0)
    return [RunError(found.instrument, name, units.get(name, ""), int(tested[j]), float(found.rmsep[j]),
                     max(float(found.rmsep[j] - found.half[j]), 0.0), float(found.rmsep[j] + found.half[j]),
                     float(found.r2[j]), found.source, *bias_and_sep(found.residuals[:, j]))
            for j, name in enumerate(found.properties) if np.isfinite(found.rmsep[j])]


def bias_and_sep(residuals: np.ndarray) -> tuple[float, float]:
    """Mean of the known ones of (n,) residuals and their standard deviation about it; NaN where there is none."""
    known = residuals[np.isfinite(residuals)]
    return (float(known.mean()) if len(known) else float("nan"),
            float(known.std(ddof=1)) if len(known) > 1 else float("nan"))


def _error(residuals: np.ndarray, measured: np.ndarray | None) -> tuple[int, float, float] | None:
    known = np.isfinite(residuals)
    n = int(known.sum())
    if not n:
        return None
    squared = float(np.sum(residuals[known] ** 2))
    r2 = float("nan")
    if measured is not None and n > 2:
        spread = float(np.sum((measured[known] - measured[known].mean()) ** 2))
        r2 = 1 - squared / spread if spread > 0 else float("nan")
    return n, float(np.sqrt(squared / n)), r2


def not_predicted(errors: list[RunError]) -> list[str]:
    """Properties that are predicted no better than by their mean."""
    return list(dict.fromkeys(e.name for e in errors if np.isfinite(e.r2) and e.r2 <= 0))


def errors_in_short(errors: list[RunError], most: int = 2) -> str:
    """The first errors in a few words: "Oil 0.31 (0.24–0.44) %"."""
    parts = [f"{e.name} {e.text}" for e in errors[:most]]
    more = len(errors) - most
    return ", ".join(parts) + (f" and {more} more" if more > 0 else "")
