"""Predictions as they come, one line of JSON for every block, so that a killed call can go on.

A line that was being written when the program was killed is not read and is written anew.
"""

from __future__ import annotations

import base64
import json
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from ..core.errors import FileError
from ..core.notes import Note, about
from ..session.predict.predictions import Predictions
from .atomic import save_error

FORMAT = "spectralign predictions journal 1"
SYNC = 1.0
"""Seconds. What was written later than this may be lost where the computer itself goes down; a killed program loses
nothing."""


class PredictionsJournal:
    """A journal beside a table of predictions; a context manager that closes the file.

    Parameters
    ----------
    path : Path
    key : str
        What tells the call from others (`journal.fingerprint`).
    resume : bool
        Go on with what the file holds; else it begins anew.

    Raises
    ------
    FileError
        There is nothing to go on with, it belongs to another call, or it cannot be written.
    """

    def __init__(self, path: Path, key: str, resume: bool = False) -> None:
        self.path = path
        self._synced = -SYNC
        self.state: dict[str, Any] = {}
        """What was kept with the last block."""
        end = self._read(key) if resume else 0
        try:
            self._file = open(path, "r+b" if resume else "wb")  # noqa: SIM115 - closed on leaving
            self._file.truncate(end)
            self._file.seek(end)
            if not end:
                self._write({"format": FORMAT, "key": key})
        except OSError as error:
            raise save_error(path, error) from error

    def __enter__(self) -> PredictionsJournal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
                 ) -> None:
        self._file.close()

    def add(self, part: Predictions, state: dict[str, Any]) -> None:
        """Keep the predictions of a block, and what is to be known to go on after it.

        Raises
        ------
        FileError
            It cannot be written.
        """
        try:
            numbers = base64.b64encode(part.values.astype("<f8").tobytes()).decode()
            self._write({"names": list(part.names), "values": numbers,
                         "flags": [[str(f) for f in flags] for flags in part.flags], "state": state})
        except OSError as error:
            raise save_error(self.path, error) from error

    def parts(self, like: Predictions) -> Iterator[Predictions]:
        """What was kept, in order; `like` says the rest."""
        with open(self.path, "rb") as file:
            file.readline()
            for line in file:
                found = json.loads(line)
                yield replace(like, names=tuple(found["names"]), flags=tuple(map(tuple, found["flags"])),
                              values=np.frombuffer(base64.b64decode(found["values"]), "<f8").reshape(
                                  len(found["names"]), -1))

    def remove(self) -> None:
        """Nothing needs to be gone on with."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced > SYNC:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def _read(self, key: str) -> int:
        """Take what was kept last; where the last whole line ends."""
        end, owner = 0, ""
        try:
            with open(self.path, "rb") as file:
                for number, line in enumerate(file):
                    if not line.endswith(b"\n"):
                        break
                    try:
                        found = json.loads(line)
                        if number:
                            self.state = found["state"]
                        else:
                            owner = str(found["key"]) if found["format"] == FORMAT else ""
                    except (ValueError, KeyError, TypeError, RecursionError):
                        break  # the program was killed while it wrote this line
                    end += len(line)
        except FileNotFoundError:
            raise FileError(about(self.path, Note("journal.no_journal_go_leave", "error"))) from None
        except OSError as error:
            raise FileError(about(self.path, Note("journal.cannot_read", "error",
                                                  strerror=error.strerror or error))) from error
        if end and owner != key:
            raise FileError(about(self.path, Note("journal.journal_belongs_another_call", "error")))
        if not end:
            raise FileError(about(self.path, Note("journal.no_journal_predictions", "error")))
        return end
