"""A fleet as the program uses it: what is listed, and what is noted of each instrument."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from ...core.data.text import spelt
from ...core.errors import FileError, ParameterError, SpectrAlignError
from ...core.notes import as_note
from ...session.audit import check
from ...session.fleet import ODD, Figure, Instrument, Standing, standing_from, standing_of
from ..apart import Allowance, apart
from ..atomic import is_file
from ..lifecycle.record import ENDING, read_record
from . import database

DEEP = 2
"""Folders below a folder that are looked into for records."""
MOST = 1000
"""Records of a folder that are listed."""


def fleet_of(path: str | Path) -> list[Instrument]:
    """The instruments of a fleet: as they were noted last, or, of a folder, as its records say now.

    Parameters
    ----------
    path : str or Path
        A database of a fleet, or a folder with records.

    Raises
    ------
    FileError
        It is neither, or damaged.

    Examples
    --------
    >>> [i.name for i in fleet_of("site.fleet")]  # doctest: +SKIP
    ['NIR 1', 'NIR 2']
    """
    path = Path(path)
    if path.is_dir():
        return _of_folder(path)
    found = _called(database.read, path)
    states = {row[0]: row for row in found["states"]}
    figures: dict[str, list[Figure]] = {}
    for instrument, at, who, name, value, unit, how in found["figures"]:
        figures.setdefault(instrument, []).append(Figure(name, value, unit, how, at, who))
    return [Instrument(name, str(_place(path, record)), *_noted(path, states.get(name)),
                       tuple(figures.get(name, ())), note) for name, record, note, _, _ in found["instruments"]]


def _noted(path: Path, row: Sequence[str] | None) -> tuple[Standing, str]:
    if row is None:
        raise FileError("fleet.damaged", name=path.name)
    return _standing(path, row[3]), row[1]


def _standing(path: Path, data: str) -> Standing:
    try:
        return standing_from(json.loads(data))
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError) as error:
        raise FileError("fleet.damaged", name=path.name) from error


def _of_folder(folder: Path) -> list[Instrument]:
    """Every record of a folder; one that cannot be read says so and stops no other."""
    found = []
    for path in _records(folder):
        standing = read_standing(path)
        name = path.relative_to(folder).with_suffix("").as_posix()
        found.append(Instrument(name, str(path), standing))
    if not found:
        raise FileError("fleet.no_records", folder=str(folder), ending=ENDING)
    return found


def _records(folder: Path) -> list[Path]:
    found: list[Path] = []
    for top, folders, names in os.walk(folder):
        depth = len(Path(top).relative_to(folder).parts)
        folders[:] = sorted(f for f in folders if not f.startswith(".")) if depth < DEEP else []
        found += [Path(top) / n for n in sorted(names) if n.lower().endswith(ENDING) and not n.startswith(".")]
        if len(found) >= MOST:
            break
    return found[:MOST]


def read_standing(path: Path, head: str = "") -> Standing:
    """How an instrument stands by its record; why it cannot be said, where it cannot.

    Parameters
    ----------
    path : Path
    head : str
        The last hash that was noted of it: it must still be in the record.
    """
    try:
        record = read_record(path)
        found = check(record.trail, head)
        if found.problem is not None:
            raise FileError("audit.not_sound", name=path.name, said=found.problem)
        return standing_of(record.life)
    except SpectrAlignError as error:
        return Standing(ODD, head=head, problem=str(as_note(error)))


def _created(path: Path) -> None:
    """An empty fleet; no file without content is left of one that could not be made, as on a full disk."""
    try:
        _called(database.create, path)
    except FileError:
        beside = Path(f"{path}-wal")
        if is_file(path) and not path.stat().st_size and not (is_file(beside) and beside.stat().st_size):
            path.unlink(missing_ok=True)
        raise


def add(path: str | Path, record: str | Path, name: str = "", who: str = "", note: str = "") -> Instrument:
    """List an instrument by its record; the fleet is begun where there is none.

    Parameters
    ----------
    path : str or Path
    record : str or Path
    name : str
        Default what the model calls the instrument.
    who, note : str

    Raises
    ------
    FileError
        The record cannot be read, or the name is listed already.
    ParameterError
        Nobody is named.
    """
    path, record = Path(path), Path(record)
    name, who, note = spelt(name), spelt(who), spelt(note)
    _person(who)
    if path.suffix.lower() not in database.ENDINGS:
        raise FileError("files.unknown_ending", endings=", ".join(database.ENDINGS))
    standing = standing_of(read_record(record).life)
    name = name.strip() or standing.measures
    if not path.exists():
        _created(path)
    folder, whole = path.resolve().parent, record.resolve()
    written = whole.relative_to(folder).as_posix() if whole.is_relative_to(folder) else str(whole)
    now = _now()
    _called(database.put_instrument, path, name, written, note, now, who, _text(standing))
    return Instrument(name, str(whole), standing, now, note=note)


def note(path: str | Path, names: Sequence[str] = (), who: str = "") -> list[Instrument]:
    """Read the records again, and note how their instruments stand.

    A record in which the hash that was noted last is missing has been cut off or written anew; that is noted too, and
    the hash is kept, so that it is told until somebody has looked.

    Parameters
    ----------
    path : str or Path
    names : sequence of str
        Default all.
    who : str

    Raises
    ------
    FileError
        No fleet, or no instrument of that name.
    ParameterError
        Nobody is named.
    """
    path = Path(path)
    _person(who)
    listed = {i.name: i for i in fleet_of(path)}
    for name in names:
        if name not in listed:
            raise FileError("fleet.not_there", instrument=name)
    states = [(name, read_standing(Path(listed[name].record), listed[name].standing.head))
              for name in names or listed]
    _called(database.put_states, path, _now(), who, [[name, _text(s)] for name, s in states])
    return fleet_of(path)


def note_figures(path: str | Path, name: str, figures: Sequence[tuple[str, float, str, str]], who: str) -> None:
    """Note figures (name, value, unit, how) of an instrument.

    Raises
    ------
    FileError
        No fleet, or no instrument of that name.
    ParameterError
        Nobody is named.
    """
    _person(who)
    known = [[n, float(v), u, h] for n, v, u, h in figures if math.isfinite(v)]
    _called(database.put_figures, Path(path), name, _now(), who, known)


def history(path: str | Path, name: str) -> list[tuple[str, str, Standing]]:
    """When, by whom and what was noted of an instrument, the first first.

    Raises
    ------
    FileError
        No fleet, or nothing was noted.
    """
    found = [(at, who, _standing(Path(path), data)) for at, who, data in _called(
        database.read_history, Path(path), name)]
    if not found:
        raise FileError("fleet.not_there", instrument=name)
    return found


def remove(path: str | Path, name: str) -> None:
    """Take an instrument out of the list; what was noted of it stays in the file.

    Raises
    ------
    FileError
        No fleet, or no instrument of that name.
    """
    _called(database.take_out, Path(path), name)


def _called(function: Any, path: Path, *given: Any) -> Any:
    if function is not database.create and not is_file(path):
        raise FileError("fleet.no_file", name=str(path))
    return apart(function, path, *given, allowance=Allowance.of(path, unpacked=10.0))


def _place(fleet: Path, record: str) -> Path:
    return fleet.resolve().parent / record


def _person(who: str) -> None:
    if not who.strip():
        raise ParameterError("life.who_needed")


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _text(standing: Standing) -> str:
    tree = {k: [None if isinstance(x, float) and not math.isfinite(x) else x for x in v]
            if isinstance(v, tuple) else v for k, v in standing.tree().items()}
    return json.dumps(tree, ensure_ascii=False, allow_nan=False)
