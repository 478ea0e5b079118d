"""What an array of a file means, asked of the ordinary readers with a copy of the first rows of all its arrays."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import SpectrAlignError
from ..read import read_unchecked
from ..readers import ReadResult

ROWS = 257
"""Rows of the copy; an odd number, to be like no other size of the file."""


def head_rows(n: int, sizes: set[int]) -> int:
    """How many rows of n the copy has: like none of the sizes of the arrays."""
    k = min(n, ROWS)
    while k < n and k in sizes and k > 3:
        k -= 1
    return k


def read_head(
    path: Path, write: Callable[[Path], None], options: Mapping[str, Any], k: int, columns: int,
) -> ReadResult | None:
    """What the copy gives; None if it is not `k` spectra of so many channels on a single axis.

    Parameters
    ----------
    path : Path
        The file, whose name the copy gets too.
    write : callable (path)
        Writes the copy.
    options : mapping
        Of `read_file`.
    k, columns : int
    """
    with tempfile.TemporaryDirectory(prefix="spectralign-") as folder:
        copy = Path(folder) / path.name
        write(copy)
        try:
            result = read_unchecked(copy, **options)
        except SpectrAlignError:
            return None  # said again, of the file itself, when it is read as a whole
    if len(result.blocks) != 1 or result.tables or result.blocks[0].spectra.shape != (k, columns):
        return None
    return result.with_(path=str(path), sha256="")


def names_among(texts: Mapping[str, list[str]], names: tuple[str, ...]) -> list[str] | None:
    """The list of texts that begins with these names; None if there is none."""
    found = [t for t in texts.values() if tuple(x.strip() for x in t[:len(names)]) == tuple(
        x.strip() for x in names)]
    return found[0] if found else None


def alike(head: np.ndarray, rows: np.ndarray) -> bool:
    """Whether the first rows are what the reader made of the copy."""
    return head.shape == rows.shape and bool(np.array_equal(head, rows.astype(head.dtype), equal_nan=True))
