"""Predicted values as a file: one writer for the command and the window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .table import write_table
from .workbook import write_workbook

SHEET = "Predictions"


def write_predictions(path: str | Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table of predictions as CSV, or as a workbook where the name ends in ``.xlsx``.

    Parameters
    ----------
    path : path
    header, rows : sequence
        Of `Predictions.table`.

    Raises
    ------
    FileError
        It cannot be written.

    Examples
    --------
    >>> write_predictions("values.csv", *model.predict(new, "B").table())  # doctest: +SKIP
    """
    if str(path).lower().endswith(".xlsx"):
        write_workbook(path, {SHEET: (header, rows)})
    else:
        write_table(path, header, rows)
