"""The project file (``.spectralign``): HDF5 without pickles, saved atomically, the earlier file kept as ``.bak``.

Layout::

    first 512 bytes        the seal (see `seal`), left alone by HDF5
    attrs                  format = "spectralign-project", schema, program version
    /data/0, /data/1 ...   data sets, each once, however many runs share it: set/NAME and source (file and hash)
    /tree/state            the session as a plain tree
    /tree/runs             finished runs as plain trees
    /tree/extras           window layout, notes: a plain tree
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.data import Source, SpectralDataset
from ..core.errors import FileError, SpectrAlignError
from ..core.notes import Note, about
from ..core.registry import is_method
from ..session.export.codec import Pool, run_from_tree, run_to_tree, state_from_tree, state_to_tree
from ..session.run import RunResult
from ..session.state import SessionState
from ..session.state.soundness import mended, refuse_unsound
from ..version import __version__
from .apart import apart
from .atomic import is_file
from .hdf5 import NOT_AS_SAVED, allowance, new_hdf5, open_own, read_dataset_group, write_dataset
from .project_migrations import MIGRATIONS, SCHEMA
from .project_sources import UNASKED, SourceTrouble, find_sources, source_tree
from .seal import is_hdf5, note_of
from .tree import Budget, hard_group, read_tree, write_tree

if TYPE_CHECKING:
    import h5py

FORMAT = "spectralign-project"
ENDING = ".spectralign"


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
    troubles : tuple of SourceTrouble
        The same files, to be located.
    """

    state: SessionState
    runs: tuple[RunResult, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    path: str = ""
    troubles: tuple[SourceTrouble, ...] = ()


def save_project(
    path: str | Path, state: SessionState, runs: Sequence[RunResult] = (), extras: Mapping[str, Any] | None = None,
    backup: bool = True, compress: bool = True, stamp: tuple[str, int] = ("", 0),
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
    stamp : (str, int)
        Which window saved it, and the how manieth state of that window it is; see `stamp_of`.

    Raises
    ------
    FileError
        It cannot be written; the earlier file is then unchanged.
    """
    path = Path(path)
    pool = Pool()
    tree = {"state": state_to_tree(state, pool), "runs": [run_to_tree(r, pool) for r in runs],
            "extras": dict(extras or {})}
    with new_hdf5(path, sealed="project", before_replace=_keep_backup if backup else None,
                  note=f"{stamp[1]} {stamp[0]}") as file:
        file.attrs.update({"format": FORMAT, "schema": SCHEMA, "version": __version__,
                           "window": stamp[0], "sequence": stamp[1]})
        data = file.create_group("data")
        for number, dataset in enumerate(pool.datasets):
            entry = data.create_group(str(number))
            write_dataset(entry.create_group("set"), dataset, compress)
            write_tree(entry.create_group("source"), source_tree(dataset.source, path))
        write_tree(file.create_group("tree"), tree)


def stamp_of(path: str | Path) -> tuple[str, int]:
    """The stamp that `save_project` was given; ("", 0) if there is none to be read."""
    try:
        number, _, window = note_of(path).partition(" ")
        if number:  # the start of the window asks: it need not wait for another process
            return window, int(number)
        window, sequence = apart(_stamp, path)
    except (OSError, KeyError, TypeError, ValueError, RuntimeError):
        return "", 0
    return window, sequence


def _stamp(path: str) -> tuple[str, int]:
    import h5py

    with h5py.File(path, "r") as file:
        return str(file.attrs["window"]), int(file.attrs["sequence"])


def open_project(path: str | Path) -> Project:
    """Read a project; its source files are looked at, but what was saved is what is used.

    Raises
    ------
    FileError
        No project, a damaged one, or one of a newer program.
    """

    path = Path(path)
    try:
        if not is_file(path):
            raise FileError(about(path, Note("project.no_such_project", "error")))
        if path.suffix.lower() != ENDING and not is_hdf5(path):
            raise FileError(about(path.name, Note("project.not_project", "error")))
        content = apart(read_content, path, allowance=allowance(path))
        if content["format"] != FORMAT:
            raise FileError(about(path.name, Note("project.not_project", "error")))
        if content["schema"] > SCHEMA:
            raise FileError(about(path.name, Note("project.newer", "error",
                                                  content=content['version'])))
        return _project_of(content, path)
    except SpectrAlignError as error:
        if error.code == "said.about":
            raise
        raise _damaged(path, _reason(error)) from error
    except MemoryError as error:
        raise FileError(about(path.name, Note("project.memory", "error"))) from error
    except KeyError as error:
        raise _damaged(path, f"there is no {error.args[0] if error.args else 'entry'}") from error
    # RuntimeError is what h5py makes of most errors of the HDF5 library
    except (OSError, IndexError, TypeError, ValueError, AttributeError, ArithmeticError, RuntimeError) as error:
        raise _damaged(path, str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__) from error


def read_content(path: str) -> dict[str, Any]:
    """What a project file holds, as plain values; in this process, so to be called apart only (see `io.apart`)."""
    with open_own(path) as file:
        found = {"format": str(file.attrs.get("format", "")), "version": str(file.attrs.get("version", "?"))}
        if found["format"] != FORMAT:
            return found
        schema = int(file.attrs["schema"])
        if schema > SCHEMA:
            return {**found, "schema": schema}
        data, budget = hard_group(file, "data"), Budget.of(path)
        entries = [_read_entry(hard_group(data, str(k)), budget, schema) for k in range(len(data))]
        return {**found, "schema": schema, "entries": entries, "tree": read_tree(hard_group(file, "tree"), budget)}


def _project_of(content: dict[str, Any], path: Path) -> Project:
    try:
        entries, tree = content["entries"], content["tree"]
        for version in range(content["schema"], SCHEMA):
            tree = MIGRATIONS[version](tree)
        datasets, troubles = find_sources([d for d, _ in entries], [r for _, r in entries], path)
        pool, warnings = Pool(datasets), [t.sentence for t in troubles if t.kind != UNASKED]
        state = refuse_unsound(state_from_tree(tree["state"], pool))
        state, notes = mended(state)
        runs = []
        for part in tree["runs"]:
            if not is_method(part["method"]):
                notes.append(Note("project.run_left_out", part=repr(part['method'])))
                continue
            result = run_from_tree(part, pool)
            refuse_unsound(result.state)
            runs.append(result)
        return Project(state, tuple(runs), dict(tree["extras"]), tuple(dict.fromkeys(warnings + notes)), str(path),
                       tuple(troubles))
    except SpectrAlignError as error:
        raise _damaged(path, error.note) from error


def _reason(error: SpectrAlignError) -> Note:
    return Note("project.not_as_saved", "error") if error.code == NOT_AS_SAVED else error.note


def _damaged(path: Path, why: str) -> FileError:
    backup = path.with_name(path.name + ".bak")
    hint = Note("project.backup", "info", backup=backup.name) if backup.exists() else ""
    return FileError(about(path.name, Note("project.damaged", "error", why=why, hint=hint)))


def _read_entry(entry: h5py.Group, budget: Budget, schema: int) -> tuple[SpectralDataset, str]:
    parent = hard_group(entry, "set") if schema >= 2 else entry
    group = hard_group(parent, next(name for name in parent if schema >= 2 or name != "source"))
    tree = read_tree(hard_group(entry, "source"), budget)
    source = Source(str(tree["path"]), str(tree["sha256"]), str(tree["format"]),
                    tuple((str(k), v) for k, v in tree["options"]), bool(tree["changed"]))
    return read_dataset_group(group, budget).with_(source=source), str(tree["relative_path"])


def _keep_backup(path: Path) -> None:
    """The file at `path` is about to be replaced by a complete one."""
    if not path.is_file():
        return
    backup = path.with_name(path.name + ".bak")
    # A hard link costs nothing and the file never disappears; where links do not exist, copy.
    beside = path.with_name(path.name + ".bak~")
    beside.unlink(missing_ok=True)
    try:
        os.link(path, beside)
    except OSError:
        shutil.copy2(path, beside)
    os.replace(beside, backup)
