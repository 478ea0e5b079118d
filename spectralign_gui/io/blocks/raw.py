"""Rows of a matrix that lies in a file as plain numbers: read without any library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

import numpy as np

from ...core.errors import FileError


@dataclass(frozen=True)
class RawMatrix:
    """Numbers one behind the other.

    Parameters
    ----------
    path : Path
    offset : int
        Byte of the first number.
    dtype : str
        numpy's, with the order of the bytes.
    n, p : int
        Spectra and channels.
    across : bool
        The numbers of a channel, not those of a spectrum, lie together.
    """

    path: Path
    offset: int
    dtype: str
    n: int
    p: int
    across: bool = False

    def blocks(self, start: int, rows: int) -> Iterator[np.ndarray]:
        """(k, p) arrays from row `start` on, k up to `rows`."""
        size = np.dtype(self.dtype).itemsize
        with open(self.path, "rb", buffering=0) as file:
            for at in range(start, self.n, rows):
                k = min(rows, self.n - at)
                out = np.empty((self.p, k) if self.across else (k, self.p), self.dtype)
                if not self.across:
                    _fill(file, self.offset + at * self.p * size, out)
                else:
                    for channel, place in enumerate(out):
                        _fill(file, self.offset + (channel * self.n + at) * size, place)
                yield out.T if self.across else out


def _fill(file: FileIO, offset: int, out: np.ndarray) -> None:
    file.seek(offset)
    view, have = out.reshape(-1).view(np.uint8), 0
    while have < len(view):
        got = file.readinto(view[have:].data)
        if not got:
            raise FileError("blocks.cut_off")
        have += got
