"""Thermo OMNIC .spa and .spg: the block directory at byte 304 is followed, offsets are never assumed."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ._binary import Bytes
from ._merged import merge_equal_axes
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .registry import register_reader

MAGIC = b"Spectral Data File"
MAGIC_GROUP = b"Spectral Exte File"
DIRECTORY = 304
HEADER, VALUES, HISTORY, TITLE = 2, 3, 27, 107
X_UNITS = {1: "cm-1", 2: "channel", 3: "nm", 4: "um", 32: "raman-shift"}
Y_QUANTITIES = {17: "absorbance", 16: "transmittance", 11: "reflectance", 12: "absorbance", 20: "unknown",
                21: "reflectance",
                22: "intensity", 26: "intensity", 31: "raman-intensity"}


@register_reader
class OmnicReader(Reader):
    """Single spectra and groups."""

    name = "omnic"
    title = "Thermo OMNIC"
    extensions = (".spa", ".spg", ".srs")

    def sniff(self, path: Path, head: bytes) -> float:
        """The text at the start."""
        return 0.98 if head.startswith((MAGIC, MAGIC_GROUP)) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all spectra of the file."""
        if path.suffix.lower() == ".srs":
            raise FileError("omnic.series_not_read")
        with parsing("OMNIC"):
            content = Bytes(path, "OMNIC")
            entries = self._directory(content)
            headers = [e for e in entries if e[0] == HEADER]
            values = [e for e in entries if e[0] == VALUES]
            titles = [e for e in entries if e[0] == TITLE]
            if not headers or not values:
                raise FileError("omnic.no_spectrum")
            if len(headers) != len(values):
                raise FileError("omnic.headers_and_spectra_differ", headers=len(headers), spectra=len(values))
            title = content.text(30, 256)
            metadata = {}
            for kind, at, size in entries:
                if kind == HISTORY and 0 < size < 100_000 and "history" not in metadata:
                    metadata["history"] = content.take(at, size).split(b"\0")[0].decode("utf-8", "replace")[:2000]
            blocks, times = [], []
            for k, (header, data) in enumerate(zip(headers, values, strict=True)):
                titled = len(titles) == len(headers)
                name = content.text(titles[k][1], min(256, titles[k][2])) if titled else title
                times.append(int(content.one("<I", titles[k][1] + 256)) if titled and titles[k][2] >= 260 else 0)
                blocks.append(self._block(content, header, data, name, metadata))
            # a group keeps its spectra as they were added; the order of measurement is what series need
            blocks = [blocks[k] for k in sorted(range(len(blocks)), key=times.__getitem__)]
        return ReadResult(tuple(merge_equal_axes(blocks)))

    def _directory(self, content: Bytes) -> list[tuple[int, int, int]]:
        announced = int(content.one("<H", 294, "its directory"))
        entries: list[tuple[int, int, int]] = []
        at = DIRECTORY
        while len(entries) < max(announced, 1) + 64 and at + 16 <= len(content):
            kind, _, offset, size = struct.unpack_from("<BBII", content.data, at)
            if kind == 0 or (entries and at >= min(e[1] for e in entries)):
                break
            if offset + size > len(content) and kind in (HEADER, VALUES):
                content.take(offset, size, "a spectrum")
            entries.append((kind, offset, size))
            at += 16
        return entries

    def _block(self, content: Bytes, header: tuple[int, int, int], data: tuple[int, int, int], name: str,
               metadata: dict[str, str]) -> Block:
        at = header[1]
        points = int(content.one("<I", at + 4, "a header"))
        x_unit, y_unit = content.take(at + 8, 1)[0], content.take(at + 12, 1)[0]
        first, last = content.unpack("<ff", at + 16, "a header")
        if points * 4 != data[2]:
            raise FileError("omnic.points_missing", announced=points, held=data[2] // 4)
        if not points or not np.isfinite([first, last]).all():
            raise FileError("omnic.no_axis")
        y = content.array("<f4", data[1], points, "a spectrum")
        return Block(y, np.linspace(first, last, points), (name,), X_UNITS.get(x_unit, "unknown"),
                     Y_QUANTITIES.get(y_unit, "unknown"), name[:60], metadata=metadata)
