"""A file that is called a table of reference values: read once, in one way, with all that its reader says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ...core.data import match_key
from ...core.errors import FileError, TwoReadings
from ...core.notes import as_note
from ..cells import read_cells
from ..read import read_file
from ..readers import ReadResult, Table
from ..targets import NotANumber, read_targets, with_units_and_errors
from .entries import Entry


def read_values(path: str | Path, sample_names: Sequence[str] = (), several: bool = False) -> tuple[Table, ...]:
    """The tables of reference values that a file holds; what its readers say is in their notes.

    Window and command line read it the same way: a cell that is not a number is named, not skipped with its row.

    Parameters
    ----------
    path : str or Path
    sample_names : sequence of str
        Names of the loaded samples; they decide whether a first column of numbers holds names or values.
    several : bool
        Take all tables of a file that holds more than one (sheets of a workbook); else the first.

    Raises
    ------
    FileError
        No table of values, or a cell that is neither a number, missing, nor censored.
    """
    try:
        table = read_targets(path, sample_names)
    except NotANumber:
        raise
    except FileError as error:
        found = _as_its_reader_has_it(path, sample_names)
        if not found:
            raise error from None
        return found
    return (_several(path) if several else ()) or (table,)


def values_entry(entry: Entry, sample_names: Sequence[str]) -> Entry:
    """A table of values among opened files as `read_values` reads it; unreadable where that refuses it.

    What the user set in the import dialog stays as it is.
    """
    if entry.options or entry.kind == "spectra":
        return entry
    if entry.problem:  # no reader of spectra took it
        return _if_it_is_one(entry, sample_names)
    if entry.kind != "values":
        return entry
    try:
        tables = read_values(entry.path, sample_names, several=True)
    except FileError as error:
        return replace(entry, kind="bad", problem=as_note(error), doubts=())
    result = entry.result or ReadResult()
    notes = tuple(dict.fromkeys(note for table in tables for note in table.notes))
    return replace(entry, result=result.with_(tables=tables, warnings=notes), doubts=())


def _if_it_is_one(entry: Entry, sample_names: Sequence[str]) -> Entry:
    """A file that no reader of spectra took, a table of words or "bad": one of values if it names loaded samples."""
    known = {match_key(name) for name in sample_names} - {""}
    try:
        first = [match_key(row[0]) for row in read_cells(entry.path).rows[1:]]
        if not first or 2 * sum(name in known for name in first) < len(first):
            return entry
        return replace(entry, kind="values", problem="", pairs=None,
                       result=ReadResult((), (read_targets(entry.path, sample_names),)))
    except NotANumber as error:
        return replace(entry, kind="bad", pairs=None, problem=as_note(error))
    except (FileError, OSError):
        return entry


def noted(result: ReadResult) -> tuple[Table, ...]:
    """The tables of a file with the warnings of its reader as notes."""
    return tuple(replace(t, notes=tuple(dict.fromkeys((*t.notes, *result.warnings)))) for t in result.tables)


def _several(path: str | Path) -> tuple[Table, ...]:
    """Tables of a file that holds more than one; () for any other."""
    try:
        result = read_file(path)
    except (FileError, OSError):
        return ()
    return noted(result) if len(result.tables) > 1 else ()


def _as_its_reader_has_it(path: str | Path, sample_names: Sequence[str]) -> tuple[Table, ...]:
    """Tables of a file whose own format holds them, or whose titles look like an axis."""
    try:
        try:
            result = read_file(path)
        except TwoReadings:
            result = read_file(path, orientation="table")
        result = with_units_and_errors(path, result, sample_names) or result
        if not result.tables:
            result = read_file(path, orientation="table")
    except FileError:
        return ()
    return noted(result)
