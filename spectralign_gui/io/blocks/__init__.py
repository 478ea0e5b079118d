"""Files of spectra larger than the memory, read block by block: HDF5, npz, delimited text with a spectrum per row.

What a file is (axis, unit, names, which array holds the spectra) is found by the ordinary readers from a small copy of
its beginning, so that a file is understood alike whichever way it is read.
"""

from .opening import open_blocks
from .source import BlockFile

__all__ = ["BlockFile", "open_blocks"]
