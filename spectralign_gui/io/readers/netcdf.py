"""netCDF classic files (version 1 and 2; netCDF-4 is HDF5), also ANDI chromatography-style exports of spectra."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import scipy

from ._arrays import Arrays, blocks_of_arrays
from ._h5_contents import scaled
from ._wrap import parsing
from .contract import Reader, ReadResult
from .registry import register_reader


@register_reader
class NetcdfReader(Reader):
    """Variables with scale factors and fill values; the spectral axis in any position."""

    name = "netcdf"
    title = "netCDF (classic)"
    extensions = (".nc", ".cdf", ".nc3")
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """CDF and version 1 or 2."""
        return 0.95 if head[:4] in (b"CDF\x01", b"CDF\x02") else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read all variables and find axis and spectra."""
        arrays = Arrays()
        with parsing("netCDF"), scipy.io.netcdf_file(str(path), "r", mmap=False, maskandscale=False) as file:
            for name, variable in file.variables.items():
                values = variable.data
                attributes = dict(getattr(variable, "_attributes", {}))
                if values.dtype.kind in "biuf" and values.size:
                    arrays.numbers[name] = scaled(values, attributes)
                    for key, store in (("units", arrays.units), ("long_name", arrays.labels)):
                        text = attributes.get(key)
                        if text is not None:
                            store[name] = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
                elif values.dtype.kind == "S" and values.ndim == 2:
                    arrays.texts[name] = [b"".join(row).decode("utf-8", "replace").strip("\0 ") for row in values]
        return blocks_of_arrays(arrays, "netCDF")
