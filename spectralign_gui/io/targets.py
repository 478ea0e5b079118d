"""Tables of reference values: read here, joined to the spectra by `session.joining`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..core.errors import FileError
from .read import read_file
from .readers import Table


def read_targets(path: str | Path, **options: Any) -> Table:
    """The first table of reference values of a file.

    Parameters
    ----------
    path : str or Path
        Delimited text or a workbook: a column of sample names (or ``#12``), if any, then one column per property.
    **options
        As for `read_file`.

    Raises
    ------
    FileError
        It holds no such table.
    """
    result = read_file(path, **options)
    if not result.tables:
        raise FileError(f"{Path(path).name}: this holds spectra, not a table of reference values.")
    return result.tables[0]
