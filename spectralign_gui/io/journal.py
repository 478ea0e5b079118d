"""The journal of a long comparison (see `line_journal`). Arrays are kept byte by byte, so that a run that goes on gives
the same figures as one that was never stopped."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..core.notes import Note, from_tree
from .line_journal import LineJournal

_KINDS = ("<f8", "<f4", "<i8", "|b1")


def fingerprint(parts: Iterable[Any]) -> str:
    """What tells one comparison from another: SHA-256 of its data and settings."""
    found = hashlib.sha256()
    for part in parts:
        content = (np.ascontiguousarray(part).tobytes() + str((part.dtype, part.shape)).encode()
                   if isinstance(part, np.ndarray) else json.dumps(part, sort_keys=True, default=str).encode())
        found.update(len(content).to_bytes(8, "little") + content)
    return found.hexdigest()


class ComparisonJournal(LineJournal):
    """A journal of a comparison beside its report: parts by name."""

    file_format = "spectralign comparison journal 1"
    nothing = "journal.not_of_comparison"

    def __init__(self, path: Path, key: str, resume: bool = False) -> None:
        self._parts: dict[str, Any] = {}
        super().__init__(path, key, resume)

    def __len__(self) -> int:
        return len(self._parts)

    def take(self, line: Mapping[str, Any]) -> None:
        self._parts[str(line["name"])] = _whole(line["value"])

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
        self.write({"name": name, "value": _plain(value)})


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        kind = value.dtype.newbyteorder("<").str
        whole = value if kind in _KINDS else value.astype("<i8" if value.dtype.kind in "iu" else "<f8")
        return {"array": [whole.dtype.newbyteorder("<").str, list(whole.shape),
                          base64.b64encode(np.ascontiguousarray(whole).tobytes()).decode()]}
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Note) and value.code:
        return {"note": value.tree()}
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
    if kind == "note":
        return from_tree(content)
    if kind == "tuple":
        return tuple(_whole(v) for v in content)
    if kind != "items":
        raise ValueError("a value of an unknown kind")
    return {_whole(k): _whole(v) for k, v in content}
