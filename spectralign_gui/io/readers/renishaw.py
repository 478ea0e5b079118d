"""Renishaw WiRE .wdf through Renishaw's own package; maps, series, interrupted maps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ._binary import Bytes
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .registry import register_reader

MAGIC = b"WDF1"
UNITS = {"RamanShift": "raman-shift", "Wavenumber": "cm-1", "Nanometre": "nm", "ElectronVolt": "eV", "Micron": "um",
         "Pixels": "channel"}


def _sections(content: Bytes) -> dict[bytes, tuple[int, int]]:
    """Start and size of each kind's first section; a section of no size would never end."""
    found: dict[bytes, tuple[int, int]] = {}
    at = 0
    while at + 16 <= len(content):
        kind = content.take(at, 4)
        size = int(content.one("<Q", at + 8))
        if size < 16:
            raise FileError("renishaw.section_without_size")
        if at + size > len(content) and kind in (b"DATA", b"XLST", b"WDF1"):
            content.take(at, size, f"section {kind.decode('ascii', 'replace')}")
        found.setdefault(kind, (at, size))
        at += size
    return found


@register_reader
class WdfReader(Reader):
    """Only spectra that were really collected are given."""

    name = "wdf"
    title = "Renishaw WiRE"
    extensions = (".wdf", ".wxd")
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """WDF1 at the start."""
        return 0.98 if head.startswith(MAGIC) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all collected spectra."""
        from wdf import Wdf

        with parsing("WDF"):
            content = Bytes(path, "WDF")
            content.take(0, 512, "its header")
            sections = _sections(content)
            if b"DATA" not in sections or b"XLST" not in sections:
                raise FileError("renishaw.data_or_axis_missing")
            with Wdf(str(path)) as file:
                header = file.hdr
                points, count, capacity = int(header.npoints), int(header.ncollected), int(header.nspectra)
                flags, listed = int(header.flags_), int(header.xlistcount)
                x = np.array(file.xlist(), dtype=np.float64)
                unit = UNITS.get(file.xlist().units.name, "unknown")
                y_unit = header.units_
                title, laser = header.title.strip(), float(header.laser_wavenumber)
            if flags & 1 or flags & 8:
                raise FileError("renishaw.multitrack_not_read")
            if listed != points:
                raise FileError("renishaw.spectra_and_axis_differ", points=points, positions=listed)
            if not 0 < count <= capacity:
                raise FileError("renishaw.impossible_spectra", count=count, capacity=capacity)
            start, size = sections[b"DATA"]
            if 16 + 4 * points * count > size:
                raise FileError("renishaw.data_cut_off")
            y = content.array("<f4", start + 16, points * count, "the spectra").reshape(count, points)
        warnings = [f"The measurement was interrupted: {count} of {capacity} spectra were collected."] if (
            count < capacity) else []
        laser_nm = 1e7 / laser if 1000 < laser < 100_000 else None
        names = (title or path.stem,) if count == 1 else ()
        quantity = "counts" if y_unit == 6 else "raman-intensity" if unit == "raman-shift" else "intensity"
        block = Block(y, x, names, unit, quantity, metadata={"title": title},
                      laser_nm=laser_nm if unit == "raman-shift" else None)
        return ReadResult((block,), warnings=tuple(warnings))
