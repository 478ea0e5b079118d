"""The journal of a long comparison: one line of JSON for every part that is finished, so that a killed run can go on.

A line that was being written when the program was killed is not read and is written anew. Arrays are kept byte by
byte, so that a run that goes on gives the same figures as one that was never stopped.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from ..core.errors import FileError
from .atomic import save_error

FORMAT = "spectralign comparison journal 1"
_KINDS = ("<f8", "<f4", "<i8", "|b1")


def fingerprint(parts: Iterable[Any]) -> str:
    """What tells one comparison from another: SHA-256 of its data and settings."""
    found = hashlib.sha256()
    for part in parts:
        content = (np.ascontiguousarray(part).tobytes() + str((part.dtype, part.shape)).encode()
                   if isinstance(part, np.ndarray) else json.dumps(part, sort_keys=True, default=str).encode())
        found.update(len(content).to_bytes(8, "little") + content)
    return found.hexdigest()


class ComparisonJournal:
    """A journal beside a report; a context manager that closes the file.

    Parameters
    ----------
    path : Path
    key : str
        `fingerprint` of the comparison.
    resume : bool
        Go on with what the file holds; else it begins anew.

    Raises
    ------
    FileError
        There is nothing to go on with, it belongs to another comparison, or it cannot be written.
    """

    def __init__(self, path: Path, key: str, resume: bool = False) -> None:
        self.path = path
        self._parts: dict[str, Any] = {}
        end = self._read(key) if resume else 0
        try:
            self._file = open(path, "r+b" if resume else "wb")  # noqa: SIM115 - closed on leaving
            self._file.truncate(end)
            self._file.seek(end)
            if not end:
                self._write({"format": FORMAT, "key": key})
        except OSError as error:
            raise save_error(path, error) from error

    def __enter__(self) -> ComparisonJournal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
                 ) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self._parts)

    def remove(self) -> None:
        """All is done: nothing needs to be gone on with."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    # -- parts -------------------------------------------------------------------------------------------
    def known(self, split: int, count: int) -> dict[str, Any] | None:
        """The predictions of one split with one number of standards."""
        part = self.entry(f"split {split}, {count} standards")
        return None if part is None else {"cells": {(c[0], c[1]): c[2] for c in part["cells"]}, "flags": part["flags"]}

    def keep(self, split: int, count: int, part: Mapping[str, Any]) -> None:
        """Keep the predictions of one split with one number of standards."""
        self.add(f"split {split}, {count} standards",
                 {"cells": [[key, n, cell] for (key, n), cell in part["cells"].items()], "flags": part["flags"]})

    def entry(self, name: str) -> Any:
        """What was kept under a name; None if nothing was."""
        return self._parts.get(name)

    def add(self, name: str, value: Any) -> None:
        """Keep something under a name.

        Raises
        ------
        FileError
            It cannot be written.
        """
        self._parts[name] = value
        try:
            self._write({"name": name, "value": _plain(value)})
        except OSError as error:
            raise save_error(self.path, error) from error

    # -- file --------------------------------------------------------------------------------------------
    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, key: str) -> int:
        """Take what was kept; where the last whole line ends."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            raise FileError(f"{self.path}: there is no journal to go on with; leave --resume out.") from None
        except OSError as error:
            raise FileError(f"{self.path}: it cannot be read ({error.strerror or error}).") from error
        end, owner = 0, ""
        for number, line in enumerate(content.splitlines(keepends=True)):
            try:
                found = json.loads(line)
                if number:
                    self._parts[str(found["name"])] = _whole(found["value"])
                else:
                    owner = str(found["key"]) if found["format"] == FORMAT else ""
            except (ValueError, KeyError, TypeError, RecursionError):
                break  # the program was killed while it wrote this line
            if not line.endswith(b"\n"):
                break
            end += len(line)
        if end and owner != key:
            raise FileError(f"{self.path}: this journal belongs to another call or to other data; leave --resume out "
                            "to begin anew.")
        if not end:
            raise FileError(f"{self.path}: this is no journal of a comparison; leave --resume out to begin anew.")
        return end


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        kind = value.dtype.newbyteorder("<").str
        whole = value if kind in _KINDS else value.astype("<i8" if value.dtype.kind in "iu" else "<f8")
        return {"array": [whole.dtype.newbyteorder("<").str, list(whole.shape),
                          base64.b64encode(np.ascontiguousarray(whole).tobytes()).decode()]}
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {"items": [[_plain(k), _plain(v)] for k, v in value.items()]}
    if isinstance(value, tuple):
        return {"tuple": [_plain(v) for v in value]}
    if isinstance(value, list):
        return [_plain(v) for v in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def _whole(value: Any) -> Any:
    if isinstance(value, list):
        return [_whole(v) for v in value]
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    if kind == "array":
        if content[0] not in _KINDS:
            raise ValueError("an array of an unknown kind")
        return np.frombuffer(base64.b64decode(content[2], validate=True), content[0]).reshape(content[1])
    if kind == "tuple":
        return tuple(_whole(v) for v in content)
    if kind != "items":
        raise ValueError("a value of an unknown kind")
    return {_whole(k): _whole(v) for k, v in content}
