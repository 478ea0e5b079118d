"""Excel workbook: a sheet per data set, a row per spectrum, the axis in the title row."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.data import SpectralDataset
from ...core.errors import FileError
from ..readers.text.marks import marked
from ..workbook import MAX_COLUMNS, MAX_ROWS, OPTIONS, Exact, WholeFile, raise_of_the_disk
from ._table import cell_text, describe, one_line, property_cells, property_titles

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet


def save(path: Path, datasets: Sequence[SpectralDataset]) -> None:
    """Write a workbook; missing values are empty cells.

    Where a sheet has too few columns for the channels, spectra go down the columns, and the reference values to a
    sheet of their own.

    Raises
    ------
    FileError
        More spectra and channels than a sheet holds.
    """
    import xlsxwriter
    from xlsxwriter.exceptions import XlsxWriterException

    try:
        with WholeFile(path) as file, xlsxwriter.Workbook(file, OPTIONS) as book:
            taken: set[str] = set()
            for d in datasets:
                extra = 1 + (d.groups is not None) + len(property_titles(d))
                head = len(describe(d)) + 1
                if len(d.axis) + extra <= MAX_COLUMNS and len(d) + head <= MAX_ROWS:
                    _write_rows(book.add_worksheet(_sheet_name(d.name, taken)), d)
                elif len(d) + 1 <= MAX_COLUMNS and len(d.axis) + head <= MAX_ROWS:
                    _write_columns(book.add_worksheet(_sheet_name(d.name, taken)), d)
                    if extra > 1:
                        _write_properties(book.add_worksheet(_sheet_name(f"{d.name} samples", taken)), d)
                else:
                    raise FileError("xlsx.too_many_columns", name=d.name, n_d=len(d), n_axis=len(d.axis),
                                    max_columns=MAX_COLUMNS)
    except XlsxWriterException as error:
        raise_of_the_disk(error)
        raise FileError("xlsx.not_written", name=path.name, error=error) from error


def _head(sheet: Worksheet, d: SpectralDataset) -> int:
    """Entries above the table; the row after them."""
    for row, (key, value) in enumerate(describe(d).items()):
        sheet.write_string(row, 0, f"# {key}")
        sheet.write_string(row, 1, value)
    return len(describe(d))


def _cells(sheet: Worksheet, row: int, cells: Iterable[float | str | None]) -> None:
    for column, cell in enumerate(cells):
        if isinstance(cell, str):
            if cell:
                sheet.write_string(row, column, cell)
        elif cell is not None and math.isfinite(cell):
            sheet.write_number(row, column, Exact(cell))


def _beside(d: SpectralDataset, row: int) -> list[float | str | None]:
    group = [] if d.groups is None else [cell_text(d.groups[row], formulas=False)]
    return [cell_text(d.sample_names[row], formulas=False), *group, *property_cells(d, row)]


def _titles(d: SpectralDataset) -> list[float | str | None]:
    return ["sample", *["group"] * (d.groups is not None), *(marked(t, formulas=False) for t in property_titles(d))]


def _write_rows(sheet: Worksheet, d: SpectralDataset) -> None:
    top = _head(sheet, d)
    _cells(sheet, top, [*_titles(d), *d.axis.values.tolist()])
    for row in range(len(d)):
        _cells(sheet, top + 1 + row, [*_beside(d, row), *d.spectra[row].tolist()])


def _write_columns(sheet: Worksheet, d: SpectralDataset) -> None:
    top = _head(sheet, d)
    _cells(sheet, top, [d.axis.unit, *(cell_text(n, formulas=False) for n in d.sample_names)])
    for channel, x in enumerate(d.axis.values.tolist()):
        _cells(sheet, top + 1 + channel, [x, *d.spectra[:, channel].tolist()])


def _write_properties(sheet: Worksheet, d: SpectralDataset) -> None:
    _cells(sheet, 0, _titles(d))
    for row in range(len(d)):
        _cells(sheet, row + 1, _beside(d, row))


def _sheet_name(name: str, taken: set[str]) -> str:
    """A legal sheet name (31 characters, none of []:*?/\\) that is not taken yet."""
    plain = re.sub(r"[\[\]:*?/\\]", "-", one_line(name)).strip("' ")[:31] or "spectra"
    if plain.casefold() == "history":  # reserved by Excel
        plain = "history-"
    number, chosen = 1, plain
    while chosen.casefold() in taken:
        number += 1
        chosen = f"{plain[:30 - len(str(number))]}-{number}"
    taken.add(chosen.casefold())
    return chosen
