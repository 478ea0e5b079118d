"""A folder or a pattern of file names as one instrument, by the same way as files come into the window."""

from __future__ import annotations

import glob
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.data import SpectralDataset
from ...core.errors import FileError
from ...core.notes import Note, about, as_note
from ..apart import many
from ..batch import find_files, natural_key
from ..read import read_file
from .entries import Entry, read_entry
from .plan import ImportPlan

Options = Callable[[str], Mapping[str, Any]]


@dataclass(frozen=True, eq=False)
class OneInstrument:
    """What was read from many files.

    Parameters
    ----------
    dataset : SpectralDataset
    entries : tuple of Entry
        The files whose spectra were taken, in their order.
    left_out : tuple of (str, str)
        Names of files without spectra of this instrument, and why.
    """

    dataset: SpectralDataset
    entries: tuple[Entry, ...]
    left_out: tuple[tuple[str, str], ...] = ()


def is_several(path: str) -> bool:
    """Whether the path stands for files: a folder, or a pattern with ``*``, ``?`` or ``[`` that is no file's name."""
    try:
        found = Path(path)
        return found.is_dir() or (not found.exists() and glob.has_magic(path))
    except (OSError, ValueError):
        return False  # no name at all: reading it says so


def name_of_several(path: str) -> str:
    """What the instrument of a folder or pattern is called: its folder."""
    folder = Path(path)
    while glob.has_magic(str(folder)):
        folder = folder.parent
    return folder.resolve().name or "spectra"


def files_of(path: str) -> list[str]:
    """The files of a folder or pattern, a2 before a10.

    Raises
    ------
    FileError
        There are none.
    """
    found = [path] if Path(path).is_dir() else sorted(glob.glob(path, recursive=True), key=natural_key)
    files = [str(p) for p in find_files(found)]
    if not files:
        raise FileError(about(path, Note("several.no_files", "error")))
    return files


def read_one_instrument(path: str, name: str, options: Options) -> OneInstrument:
    """The spectra of all files of a folder or pattern.

    Parameters
    ----------
    path : str
        See `is_several`.
    name : str
        What the instrument is called.
    options : callable
        Gives the options of `read_file` for a file.

    Raises
    ------
    FileError
        No file has spectra, one can be read in two ways, or they do not fit together; the sentence says why.
    """
    files = files_of(path)
    given = [dict(options(file)) for file in files]
    entries = []
    for file, used, read in zip(files, given, many(read_entry, [(f, (o,)) for f, o in zip(files, given, strict=True)]),
                                strict=True):
        entry = read if isinstance(read, Entry) else Entry(file, problem=about(Path(file).name, as_note(read)))
        if "orientation" in entry.options and "orientation" not in used:
            read_file(file, **used)  # two readings: refused, as for a file alone
        entries.append(entry)
    taken = [e for e in entries if e.kind == "spectra"]
    left_out = tuple((Path(e.path).name, e.problem or Note("several.no_spectra", "info")) for e in entries
                     if e.kind != "spectra")
    if not taken:
        raise FileError(about(path, Note("several.none_with_spectra", "error", n=len(files), why=left_out[0][1])))
    plan = ImportPlan(taken)
    plan.unite(name)
    reason = plan.group_problem(plan.groups[0])
    if reason:
        raise FileError(about(path, Note("several.not_one", "error", why=reason)))
    made = plan.datasets()[0]
    return OneInstrument(made.with_(warnings=tuple(dict.fromkeys((*made.warnings, *plan.notes)))), tuple(taken),
                         left_out)
