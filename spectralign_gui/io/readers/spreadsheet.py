"""Excel (xlsx, xls) and OpenDocument sheets: every visible sheet that holds spectra."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ...core.data import Targets, match_key
from ...core.errors import FileError, TwoReadings
from ...core.notes import Note
from ._sheets import Sheet, is_workbook, workbook_sheets
from .contract import Block, Choice, Reader, ReadResult, Table
from .registry import register_reader
from .text.build import ask_if_unsure, build
from .text.footer import is_footer
from .text.options import OPTION_NAMES, TextOptions
from .text.sample import sample_lines

_NOT_HERE = frozenset({"encoding", "separator", "decimal", "thousands"})


@register_reader
class SpreadsheetReader(Reader):
    """Sheets are read as tables of cells with the same guesses as text files."""

    name = "spreadsheet"
    title = "Excel or OpenDocument spreadsheet"
    extensions: ClassVar[tuple[str, ...]] = (".xlsx", ".xls", ".ods", ".xlsm")
    option_names = ("sheet", *(n for n in OPTION_NAMES if n not in _NOT_HERE))

    def sniff(self, path: Path, head: bytes) -> float:
        """ZIP with the parts of a workbook, or an OLE file of that extension."""
        if not is_workbook(head):
            return 0.0
        known = path.suffix.lower() in self.extensions
        if head.startswith(b"PK"):
            return 0.8 if known or b"xl/" in head or b"spreadsheet" in head else 0.2
        return 0.8 if known else 0.2

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """All visible sheets with spectra, one block each; sheets with only reference values if there are none."""
        wanted = {k: v for k, v in options.items() if k != "sheet"}
        chosen = options.get("sheet")
        sheets = self.sheets(path)
        if chosen is not None and chosen not in [s.name for s in sheets]:
            raise FileError("sheets.no_such_sheet", chosen=chosen, sheets=(repr(s.name) for s in sheets))
        results: list[tuple[str, ReadResult]] = []
        refused: list[str] = []
        hidden: list[str] = []
        for sheet in sheets:
            if chosen is not None and sheet.name != chosen:
                continue
            if sheet.hidden and chosen is None:
                hidden.append(sheet.name)
                continue
            try:
                results.append((sheet.name, self._sheet(sheet.rows, wanted)))
            except TwoReadings as error:
                if len(sheets) == 1 or chosen is not None:
                    raise
                refused.append(Note("sheets.refused", sheet=sheet.name, why=error))
            except FileError as error:
                refused.append(Note("sheets.refused", sheet=sheet.name, why=error))
        with_spectra = [(n, r) for n, r in results if r.blocks]
        if not with_spectra and not results:
            if not refused:
                raise FileError("sheets.none_visible")
            raise FileError("sheets.none_with_spectra", refused=refused[:3])
        used = with_spectra or results
        several = len(used) > 1
        blocks = [b.with_(label=f"{n} {b.label}".strip() if several or b.label else b.label)
                  for n, r in used for b in r.blocks]
        warnings = [w for _, r in used for w in r.warnings]
        warnings += [Note("sheets.hidden_left_out", "info", sheet=n) for n in hidden]
        left = [n for n, _ in results if n not in [u for u, _ in used]]
        if with_spectra:
            blocks, joined = _with_values(blocks, {n: r.tables for n, r in results if n in left})
            warnings += [Note("sheets.values_joined", "info", sheet=n) for n in joined]
            left = [n for n in left if n not in joined]
        warnings += [Note("sheets.no_spectra_left_out", "info", sheet=n) for n in left]
        warnings += [Note("sheets.left_out", why=r) for r in refused]
        choices = tuple(Choice("sheet", s.name, s.name, s.name in [u for u, _ in used]) for s in sheets)
        guesses = used[0][1].guesses
        tables = () if with_spectra else tuple(t for _, r in used for t in r.tables)
        return ReadResult(tuple(blocks), tables, guesses, tuple(dict.fromkeys(warnings)), choices)

    def sheets(self, path: Path) -> list[Sheet]:
        """The sheets of the file."""
        return workbook_sheets(path)

    def _sheet(self, rows: list[list[str]], options: Mapping[str, Any]) -> ReadResult:
        lines = lines_of(rows)
        settings = TextOptions.from_mapping({**options, "separator": "\t", "decimal": ".", "thousands": ""})
        sample = sample_lines(lines, "utf-8", True, settings, {})
        ask_if_unsure(sample, settings)
        result = build(sample, iter(["\n".join(lines).encode()]), settings)
        hidden = ("encoding", "separator", "decimal", "thousands")
        return result.with_(guesses={k: g for k, g in result.guesses.items() if k not in hidden})


def lines_of(rows: list[list[str]]) -> list[str]:
    """The rows of a sheet as lines of text with tabs."""
    return ["\t".join(map(_quoted, row)) for row in _without_padding(_trimmed(rows))]


def _with_values(blocks: list[Block], tables: Mapping[str, tuple[Table, ...]]) -> tuple[list[Block], list[str]]:
    """Spectra with the reference values of sheets that name all of their samples, and the names of these sheets."""
    joined: list[str] = []
    for k, block in enumerate(blocks):
        keys = [match_key(name) for name in block.names]
        if not keys or "" in keys:
            continue
        for sheet, held in tables.items():
            for table in held:
                rows = {match_key(name): i for i, name in enumerate(table.names)}
                if len(rows) != len(table.names) or not set(keys) <= set(rows):
                    continue
                values = table.targets.take([rows[key] for key in keys])
                block = block.with_(targets=values if block.targets is None else _both(block.targets, values))
                joined.append(sheet)
        blocks[k] = block
    return blocks, list(dict.fromkeys(joined))


def _both(own: Targets, more: Targets) -> Targets:
    """Reference values with further properties beside them."""
    more = more.columns([j for j, name in enumerate(more.names) if own.column(name) is None])
    return Targets(own.names + more.names, np.hstack([own.values, more.values]), own.units + more.units,
                   np.hstack([own.censored, more.censored]), own.lab_errors + more.lab_errors)


def _quoted(cell: str) -> str:
    """A cell with quotes in it, so that the reader of lines leaves them there."""
    return '"' + cell.replace('"', '""') + '"' if '"' in cell else cell


def _without_padding(rows: list[list[str]]) -> list[list[str]]:
    """Lines of text below the table without the empty cells that the sheet's width gives them: they are no spectra."""
    filled = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    width = max(map(len, filled), default=0)
    last = max((i for i, cells in enumerate(filled) if 2 * len(cells) > width), default=len(rows))
    name = filled[last][0] if last < len(rows) else ""
    done = list(rows)
    for i in range(last + 1, len(rows)):
        if filled[i] and is_footer(filled[i], width, not filled[i - 1] or i > last + 1, name, False):
            done[i] = filled[i]
    return done


def _trimmed(rows: list[list[str]]) -> list[list[str]]:
    """Lines above the table without the empty cells that the sheet's width gives them: they are no data."""
    filled = [max((j + 1 for j, cell in enumerate(row) if cell.strip()), default=0) for row in rows]
    width = max(filled, default=0)
    trimmed = list(rows)
    for i, count in enumerate(filled):
        if count > 0.5 * width:
            break
        trimmed[i] = rows[i][:max(count, 1)]
    return trimmed
