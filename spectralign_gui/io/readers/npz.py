"""NumPy archives (.npz), never with pickles."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ._arrays import Arrays, blocks_of_arrays
from ._sheets import check_zip
from ._wrap import parsing
from .contract import Reader, ReadResult
from .registry import register_reader


@register_reader
class NpzReader(Reader):
    """Arrays named like wavelength, spectra, names; roles are found by size and name."""

    name = "npz"
    title = "NumPy archive"
    extensions = (".npz",)
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """A ZIP whose first member ends in .npy."""
        if not head.startswith(b"PK\x03\x04"):
            return 0.0
        return 0.95 if b".npy" in head[:300] else 0.5 if path.suffix.lower() == ".npz" else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all plain arrays; object arrays need a pickle and are refused."""
        arrays = Arrays()
        with parsing("npz"):
            check_zip(path, 4_000_000_000).close()
            with np.load(path, allow_pickle=False) as archive:
                for name in archive.files:
                    try:
                        array = archive[name]
                    except ValueError as error:
                        if "pickle" in str(error).lower():
                            raise FileError("npz.pickled_object", name=name) from error
                        raise
                    if array.dtype.kind in "biuf":
                        arrays.numbers[name] = array
                    elif array.dtype.kind in "US":
                        arrays.texts[name] = [t.decode("utf-8", "replace") if isinstance(t, bytes) else str(t)
                                              for t in array.ravel().tolist()]
        return blocks_of_arrays(arrays, "npz")
