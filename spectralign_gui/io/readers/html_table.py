"""Tables in HTML that are called .xls: what many instruments and laboratory systems save as "Excel"."""

from __future__ import annotations

from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from ...core.errors import FileError
from ._sheets import MAX_CELLS, Sheet
from .contract import ReadResult
from .registry import register_reader
from .spreadsheet import SpreadsheetReader, lines_of
from .text.build import ask_if_unsure, build
from .text.decode import sniff_encoding
from .text.options import TextOptions
from .text.sample import sample_lines

MAX_BYTES, HEAD, WIDEST = 50_000_000, 65536, 16_384


class _Tables(HTMLParser):
    """The cells of every table that holds no other one; a cell over several columns is followed by empty ones."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[str]]] = []
        self._open: list[list[list[str]]] = []
        self._cell: list[str] | None = None
        self._span = 1
        self._count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a table, a row or a cell, each of which ends the one before."""
        if tag == "table":
            self._end_cell()
            self._open.append([])
        elif not self._open:
            return
        elif tag == "tr":
            self._end_cell()
            self._open[-1].append([])
        elif tag in ("td", "th"):
            self._end_cell()
            said = dict(attrs).get("colspan") or "1"
            self._span = min(int(said), WIDEST) if said.isdigit() else 1
            self._cell = []
        elif tag in ("br", "p", "div") and self._cell:
            self._cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """End a cell, a row or a table."""
        if tag in ("td", "th", "tr", "table"):
            self._end_cell()
        if tag == "table" and self._open:
            table = [row for row in self._open.pop() if row]
            if len(table) > 1 or (table and len(table[0]) > 1):
                self.tables.append(table)

    def handle_data(self, data: str) -> None:
        """Text of a cell."""
        if self._cell is not None:
            self._cell.append(data)

    def close(self) -> None:
        """The end of the file ends what is open."""
        super().close()
        while self._open:
            self.handle_endtag("table")

    def _end_cell(self) -> None:
        if self._cell is None or not self._open:
            return
        if not self._open[-1]:
            self._open[-1].append([])
        text = " ".join("".join(self._cell).split())
        self._open[-1][-1] += [text, *[""] * (self._span - 1)]
        self._count += self._span
        self._cell, self._span = None, 1
        if self._count > MAX_CELLS:
            raise FileError("sheets.sheet_too_large", rows=len(self._open[-1]), columns=len(self._open[-1][-1]),
                            most=MAX_CELLS / 1000000.0)


@register_reader
class HtmlTableReader(SpreadsheetReader):
    """Every table is a sheet; numbers are written as in text, with a point or a comma."""

    name = "html"
    title = "Table in HTML"
    extensions = (".xls", ".htm", ".html")

    def sniff(self, path: Path, head: bytes) -> float:
        """HTML with a table near its beginning."""
        found = sniff_encoding(head)
        start = head.decode(found.value, "replace").lstrip("\ufeff \r\n\t").casefold() if found else ""
        return 0.8 if start.startswith(("<html", "<!doctype html", "<table", "<meta", "<head", "<body")) and (
            "<table" in start) else 0.0

    def sheets(self, path: Path) -> list[Sheet]:
        """The tables.

        Raises
        ------
        FileError
            No table, or more than is read.
        """
        if path.stat().st_size > MAX_BYTES:
            raise FileError("read.too_large", size=path.stat().st_size / 1e9, most=MAX_BYTES / 1e9)
        content = path.read_bytes()
        found = sniff_encoding(content[:HEAD])
        parser = _Tables()
        parser.feed(content.decode(found.value if found else "utf-8", "replace").lstrip("\ufeff"))
        parser.close()
        if not parser.tables:
            raise FileError("text.no_table")
        return [Sheet(f"table {k + 1}", rows, False) for k, rows in enumerate(parser.tables)]

    def _sheet(self, rows: list[list[str]], options: Mapping[str, Any]) -> ReadResult:
        lines = lines_of(rows)
        settings = TextOptions.from_mapping({**options, "separator": "\t"})
        sample = sample_lines(lines, "utf-8", True, settings, {})
        ask_if_unsure(sample, settings)
        result = build(sample, iter(["\n".join(lines).encode()]), settings)
        return result.with_(guesses={k: g for k, g in result.guesses.items() if k not in ("encoding", "separator")})
