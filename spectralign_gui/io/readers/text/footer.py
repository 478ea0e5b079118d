"""Lines below a table that are none of it: totals, statistics, the end of a report, settings of the instrument."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SAYS_SO = re.compile(
    r"(grand |sub)?totals?|sum(me)?|somme|suma|mean|average|median|mittel(wert)?|moyenne|media|promedio|std\.?.{0,9}|"
    r"s\.?d\.?|rsd|cv|min(imum|imo)?|max(imum|imo)?|n|count|anzahl|nombre|number( of .*)?|no\. of .*|page|seite|"
    r"p[aá]gin[ae]|end( of .*)?|ende|fin|printed|gedruckt|checked by.*|operator|limits?|grenzwert|lod|loq|blank",
    re.I)
FEW_CELLS = 3


def is_word_first(cells: Sequence[str]) -> bool:
    """Whether the first filled cell has a letter."""
    return any(c.isalpha() for c in next((c for c in cells if c), ""))


def is_footer(cells: Sequence[str], width: int, gap: bool, name_before: str, axis_first: bool) -> bool:
    """Whether a line of another width than the table is text below it, and no damaged line of the table.

    Parameters
    ----------
    cells : sequence of str
    width : int
        Columns of the table.
    gap : bool
        A blank line stands before it.
    name_before : str
        Name of the last row of the table, "" if its rows have none: a line with such a name is a damaged row.
    axis_first : bool
        The rows of the table begin with a position of the axis.

    Examples
    --------
    >>> is_footer(["Total", "39"], 83, True, "s39", False)
    True
    >>> is_footer(["s40", "0.25", "0.5"], 83, True, "s39", False)
    False
    """
    filled = [c for c in cells if c]
    if not filled or not is_word_first(filled) or (name_before and _stem(filled[0]) == _stem(name_before)):
        return False
    if axis_first:
        return True
    short = len(filled) < width and (len(filled) <= FEW_CELLS or 2 * len(filled) <= width)
    said = filled[0].endswith((":", "=")) or _SAYS_SO.fullmatch(filled[0].strip(" :=*-")) is not None
    return short and (gap or said)


def _stem(name: str) -> str:
    """A name with its digits alike: s39 and s40 are names of the same kind."""
    return re.sub(r"\d+", "0", name.strip()).casefold()
