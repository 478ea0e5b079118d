"""Reading many files at once: one bad file never stops the others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.errors import FileError, SpectrAlignError
from ..core.monitor import Monitor, SilentMonitor
from ..core.notes import Note, about
from .apart import many, watched_by
from .grouping import Group, axis_notes, propose_groups
from .read import read_file
from .readers import PARSER_ERRORS, ReadResult
from .readers.envi import header_of
from .readers.manifest import ManifestReader, files_named
from .readers.paired_files import is_partner

MAX_FILES = 100_000


@dataclass(frozen=True)
class Failure:
    """A file that could not be read, and why in one sentence."""

    path: str
    reason: str


@dataclass(frozen=True, eq=False)
class Batch:
    """What was read from many files.

    Parameters
    ----------
    results : tuple of ReadResult
        In the order of the files.
    failures : tuple of Failure
    notes : tuple of str
        What the user should know about how the files fit together.
    """

    results: tuple[ReadResult, ...]
    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()

    def group(self, by: str = "folder", tolerance: float = 0.1) -> tuple[Group, ...]:
        """Proposed data sets; see `grouping.propose_groups`."""
        return propose_groups(self.results, by, tolerance)

    @property
    def summary(self) -> str:
        """One sentence."""
        text = f"{len(self.results)} of {len(self.results) + len(self.failures)} files were read"
        return text + (f"; {len(self.failures)} could not be." if self.failures else ".")


def natural_key(name: str) -> list[tuple[int, int, str]]:
    """Sort key that puts a2 before a10."""
    return [(0, int(part), "") if part.isdigit() and part.isascii() else (1, 0, part.casefold())
            for part in re.split(r"(\d+)", name) if part]


def find_files(paths: Iterable[str | Path]) -> list[Path]:
    """Files among paths, folders searched to their bottom; hidden files, ENVI data beside their header and
    reference values beside their spectra (Ycal.csv), and files that a description of a data set names, are left out.

    Raises
    ------
    FileError
        A path that does not exist; more than 100,000 files.
    """
    found: dict[Path, None] = {}
    for given in paths:
        path = Path(given)
        if path.is_dir():
            inside = [p for p in path.rglob("*") if p.is_file() and not any(
                part.startswith((".", "~$")) for part in p.relative_to(path).parts)]
            if len(inside) > MAX_FILES:
                raise FileError(about(path.name, Note("batch.too_many_files", "error",
                                                      n_inside=len(inside))))
            found |= dict.fromkeys(sorted(inside, key=lambda p: natural_key(str(p))))
        elif path.exists():
            found[path] = None
        else:
            raise FileError(about(path, Note("read.no_such_file", "error")))
    headers = {p for p in found if p.suffix.lower() == ".hdr"}
    named = {f for p in found if p.suffix.lower() in ManifestReader.extensions for f in files_named(p)}
    return [p for p in found if not (headers and p not in headers and header_of(p) in headers)
            and not is_partner(p, found) and p not in named]


def read_many(
    paths: Sequence[str | Path], monitor: Monitor | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
) -> Batch:
    """Read files and folders.

    Parameters
    ----------
    paths : sequence of str or Path
    monitor : Monitor, optional
        Gets progress after each file; may cancel.
    options : mapping of path to options, optional
        Options of `read_file` for single files.

    Returns
    -------
    Batch

    Raises
    ------
    Cancelled
        The user stopped it; nothing is kept.
    """
    monitor = monitor or SilentMonitor()
    with watched_by(monitor):
        return _read_many(find_files(paths), monitor, options)


def read_or_failure(path: str, options: Mapping[str, Any]) -> ReadResult | Failure:
    """What a file holds, or why it could not be read."""
    try:
        return read_file(path, **options)
    except SpectrAlignError as error:
        return Failure(path, str(error))
    except PARSER_ERRORS as error:
        # not foreseen by the reader: said as what it is, and the other files still load
        return Failure(path, f"{Path(path).name}: the reader failed ({type(error).__name__}: "
                       f"{' '.join(str(error).split())[:120]}); this is a defect of the program.")


def _read_many(
    files: Sequence[Path], monitor: Monitor, options: Mapping[str, Mapping[str, Any]] | None,
) -> Batch:
    results: list[ReadResult] = []
    failures: list[Failure] = []
    calls = [(path, (dict((options or {}).get(str(path), {})),)) for path in files]
    monitor.raise_if_cancelled()
    monitor.report("Reading files", 0.0, file=files[0].name if files else "", failures=0)
    for k, (path, read) in enumerate(zip(files, many(read_or_failure, calls), strict=True)):
        if isinstance(read, ReadResult):
            results.append(read)
        else:
            failures.append(read if isinstance(read, Failure) else Failure(str(path), str(about(path.name, read))))
        monitor.raise_if_cancelled()
        monitor.report("Reading files", (k + 1) / len(files), file=path.name, failures=len(failures))
    monitor.report("Reading files", 1.0, failures=len(failures))
    return Batch(tuple(results), tuple(failures), axis_notes(results))
