"""Bruker OPUS through the package brukeropus; every data block is listed, and reflectance is not absorbance."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ._binary import Bytes
from ._plausible import implausible
from ._units import unit_of
from ._wrap import parsing
from .contract import Block, Choice, Reader, ReadResult
from .registry import register_reader

MAGIC = b"\n\n\xfe\xfe"
MAX_BYTES = 500_000_000
ORDER = ("a", "t", "r", "km", "ra", "atr", "pas", "logr", "e", "tr", "pw", "a_2ch", "t_2ch", "r_2ch", "sm", "rf",
         "sm_2ch",
         "rf_2ch", "phsm", "phrf", "igsm", "igrf")
QUANTITIES = {"a": "absorbance", "t": "transmittance", "r": "reflectance", "ra": "raman-intensity",
              "logr": "absorbance",
              "atr": "absorbance", "e": "intensity", "sm": "intensity", "rf": "intensity", "pw": "intensity"}
UNITS = {"WN": "cm-1", "WL": "um", "MI": "um", "LGW": "unknown", "PNT": "channel"}

def _check_directory(path: Path) -> None:
    """Every block that the directory names must lie inside the file; the package reads what there is."""
    content = Bytes(path, "OPUS")
    start, _, count = content.unpack("<iii", 12, "its header")
    if not 0 <= count <= 10_000:
        raise FileError("opus.impossible_blocks", count=count)
    for k in range(count):
        _, size, offset = content.unpack("<Iii", start + 12 * k, "its directory")
        if size > 0 and offset > 0:
            content.take(offset, 4 * size, "a data block")


@register_reader
class OpusReader(Reader):
    """The result spectrum is taken; `block` chooses another."""

    name = "opus"
    title = "Bruker OPUS"
    extensions = tuple(f".{k}" for k in range(10)) + tuple(f".{k:03d}" for k in range(10))
    option_names = ("block",)
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """The four bytes every OPUS file begins with."""
        return 0.98 if head.startswith(MAGIC) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read the chosen data block."""
        if path.stat().st_size > MAX_BYTES:
            raise FileError("opus.too_large")
        from brukeropus import read_opus

        with parsing("OPUS"):
            _check_directory(path)
            file = read_opus(str(path))
            keys = [str(k) for k in file.all_data_keys or []]
            found: dict[str, Block] = {}
            troubles: list[str] = []
            for key in keys:
                try:
                    found[key] = self._block(key, getattr(file, key))
                except FileError as error:
                    troubles.append(Note("opus.block_refused", key=key, error=error))
            name = str(getattr(file.params, "snm", "") or "") if "snm" in file.params.keys() else ""  # noqa: SIM118
        if not found:
            raise FileError("the OPUS file holds no readable data block" + (f" ({troubles[0]})" if troubles
                                                                            else "") + ".")
        wanted = options.get("block")
        if wanted is not None and wanted not in found:
            raise FileError("opus.no_such_block", wanted=wanted, found=found)
        ranked = sorted(found, key=lambda k: (k.startswith("match"), ORDER.index(k) if k in ORDER else len(ORDER)))
        sound = [k for k in ranked if not implausible(found[k].spectra)[0]]
        chosen = wanted or (sound or ranked)[0]
        block = found[chosen]
        if name and len(block.spectra) == 1:
            block = block.with_(names=(name.strip(),))
        choices = tuple(Choice("block", k, f"{found[k].label}: {found[k].spectra.shape[1]} points", k == chosen)
                        for k in ranked)
        warnings = list(troubles)
        warnings += [f"Block {k} holds values no instrument gives and should not be used." for k in ranked
                     if k not in sound]
        others = [k for k in ranked if k != chosen]
        if others:
            warnings.append(Note("opus.other_blocks", others=others))
        return ReadResult((block.with_(label=""),), warnings=tuple(warnings), choices=choices)

    def _block(self, key: str, data: Any) -> Block:
        x, y = np.asarray(data.x, dtype=np.float64), np.asarray(data.y, dtype=np.float64)
        y = np.atleast_2d(y)
        if y.shape[1] != len(x) and y.shape[0] == len(x):
            y = y.T
        text = str(getattr(data, "dxu", "") or "")
        unit = UNITS.get(text, unit_of(text) or ("cm-1" if not key.startswith("ig") else "channel"))
        base = key.split("_")[0]
        if unit == "cm-1" and base == "ra":
            unit = "raman-shift"
        label = str(getattr(data, "label", "") or key)
        return Block(y, x, (), unit, QUANTITIES.get(base, "unknown"), label)
