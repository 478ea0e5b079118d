"""A pairs file as header and rows of text."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from python_calamine import CalamineError, load_workbook

from ..core.errors import FileError

MAX_BYTES = 50_000_000


def read_pairs_table(path: str | Path) -> tuple[list[str], list[list[str]]]:
    """Header and rows of a pairs table (delimited text or a workbook's first sheet).

    Raises
    ------
    FileError
        It cannot be read, or has no header and rows.
    """
    path = Path(path)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise FileError(f"{path.name}: this is too large for a pairs file.")
        data = path.read_bytes()
    except OSError as error:
        raise FileError(f"{path.name}: it cannot be read ({error.strerror or error}).") from error
    rows = _workbook(path) if data[:4] == b"PK\x03\x04" else _text(path, data)
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if len(rows) < 2:
        raise FileError(f"{path.name}: a pairs file needs a header with instrument names and at least one row.")
    return [cell.strip() for cell in rows[0]], rows[1:]


def _workbook(path: Path) -> list[list[str]]:
    try:
        cells = load_workbook(path).get_sheet_by_index(0).to_python()
    except (CalamineError, OSError) as error:
        raise FileError(f"{path.name}: it is no workbook that can be read ({error}).") from error
    return [[str(int(c)) if isinstance(c, float) and c == int(c) else str(c) for c in row] for row in cells]


def _text(path: Path, data: bytes) -> list[list[str]]:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
    if "\0" in text[:4096]:
        raise FileError(f"{path.name}: this is not a table of text.")
    lines = text.splitlines()
    head = lines[0] if lines else ""
    separator = max(("\t", ";", ","), key=head.count)
    return list(csv.reader(io.StringIO(text), delimiter=separator))
