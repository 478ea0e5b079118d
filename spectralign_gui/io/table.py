"""Plain tables as CSV: comma, point, UTF-8, whatever the computer's language; numbers in full precision."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..core.data.text import printable
from .atomic import write_text
from .readers.text.marks import marked_in_list


def table_text(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """The table as CSV text; NaN and None are empty cells, and a text that would be taken for a formula is marked."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([marked_in_list(printable(title)) for title in header])
    for row in rows:
        writer.writerow(["" if c is None or c != c else repr(float(c)) if isinstance(c, float)
                         else _cell(c) if isinstance(c, str) else c for c in row])
    return stream.getvalue()


@lru_cache(maxsize=10_000)
def _cell(text: str) -> str:
    return marked_in_list(printable(text))


def write_table(path: str | Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Save a table as CSV, atomically.

    Raises
    ------
    FileError
        It cannot be written.
    """
    write_text(path, table_text(header, rows))
