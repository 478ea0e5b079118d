"""Which files are read in blocks, and how."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...core.errors import SpectrAlignError
from ..read import read_head, told_of
from ..readers import choose_reader
from .hdf5_blocks import open_hdf5
from .npz_blocks import open_npz
from .source import BlockFile
from .text_blocks import open_text

LARGE = 100_000_000
"""Bytes. Smaller files are read as a whole, whatever they hold."""


def open_blocks(path: str | Path, larger_than: int | None = None, **options: Any) -> BlockFile | None:
    """A file of spectra to be read block by block.

    Parameters
    ----------
    path : str or Path
    larger_than : int, optional
        Bytes; default `LARGE`.
    **options
        Of `read_file`.

    Returns
    -------
    BlockFile or None
        None: it is small, or of a kind or layout that is only read as a whole.

    Raises
    ------
    FileError
        One sentence that names the file.
    """
    path = Path(path)
    head = read_head(path)
    if path.stat().st_size <= (LARGE if larger_than is None else larger_than):
        return None
    options = {k: v for k, v in options.items() if v is not None}
    try:
        name = options.get("reader") or choose_reader(path, head).name
        found: BlockFile | None = None
        if name in ("spectralign", "hdf5"):
            found = open_hdf5(path, head, options)
        elif name == "npz":
            found = open_npz(path, options)
        elif name == "text":
            found = open_text(path, options)
        # detectors whose ranges overlap make several data sets
        return found if found is not None and found.parts == 1 else None
    except (SpectrAlignError, OSError) as error:
        raise told_of(path, error) from error
