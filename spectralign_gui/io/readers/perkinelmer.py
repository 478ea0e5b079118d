"""PerkinElmer .sp (single spectra) and .fsm (images): blocks of a number, a size and content, after the mark PEPE."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ._binary import Bytes
from ._units import quantity_of, unit_of
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .registry import register_reader

MAGIC = b"PEPE"
FIRST = 44
CONSTANT_INTERVAL_2D = 120
RANGE, Y_RANGE, INTERVAL, POINTS, X_LABEL, Y_LABEL, VALUES, NAME, TYPE = (
    -29838, -29837, -29836, -29835, -29833, -29832, -29828, -29827, -29823)
IMAGE_HEADER, IMAGE_SPECTRUM = 5100, 5105


@register_reader
class PerkinElmerReader(Reader):
    """The axis is made from its ends and the number of points."""

    name = "perkinelmer"
    title = "PerkinElmer SP and FSM"
    extensions = (".sp", ".fsm")

    def sniff(self, path: Path, head: bytes) -> float:
        """PEPE at the start."""
        return 0.98 if head.startswith(MAGIC) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the spectrum or all spectra of the image."""
        with parsing("PerkinElmer"):
            content = Bytes(path, "PerkinElmer")
            description = content.text(4, 40)
            if "2D constant interval" in description:
                return self._single(content)
            if "4DConst3DInterval" in description:
                return self._image(content)
        raise FileError("perkinelmer.kind_not_read", description=description)

    def _members(self, content: Bytes, at: int, end: int, kind: str) -> Iterator[tuple[int, int, int]]:
        while at + 6 <= end:
            number, size = struct.unpack_from(kind, content.data, at)
            if size < 0 or at + 6 + size > end:
                content.take(at + 6, max(size, 0), "a block")
                raise FileError("perkinelmer.block_beyond_container")
            yield number, at + 6, size
            at += 6 + size

    def _single(self, content: Bytes) -> ReadResult:
        outer = next((m for m in self._members(content, FIRST, len(content), "<hi") if m[0] == CONSTANT_INTERVAL_2D),
                     None)
        if outer is None:
            raise FileError("perkinelmer.no_spectrum")
        parts = {n: (at, size) for n, at, size in self._members(content, outer[1], outer[1] + outer[2], "<hi")}
        for needed in (RANGE, POINTS, VALUES):
            if needed not in parts:
                raise FileError("perkinelmer.range_or_values_missing")
        first, last = content.unpack("<dd", parts[RANGE][0] + 2)
        points = int(content.one("<i", parts[POINTS][0] + 2))
        at, size = parts[VALUES]
        stored = int(content.one("<i", at + 2))
        if points < 1 or stored != 8 * points or stored + 6 > size:
            raise FileError("perkinelmer.points_missing", announced=points, held=stored // 8)
        y = content.array("<f8", at + 6, points, "the spectrum")

        def text(part: int) -> str:
            if part not in parts or parts[part][1] < 4:
                return ""
            where, size = parts[part]
            return content.text(where + 4, min(int(content.one("<H", where + 2)), size - 4))

        x_label, y_label = text(X_LABEL), text(Y_LABEL)
        quantity = "absorbance" if y_label.strip().upper() == "A" else quantity_of(y_label) or "unknown"
        return ReadResult((Block(y, np.linspace(first, last, points), (), unit_of(x_label) or "unknown", quantity,
                                 metadata={"alias": text(TYPE), "original": text(NAME), "y": y_label}),))

    def _image(self, content: Bytes) -> ReadResult:
        header: tuple | None = None
        spectra = []
        for number, at, size in self._members(content, FIRST, len(content), "<Hi"):
            if number == IMAGE_HEADER and header is None:
                length = int(content.one("<h", at))
                header = content.unpack("<10d3i", at + 2 + length, "the image header")
            elif number == IMAGE_SPECTRUM:
                spectra.append((at, size))
        if header is None or not spectra:
            raise FileError("perkinelmer.image_without_header_or_spectra")
        step, first, last = header[2], header[3], header[4]
        columns, rows, points = header[10], header[11], header[12]
        if points < 1 or any(size != 4 * points for _, size in spectra):
            raise FileError("perkinelmer.image_points_differ", points=points)
        if len(spectra) != columns * rows:
            raise FileError("perkinelmer.image_cut_off", columns=columns, rows=rows,
                            held=len(spectra))
        if abs(first + step * (points - 1) - last) > abs(step):
            raise FileError("perkinelmer.image_axis_differs")
        y = np.stack([content.array("<f4", at, points) for at, _ in spectra])
        names = tuple(f"row {k // columns + 1}, column {k % columns + 1}" for k in range(len(spectra)))
        return ReadResult((Block(y, np.linspace(first, last, points), names, "cm-1", "unknown"),))
