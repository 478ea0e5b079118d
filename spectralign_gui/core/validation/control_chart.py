"""Does the transfer still hold? Predictions of check samples on later days against limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike

from ..errors import DataError, ParameterError


@dataclass(frozen=True, eq=False)
class ChartPoint:
    """One day of one property.

    Parameters
    ----------
    deviation : float
        Mean of predicted − reference over the check samples of the day.
    standardised : float
        Deviation in standard errors of that mean.
    upper, lower : float
        CUSUM sums, in standard errors.
    alarms : tuple of str
        Sentences; empty if all is well.
    samples : int
        How many check samples the mean is of; 0 in charts of earlier versions.
    change : float
        Mean change of the samples that were measured before, each against its own first measurement; NaN if there are
        none.
    """

    deviation: float
    standardised: float
    upper: float
    lower: float
    alarms: tuple[str, ...]
    samples: int = 0
    change: float = float("nan")


CHANCE = math.erfc(3.0 / math.sqrt(2.0))
"""How often an alarm may be chance: as often as beyond three standard errors."""
RELEVANT = 0.25
"""Share of a single sample's error below which a change of the same samples is no alarm, however sure it is."""


@dataclass(eq=False)
class ControlChart:
    """Shewhart and CUSUM chart of the check samples' predictions, per property.

    Parameters
    ----------
    centre : (q,) array
        Mean error at the baseline.
    sigma : (q,) array
        Standard deviation of a single sample's error at the baseline.
    slack : float
        CUSUM allowance k, in standard errors; half the shift to be found soon.
    decision : float
        CUSUM limit h, in standard errors.
    action : float
        Shewhart limit, in standard errors.

    Notes
    -----
    With k = 0.5 and h = 5 a process in control gives an alarm about every 465 days, a shift of one standard error is
    found in about 10 (Montgomery, Introduction to Statistical Quality Control, 9.1).

    Samples that were measured before are also compared with themselves: the mean of their changes since each was first
    measured, t = mean / (SD / √n) with n − 1 degrees of freedom (Student's paired test), is free of what every sample's
    prediction errs by for ever, so that it finds a shift which the limits, made for other samples, leave unseen.
    """

    centre: np.ndarray
    sigma: np.ndarray
    slack: float = 0.5
    decision: float = 5.0
    action: float = 3.0
    points: list[list[ChartPoint]] = field(default_factory=list)
    """Days; each a point per property."""
    firsts: dict[str, np.ndarray] = field(default_factory=dict)
    """Errors (q,) of every check sample when it was first measured."""

    @classmethod
    def from_baseline(
        cls, errors: ArrayLike, slack: float = 0.5, decision: float = 5.0, action: float = 3.0,
    ) -> ControlChart:
        """Limits from errors (predicted − reference) at the time of the transfer.

        Parameters
        ----------
        errors : (n, q) array
            At samples that took no part in the fit (left-out standards); NaN where unknown.

        Raises
        ------
        DataError
            Fewer than three errors of a property, or no scatter at all.
        ParameterError
            Limits that are not positive.
        """
        E = np.asarray(errors, dtype=np.float64)
        E = E[:, None] if E.ndim == 1 else E
        if not (slack >= 0 and decision > 0 and action > 0):
            raise ParameterError("the limits of a control chart must be positive.")
        counts = np.isfinite(E).sum(axis=0)
        if (counts < 3).any():
            raise DataError(f"the limits of a control chart need at least 3 errors per property, not {counts.min()}.")
        sigma = np.nanstd(E, axis=0, ddof=1)
        if not (sigma > 0).all():
            raise DataError("the baseline errors do not scatter at all; no limits can be set.")
        return cls(np.nanmean(E, axis=0), sigma, slack, decision, action)

    def add(self, errors: ArrayLike, names: Sequence[str] = (), samples: Sequence[str] = ()) -> list[ChartPoint]:
        """One day's errors of the check samples (n, q); returns a point per property.

        `names` are those of the properties; `samples` says which sample every row is of, so that those measured before
        are compared with themselves.

        Raises
        ------
        DataError
            If the number of properties differs or nothing is known.
        """
        E = np.asarray(errors, dtype=np.float64)
        E = E[:, None] if E.ndim == 1 else E
        if E.ndim != 2 or E.shape[1] != len(self.centre):
            raise DataError(f"the chart has {len(self.centre)} properties, but the day's errors have the shape "
                            f"{E.shape}.")
        if not np.isfinite(E).any(axis=0).all():
            raise DataError("a property has no check sample with a known value on this day.")
        changes = self._changes(E, samples)
        day = []
        for j in range(len(self.centre)):
            values = E[np.isfinite(E[:, j]), j]
            mean = float(values.mean())
            z = (mean - self.centre[j]) / (self.sigma[j] / np.sqrt(len(values)))
            before = self.points[-1][j] if self.points else None
            upper = max(0.0, (before.upper if before else 0.0) + z - self.slack)
            lower = max(0.0, (before.lower if before else 0.0) - z - self.slack)
            name = names[j] if len(names) > j else f"property {j + 1}"
            known = changes[np.isfinite(changes[:, j]), j]
            day.append(ChartPoint(
                mean, float(z), float(upper), float(lower),
                self._alarms(j, z, upper, lower, name) + self._changed(known, self.sigma[j], name),
                len(values), float(known.mean()) if len(known) else float("nan")))
        self.points.append(day)
        return day

    def _changes(self, E: np.ndarray, samples: Sequence[str]) -> np.ndarray:
        """Errors of the samples measured before less those of their first day (k, q); the new ones are kept."""
        rows: dict[str, list[int]] = {}
        for row, sample in enumerate(samples):
            rows.setdefault(sample, []).append(row)
        changes = []
        for sample, of in rows.items():
            known = np.isfinite(E[of])
            mean = np.where(known, E[of], 0.0).sum(axis=0) / np.where(known.any(axis=0), known.sum(axis=0), np.nan)
            if sample in self.firsts:
                changes.append(mean - self.firsts[sample])
            else:
                self.firsts[sample] = mean
        return np.array(changes).reshape(-1, E.shape[1])

    def _changed(self, changes: np.ndarray, sigma: float, name: str) -> tuple[str, ...]:
        n = len(changes)
        if n < 3 or abs(changes.mean()) <= RELEVANT * sigma:
            return ()
        error = float(changes.std(ddof=1)) / np.sqrt(n)
        if abs(changes.mean()) <= float(-scipy.special.stdtrit(n - 1, CHANCE / 2)) * error:
            return ()
        side = "higher" if changes.mean() > 0 else "lower"
        return (f"{name}: the same {n} samples read {abs(changes.mean()):.3g} {side} than when they were first "
                "measured; measure them again, then renew the transfer.",)

    def _alarms(self, j: int, z: float, upper: float, lower: float, name: str) -> tuple[str, ...]:
        found = []
        if abs(z) > self.action:
            found.append(f"{name}: today's check samples are {abs(z):.1f} standard errors too "
                         f"{'high' if z > 0 else 'low'}; measure them again, then renew the transfer.")
        if max(upper, lower) > self.decision:
            found.append(f"{name}: the predictions have drifted {'up' if upper > lower else 'down'} over the last "
                         "days; the transfer no longer holds.")
        return tuple(found)

    def limits(self, samples: int) -> tuple[np.ndarray, np.ndarray]:
        """Action limits (q,) below and above of the mean error of that many check samples."""
        half = self.action * self.sigma / np.sqrt(max(1, samples))
        return self.centre - half, self.centre + half

    @property
    def holds(self) -> bool:
        """Whether the last day gave no alarm."""
        return not self.points or not any(p.alarms for p in self.points[-1])

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {"centre": self.centre, "sigma": self.sigma, "slack": self.slack, "decision": self.decision,
                "action": self.action,
                "points": [[{"deviation": p.deviation, "standardised": p.standardised, "upper": p.upper,
                             "lower": p.lower, "alarms": list(p.alarms), "samples": p.samples, "change": p.change}
                            for p in day] for day in self.points],
                "first_samples": list(self.firsts), "first_errors": np.array(list(self.firsts.values())).reshape(
                    len(self.firsts), len(self.centre))}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> ControlChart:
        """The chart that `to_state` described."""
        points = [[ChartPoint(float(p["deviation"]), float(p["standardised"]), float(p["upper"]), float(p["lower"]),
                              tuple(p["alarms"]), int(p.get("samples", 0)), float(p.get("change", np.nan)))
                   for p in day] for day in state["points"]]
        firsts = dict(zip(state.get("first_samples", ()), np.asarray(state.get("first_errors", ())), strict=True))
        return cls(np.asarray(state["centre"]), np.asarray(state["sigma"]), float(state["slack"]),
                   float(state["decision"]), float(state["action"]), points, firsts)
