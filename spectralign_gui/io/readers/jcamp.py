"""JCAMP-DX: all number forms, LINK and multi-block files, NTUPLES; peak tables are refused.

Checked are NPOINTS, the x of each line, the Y-checks of DIF lines and FIRSTY.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ._asdf import MAX_VALUES, Decoded, decode_lines, decode_pairs
from ._jcamp_records import block_of, decimal_comma, factor_of, number_of
from ._merged import merge_equal_axes
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .registry import register_reader
from .text.decode import line_chunks, sniff_encoding

_LABEL = re.compile(r"\s*##\s*([^=]{0,80}?)\s*=(.*)\Z", re.DOTALL)
MAX_BYTES = 300_000_000
_DATA = ("XYDATA", "XYPOINTS", "RADATA", "DATATABLE", "PEAKTABLE", "PEAKASSIGNMENTS", "ASSIGNMENTS")


@dataclass
class _Section:
    """The records of one block until its data."""

    records: dict[str, str] = field(default_factory=dict)
    data: list[tuple[str, str, list[str], dict[str, str]]] = field(default_factory=list)
    ended: bool = False


def _key(label: str) -> str:
    return re.sub(r"[\s\-/_]", "", label).upper()


@register_reader
class JcampReader(Reader):
    """JCAMP-DX 4.24 to 6.0."""

    name = "jcamp"
    title = "JCAMP-DX"
    extensions = (".jdx", ".dx", ".jcm", ".jcamp")

    def sniff(self, path: Path, head: bytes) -> float:
        """Records ##TITLE and ##JCAMP-DX near the start."""
        if b"\0" in head[:64] and (found := sniff_encoding(head)) and found.value.startswith("utf-16"):
            head = head.decode(found.value, "replace").encode()
        start = head[:20000].upper().replace(b" ", b"")
        if b"##TITLE=" not in start and b"##JCAMP" not in start:
            return 0.0
        if b"##JCAMP-DX=" in start or b"##JCAMPDX=" in start:
            return 0.95
        return 0.8 if b"##XYDATA" in start or b"##DATATYPE=" in start else 0.4

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all blocks."""
        if path.stat().st_size > MAX_BYTES:
            raise FileError("jcamp.too_large", size=path.stat().st_size / 1000000.0,
                            most=MAX_BYTES / 1000000.0)
        with open(path, "rb") as file:
            found = sniff_encoding(file.read(65536))
        if found is None:
            raise FileError("jcamp.not_text")
        with parsing("JCAMP-DX"):
            lines = b"".join(line_chunks(path, found.value)).decode("utf-8", "replace").split("\n")
            sections = _sections(lines)
            warnings: list[str] = []
            blocks = [b for s in sections for b in _blocks(s, warnings)]
            warnings += _missing_parts(sections)
            if not blocks:
                self._refuse(sections)
            if not sections[-1].ended:
                warnings.append(Note("jcamp.no_end_record"))
        return ReadResult(tuple(merge_equal_axes(blocks)), warnings=tuple(dict.fromkeys(warnings)))

    def _refuse(self, sections: list[_Section]) -> None:
        kinds = {"PEAKTABLE" if "PEAK" in form.upper() else label for s in sections for label, form, *_ in s.data}
        if kinds & {"PEAKTABLE", "PEAKASSIGNMENTS", "ASSIGNMENTS"}:
            raise FileError("jcamp.peak_table_only")
        raise FileError("jcamp.no_spectrum")


def _sections(lines: list[str]) -> list[_Section]:
    """Split into blocks; comments after $$ are dropped."""
    sections: list[_Section] = []
    current: _Section | None = None
    label, kept = "", list[str]()
    page: dict[str, str] = {}

    def close() -> None:
        nonlocal label, kept, page
        if current is None or not label:
            return
        if label in _DATA:
            current.data.append((label, kept[0], kept[1:], dict(page)))
        elif label == "PAGE":
            page = {**page, "PAGE": kept[0].strip()}
        elif label == "ENDNTUPLES":
            page = {}
        elif label != "END":
            text = "\n".join(kept).strip()
            (page if page and label in ("NPOINTS", "FIRST", "LAST") else current.records).setdefault(label, text)
        if label == "END":
            current.ended = True
        label, kept = "", []

    for line in lines:
        line = line.split("$$", 1)[0].rstrip()
        if "##" in line and (found := _LABEL.match(line)):
            close()
            label, kept = _key(found[1]), [found[2].strip()]
            if label == "TITLE" or current is None:
                current = _Section()
                page = {}
                sections.append(current)
            if label == "END":
                close()
        elif line.strip():
            kept.append(line)
    close()
    if not sections:
        raise FileError("jcamp.no_records")
    return sections


def _missing_parts(sections: list[_Section]) -> list[Note]:
    """Sentences about announced blocks and pages that are not there."""
    notes = []
    for section in sections:
        announced = number_of(section.records, "BLOCKS")
        if announced is not None and len(sections) - 1 < announced:
            notes.append(Note("jcamp.blocks_missing", announced=announced, held=len(sections) - 1))
        kinds = [k.strip().upper() for k in section.records.get("VARTYPE", "").split(",")]
        sizes = [s.strip() for s in section.records.get("VARDIM", "").split(",")]
        if "PAGE" in kinds and kinds.index("PAGE") < len(sizes) and sizes[kinds.index("PAGE")].isdecimal():
            pages, found = int(sizes[kinds.index("PAGE")]), sum(d[0] == "DATATABLE" for d in section.data)
            if found < pages:
                notes.append(Note("jcamp.pages_missing", announced=pages, held=found))
    return notes


def _blocks(section: _Section, warnings: list[str]) -> list[Block]:
    out = []
    for label, form, lines, page in section.data:
        if label in ("PEAKTABLE", "PEAKASSIGNMENTS", "ASSIGNMENTS"):
            warnings.append(Note("jcamp.peak_table_left_out"))
            continue
        form = form.upper().replace(" ", "")
        if label == "DATATABLE" and "PEAK" in form:
            warnings.append(Note("jcamp.peak_table_left_out"))
        elif label == "DATATABLE":
            out.append(_ntuple(section.records, form, lines, page, warnings))
        elif "++" not in form and form.startswith("("):
            out.append(_points(section.records, lines, section.ended, warnings))
        else:
            out.append(_even(section.records, lines, warnings, section.ended))
    return out


def _whole_but_miscounted(records: Mapping[str, str], ended: bool, found: int, line_x: Sequence[tuple[int, float]],
                          factor: float, warnings: list[str]) -> bool:
    """Whether a block that ends with ##END= holds all its points though NPOINTS says another number.

    DELTAX has to lead from FIRSTX to the x of each line, so that no point is missing between them.
    """
    announced, first, delta = (number_of(records, k) for k in ("NPOINTS", "FIRSTX", "DELTAX"))
    if not ended or not found or announced in (None, found) or first is None or not delta or not line_x:
        return False
    last = number_of(records, "LASTX")
    step = abs(delta) * (-1 if last is not None and last < first else 1)
    if any(abs(x * factor - (first + step * at)) > 0.51 * abs(step) for at, x in line_x):
        return False
    if len(line_x) < 2 and (last is None or abs(first + step * (found - 1) - last) > 1.01 * abs(step)):
        return False
    warnings.append(Note("jcamp.npoints_differs_from_lines", announced=announced, held=found, first=first,
                         delta=abs(delta)))
    return True


def _checked_count(announced: float | None, found: int) -> None:
    if found == 0:
        raise FileError("jcamp.data_table_empty")
    if announced is not None and announced != found:
        why = "; the file is cut off" if found < announced else "; they do not match"
        raise FileError("jcamp.points_missing", announced=announced, held=found, why=why)


def _points(records: Mapping[str, str], lines: list[str], ended: bool, warnings: list[str]) -> Block:
    announced = number_of(records, "NPOINTS")
    comma = decimal_comma(records)
    values = decode_pairs(lines, comma)
    if not comma and announced and len(values) == 4 * announced:
        values = decode_pairs(lines, True)
    if len(values) % 2:
        raise FileError("jcamp.x_without_y")
    table = np.array(values).reshape(-1, 2)
    ends = [v for v in (number_of(records, "FIRSTX"), number_of(records, "LASTX")) if v is not None]
    if ended and len(table) and announced not in (None, len(table)) and len(ends) == 2 and np.allclose(
            table[[0, -1], 0] * factor_of(records, "XFACTOR"), ends, rtol=1e-6):
        warnings.append(Note("jcamp.npoints_differs", announced=announced, held=len(table)))
    else:
        _checked_count(announced, len(table))
    x_factor, y_factor = factor_of(records, "XFACTOR"), factor_of(records, "YFACTOR")
    return block_of(records, table[:, 0] * x_factor, table[:, 1] * y_factor, records.get("XUNITS", ""),
                  records.get("YUNITS", ""))


def _even(records: Mapping[str, str], lines: list[str], warnings: list[str], ended: bool = False) -> Block:
    if decimal_comma(records):
        lines = [re.sub(r"(?<=\d),(?=\d)", ".", line) for line in lines]
    decoded = decode_lines(lines)
    factor = factor_of(records, "XFACTOR")
    first, last, delta = (number_of(records, k) for k in ("FIRSTX", "LASTX", "DELTAX"))
    announced = number_of(records, "NPOINTS")
    if _whole_but_miscounted(records, ended, len(decoded.values), decoded.line_x, factor, warnings):
        announced = None
        assert first is not None and delta is not None
        sign = -1 if last is not None and last < first else 1
        last = first + sign * abs(delta) * (len(decoded.values) - 1)
    x = _axis(decoded, first, last, announced, factor, warnings, delta)
    y = np.array(decoded.values) * factor_of(records, "YFACTOR")
    _check_first(y, number_of(records, "FIRSTY"), warnings)
    return block_of(records, x, y, records.get("XUNITS", ""), records.get("YUNITS", ""))


def _axis(decoded: Decoded, first: float | None, last: float | None, announced: float | None, factor: float,
          warnings: list[str], delta: float | None = None) -> np.ndarray:
    n = len(decoded.values)
    if announced is not None and not 0 < announced <= MAX_VALUES:
        raise FileError("jcamp.impossible_points", announced=announced)
    _checked_count(announced, n)
    if decoded.failed_checks:
        shown = ", ".join(str(k) for k in decoded.failed_checks[:5])
        warnings.append(Note("jcamp.y_check_failed", lines=len(decoded.failed_checks), shown=shown))
    if first is None:
        first = decoded.line_x[0][1] * factor
    if last is None and delta is not None:
        last = first + delta * (n - 1)
    if last is None:
        at, x_last = decoded.line_x[-1]
        if not at:
            raise FileError("jcamp.no_end_of_axis")
        last = first + (x_last * factor - first) / at * (n - 1)
    x = np.linspace(first, last, n)
    step = abs(last - first) / max(n - 1, 1)
    if n > 2 and delta and abs(abs(delta) - step) > 0.02 * step:
        warnings.append(Note("jcamp.deltax_differs", delta=abs(delta), step=step))
    bad = [k for k, (at, value) in enumerate(decoded.line_x) if at < n and abs(value * factor - x[at]) > max(
        1.01 * step, 2e-3 * abs(value * factor))]
    if bad and len(bad) > 0.5 * len(decoded.line_x):
        # some writers leave XFACTOR away or keep x unscaled: the lines must then at least run evenly
        raw = np.array([v for at, v in decoded.line_x if at < n])
        places = np.array([at for at, _ in decoded.line_x if at < n], dtype=float)
        even = len(raw) > 2 and np.abs(np.polyval(np.polyfit(places, raw, 1), places) - raw).max() < 0.02 * np.ptp(raw)
        unscaled = even and bool((np.abs(raw - x[places.astype(int)]) <= 1.01 * step).all())
        if even and not unscaled:
            warnings.append(Note("jcamp.x_of_lines_on_another_scale", start=raw[0], first=first, last=last))
        if not even:
            raise FileError("jcamp.x_of_most_lines_differs", lines=len(bad))
    elif bad:
        warnings.append(Note("jcamp.x_of_lines_differs", lines=len(bad), first=bad[0] + 1))
    elif note := _drift(decoded, x, factor):
        warnings.append(note)
    return x


def _drift(decoded: Decoded, x: np.ndarray, factor: float) -> str:
    """A sentence if the x of the lines run away from the axis: LASTX then belongs to another number of points."""
    places = np.array([at for at, _ in decoded.line_x if at < len(x)], dtype=float)
    values = np.array([v * factor for at, v in decoded.line_x if at < len(x)])
    if len(places) < 3 or len(x) < 3 or np.ptp(places) == 0:
        return ""
    line = np.polyfit(places, values, 1)
    spread = float(np.abs(np.polyval(line, places) - values).max())
    end = float(np.polyval(line, len(x) - 1))
    step = abs(x[-1] - x[0]) / (len(x) - 1)
    if abs(end - x[-1]) <= max(0.6 * step, 4 * spread):
        return ""
    return f"The x values of the data lines run to {end:g} where LASTX says {x[-1]:g}, which is used and may be wrong."


def _check_first(y: np.ndarray, announced: float | None, warnings: list[str]) -> None:
    if announced is not None and np.isfinite(y[0]) and abs(y[0] - announced) > 0.02 * max(abs(announced), abs(y[0]),
                                                                                          1e-9):
        warnings.append(Note("jcamp.firsty_differs", announced=announced, value=y[0]))


def _ntuple(records: Mapping[str, str], form: str, lines: list[str], page: Mapping[str, str],
            warnings: list[str]) -> Block:
    symbols = [s.strip().upper() for s in records.get("SYMBOL", "").split(",")]
    columns = {key: [s.strip() for s in records.get(key, "").split(",")] for key in
               ("FIRST", "LAST", "FACTOR", "UNITS", "VARDIM", "VARNAME")}

    def column(key: str, symbol: str) -> str:
        place = symbols.index(symbol) if symbol in symbols else -1
        return columns[key][place] if 0 <= place < len(columns[key]) else ""

    def number(key: str, symbol: str) -> float | None:
        return number_of({"": column(key, symbol)}, "")

    label = re.sub(r"\A.*?=", "", page.get("PAGE", "")).strip()
    found = re.match(r"\((\w+)\+\+\((\w)\.\.\w\)\)", form)
    if found:
        x_symbol, y_symbol = found[1], found[2]
        decoded = decode_lines(lines)
        announced = number_of(page, "NPOINTS") or number("VARDIM", y_symbol)
        x = _axis(decoded, number("FIRST", x_symbol), number("LAST", x_symbol), announced, number("FACTOR", x_symbol)
                  or 1.0,
                  warnings)
        y = np.array(decoded.values) * (number("FACTOR", y_symbol) or 1.0)
        _check_first(y, number("FIRST", y_symbol), warnings if len(symbols) <= 4 and label in ("", "1") else [])
    elif found := re.match(r"\((\w)(\w)\.\.\w\w\)", form):
        x_symbol, y_symbol = found[1], found[2]
        values = decode_pairs(lines, False)
        if len(values) % 2:
            raise FileError("jcamp.x_without_y")
        _checked_count(number_of(page, "NPOINTS"), len(values) // 2)
        table = np.array(values).reshape(-1, 2)
        x = table[:, 0] * (number("FACTOR", x_symbol) or 1.0)
        y = table[:, 1] * (number("FACTOR", y_symbol) or 1.0)
    else:
        raise FileError("jcamp.unknown_data_form", form=form[:40])
    name = column("VARNAME", y_symbol) or y_symbol
    return block_of(records, x, y, column("UNITS", x_symbol), f"{column('UNITS', y_symbol)} {name}",
                  f" {name} page {label}".rstrip())
