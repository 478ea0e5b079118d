"""Lines near the titles of a table that are neither titles nor samples: numbers of columns, methods, limits, units.

They are taken for blank lines when the layout is found, so that the lines keep their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....core.notes import Note
from .._units import NAME_WORDS, UNIT_ROW, plain
from .dialect import COMMENT, Dialect, Run, split_line
from .evidence import like_axis
from .labels import axis_stretch
from .numbers import to_number
from .role_notes import role_of

WINDOW = 8
_MINITAB = re.compile(r"C(\d+)(-[TD])?\Z")
_ABOUT = re.compile(r"method(s|e|en)?|m[ée]thode|m[ée]todo|norm|standard method|lo[dqb]|limits?( of .*)?|grenzwerte?|"
                    r"limite|min(imum|imo)?|max(imum|imo)?|spec(ification)?s?|target|lower( limit)?|upper( limit)?|"
                    r"decimals?|accuracy|uncertainty|analy[st](er|t)?", re.I)


def lines_aside(lines: Sequence[str], dialect: Dialect, run: Run) -> tuple[list[int], dict[int, str], tuple[Note, ...]]:
    """Lines near the titles that are neither titles nor samples.

    Parameters
    ----------
    lines : sequence of str
    dialect : Dialect
    run : Run
        The table as found so far.

    Returns
    -------
    list of int
        Which lines.
    dict of int to str
        Unit of each column that a line of units gives, where no spectrum stands beside the values.
    tuple of Note
        Name of each line that is left out, and what it is.
    """
    found: list[int] = []
    units: dict[int, str] = {}
    roles: list[Note] = []
    titles: list[str] | None = None
    start = max(run.start - WINDOW, 0)
    near = [(i, _cells(lines[i], dialect)) for i in range(start, min(run.start + WINDOW, len(lines)))
            if lines[i].strip() and not COMMENT.match(lines[i])]
    for k, (i, cells) in enumerate(near):
        if len(cells) < 3 or abs(len(cells) - run.width) > 1:
            continue
        following = next((c for _, c in near[k + 1:] if len(c) == len(cells)), None)
        if titles is None and following is not None and (_counted(cells, following, dialect)):
            found.append(i)
            continue
        if titles is None:
            titles = cells if to_number(cells[0], dialect.decimal, dialect.thousands) is None or not cells[0] else None
            continue
        about = bool(cells[0]) and _ABOUT.fullmatch(cells[0].strip(" :")) is not None
        said = about or cells[0].casefold() in UNIT_ROW[1:]
        spectral = said and axis_stretch(titles, dialect) is not None
        filled = [c for c in cells[1:] if c]
        if not filled and cells[0] and i == near[k - 1][0] + 1 and near[k - 1][1] is titles and not titles[0] and (
                NAME_WORDS.search(plain(cells[0]))):
            found.append(i)  # the name of the index, as pandas writes it
        elif about and (not spectral or 2 * len(filled) < len(cells)):
            found.append(i)
            roles.append(role_of(cells[0], "role.limit"))
        elif cells[0].casefold() in UNIT_ROW[1:] and not spectral and filled and all(
                to_number(c, dialect.decimal) is None for c in filled):
            found.append(i)
            units |= {j: c.strip(" []()") for j, c in enumerate(cells) if j and c}
        elif cells[0].casefold() not in UNIT_ROW[1:]:
            if i >= run.start and cells[0]:
                break
            titles = cells
    return found, units, tuple(roles)


def _cells(line: str, dialect: Dialect) -> list[str]:
    return split_line(line, dialect.separator, dialect.quoted)


def _counted(cells: list[str], below: list[str], dialect: Dialect) -> bool:
    """Whether a line numbers the columns, and the titles stand below it."""
    if cells[0] and not _MINITAB.match(cells[0]):
        return False
    numbered = [_MINITAB.match(c) for c in cells]
    if all(numbered) and [int(m[1]) for m in numbered if m] == list(range(1, len(cells) + 1)):
        return True
    given = [c for c in cells if c]
    blank = len(cells) - len(given)
    if not 0 < blank <= 3 or cells[:blank] != [""] * blank or given != [str(k + 1) for k in range(len(given))]:
        return False
    if to_number(below[0], dialect.decimal) is not None and below[0]:
        return False
    stretch = axis_stretch(below, dialect)
    return stretch is not None and 2 * len(stretch) > len(cells) and (like_axis(stretch.values) or bool(stretch.unit))
