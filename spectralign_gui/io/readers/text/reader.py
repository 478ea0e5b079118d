"""The reader of delimited text, and the preview that the import dialog shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ....core.errors import FileError, SpectrAlignError
from .._foreign import is_json, is_known_binary
from .._progress import told
from ..contract import Choice, Guess, Reader, ReadResult
from ..registry import register_reader
from .axis_above import may_be_one_column, single_scan
from .build import ask_if_unsure, build
from .decode import line_chunks, sniff_encoding
from .dialect import split_line
from .ending import cut_off_note
from .layout import Layout
from .options import OPTION_NAMES, TextOptions
from .sample import HEAD, Sample, take_sample

PREVIEW_WHOLE = 4_000_000
SHOWN_LINES, SHOWN_COLUMNS = 60, 60


@dataclass(frozen=True, eq=False)
class Preview:
    """What the import dialog shows of a text file.

    Parameters
    ----------
    rows : list of list of str
        Cells of the first lines (at most 60 lines and columns), split by the separator in use.
    options : TextOptions
        Every option as used, guesses filled in; change one and preview again.
    guesses : dict of str to Guess
        Keys: encoding, separator, decimal, thousands, orientation, axis, name_column, property_columns, unit, quantity.
    result : ReadResult or None
        What these lines give (of a large file: only its beginning).
    complete : bool
        Whether `result` is the whole file.
    problem : str
        Why it cannot be read this way; "" if it can.
    warnings : tuple of str
    beside : tuple of int
        Columns (from 1) kept as text beside the spectra.
    """

    rows: list[list[str]]
    options: TextOptions
    guesses: dict[str, Guess] = field(default_factory=dict)
    result: ReadResult | None = None
    complete: bool = True
    problem: str = ""
    warnings: tuple[str, ...] = ()
    beside: tuple[int, ...] = ()

    @property
    def axis(self) -> np.ndarray | None:
        """Axis of the first spectrum (file order), None if there is none."""
        return self.result.blocks[0].axis if self.result and self.result.blocks else None

    @property
    def spectrum(self) -> np.ndarray | None:
        """The first spectrum."""
        return self.result.blocks[0].spectra[0] if self.result and self.result.blocks else None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Other columns that could be taken."""
        return self.result.choices if self.result else ()


@register_reader
class TextReader(Reader):
    """Any delimited text: CSV, tab, semicolon, with or without header."""

    name = "text"
    title = "Delimited text"
    extensions = (".csv", ".txt", ".tsv", ".dat", ".asc", ".dpt", ".xy", ".prn", ".tab", ".ttt", ".trt")
    option_names = (*OPTION_NAMES, "unit", "quantity")

    def sniff(self, path: Path, head: bytes) -> float:
        """Any text with digits; special formats are surer."""
        if sniff_encoding(head) is None or is_known_binary(head):
            return 0.0
        start = head.lstrip(b"\xef\xbb\xbf \r\n\t")
        if start.startswith((b"<", b"{\\rtf", b"%PDF")) or is_json(start):
            return 0.0
        return 0.3 if any(48 <= b <= 57 for b in head[:65536]) else 0.1

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read with what the options say, everything else guessed."""
        wanted = TextOptions.from_mapping(options)
        if (scan := _single_scan(path, wanted)) is not None:
            return scan
        sample = take_sample(path, wanted)
        ask_if_unsure(sample, wanted)
        result = build(sample, told(line_chunks(path, sample.encoding), path), wanted)
        note = cut_off_note(path, sample)
        return result.with_(warnings=(*result.warnings, note)) if note else result


def _single_scan(path: Path, options: TextOptions) -> ReadResult | None:
    """One spectrum whose values are all that stands below lines that state its axis; None if it is none."""
    if path.stat().st_size > HEAD or options.separator or options.axis_column or options.orientation:
        return None
    with open(path, "rb") as file:
        content = file.read()
    found = sniff_encoding(content[:65536])
    encoding = options.encoding or (found.value if found else "")
    if not encoding or not may_be_one_column(content[-400 // 2 * 2:].decode(encoding, "ignore").replace("\r", "\n")):
        return None
    scan = single_scan(b"".join(line_chunks(path, encoding)).decode("utf-8", "replace").split("\n"))
    return scan and scan.with_(blocks=(scan.blocks[0].with_(
        unit=options.unit or scan.blocks[0].unit, quantity=options.quantity or scan.blocks[0].quantity),))


def resolved_options(sample: Sample, options: TextOptions, result: ReadResult | None) -> TextOptions:
    """The options with every guess filled in."""
    layout: Layout = sample.layout
    block = result.blocks[0] if result and result.blocks else None
    return TextOptions(
        encoding=sample.encoding, separator=sample.dialect.separator, decimal=sample.dialect.decimal,
        thousands=sample.dialect.thousands, orientation=layout.orientation,
        header_line=0 if layout.header is None else layout.header + 1, first_line=layout.first + 1,
        axis_column=0 if layout.axis_column is None else layout.axis_column + 1,
        name_column=0 if layout.name_column is None else layout.name_column + 1,
        group_column=0 if layout.group_column is None else layout.group_column + 1, compute=options.compute,
        property_columns=tuple(j + 1 for j in layout.properties), spectrum_columns=options.spectrum_columns,
        unit=block.unit if block else options.unit, quantity=block.quantity if block else options.quantity)


def preview(path: str | Path, options: TextOptions | None = None) -> Preview:
    """First lines, guesses and first spectrum of a text file; quick on large files (reads only their beginning).

    Never raises for a file that cannot be read this way: `Preview.problem` says why.
    """
    path, options = Path(path), options or TextOptions()
    rows: list[list[str]] = []
    try:
        rows = _raw_rows(path, options)
        if (scan := _single_scan(path, options)) is not None:
            return Preview(rows, options, {}, scan, warnings=scan.warnings)
        sample = take_sample(path, options)
        shown = sample.lines[:SHOWN_LINES]
        rows = [split_line(line, sample.dialect.separator, sample.dialect.quoted)[:SHOWN_COLUMNS] for line in shown]
    except (SpectrAlignError, OSError) as error:
        return Preview(rows, options, problem=str(error))
    complete = path.stat().st_size <= PREVIEW_WHOLE
    try:
        if complete:
            chunks = line_chunks(path, sample.encoding)
        else:
            chunks = iter(["\n".join(sample.lines).encode()])
        result = build(sample, chunks, options, complete)
    except SpectrAlignError as error:
        return Preview(rows, resolved_options(sample, options, None), sample.guesses, None, complete, str(error),
                       tuple(sample.warnings))
    return Preview(rows, resolved_options(sample, options, result), dict(result.guesses), result, complete, "",
                   result.warnings, tuple(j + 1 for j in sample.layout.beside))


def _raw_rows(path: Path, options: TextOptions) -> list[list[str]]:
    """The first lines unsplit, for a file in which no table was found."""
    with open(path, "rb") as file:
        head = file.read(65536)
    if not head:
        raise FileError("text.empty")
    found = sniff_encoding(head)
    encoding = options.encoding or (found.value if found else "latin-1")
    text = head.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
    return [[line[:200]] for line in text.split("\n")[:SHOWN_LINES]]
