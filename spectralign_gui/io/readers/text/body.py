"""The lines of data as arrays: fast where a chunk is plain numbers, cell by cell elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ....core.errors import FileError
from .dialect import COMMENT, Dialect, split_line
from .layout import Layout
from .numbers import fast_numbers, is_number, to_number


@dataclass
class Body:
    """Numbers (lines × numeric columns) and texts of the other wanted columns."""

    numbers: np.ndarray
    texts: dict[int, list[str]]
    warnings: list[str] = field(default_factory=list)
    censored: list[tuple[int, int]] = field(default_factory=list)
    trailing: int = 0
    """Lines after the end of the table."""


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
        self._after = self._trailing = 0
        self._censored: list[tuple[int, int]] = []
        self._all = columns == list(range(layout.width)) and not texts

    def feed(self, chunks: Iterable[bytes]) -> Body:
        """Read all chunks."""
        for chunk in chunks:
            if self._line < self._layout.first:
                chunk = self._skip(chunk)
                if not chunk:
                    continue
            self._take(chunk)
        if not self._parts:
            raise FileError("there are no lines of data under the header.")
        numbers = self._parts[0] if len(self._parts) == 1 else np.concatenate(self._parts)
        warnings = []
        if self._odd_count:
            if self._odd_count > 0.1 * numbers.size:
                raise FileError(f"{self._odd_count} of {numbers.size} values are no numbers ({self._odd[0]}).")
            listed = "; ".join(self._odd[:3])
            warnings.append(f"{self._odd_count} cells are no numbers and are taken as missing ({listed}).")
        if self._after:
            warnings.append(f"{self._after} further lines after line {self._ended} belong to another table and are "
                            "left out.")
        return Body(numbers, self._texts, warnings, self._censored, self._trailing)

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

    def _take(self, chunk: bytes) -> None:
        lines = chunk.count(b"\n") + (not chunk.endswith(b"\n"))
        values = None
        if self._all and self._ended is None:
            values = fast_numbers(chunk, self._dialect.separator, self._dialect.decimal, self._layout.width)
        if values is not None:
            self._parts.append(values)
            self._count += len(values)
        else:
            self._slowly(chunk.decode("utf-8", "replace").split("\n"))
        self._line += lines

    def _slowly(self, lines: list[str]) -> None:
        width, dialect, first = self._layout.width, self._dialect, self._line
        rows: list[list[float]] = []
        plain = dialect.decimal == "." and not dialect.thousands
        contiguous = self._columns == list(range(self._columns[0], self._columns[-1] + 1)) if self._columns else False
        for k, line in enumerate(lines):
            if not line.strip():
                continue
            cells = split_line(line, dialect.separator, dialect.quoted)
            while len(cells) > width and not cells[-1]:
                cells.pop()
            if not any(cells):
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
            for j, kept in self._texts.items():
                kept.append(cells[j])
        if rows:
            self._parts.append(np.array(rows))
            self._count += len(rows)

    def _cells(self, cells: list[str], line: int, row: int) -> list[float] | None:
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
                        self._odd.append(f"line {line}, column {self._columns[j] + 1}: {cell[:30]!r}")
                value = float("nan")
            out.append(value)
        return out

    def _other(self, line: str, cells: list[str], number: int) -> None:
        """A line that is no row of the table: a comment, a footer, or a defect."""
        if COMMENT.match(line):
            return
        numbers = sum(is_number(c, self._dialect.decimal, self._dialect.thousands) for c in cells)
        if self._ended is not None:
            self._after += numbers > 0
            self._trailing += 1
            return
        if numbers >= max(1, 0.5 * len(cells)):
            width = self._layout.width
            raise FileError(f"line {number} has {len(cells)} column{'s' if len(cells) != 1 else ''} where {width} are "
                            "expected; the file is damaged or cut off there.")
        self._ended = number - 1
