"""ASD FieldSpec .asd, versions 1 to 8: raw, reflectance, radiance; with its white reference."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ._binary import Bytes
from ._wrap import parsing
from .contract import Block, Choice, Reader, ReadResult
from .registry import register_reader

VERSIONS = (b"ASD", b"as2", b"as3", b"as4", b"as5", b"as6", b"as7", b"as8")
SPECTRUM = 484
KINDS = {0: "raw", 1: "reflectance", 2: "radiance", 3: "no units", 4: "irradiance", 5: "QI", 6: "transmittance",
         7: "unknown",
         8: "absorbance"}
QUANTITIES = {"raw": "counts", "reflectance": "reflectance", "radiance": "radiance", "irradiance": "irradiance",
              "transmittance": "transmittance", "absorbance": "absorbance"}
TYPES = {0: "<f4", 1: "<i4", 2: "<f8"}


@register_reader
class AsdReader(Reader):
    """Raw and reflectance files give target / white reference; `signal` chooses target, reference or ratio."""

    name = "asd"
    title = "ASD FieldSpec"
    extensions = (".asd", ".ref", ".rad", ".000", ".001", ".002")
    option_names = ("signal",)

    def sniff(self, path: Path, head: bytes) -> float:
        """The version text and a known data format."""
        if head[:3] not in VERSIONS or len(head) < 206:
            return 0.0
        return 0.95 if head[199] in (0, 1, 2, 3) and head[186] <= 8 else 0.3

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the spectrum and, where stored, its reference."""
        with parsing("ASD"):
            content = Bytes(path, "ASD")
            kind = KINDS.get(content.take(186, 1)[0], "unknown")
            form = content.take(199, 1)[0]
            first, step = content.unpack("<ff", 191, "its header")
            channels = int(content.one("<H", 204, "its header"))
            if not 1 <= channels <= 32768 or not np.isfinite([first, step]).all() or step == 0:
                raise FileError("asd.impossible_axis", channels=channels, first=first, step=step)
            if form not in TYPES:
                raise FileError("asd.unknown_number_form", form=form)
            content.take(0, SPECTRUM, "its header")
            target = content.array(TYPES[form], SPECTRUM, channels, "the spectrum")
            reference = self._reference(content, TYPES[form], channels)
            metadata = {"comment": content.text(3, 157), "type": kind}
            instrument = content.one("<H", 400)
            metadata["instrument number"] = str(instrument)
        signals = {"target": target}
        if reference is not None:
            signals["reference"] = reference
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = np.where(reference != 0, target / reference, np.nan)
            signals["ratio"] = ratio
        default = "ratio" if "ratio" in signals and kind in ("raw", "reflectance", "transmittance") else "target"
        chosen = str(options.get("signal") or default)
        if chosen not in signals:
            raise FileError("asd.no_such_signal", chosen=chosen, signals=signals)
        quantity = QUANTITIES.get(kind, "unknown")
        if chosen == "ratio":
            quantity = "transmittance" if kind == "transmittance" else "reflectance"
        elif kind == "reflectance" and reference is not None:
            quantity = "counts"
        axis = first + step * np.arange(channels)
        titles = {"target": f"target as stored ({kind})", "reference": "white reference",
                  "ratio": "target / white reference"}
        choices = tuple(Choice("signal", k, titles[k], k == chosen) for k in signals)
        return ReadResult((Block(signals[chosen], axis, (), "nm", quantity, metadata=metadata),), choices=choices)

    def _reference(self, content: Bytes, kind: str, channels: int) -> np.ndarray | None:
        """The white reference behind the spectrum, None if the file has none."""
        if content.data[:3] == b"ASD":
            return None
        size = np.dtype(kind).itemsize
        at = SPECTRUM + channels * size
        if at == len(content):
            return None
        present = int(content.one("<H", at, "the reference header"))
        described = int(content.one("<H", at + 18, "the reference header"))
        reference = content.array(kind, at + 20 + described, channels, "the white reference")
        usable = present and np.isfinite(reference).all() and (reference != 0).any()
        return reference if usable else None
