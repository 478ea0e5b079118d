"""The first lines of a text file and everything guessed from them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from ....core.errors import FileError
from ....core.notes import Note
from ..contract import Guess
from .again import again_below
from .aside import lines_aside
from .captions import captions
from .decode import line_chunks, sniff_encoding
from .dialect import Dialect, Run, find_dialect, find_run
from .layout import Layout, find_layout
from .options import TextOptions
from .tidy import in_percent

HEAD = 1 << 20
LONG_HEAD = 1 << 25
MAX_COLUMNS = 200_000
_LIST = re.compile(r"[\[(]\s*[-+\d.][^\[\]()]*?[,\s]\s*[-+\d.][^\[\]()]*?[,\s]\s*[-+\d.]")
DIALECT_CHARACTERS, LAYOUT_CHARACTERS, LEAST_LINES = 120_000, 600_000, 12
DIALECT_LINES, CLOSE = 300, 5


@dataclass(frozen=True)
class Sample:
    """What the first lines say.

    Parameters
    ----------
    encoding : str
    lines : list of str
        First lines of the file.
    complete : bool
        Whether these are all lines.
    dialect : Dialect
    layout : Layout
    guesses, warnings
    """

    encoding: str
    lines: list[str]
    complete: bool
    dialect: Dialect
    layout: Layout
    guesses: dict[str, Guess]
    warnings: list[str]


def _budget(lines: list[str], characters: int) -> list[str]:
    """So many lines that have at most `characters`, but some in any case."""
    total = 0
    for k, line in enumerate(lines):
        total += len(line)
        if total > characters and k >= LEAST_LINES:
            return lines[:k]
    return lines


def first_lines(path: Path, encoding: str, limit: int = HEAD) -> list[str]:
    """First lines; a longer piece of the file where its lines are very long."""
    text = b"".join(line_chunks(path, encoding, limit))
    if text.count(b"\n") < LEAST_LINES and limit < LONG_HEAD and path.stat().st_size > limit:
        return first_lines(path, encoding, LONG_HEAD)
    return text.decode("utf-8", "replace").split("\n")


def refuse_lists(lines: list[str]) -> None:
    """Say why there is no table where a whole spectrum stands in one cell, as a data frame of arrays is written.

    Raises
    ------
    FileError
        Every line but the first has a list of numbers in brackets.
    """
    some = [line for line in lines[1:40] if line.strip()]
    found = [m for m in map(_LIST.search, some) if m]
    if len(some) >= 2 and len(found) == len(some):
        raise FileError("text.lists_in_cells", example=found[0][0][:20])


def take_sample(path: Path, options: TextOptions) -> Sample:
    """Read the first lines and guess encoding, separator, decimal mark and layout.

    Raises
    ------
    FileError
        No text, no table, too many columns.
    """
    guesses: dict[str, Guess] = {}
    with open(path, "rb") as file:
        head = file.read(65536)
    if options.encoding:
        encoding = options.encoding
        guesses["encoding"] = Guess(encoding, 1.0, Note("guess.set_by_you", "info"))
    else:
        found = sniff_encoding(head)
        if found is None:
            raise FileError("text.not_text")
        encoding = found.value
        guesses["encoding"] = found
    lines = first_lines(path, encoding)
    complete = path.stat().st_size <= HEAD
    if lines and lines[-1] == "":
        lines.pop()
    sample = sample_lines(lines, encoding, complete, options, guesses)
    if b"%" in head and in_percent("\n".join(head.decode(encoding, "ignore").splitlines()).encode()):
        sample.warnings.append(Note("text.percent_signs", "info"))
    return sample


def sample_lines(lines: list[str], encoding: str, complete: bool, options: TextOptions,
                 guesses: dict[str, Guess]) -> Sample:
    """Guess separator, decimal mark and layout from lines; see `take_sample`."""
    guesses = dict(guesses)
    refuse_lists(lines)
    some = _budget(lines, DIALECT_CHARACTERS)
    widest = max((max(line.count(s) for s in ",;\t| ") for line in some if len(line) > MAX_COLUMNS), default=0)
    if widest > MAX_COLUMNS:
        raise FileError("text.too_many_columns", n=widest + 1, most=MAX_COLUMNS)
    # a table that goes on to the end of the first lines tells the dialect; else more of them are asked
    for few in (some[:DIALECT_LINES], some, lines):
        dialect, run, found_guesses, warnings = find_dialect(few, options.separator, options.decimal, options.thousands)
        if run.numbers and (few is some or few is lines or run.stop >= len(few) - CLOSE):
            break
    guesses.update(found_guesses)
    more = _budget(lines, LAYOUT_CHARACTERS)
    if len(more) > len(few):
        longer = find_run(more, dialect)
        run = longer if longer.numbers > run.numbers else run
    else:
        more = few
    shown = more
    aside: list[int] = []
    units: dict[int, str] = {}
    roles: tuple[Note, ...] = ()
    if run.numbers and options.first_line is None and options.header_line is None:
        between = captions(more, dialect, run)
        if between:
            shown = ["" if k in between else line for k, line in enumerate(more)]
            run = find_run(shown, dialect)
            warnings = [*warnings, Note("text.lines_between", "info", n=len(between), texts=[
                more[k].strip(" \t;,|\"") for k in between])]
        aside, units, roles = lines_aside(shown, dialect, run)
        aside = sorted({*aside, *between})
        if aside:
            shown = ["" if k in aside else line for k, line in enumerate(more)]
            run = find_run(shown, dialect)
    layout = find_layout(shown, dialect, run if run.numbers else Run(0, 0, 0, 0, 0.0), options)
    layout = again_below(replace(layout, aside=frozenset(k for k in aside if k >= layout.first)), more)
    if units or roles:
        layout = replace(layout, units=tuple(units.get(j, "") for j in range(layout.width)), roles=(
            *layout.roles, *roles), warnings=(*layout.warnings, *(
                [Note("text.left_out_rows", roles=roles)] if roles else [])))
    guesses.update(layout.guesses)
    return Sample(encoding, more, complete and len(more) == len(lines), dialect, layout, guesses,
                  [*warnings, *layout.warnings])
