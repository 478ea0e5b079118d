"""A seal in front of every HDF5 file of ours: the SHA-256 of everything behind it, so that damage is noticed before
anything is read, and before the HDF5 library meets bytes it was not made for.

HDF5 leaves a user block at the beginning of a file alone; the seal lies there as one line of text. A file says inside
too that it has one (the attribute `SEALED`), so that a seal that is gone is noticed as well.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

SIZE = 512
"""Bytes of the user block; the smallest that HDF5 allows."""
SEALED = "sealed"
SIGNATURE = b"\x89HDF\r\n\x1a\n"
_WORDS = tuple(b"SpectrAlign " + what + b", SHA-256 of what follows byte 512: " for what in (
    b"project", b"result", b"data"))


def seal(path: str | Path, what: str = "project", note: str = "") -> None:
    """Write the seal into the user block of a closed file.

    Parameters
    ----------
    path : path
    what : {"project", "result", "data"}
    note : str
        One line that `note_of` gives back without the HDF5 library.
    """
    words = next(w for w in _WORDS if f" {what},".encode("ascii") in w)
    with open(path, "rb+") as file:
        line = words + _digest(file).encode("ascii") + b"\n" + note.encode("utf-8", "replace")[:200] + b"\n"
        file.seek(0)
        file.write(line.ljust(SIZE, b"\0"))


def is_sealed(head: bytes) -> bool:
    """Whether a file that begins so has a seal."""
    return head.startswith(_WORDS)


def kind_of(path: str | Path) -> str:
    """What a sealed file is, "project", "result" or "data", by its first line alone; "" where it has no seal."""
    with open(path, "rb") as file:
        head = file.read(SIZE)
    words = next((w for w in _WORDS if head.startswith(w)), b"")
    return words.split(b" ")[1].rstrip(b",").decode("ascii") if words else ""


def note_of(path: str | Path) -> str:
    """The note beside the seal of a file; "" if there is none."""
    with open(path, "rb") as file:
        head = file.read(SIZE)
    lines = head.split(b"\n") if is_sealed(head) else []
    return lines[1].decode("utf-8", "replace") if len(lines) > 2 else ""


def seal_is_broken(path: str | Path, head: bytes | None = None) -> bool:
    """Whether a file has a seal and its content is not what was sealed.

    A file without a seal (of schema 1, or written by another program) is not broken.

    Parameters
    ----------
    path : path
    head : bytes, optional
        Its first bytes, where they are known; a file without a seal is then not opened.
    """
    if head is not None and not is_sealed(head):
        return False
    with open(path, "rb") as file:
        head = file.read(SIZE)
        words = next((w for w in _WORDS if head.startswith(w)), None)
        if words is None:
            return False
        return head[len(words):].split(b"\n")[0].decode("ascii", "replace") != _digest(file)


def is_hdf5(path: str | Path) -> bool:
    """Whether the signature of HDF5 lies where it may; the library itself is not asked, it may not survive the file."""
    with open(path, "rb") as file:
        size, place = file.seek(0, 2), 0
        while place + len(SIGNATURE) <= size:
            file.seek(place)
            if file.read(len(SIGNATURE)) == SIGNATURE:
                return True
            place = max(SIZE, 2 * place)
    return False


def _digest(file: object) -> str:
    file.seek(SIZE)  # type: ignore[attr-defined]
    return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
