"""The table of results beside the ledger: CSV that grows line by line, or a workbook that is written anew."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from ...core.errors import FileError
from ..atomic import save_error, write_text
from ..table import table_text
from ..workbook import write_workbook
from .ledger import Ledger

PATIENCE = 20.0
"""A workbook that took a second to write is written again after this many seconds at the earliest."""


class CsvTable:
    """Appends what is new; after a crash the file is made whole again from the ledger.

    A file that somebody changed meanwhile is kept beside it as ``NAME (changed).csv``.

    Parameters
    ----------
    path : Path
    header : list of str
    warn : callable (str)
    """

    def __init__(self, path: Path, header: list[str], warn: Callable[[FileError], None]) -> None:
        self.path, self._header, self._warn = path, header, warn
        self._last, self._size = 0, -1

    def begin(self, ledger: Ledger) -> None:
        """Bring the file up to what the ledger holds."""
        rows = list(ledger.lines())
        whole = table_text(self._header, [cells for _, cells in rows]).encode("utf-8")
        try:
            there = self.path.read_bytes() if self.path.exists() else b""
        except OSError as error:
            raise save_error(self.path, error) from error
        if not whole.startswith(there):  # not merely cut off: somebody's work
            kept = _free_name(self.path)
            try:
                os.replace(self.path, kept)
            except OSError as error:
                raise save_error(kept, error) from error
            self._warn(FileError("watch.table_was_changed", name=self.path.name, kept=kept.name))
        if there != whole:
            write_text(self.path, whole.decode("utf-8"))
        self._last, self._size = (rows[-1][0] if rows else 0), len(whole)

    def update(self, ledger: Ledger, last: bool = False) -> None:
        """Append what is new."""
        rows = list(ledger.lines(self._last))
        if not rows:
            return
        new = table_text(self._header, [cells for _, cells in rows]).encode("utf-8")
        new = new[len(table_text(self._header, []).encode("utf-8")):]
        try:
            there = self.path.stat().st_size if self.path.exists() else -1
        except OSError as error:
            raise save_error(self.path, error) from error
        if there != self._size:  # changed or taken away while it was watched
            self.begin(ledger)
            return
        try:
            with open(self.path, "ab") as file:
                file.write(new)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise save_error(self.path, error) from error
        self._last, self._size = rows[-1][0], self._size + len(new)


class WorkbookTable:
    """Writes the whole workbook, not more often than it is worth."""

    def __init__(self, path: Path, header: list[str], clock: Callable[[], float] = time.monotonic) -> None:
        self.path, self._header, self._clock = path, header, clock
        self._next, self._written = 0.0, -1

    def begin(self, ledger: Ledger) -> None:
        """Write it."""
        self.update(ledger, last=True)

    def update(self, ledger: Ledger, last: bool = False) -> None:
        """Write it if there is something new and it is time, or if it is the `last` time."""
        began = self._clock()
        if not last and began < self._next:
            return
        rows = [cells for _, cells in ledger.lines()]
        if len(rows) == self._written:
            return
        write_workbook(self.path, {"Predictions": (self._header, rows)})
        self._written = len(rows)
        self._next = self._clock() + PATIENCE * (self._clock() - began)


class NoTable:
    """The ledger itself is the output."""

    def begin(self, ledger: Ledger) -> None:
        """Nothing to do."""

    def update(self, ledger: Ledger, last: bool = False) -> None:
        """Nothing to do."""


Table = CsvTable | WorkbookTable | NoTable


def _free_name(path: Path) -> Path:
    number = 1
    while True:
        kept = path.with_name(f"{path.stem} (changed{'' if number == 1 else f' {number}'}){path.suffix}")
        if not kept.exists():
            return kept
        number += 1
