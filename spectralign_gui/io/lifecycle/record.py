"""The record: a file of lines of JSON in a chain of hashes, only ever appended to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import FileError
from ...core.notes import Note, about
from ...session.audit import Trail, TrailCheck, appended, check
from ...session.audit.signing import Signer
from ...session.lifecycle import Life, life_of
from ..appending import append_line
from ..atomic import is_file
from ..locked import exclusive

ENDING = ".life"
LARGEST = 200_000_000
"""Bytes of a record: a hundred years of daily checks."""
WAIT = 10.0
"""Seconds to wait for another program that writes an entry."""
Changes = list[tuple[str, str, str]]


@dataclass(frozen=True, eq=False)
class Record:
    """A record as it was read.

    Parameters
    ----------
    path : Path
    life : Life
    trail : tuple of str
    found : TrailCheck
        What is to be said of the chain.
    """

    path: Path
    life: Life
    trail: Trail
    found: TrailCheck


def read_trail(path: Path) -> Trail:
    """The lines of a record.

    Raises
    ------
    FileError
        It is not there, too large, or cannot be read.
    """
    if not is_file(path):
        raise FileError("life.no_file", name=str(path))
    try:
        if path.stat().st_size > LARGEST:
            raise FileError("life.no_record", name=path.name)
        content = path.read_bytes()
    except OSError as error:
        said = Note("journal.unreadable", "error", strerror=error.strerror or error)
        raise FileError(about(path, said)) from error
    return tuple(line for line in content.decode("utf-8", "replace").split("\n") if line)


def read_record(path: str | Path, head: str = "") -> Record:
    """A record whose chain is whole.

    Parameters
    ----------
    path : str or Path
    head : str
        A hash that was noted earlier; it must be one of the record's.

    Raises
    ------
    FileError
        There is none, somebody has changed it, or it does not fit together.

    Examples
    --------
    >>> read_record("moisture_B.life").life.current  # doctest: +SKIP
    2
    """
    path = Path(path)
    return _sound(path, read_trail(path), head)


def _sound(path: Path, trail: Trail, head: str = "") -> Record:
    found = check(trail, head)
    if found.problem is not None:
        foreign = found.entries == 0
        raise FileError("life.no_record" if foreign else "audit.not_sound", name=path.name, said=found.problem)
    return Record(path, life_of(trail, path.name), trail, found)


def begin(path: str | Path, what: str, changes: Changes, who: str, why: str) -> Record:
    """A new record with its first entry.

    Raises
    ------
    FileError
        There is one already, or it cannot be written.
    """
    path = Path(path)
    with exclusive(path, WAIT):
        if path.exists():
            raise FileError("life.exists", name=path.name)
        trail = appended((), what, changes, why, who)
        record = _sound(path, trail)
        append_line(path, trail[-1])
        return record


def enter(path: str | Path, entry: Callable[[Life], tuple[str, Changes]], who: str, why: str,
          signed: tuple[Signer, str] | None = None) -> Record:
    """Append an entry, made from the life as it is when nobody else writes.

    Parameters
    ----------
    path : str or Path
    entry : callable
        Gives what was done and the items, or refuses with an error; then nothing is written.
    who, why : str
    signed : (Signer, meaning), optional
        Who signs the entry, and as what.

    Raises
    ------
    FileError
        The record is not sound, or cannot be written.
    """
    path = Path(path)
    with exclusive(path, WAIT):
        record = read_record(path)
        what, changes = entry(record.life)
        sign = None
        if signed is not None:
            who, sign = signed[0].name, signed[0].sign
            changes = [*changes, *signed[0].items(signed[1])]
        trail = appended(record.trail, what, changes, why, who, sign=sign)
        after = _sound(path, trail)  # what could not be read again is not written
        append_line(path, trail[-1])
        return after
