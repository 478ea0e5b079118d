"""Files of new spectra, read one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..core.data import SpectralDataset
from ..core.monitor import Monitor
from .read import read_dataset


def read_new(paths: Sequence[str | Path], monitor: Monitor) -> list[SpectralDataset]:
    """The spectra of each file.

    Parameters
    ----------
    paths : sequence of path
    monitor : Monitor
        Told which file is read; may cancel between two.

    Raises
    ------
    FileError
        Of the first file that cannot be read.

    Examples
    --------
    >>> read_new(["day1.csv", "day2.csv"], monitor)  # doctest: +SKIP
    """
    found = []
    for number, path in enumerate(paths):
        monitor.report(f"Reading {Path(path).name}", number / len(paths))
        monitor.raise_if_cancelled()
        found.append(read_dataset(path))
    return found
