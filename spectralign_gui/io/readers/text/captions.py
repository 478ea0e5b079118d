"""Lines of one word between the rows of a table: "Calibration set", "Batch 2:". They belong to no sample."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .dialect import COMMENT, Dialect, Run, split_line
from .numbers import is_missing, to_number

_SETS = re.compile(r"(.*:|.*\b(set|batch|group|series|block|satz|gruppe|serie|charge|lot|lote|s[ée]rie|groupe|"
                   r"calibration|validation|training|test)\b.*)\Z", re.I)


def captions(lines: Sequence[str], dialect: Dialect, run: Run) -> list[int]:
    """Lines with a single word that stand over rows of a table whose rows have names.

    Parameters
    ----------
    lines : sequence of str
    dialect : Dialect
    run : Run
        The table as found so far: such a line ends it.

    Returns
    -------
    list of int

    Examples
    --------
    >>> captions(["id,400,402,404", "Batch 1", "a,1,2,2", "b,2,1,1", "Batch 2", "c,1,3,1"], Dialect(",", ".", ""),
    ...          Run(2, 4, 4, 6, 1.0))
    [1, 4]
    """
    if run.width < 4:
        return []
    found: list[int] = []
    waiting, before = -1, False  # a line of one word; whether a line as wide as the table stands before it
    for i, line in enumerate(lines):
        if not line.strip() or COMMENT.match(line):
            continue
        cells = split_line(line, dialect.separator, dialect.quoted)
        word = _word_of(cells, run.width)
        if word and before:
            waiting, before = i, False
            continue
        row = len(cells) == run.width and _is_row(cells, dialect)
        if waiting >= 0 and row:
            found.append(waiting)
        waiting, before = -1, row or (len(cells) == run.width and not word)
    return found


def _word_of(cells: list[str], width: int) -> str:
    """The only filled cell of a line, if it is a word; of a line as wide as the table only where it speaks of a set."""
    if not cells or not cells[0] or any(cells[1:]) or not any(c.isalpha() for c in cells[0]):
        return ""
    return cells[0] if len(cells) == 1 or (len(cells) == width and _SETS.match(cells[0])) else ""


def _is_row(cells: list[str], dialect: Dialect) -> bool:
    """Whether a line is a name and numbers that are no axis."""
    if not cells[0] or to_number(cells[0], dialect.decimal, dialect.thousands) is not None:
        return False
    values = [to_number(c, dialect.decimal, dialect.thousands) for c in cells[1:]]
    known = [v for v in values if v is not None and v == v]
    if 2 * (len(known) + sum(map(is_missing, cells[1:]))) < len(values) or not known:
        return False
    steps = [b - a for a, b in pairwise(known)]
    return not (len(known) > 4 and (all(s > 0 for s in steps) or all(s < 0 for s in steps)))
