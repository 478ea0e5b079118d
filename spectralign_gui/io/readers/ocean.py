"""Ocean Optics .ProcSpec: a ZIP with an XML of the spectrum (SpectraSuite, OceanView)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np

from ...core.errors import FileError
from ._sheets import check_zip
from ._wrap import parsing
from ._xml import MAX_XML, parse_xml
from .contract import Block, Reader, ReadResult
from .registry import register_reader

QUANTITIES = {"Absorbance": "absorbance", "Transmission": "transmittance", "Transmittance": "transmittance",
              "Reflect": "reflectance", "Irradiance": "irradiance", "Counts": "counts"}
RAMAN_UNITS = ("RamanShift", "Raman")


@register_reader
class ProcSpecReader(Reader):
    """The processed spectrum over its wavelengths."""

    name = "procspec"
    title = "Ocean Optics ProcSpec"
    extensions = (".procspec",)

    def sniff(self, path: Path, head: bytes) -> float:
        """A ZIP with Ocean Optics' own members."""
        if not head.startswith(b"PK\x03\x04"):
            return 0.0
        if b"OOISignatures" in head or b"OOIVersion" in head:
            return 0.97
        return 0.9 if path.suffix.lower() == ".procspec" else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the spectrum."""
        with parsing("ProcSpec"), check_zip(path, MAX_XML) as archive:
            names = [n for n in archive.namelist() if n.lower().endswith(".xml") and "signature" not in n.lower()]
            if not names:
                raise FileError("ocean.no_spectrum")
            root = parse_xml(archive.read(names[0]), "ProcSpec")
            axis = self._numbers(root, ("channelWavelengths",))
            values = self._processed(root)
            if axis is None or values is None:
                raise FileError("ocean.wavelengths_or_pixels_missing")
            kinds = [e.get("class", "") for e in root.iter("yUnits")]
        quantity = next((q for k in reversed(kinds) for word, q in QUANTITIES.items() if word in k), "unknown")
        return ReadResult((Block(values, axis, (), "nm", quantity),))

    def _numbers(self, root: Element, tags: tuple[str, ...]) -> np.ndarray | None:
        """Numbers of the first element of such a name that has them itself and not by reference."""
        for tag in tags:
            for element in root.iter(tag):
                children = element.findall("double")
                if children:
                    return np.array([float(c.text or "nan") for c in children])
        return None

    def _processed(self, root: Element) -> np.ndarray | None:
        """The processed pixels of the last step; a reference means that the step changed nothing."""
        found = None
        for element in root.iter("processedPixels"):
            children = element.findall("double")
            if children:
                found = np.array([float(c.text or "nan") for c in children])
        return found if found is not None else self._numbers(root, ("pixelValues",))
