"""A comparison as a file: what ``spectralign evaluate --table`` writes."""

from __future__ import annotations

from pathlib import Path

from ...core.validation.transfer_report import full_report
from ...core.validation.transfer_result import TransferValidation
from ...io.table import write_table
from ...io.workbook import write_workbook
from ...session.compare.comparison_tables import comparison_tables


def save_comparison(result: TransferValidation, path: Path) -> None:
    """Write the errors as CSV, or errors, learning curve and repeats as a workbook.

    Raises
    ------
    FileError
        It cannot be written.
    """
    tables = comparison_tables(full_report(result))
    if path.suffix.lower() == ".xlsx":
        write_workbook(path, tables)
    else:
        write_table(path, *tables["Errors"])
