"""Lines above the table that look like lines of it: a defect there must not cut the table short without a word."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....core.errors import FileError
from ....core.notes import Note
from .dialect import COMMENT, Dialect, find_run, split_line
from .top import Top

_LOOSE = re.compile(r"(?!\d{1,4}\.\d{1,2}\.\d{2,4}\Z)[+-]?[\d.,'’]*\d[\d.,]*(?:[eEdD][+-]?\d+)?\Z", re.ASCII)
LEAST_LINES, TITLED, BEYOND = 3, 0.9, 0.2


def looks_like_number(cell: str) -> bool:
    """Whether a cell is a number in any notation."""
    return bool(_LOOSE.match(cell))


def check_above(lines: Sequence[str], header: int | None, start: int, width: int, dialect: Dialect,
                orientation: str, axis_in_header: bool) -> list[str]:
    """Look for lines of data that the table should have begun with.

    Parameters
    ----------
    lines : sequence of str
    header : int or None
        Line of titles.
    start : int
        First line of the table as found.
    width : int
    dialect : Dialect
    orientation : str
    axis_in_header : bool
        The titles are the axis.

    Returns
    -------
    list of str
        A warning where another table of the same width stands above.

    Raises
    ------
    FileError
        A line of numbers above the table that does not fit it, so that the table would begin in its middle.
    """
    from_line = start - LEAST_LINES if header is None else header if not axis_in_header else header + 1
    for i in reversed(range(max(from_line, 0), start)):
        if not lines[i].strip() or COMMENT.match(lines[i]):
            continue
        cells = split_line(lines[i], dialect.separator, dialect.quoted)
        while len(cells) > width and not cells[-1]:
            cells.pop()
        numbers = sum(map(looks_like_number, cells))
        adjacent = header is not None or i == start - 1
        if not adjacent or numbers < max(2, 0.5 * len(cells)) or (
                orientation in ("columns", "pairs") and not looks_like_number(cells[0])) or (
                orientation == "table" and i == header):
            continue
        if len(cells) != width:
            raise FileError("text.line_of_other_width", line=i + 1, n=len(cells), width=width)
        raise FileError("text.line_in_other_notation", line=i + 1, start=lines[i].strip()[:30], below=True)
    top = header if header is not None else start
    earlier = find_run(list(lines[:top]), dialect)
    count = earlier.stop - earlier.start
    if earlier.width == width and earlier.share > 0.8 and count >= LEAST_LINES and not axis_in_header:
        return [Note("text.another_table_above", n=count, line=top + 1)]
    return []


def cells_beyond(top: Top) -> list[Note]:
    """What is said of the few lines that have a number beyond the last title: a cell may stand twice in them."""
    last = top.width - 1
    if top.header is None or last < LEAST_LINES or top.titles[last] or (
            sum(map(bool, top.titles[:last])) < TITLED * last):
        return []
    filled = [k for k, row in enumerate(top.rows) if row[last] and looks_like_number(row[last])]
    if not 0 < len(filled) <= max(1, BEYOND * len(top.rows)):
        return []
    lines = [i + 1 for i in range(top.start, len(top.lines)) if top.lines[i].strip() and len(
        cells := split_line(top.lines[i], top.dialect.separator, top.dialect.quoted)) > last and (
            looks_like_number(cells[last]))]
    return [Note("text.cell_beyond_titles", n=len(filled), lines=lines)] if lines else []
