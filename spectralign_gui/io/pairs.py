"""A pairs file as header and rows of text; `session.standards.pairing.match_table` makes standards of it."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import FileError
from ..core.notes import Note, about
from .cells import read_cells


def read_pairs_table(path: str | Path) -> tuple[list[str], list[list[str]]]:
    """Header and rows of a pairs table (delimited text of any kind, or a workbook's first sheet).

    Cells are stripped; ``#12`` is a row number and no comment.

    Raises
    ------
    FileError
        It cannot be read, or has no header and rows.
    """
    path = Path(path)
    rows = read_cells(path).rows
    if len(rows) < 2:
        raise FileError(about(path.name, Note("pairs_file.no_header", "error")))
    return rows[0], rows[1:]
