"""USGS spectral library as ASCII (splib07: a column of values under a title), the wavelengths in a file of their own.

The file of wavelengths is looked for in the folder and the two above it; where several fit, or none, it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .registry import register_reader

_TITLE = re.compile(r"\s*(splib\w+)\s+Record\s*=\s*(\d+):\s*(.*\S)\s*", re.I)
_SPECTROMETER = re.compile(r"\b(BECK|ASDFR|ASDHR|ASDNG|ASD|NIC4|AVIRIS|ASTER|Landsat|Sentinel|HYMAP)\w*", re.I)
_QUANTITY = re.compile(r"\b(AREF|RREF|RTGC|TRAN)\b")
DELETED = -1.23e34
MOST_BYTES, MOST_FILES = 10_000_000, 400


@register_reader
class UsgsReader(Reader):
    """Reflectance over wavelengths in µm; deleted channels (−1.23e34) are missing."""

    name = "usgs-ascii"
    title = "USGS spectral library (ASCII)"
    extensions = (".txt",)
    option_names = ("axis_file",)

    def sniff(self, path: Path, head: bytes) -> float:
        """A title with the number of its record over a single column."""
        lines = head.decode("latin-1").splitlines()[:3]
        if not lines or not _TITLE.fullmatch(lines[0]):
            return 0.0
        return 0.97 if all(len(line.split()) == 1 for line in lines[1:]) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the spectrum and its wavelengths."""
        title, values = _column(path)
        if _is_axis(title):
            raise FileError("usgs.axis_and_no_spectrum", title=title)
        given = options.get("axis_file")
        if given is not None:
            axis_path = Path(given) if Path(given).is_absolute() else path.parent / given
            if not axis_path.is_file():
                raise FileError("usgs.no_such_file", given=given)
        else:
            axis_path = _find_axis(path, title, len(values))
        axis_title, axis = _column(axis_path)
        if len(axis) != len(values):
            raise FileError("usgs.spectrum_and_axis_differ", n=len(values), file=axis_path.name, n_axis=len(axis))
        if np.isnan(axis).any() or not _is_axis(axis_title):
            raise FileError("usgs.not_an_axis_file", file=axis_path.name)
        found = _QUANTITY.search(title)
        quantity = "transmittance" if found and found[1] == "TRAN" else "reflectance" if found else "unknown"
        unit = "nm" if re.search(r"nanomet|\bnm\b", axis_title, re.I) else "um"
        note = () if given is not None else (Note("usgs.axis_from", file=axis_path.name),)
        metadata = {"title": title, "axis": axis_title}
        return ReadResult((Block(values, axis, (title,), unit, quantity, metadata=metadata),), warnings=note)


def _column(path: Path) -> tuple[str, np.ndarray]:
    """Title and values of a file."""
    if path.stat().st_size > MOST_BYTES:
        raise FileError("usgs.not_an_axis_file", file=path.name)
    with parsing("USGS library"):
        lines = path.read_text(encoding="latin-1").splitlines()
        found = _TITLE.fullmatch(lines[0]) if lines else None
        if found is None:
            raise FileError("usgs.not_an_axis_file", file=path.name)
        values = np.array([float(line) for line in lines[1:] if line.strip()])
    values[np.isclose(values, DELETED, rtol=1e-3)] = np.nan
    return found[3], values


def _is_axis(title: str) -> bool:
    return bool(re.match(r"wavelengths?\b", title, re.I))


def _spectrometer(title: str) -> str:
    found = _SPECTROMETER.search(title)
    return found[1].upper()[:3] if found else ""


def _find_axis(path: Path, title: str, count: int) -> Path:
    """The only file of wavelengths that has as many values and is of the same spectrometer.

    Raises
    ------
    FileError
        There is none, or more than one.
    """
    own = _spectrometer(title)
    fits: list[Path] = []
    for folder in (path.parent, *list(path.parents)[1:3]):
        names = [p for p in sorted(folder.glob("*[Ww]avelength*.txt"))[:MOST_FILES] if p != path]
        for candidate in names:
            try:
                its_title, values = _column(candidate)
            except FileError:
                continue
            if _is_axis(its_title) and len(values) == count and (not own or not _spectrometer(its_title) or own
                                                                 == _spectrometer(its_title)):
                fits.append(candidate)
        if fits:
            break
    if len(fits) != 1:
        raise FileError("usgs.several_axis_files", n=count, fits=[p.name for p in fits]) if fits else FileError(
            "usgs.axis_file_missing", n=count)
    return fits[0]
