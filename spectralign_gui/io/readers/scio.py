"""Consumer Physics SCiO exports (.csv): columns spectrum_740.0 …, wr_raw_740.0 …, sample_raw_740.0 … beside each other.

Only what the columns are called tells the spectrum from the white reference and the raw signal of the same wavelengths.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.data import Targets
from ...core.errors import FileError
from ...core.notes import Note
from ._wrap import parsing
from .contract import Block, Choice, Reader, ReadResult
from .registry import register_reader
from .text.numbers import to_number

SIGNALS = {"spectrum": "spectrum", "wr_raw": "white reference, raw", "sample_raw": "sample, raw"}
_COLUMN = re.compile(r"(spectrum|wr_raw|sample_raw)_(\d+(?:\.\d+)?)\Z")
_HEAD = re.compile(rb"(?m)^\s*id\s*,\s*sample_id\s*,\s*sampling_time\s*,[^\n]*\bspectrum_\d")
_SETTINGS = ("temperature", "outlier", "location", "comment", "device_id", "sampling_time", "sample_id", "id")
"""Columns that are no properties of the sample."""
MOST_BYTES = 500_000_000


@register_reader
class ScioReader(Reader):
    """The spectrum (or, with `signal`, a raw signal) of every scan, with the sample's attributes that are numbers."""

    name = "scio"
    title = "SCiO export"
    extensions = (".csv",)
    option_names = ("signal",)

    def sniff(self, path: Path, head: bytes) -> float:
        """The line of titles, after the lines about the collection."""
        return 0.97 if _HEAD.search(head) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the chosen signal."""
        if path.stat().st_size > MOST_BYTES:
            raise FileError("read.too_large", size=path.stat().st_size / 1e9, most=MOST_BYTES / 1e9)
        with parsing("SCiO"), open(path, encoding="utf-8-sig", errors="replace", newline="") as file:
            rows = [[c.strip() for c in r] for r in csv.reader(file) if any(c.strip() for c in r)]
        start = next((i for i, row in enumerate(rows) if row[:3] == ["id", "sample_id", "sampling_time"]), -1)
        if start < 0 or not any(_COLUMN.match(t) for t in rows[start]):
            raise FileError("scio.no_titles")
        titles, body = rows[start], rows[start + 1:]
        about = {row[0]: row[1] for row in rows[:start] if len(row) > 1 and row[1]}
        announced = about.get("num_records", "")
        for number, row in enumerate(body, start=start + 2):
            if len(row) != len(titles):
                raise FileError("pyhat.row_of_other_width", row=number, cells=len(row), expected=len(titles))
        if not body or (announced.isdigit() and int(announced) > len(body)):
            raise FileError("scio.scans_missing", announced=announced or "0", n=len(body))
        groups: dict[str, list[tuple[float, int]]] = {}
        for j, title in enumerate(titles):
            if found := _COLUMN.match(title):
                groups.setdefault(found[1], []).append((float(found[2]), j))
        chosen = options.get("signal") or next(iter(groups))
        if chosen not in groups:
            raise FileError("hdf5_general.no_such_signal", label=repr(chosen), found=tuple(groups))
        axis = np.array([wave for wave, _ in groups[chosen]])
        spectra = np.array([[_number(row[j], row[0]) for _, j in groups[chosen]] for row in body])
        quantity = "unknown" if chosen == "spectrum" else "counts"
        block = Block(spectra, axis, tuple(row[0] for row in body), "nm", quantity, targets=_targets(titles, body),
                      groups=_samples(titles, body), metadata=about)
        choices = tuple(Choice("signal", g, SIGNALS[g], g == chosen) for g in groups)
        others = [SIGNALS[g] for g in groups if g != chosen]
        notes = (Note("scio.other_signals", others=others),) if others and "signal" not in options else ()
        return ReadResult((block,), warnings=notes, choices=choices)


def _number(cell: str, of: str) -> float:
    value = to_number(cell) if cell else np.nan
    if value is None:
        raise FileError("scio.not_a_number", cell=cell[:30], of=of)
    return value


def _targets(titles: list[str], body: list[list[str]]) -> Targets | None:
    """Attributes of the samples that are numbers."""
    columns = {}
    for j, title in enumerate(titles):
        if _COLUMN.match(title) or title in _SETTINGS:
            continue
        values = [to_number(row[j]) if row[j] else np.nan for row in body]
        if all(v is not None for v in values) and not np.isnan(np.array(values, float)).all():
            columns[title] = np.array(values, float)
    return Targets(tuple(columns), np.stack(list(columns.values()), axis=1)) if columns else None


def _samples(titles: list[str], body: list[list[str]]) -> tuple[str, ...] | None:
    """Several scans of one sample belong together."""
    j = titles.index("sample_id")
    return tuple(row[j] for row in body) if len({row[j] for row in body}) < len(body) else None
