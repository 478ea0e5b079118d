"""Sheets of a spreadsheet (xlsx, xls, ods) as rows of text cells, with bombs refused before they open."""

from __future__ import annotations

import datetime
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import FileError
from ..apart import Allowance, apart
from ._ole2 import check_chains
from ._wrap import parsing

MAX_UNPACKED, MAX_CELLS = 600_000_000, 8_000_000
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_REFERENCE = re.compile(rb'\br="([A-Z]{1,3})(\d{1,7})"')
_REPEATED = re.compile(rb'number-(columns|rows)-repeated="(\d+)"')


@dataclass(frozen=True)
class Sheet:
    """One sheet: numbers are written so that they read back exactly, texts are as they are."""

    name: str
    rows: list[list[str]]
    hidden: bool


def is_workbook(head: bytes) -> bool:
    """Whether a file may be a spreadsheet, by its first bytes."""
    return head.startswith(OLE) or (head.startswith(b"PK\x03\x04") and (
        b"xl/" in head or b"[Content_Types]" in head or b"opendocument.spreadsheet" in head or b"content.xml" in head))


def check_zip(path: Path, limit: int = MAX_UNPACKED) -> zipfile.ZipFile:
    """Open a ZIP whose unpacked size is sane.

    Raises
    ------
    FileError
        More than `limit` bytes unpacked, or packed more than 2000 to 1.
    """
    archive = zipfile.ZipFile(path)
    total = sum(i.file_size for i in archive.infolist())
    packed = sum(i.compress_size for i in archive.infolist())
    if total > limit or (total > 50_000_000 and total > 500 * max(packed, 1)) or len(archive.infolist()) > 10_000:
        archive.close()
        raise FileError("sheets.unpacks_to_too_much", total=total / 1000000.0, packed=packed / 1000000.0)
    return archive


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _check_extent(archive: zipfile.ZipFile) -> None:
    """A single far-away cell would make a dense table of billions of cells."""
    for info in archive.infolist():
        sheet = info.filename.startswith("xl/worksheets/") and info.filename.endswith(".xml")
        if not sheet and info.filename != "content.xml":
            continue
        rows = columns = 1
        repeated = {b"rows": 1, b"columns": 1}
        tail = b""
        with archive.open(info) as file:
            while piece := file.read(1 << 20):
                text = tail + piece
                for letters, digits in _REFERENCE.findall(text):
                    columns, rows = max(columns, _column(letters)), max(rows, int(digits))
                if not sheet:
                    for what, count in _REPEATED.findall(text):
                        # LibreOffice fills a sheet to its end with one repeated empty cell; readers trim that
                        if int(count) < 16_000 or (what == b"rows" and int(count) < 1_000_000):
                            repeated[what] = max(repeated[what], int(count))
                tail = text[-64:]
        if rows * columns > MAX_CELLS or repeated[b"columns"] * repeated[b"rows"] > 1_100_000 * 1024:
            raise FileError("sheets.sheet_too_large", rows=rows, columns=columns,
                            most=MAX_CELLS / 1000000.0)


def workbook_sheets(path: Path) -> list[Sheet]:
    """All worksheets, read in a process of its own.

    Raises
    ------
    FileError
        Damaged, encrypted, or a bomb.
    """
    sheets: list[Sheet] = apart(read_sheets, path, allowance=Allowance.of(path, unpacked=400.0, speed=5e5))
    return sheets


def read_sheets(path: str) -> list[Sheet]:
    """The same in this process: to be called apart only."""
    import python_calamine

    with parsing("spreadsheet"):
        with open(path, "rb") as file:
            start = file.read(8)
        if start.startswith(b"PK\x03\x04"):
            with check_zip(Path(path)) as archive:
                _check_extent(archive)
        elif start == OLE:
            check_chains(Path(path))
        try:
            book = python_calamine.CalamineWorkbook.from_path(str(path))
            sheets = []
            for meta in book.sheets_metadata:
                if meta.typ != python_calamine.SheetTypeEnum.WorkSheet:
                    continue
                rows = book.get_sheet_by_name(meta.name).to_python(skip_empty_area=False)
                hidden = meta.visible != python_calamine.SheetVisibleEnum.Visible
                sheets.append(Sheet(meta.name, [[_text(c) for c in row] for row in rows], hidden))
            return sheets
        except python_calamine.CalamineError as error:
            raise FileError("sheets.cannot_be_read", why=' '.join(str(error).split())[:120]) from error
        except BaseException as error:
            # a panic inside the Rust library is no Exception; anything else goes on unchanged
            if type(error).__name__ == "PanicException":
                raise FileError("sheets.damaged") from error
            raise


def _text(cell: object) -> str:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return str(int(cell)) if cell == int(cell) and abs(cell) < 1e15 else repr(cell)
    if isinstance(cell, (datetime.date, datetime.time, datetime.datetime)):
        return cell.isoformat()
    text = str(cell)
    if re.fullmatch(r"[+-]?\d+,\d+", text.strip()):  # a number typed with a decimal comma, kept as text
        return text.strip().replace(",", ".")
    return re.sub(r"[\t\r\n]+", " ", text)
