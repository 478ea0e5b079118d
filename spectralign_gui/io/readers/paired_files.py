"""Spectra, reference values and remarks in files of their own, told by their names, as nirs4all and others keep them:
Xcal.csv with Ycal.csv and Mcal.csv, train_x.csv with train_y.csv.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.data import Targets
from ...core.errors import FileError
from ...core.notes import Note
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .registry import reader, register_reader
from .text.numbers import to_number
from .text.options import OPTION_NAMES

_PARTS = "cal|val|train|test|calibration|validation|pred|all"
_X = re.compile(rf"(?:(?P<front>X)[_-]?(?:{_PARTS})|(?:{_PARTS})[_-]?(?P<back>X))\Z", re.I)
SUFFIXES = (".csv", ".txt", ".tsv")
MOST_BYTES = 50_000_000


def partner_of(path: Path, letter: str) -> Path | None:
    """The file of reference values (Y) or remarks (M) beside a file of spectra (X); None if there is none."""
    found = _X.match(path.stem)
    if found is None or path.suffix.lower() not in SUFFIXES:
        return None
    at = found.start("front") if found["front"] else found.start("back")
    own = path.stem[at]
    name = path.stem[:at] + (letter.upper() if own.isupper() else letter.lower()) + path.stem[at + 1:]
    partner = path.with_name(name + path.suffix)
    return partner if partner.is_file() else None


def is_partner(path: Path, present: Mapping[Path, Any]) -> bool:
    """Whether a file holds values or remarks for one of the files of spectra that are present."""
    if path.suffix.lower() not in SUFFIXES or not re.search(r"\A[YM]|[YM]\Z", path.stem, re.I):
        return False
    for at in (0, len(path.stem) - 1):
        letter = path.stem[at]
        if letter in "YyMm":
            name = path.stem[:at] + ("X" if letter.isupper() else "x") + path.stem[at + 1:]
            spectra = path.with_name(name + path.suffix)
            if spectra in present and partner_of(spectra, letter) == path:
                return True
    return False


@register_reader
class PairedFilesReader(Reader):
    """Rows of the table are the samples; the values of the other file belong to them row by row."""

    name = "paired-files"
    title = "Spectra and reference values in two files"
    extensions = SUFFIXES
    option_names = (*OPTION_NAMES, "unit", "quantity")

    def sniff(self, path: Path, head: bytes) -> float:
        """The name, and the file beside it."""
        if partner_of(path, "Y") is None or reader("text").sniff(path, head) < 0.3:
            return 0.0
        return 0.91

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the spectra as text, and join what the other files hold."""
        result = reader("text").read(path, {"orientation": "rows", **options})
        values, remarks = partner_of(path, "Y"), partner_of(path, "M")
        if values is None or len(result.blocks) != 1:
            return result
        block, notes = joined(result.blocks[0], values, remarks)
        return result.with_(blocks=(block,), warnings=(*result.warnings, *notes))


def joined(block: Block, values: Path | None, remarks: Path | None) -> tuple[Block, list[Note]]:
    """Spectra with the values and the remarks of other files, row by row, and what is said of it.

    Raises
    ------
    FileError
        The files have different numbers of rows.
    """
    notes: list[Note] = []
    if values is not None:
        titles, table = _cells(values)
        if len(table) != len(block.spectra):
            raise FileError("paired.rows_differ", n=len(block.spectra), file=values.name, rows=len(table))
        notes.append(Note("paired.values_from", file=values.name))
        comma = any("," in c for row in table for c in row) and not any("." in c for row in table for c in row)
        columns = {t: [to_number(row[j], "," if comma else ".") if row[j] else np.nan for row in table]
                   for j, t in enumerate(titles)}
        numbers = {t: np.array(v, float) for t, v in columns.items() if all(x is not None for x in v)}
        targets = Targets(tuple(numbers), np.stack(list(numbers.values()), axis=1)) if numbers else block.targets
        groups = block.groups
        if words := [t for t in titles if t not in numbers]:
            groups = tuple(row[titles.index(words[0])] for row in table)
        block = block.with_(targets=targets, groups=groups)
    return (block if remarks is None else _with_names(block, remarks)), notes


def _with_names(block: Block, remarks: Path) -> Block:
    """Names of the samples, where a column of remarks has a different text in every row."""
    titles, table = _cells(remarks)
    if any(block.names) or len(table) != len(block.spectra):
        return block
    for j in range(len(titles)):
        texts = [row[j] for row in table]
        if len(set(texts)) == len(texts) and all(texts) and any(to_number(t) is None for t in texts):
            return block.with_(names=tuple(texts))
    return block


def _cells(path: Path) -> tuple[list[str], list[list[str]]]:
    """Titles (made up where there are none) and rows of a small table."""
    if path.stat().st_size > MOST_BYTES:
        raise FileError("paired.too_large", file=path.name)
    with parsing("table of values"):
        text = path.read_text(encoding="utf-8-sig", errors="replace")
        lines = [line for line in text.splitlines() if line.strip()]
        mark = max(";\t,", key=lambda c: lines[0].count(c)) if lines else ","
        rows = [[c.strip() for c in row] for row in csv.reader(lines, delimiter=mark)]
    if not rows:
        raise FileError("paired.empty", file=path.name)
    width = len(rows[0])
    if bad := next((k for k, row in enumerate(rows) if len(row) != width), None):
        raise FileError("paired.row_of_other_width", file=path.name, line=bad + 1, n=len(rows[bad]), width=width)
    headed = all(to_number(c) is None for c in rows[0] if c)
    titles = rows[0] if headed else [""] * width
    titles = [t or (path.stem if width == 1 else f"{path.stem} {j + 1}") for j, t in enumerate(titles)]
    return titles, rows[1:] if headed else rows
