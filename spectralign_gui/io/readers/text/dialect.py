"""Separator, decimal mark and the lines that hold the table."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ....core.errors import FileError
from ....core.notes import Note
from ..contract import Guess
from .numbers import guess_thousands, is_missing, is_number, to_number
from .options import SEPARATORS

COMMENT = re.compile(r"\s*(#+|%|//|!)\s*")
_AMBIGUOUS = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}\Z")
WIDE, FEW, LONG, NARROW = 400, 12, 40, 64
DEAD = 0.8
_WHOLE, _PADDED = re.compile(r"[+-]?[0-9]+\Z"), re.compile(r"0[0-9]+\Z")
_QUOTED = re.compile(r'"([^"]*)"(?!\S)|(\S+)')
_HINT = re.compile(r"sep=(.)\s*\Z", re.IGNORECASE)


@dataclass(frozen=True)
class Dialect:
    """Separator and number notation, as found."""

    separator: str
    decimal: str
    thousands: str
    quoted: bool = False


def split_line(line: str, separator: str, quoted: bool = False) -> list[str]:
    """Cells of a line, stripped."""
    if separator == " ":
        return [a or b for a, b in _QUOTED.findall(line)] if quoted and '"' in line else line.split()
    if quoted and '"' in line:
        try:
            return [c.strip() for c in next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])]
        except csv.Error:
            return [c.strip().strip('"') for c in line.split(separator)]
    return [c.strip() for c in line.split(separator)]


def without_comment(line: str) -> str:
    """The line without a comment mark at its start."""
    return COMMENT.sub("", line, count=1) if COMMENT.match(line) else line


@dataclass(frozen=True)
class Run:
    """The lines of the table: consecutive lines of equal width with numbers."""

    start: int
    stop: int
    width: int
    numbers: int
    share: float


@lru_cache(64)
def _plain_line(separator: str, decimal: str, width: int) -> re.Pattern[str]:
    """Matches a line of `width` plain numbers: quicker than looking at each cell."""
    mark = re.escape(decimal)
    number = rf"[+-]?(?:[0-9]+(?:{mark}[0-9]*)?|{mark}[0-9]+)(?:[eEdD][+-]?[0-9]{{1,3}})?"
    between = r"\s+" if separator == " " else rf"\s*{re.escape(separator)}\s*"
    return re.compile(rf"\s*{number}(?:{between}{number}){{{width - 1}}}\s*\Z")


def find_run(lines: list[str], dialect: Dialect) -> Run:
    """The longest run of lines that look like data (blank and comment lines inside do not end it)."""
    best = Run(0, 0, 0, 0, 0.0)
    start, width, numbers, cells_seen, last, filled = 0, 0, 0, 0, 0, 0

    def close() -> None:
        nonlocal best
        if numbers > best.numbers:
            best = Run(start, last + 1, width, numbers, numbers / max(cells_seen, 1))

    plain: re.Pattern[str] | None = None
    for i, line in enumerate(lines):
        if plain is not None and plain.match(line):
            numbers, cells_seen, last, filled = numbers + width, cells_seen + width, i, width
            continue
        if not line.strip() or (width and COMMENT.match(line)):
            continue
        if dialect.separator not in line and _no_number(line, dialect):
            if width:
                close()
                plain = None
                width, numbers, cells_seen, filled = 0, 0, 0, 0
            continue
        cells = split_line(line, dialect.separator, dialect.quoted)
        if len(cells) == 1 and not is_number(cells[0], dialect.decimal, dialect.thousands):
            close()  # as below, and at once: so are all lines where the separator is not the right one
            plain = None
            width, numbers, cells_seen, filled = 0, 0, 0, 0
            continue
        count, missing, full, data = _counted(cells, width, i - start > LONG, dialect)
        if data and width and len(cells) != width and 1 < max(full, filled) <= min(len(cells), width):
            # separators at the ends of the lines begin or end in the middle of the table: the cells are the same
            width = min(len(cells), width)
            plain = _plain_line(dialect.separator, dialect.decimal, width) if width <= NARROW else None
            missing = min(missing, width)
            cells = cells[:width]
        if data and len(cells) == width:
            numbers, cells_seen, last = numbers + count, cells_seen + len(cells) - missing, i
            filled = max(filled, full)
            continue
        if width == len(cells) and _not_measured(cells) and _goes_on(lines, i, dialect, width):
            last = i
            continue
        close()
        plain = _plain_line(dialect.separator, dialect.decimal, len(cells)) if data and len(cells) <= NARROW else None
        if data:
            start, width, numbers, cells_seen, last, filled = i, len(cells), count, len(cells) - missing, i, full
        else:
            width, numbers, cells_seen, filled = 0, 0, 0, 0
    close()
    return best


def _counted(cells: list[str], width: int, within: bool, dialect: Dialect) -> tuple[int, int, int, bool]:
    """How many cells of a line are numbers, how many are missing, up to which it is filled, whether it is data."""
    if len(cells) == width and within:
        some = cells[::len(cells) // FEW + 1]  # within a long table, a few cells tell that it goes on
    elif len(cells) <= WIDE:
        some = cells
    else:  # of a line of thousands of cells, its first ones and some of the rest tell as much
        some = cells[:WIDE // 2] + cells[WIDE // 2::len(cells) // WIDE + 1]
    times = len(cells) / max(len(some), 1)
    others = [c for c in some if not is_number(c, dialect.decimal, dialect.thousands)]
    count = round(times * (len(some) - len(others)))
    missing = round(times * sum(map(is_missing, others)))
    # a spectrum that was not measured: its name and NaN, or nothing at all, in every other cell
    said = round(times * sum(bool(c.strip()) and is_missing(c) for c in others))
    all_missing = width == len(cells) > 1 and (missing == len(cells) or said >= DEAD * len(cells) > 2)
    full = next((k for k in range(len(cells), 0, -1) if cells[k - 1]), 0)
    return count, missing, full, all_missing or (count >= 1 and count + missing >= 0.2 * len(cells))


def _no_number(line: str, dialect: Dialect) -> bool:
    """Whether a line without separators is certainly no single number: another separator stands in it."""
    if dialect.thousands or (dialect.separator == " " and "\t" in line):
        return False
    return ";" in line or "|" in line or "\t" in line.strip() or (
        "," in line and (dialect.decimal == "." or "." in line))


def _not_measured(cells: list[str]) -> bool:
    """Whether a line is a name with (next to) nothing but empty cells behind it."""
    return len(cells) > 4 and bool(cells[0]) and sum(not c for c in cells) >= DEAD * len(cells)


def _goes_on(lines: list[str], at: int, dialect: Dialect, width: int) -> bool:
    """Whether the table goes on under a line of a name and empty cells, which is then a spectrum that was not measured.

    Where the next line rises or falls all along, it may be the axis of another table, and the line its title.
    """
    for line in lines[at + 1:]:
        if not line.strip() or COMMENT.match(line):
            continue
        cells = split_line(line, dialect.separator, dialect.quoted)
        if len(cells) != width:
            return False
        if _not_measured(cells):
            continue
        values = [v for c in cells[1:] if c and (v := to_number(c, dialect.decimal, dialect.thousands)) is not None]
        steps = [b - a for a, b in pairwise(values)]
        return 2 * len(values) >= width and not (all(s > 0 for s in steps) or all(s < 0 for s in steps))
    return False


def find_dialect(
    lines: list[str], separator: str | None = None, decimal: str | None = None, thousands: str | None = None,
) -> tuple[Dialect, Run, dict[str, Guess], list[str]]:
    """Separator and decimal mark with the most numbers in a regular table; what is given is not guessed."""
    warnings: list[str] = []
    hint = _HINT.match(lines[0].strip("\ufeff \n\"")) if lines else None
    if hint and separator is None and hint.group(1) in SEPARATORS:
        separator = hint.group(1)
    tried: list[tuple[float, Dialect, Run]] = []
    quoted = any('"' in line for line in lines)
    marks = [decimal] if decimal else [".", ","] if any("," in line for line in lines) else ["."]
    for sep in ([separator] if separator else _present(lines)):
        for dec in marks:
            if sep == "," and dec == "," and not quoted:
                continue
            cells = [c for line in lines[:60] for c in split_line(line, sep, quoted)[:60] if c]
            groups = thousands if thousands is not None else guess_thousands(cells, dec)
            dialect = Dialect(sep, dec, groups, quoted)
            run = find_run(lines, dialect)
            worth = (1.0 if run.width > 1 else 0.3) * (0.9 if sep in ", " and _split_by_another(lines, run) else 1.0)
            tried.append((run.numbers * run.share ** 2 * worth, dialect, run))
    tried.sort(key=lambda t: -t[0])
    score, dialect, run = tried[0]
    if dialect.separator == "," and decimal is None:
        _refuse_two_commas(lines, dialect, run)
    if dialect.separator == " ":
        # blanks inside cells (thousands, names) must not win over a separator that splits the same lines cleanly
        clean = [t for t in tried if t[1].separator != " " and t[2].width > 1
                 and (t[2].share > 0.98 or (t[1].separator in "\t;|" and t[2].share > 0.3))
                 and t[2].stop - t[2].start >= 0.9 * (run.stop - run.start)]
        score, dialect, run = clean[0] if clean else tried[0]
    second = next((s for s, d, _ in tried[1:] if d.separator != dialect.separator), 0.0)
    guesses = {
        "separator": Guess(SEPARATORS[dialect.separator], 1.0 if separator else _sure(score, second),
                           Note("guess.first_line_names_it", "info") if hint else Note("guess.most_numbers", "info")),
        "decimal": Guess(dialect.decimal, 1.0, Note("guess.all_can_be_read", "info")),
    }
    if dialect.thousands:
        guesses["thousands"] = Guess(dialect.thousands, 0.9, Note("guess.both_marks", "info"))
    if thousands is None and dialect.thousands in (".", ",") and (number := _only_above(lines, dialect, run)):
        warnings.append(Note("text.mark_read_as_thousands", mark=dialect.thousands, number=number))
    if decimal is None and not dialect.thousands and (number := _ambiguous(lines, dialect, run)):
        comma = dialect.decimal == ","
        guesses["decimal"] = Guess(dialect.decimal, 0.5,
                                   Note("guess.three_digits", "info", comma=comma))
        warnings.append(Note("text.comma_may_mark_thousands", number=number) if comma else
                        Note("text.point_may_mark_thousands", number=number))
    return dialect, run, guesses, warnings


def _ambiguous(lines: list[str], dialect: Dialect, run: Run) -> str:
    """A number whose decimal mark could stand between thousands, where that is so of all; else "".

    A point between commas is a decimal mark; elsewhere it may be the thousands of a country that writes decimal commas.
    """
    if dialect.decimal == "." and dialect.separator == ",":
        return ""
    first = ""
    for line in lines[run.start:run.stop]:
        for cell in split_line(line, dialect.separator, dialect.quoted):
            if dialect.decimal in cell:
                if not _AMBIGUOUS.match(cell):
                    return ""
                first = first or cell
    return first


def _only_above(lines: list[str], dialect: Dialect, run: Run) -> str:
    """A number with a mark between thousands, where only titles have such: they may be written in another notation.

    A spreadsheet leaves titles as they are when it writes numbers with decimal commas. "" where numbers below have the
    mark as well, or a title has two of them.
    """
    first = ""
    for k, line in enumerate(lines[:run.stop]):
        cells = [c for c in split_line(line, dialect.separator, dialect.quoted) if dialect.thousands in c and (
            _AMBIGUOUS.match(c))]
        if cells and k > run.start:
            return ""
        first = first or (cells[0] if len(cells) > 1 else "")
    return first


def _split_by_another(lines: list[str], run: Run) -> bool:
    """Whether a tab, semicolon or bar stands as often in every line of what commas or blanks split."""
    some = [line for line in lines[run.start:run.stop][:40] if line.strip()]
    return any(len(counts := {line.count(mark) for line in some}) == 1 and counts != {0} for mark in "\t;|")


def _refuse_two_commas(lines: list[str], dialect: Dialect, run: Run) -> None:
    """Refuse 400,05,0,125: commas that separate columns and mark decimals cannot be told apart.

    The sign of it: no point anywhere, and every second column, and none of the others, has whole numbers with a zero
    in front (05), as only digits behind a decimal mark are written.

    Raises
    ------
    FileError
    """
    if run.width < 4 or run.width % 2:
        return
    rows = [split_line(line, ",", dialect.quoted) for line in lines[run.start:run.stop]]
    rows = [r for r in rows if len(r) == run.width]
    if any(not _WHOLE.match(c) for r in rows for c in r):
        return
    padded = [{j for r in rows for j in range(first, run.width, 2) if _PADDED.match(r[j])} for first in (0, 1)]
    if padded[1] and not padded[0] and 2 * len(padded[1]) > run.width // 2:
        shown = ",".join(rows[0][:4])
        raise FileError("text.commas_mean_two_things", shown=shown)


def _present(lines: list[str]) -> list[str]:
    """Separators that stand in the lines; of those that do not, one is enough: each gives a single column."""
    absent = [s for s in SEPARATORS if s != " " and not any(s in line for line in lines)]
    return [s for s in SEPARATORS if s not in absent[1:]]


def _sure(best: float, second: float) -> float:
    if best <= 0:
        return 0.0
    return round(min(1.0, max(0.5, 1.0 - 0.5 * second / best)), 2)
