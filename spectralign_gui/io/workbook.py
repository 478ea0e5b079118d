"""Tables to an .xlsx workbook: the small part of the format that tables need (ECMA-376), without a further package."""

from __future__ import annotations

import math
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from .atomic import atomic_path

MAX_ROWS, MAX_COLUMNS = 1_048_576, 16_384
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_STYLES = (f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/>'
           '<sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/>'
           '</fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
           '<cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs><cellStyles count="1">'
           '<cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>')


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
    titles = _titles(tables)
    with atomic_path(path) as temporary, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _content_types(len(titles)))
        archive.writestr("_rels/.rels", _relations([("officeDocument", "xl/workbook.xml")]))
        sheets = "".join(f'<sheet name={quoteattr(title)} sheetId="{k}" r:id="rId{k}"/>'
                         for k, title in enumerate(titles, start=1))
        archive.writestr("xl/workbook.xml", f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>{sheets}'
                         "</sheets></workbook>")
        archive.writestr("xl/_rels/workbook.xml.rels", _relations(
            [("worksheet", f"worksheets/sheet{k}.xml") for k in range(1, len(titles) + 1)]
            + [("styles", "styles.xml")]))
        archive.writestr("xl/styles.xml", _STYLES)
        for k, (header, rows) in enumerate(tables.values(), start=1):
            with archive.open(f"xl/worksheets/sheet{k}.xml", "w") as sheet:
                for part in _sheet(header, rows):
                    sheet.write(part.encode())


def _titles(tables: Iterable[str]) -> list[str]:
    titles: list[str] = []
    for title in tables:
        base = re.sub(r"[\[\]:*?/\\]", " ", title).strip("' ")[:31] or "Sheet"
        name, number = base, 2
        while name.casefold() in (t.casefold() for t in titles):
            name, number = f"{base[:27]} {number}", number + 1
        titles.append(name)
    return titles


def _sheet(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterable[str]:
    yield (f'<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" '
           'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>')
    yield "<row>" + "".join(_cell(h, ' s="1"') for h in header[:MAX_COLUMNS]) + "</row>"
    for number, row in enumerate(rows, start=2):
        if number > MAX_ROWS:
            break
        yield "<row>" + "".join(_cell(v) for v in row[:MAX_COLUMNS]) + "</row>"
    yield "</sheetData></worksheet>"


def _cell(value: Any, style: str = "") -> str:
    if value is None or value == "":
        return "<c/>"
    if isinstance(value, bool):
        return f'<c t="b"{style}><v>{int(value)}</v></c>'
    if isinstance(value, int | float) or hasattr(value, "__float__"):
        number = float(value)
        if math.isfinite(number):
            return f"<c{style}><v>{int(value) if isinstance(value, int) else repr(number)}</v></c>"
        if math.isnan(number):
            return "<c/>"
    text = _FORBIDDEN.sub("", str(value))[:32_767]
    return f'<c t="inlineStr"{style}><is><t xml:space="preserve">{escape(text)}</t></is></c>'


def _content_types(sheets: int) -> str:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = [("xl/workbook.xml", "sheet.main"), ("xl/styles.xml", "styles")]
    parts += [(f"xl/worksheets/sheet{k}.xml", "worksheet") for k in range(1, sheets + 1)]
    return (f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.'
            'openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
            + "".join(f'<Override PartName="/{name}" ContentType="{kind}.{what}+xml"/>' for name, what in parts)
            + "</Types>")


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    return (f'<Relationships xmlns="{_PACKAGE}/relationships">' + "".join(
        f'<Relationship Id="rId{k}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
        for k, (kind, target) in enumerate(targets, start=1)) + "</Relationships>")
