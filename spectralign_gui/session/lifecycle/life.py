"""A life as it is read from its record: a chain of entries, each with what was done as plain JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...core.data import match_key
from ...core.errors import FileError
from ...core.validation.control_chart import ChartPoint, ControlChart
from ...core.validation.updates import Judged
from ..audit import Entry, Trail, read
from ..audit.people import is_signed_as
from ..audit.signing import APPROVED as SIGNED_APPROVED

STEP, DATA = "step", "data"
"""Items of an entry: which step it is, and what belongs to it."""
START, CHECK, PROPOSE, APPROVE, DECLINE, BACK = "start", "check", "propose", "approve", "decline", "roll back"
SIGNATURES = "signatures"
DECISIONS = (APPROVE, DECLINE, BACK, SIGNATURES)
"""Steps that are signed by an approver where signatures are required."""
PROPOSED, APPROVED, DECLINED = "proposed", "approved", "declined"
REFIT = "re-fit"
FIRST = "first"


@dataclass(frozen=True, eq=False)
class Version:
    """One version of the model.

    Parameters
    ----------
    number : int
    file, sha256 : str
        The model file, as written in the record, and its content.
    kind : str
        "first", "bias", "slope", "change", "recursive" or "re-fit".
    base : int
        The version that it was made from; 0 of the first.
    residuals : (m, q) array
        Errors at samples that took no part in it: limits of the chart rest on them.
    state : {"approved", "proposed", "declined"}
    judged : tuple of Judged
        Against `base`, on samples held back from the update.
    since : str
        Day from which check samples counted for the update; "" of the first.
    who, why, when : str
        Of the last decision on it.
    standards : int or None
        Of the fit, where the file says so.
    """

    number: int
    file: str
    sha256: str
    kind: str
    base: int
    residuals: np.ndarray
    state: str = PROPOSED
    judged: tuple[Judged, ...] = ()
    since: str = ""
    who: str = ""
    why: str = ""
    when: str = ""
    standards: int | None = None


@dataclass(frozen=True, eq=False)
class Check:
    """Check samples of one day.

    Parameters
    ----------
    day : str
        ISO date.
    version : int
        That predicted.
    samples : tuple of str
    held_back : (n,) bool array
        Whether the sample only judges updates, and never takes part in one.
    reference, predicted : (n, q) arrays
        NaN where unknown.
    source, sha256 : str
        File of the spectra.
    who : str
    """

    day: str
    version: int
    samples: tuple[str, ...]
    held_back: np.ndarray
    reference: np.ndarray
    predicted: np.ndarray
    source: str = ""
    sha256: str = ""
    who: str = ""

    @property
    def errors(self) -> np.ndarray:
        """Predicted − reference (n, q)."""
        return np.asarray(self.predicted - self.reference)

    @property
    def keys(self) -> list[str]:
        """The samples as they are matched."""
        return [match_key(s) for s in self.samples]


@dataclass(frozen=True, eq=False)
class Life:
    """All that a record says.

    Parameters
    ----------
    instrument : str
    properties, units : tuple of str
    versions : tuple of Version
    checks : tuple of Check
    current : int
        Version in force.
    head : str
        Hash of the last entry.
    entries : int
    users, root : str
        The users file whose approvers have to sign decisions, and the hash of its first entry; "" where nobody has to.
    """

    instrument: str
    properties: tuple[str, ...]
    units: tuple[str, ...]
    versions: tuple[Version, ...]
    checks: tuple[Check, ...]
    current: int
    head: str
    entries: int
    users: str = ""
    root: str = ""

    def version(self, number: int) -> Version:
        """A version by its number.

        Raises
        ------
        FileError
            There is none.
        """
        found = next((v for v in self.versions if v.number == number), None)
        if found is None:
            raise FileError("life.no_version", number=number, versions=[str(v.number) for v in self.versions])
        return found

    @property
    def in_force(self) -> Version:
        """The version in force."""
        return self.version(self.current)

    @property
    def roles(self) -> dict[str, bool]:
        """Of every check sample by its key: whether it is held back. What it was first, it stays."""
        found: dict[str, bool] = {}
        for check in self.checks:
            for key, held in zip(check.keys, check.held_back.tolist(), strict=True):
                found.setdefault(key, held)
        return found

    def checks_of(self, number: int, since: str = "") -> list[Check]:
        """Checks of a version, from a day on."""
        return [c for c in self.checks if c.version == number and c.day >= since]

    def points(self) -> list[tuple[Check, list[ChartPoint], ControlChart]]:
        """Every check day with its points and its chart: days of another version begin a chart of their own."""
        return self._points

    @cached_property
    def _points(self) -> list[tuple[Check, list[ChartPoint], ControlChart]]:
        """They are asked for again and again; of 2,000 days they take a second."""
        found, chart, before = [], None, 0
        for check in self.checks:
            if chart is None or check.version != before:
                chart, before = ControlChart.from_baseline(self.version(check.version).residuals), check.version
            if np.isfinite(check.errors).any(axis=0).all():
                found.append((check, chart.add(check.errors, self.properties, check.keys), chart))
        return found

    @property
    def alarms(self) -> tuple[str, ...]:
        """What the last day says; empty where all is well, or where the version in force was not checked yet."""
        points = self.points()
        if not points or points[-1][0].version != self.current:
            return ()
        return tuple(a for p in points[-1][1] for a in p.alarms)


def life_of(trail: Trail, name: str = "record") -> Life:
    """What a chain of entries says; the chain itself was checked before.

    Raises
    ------
    FileError
        It is no record of a model's life, or an entry does not fit those before it.
    """
    entries = read(trail)
    life: Life | None = None
    for entry in entries:
        step, data = _step(entry)
        if not step:
            continue  # an entry by hand
        if life is not None and life.root and step in DECISIONS and not is_signed_as(entry.changes, SIGNED_APPROVED):
            raise FileError("life.unsigned", name=name, number=entry.number)
        try:
            life = _begun(entry, data) if life is None else _after(life, entry, step, data)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError) as error:
            raise FileError("life.entry_odd", name=name, number=entry.number) from error
    if life is None:
        raise FileError("life.no_record", name=name)
    return replace(life, head=entries[-1].hash, entries=len(entries))


def _step(entry: Entry) -> tuple[str, dict[str, Any]]:
    found = {item: new for item, _, new in entry.changes}
    try:
        data = json.loads(found.get(DATA, "{}"))
    except (ValueError, RecursionError):
        data = None
    return found.get(STEP, ""), data if isinstance(data, dict) else {}


def _begun(entry: Entry, data: dict[str, Any]) -> Life:
    names, units = (tuple(map(str, data[k])) for k in ("properties", "units"))
    if not names or len(units) != len(names):
        raise ValueError("no properties")
    first = _version(entry, data, 1, names)
    return Life(str(data["instrument"]), names, units, (replace(first, state=APPROVED),), (), 1, "", 0)


def _version(entry: Entry, data: dict[str, Any], number: int, names: Sequence[str]) -> Version:
    judged = tuple(Judged(str(j["property"]), int(j["samples"]), int(j["days"]),
                          *(_number(j[k]) for k in ("old", "new", "low", "high"))) for j in data.get("judged", ()))
    residuals = table(data["residuals"], len(names))
    ControlChart.from_baseline(residuals)  # without limits there is no chart
    standards = data.get("standards")
    return Version(number, str(data["file"]), str(data["sha256"]), str(data["kind"]), int(data.get("base", 0)),
                   residuals, PROPOSED, judged, str(data.get("since", "")), entry.who, entry.why, entry.when,
                   None if standards is None else int(standards))


def _number(value: Any) -> float:
    return math.nan if value is None else float(value)


def table(rows: Any, columns: int) -> np.ndarray:
    """A table of numbers (n, columns) from JSON, NaN for null."""
    return np.array([[_number(v) for v in row] for row in rows], dtype=float).reshape(len(rows), columns)


def _after(life: Life, entry: Entry, step: str, data: dict[str, Any]) -> Life:
    if step == CHECK:
        return replace(life, checks=(*life.checks, _check(life, entry, data)))
    if step == PROPOSE:
        made = _version(entry, data, len(life.versions) + 1, life.properties)
        life.version(made.base)
        return replace(life, versions=(*life.versions, made))
    if step == SIGNATURES:
        return replace(life, users=str(data["users"]), root=str(data["root"]))
    number = int(data["version"])
    state = {APPROVE: APPROVED, DECLINE: DECLINED}.get(step, life.version(number).state)
    if step == BACK and state != APPROVED:
        raise ValueError("never approved")
    decided = replace(life.version(number), state=state, who=entry.who, why=entry.why, when=entry.when)
    versions = tuple(decided if v.number == number else v for v in life.versions)
    return replace(life, versions=versions, current=number if step in (APPROVE, BACK) else life.current)


def _check(life: Life, entry: Entry, data: dict[str, Any]) -> Check:
    samples, q = tuple(map(str, data["samples"])), len(life.properties)
    held = np.array([bool(h) for h in data["held_back"]], dtype=bool)
    reference, predicted = table(data["reference"], q), table(data["predicted"], q)
    if not len(samples) == len(held) == len(reference) == len(predicted) > 0:
        raise ValueError("rows")
    life.version(int(data["version"]))
    return Check(str(data["day"]), int(data["version"]), samples, held, reference, predicted,
                 str(data.get("source", "")), str(data.get("sha256", "")), entry.who)
