"""What is entered into a record: check samples with their part, and updates judged on those that are held back."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.data import match_key
from ...core.errors import DataError
from ...core.validation.recursive import follow
from ...core.validation.updates import CHANGE, RECURSIVE, Correction, Judged, fit_correction, judge, residuals_after
from .life import DATA, STEP, Check, Life

FEWEST, LAST = 3, 3
"""Held-back samples that judge an update, and days that judge a recursive one: it is of the last day."""
Changes = list[tuple[str, str, str]]


def changes_of(step: str, data: Mapping[str, Any], told: Sequence[tuple[str, str, str]] = ()) -> Changes:
    """The items of an entry: what a person reads, then what the program reads."""
    return [(STEP, "", step), *told, (DATA, "", json.dumps(_plain(data), ensure_ascii=False, sort_keys=True,
                                                           allow_nan=False))]


def _plain(value: Any) -> Any:
    """For JSON: arrays as lists, null for what is not finite."""
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def new_roles(life: Life, samples: Sequence[str], reference: np.ndarray, held_back: Sequence[str] = ()
              ) -> dict[str, bool]:
    """Which of the samples are held back: those known as they were; of new ones every second by value.

    Parameters
    ----------
    life : Life
    samples : sequence of str
    reference : (n, q) array
    held_back : sequence of str
        Names that are to be held back; then of the new ones only these.

    Raises
    ------
    DataError
        A name is not among the samples, or was used for updates before.
    """
    known, asked = life.roles, {match_key(n): n for n in held_back}
    keys = {match_key(s): k for k, s in reversed(list(enumerate(samples)))}
    for key, name in asked.items():
        if key not in keys:
            raise DataError("life.held_back_unknown", sample=name)
        if known.get(key) is False:
            raise DataError("life.role_changed", sample=name)
    new = sorted((k for k in keys if k not in known), key=lambda k: (_first(reference[keys[k]]), k))
    # the sides are kept as even as they can be, over the range of values
    begin = sum(known.values()) < len(known) - sum(known.values())
    chosen = {k: (k in asked) if asked else (n % 2 == 0) == begin for n, k in enumerate(new)}
    return {k: known.get(k, chosen.get(k, False)) for k in keys}


def _first(values: np.ndarray) -> float:
    known = values[np.isfinite(values)]
    return float(known[0]) if len(known) else math.inf


def entry_of_check(life: Life, check: Check) -> tuple[str, Changes]:
    """What was done, and the items of its entry."""
    data = {"day": check.day, "version": check.version, "samples": check.samples,
            "held_back": [bool(h) for h in check.held_back], "reference": check.reference,
            "predicted": check.predicted, "source": check.source, "sha256": check.sha256}
    mean = ", ".join(f"{n} {e:+.4g}" for n, e in zip(life.properties, np.nanmean(check.errors, axis=0), strict=True))
    return "Check samples were measured", changes_of("check", data, [
        ("day", "", check.day), ("samples", "", ", ".join(check.samples)), ("mean error", "", mean)])


def window_start(life: Life) -> str:
    """Day on which the drift seems to have begun: the first one after the sum that gave the alarm was last zero.

    Where there is no alarm, the last day. Source: Montgomery, Introduction to Statistical Quality Control, 9.1 (the
    counter N of the CUSUM as the estimate of when the shift took place).
    """
    points = [p for p in life.points() if p[0].version == life.current]
    if not points:
        return ""
    last = points[-1][1]
    starts = []
    for j, point in enumerate(last):
        up = point.upper >= point.lower
        if point.alarms:
            zero = [k for k, (_, of, _) in enumerate(points) if (of[j].upper if up else of[j].lower) == 0.0]
            starts.append(zero[-1] + 1 if zero else 0)
    at = min(min(starts, default=len(points) - 1), len(points) - 1)
    return points[at][0].day


@dataclass(frozen=True, eq=False)
class Stacked:
    """Check days of one version below each other.

    Parameters
    ----------
    samples, days : (n,) arrays of str
    held_back : (n,) bool array
    reference, predicted : (n, q) arrays
    before : (n, q) array
        Error of the row's sample on its first day, where that was before these; else NaN.
    """

    samples: np.ndarray
    days: np.ndarray
    held_back: np.ndarray
    reference: np.ndarray
    predicted: np.ndarray
    before: np.ndarray

    def taken(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Predicted, reference, samples and errors before, of some rows."""
        return self.predicted[rows], self.reference[rows], self.samples[rows], self.before[rows]


def stacked(life: Life, number: int, since: str) -> Stacked:
    """The checks of a version from a day on.

    Raises
    ------
    DataError
        There are none.
    """
    checks = life.checks_of(number, since)
    if not checks:
        raise DataError("life.no_checks", version=number, since=since or "the beginning")
    firsts: dict[str, tuple[str, np.ndarray]] = {}
    for check in life.checks_of(number):
        for key, error in zip(check.keys, check.errors, strict=True):
            firsts.setdefault(key, (check.day, error))
    roles, q = life.roles, len(life.properties)
    keys = [k for c in checks for k in c.keys]
    nothing = np.full(q, np.nan)
    return Stacked(
        np.array(keys), np.array([c.day for c in checks for _ in c.samples]), np.array([roles[k] for k in keys]),
        np.concatenate([c.reference for c in checks]), np.concatenate([c.predicted for c in checks]),
        np.array([firsts[k][1] if firsts[k][0] < checks[0].day else nothing for k in keys]).reshape(len(keys), q))


@dataclass(frozen=True, eq=False)
class Proposal:
    """An update, and how it does on the samples that are held back.

    Parameters
    ----------
    kind : str
    since : str
    correction : Correction or None
        None of a re-fit.
    residuals : (m, q) array
        For the limits of the new version.
    judged : tuple of Judged
    told : tuple of (str, str, str)
        Further items of its entry.
    """

    kind: str
    since: str
    correction: Correction | None
    residuals: np.ndarray
    judged: tuple[Judged, ...]
    told: tuple[tuple[str, str, str], ...] = ()


def proposal(life: Life, kind: str, since: str = "") -> Proposal:
    """A correction of the version in force by its check samples.

    Parameters
    ----------
    life : Life
    kind : {"bias", "slope", "change", "recursive"}
        See `core.validation.updates.fit_correction` and `core.validation.recursive.follow`.
    since : str
        First day that counts; default `window_start`. A recursive update counts all days, and is judged from this one
        on; default the last three of the drift.

    Raises
    ------
    DataError
        Too few samples, or none that are held back.
    """
    if kind == RECURSIVE:
        return followed(life, since)
    version = life.in_force
    days = sorted({c.day for c in life.checks_of(version.number)})
    if not since:  # a change is one from the first day, which cannot be among those that have changed
        since = max(window_start(life), days[1] if kind == CHANGE and len(days) > 1 else "")
    rows = stacked(life, version.number, since)
    if kind == CHANGE and not np.isfinite(rows.before[~rows.held_back]).any():
        raise DataError("life.no_first_days", version=version.number, since=since)
    correction = fit_correction(kind, *rows.taken(~rows.held_back))
    held = rows.held_back
    new = correction.apply(rows.predicted[held])
    return Proposal(kind, since, correction, residuals_after(version.residuals, correction),
                    judged_on(life, rows, new))


def followed(life: Life, since: str = "") -> Proposal:
    """The bias as it has come to be on the last day, from all check days of the version in force.

    Raises
    ------
    DataError
        Too few days or samples, or no change over the days.
    """
    version = life.in_force
    days = sorted({c.day for c in life.checks_of(version.number)})
    if len(days) < 2:
        raise DataError("updates.no_repeats")
    since = since or max(window_start(life), days[max(1, len(days) - LAST)])
    rows = stacked(life, version.number, "")
    taken = ~rows.held_back
    errors = (rows.predicted - rows.reference)[taken]
    levels = [follow(rows.days[taken].tolist(), rows.samples[taken].tolist(), errors[:, j])
              for j in range(errors.shape[1])]
    if not any(level.ratio for level in levels):
        raise DataError("updates.no_change")
    offset = -np.array([level.value if level.ratio else 0.0 for level in levels])
    correction = Correction(np.ones(len(offset)), offset, min(level.samples for level in levels), False)
    told = tuple((f"bias of {name} followed to the last day", "", f"{level.value:.6g} ± {level.error:.2g}")
                 for name, level in zip(life.properties, levels, strict=True))
    late = stacked(life, version.number, since)
    return Proposal(RECURSIVE, since, correction, residuals_after(version.residuals, correction),
                    judged_on(life, late, correction.apply(late.predicted[late.held_back])), told)


def judged_on(life: Life, rows: Stacked, new: np.ndarray) -> tuple[Judged, ...]:
    """Old against new predictions (n, q) of the held-back rows.

    Raises
    ------
    DataError
        Too few samples are held back.
    """
    held = rows.held_back
    count = len(set(rows.samples[held].tolist()))
    if count < FEWEST:
        raise DataError("life.few_held_back", n=count, needed=FEWEST)
    reference = rows.reference[held]
    return judge(rows.predicted[held] - reference, new - reference, rows.samples[held], rows.days[held],
                 life.properties)
