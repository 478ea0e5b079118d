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
        Deviation from what was expected, in standard errors.
    upper, lower : float
        CUSUM sums, in standard errors.
    alarms : tuple of str
        Sentences; empty if all is well.
    samples : int
        How many check samples the mean is of; 0 in charts of earlier versions.
    change : float
        Mean change of the samples that were measured before, each against its own first measurement; NaN if there are
        none.
    low, high : float
        Limits of the deviation on that day: new samples are expected where those of the baseline are, others where
        they were on their earlier days.
    """

    deviation: float
    standardised: float
    upper: float
    lower: float
    alarms: tuple[str, ...]
    samples: int = 0
    change: float = float("nan")
    low: float = float("nan")
    high: float = float("nan")


CHANCE = math.erfc(3.0 / math.sqrt(2.0))
"""How often an alarm may be chance: as often as beyond three standard errors."""
LARGEST = 30.0
"""Standard errors; what is beyond has a probability that no number can hold."""
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
    What a sample's prediction errs by for ever is no drift, and added up day after day it would look like one. So every
    day is judged by what it brings that is new: a new sample against the mean m of the N errors before (baseline and
    other samples), one that was measured on k days before against its own mean. With n_new and n_old of them,

        z = n·(mean − expected) / (σ √(Σ_old (1 + 1/k) + n_new + n_new²/N))

    These are recursive residuals (Brown, Durbin & Evans, J. R. Stat. Soc. B 37 (1975) 149): of one day they know
    nothing of another's, as the sums of a CUSUM need. σ, a single sample's error at the baseline, is more than the
    same sample differs by from day to day, so that false alarms become fewer, not more. σ is estimated too: z is turned
    into the normal deviate that is as probable as Student's t with N₀ − 1 degrees of freedom (N₀ baseline errors).

    A day beyond the action limit has its alarm, and is then over if it was one spoilt measurement: the sums know of it
    no more than that it was at the limit (as in the robust CUSUM: Lucas & Crosier, Commun. Stat. 11 (1982) 2669), and
    what is expected of later days does not know of it (a point with a cause is taken out: Montgomery, 6.2). What stays
    beyond the limit has its alarm every day.

    With k = 0.5 and h = 5 a process in control gives an alarm about every 465 days, a shift of one standard error is
    found in about 10 (Montgomery, Introduction to Statistical Quality Control, 9.1; charts that begin with few data:
    Hawkins, The Statistician 36 (1987) 299).

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
    mean: np.ndarray = field(default_factory=lambda: np.zeros(0))
    """m (q,): mean of the errors of the baseline and of all check samples when they were new."""
    count: np.ndarray = field(default_factory=lambda: np.zeros(0))
    """N (q,): how many errors that is the mean of; infinite in charts of earlier versions."""
    own: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)
    """Mean error (q,) of every check sample over its days, and on how many (q,)."""

    freedom: np.ndarray = field(default_factory=lambda: np.zeros(0))
    """Degrees of freedom of σ (q,); infinite in charts of earlier versions."""

    def __post_init__(self) -> None:
        if not len(self.mean):
            self.mean, self.count = np.array(self.centre, dtype=float), np.full(len(self.centre), np.inf)
        if not len(self.freedom):
            self.freedom = self.count - 1.0

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
        centre = np.nanmean(E, axis=0)
        return cls(centre, sigma, slack, decision, action, mean=centre, count=counts.astype(float))

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
        names_of = list(samples) if len(samples) == len(E) else [""] * len(E)
        E, keys = self._by_sample(E, names_of)
        changes = self._changes(E, keys)
        far = np.zeros(E.shape[1], dtype=bool)
        expected, variance = self._expected(E, keys)
        day = []
        for j in range(len(self.centre)):
            mean = float(np.nanmean(E[:, j]))
            error = float(self.sigma[j] * np.sqrt(variance[j]))
            z, half = self._normal((mean - expected[j]) / error, j), self._reach(j) * error
            before = self.points[-1][j] if self.points else None
            far[j] = abs(z) > self.action
            step = math.copysign(min(abs(z), self.action), z)
            upper = max(0.0, (before.upper if before else 0.0) + step - self.slack)
            lower = max(0.0, (before.lower if before else 0.0) - step - self.slack)
            name = names[j] if len(names) > j else f"property {j + 1}"
            known = changes[np.isfinite(changes[:, j]), j]
            day.append(ChartPoint(
                mean, float(z), float(upper), float(lower),
                self._alarms(z, upper, lower, name, before) + self._changed(known, self.sigma[j], name),
                int(np.isfinite(E[:, j]).sum()), float(known.mean()) if len(known) else float("nan"),
                float(expected[j] - half), float(expected[j] + half)))
        self._learn(np.where(far, np.nan, E), keys)
        self.points.append(day)
        return day

    @staticmethod
    def _by_sample(E: np.ndarray, samples: Sequence[str]) -> tuple[np.ndarray, list[str]]:
        """One row for each sample, the mean of its spectra of the day; rows without a name are samples of their own."""
        rows: dict[str, list[int]] = {}
        for row, sample in enumerate(samples):
            rows.setdefault(sample or f"\n{row}", []).append(row)
        known = [np.isfinite(E[of]) for of in rows.values()]
        means = [np.where(k, E[of], 0.0).sum(axis=0) / np.where(k.any(axis=0), k.sum(axis=0), np.nan)
                 for k, of in zip(known, rows.values(), strict=True)]
        return np.array(means).reshape(-1, E.shape[1]), ["" if k.startswith("\n") else k for k in rows]

    def _expected(self, E: np.ndarray, keys: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """What the day's mean was expected to be (q,), and its variance in units of σ² (q,)."""
        q = E.shape[1]
        expected, variance = np.empty((len(E), q)), np.zeros((len(E), q))
        new = np.zeros((len(E), q), dtype=bool)
        for i, key in enumerate(keys):
            own, days = self.own.get(key, (self.mean, np.zeros(q)))
            new[i] = days == 0
            expected[i] = np.where(new[i], self.mean, own)
            variance[i] = 1.0 + np.where(new[i], 0.0, 1.0 / np.maximum(days, 1.0))
        known = np.isfinite(E)
        n, fresh = known.sum(axis=0), (new & known).sum(axis=0)
        total = np.where(known, variance, 0.0).sum(axis=0) + fresh ** 2 / self.count
        return np.where(known, expected, 0.0).sum(axis=0) / n, total / n ** 2

    def _normal(self, t: float, j: int) -> float:
        """A deviation in standard errors of a σ that is itself estimated, as one where it is known: as probable."""
        freedom = self.freedom[j]
        if not np.isfinite(freedom):
            return float(t)
        size = float(-scipy.special.ndtri(scipy.special.stdtr(freedom, -abs(t))))
        return math.copysign(min(size, LARGEST), t)

    def _reach(self, j: int) -> float:
        """The Shewhart limit in standard errors of a σ that is itself estimated."""
        freedom = self.freedom[j]
        return self.action if not np.isfinite(freedom) else float(
            -scipy.special.stdtrit(freedom, scipy.special.ndtr(-self.action)))

    def _learn(self, E: np.ndarray, keys: Sequence[str]) -> None:
        """What was measured is known on later days; NaN is not."""
        q = E.shape[1]
        for key, row in zip(keys, E, strict=True):
            if key:
                first = self.firsts.get(key, row)
                self.firsts[key] = np.where(np.isfinite(first), first, row)
        added, number = np.zeros(q), np.zeros(q)
        for row, key in zip(E, keys, strict=True):
            known = np.isfinite(row)
            mean, days = self.own.get(key, (np.zeros(q), np.zeros(q)))
            new = known & (days == 0)
            added[new] += row[new]
            number[new] += 1
            if key:
                later = days + known
                step = (np.where(known, row, mean) - mean) / np.maximum(later, 1.0)
                self.own[key] = mean + step, later
        finite = np.isfinite(self.count)
        whole = np.where(finite, self.count, 0.0) + number
        moved = (np.where(finite, self.count, 0.0) * self.mean + added) / np.maximum(whole, 1.0)
        self.mean, self.count = np.where(finite, moved, self.mean), np.where(finite, whole, self.count)

    def _changes(self, E: np.ndarray, keys: Sequence[str]) -> np.ndarray:
        """Errors of the samples measured before less those of their first day (k, q)."""
        return np.array([mean - self.firsts[key] for key, mean in zip(keys, E, strict=True) if key in self.firsts]
                        ).reshape(-1, E.shape[1])

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

    def _alarms(self, z: float, upper: float, lower: float, name: str, before: ChartPoint | None) -> tuple[str, ...]:
        found = []
        earlier = 0.0 if before is None else before.upper if upper > lower else before.lower
        if abs(z) > self.action:
            found.append(f"{name}: today's check samples are {abs(z):.1f} standard errors too "
                         f"{'high' if z > 0 else 'low'}; measure them again, then renew the transfer.")
        # one day far out is over the limit of the sum by itself: that is a jump, and is said above
        if max(upper, lower) > self.decision and (earlier > 0 or not found):
            found.append(f"{name}: the predictions have drifted {'up' if upper > lower else 'down'} over the last "
                         "days; the transfer no longer holds.")
        return tuple(found)

    @property
    def holds(self) -> bool:
        """Whether the last day gave no alarm."""
        return not self.points or not any(p.alarms for p in self.points[-1])

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {"centre": self.centre, "sigma": self.sigma, "slack": self.slack, "decision": self.decision,
                "action": self.action,
                "points": [[{"deviation": p.deviation, "standardised": p.standardised, "upper": p.upper,
                             "lower": p.lower, "alarms": list(p.alarms), "samples": p.samples, "change": p.change,
                             "low": p.low, "high": p.high} for p in day] for day in self.points],
                "first_samples": list(self.firsts), "first_errors": np.array(list(self.firsts.values())).reshape(
                    len(self.firsts), len(self.centre)), "mean": self.mean, "count": self.count,
                "freedom": self.freedom, "own_samples": list(self.own),
                "own": np.array(list(self.own.values())).reshape(len(self.own), 2, len(self.centre))}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> ControlChart:
        """The chart that `to_state` described."""
        points = [[ChartPoint(float(p["deviation"]), float(p["standardised"]), float(p["upper"]), float(p["lower"]),
                              tuple(p["alarms"]), int(p.get("samples", 0)), float(p.get("change", np.nan)),
                              float(p.get("low", np.nan)), float(p.get("high", np.nan)))
                   for p in day] for day in state["points"]]
        firsts = dict(zip(state.get("first_samples", ()), np.asarray(state.get("first_errors", ())), strict=True))
        own = {name: (mean, np.ones(len(mean))) for name, mean in firsts.items()}  # as known as charts before kept it
        own |= {name: (np.asarray(of[0]), np.asarray(of[1])) for name, of in zip(
            state.get("own_samples", ()), np.asarray(state.get("own", ())), strict=True)}
        return cls(np.asarray(state["centre"]), np.asarray(state["sigma"]), float(state["slack"]),
                   float(state["decision"]), float(state["action"]), points, firsts,
                   np.asarray(state.get("mean", ())), np.asarray(state.get("count", ())), own,
                   np.asarray(state.get("freedom", ())))
