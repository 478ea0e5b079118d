"""Our own HDF5 (`io/hdf5.py` has the layout)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...core.notes import Note
from .. import hdf5
from ..apart import apart
from ..seal import SIZE, is_sealed
from ._wrap import PARSER_ERRORS
from .contract import Block, Reader, ReadResult
from .registry import register_reader

SIGNATURE = b"\x89HDF\r\n\x1a\n"


@register_reader
class OwnHdf5Reader(Reader):
    """HDF5 with /instruments."""

    name = "spectralign"
    title = "SpectrAlign HDF5"
    extensions = (".h5", ".hdf5")
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """HDF5 that has the group /instruments."""
        if SIGNATURE not in (head[:8], head[SIZE:SIZE + 8]):  # a result file begins with its seal
            return 0.0
        if is_sealed(head):
            return 1.0
        return 1.0 if apart(holds_instruments, path) else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """All instruments of the file, each a block in file order."""
        datasets = hdf5.read_hdf5_here(str(path))
        blocks = []
        for data in datasets:
            back = -1 if data.axis.file_descending else 1
            blocks.append(Block(data.spectra[:, ::back], data.axis.values[::back], data.sample_names, data.axis.unit,
                                data.quantity, data.name, data.targets, data.groups, data.metadata,
                                data.axis.laser_nm, data.guessed, data.columns))
        model = [Note("hdf5.holds_model")] if hdf5.holds_model_here(str(path)) else []
        return ReadResult(tuple(blocks), warnings=(*(w for d in datasets for w in d.warnings), *model))


def holds_instruments(path: str) -> bool:
    """Whether an HDF5 file has /instruments; a damaged one has not: the general reader says what is wrong."""
    import h5py

    try:
        with h5py.File(path, "r") as file:
            return isinstance(file.get("instruments"), h5py.Group)
    except PARSER_ERRORS:
        return False
