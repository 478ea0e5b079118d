"""Where the numbers of a table begin, and the titles over them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ....core.errors import FileError
from .._units import AXIS_WORDS, plain
from .dialect import Dialect, Run, split_line
from .header import (
    described_columns,
    described_lines,
    find_header,
    is_entry,
    labelled_axis,
    leading_titles,
    merge_unit_line,
    names_above,
    title_cells,
    titles_below,
    units_of_columns,
)
from .numbers import to_number
from .options import TextOptions

FIRST_ROWS = 400
_SIGNED = re.compile(r"(?<=[;,\t|\"])\s*[+-]?\d+([.,]\d+)?\s?(%|[a-zA-Zµ]{1,6})(?=\s*([;,\t|\"]|$))")


@dataclass
class Top:
    """The upper end of a table; lines counted from 0.

    Parameters
    ----------
    lines, dialect, options
        What is read.
    width : int
        Columns.
    rows : list of list of str
        Cells of the first lines of data.
    start : int
        Line of the first of them.
    header : int or None
        Line of the titles.
    titles : list of str
        One per column ("" where none).
    labelled : bool
        The first column holds an axis with its unit in each cell (380nm).
    unit_of_all : str
        What a line of units says of all spectra, "" if there is none.
    """

    lines: list[str]
    dialect: Dialect
    options: TextOptions
    width: int
    rows: list[list[str]]
    start: int
    header: int | None = None
    titles: list[str] = field(default_factory=list)
    labelled: bool = False
    unit_of_all: str = ""

    def move(self, lines: int = 1) -> None:
        """Begin so many lines of text further down."""
        for _ in range(lines):
            self.start += 1
            while self.start < len(self.lines) and not self.lines[self.start].strip():
                self.start += 1

    def take_titles(self) -> None:
        """The first row is the line of titles."""
        self.header, self.titles, self.rows = self.start, self.rows[0], self.rows[1:]
        self.move()


def find_top(lines: list[str], dialect: Dialect, run: Run, options: TextOptions) -> Top:
    """Find titles and first numbers; what `options` says is taken as it is.

    Raises
    ------
    FileError
        No table, or a single column.
    """
    if not run.numbers:
        refuse_signs(lines)
        raise FileError("text.no_table")
    rows, width = _first_rows(lines, dialect, run)
    top = Top(lines, dialect, options, width, rows, run.start)
    if options.first_line:
        top.start = options.first_line - 1
        rows = [split_line(line, dialect.separator, dialect.quoted)[:width] for line in lines[top.start:run.stop]
                if line.strip()]
        top.rows = [r for r in rows if len(r) == width] or [[""] * width]
    top.header, top.titles = find_header(lines, replace(run, start=top.start), dialect, width)
    if options.header_line is not None:
        _titles_as_said(top, options.header_line)
    elif options.first_line is None and len(top.rows) > 1:
        _titles_among_the_rows(top)
    if options.first_line is None and options.axis_column in (None, 1):
        _labels(top)
    if top.header is not None:
        units, top.titles = top.titles, merge_unit_line(lines, top.header, dialect, top.titles, width)
        if top.titles is not units and len(set(units[1:])) == 1:
            top.unit_of_all = units[-1].strip("[]() ")
    if options.header_line is None and not any(top.titles):
        top.titles = units_of_columns(lines, top.start, width) or top.titles
    if dialect.separator == " " and options.header_line is None and not AXIS_WORDS.search(plain(top.titles[0])):
        top.titles = described_columns(lines, top.start, width) or top.titles
    return top


def refuse_signs(lines: list[str]) -> None:
    """Say why a table has no numbers where its cells are such as 12.3 % or 0.5 AU.

    Raises
    ------
    FileError
        Most lines have such a cell.
    """
    found = [m[0].strip() for m in map(_SIGNED.search, lines) if m]
    if len(found) > len(lines) // 2:
        raise FileError("text.cells_with_signs", example=found[0])


def _first_rows(lines: list[str], dialect: Dialect, run: Run) -> tuple[list[list[str]], int]:
    """Cells of the first lines of data, without columns that are empty in all of them; how many columns."""
    rows = []
    for line in lines[run.start:run.stop]:
        cells = _trimmed(split_line(line, dialect.separator, dialect.quoted), run.width) if line.strip() else []
        if len(cells) == run.width:
            rows.append(cells)
        if len(rows) == FIRST_ROWS:
            break
    width = run.width
    above = next((line for line in reversed(lines[:run.start]) if line.strip()), "")
    titles = split_line(above, dialect.separator, dialect.quoted)
    titled = sum(map(bool, titles)) if len(titles) == run.width and titles[-1] else 0  # a column yet to be filled
    while width > 1 and width != titled and all(not r[width - 1] for r in rows):
        width -= 1
    if width < 2:
        raise FileError("text.single_column")
    return [r[:width] for r in rows], width


def _trimmed(cells: list[str], width: int) -> list[str]:
    """Cells without empty ones beyond the table's width."""
    return cells[:width] if len(cells) > width and not any(cells[width:]) else cells


def _titles_as_said(top: Top, line: int) -> None:
    """Titles from the line that the user names; 0 for none."""
    top.header = line - 1 if line else None
    top.titles = [""] * top.width
    if top.header is not None and top.header < len(top.lines):
        found = title_cells(top.lines[top.header], top.dialect, top.width)
        titles = (["", *found] if len(found) == top.width - 1 else found)[:top.width]
        top.titles = titles + [""] * (top.width - len(titles))


def _titles_among_the_rows(top: Top) -> None:
    """Titles in lines that looked like data: below headings over several columns, or the first of the rows."""
    dialect = top.dialect
    at = titles_below(top.rows, dialect, top.titles) if top.header is not None else None
    if at is not None:
        top.move(at)
        if all(to_number(c, dialect.decimal, dialect.thousands) is not None for c in top.rows[at] if c):
            top.header, top.titles, top.rows = None, [""] * top.width, top.rows[at:]
        else:
            top.rows = top.rows[at:]
            top.take_titles()
        return
    leading = leading_titles(top.rows, dialect, top.titles if top.header is not None else None) or (
        described_lines(top.rows, dialect, top.titles) if top.header is not None else 0)
    if not leading:
        return
    if top.header is None and not is_entry(top.rows[0]):
        top.header, top.titles = top.start, top.rows[0]
        leading += described_lines(top.rows[leading:], dialect, top.titles)
    top.move(leading)
    top.rows = top.rows[leading:]


def _labels(top: Top) -> None:
    """Labels such as 380nm in the first column: lines of settings above and below them are no channels."""
    labels = labelled_axis(top.rows, top.dialect)
    if labels is None:
        return
    top.labelled = True
    top.move(labels.first)
    top.rows = [[f"{v!r}".replace(".", top.dialect.decimal), *r[1:]] for v, r in zip(
        labels.values.tolist(), top.rows[labels.first:labels.stop], strict=True)]
    top.header, named = names_above(top.lines, top.start, top.dialect, top.width)
    top.titles = [f"[{labels.unit}]", *(named or [""] * (top.width - 1))]
