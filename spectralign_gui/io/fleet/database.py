"""The database of a fleet. Everything here is called apart (see `io.apart`): a native library parses the bytes of an
SQLite file, and the file may come from anywhere.

A file is taken only if its schema is ours to the letter: no views, no triggers, no other tables, so that nothing
in it is ever run. Values are taken only in the type that is written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from ...core.errors import FileError

ENDINGS = (".fleet", ".sqlite", ".db")
MAGIC = b"SQLite format 3\0"
FORMAT = "spectralign fleet 1"
LONGEST = 1_000_000
"""Letters of one cell."""
MOST = 100_000
"""Rows of a table that are read."""
WAIT = 8.0
"""Seconds to wait for another one that writes."""
TABLES = {
    "about": "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "instruments": "CREATE TABLE instruments (name TEXT PRIMARY KEY, record TEXT NOT NULL, note TEXT NOT NULL, "
                   "added TEXT NOT NULL, who TEXT NOT NULL)",
    "states": "CREATE TABLE states (id INTEGER PRIMARY KEY, instrument TEXT NOT NULL, at TEXT NOT NULL, "
              "who TEXT NOT NULL, data TEXT NOT NULL)",
    "figures": "CREATE TABLE figures (id INTEGER PRIMARY KEY, instrument TEXT NOT NULL, at TEXT NOT NULL, "
               "who TEXT NOT NULL, name TEXT NOT NULL, value REAL NOT NULL, unit TEXT NOT NULL, how TEXT NOT NULL)"}


@contextmanager
def opened(path: str, write: bool = False) -> Iterator[sqlite3.Connection]:
    """A fleet to read from, or to write into in one transaction.

    Raises
    ------
    FileError
        It is no fleet, damaged, or another one writes to it.
    """
    name = Path(path).name
    try:
        with closing(_connected(path, write)) as base:
            _held(base)
            _ours(base, name)
            if not write:
                yield base
                return
            base.execute("BEGIN IMMEDIATE")
            try:
                yield base
            except BaseException:
                base.rollback()
                raise
            base.commit()
    except sqlite3.OperationalError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        busy = code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        raise FileError("fleet.busy" if busy else "fleet.cannot", name=name, error=str(error)) from error
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        raise FileError("fleet.damaged", name=name) from error


def _connected(path: str, write: bool) -> sqlite3.Connection:
    with open(path, "rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise FileError("fleet.foreign", name=Path(path).name)
    address = Path(path).as_uri()
    mode = "rw" if write else "ro"
    base = sqlite3.connect(f"{address}?mode={mode}", uri=True, timeout=WAIT, isolation_level=None)
    try:
        base.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError:
        base.close()
        if write or Path(f"{path}-wal").exists():
            raise
        # in a folder that cannot be written to: nobody writes here, so that the file is as it is
        base = sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True, timeout=WAIT, isolation_level=None)
    return base


def _held(base: sqlite3.Connection) -> None:
    """Limits for what a file may ask of the library."""
    for limit, most in ((sqlite3.SQLITE_LIMIT_LENGTH, 16 * LONGEST), (sqlite3.SQLITE_LIMIT_SQL_LENGTH, 100_000),
                        (sqlite3.SQLITE_LIMIT_ATTACHED, 0), (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 0),
                        (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 50), (sqlite3.SQLITE_LIMIT_FUNCTION_ARG, 8)):
        base.setlimit(limit, most)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "synchronous = FULL"):
        base.execute(f"PRAGMA {pragma}")


def _ours(base: sqlite3.Connection, name: str) -> None:
    found = base.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_autoindex%'").fetchmany(
        len(TABLES) + 1)
    if {(str(t), str(n), str(s)) for t, n, s in found} != {("table", n, s) for n, s in TABLES.items()}:
        raise FileError("fleet.foreign", name=name)
    if base.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise FileError("fleet.damaged", name=name)
    if ("format", FORMAT) not in base.execute("SELECT key, value FROM about").fetchmany(10):
        raise FileError("fleet.newer", name=name)


def _rows(base: sqlite3.Connection, name: str, query: str, kinds: Sequence[type], given: Sequence[str] = ()
          ) -> list[list[Any]]:
    """Rows whose cells are of these kinds and not too long."""
    found = base.execute(query, tuple(given)).fetchmany(MOST)
    for row in found:
        for cell, kind in zip(row, kinds, strict=True):
            if type(cell) is not kind or (isinstance(cell, str) and len(cell) > LONGEST):
                raise FileError("fleet.damaged", name=name)
    return [list(r) for r in found]


def create(path: str) -> None:
    """An empty fleet; nothing is done where there is a file already. To be called apart only."""
    if Path(path).exists():
        return
    try:
        with closing(sqlite3.connect(path, timeout=WAIT, isolation_level=None)) as base:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA synchronous = FULL")
            base.execute("BEGIN IMMEDIATE")
            if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:  # two may begin it at once
                for sql in TABLES.values():
                    base.execute(sql)
                base.execute("INSERT INTO about VALUES ('format', ?)", (FORMAT,))
            base.execute("COMMIT")
    except sqlite3.Error as error:
        raise FileError("fleet.cannot", name=Path(path).name, error=str(error)) from error


def read(path: str) -> dict[str, Any]:
    """Instruments with the last state and the last figures of each; to be called apart only."""
    name = Path(path).name
    with opened(path) as base:
        return {
            "instruments": _rows(base, name, "SELECT name, record, note, added, who FROM instruments ORDER BY name",
                                 (str,) * 5),
            "states": _rows(base, name, "SELECT instrument, at, who, data FROM states WHERE id IN "
                            "(SELECT max(id) FROM states GROUP BY instrument)", (str,) * 4),
            "figures": _rows(base, name, "SELECT instrument, at, who, name, value, unit, how FROM figures WHERE id IN "
                             "(SELECT max(id) FROM figures GROUP BY instrument, name) ORDER BY id",
                             (str, str, str, str, float, str, str))}


def read_history(path: str, instrument: str) -> list[list[Any]]:
    """All states of an instrument, the first one first; to be called apart only."""
    with opened(path) as base:
        return _rows(base, Path(path).name, "SELECT at, who, data FROM states WHERE instrument = ? ORDER BY id",
                     (str,) * 3, (instrument,))


def put_instrument(path: str, name: str, record: str, note: str, at: str, who: str, data: str) -> None:
    """A new instrument with its first state; to be called apart only."""
    with opened(path, write=True) as base:
        if base.execute("SELECT 1 FROM instruments WHERE name = ?", (name,)).fetchone():
            raise FileError("fleet.there_already", instrument=name)
        base.execute("INSERT INTO instruments VALUES (?, ?, ?, ?, ?)", (name, record, note, at, who))
        base.execute("INSERT INTO states (instrument, at, who, data) VALUES (?, ?, ?, ?)", (name, at, who, data))


def put_states(path: str, at: str, who: str, states: Sequence[Sequence[str]]) -> None:
    """A state (instrument, data) of each; to be called apart only."""
    with opened(path, write=True) as base:
        for instrument, data in states:
            if base.execute("SELECT 1 FROM instruments WHERE name = ?", (instrument,)).fetchone():
                base.execute("INSERT INTO states (instrument, at, who, data) VALUES (?, ?, ?, ?)",
                             (instrument, at, who, data))


def put_figures(path: str, instrument: str, at: str, who: str, figures: Sequence[Sequence[Any]]) -> None:
    """Figures (name, value, unit, how) of an instrument; to be called apart only."""
    with opened(path, write=True) as base:
        if not base.execute("SELECT 1 FROM instruments WHERE name = ?", (instrument,)).fetchone():
            raise FileError("fleet.not_there", instrument=instrument)
        base.executemany("INSERT INTO figures (instrument, at, who, name, value, unit, how) "
                         "VALUES (?, ?, ?, ?, ?, ?, ?)", [(instrument, at, who, *f) for f in figures])


def take_out(path: str, instrument: str) -> None:
    """An instrument is no longer listed; what was noted of it stays in the file. To be called apart only."""
    with opened(path, write=True) as base:
        if not base.execute("DELETE FROM instruments WHERE name = ?", (instrument,)).rowcount:
            raise FileError("fleet.not_there", instrument=instrument)
