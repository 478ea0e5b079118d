"""Field spectrometers that write text: Spectra Vista .sig and Spectral Evolution .sed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ._units import quantity_of
from ._wrap import parsing
from .contract import Block, Choice, Reader, ReadResult
from .registry import register_reader
from .text.decode import line_chunks, sniff_encoding

SVC_COLUMNS = ("reference radiance", "target radiance", "reflectance %")


MAX_TEXT = 300_000_000


def _lines(path: Path) -> list[str]:
    if path.stat().st_size > MAX_TEXT:
        raise FileError("fieldspec_text.too_large", size=path.stat().st_size / 1000000.0,
                        most=MAX_TEXT / 1000000.0)
    with open(path, "rb") as file:
        found = sniff_encoding(file.read(65536))
    if found is None:
        raise FileError("fieldspec_text.not_text")
    return b"".join(line_chunks(path, found.value)).decode("utf-8", "replace").split("\n")


def _table(lines: list[str], first: int, width: int | None = None) -> np.ndarray:
    rows = []
    for number, line in enumerate(lines[first:], start=first + 1):
        cells = line.replace("\t", " ").split()
        if not cells:
            continue
        width = width or len(cells)
        if len(cells) != width:
            raise FileError("fieldspec_text.line_of_other_width", line=number, cells=len(cells),
                            width=width)
        rows.append([float(c.replace(",", ".") if c.count(",") == 1 and "." not in c else c) for c in cells])
    if not rows:
        raise FileError("fieldspec_text.nothing_under_header")
    return np.array(rows)


class _FieldReader(Reader):
    option_names = ("column",)

    def _result(self, table: np.ndarray, titles: list[str], default: int, chosen: Any, metadata: dict[str, str],
                ) -> ReadResult:
        """`titles` name the columns after the wavelength."""
        if chosen is not None:
            wanted = [k for k, t in enumerate(titles) if str(chosen) in (str(k + 2), t)]
            if not wanted:
                raise FileError("fieldspec_text.no_such_column", chosen=chosen, titles=titles)
            default = wanted[0]
        choices = tuple(Choice("column", str(k + 2), t, k == default) for k, t in enumerate(titles))
        block = Block(table[:, default + 1], table[:, 0], (), "nm", quantity_of(titles[default]) or "unknown",
                      metadata=metadata)
        return ReadResult((block,), choices=choices)


@register_reader
class SvcReader(_FieldReader):
    """Detectors overlap unless the instrument matched them: the axis is given as it is."""

    name = "svc"
    title = "Spectra Vista SIG"
    extensions = (".sig",)

    def sniff(self, path: Path, head: bytes) -> float:
        """The first line."""
        return 0.97 if b"Spectra Vista SIG Data" in head[:200] else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read reflectance (default), or target or reference radiance."""
        with parsing("SIG"):
            lines = _lines(path)
            start = next((k for k, line in enumerate(lines) if re.match(r"data\s*=", line)), None)
            if start is None:
                raise FileError("fieldspec_text.sig_without_data")
            metadata = {m[1].strip(): m[2].strip() for line in lines[:start] if (m := re.match(r"([^=]+)=(.*)", line))}
            table = _table(lines, start + 1, 4)
        return self._result(table, list(SVC_COLUMNS), 2, options.get("column"), metadata)


@register_reader
class SedReader(_FieldReader):
    """Columns by their titles: reflectance where it is there."""

    name = "sed"
    title = "Spectral Evolution SED"
    extensions = (".sed",)

    def sniff(self, path: Path, head: bytes) -> float:
        """Lines "Columns [n]:" and "Data:"."""
        if re.search(rb"^Columns\s*\[\d+\]:", head, re.MULTILINE) and re.search(rb"^Data:", head, re.MULTILINE):
            return 0.97
        return 0.6 if path.suffix.lower() == ".sed" and b"Data:" in head[:20000] else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the reflectance column (default) or another."""
        with parsing("SED"):
            lines = _lines(path)
            start = next((k for k, line in enumerate(lines) if line.strip().startswith("Data:")), None)
            if start is None or start + 1 >= len(lines):
                raise FileError("fieldspec_text.sed_without_data")
            titles = [t.strip() for t in re.split(r"\t+|\s{2,}", lines[start + 1].strip()) if t.strip()]
            metadata = {m[1].strip(): m[2].strip() for line in lines[:start] if (m := re.match(r"([^:]+):(.*)", line))}
            table = _table(lines, start + 2)
        if len(titles) != table.shape[1]:
            raise FileError("fieldspec_text.titles_and_columns_differ", titles=len(titles), columns=table.shape[1])
        values = titles[1:]
        default = next((k for k, t in enumerate(values) if re.search(r"reflect|tgt\.?/ref", t, re.I)), len(values) - 1)
        values = ["reflectance %" if re.search(r"tgt\.?/ref", t, re.I) else t for t in values]
        return self._result(table, values, default, options.get("column"), metadata)
