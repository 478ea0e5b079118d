"""Pairs files whose headings do not name the instruments: their cells say, and the user where those do not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from ...core.data import SpectralDataset, match_key
from ...session.standards.pairing import in_a_row
from ...session.standards.pairs_columns import ColumnsFound, find_columns, names_instruments
from .ask import ask

Rows = Sequence[Sequence[str]]


def settled_table(window: QWidget, name: str, header: Sequence[str], rows: Rows, datasets: Sequence[SpectralDataset]
                  ) -> tuple[Sequence[str], Rows] | None:
    """Header and rows of a pairs table with the names of the instruments over their columns; None if the user refused.

    Where nothing can be found the table is given back as it is: `match_table` says what is missing.
    """
    if names_instruments(header, datasets):
        return header, rows
    found = find_columns(header, rows, datasets)
    if found is None:
        return header, rows
    if not (found.either and _differ(found)):
        return found.header, found.rows
    a, b = found.instruments[:2]
    one, other = found.titles[:2]
    choice = ask(window, "Which column is which?", f"The headings of {name} name no loaded instrument. Its samples are "
                 f"known on {in_a_row(found.instruments)}.",
                 [f"{one} is {a}, {other} is {b}", f"{one} is {b}, {other} is {a}"],
                 detail="Wrong pairs make a wrong alignment.", name="ask-columns")
    if choice not in (0, 1):
        return None
    chosen = found if choice == 0 else found.swapped()
    return chosen.header, chosen.rows


def _differ(found: ColumnsFound) -> bool:
    """Whether it matters which column is which: some row gives the two instruments samples of other names."""
    at = [found.header.index(name) for name in found.instruments[:2]]
    cells = [[match_key(row[j]) if j < len(row) else "" for j in at] for row in found.rows]
    return any(a != b for a, b in cells)
