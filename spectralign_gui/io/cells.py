"""A small table of text cells from CSV or a spreadsheet: pairs and reference values."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import FileError
from ..core.notes import Note, about
from .of_file import of_file
from .read import read_head
from .readers import is_workbook, workbook_sheets
from .readers.text.decode import line_chunks, sniff_encoding
from .readers.text.dialect import COMMENT
from .readers.text.marks import unmarked
from .readers.text.numbers import guess_thousands, is_number

MAX_CELLS_BYTES = 200_000_000
_THREE_DIGITS = re.compile(r"[+-]?\d{1,3},\d{3}\Z", re.ASCII)
# a row number such as #12 is no comment; nor is #-1 or # 7 alone in its cell, which names no row but must be told
_ROW_NUMBER = re.compile(r"\s*#(\d|\s*[-+]?[\d.]+\s*([,;\t|]|\Z))")


@dataclass(frozen=True)
class CellTable:
    """Rows of stripped cells, all of one width, with the decimal mark in use."""

    rows: list[list[str]]
    decimal: str = "."
    thousands: str = ""
    notes: tuple[str, ...] = ()


def read_cells(path: str | Path) -> CellTable:
    """All cells of a table file (CSV of any separator, or the first sheet of a spreadsheet that holds something).

    Raises
    ------
    FileError
        No file, no text, too large, or lines of different width.
    """
    path = Path(path)
    head = read_head(path)
    if not head:
        raise FileError(about(path.name, Note("read.empty", "error")))
    if path.stat().st_size > MAX_CELLS_BYTES:
        raise FileError(about(path.name, Note("cells.too_large", "error")))
    try:
        if is_workbook(head):
            rows = next((s.rows for s in workbook_sheets(path) if not s.hidden and len(s.rows) > 0), [])
            return CellTable(_even(path, [[unmarked(c.strip()) for c in row] for row in rows]))
        encoding = sniff_encoding(head)
        if encoding is None:
            raise FileError("cells.other_kind")
        text = b"".join(line_chunks(path, encoding.value)).decode("utf-8", "replace")
    except FileError as error:
        raise of_file(path, error) from error
    lines = [line for line in text.split("\n") if line.strip() and (
        not COMMENT.match(line) or _ROW_NUMBER.match(line))]
    if lines and re.match(r"\"?sep=.\"?\s*\Z", lines[0], re.IGNORECASE):
        separator = lines[0].strip().strip('"')[4]
        lines = lines[1:]
    else:
        separator = _separator(lines)
    try:
        rows = [[c.strip() for c in row] for row in csv.reader(lines, delimiter=separator, skipinitialspace=True)]
    except csv.Error as error:  # a quote that is never closed, a cell of 130,000 letters
        raise FileError(about(path.name, Note("cells.no_table", "error", detail=str(error)))) from error
    cells = [c for row in rows for c in row]
    # where the comma is the separator too, quotes have kept it in the cells
    groups = guess_thousands(cells, ",")
    comma = any("," in c and is_number(c, ",", groups) for c in cells) and not guess_thousands(cells, ".") and not any(
        "." in c and is_number(c, ".") and not (groups == "." and is_number(c, ",", groups)) for c in cells)
    decimal = "," if comma else "."
    with_comma = [c for c in cells if "," in c and is_number(c, ",")] if comma and not groups else []
    notes = (f"The comma in numbers such as {with_comma[0]} was read as the decimal mark; if it marks thousands, write "
             "them without.",) if with_comma and all(_THREE_DIGITS.match(c) for c in with_comma) else ()
    rows = [[unmarked(c) for c in row] for row in rows]
    return CellTable(_even(path, rows), decimal, guess_thousands(cells, decimal), notes)


def _separator(lines: list[str]) -> str:
    best, chosen = 0.0, ","
    for separator in ";\t,|":
        widths = [line.count(separator) for line in lines[:200]]
        common = max(set(widths), key=widths.count, default=0)
        score = common and widths.count(common) / len(widths) + min(common, 50) / 1000
        if score > best:
            best, chosen = score, separator
    return chosen


def _even(path: Path, rows: list[list[str]]) -> list[list[str]]:
    rows = [row for row in rows if any(row)]
    if not rows:
        raise FileError(about(path.name, Note("cells.empty", "error")))
    width = len(rows[0])
    while width > 1 and not any(row[width - 1] for row in rows if len(row) >= width):
        width -= 1
    out = []
    for k, row in enumerate(rows):
        if any(row[width:]):
            raise FileError(about(path.name, Note("cells.row_of_other_width", "error", k=k + 1, n_row=len(row),
                                                  width=width)))
        out.append((row + [""] * width)[:width])
    return out
