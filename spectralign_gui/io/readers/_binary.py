"""Bounds-checked access to the bytes of a vendor file."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from ...core.errors import FileError

MAX_READ = 1_500_000_000


class Bytes:
    """Content of a file; every read is checked, so that half a file is labelled half.

    Parameters
    ----------
    path : Path
    what : str
        Format, for messages.
    """

    def __init__(self, path: Path, what: str) -> None:
        if path.stat().st_size > MAX_READ:
            raise FileError("binary.too_large", what=what, size=path.stat().st_size / 1000000000.0,
                            most=MAX_READ / 1000000000.0)
        self.data = path.read_bytes()
        self.what = what

    def __len__(self) -> int:
        return len(self.data)

    def take(self, at: int, size: int, of: str = "") -> bytes:
        """`size` bytes from `at`.

        Raises
        ------
        FileError
            The file ends before.
        """
        if at < 0 or size < 0 or at + size > len(self.data):
            raise FileError("binary.cut_off", what=self.what, of=f' in {of}' if of else '',
                            held=len(self.data), needed=at + size)
        return self.data[at:at + size]

    def unpack(self, form: str, at: int, of: str = "") -> tuple:
        """Values in the notation of `struct`."""
        return struct.unpack(form, self.take(at, struct.calcsize(form), of))

    def one(self, form: str, at: int, of: str = "") -> int | float:
        """A single value."""
        return self.unpack(form, at, of)[0]

    def array(self, kind: str, at: int, count: int, of: str = "") -> np.ndarray:
        """`count` numbers of a numpy type as float64."""
        size = np.dtype(kind).itemsize
        return np.frombuffer(self.take(at, count * size, of), kind).astype(np.float64)

    def text(self, at: int, size: int) -> str:
        """Text up to the first zero byte."""
        return self.take(at, size).split(b"\0")[0].decode("cp1252", "replace").strip()
