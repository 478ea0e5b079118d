"""What the import dialog shows of one file, made off the GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import SpectrAlignError
from ...words import say
from ..assemble import AxisFinding, examine_axis
from ..read import looked_at, read_file, read_head
from ..readers import Choice, Guess, choose_reader
from ..readers.contract import ReadResult
from .entries import is_serious

SHOWN_ROWS, SHOWN_COLUMNS = 40, 40


@dataclass(frozen=True, eq=False)
class FilePreview:
    """One look at a file.

    Parameters
    ----------
    text : bool
        Delimited text: rows and text options are meaningful.
    rows : list of list of str
    options : mapping
        Values in use, guesses filled in.
    guesses : mapping of str to Guess
    axis, spectrum : arrays or None
        The first spectrum in file order.
    finding : AxisFinding
    choices : tuple of Choice
    summary : str
        What would be loaded.
    problem : str
    warnings : tuple of str
    header : mapping
        Entries of the file's header, as text (files that are no delimited text).
    title : str
        The format, for people.
    guessed : tuple of str
        What is a guess and nothing the file states: "unit", "orientation".
    beside : tuple of int
        Columns (from 1) kept as text beside the spectra.
    """

    text: bool = False
    rows: list[list[str]] = field(default_factory=list)
    options: Mapping[str, Any] = field(default_factory=dict)
    guesses: Mapping[str, Guess] = field(default_factory=dict)
    axis: np.ndarray | None = None
    spectrum: np.ndarray | None = None
    finding: AxisFinding = field(default_factory=AxisFinding)
    choices: tuple[Choice, ...] = ()
    summary: str = ""
    problem: str = ""
    warnings: tuple[str, ...] = ()
    header: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    guessed: tuple[str, ...] = ()
    beside: tuple[int, ...] = ()


def make_preview(path: str, options: Mapping[str, Any], result: ReadResult | None = None) -> FilePreview:
    """Look at a file with some options; a text file is only read at its beginning.

    Parameters
    ----------
    path : str
    options : mapping
    result : ReadResult, optional
        What has been read with these very options, so that it need not be read again (not used for text).
    """
    try:
        head = read_head(Path(path))
        if head and choose_reader(Path(path), head).name == "text":
            return _text(path, options)
        result = result or read_file(path, **options)
    except SpectrAlignError as error:
        return FilePreview(problem=say(error), options=dict(options))
    return _from_result(result, dict(options))


def _text(path: str, options: Mapping[str, Any]) -> FilePreview:
    from ..readers.text.options import TextOptions
    from ..readers.text.reader import preview

    try:
        wanted = TextOptions.from_mapping({k: v for k, v in options.items() if k != "reader"})
    except SpectrAlignError as error:
        return FilePreview(True, problem=say(error), options=dict(options))
    look = preview(path, wanted)
    used = {name: getattr(look.options, name) for name in look.options.__dataclass_fields__}
    rows = [row[:SHOWN_COLUMNS] for row in look.rows[:SHOWN_ROWS]]
    if look.result is None:
        return FilePreview(True, rows, used, look.guesses, problem=look.problem, warnings=look.warnings)
    try:
        result = looked_at(look.result)  # says what the import will say of the values
    except SpectrAlignError as error:
        return FilePreview(True, rows, used, look.guesses, problem=say(error), warnings=look.warnings)
    made = _from_result(result, used)
    more = "" if look.complete else "at least "
    return FilePreview(True, rows, used, look.guesses, made.axis, made.spectrum, made.finding, made.choices,
                       more + made.summary, look.problem, _serious_first(result.warnings), guessed=made.guessed,
                       beside=look.beside)


def _serious_first(warnings: tuple[str, ...]) -> tuple[str, ...]:
    """Only a few of many are shown."""
    return tuple(sorted(warnings, key=lambda w: not is_serious(w)))


def _from_result(result: ReadResult, options: dict[str, Any]) -> FilePreview:
    if not result.blocks:
        table = result.tables[0]
        names = f"{len(table.names)} names" if table.names else "no names"
        shown = ", ".join(table.targets.names[:12]) + (", …" if len(table.targets.names) > 12 else "")
        return FilePreview(options=options, guesses=result.guesses, choices=result.choices, warnings=result.warnings,
                           summary=f"{len(table.targets)} rows of reference values ({shown}), {names}")
    block = result.blocks[0]
    options = {"unit": block.unit, "quantity": block.quantity, **options}
    parts = [f"{len(b.spectra)} {'spectrum' if len(b.spectra) == 1 else 'spectra'} of {b.spectra.shape[1]} channels"
             for b in result.blocks[:3]]
    if len(result.blocks) > 3:
        parts.append(f"{len(result.blocks) - 3} more sets")
    if block.names:
        parts.append("with sample names")
    if block.targets is not None:
        parts.append(f"{len(block.targets.names)} property column{'s' * (len(block.targets.names) != 1)}")
    if block.groups is not None:
        parts.append("groups")
    if block.columns:
        parts.append(f"beside them {', '.join(list(block.columns)[:6])}{', …' if len(block.columns) > 6 else ''}")
    missing = sum(int(np.isnan(b.spectra).sum()) for b in result.blocks)
    if missing:
        parts.append(f"{missing} missing values")
    finding = AxisFinding() if block.axis is None else examine_axis(block.axis)
    return FilePreview(False, [], options, result.guesses, block.axis, np.asarray(block.spectra[0]), finding,
                       result.choices, ", ".join(parts), "", result.warnings, dict(block.metadata),
                       result.title, tuple(dict.fromkeys(g for b in result.blocks for g in b.guessed)))
