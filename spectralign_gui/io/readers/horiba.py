"""Horiba LabSpec XML (.xml); binary .l6s and .l5s files are refused with the way to export them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np

from ...core.errors import FileError
from ._units import axis_unit_of, quantity_of
from ._wrap import parsing
from ._xml import parse_xml
from .contract import Block, Reader, ReadResult
from .registry import register_reader

TYPE, UNIT, VALUES, NAME, AXES = "0x6D707974", "0x7C696E75", "0x7D6CD4DB", "0x6D6D616E", "0x7B697861"
TITLE = "0x6C7469D9"
BINARY = (".l6s", ".l6m", ".l5s", ".l6v", ".tvb", ".ngs", ".ngc")


def _child(element: Element, identity: str) -> str:
    found = next((c for c in element if c.get("ID") == identity), None)
    return (found.text or "").strip() if found is not None else ""


@register_reader
class LabSpecXmlReader(Reader):
    """Spectra, series and maps: every row of the matrix is a spectrum."""

    name = "labspec-xml"
    title = "Horiba LabSpec XML"
    extensions = (".xml",)

    def sniff(self, path: Path, head: bytes) -> float:
        """The root element."""
        return 0.97 if b"<LSX_Data" in head[:2000] else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the matrix over its spectral axis."""
        with parsing("LabSpec XML"):
            root = parse_xml(path.read_bytes(), "LabSpec XML")
            rows = [np.array([float(v) for v in (r.text or "").split()]) for r in root.iter("LSX_Row")]
            if not rows:
                raise FileError("horiba.no_spectrum")
            for row, element in zip(rows, root.iter("LSX_Row"), strict=True):
                announced = int(element.get("Size", len(row)))
                if announced != len(row):
                    raise FileError("horiba.row_cut_off", announced=announced, held=len(row))
            axis, unit, quantity = None, "unknown", "unknown"
            for group in (e for e in root.iter("LSX") if e.get("ID") == AXES):
                for entry in group:
                    kind, unit_text = _child(entry, TYPE), _child(entry, UNIT)
                    if kind.startswith("Spectr"):
                        axis = np.array([float(v) for v in _child(entry, VALUES).split()])
                        unit = axis_unit_of(unit_text) or "unknown"
                    elif kind.startswith("Intens"):
                        quantity = "counts" if "cnt" in unit_text.casefold() else quantity_of(unit_text) or "intensity"
            lengths = {len(r) for r in rows}
            if len(lengths) != 1:
                raise FileError("horiba.rows_of_different_lengths")
            title = next(((e.text or "").strip() for e in root.iter("LSX") if e.get("ID") == TITLE), "")
            metadata, laser = self._settings(root)
        if unit == "cm-1":
            unit = "raman-shift"
        spectra = np.stack(rows)
        if axis is not None and len(axis) > 1 and axis[0] > axis[-1]:
            # the detector is written backwards; LabSpec shows and exports it ascending
            axis, spectra = axis[::-1], spectra[:, ::-1] if spectra.shape[1] == len(axis) else spectra
        names = (title or path.stem,) if len(rows) == 1 else ()
        return ReadResult((Block(spectra, axis, names, unit if axis is not None else "channel", quantity,
                                 metadata=metadata, laser_nm=laser if unit == "raman-shift" else None),))

    def _settings(self, root: Element) -> tuple[dict[str, str], float | None]:
        found: dict[str, str] = {}
        laser = None
        for element in root.iter("LSX"):
            name = _child(element, NAME)
            if name and len(found) < 200:
                found[name] = _child(element, VALUES)
                if name.startswith("Laser (nm)"):
                    text = _child(element, "0x8736F70") or found[name]
                    laser = float(text) if text.replace(".", "", 1).isdigit() else None
        return found, laser


@register_reader
class LabSpecBinaryReader(Reader):
    """Says how to export; the format is not public."""

    name = "labspec-binary"
    title = "Horiba LabSpec binary (refused)"
    extensions = BINARY

    def sniff(self, path: Path, head: bytes) -> float:
        """By the ending, or the mark LabSpec."""
        return 0.9 if path.suffix.lower() in BINARY or head.startswith(b"LabSpec") else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Refuse."""
        raise FileError("horiba.binary_project")
