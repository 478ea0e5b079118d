"""A journal of long work: one line of JSON for every part that is finished, so that a killed run can go on.

A line that was being written when the program was killed is not read and is written anew.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from ..core.errors import FileError
from ..core.notes import Note, about
from .atomic import save_error


class LineJournal:
    """A journal beside an output; a context manager that closes the file. A subclass says what a line holds.

    Parameters
    ----------
    path : Path
    key : str
        What tells this call from others.
    resume : bool
        Go on with what the file holds; else it begins anew.

    Raises
    ------
    FileError
        There is nothing to go on with, it belongs to another call, or it cannot be written.
    """

    file_format: ClassVar[str] = ""
    nothing: ClassVar[str] = ""
    """Code of the sentence for a file that is no such journal."""
    sync: ClassVar[float] = 0.0
    """Seconds. What was written later than this may be lost where the computer itself goes down; a killed program loses
    nothing."""

    def __init__(self, path: Path, key: str, resume: bool = False) -> None:
        self.path = path
        self._synced = float("-inf")
        end = self._read(key) if resume else 0
        try:
            self._file = open(path, "r+b" if resume else "wb")  # noqa: SIM115 - closed on leaving
            self._file.truncate(end)
            self._file.seek(end)
            if not end:
                self.write({"format": self.file_format, "key": key})
        except OSError as error:
            raise save_error(path, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
                 ) -> None:
        self._file.close()

    def remove(self) -> None:
        """All is done: nothing needs to be gone on with."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    def take(self, line: Mapping[str, Any]) -> None:
        """Remember a line that was kept; KeyError, TypeError or ValueError if it is none."""
        raise NotImplementedError

    def write(self, line: Mapping[str, Any]) -> None:
        """Keep a line.

        Raises
        ------
        FileError
            It cannot be written.
        """
        try:
            self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()
            if time.monotonic() - self._synced >= self.sync:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            raise save_error(self.path, error) from error

    def _read(self, key: str) -> int:
        """Take what was kept; where the last whole line ends."""
        end, owner = 0, ""
        try:
            with open(self.path, "rb") as file:
                for number, line in enumerate(file):
                    if not line.endswith(b"\n"):
                        break
                    try:
                        found = json.loads(line)
                        if number:
                            self.take(found)
                        else:
                            owner = str(found["key"]) if found["format"] == self.file_format else ""
                    except (ValueError, KeyError, TypeError, RecursionError):
                        break  # the program was killed while it wrote this line
                    end += len(line)
        except FileNotFoundError:
            raise FileError(about(self.path, Note("journal.missing", "error"))) from None
        except OSError as error:
            raise FileError(about(self.path, Note("journal.unreadable", "error",
                                                  strerror=error.strerror or error))) from error
        if end and owner != key:
            raise FileError(about(self.path, Note("journal.other_call", "error")))
        if not end:
            raise FileError(about(self.path, Note(self.nothing, "error")))
        return end
