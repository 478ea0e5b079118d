"""The ledger of a watched folder: which files are done, by their content, and every value, in one SQLite database.

A file and its values are written in one transaction: after a crash it is either done or not begun. Tables:

``files``    id, name, path, sha256, measured (time of the file), predicted (time), state, said
``results``  file, row, sample, property, unit, value, low, high, flags
``checks``   file, row, day, sample, property, error
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.errors import FileError
from ...session.predict.flags import flag_words
from ...session.predict.model import Predictions
from ..atomic import save_error

FORMAT = "spectralign watch 1"
_TABLES = """
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL,
    sha256 TEXT NOT NULL UNIQUE, measured TEXT NOT NULL, predicted TEXT NOT NULL, state TEXT NOT NULL,
    said TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (file INTEGER NOT NULL REFERENCES files, row INTEGER NOT NULL, sample TEXT NOT NULL,
    property TEXT NOT NULL, unit TEXT NOT NULL, value REAL, low REAL, high REAL, flags TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS checks (file INTEGER NOT NULL REFERENCES files, row INTEGER NOT NULL, day TEXT NOT NULL,
    sample TEXT NOT NULL, property TEXT NOT NULL, error REAL NOT NULL);
CREATE TABLE IF NOT EXISTS lines (file INTEGER NOT NULL REFERENCES files, cells TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS results_by_file ON results (file);
"""
PREDICTED, REFUSED = "predicted", "refused"


@dataclass(frozen=True)
class Arrived:
    """A file that has arrived: its name, place, SHA-256, and its time (ISO)."""

    name: str
    path: str
    sha256: str
    measured: str


class Ledger:
    """The database; a context manager that closes it.

    Parameters
    ----------
    path : Path
    about : dict of str to str
        Which model, instrument and properties it is of.

    Raises
    ------
    FileError
        It belongs to another model, is no ledger, or cannot be written.
    """

    def __init__(self, path: Path, about: dict[str, str]) -> None:
        self.path = path
        try:
            self._base = sqlite3.connect(path, timeout=10.0, isolation_level=None, check_same_thread=False)
            try:
                self._begin(about)
            except BaseException:
                self._base.close()
                raise
        except sqlite3.DatabaseError as error:
            raise FileError("watch.not_opened", name=path.name, error=error) from error

    def _begin(self, about: dict[str, str]) -> None:
        tables = {r[0] for r in self._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "about" not in tables:
            raise FileError("watch.foreign_database", name=self.path.name)
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = FULL")
        if not tables:
            self._base.executescript(_TABLES)
        known = dict(self._base.execute("SELECT key, value FROM about"))
        if not known:
            with self._base:
                self._base.execute("BEGIN IMMEDIATE")
                self._base.executemany("INSERT INTO about VALUES (?, ?)", [("format", FORMAT), *about.items()])
        elif known != {"format": FORMAT, **about}:
            raise FileError("watch.other_model", name=self.path.name)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    # -- files -------------------------------------------------------------------------------------------
    def known(self, sha256: str) -> str:
        """What became of a file of this content: its state; "" if it is new."""
        row = self._base.execute("SELECT state FROM files WHERE sha256 = ?", (sha256,)).fetchone()
        return str(row[0]) if row else ""

    def counts(self) -> dict[str, int]:
        """Files by state."""
        return dict(self._base.execute("SELECT state, count(*) FROM files GROUP BY state"))

    def refuse(self, file: Arrived, now: str, said: str) -> None:
        """Keep that a file is no use, so that it is not tried again unless it changes."""
        self._write(file, now, REFUSED, said, None, ())

    def keep(self, file: Arrived, now: str, said: str, predictions: Predictions,
             checks: Sequence[tuple[int, str, str, str, float]] = ()) -> None:
        """Keep the values of a file; `checks` are row, day, sample, property and error of check samples."""
        self._write(file, now, PREDICTED, said, predictions, checks)

    def _write(self, file: Arrived, now: str, state: str, said: str, predictions: Predictions | None,
               checks: Sequence[tuple[int, str, str, str, float]]) -> None:
        try:
            with self._base:
                self._base.execute("BEGIN IMMEDIATE")
                number = self._base.execute(
                    "INSERT INTO files (name, path, sha256, measured, predicted, state, said) VALUES (?,?,?,?,?,?,?)",
                    (file.name, file.path, file.sha256, file.measured, now, state, said)).lastrowid
                if predictions is not None:
                    self._base.executemany("INSERT INTO results VALUES (?,?,?,?,?,?,?,?,?)",
                                           [(number, *row) for row in _long(predictions)])
                    self._base.executemany("INSERT INTO checks VALUES (?,?,?,?,?,?)", [(number, *c) for c in checks])
                    self._base.executemany("INSERT INTO lines VALUES (?,?)", [
                        (number, json.dumps([file.name, file.measured, *row], default=float))
                        for row in _lines(predictions, said)])
        except sqlite3.OperationalError as error:
            raise save_error(self.path, OSError(0, str(error))) from error

    # -- what is made from it ----------------------------------------------------------------------------
    def lines(self, after: int = 0) -> Iterator[tuple[int, list[Any]]]:
        """Number and cells of every line of the table of results beyond number `after`."""
        with closing(self._base.execute("SELECT rowid, cells FROM lines WHERE rowid > ? ORDER BY rowid", (after,))
                     ) as found:
            for number, cells in found:
                yield int(number), json.loads(cells)

    def checks(self) -> list[tuple[str, int, int, str, str, float]]:
        """Day, file, row, sample, property, error of every check sample, in the order of days."""
        return list(self._base.execute("SELECT day, file, row, sample, property, error FROM checks "
                                       "ORDER BY day, file, row"))


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _long(found: Predictions) -> Iterator[tuple[Any, ...]]:
    tree = found.to_json()
    units = dict(zip(tree["properties"], tree["units"], strict=True))
    for row, sample in enumerate(tree["samples"]):
        for name, value in sample["values"].items():
            low, high = sample["intervals"].get(name, (None, None))
            yield row, sample["name"], name, units[name], value, low, high, str(flag_words(sample["flags"]))


def header(found: Predictions) -> list[str]:
    """Titles of the table of results."""
    return ["File", "Time of the file", *found.table()[0], "Remarks"]


def _lines(found: Predictions, said: str) -> list[list[Any]]:
    return [[*(_number(c) if isinstance(c, float) else c for c in row), said] for row in found.table()[1]]
