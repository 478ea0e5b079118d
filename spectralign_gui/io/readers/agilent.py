"""Agilent / Varian Resolutions .asp: number of points, first and last wavenumber, three settings, then the values."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .fieldspec_text import _lines
from .registry import register_reader

HEAD = 65536


@register_reader
class AspReader(Reader):
    """One number per line."""

    name = "agilent-asp"
    title = "Agilent ASP"
    extensions = (".asp",)

    def sniff(self, path: Path, head: bytes) -> float:
        """A column of numbers whose first is a whole number of points."""
        lines = head[:400].split(b"\n")[:7]
        if len(lines) < 7:
            return 0.0
        try:
            numbers = [float(line) for line in lines[:6]]
        except ValueError:
            return 0.0
        whole = numbers[0] == int(numbers[0]) and 2 <= numbers[0] < 1e7 if np.isfinite(numbers).all() else False
        if not whole or numbers[1] == numbers[2]:
            return 0.0
        if path.suffix.lower() == ".asp":
            return 0.95
        # any column of whole numbers begins like this: under another name the number of lines has to agree
        count = head.count(b"\n") + (not head.endswith(b"\n"))
        return 0.4 if len(head) < HEAD and numbers[0] + 6 <= count <= numbers[0] + 8 else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the spectrum."""
        with parsing("ASP"):
            numbers = [float(line) for line in _lines(path) if line.strip()]
            if len(numbers) < 8:
                raise FileError("agilent.header_cut_off")
            points, first, last = int(numbers[0]), numbers[1], numbers[2]
            if len(numbers) - 6 != points:
                raise FileError("agilent.points_missing", announced=points, held=len(numbers) - 6)
            axis = np.linspace(first, last, points)
        return ReadResult((Block(np.array(numbers[6:]), axis, (), "cm-1", "unknown"),))
