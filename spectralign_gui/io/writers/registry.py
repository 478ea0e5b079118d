"""The list of writers, and `write`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...core.data import SpectralDataset
from ...core.data.columns import without_persons
from ...core.errors import FileError
from ...core.notes import Note, about
from ..atomic import atomic_path
from ..hdf5 import HDF5_ENDINGS
from . import csv, jcamp, matlab, xlsx


@dataclass(frozen=True)
class Writer:
    """A format that can be written.

    Parameters
    ----------
    name : str
    title : str
        For the file dialog.
    suffixes : tuple of str
        With the dot; the first is the usual one.
    save : callable
        ``save(path, datasets)`` writes the file at that very path.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    save: Callable[[Path, Sequence[SpectralDataset]], None]


def _save_hdf5(path: Path, datasets: Sequence[SpectralDataset]) -> None:
    from ..hdf5 import write_datasets

    write_datasets(path, datasets)


_WRITERS = (
    Writer("hdf5", "SpectrAlign HDF5", HDF5_ENDINGS, _save_hdf5),
    Writer("csv", "Comma-separated text", (".csv",), csv.save),
    Writer("xlsx", "Excel workbook", (".xlsx",), xlsx.save),
    Writer("matlab", "MATLAB 5", (".mat",), matlab.save),
    Writer("jcamp", "JCAMP-DX (AFFN)", (".jdx", ".dx", ".jcamp"), jcamp.save),
)


def formats() -> dict[str, Writer]:
    """All writers by name."""
    return {w.name: w for w in _WRITERS}


def writer_for(path: str | Path, format: str | None = None) -> Writer:
    """The writer for a file name or a format's name.

    Raises
    ------
    FileError
        If there is none; the sentence lists those there are.
    """
    path = Path(path)
    known = formats()
    if format is not None:
        wanted = format.lower().lstrip(".")
        found = known.get(wanted) or next((w for w in _WRITERS if f".{wanted}" in w.suffixes), None)
        if found is None:
            raise FileError(about(path.name, Note("files.no_such_format", "error", format=format, known=known)))
        return found
    for writer in _WRITERS:
        if path.suffix.lower() in writer.suffixes:
            return writer
    endings = ", ".join(w.suffixes[0] for w in _WRITERS)
    raise FileError(about(path.name, Note("files.unknown_ending", "error", endings=endings)))


def write(
    datasets: SpectralDataset | Sequence[SpectralDataset], path: str | Path, format: str | None = None,
    overwrite: bool = False, persons: bool = False,
) -> Path:
    """Save data sets to one file, atomically.

    Parameters
    ----------
    datasets : SpectralDataset or sequence of them
        CSV holds several only if they share their channels; the other formats hold any.
    path : str or Path
    format : str, optional
        Name of a writer or its ending; default by the ending of `path`.
    overwrite : bool
        Whether a file of that name may be replaced.
    persons : bool
        Whether columns about persons (operator, user) are written as well.

    Returns
    -------
    Path
        The file that was written.

    Raises
    ------
    FileError
        The format is not known, the file exists, the data do not fit the format, or it cannot be saved; the earlier
        file is unchanged.
    """
    path = Path(path)
    listed = [datasets] if isinstance(datasets, SpectralDataset) else list(datasets)
    if not persons:
        listed = [without_persons(d) for d in listed]
    writer = writer_for(path, format)
    if not listed or not sum(len(d) for d in listed):
        raise FileError(about(path.name, Note("files.no_spectra", "error")))
    if path.exists() and not overwrite:
        raise FileError("files.exists", name=path.name)
    if writer.name == "hdf5":
        writer.save(path, listed)  # atomic by itself
    else:
        with atomic_path(path) as temporary:
            writer.save(temporary, listed)
    return path
