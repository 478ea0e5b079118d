"""SPECPR, the binary library of the USGS (splib04, splib05, splib06a): records of 1536 bytes, wavelengths in records of
their own.

After the public description "Specpr format, version 2" (3/4/88): big-endian, a record of header and 256 values followed
by continuation records of 383.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ._binary import Bytes
from ._merged import merge_equal_axes
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .registry import register_reader

RECORD, FIRST, FURTHER, MOST_CHANNELS = 1536, 256, 383, 4864
DELETED = -1.23e34
CONTINUED, TEXT = 1, 2
_AXIS = re.compile(r"wavelength", re.I)
_BESIDE = re.compile(r"errors? to previous|resolution|bandpass|band ?width|\bFWHM\b", re.I)


@dataclass(frozen=True, eq=False)
class _Spectrum:
    record: int
    title: str
    values: np.ndarray
    axis: int


@register_reader
class SpecprReader(Reader):
    """Every spectrum whose record of wavelengths is in the file; errors and resolutions are left out."""

    name = "specpr"
    title = "SPECPR (USGS spectral library)"
    extensions = (".spc", ".spec", ".sppr")

    def sniff(self, path: Path, head: bytes) -> float:
        """The words of the first record."""
        return 0.97 if head.startswith(b"SPECPR_FS=2") and b"RECORD_BYTES=1536" in head[:RECORD] else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all spectra, those on the same wavelengths together."""
        with parsing("SPECPR"):
            content = Bytes(path, "SPECPR")
            if len(content) % RECORD:
                raise FileError("specpr.cut_off", n=len(content))
            found = _spectra(content)
        axes = {s.record: s for s in found if _AXIS.search(s.title)}
        blocks, without = [], []
        for s in found:
            if s.record in axes or _BESIDE.search(s.title):
                continue
            axis = axes.get(s.axis)
            if axis is None or len(axis.values) != len(s.values) or np.isnan(axis.values).any():
                without.append(s.title)
                continue
            unit = "nm" if re.search(r"nanomet|\bnm\b", axis.title, re.I) or axis.values.max() > 300 else "um"
            blocks.append(Block(s.values, axis.values, (s.title,), unit, "reflectance" if re.search(
                r"\b[AR]?REF\b", s.title) else "unknown", axis.title))
        if not blocks:
            raise FileError("specpr.no_spectra", n=len(without))
        notes = (Note("specpr.spectra_without_wavelengths", n=len(without), titles=without[:3]),) if without else ()
        merged = merge_equal_axes(blocks)
        return ReadResult(tuple(merged) if len(merged) > 1 else (merged[0].with_(label=""),), warnings=notes)


def _spectra(content: Bytes) -> list[_Spectrum]:
    found, at, last = [], 1, len(content) // RECORD
    while at < last:
        start = at * RECORD
        flags = int(content.one(">I", start))
        if flags & CONTINUED or flags & TEXT:
            at += 1
            continue
        count = int(content.one(">i", start + 80))
        if not 0 < count <= MOST_CHANNELS:
            raise FileError("specpr.impossible_channels", record=at, count=count)
        more = -(-max(count - FIRST, 0) // FURTHER)
        values = [content.array(">f4", start + 512, min(count, FIRST), f"record {at}")]
        for k in range(more):
            here = (at + 1 + k) * RECORD
            if not int(content.one(">I", here, f"record {at + 1 + k}")) & CONTINUED:
                raise FileError("specpr.continuation_missing", record=at, count=count)
            left = count - FIRST - k * FURTHER
            values.append(content.array(">f4", here + 4, min(left, FURTHER), f"record {at + 1 + k}"))
        joined = np.concatenate(values)
        joined[np.isclose(joined, DELETED, rtol=1e-3)] = np.nan
        title = content.take(start + 4, 40).decode("latin-1").strip("\0 ")
        found.append(_Spectrum(at, title, joined, int(content.one(">i", start + 100))))
        at += 1 + more
    return found
