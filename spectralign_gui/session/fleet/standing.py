"""How one instrument stands: its model version, standards, last check, bias, alarm, who approved."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import PurePath
from typing import Any

import numpy as np

from ..lifecycle import Life

HOLDS, ALARM, DUE, UNCHECKED, ODD = "holds", "alarm", "decision due", "not checked", "not readable"
"""States, as they are kept."""
STATES = (HOLDS, ALARM, DUE, UNCHECKED, ODD)


@dataclass(frozen=True)
class Standing:
    """What is known of an instrument at one time.

    Parameters
    ----------
    state : {"holds", "alarm", "decision due", "not checked", "not readable"}
    measures : str
        The instrument as the model calls it.
    properties, units : tuple of str
    version : int
        In force; 0 where nothing is known.
    versions : int
        How many there are.
    model, kind : str
        File and kind of the version in force.
    standards : int or None
    checks : int
        Check days of the version in force.
    last_check : str
        Day of the last check with it.
    bias, low, high : tuple of float
        Per property: mean error of the last day, and its limits; empty where there was none.
    alarms : tuple of str
    who, when : str
        Who put the version in force.
    head : str
        Hash of the record's last entry.
    problem : str
        Why the record could not be read; "" if it could.
    """

    state: str
    measures: str = ""
    properties: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    version: int = 0
    versions: int = 0
    model: str = ""
    kind: str = ""
    standards: int | None = None
    checks: int = 0
    last_check: str = ""
    bias: tuple[float, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    alarms: tuple[str, ...] = ()
    who: str = ""
    when: str = ""
    head: str = ""
    problem: str = ""

    def tree(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Figure:
    """A figure that was measured on an instrument.

    Parameters
    ----------
    name, unit, how : str
    value : float
    at, who : str
        When and by whom.
    """

    name: str
    value: float
    unit: str
    how: str
    at: str
    who: str


@dataclass(frozen=True)
class Instrument:
    """One line of a fleet.

    Parameters
    ----------
    name : str
    record : str
        File of its record.
    standing : Standing
    noted : str
        When this was noted; "" if it was just read.
    figures : tuple of Figure
        The last of each name.
    note : str
    """

    name: str
    record: str
    standing: Standing
    noted: str = ""
    figures: tuple[Figure, ...] = ()
    note: str = ""


def standing_of(life: Life) -> Standing:
    """How an instrument stands by its record."""
    version = life.in_force
    mine = [(c, p) for c, p, _ in life.points() if c.version == version.number]
    bias: tuple[float, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    if mine:
        bias, low, high = zip(*((p.deviation, p.low, p.high) for p in mine[-1][1]), strict=True)
    due = any(v.state == "proposed" and v.base == version.number for v in life.versions)
    state = ALARM if life.alarms else DUE if due else HOLDS if mine else UNCHECKED
    return Standing(state, life.instrument, life.properties, life.units, version.number, len(life.versions),
                    PurePath(version.file).name, version.kind, version.standards, len(mine),
                    mine[-1][0].day if mine else "", bias, low, high, life.alarms, version.who, version.when, life.head)


def standing_from(tree: Mapping[str, Any]) -> Standing:
    """What `Standing.tree` described.

    Raises
    ------
    ValueError, TypeError, KeyError
        It is something else.
    """
    if tree["state"] not in STATES:
        raise ValueError("state")
    texts: dict[str, Any] = {k: str(tree[k]) for k in (
        "state", "measures", "model", "kind", "last_check", "who", "when", "head", "problem")}
    lists: dict[str, Any] = {k: tuple(map(str, tree[k])) for k in ("properties", "units", "alarms")}
    tables: dict[str, Any] = {k: tuple(math.nan if v is None else float(v) for v in tree[k])
                              for k in ("bias", "low", "high")}
    counts: dict[str, Any] = {k: int(tree[k]) for k in ("version", "versions", "checks")}
    if any(len(t) not in (0, len(lists["properties"])) for t in tables.values()) or len(lists["units"]) != len(
            lists["properties"]):
        raise ValueError("properties")
    standards = tree["standards"]
    return Standing(**texts, **lists, **tables, **counts, standards=None if standards is None else int(standards))


def share_of_limit(standing: Standing) -> float:
    """How far the worst property is towards its limit: 1 at the limit; NaN where nothing was checked."""
    shares = []
    for bias, low, high in zip(standing.bias, standing.low, standing.high, strict=True):
        half = (high - low) / 2
        shares.append(abs(bias - (high + low) / 2) / half if half > 0 else math.nan)
    known = [s for s in shares if np.isfinite(s)]
    return max(known, default=math.nan)
