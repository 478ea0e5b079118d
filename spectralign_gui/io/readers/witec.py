"""WITec project files .wip/.wid (graphs with their spectral transformation) and TrueMatch text export."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ._binary import Bytes
from ._merged import merge_equal_axes
from ._units import unit_of
from ._wrap import parsing
from .contract import Block, Choice, Reader, ReadResult
from .fieldspec_text import _lines
from .registry import register_reader

MAGIC = (b"WIT_PRCT", b"WIT_PR06", b"WIT_DATA", b"WIT_DA06")
TYPES = {2: "<f8", 3: "<f4", 4: "<i8", 5: "<i4", 6: "<u2", 7: "u1", 8: "u1"}
DATA_TYPES = {1: "<i8", 2: "<i4", 3: "<i2", 4: "i1", 5: "<u4", 6: "<u2", 7: "u1", 8: "u1", 9: "<f4", 10: "<f8"}
INTERPRETATIONS = {0: "nm", 1: "um", 2: "cm-1", 3: "raman-shift", 4: "eV"}
MAX_TAGS, MAX_DEPTH = 200_000, 30


class _Tags:
    """The tree of tags as nested dictionaries; leaves are (type, start, end)."""

    def __init__(self, content: Bytes) -> None:
        self._content, self._count = content, 0
        self.root = self._read(8, len(content), 0)

    def _read(self, at: int, end: int, depth: int) -> dict[str, Any]:
        if depth > MAX_DEPTH:
            raise FileError("witec.nested_too_deeply")
        found: dict[str, Any] = {}
        while at + 24 <= end:
            self._count += 1
            length = int(self._content.one("<I", at, "its tags"))
            if self._count > MAX_TAGS or length > 200:
                raise FileError("witec.damaged_tag")
            name = self._content.take(at + 4, length, "its tags").decode("latin-1")
            kind, start, stop = self._content.unpack("<IQQ", at + 4 + length, "its tags")
            if stop < start or stop > len(self._content) or stop <= at:
                raise FileError("witec.tag_beyond_end", name=name, stop=stop, held=len(self._content))
            found[name] = self._read(start, stop, depth + 1) if kind == 0 else (kind, start, stop)
            at = stop
        return found

    def numbers(self, tag: Any) -> np.ndarray:
        """Values of a numeric leaf."""
        kind, start, stop = tag
        form = TYPES[kind]
        return self._content.array(form, start, (stop - start) // np.dtype(form).itemsize)

    def text(self, tag: Any) -> str:
        """Text of a leaf."""
        _, start, stop = tag
        length = min(struct.unpack("<I", self._content.take(start, 4))[0], stop - start - 4)
        return self._content.take(start + 4, length).decode("cp1252", "replace").strip("\0 ")


def spectral_axis(values: Mapping[str, np.ndarray], count: int) -> np.ndarray:
    """Wavelengths (nm) of the channels 0 to count-1 of a TDSpectralTransformation.

    Type 0 is a polynomial, 1 the grating equation, 2 a polynomial between two channels that goes on straight outside.

    Raises
    ------
    FileError
        Another type.
    """
    i = np.arange(count, dtype=np.float64)
    kind = int(values["SpectralTransformationType"][0])
    if kind == 0:
        return np.polynomial.polynomial.polyval(i, values["Polynom"])
    if kind == 1:
        centre, wavelength, gamma, delta = (float(values[k][0]) for k in ("nC", "LambdaC", "Gamma", "Delta"))
        order, spacing, pixel, focal = (float(values[k][0]) for k in ("m", "d", "x", "f"))
        alpha = np.arcsin(wavelength * order / spacing / (2 * np.cos(gamma / 2))) - gamma / 2
        along, across = focal * np.cos(delta), focal * np.sin(delta)
        beta = alpha + gamma - delta - np.arctan((pixel * (centre - i) - across) / along)
        return spacing / order * (np.sin(alpha) + np.sin(beta))
    if kind == 2 and "FreePolynom" in values:
        first, last = float(values["FreePolynomStartBin"][0]), float(values["FreePolynomStopBin"][0])
        inside = np.clip(i, first, last)
        poly = values["FreePolynom"]
        slope = np.polynomial.polynomial.polyval(inside, np.polynomial.polynomial.polyder(poly))
        return np.polynomial.polynomial.polyval(inside, poly) + slope * (i - inside)
    raise FileError("witec.unknown_calibration", kind=kind)


@register_reader
class WitecReader(Reader):
    """The first graph of a project is taken; `graph` chooses another by its caption."""

    name = "witec"
    title = "WITec project"
    extensions = (".wip", ".wid")
    option_names = ("graph",)

    def sniff(self, path: Path, head: bytes) -> float:
        """The mark of a project."""
        return 0.98 if head.startswith(MAGIC) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the chosen graph."""
        with parsing("WITec"):
            content = Bytes(path, "WITec")
            tags = _Tags(content)
            top = next((v for v in tags.root.values() if isinstance(v, dict)), {})
            data = {k: v for k, v in top.get("Data", {}).items() if isinstance(v, dict)}
            by_id: dict[int, dict[str, Any]] = {}
            graphs = []
            for entry in data.values():
                if "ID" not in entry.get("TData", {}):
                    continue
                by_id[int(tags.numbers(entry["TData"]["ID"])[0])] = entry
                if "GraphData" in entry.get("TDGraph", {}):
                    graphs.append(entry)
            graphs = [g for g in graphs if int(tags.numbers(g["TDGraph"]["SizeGraph"])[0]) > 1]
            captions = [tags.text(g["TData"]["Caption"]) for g in graphs]
            if not graphs:
                raise FileError("witec.project_without_spectra")
            wanted = options.get("graph")
            if wanted is not None and wanted not in captions:
                raise FileError("witec.no_such_graph", wanted=wanted, captions=(repr(c) for c in captions))
            chosen = captions.index(wanted) if wanted is not None else 0
            block = self._graph(content, tags, graphs[chosen]["TDGraph"], by_id, captions[chosen])
        choices = tuple(Choice("graph", c, c, k == chosen) for k, c in enumerate(captions))
        warnings = (f"The project also holds {', '.join(repr(c) for k, c in enumerate(captions) if k != chosen)}; "
                    "choose "
                    "with graph=.",) if len(captions) > 1 else ()
        return ReadResult((block,), warnings=warnings, choices=choices)

    def _graph(self, content: Bytes, tags: _Tags, graph: dict[str, Any], by_id: dict[int, dict[str, Any]],
               caption: str) -> Block:
        def whole(name: str) -> int:
            return int(tags.numbers(graph[name])[0])

        columns, rows, points = whole("SizeX"), whole("SizeY"), whole("SizeGraph")
        inner = graph["GraphData"]
        form = DATA_TYPES.get(int(tags.numbers(inner["DataType"])[0]))
        if form is None or min(columns, rows, points) < 1:
            raise FileError("witec.unknown_graph")
        _, start, stop = inner["Data"]
        count = columns * rows * points
        if (stop - start) != count * np.dtype(form).itemsize:
            raise FileError("witec.graph_values_differ", columns=columns, rows=rows, points=points,
                            held=(stop - start) // np.dtype(form).itemsize)
        y = content.array(form, start, count, "a graph").reshape(columns * rows, points)
        transformation = by_id.get(whole("XTransformationID"), {}).get("TDSpectralTransformation")
        names = tuple(f"{caption} {k + 1}" for k in range(len(y)))
        if transformation is None:
            return Block(y, np.arange(points, dtype=float), names, "channel", "counts")
        values = {k: tags.numbers(v) for k, v in transformation.items() if isinstance(v, tuple) and v[0] in TYPES}
        wavelengths = spectral_axis(values, points)
        interpretation = by_id.get(whole("XInterpretationID"), {})
        unit, laser = "nm", None
        if "TDSpectralInterpretation" in interpretation:
            index = int(tags.numbers(interpretation["TDInterpretation"]["UnitIndex"])[0])
            laser = float(tags.numbers(interpretation["TDSpectralInterpretation"]["ExcitationWaveLength"])[0])
            unit = INTERPRETATIONS.get(index, "nm")
        axis = {"nm": wavelengths, "um": wavelengths / 1e3, "cm-1": 1e7 / wavelengths, "eV": 1239.841984 / wavelengths,
                "raman-shift": (1e7 / laser if laser else 0.0) - 1e7 / wavelengths}[unit]
        return Block(y, axis, names, unit, "counts", laser_nm=laser if unit == "raman-shift" else None)


@register_reader
class WitecTextReader(Reader):
    """TrueMatch text: several spectra one after the other, each with its header."""

    name = "witec-text"
    title = "WITec TrueMatch text"
    extensions = (".txt",)

    def sniff(self, path: Path, head: bytes) -> float:
        """The first line."""
        return 0.97 if head.lstrip(b"\xef\xbb\xbf").startswith(b"[WITEC_TRUEMATCH_ASCII_HEADER]") else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all spectra."""
        blocks: list[Block] = []
        with parsing("WITec text"):
            part, header, rows = "", dict[str, str](), list[tuple[float, float]]()
            for number, line in enumerate([*_lines(path), "[SpectrumHeader]"], start=1):
                if section := re.match(r"\[(\w+)\]\s*\Z", line):
                    if section[1] == "SpectrumHeader":
                        if rows or part == "SpectrumData":
                            blocks.append(self._block(header, rows))
                        header, rows = {}, []
                    part = section[1]
                elif part == "SpectrumData" and line.strip():
                    cells = line.split()
                    if len(cells) != 2:
                        raise FileError("witec.line_of_other_width", line=number, cells=len(cells))
                    rows.append((float(cells[0]), float(cells[1])))
                elif "=" in line:
                    key, value = line.split("=", 1)
                    header[key.strip()] = value.strip()
        if not blocks:
            raise FileError("witec.text_without_spectrum")
        return ReadResult(tuple(merge_equal_axes(blocks)))

    def _block(self, header: dict[str, str], rows: list[tuple[float, float]]) -> Block:
        announced = int(header.get("SpectrumSize", len(rows)))
        if announced != len(rows) or not rows:
            raise FileError("witec.text_points_missing", announced=announced, held=len(rows))
        table = np.array(rows)
        laser = float(header["ExcitationWavelength"]) if "ExcitationWavelength" in header else None
        title = header.get("Title", "")
        return Block(table[:, 1], table[:, 0], (title,), unit_of(header.get("XDataKind", "")) or "unknown", "counts",
                     title,
                     metadata=dict(header), laser_nm=laser)
