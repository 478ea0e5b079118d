"""The lines of data as arrays: fast where a chunk is plain numbers, cell by cell elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ....core.errors import FileError
from ....core.notes import Note
from .above import looks_like_number
from .dialect import COMMENT, Dialect, split_line
from .footer import is_footer, is_word_first
from .labels import label_value
from .numbers import count_lines, fast_numbers, is_number, to_number
from .plan import Layout

SMALL = 1 << 16
ODD_CELLS = "text.cells_taken_as_missing"


@dataclass
class Body:
    """Numbers (lines × numeric columns) and texts of the other wanted columns."""

    numbers: np.ndarray
    texts: dict[int, list[str]]
    warnings: list[str] = field(default_factory=list)
    censored: list[tuple[int, int]] = field(default_factory=list)
    trailing: int = 0
    """Lines after the end of the table."""
    odd: int = 0
    """Cells that are not numbers though they should be."""
    starts: tuple[int, ...] = ()
    """Rows at which the titles stand again."""
    heads: tuple[str, ...] = ()
    """The line of text before each of these."""


class BodyReader:
    """Collects the table from chunks of lines.

    Parameters
    ----------
    layout : Layout
    dialect : Dialect
    columns : list of int
        Columns wanted as numbers.
    texts : list of int
        Columns wanted as text.
    """

    def __init__(self, layout: Layout, dialect: Dialect, columns: list[int], texts: list[int]) -> None:
        self._layout, self._dialect, self._columns = layout, dialect, columns
        self._texts: dict[int, list[str]] = {j: [] for j in texts}
        self._parts: list[np.ndarray] = []
        self._line = 0
        self._ended: int | None = None
        self._odd: list[str] = []
        self._odd_count = self._count = 0
        self._after = self._trailing = self._drained = 0
        self._gap = False  # the line before this one is blank
        self._again = layout.again
        self._starts: list[int] = []
        self._heads: list[str] = []  # the line of text before each time the titles stand again
        self._text = ""
        self._footer: tuple[int, int] | None = None  # number and cells of a line below the table that has numbers
        self._censored: list[tuple[int, int]] = []
        # names in front of numbers up to the last column: the numbers can be read fast
        self._lead = columns[0] if columns else layout.width
        self._fast = (not layout.labelled and columns == list(range(self._lead, layout.width))
                      and all(j < self._lead for j in texts) and not dialect.thousands
                      and (not self._lead or dialect.separator != " "))

    def feed(self, chunks: Iterable[bytes]) -> Body:
        """Read all chunks."""
        for chunk in chunks:
            self.take(chunk)
        if not self._parts:
            raise FileError("text.no_lines_of_data")
        return self.end(self._joined())

    def take(self, chunk: bytes) -> None:
        """Read one more chunk."""
        if self._line < self._layout.first:
            chunk = self._skip(chunk)
        self._take(chunk)

    def drain(self) -> Body:
        """The lines since the last call; `end` then tells of all."""
        numbers = np.concatenate(self._parts) if self._parts else np.empty((0, len(self._columns)))
        texts = {j: list(kept) for j, kept in self._texts.items()}
        self._drained += len(numbers)
        self._parts.clear()
        self._censored.clear()
        for kept in self._texts.values():
            kept.clear()
        return Body(numbers, texts)

    @property
    def waiting(self) -> int:
        """Number of lines that `drain` would give."""
        return self._count - self._drained

    def end(self, numbers: np.ndarray | None = None) -> Body:
        """The table with what is said of all its lines; without `numbers` its size alone.

        Raises
        ------
        FileError
            More than a tenth of the cells are not numbers.
        """
        if numbers is None:
            numbers = np.broadcast_to(np.nan, (self._count, len(self._columns)))
        warnings: list[str] = []
        if self._odd_count:
            if self._odd_count > 0.1 * numbers.size:
                raise FileError("text.few_values_are_numbers", odd=self._odd_count, n=numbers.size,
                                example=self._odd[0])
            warnings.append(Note(ODD_CELLS, n=self._odd_count, examples=self._odd[:3]))
        if self._after:
            warnings.append(Note("text.another_table_below", n=self._after, line=self._ended))
        if self._trailing > self._after:
            warnings.append(Note("text.text_below_left_out", "info", n=self._trailing - self._after))
        if self._starts and self._layout.orientation != "columns":
            warnings.append(Note("text.table_goes_on", "info", n=len(self._starts)))
        return Body(numbers, self._texts, warnings, self._censored, self._trailing, self._odd_count,
                    tuple(self._starts), tuple(self._heads))

    def _told(self, line: int, column: int, cell: str) -> Note:
        """Where a cell is that should be a number: by the title of its column too, where that is a word."""
        title = self._layout.titles[column].strip() if column < len(self._layout.titles) else ""
        if title and not is_number(title, self._dialect.decimal):
            return Note("text.cell_of", line=line, column=column + 1, title=title[:30], cell=cell)
        return Note("text.cell_at", line=line, column=column + 1, cell=cell)

    def _skip(self, chunk: bytes) -> bytes:
        need = self._layout.first - self._line
        at = 0
        for k in range(need):
            end = chunk.find(b"\n", at)
            if end < 0:
                self._line += k
                return b""
            at = end + 1
        self._line += need
        return chunk[at:]

    def _joined(self) -> np.ndarray:
        """All parts as one array; spectra in columns are laid out so that each is contiguous."""
        out = np.empty((self._count, len(self._columns)), order="C" if self._layout.orientation == "rows" else "F")
        at = 0
        for k, part in enumerate(self._parts):
            out[at:at + len(part)] = part
            at += len(part)
            self._parts[k] = part[:0].copy()  # gives its memory back
        return out

    def _take(self, chunk: bytes) -> None:
        if not chunk:
            return
        values = texts = None
        if self._fast and self._ended is None and not (self._again and self._again.encode() in chunk) and (
                not self._layout.aside or self._line > max(self._layout.aside)):
            numbers, texts = self._without_lead(chunk) if self._lead else (chunk, [])
            if numbers is not None:
                values = fast_numbers(numbers, self._dialect.separator, self._dialect.decimal, len(self._columns))
        if values is not None and texts is not None and (not self._lead or len(texts) == len(values)):
            self._parts.append(values)
            self._count += len(values)
            self._gap = chunk.endswith(b"\n\n")
            for j, kept in self._texts.items():
                kept += [cells[j].decode("utf-8", "replace").strip() for cells in texts]
        elif self._fast and self._ended is None and len(chunk) > SMALL and (middle := _middle(chunk)):
            # one odd cell must not make the whole chunk slow
            self._take(chunk[:middle])
            self._take(chunk[middle:])
            return
        else:
            self._slowly(chunk.decode("utf-8", "replace").split("\n"))
        self._line += count_lines(chunk) + (not chunk.endswith(b"\n"))

    def _without_lead(self, chunk: bytes) -> tuple[bytes | None, list[list[bytes]] | None]:
        """The numbers behind the first columns, and the cells of these; None if a line has none."""
        if b'"' in chunk:
            return None, None
        separator, lead = self._dialect.separator.encode(), self._lead
        lines = [line.split(separator, lead) for line in chunk.split(b"\n") if line and not line.isspace()]
        if any(len(cells) <= lead for cells in lines):
            return None, None
        return b"\n".join([cells[lead] for cells in lines]), lines

    def _slowly(self, lines: list[str]) -> None:
        width, dialect, first = self._layout.width, self._dialect, self._line
        rows: list[list[float]] = []
        plain = dialect.decimal == "." and not dialect.thousands
        contiguous = self._columns == list(range(self._columns[0], self._columns[-1] + 1)) if self._columns else False
        for k, line in enumerate(lines):
            if not line.strip():
                self._gap = self._gap or k < len(lines) - 1
                continue
            if first + k in self._layout.aside:
                continue
            if self._again and line.strip() == self._again:
                self._goes_on(rows)
                continue
            cells = split_line(line, dialect.separator, dialect.quoted)
            while len(cells) > width and not cells[-1]:
                cells.pop()
            if not any(cells):
                self._gap = True
                continue  # a spreadsheet's empty row
            if len(cells) != width or self._ended is not None:
                self._other(line, cells, first + k + 1)
                continue
            wanted = cells[self._columns[0]:self._columns[-1] + 1] if contiguous else [cells[j] for j in self._columns]
            row: list[float] | None = None
            if plain:
                try:
                    row = list(map(float, wanted))
                except ValueError:
                    row = None  # some cell is missing or text: read the row cell by cell
                if row is not None and "_" in line and any("_" in c for c in wanted):
                    row = None
            if row is None:
                row = self._cells(wanted, first + k + 1, self._count + len(rows))
                if row is None:
                    self._other(line, cells, first + k + 1)
                    continue
            rows.append(row)
            self._gap = False
            for j, kept in self._texts.items():
                kept.append(cells[j])
        if rows:
            self._parts.append(np.array(rows))
            self._count += len(rows)

    def _goes_on(self, rows: list[list[float]]) -> None:
        """The titles stand again: what follows belongs to the table, or is the next spectrum in the same columns."""
        if not rows and self._parts and len(self._parts[-1]):
            rows += [row.tolist() for row in self._parts.pop()]
            self._count -= len(rows)
        if rows and all(v != v for v in rows[-1]):  # a name and empty cells: it stands over the titles
            rows.pop()
            self._text = next((kept.pop() for kept in self._texts.values()), "")
        self._starts.append(self._count + len(rows))
        self._heads.append(self._text)
        self._trailing -= self._ended is not None and bool(self._text)
        self._ended, self._footer, self._text = None, None, ""

    def _cells(self, cells: list[str], line: int, row: int) -> list[float] | None:
        if self._layout.labelled:
            label = label_value(cells[0], self._dialect)
            if label is None or not label[2] or label[1]:
                return None
            cells = [repr(label[0]).replace(".", self._dialect.decimal), *cells[1:]]
        values = [to_number(c, self._dialect.decimal, self._dialect.thousands) for c in cells]
        odd = [j for j, v in enumerate(values) if v is None]
        if len(odd) == len(values) and len(odd) > 0 and not all(c.startswith(("<", ">")) for c in cells):
            return None
        out: list[float] = []
        for j, (cell, value) in enumerate(zip(cells, values, strict=True)):
            if value is None:
                if cell[:1] in "<>" and to_number(cell[1:].lstrip("= "), self._dialect.decimal) is not None:
                    self._censored.append((row, j))
                else:
                    self._odd_count += 1
                    if len(self._odd) < 5:
                        self._odd.append(self._told(line, self._columns[j], cell[:30]))
                value = float("nan")
            out.append(value)
        return out

    def _other(self, line: str, cells: list[str], number: int) -> None:
        """A line that is no row of the table: a comment, a footer, or a defect."""
        if COMMENT.match(line):
            return
        self._text = line.strip()
        if self._layout.labelled:
            self._ended = self._ended if self._ended is not None else number - 1
            self._trailing += 1
            return
        width = self._layout.width
        numbers = sum(is_number(c, self._dialect.decimal, self._dialect.thousands) for c in cells)
        if self._ended is not None:
            if self._footer is not None and len(cells) == width and 2 * numbers >= width and not (
                    self._layout.axis_column == 0 and is_word_first(cells)):
                # the table goes on: what looked like a footer is a damaged line of it
                raise FileError("text.line_of_other_width", line=self._footer[0], n=self._footer[1], width=width)
            if not numbers and sum(map(bool, cells)) > 1:
                self._footer = None  # titles of another table
            self._after += 2 * numbers >= len(cells) > 1 and not is_word_first(cells)
            self._trailing += 1
            return
        if numbers >= max(1, 0.5 * len(cells)):
            before = self._texts.get(0, [])
            if not is_footer(cells, width, self._gap, before[-1] if before else "",
                             self._layout.axis_column == 0):
                raise FileError("text.line_of_other_width", line=number, n=len(cells), width=width)
            self._footer = number, len(cells)
        elif len(cells) == width > 1 and 2 * sum(map(looks_like_number, cells)) >= width:
            raise FileError("text.line_in_other_notation", line=number, start=line.strip()[:30], below=False)
        self._ended = number - 1
        self._trailing += 1


def _middle(chunk: bytes) -> int:
    """Where a chunk of lines can be cut near its middle; 0 if it is a single line."""
    at = chunk.find(b"\n", len(chunk) // 2, len(chunk) - 1)
    return (at if at >= 0 else chunk.rfind(b"\n", 0, len(chunk) // 2)) + 1
