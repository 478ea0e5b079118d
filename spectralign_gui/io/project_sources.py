"""The files that the data sets of a project were read from: found again where they have moved to, told where changed.

A project holds the spectra themselves. Its source files are only looked at, never read into the session by themselves.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..core.data import Source, SpectralDataset
from ..core.errors import FileError
from ..core.notes import Note, about
from .places import is_ordinary, may_be_looked_at
from .read import sha256_of

MISSING, CHANGED, UNREADABLE, UNASKED = "missing", "changed", "unreadable", "unasked"


@dataclass(frozen=True)
class SourceTrouble:
    """A data set whose file is not as it was.

    Parameters
    ----------
    instrument : str
    file : str
        Name of the file, without its folder.
    kind : {"missing", "changed", "unreadable", "unasked"}
        The last: it lies where files are not looked at without asking (see `places`).
    path : str
        Where the file was.
    sha256 : str
        Of its content when it was read.
    """

    instrument: str
    file: str
    kind: str
    path: str = ""
    sha256: str = ""

    @property
    def sentence(self) -> str:
        """For the user."""
        if self.kind == CHANGED:
            return (f"{self.instrument}: its file {self.file} has changed since it was read; the spectra saved in the "
                    "project are used, not the changed ones.")
        if self.kind == UNASKED:
            return (f"{self.instrument}: its file {self.file} was not checked, because it is on another computer, "
                    "is part of the system or very large; the spectra saved in the project are used.")
        how = "was not found" if self.kind == MISSING else "cannot be read"
        return f"{self.instrument}: its file {self.file} {how}; the spectra saved in the project are used."


def source_tree(source: Source, project: Path) -> dict[str, Any]:
    """Where a data set came from, with the path as seen from the project too."""
    return {"path": source.path, "relative_path": relative_path(source.path, project), "sha256": source.sha256,
            "format": source.format, "options": [[k, v] for k, v in source.options], "changed": source.changed}


def relative_path(source: str, project: Path) -> str:
    """Path of a file as seen from the folder of the project, with slashes on every system; "" if there is none."""
    if not source:
        return ""
    if not may_be_looked_at(source, project):
        return ""
    try:
        return Path(os.path.relpath(Path(source).resolve(), project.resolve().parent)).as_posix()
    except (ValueError, OSError):  # another drive on Windows; a loop of links
        return ""


def file_name(path: str) -> str:
    """Name of a file without its folder, whichever system the path is of."""
    return re.split(r"[\\/]", path)[-1]


def find_sources(
    datasets: Sequence[SpectralDataset], relative: Sequence[str] | None = None, project: Path | None = None,
) -> tuple[list[SpectralDataset], list[SourceTrouble]]:
    """Look for the file of every data set.

    Parameters
    ----------
    datasets : sequence of SpectralDataset
    relative : sequence of str, optional
        Paths as seen from the project.
    project : Path, optional
        The project file; its folder is looked in.

    Returns
    -------
    datasets : list of SpectralDataset
        With the path at which the very file was found.
    troubles : list of SourceTrouble
    """
    found, troubles = [], []
    for number, dataset in enumerate(datasets):
        source = dataset.source
        if source.path and source.sha256:
            places = _places(source.path, relative[number] if relative else "", project)
            there, kind = _look(places, source.sha256, project)
            if kind:
                troubles.append(SourceTrouble(dataset.name, file_name(source.path), kind, source.path,
                                              source.sha256))
            elif str(there) != source.path:
                dataset = dataset.with_(source=replace(source, path=str(there)))
        found.append(dataset)
    return found, list(dict.fromkeys(troubles))


def relocate(dataset: SpectralDataset, new_path: str | Path) -> SpectralDataset:
    """The data set with its source file found elsewhere.

    Raises
    ------
    FileError
        The file there has other content, or cannot be read.
    """
    new_path = Path(new_path)
    try:
        other = sha256_of(new_path) != dataset.source.sha256
    except OSError as error:
        raise FileError(about(new_path.name, Note("journal.unreadable", "error",
                                                  strerror=error.strerror or error))) from error
    if other:
        raise FileError(about(new_path.name, Note("project_sources.other_content", "error",
                                                  name=dataset.name)))
    return dataset.with_(source=replace(dataset.source, path=str(new_path)))


def _places(path: str, relative: str, project: Path | None) -> list[Path]:
    listed = [Path(path)]
    if project is not None:
        folder = project.parent
        if relative:
            listed.append(folder / relative.replace("\\", "/"))
        listed.append(folder / file_name(path))
    return list(dict.fromkeys(listed))


def _look(places: Iterable[Path], sha256: str, project: Path | None) -> tuple[Path | None, str]:
    """Where the file with that content is, and "", or None and what is wrong with what was found."""
    kind = MISSING
    for place in places:
        try:
            if not may_be_looked_at(place, project):
                kind = UNASKED
                continue
            if not place.exists():
                continue
            if not is_ordinary(place):
                kind = UNASKED
                continue
            if sha256_of(place) == sha256:
                return place, ""
            kind = CHANGED
        except OSError:  # a folder that may not be looked into, a disk that has gone
            kind = UNREADABLE if kind in (MISSING, UNASKED) else kind
        except ValueError:  # no file can be called so
            continue
    return None, kind
