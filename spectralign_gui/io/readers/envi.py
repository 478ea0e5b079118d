"""ENVI spectral libraries and small image cubes: a text header beside a binary file; opening either gives both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ._binary import Bytes
from ._units import axis_unit_of
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .registry import register_reader

TYPES = {1: "u1", 2: "i2", 3: "i4", 4: "f4", 5: "f8", 12: "u2", 13: "u4", 14: "i8", 15: "u8"}
DATA_SUFFIXES = ("", ".sli", ".img", ".dat", ".bsq", ".bil", ".bip", ".raw", ".slb")
MAX_VALUES = 150_000_000


def header_of(path: Path) -> Path | None:
    """The header that belongs to a data file, None if there is none."""
    for candidate in (path.with_suffix(".hdr"), Path(f"{path}.hdr"), path.with_suffix(".HDR"), Path(f"{path}.HDR")):
        if candidate != path and candidate.is_file():
            with open(candidate, "rb") as file:
                if file.read(4) == b"ENVI":
                    return candidate
    return None


def data_of(header: Path) -> Path:
    """The data file that belongs to a header.

    Raises
    ------
    FileError
    """
    tried = [header.with_suffix(s) for s in DATA_SUFFIXES] + [header.with_suffix(s.upper()) for s in DATA_SUFFIXES]
    for candidate in tried:
        if candidate != header and candidate.is_file():
            return candidate
    raise FileError("envi.data_file_missing", stem=header.stem)


def parse_header(text: str) -> dict[str, str]:
    """Fields of a header, lower case; lists in braces become one text.

    Raises
    ------
    FileError
        A list that does not end.
    """
    found: dict[str, str] = {}
    key, parts = "", list[str]()
    for line in text.splitlines():
        if not parts:
            name, equals, value = line.partition("=")
            if not equals:
                continue
            key = name.strip().casefold()
            if not value.strip().startswith("{") or "}" in value:
                found[key] = value.strip().strip("{}").strip()
                continue
            line = value
        parts.append(line)
        if "}" in line:
            found[key] = "\n".join(parts).strip().strip("{}").strip()
            parts = []
    if parts:
        raise FileError("envi.list_cut_off", key=key)
    return found


def _unfolded(values: np.ndarray, fields: Mapping[str, str], lines: int, samples: int, bands: int) -> np.ndarray:
    """The spectra of a cube, line by line."""
    interleave = fields.get("interleave", "bsq").casefold()
    shapes = {"bsq": ((bands, lines, samples), (1, 2, 0)), "bil": ((lines, bands, samples), (0, 2, 1)),
              "bip": ((lines, samples, bands), (0, 1, 2))}
    if interleave not in shapes:
        raise FileError("envi.unknown_interleave", interleave=interleave)
    if bands < 2:
        raise FileError("envi.single_band")
    shape, turn = shapes[interleave]
    return values.reshape(shape).transpose(turn).reshape(-1, bands)


def _list(text: str) -> list[str]:
    return [" ".join(part.split()) for part in text.split(",")]


@register_reader
class EnviReader(Reader):
    """Libraries give their spectra by name, cubes one spectrum per pixel."""

    name = "envi"
    title = "ENVI library or cube"
    extensions = (".hdr", ".sli", ".img")

    def sniff(self, path: Path, head: bytes) -> float:
        """A header that begins with ENVI, or a data file with such a header beside it."""
        if head.startswith(b"ENVI") and path.suffix.lower() == ".hdr":
            return 0.97
        if path.suffix.lower() in DATA_SUFFIXES and header_of(path) is not None:
            return 0.96
        return 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all spectra."""
        with parsing("ENVI"):
            header = path if path.suffix.lower() == ".hdr" else header_of(path)
            if header is None:
                raise FileError("envi.header_missing")
            if header.stat().st_size > 20_000_000:
                raise FileError("envi.header_too_large")
            data = path if header != path else data_of(header)
            fields = parse_header(header.read_bytes().decode("utf-8", "replace"))
            return self._blocks(Bytes(data, "ENVI"), fields)

    def _blocks(self, content: Bytes, fields: dict[str, str]) -> ReadResult:
        def whole(name: str, default: int | None = None) -> int:
            text = fields.get(name, "")
            if re.fullmatch(r"\d{1,12}", text):
                return int(text)
            if default is None:
                raise FileError("envi.header_lacks", name=name)
            return default

        samples, lines, bands = whole("samples"), whole("lines"), whole("bands", 1)
        kind, offset, order = whole("data type"), whole("header offset", 0), whole("byte order", 0)
        if kind not in TYPES:
            raise FileError("envi.unknown_data_type", kind=kind)
        count = samples * lines * bands
        if not 0 < count <= MAX_VALUES:
            raise FileError("envi.cube_too_large", samples=samples, lines=lines, bands=bands,
                            most=MAX_VALUES / 1000000.0)
        form = ("<" if order == 0 else ">") + TYPES[kind]
        size = count * np.dtype(form).itemsize
        if offset + size < len(content) and offset + size < 0.5 * len(content):
            raise FileError("envi.data_larger_than_header")
        values = content.array(form, offset, count, "its data")
        if "library" in fields.get("file type", "").casefold():
            channels, spectra = samples, values.reshape(lines, samples)
            listed = tuple(_list(fields.get("spectra names", "")))
            names = listed if len(listed) == lines else ()
        else:
            channels, spectra = bands, _unfolded(values, fields, lines, samples, bands)
            names = tuple(f"line {k // samples + 1}, sample {k % samples + 1}" for k in range(lines * samples))
        if "data ignore value" in fields and re.fullmatch(r"[+-]?[\d.]+(?:[eE][+-]?\d+)?", fields["data ignore value"]):
            ignored = float(fields["data ignore value"])
            with np.errstate(over="ignore"):  # a value of 32 bits is not just what the header writes
                same = (spectra == ignored) | np.isclose(spectra, ignored, rtol=1e-6, atol=0)
            spectra = np.where(same, np.nan, spectra)
        axis = None
        warnings: list[str] = []
        if "wavelength" in fields:
            axis = np.array([float(v) for v in _list(fields["wavelength"]) if v])
            if len(axis) != channels:
                raise FileError("envi.wavelengths_and_channels_differ", wavelengths=len(axis), channels=channels)
        else:
            warnings.append(Note("axis.none"))
        unit = axis_unit_of(fields.get("wavelength units", "")) or "unknown"
        if fields.get("reflectance scale factor"):
            warnings.append(Note("envi.values_as_stored", factor=fields['reflectance scale factor']))
        return ReadResult((Block(spectra, axis, names, unit if axis is not None else "channel",
                                 "reflectance" if "reflectance" in str(fields).casefold() else "unknown",
                                 metadata={k: v[:300] for k, v in fields.items() if k != "wavelength"}),),
                          warnings=tuple(warnings))
