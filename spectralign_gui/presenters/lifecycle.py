"""The life of a model in words and numbers: its versions, its check days, what is to be done next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import numpy as np

from ..core.naming import counted
from ..core.notes import together
from ..core.validation.updates import said_of
from ..session.lifecycle import Life, Version
from ..words import say
from .plots.chart import Chart, Level, Series

KINDS = {"first": "first model", "bias": "bias", "slope": "bias and slope", "change": "bias by what has changed",
         "recursive": "bias followed from day to day", "re-fit": "fitted again"}
"""Kind of a version, in words."""
VERSIONS = ("Version", "State", "How it came about", "Check days", "On held-back samples", "Who", "When", "Why", "File")
DAYS = ("Day", "Version", "Samples", "Held back", "Property", "Mean error", "Lower limit", "Upper limit", "Alarm")


def state_of(life: Life, version: Version) -> str:
    """in force, approved, proposed or declined."""
    return "in force" if version.number == life.current else version.state


def when(text: str) -> str:
    """A time as day and minute."""
    try:
        return f"{datetime.fromisoformat(text):%Y-%m-%d %H:%M}"
    except ValueError:
        return text


def version_rows(life: Life) -> list[list[str]]:
    """A row per version, see `VERSIONS`."""
    found = []
    for v in life.versions:
        how = KINDS.get(v.kind, v.kind) + (f", of version {v.base} since {v.since}" if v.base else "")
        found.append([str(v.number), state_of(life, v), how, str(len(life.checks_of(v.number))),
                      "; ".join(f"{j.name}: {j.outcome}" for j in v.judged), v.who, when(v.when), v.why,
                      Path(v.file).name])
    return found


def day_rows(life: Life) -> list[list[str | float]]:
    """A row per check day and property, see `DAYS`; the last day at the end."""
    found: list[list[str | float]] = []
    for check, points, _ in life.points():
        for name, p in zip(life.properties, points, strict=True):
            found.append([check.day, str(check.version), str(len(check.samples)), str(int(check.held_back.sum())),
                          name, p.deviation, p.low, p.high, " ".join(p.alarms)])
    return found


def judged_text(life: Life, version: Version) -> str:
    """How a version did on the samples that were held back from it."""
    return say(together(*(said_of(j, u) for j, u in zip(version.judged, life.units, strict=False))))


def standing(life: Life) -> tuple[str, str]:
    """A sentence on how things stand, and "good", "warning", "bad" or "muted"."""
    mine = [c for c in life.checks if c.version == life.current]
    waiting = [v for v in life.versions if v.state == "proposed" and v.base == life.current]
    if waiting:
        names = ", ".join(f"version {v.number}" for v in waiting)
        return f"A decision is due: {names}. {judged_text(life, waiting[-1])}", "warning"
    if not mine:
        return f"Version {life.current} is in force; no check sample was measured with it yet.", "muted"
    if alarms := life.alarms:
        return f"⚠ {mine[-1].day}, version {life.current}: {' '.join(alarms)}", "bad"
    return (f"Version {life.current} holds: {counted(len(mine), 'check day', 'check days')}, the last one "
            f"{mine[-1].day}."), "good"


def samples_text(life: Life) -> str:
    """Which check samples update and which judge."""
    names: dict[str, str] = {}
    for check in life.checks:
        for key, name in zip(check.keys, check.samples, strict=True):
            names.setdefault(key, name)
    parts = [(title, [names[k] for k, held in life.roles.items() if held is side])
             for title, side in (("For updates", False), ("Held back to judge them", True))]
    return ". ".join(f"{title}: {', '.join(of)}" for title, of in parts if of) + ("." if names else "")


def life_chart(life: Life, j: int, sums: bool = False) -> Chart:
    """All check days of all versions in one chart: mean errors with their limits, or the sums of the CUSUM.

    Parameters
    ----------
    life : Life
    j : int
        Property.
    sums : bool
    """
    points = life.points()
    if not points:
        return Chart()
    x = np.arange(1.0, len(points) + 1)
    of = [p[j] for _, p, _ in points]
    version = np.array([c.version for c, _, _ in points])
    name, unit = life.properties[j], life.units[j]
    label = f"Check day ({points[0][0].day} to {points[-1][0].day})"
    if sums:
        series = [Series("sum upwards", np.array([p.upper for p in of]), x, symbol="t1"),
                  Series("sum downwards", -np.array([p.lower for p in of]), x, symbol="t", colour="muted")]
        limit = points[-1][2].decision
        return Chart(series, [Level(0.0, "", "muted"), Level(limit, "limit of drift"), Level(-limit, "")], label,
                     f"{name}, standard errors")
    series = []
    for k in _runs(version):
        series.append(Series(f"version {version[k[0]]}", np.array([of[i].deviation for i in k]), x[k],
                             f"group:{version[k[0]] - 1}", "o"))
    limits = np.array([(p.low, p.high) for p in of])
    series += [Series("limits", limits[:, 1], x, colour="muted", symbol="t"),
               Series("", limits[:, 0], x, colour="muted", symbol="t1")]
    outside = np.array([bool(p.alarms) for p in of])
    if outside.any():
        series.append(Series("days with an alarm", np.array([p.deviation for p in of])[outside], x[outside],
                             colour="threshold", symbol="d", line=False))
    return Chart(series, [Level(0.0, "", "muted")], label, f"{name}, error" + (f" ({unit})" if unit else ""))


def _runs(version: np.ndarray) -> Sequence[np.ndarray]:
    """Days in a row with the same version."""
    return np.split(np.arange(len(version)), np.flatnonzero(np.diff(version)) + 1)
