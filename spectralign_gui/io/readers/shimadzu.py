"""Shimadzu UVProbe and LabSolutions UV-Vis (.spc, .vspd): an OLE2 container with a storage for every spectrum.

Not published by Shimadzu; as open converters describe it: DataStorage1/DataSetGroup/NAME/DataSpectrumStorage/Data holds
"X Data.1" and "Y Data.1", doubles of the same number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ._merged import merge_equal_axes
from ._named import OLE, ole_parts
from ._ole2 import read_parts
from ._units import unit_from_numbers
from ._wrap import parsing
from .contract import Block, Guess, Reader, ReadResult
from .registry import register_reader

_X = re.compile(r"(?P<above>.*/(?P<set>[^/]+)/DataSpectrumStorage/Data)/X Data\.(?P<number>\d+)")
_MARKS = {"DataSetGroup", "DataSpectrumStorage", "DataStorageHeaderStorage", "DataSetGroupHeaderInfo"}


@register_reader
class ShimadzuReader(Reader):
    """All spectra of the file, named as its data sets."""

    name = "shimadzu"
    title = "Shimadzu UV-Vis"
    extensions = (".spc", ".vspd")
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """An OLE2 container whose directory begins with the storages of UVProbe."""
        return 0.97 if head.startswith(OLE) and _MARKS & set(ole_parts(head, path)) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read every pair of x and y."""
        with parsing("Shimadzu"):
            parts = read_parts(path)
            blocks = []
            for name, content in parts.items():
                found = _X.fullmatch(name)
                if found is None:
                    continue
                values = parts.get(f"{found['above']}/Y Data.{found['number']}", b"")
                if len(content) != len(values) or len(content) % 8 or not content:
                    raise FileError("shimadzu.wavelengths_and_values_differ", name=found["set"], x=len(content) // 8,
                            y=len(values) // 8)
                axis = np.frombuffer(content, "<f8")
                blocks.append(Block(np.frombuffer(values, "<f8"), axis, (found["set"],), label=found["set"]))
        if not blocks:
            raise FileError("shimadzu.no_spectra")
        merged = []
        guess = Guess("unknown", 0.0, "", False)
        for block in merge_equal_axes(blocks):
            assert block.axis is not None
            guess = unit_from_numbers(block.axis)
            low, high = float(block.axis.min()), float(block.axis.max())
            if guess.value == "unknown" and low >= 180 and high <= 3300:
                guess = Guess("nm", 0.6, Note("guess.file_of_ultraviolet", "info"), False)
            merged.append(block.with_(unit=guess.value, guessed=("unit",) if guess.value not in ("unknown", "channel")
                                      else ()))
        return ReadResult(tuple(merged) if len(merged) > 1 else (merged[0].with_(label=""),), (), {"unit": guess})
