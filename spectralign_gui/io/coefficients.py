"""Tables of a user's own regression coefficients: often all that a lab still has of a calibration."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..core.errors import FileError
from ..core.notes import Note, about
from ..core.transfers.coefficients import Coefficients
from .cells import CellTable, read_cells
from .readers.text.numbers import to_number

if TYPE_CHECKING:
    from ..session.predict.model import Model

_INTERCEPT = re.compile(r"\(?(intercept|constant|const|offset|bias|b\s*[-_]?\s*0|y-intercept)\)?\Z", re.IGNORECASE)
_UNIT = re.compile(r"[\[(]([^\])]{1,12})[\])]\s*\Z")


def read_coefficients(path: str | Path) -> Coefficients:
    """Read coefficients: a column of channel positions and a column per property, or the same on its side.

    Parameters
    ----------
    path : str or Path
        Delimited text of any kind or a workbook. One row (or column) called ``intercept`` (also ``constant``,
        ``offset``, ``b0``) holds the intercepts; without one they are 0. A row of titles names the properties.

    Returns
    -------
    Coefficients

    Raises
    ------
    FileError
        A cell that is not a number, two intercepts, or no coefficients at all.
    """
    path = Path(path)
    table = read_cells(path)
    rows = table.rows
    if rows and _is_on_its_side(rows, table):
        rows = [list(column) for column in zip(*rows, strict=True)]
    titled = bool(rows) and any(c and _number(c, table) is None for c in rows[0][1:])
    titles, body = (rows[0], rows[1:]) if titled else ([""] * len(rows[0] if rows else []), rows)
    if not body or len(titles) < 2:
        raise FileError(about(path.name, Note("coefficients.columns_missing", "error")))
    intercept: np.ndarray | None = None
    axis: list[float] = []
    values: list[list[float]] = []
    for i, row in enumerate(body):
        numbers = [_number(c, table) for c in row[1:]]
        where = f"{path.name}: row {i + 1 + titled}"
        if any(v is None for v in numbers):
            raise FileError(about(where, Note("coefficients.no_number", "error",
                                              row=repr(row[1 + numbers.index(None)][:30]))))
        if _INTERCEPT.match(row[0]):
            if intercept is not None:
                raise FileError(about(where, Note("coefficients.intercept_twice", "error")))
            intercept = np.array(numbers, dtype=np.float64)
            continue
        position = _number(row[0], table)
        if position is None:
            raise FileError(about(where, Note("coefficients.row_unknown", "error",
                                              row=repr(row[0][:30]))))
        axis.append(position)
        values.append([float(v) for v in numbers if v is not None])
    if not values:
        raise FileError(about(path.name, Note("coefficients.only_intercept", "error")))
    names = tuple(t or f"property {j + 1}" for j, t in enumerate(titles[1:]))
    if len(set(names)) != len(names):
        raise FileError(about(path.name, Note("coefficients.column_twice", "error",
                                              next=repr(next(n for n in names if names.count(n) > 1)))))
    unit = _UNIT.search(titles[0])
    coefficients = np.array(values)
    return Coefficients(coefficients, np.zeros(coefficients.shape[1]) if intercept is None else intercept,
                        np.array(axis), unit[1] if unit else "", names, states_intercept=intercept is not None)


def _is_on_its_side(rows: list[list[str]], table: CellTable) -> bool:
    """Whether the channels run along the first row."""
    first = rows[0]
    return any(_INTERCEPT.match(c) for c in first) or (
        len(first) > len(rows) and sum(_number(c, table) is not None for c in first) > 1)


def _number(cell: str, table: CellTable) -> float | None:
    number = to_number(cell, table.decimal, table.thousands)
    return None if number is None or not np.isfinite(number) else float(number)


def write_coefficients(path: str | Path, model: Model, instrument: str) -> None:
    """Save preprocessing, transfer and model of one instrument as coefficients on its own channels.

    Raises
    ------
    FileError
        The table cannot be written.
    """
    from ..session.predict.coefficients import coefficients_table
    from .table import write_table

    write_table(path, *coefficients_table(model, instrument))
