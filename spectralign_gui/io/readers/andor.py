"""Andor Solis .sif: text header, calibration polynomial, float frames.

After the published descriptions of the header (M. Leutenegger's reader and those that follow it).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ._binary import Bytes
from ._units import quantity_of, unit_of
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .registry import register_reader

MAGIC = b"Andor Technology Multi-Channel File\n"
MAX_VALUES = 200_000_000
_AXIS = re.compile(rb"(?P<version>655\d\d) (?P<x0>\d+) (?P<top>\d+) (?P<x1>\d+) (?P<bottom>\d+) (?P<frames>\d+) "
                   rb"(?P<parts>\d+) (?P<total>\d+) (?P<length>\d+)\s*\n")
_PART = re.compile(rb"65538 (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)[^\n]*\n")
_FLOAT = rb"[+-]?\d+\.?\d*(?:[eE][+-]?\d+)?"
_POLYNOMIAL = re.compile(rb"\n(" + _FLOAT + rb"(?: " + _FLOAT + rb"){3})\s*\n")


class _Header:
    """The parts of the header that give shape and axis, found by their form because its length differs by version."""

    def __init__(self, content: Bytes) -> None:
        # only the line of the frames is followed by the description of a track
        candidates = _AXIS.finditer(content.data[:1_000_000])
        found = next((m for m in candidates if _PART.match(content.data, m.end())), None)
        if found is None:
            raise FileError("andor.frame_size_missing")
        self.frames, self.parts = int(found["frames"]), int(found["parts"])
        self.total, self.length = int(found["total"]), int(found["length"])
        labels = self._labels(content.data[:found.start()])
        self.axis_label, self.data_label = labels
        self.polynomial = self._polynomial(content.data[:found.start()])
        if not 1 <= self.parts <= 4096 or not self.frames >= 1 or self.total > MAX_VALUES:
            raise FileError("andor.impossible_frames", frames=self.frames, parts=self.parts)
        at = found.end()
        self.areas = []
        for _ in range(self.parts):
            part = _PART.match(content.data, at)
            if part is None:
                raise FileError("andor.tracks_cut_off")
            x0, y1, x1, y0, y_bin, x_bin = (int(v) for v in part.groups())
            if min(x_bin, y_bin) < 1 or x1 < x0 or y1 < y0:
                raise FileError("andor.track_without_size")
            self.areas.append((x0, (1 + x1 - x0) // x_bin, (1 + y1 - y0) // y_bin, x_bin))
            at = part.end()
        self.data_start = self._skip_times(content.data, at)

    def _labels(self, before: bytes) -> tuple[str, str]:
        """Three texts, each after its length: "10\\nWavelength6\\nCounts12\\nPixel number" """
        tail = before[-400:]
        found = re.search(rb"\n(\d+)\n", tail)
        best = ("", "")
        while found:
            length, at = int(found[1]), found.end()
            axis = tail[at:at + length]
            second = re.match(rb"(\d+)\n", tail[at + length:])
            if 1 <= length < 60 and second:
                where = at + length + second.end()
                data = tail[where:where + int(second[1])]
                if re.match(rb"(\d+)\n", tail[where + int(second[1]):]):
                    best = (axis.decode("latin-1"), data.decode("latin-1"))
            found = re.search(rb"\n(\d+)\n", tail[found.start() + 1:]) and re.compile(rb"\n(\d+)\n").search(
                tail, found.start() + 1)
        return best

    def _polynomial(self, before: bytes) -> list[float]:
        found = [m[1] for m in _POLYNOMIAL.finditer(before[-3000:])]
        usable = [[float(v) for v in text.split()] for text in found]
        usable = [c for c in usable if abs(c[1]) > 0 and c != [0.0, 1.0, 0.0, 0.0]]
        return usable[-1] if usable else [0.0, 1.0, 0.0, 0.0]

    def _skip_times(self, data: bytes, at: int) -> int:
        """After the tracks: a time stamp line per frame, and in new versions one more block of lines."""
        line = re.compile(rb"\s*(\d+)\n")
        times: list[int] = []
        while len(times) < self.frames and (found := line.match(data, at)):
            times.append(int(found[1]))
            at = found.end()
        if len(times) < self.frames:
            raise FileError("andor.frames_cut_off")
        needed = 4 * self.total
        if len(data) - at == needed or len(data) - at < needed:
            return at
        if found := re.compile(rb"([01])\n").match(data, at):
            after = found.end()
            if found[1] == b"1":
                for _ in range(self.frames):
                    more = line.match(data, after)
                    if more is None:
                        return at
                    after = more.end()
            return after
        return at


@register_reader
class AndorReader(Reader):
    """Every frame and track is a spectrum."""

    name = "andor-sif"
    title = "Andor Solis SIF"
    extensions = (".sif",)

    def sniff(self, path: Path, head: bytes) -> float:
        """The first line."""
        return 0.98 if head.startswith(MAGIC[:-1]) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all frames."""
        with parsing("SIF"):
            content = Bytes(path, "SIF")
            header = _Header(content)
            width = header.areas[0][1]
            if any(a[1] != width for a in header.areas):
                raise FileError("andor.tracks_of_different_widths")
            rows = sum(a[2] for a in header.areas)
            values = header.frames * rows * width
            if rows * width != header.length or values != header.total:
                raise FileError("andor.step_and_glue", total=header.total, frames=header.frames,
                                rows=rows, width=width)
            y = content.array("<f4", header.data_start, values, "the frames").reshape(-1, width)
            x0, _, _, x_bin = header.areas[0]
            pixel = x0 + x_bin * np.arange(width) + (x_bin - 1) / 2
            x = np.polynomial.polynomial.polyval(pixel, header.polynomial)
        calibrated = header.polynomial != [0.0, 1.0, 0.0, 0.0]
        label = header.axis_label
        unit = unit_of(label) or ("nm" if "wavelength" in label.casefold() else "unknown") if calibrated else "channel"
        names: tuple[str, ...] = ()
        if len(y) > 1:
            names = tuple(f"frame {k // rows + 1}" + (f", track {k % rows + 1}" if rows > 1 else "")
                          for k in range(len(y)))
        return ReadResult((Block(y, x, names, unit, quantity_of(header.data_label) or "counts"),))
