"""The tables that a copied command line reads: the list of standards, reference values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..session.export.script import pairs_rows, values_rows, with_values
from ..session.state import SessionState
from .table import write_table


def write_inputs(state: SessionState, pairs: str | Path) -> dict[str, Any] | None:
    """Save the list of standards, and beside it a table of reference values per instrument that has any.

    Returns
    -------
    dict or None
        The `targets` of `session.script.command_line`.

    Raises
    ------
    FileError
        They cannot be written.
    """
    pairs = Path(pairs)
    if state.standards:
        write_table(pairs, *pairs_rows(state))
    known = with_values(state)
    if not known:
        return None
    if known == [0]:
        beside = pairs.with_name(f"{pairs.stem}_values.csv")
        write_table(beside, *values_rows(state))
        return {"path": str(beside)}
    own = {}
    for k in known:
        beside = pairs.with_name(f"{pairs.stem}_values_{k + 1}.csv")
        write_table(beside, *values_rows(state, k))
        own[state.datasets[k].name] = str(beside)
    return {"own": own}
