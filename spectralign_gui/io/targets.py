"""Tables of reference values: read here, joined to the spectra by `session.joining`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..core.data import Targets, match_key
from ..core.errors import FileError
from ..core.notes import Note, about
from .cells import CellTable, read_cells
from .readers import LAB_ERROR, NAME_WORDS, UNIT_IN_TITLE, UNIT_ROW, ReadResult, Table
from .readers.text.above import looks_like_number
from .readers.text.numbers import is_missing, to_number
from .readers.text.values_tables import usual_cells
from .values_head import class_columns, lines_above_titles, row_of_units

_CENSORED = re.compile(r"[<>≤≥]\s*=?\s*\S.*\Z|b\.?d\.?l\.?\Z|lo[dq]\Z|below detection.*", re.IGNORECASE)
_ROW_NUMBER = re.compile(r"#\s*\d{1,9}\Z")


class NotANumber(FileError):
    """A table of values in which a cell is neither a number nor missing: said, and never skipped."""


def read_targets(path: str | Path, sample_names: Sequence[str] = ()) -> Table:
    """Read a table of reference values: a column of sample names (or ``#12``), if any, then one per property.

    Parameters
    ----------
    path : str or Path
        Delimited text of any kind or a workbook.
    sample_names : sequence of str
        Names of the loaded samples; they decide whether a first column of untitled numbers holds names or values.

    Returns
    -------
    Table
        ``names`` is empty if the table has none: it can then be joined by row order only. Empty cells and NA are
        NaN; ``<0.05`` is NaN and marked as censored. A row called ``SEL`` (or "lab error") holds the laboratory's
        own standard error per property.

    Raises
    ------
    FileError
        No column of numbers, or a cell that is neither a number, missing, nor censored.
    """
    path = Path(path)
    table = read_cells(path)
    above = lines_above_titles(table.rows, table.decimal)
    titles, rows = table.rows[above], table.rows[above + 1:]
    if not rows or all(t and to_number(t, table.decimal) is not None for t in titles):
        raise FileError(about(path.name, Note("targets_file.no_titles", "error")))
    named = _first_is_names(titles, rows, table.decimal, sample_names)
    notes = [Note("targets_file.lines_above", "info", n=above)] if above else []
    row_units: list[str] = []
    if named:
        titles, rows, row_units, more = _without_units_and_classes(titles, rows, table)
        notes += more
    columns = list(range(1 if named else 0, len(titles)))
    first = above + (3 if row_units else 2)
    values = np.full((len(rows), len(columns)), np.nan)
    censored, odd = np.zeros(values.shape, bool), np.zeros(values.shape, bool)
    for i, row in enumerate(rows):
        for k, j in enumerate(columns):
            number = to_number(row[j], table.decimal, table.thousands)
            if number is not None and not np.isinf(number):
                values[i, k] = number
            elif _CENSORED.match(row[j]):
                censored[i, k] = True
            elif not is_missing(row[j]):
                odd[i, k] = True
    kept = []
    for k, j in enumerate(columns):
        known = int(np.isfinite(values[:, k]).sum() + censored[:, k].sum())
        wrong = [i for i in np.flatnonzero(odd[:, k])
                 if known > odd[:, k].sum() or looks_like_number(rows[i][j])]
        if wrong:
            at = int(wrong[0])
            raise NotANumber(about(path.name, Note("targets_file.not_a_number", "error", at=at + first,
                                                   titles=titles[j] or f'column {j + 1}',
                                                   rows=repr(rows[at][j][:30]))))
        if known and titles[j] and not odd[:, k].any():
            kept.append(k)
    if not kept:
        raise FileError(about(path.name, Note("targets_file.no_column", "error")))
    names = tuple(titles[columns[k]] for k in kept)
    if len(set(names)) != len(names):
        raise FileError(about(path.name, Note("coefficients.column_twice", "error",
                                              next=repr(next(n for n in names if names.count(n) > 1)))))
    units = tuple(m[1] if (m := UNIT_IN_TITLE.search(n)) else row_units[columns[k]] if row_units else ""
                  for n, k in zip(names, kept, strict=True))
    given = [i for i, row in enumerate(rows) if named and LAB_ERROR.fullmatch(row[0].strip())]
    samples = [i for i in range(len(rows)) if i not in given]
    errors = tuple(values[given[0], kept].tolist()) if given else ()
    if any(e <= 0 for e in errors):
        raise NotANumber(about(path.name, Note("targets_file.lab_errors", "error",
                                               strip=repr(rows[given[0]][0].strip()))))
    return Table(Targets(names, values[np.ix_(samples, kept)], units, censored[np.ix_(samples, kept)], errors),
                 tuple(rows[i][0] for i in samples) if named else (), notes=(*table.notes, *notes))


def _without_units_and_classes(titles: list[str], rows: list[list[str]], table: CellTable,
                               ) -> tuple[list[str], list[list[str]], list[str], list[Note]]:
    """A row per sample and a column per property, of a table with names; the units of a row of units, and notes."""
    units = row_of_units(titles, rows, table.decimal, table.thousands)
    rows = rows[1:] if units else rows
    classes, notes = class_columns(titles, rows, table.decimal)
    kept = [j for j in range(len(titles)) if j not in classes]
    before = [titles[j] for j in kept]
    titles, rows, usual = usual_cells(before, [[r[j] for j in kept] for r in rows], table.decimal)
    of = dict(zip(before, (units[j] for j in kept), strict=True)) if units else {}
    return titles, rows, [of.get(t, "") for t in titles] if units else [], [*notes, *usual]


def with_units_and_errors(path: str | Path, result: ReadResult | None = None,
                          sample_names: Sequence[str] = ()) -> ReadResult | None:
    """A file as a table of reference values, if it has units or errors of the laboratory that its reader leaves out.

    Parameters
    ----------
    path : str or Path
    result : ReadResult, optional
        What the reader made of it; without one the reader refused the file, or the user calls it a table of values,
        and then a row of units or of laboratory errors must say so too.
    sample_names : sequence of str
        As for `read_targets`.

    Returns
    -------
    ReadResult or None
        With one table; None where there is nothing to add, also if the file is no such table.
    """
    if result is not None and (result.blocks or len(result.tables) != 1):
        return None
    try:
        table = read_targets(path, sample_names)
        first = [row[0].strip() for row in read_cells(path).rows[1:]]
    except (FileError, OSError):
        return None  # the reader has said what it is, or says what is wrong with it
    says = bool(table.names) and (first[0].casefold() in UNIT_ROW[1:] or any(map(LAB_ERROR.fullmatch, first)))
    if not says and (result is None or not any(table.targets.units)):
        return None
    return ReadResult((), (table,)) if result is None else result.with_(tables=(table,))


def _first_is_names(titles: list[str], rows: list[list[str]], decimal: str, sample_names: Sequence[str]) -> bool:
    if len(titles) < 2:
        return False
    cells = [row[0] for row in rows]
    if any(_ROW_NUMBER.match(c) or (to_number(c, decimal) is None and not _CENSORED.match(c)) for c in cells):
        return True
    if not titles[0] or NAME_WORDS.search(titles[0]):
        return True
    known = {match_key(n) for n in sample_names} - {""}
    return bool(known) and sum(match_key(c) in known for c in cells) >= 0.5 * len(cells)
