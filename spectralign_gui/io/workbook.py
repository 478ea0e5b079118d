"""Tables to an .xlsx workbook, a sheet per table."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import FileError
from .atomic import atomic_path
from .readers.text.marks import marked_in_list

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

MAX_ROWS, MAX_COLUMNS, MAX_TEXT = 1_048_576, 16_384, 32_767
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
OPTIONS = {"constant_memory": True, "strings_to_numbers": False, "strings_to_formulas": False,
            "strings_to_urls": False}


class Exact(float):
    """A number that is written with all its digits (the library would write 16, one too few)."""

    def __format__(self, spec: str) -> str:
        return float.__repr__(self)


def write_workbook(path: str | Path, tables: Mapping[str, tuple[Sequence[str], Iterable[Sequence[Any]]]]) -> None:
    """Save tables as sheets of a workbook, atomically.

    Numbers are stored in full precision, NaN and None as empty cells, everything else as text (never as a formula).

    Parameters
    ----------
    path : str or Path
    tables : mapping of sheet title to (header, rows)
        Titles are cut to the 31 characters that a sheet may have.

    Raises
    ------
    FileError
        It cannot be written.
    """
    import xlsxwriter
    from xlsxwriter.exceptions import XlsxWriterException

    with atomic_path(path) as temporary:
        try:
            with WholeFile(temporary) as file, xlsxwriter.Workbook(file, OPTIONS) as book:
                bold = book.add_format({"bold": True})
                for title, (header, rows) in zip(_titles(tables), tables.values(), strict=True):
                    sheet = book.add_worksheet(title)
                    sheet.freeze_panes(1, 0)
                    _write_row(sheet, 0, header, bold)
                    for number, row in enumerate(rows, start=1):
                        if number >= MAX_ROWS:
                            break
                        _write_row(sheet, number, row)
        except XlsxWriterException as error:
            raise_of_the_disk(error)
            raise FileError("workbook.not_written", name=Path(path).name, error=error) from error


class WholeFile(io.FileIO):
    """A new file that fails once: what is still written after that, as a library cleans up, goes nowhere."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(str(path), "w+")
        self._failed = False

    def write(self, data: Any) -> int:
        left = memoryview(data).cast("B")
        size = len(left)
        while len(left) and not self._over:
            try:
                left = left[super().write(left):]
            except OSError:
                self._failed = True
                raise
        return size

    @property
    def _over(self) -> bool:
        return self._failed or self.closed

    def seek(self, offset: int, whence: int = 0) -> int:
        return 0 if self._over else super().seek(offset, whence)

    def tell(self) -> int:
        return 0 if self._over else super().tell()

    def flush(self) -> None:
        if not self._over:
            super().flush()


def raise_of_the_disk(error: Exception) -> None:
    """The error of the system that the library wraps, so that it is said in the usual words."""
    if error.args and isinstance(error.args[0], OSError):
        raise error.args[0]


def _titles(tables: Iterable[str]) -> list[str]:
    titles: list[str] = []
    for title in tables:
        base = re.sub(r"[\[\]:*?/\\]", " ", title).strip("' ")[:31] or "Sheet"
        name, number = base, 2
        while name.casefold() in (t.casefold() for t in titles):
            name, number = f"{base[:27]} {number}", number + 1
        titles.append(name)
    return titles


def _write_row(sheet: Worksheet, row: int, cells: Sequence[Any], style: Any = None) -> None:
    for column, value in enumerate(cells[:MAX_COLUMNS]):
        if value is None or value == "":
            continue
        if isinstance(value, bool):
            sheet.write_boolean(row, column, value, style)
            continue
        if isinstance(value, int | float) or hasattr(value, "__float__"):
            number = float(value)
            if math.isfinite(number):
                sheet.write_number(row, column, Exact(number), style)
                continue
            if math.isnan(number):
                continue
        text = marked_in_list(_FORBIDDEN.sub("", str(value)), formulas=False)
        sheet.write_string(row, column, text[:MAX_TEXT], style)
