"""The project file (``.spectralign``): HDF5 without pickles, saved atomically, the earlier file kept as ``.bak``.

Layout::

    attrs   format = "spectralign-project", schema, program version
    /data/0, /data/1 ...   data sets, each once, however many runs share it (embedded, with their source and hash)
    /state                 the session as a plain tree
    /runs/0, /runs/1 ...   finished runs as plain trees
    /extras                window layout, notes: a plain tree
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import h5py

from .. import __version__
from ..core.data import Source, SpectralDataset
from ..core.errors import FileError, SpectrAlignError
from ..session.codec import Pool, run_from_tree, run_to_tree, state_from_tree, state_to_tree
from ..session.run import RunResult
from ..session.state import SessionState
from .hdf5 import new_hdf5, read_dataset_group, write_dataset
from .read import sha256_of
from .tree import read_tree, write_tree

FORMAT, SCHEMA = "spectralign-project", 1
MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From schema n to n + 1: a function of the tree of the whole file. One stored project per version is kept in tests."""


@dataclass(frozen=True, eq=False)
class Project:
    """What a project file holds.

    Parameters
    ----------
    state : SessionState
    runs : tuple of RunResult
    extras : mapping
        Window layout and the like; a plain tree.
    warnings : tuple of str
        Source files that have changed or cannot be found.
    path : str
    """

    state: SessionState
    runs: tuple[RunResult, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    path: str = ""


def save_project(
    path: str | Path, state: SessionState, runs: Sequence[RunResult] = (), extras: Mapping[str, Any] | None = None,
    backup: bool = True, compress: bool = True,
) -> None:
    """Save atomically; the file that was there stays beside it as ``NAME.bak``.

    Parameters
    ----------
    path : str or Path
    state : SessionState
    runs : sequence of RunResult
    extras : mapping, optional
    backup : bool
        Keep the earlier file (default). Recovery files do without.
    compress : bool
        Pack the spectra (default); recovery files do without, to be quick.

    Raises
    ------
    FileError
        It cannot be written; the earlier file is then unchanged.
    """
    path = Path(path)
    pool = Pool()
    tree = {"state": state_to_tree(state, pool), "runs": [run_to_tree(r, pool) for r in runs],
            "extras": dict(extras or {})}
    with new_hdf5(path) as file:
        file.attrs.update({"format": FORMAT, "schema": SCHEMA, "version": __version__})
        data = file.create_group("data")
        for number, dataset in enumerate(pool.datasets):
            group = write_dataset(data.create_group(str(number)), dataset, compress)
            write_tree(group.parent.create_group("source"), source_tree(dataset.source, path))
        write_tree(file.create_group("tree"), tree)
        file.flush()
        if backup and path.exists():
            _keep_backup(path)


def open_project(path: str | Path) -> Project:
    """Read a project; its source files are looked at, but what was saved is what is used.

    Raises
    ------
    FileError
        No project, a damaged one, or one of a newer program.
    """
    path = Path(path)
    if not path.is_file():
        raise FileError(f"{path}: there is no such project.")
    try:
        with h5py.File(path, "r") as file:
            if file.attrs.get("format") != FORMAT:
                raise FileError(f"{path.name}: this is not a SpectrAlign project.")
            schema = int(file.attrs["schema"])
            if schema > SCHEMA:
                raise FileError(f"{path.name}: the project was saved by a newer SpectrAlign (version "
                                f"{file.attrs.get('version', '?')}); update the program to open it.")
            found = [_read_entry(file["data"][str(k)]) for k in range(len(file["data"]))]
            tree = read_tree(file["tree"])
        for version in range(schema, SCHEMA):
            tree = MIGRATIONS[version](tree)
        datasets, warnings = _check_sources(found, path)
        pool = Pool(datasets)
        return Project(state_from_tree(tree["state"], pool), tuple(run_from_tree(r, pool) for r in tree["runs"]),
                       tree["extras"], tuple(warnings), str(path))
    except FileError:
        raise
    except (OSError, KeyError, IndexError, TypeError, ValueError, AttributeError, SpectrAlignError) as error:
        backup = path.with_name(path.name + ".bak")
        hint = f"; the earlier state is in {backup.name}" if backup.exists() else ""
        raise FileError(f"{path.name}: the project file is damaged ({error}){hint}.") from error


def relocate(dataset: SpectralDataset, new_path: str | Path) -> SpectralDataset:
    """The data set with its source file found elsewhere.

    Raises
    ------
    FileError
        The file there has other content.
    """
    new_path = Path(new_path)
    if sha256_of(new_path) != dataset.source.sha256:
        raise FileError(f"{new_path.name}: this is not the file {dataset.name} was read from (its content differs).")
    return dataset.with_(source=replace(dataset.source, path=str(new_path)))


def _check_sources(
    found: Sequence[tuple[SpectralDataset, str]], project: Path,
) -> tuple[list[SpectralDataset], list[str]]:
    datasets, warnings = [], []
    for dataset, relative in found:
        source = dataset.source
        if not source.path or not source.sha256:
            datasets.append(dataset)
            continue
        candidates = [Path(source.path), project.parent / relative if relative else None,
                      project.parent / Path(source.path).name]
        there = next((c for c in candidates if c is not None and c.is_file()), None)
        if there is None:
            warnings.append(f"{dataset.name}: its file {Path(source.path).name} was not found; the spectra saved in "
                            "the project are used.")
        elif sha256_of(there) != source.sha256:
            warnings.append(f"{dataset.name}: its file {there.name} has changed since it was read; the spectra saved "
                            "in the project are used, not the changed ones.")
        elif str(there) != source.path:
            dataset = dataset.with_(source=replace(source, path=str(there)))
        datasets.append(dataset)
    return datasets, list(dict.fromkeys(warnings))


def source_tree(source: Source, project: Path) -> dict[str, Any]:
    """Where a data set came from, with the path as seen from the project too."""
    return {"path": source.path, "relative_path": _relative(source.path, project), "sha256": source.sha256,
            "format": source.format, "options": [[k, v] for k, v in source.options], "changed": source.changed}


def _read_entry(entry: h5py.Group) -> tuple[SpectralDataset, str]:
    group = next(entry[name] for name in entry if name != "source")
    tree = read_tree(entry["source"])
    source = Source(tree["path"], tree["sha256"], tree["format"], tuple((k, v) for k, v in tree["options"]),
                    tree["changed"])
    return read_dataset_group(group).with_(source=source), tree["relative_path"]


def _relative(source: str, project: Path) -> str:
    if not source:
        return ""
    try:
        return os.path.relpath(Path(source).resolve(), project.resolve().parent)
    except ValueError:  # another drive on Windows
        return ""


def _keep_backup(path: Path) -> None:
    backup = path.with_name(path.name + ".bak")
    # A hard link costs nothing and the file never disappears; where links do not exist, copy.
    beside = path.with_name(path.name + ".bak~")
    beside.unlink(missing_ok=True)
    try:
        os.link(path, beside)
    except OSError:
        shutil.copy2(path, beside)
    os.replace(beside, backup)
