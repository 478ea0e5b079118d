"""A seal in front of a project or result file: the SHA-256 of everything behind it, so that damage is noticed before
anything is read, and before the HDF5 library meets bytes it was not made for.

HDF5 leaves a user block at the beginning of a file alone; the seal lies there as one line of text.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

SIZE = 512
"""Bytes of the user block; the smallest that HDF5 allows."""
_WORDS = (b"SpectrAlign project, SHA-256 of what follows byte 512: ",
          b"SpectrAlign result, SHA-256 of what follows byte 512: ")


def seal(path: str | Path, what: str = "project") -> None:
    """Write the seal into the user block of a closed file; `what` is "project" or "result"."""
    words = next(w for w in _WORDS if f" {what},".encode("ascii") in w)
    with open(path, "rb+") as file:
        line = words + _digest(file).encode("ascii") + b"\n"
        file.seek(0)
        file.write(line.ljust(SIZE, b"\0"))


def seal_is_broken(path: str | Path) -> bool:
    """Whether a file has a seal and its content is not what was sealed.

    A file without a seal (of schema 1, or written by another program) is not broken.
    """
    with open(path, "rb") as file:
        head = file.read(SIZE)
        words = next((w for w in _WORDS if head.startswith(w)), None)
        if words is None:
            return False
        return head[len(words):].split(b"\n")[0].decode("ascii", "replace") != _digest(file)


def _digest(file: object) -> str:
    file.seek(SIZE)  # type: ignore[attr-defined]
    return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
