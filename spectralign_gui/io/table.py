"""Plain tables as CSV: comma, point, UTF-8, whatever the computer's language; numbers in full precision."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .atomic import write_text


def table_text(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """The table as CSV text; NaN and None are empty cells."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow(["" if c is None or c != c else repr(float(c)) if isinstance(c, float) else c for c in row])
    return stream.getvalue()


def write_table(path: str | Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Save a table as CSV, atomically.

    Raises
    ------
    FileError
        It cannot be written.
    """
    write_text(path, table_text(header, rows))
