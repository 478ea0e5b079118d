"""The version in force of a record, followed while it is in use: what is approved meanwhile takes over."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TypeGuard

from ...core.errors import SpectrAlignError
from ...core.notes import Note, as_note
from ...session.audit import check
from ...session.predict.model import Model
from .models import model_of, model_path
from .record import ENDING, Record, read_record


def is_record(path: object) -> TypeGuard[str | Path]:
    """Whether a path is that of a record and not of a model."""
    return isinstance(path, str | Path) and Path(path).suffix.lower() == ENDING


class Following:
    """The model in force; `look` takes over another version once it is. May be asked by several threads.

    Parameters
    ----------
    path : str or Path
        The record.

    Raises
    ------
    FileError
        The record is not sound, or the model file in force is gone or another one.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        self._seen = self._stat()
        self.problem: Note | None = None
        """Why the record could not be followed at the last look; the version before it stays in use."""
        record = read_record(self.path)
        self.identity = f"record {check(record.trail[:1]).head}"
        """What tells this record from others, whatever was added to it."""
        self.instrument = record.life.instrument
        self.version, self.model, self.file = 0, Model.__new__(Model), Path()
        self._take(record)

    def _stat(self) -> tuple[int, int, int]:
        try:
            found = self.path.stat()
        except OSError:
            return 0, 0, 0
        return found.st_size, found.st_mtime_ns, found.st_ino

    def _take(self, record: Record) -> None:
        number = record.life.current
        if number != self.version:
            self.model = model_of(record, number)
            self.file = model_path(record, record.life.in_force)
            self.version = number

    def look(self) -> Note | None:
        """Look once, cheaply where nothing was written; what is to be told of it, once.

        A record that is not sound any more, or whose model file is gone, changes nothing but `problem`.
        """
        with self._lock:
            seen = self._stat()
            if seen == self._seen and self.problem is None:
                return None
            before, old = self.version, self.problem
            self._seen = seen
            try:
                record = read_record(self.path)
                if f"record {check(record.trail[:1]).head}" != self.identity:
                    raise SpectrAlignError("life.another_record", name=self.path.name)
                self._take(record)
            except SpectrAlignError as error:
                said = as_note(error)
                self.problem = Note("life.stays", "warning", number=self.version, said=said)
                return None if old is not None and str(old) == str(self.problem) else self.problem
            self.problem = None
            if self.version == before:
                return None
            return Note("life.taken_over", "info", number=self.version, name=self.path.name)

    def now(self) -> tuple[Model, int, Note | None]:
        """The model in force, its version, and why it may not be the last one."""
        self.look()
        with self._lock:
            return self.model, self.version, self.problem
