"""What stands about the numbers of a laboratory's table: lines above the titles, a row of units, columns of classes."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.notes import Note
from .readers import UNIT_ROW
from .readers.text.numbers import is_missing, to_number
from .readers.text.role_notes import role_of

MOST_ABOVE = 20
"""Lines above the titles that are looked at."""

Rows = Sequence[list[str]]


def is_number(cell: str, decimal: str, thousands: str = "") -> bool:
    """Whether a cell of a table holds a number."""
    return bool(cell) and to_number(cell, decimal, thousands) is not None and not is_missing(cell)


def lines_above_titles(rows: Rows, decimal: str) -> int:
    """How many lines stand above the row of titles: the name of the project, who measured, when it was released.

    Parameters
    ----------
    rows : sequence of list of str
        All rows of the table, equally wide.
    decimal : str

    Returns
    -------
    int
        0 where the first row titles every column of numbers, or where no row does.

    Examples
    --------
    >>> lines_above_titles([["Results", "", ""], ["Sample", "Fat", "Ash"], ["a", "1", "2"], ["b", "3", "4"]], ".")
    1
    """
    numbers = [[is_number(cell, decimal) for cell in row] for row in rows]
    width = len(rows[0]) if rows else 0
    half = [j for j in range(width) if 2 * sum(n[j] for n in numbers) > len(rows)]
    for k, row in enumerate(rows[:MOST_ABOVE]):
        if any(numbers[k]):
            return 0
        if half and all(row[j] and not is_missing(row[j]) for j in half):
            return k
    return 0


def row_of_units(titles: Sequence[str], rows: Rows, decimal: str, thousands: str = "") -> list[str]:
    """Units from the row under the titles, "" where a column has none; empty if that row is of a sample.

    It is one of units where it names no sample, holds words and no number, and stands above columns of numbers.

    Examples
    --------
    >>> row_of_units(["Sample", "Batch", "Fat"], [["", "", "g/kg"], ["a", "B1", "2.5"], ["b", "B1", "3"]], ".")
    ['', '', 'g/kg']
    """
    if len(rows) < 2 or rows[0][0].casefold() not in UNIT_ROW:
        return []
    said = [j for j in range(1, len(titles)) if rows[0][j] and not is_missing(rows[0][j])]
    if not said or any(is_number(cell, decimal, thousands) or cell[:1] in "<>" for cell in rows[0][1:] if cell):
        return []
    numbers = {j for j in range(1, len(titles)) if any(is_number(r[j], decimal, thousands) for r in rows[1:])}
    return [_bare(cell) if j else "" for j, cell in enumerate(rows[0])] if numbers & set(said) else []


def _bare(unit: str) -> str:
    return unit[1:-1].strip() if unit[:1] + unit[-1:] in ("[]", "()") else unit


def class_columns(titles: Sequence[str], rows: Rows, decimal: str) -> tuple[list[int], list[Note]]:
    """Columns of classes written partly as numbers, as grades of steel (304, 316L): they recur, and are no values.

    Returns
    -------
    columns : list of int
    notes : list of Note
        That they are left out.

    Examples
    --------
    >>> class_columns(["Sample", "Grade"], [["a", "304"], ["b", "316L"], ["c", "304"], ["d", "316L"]], ".")[0]
    [1]
    """
    found = []
    for j in range(1, len(titles)):
        cells = [r[j] for r in rows if r[j] and not is_missing(r[j])]
        words = [c for c in cells if not is_number(c, decimal) and c[:1] not in "<>≤≥"]
        whole = all(c.isdecimal() for c in cells if c not in words)
        # a word that stands once among numbers is a slip of somebody, and is said
        if len(words) > len(set(words)) and whole and 2 * len(set(cells)) <= len(cells) and len(words) < len(cells):
            found.append(j)
    notes = [Note("text.left_out_values", roles=tuple(role_of(titles[j] or f"column {j + 1}", "role.code")
                                                      for j in found))] if found else []
    return found, notes
