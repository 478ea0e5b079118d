"""Work that is not saved yet survives a crash: a recovery file per open window, and a lock per open project.

A recovery file is a complete project file, replaced atomically, so that whatever moment the program is killed at, the
last complete one opens. Which window it belongs to, and whether that window still lives, says a small file beside it.
"""

from __future__ import annotations

import json
import logging
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import platformdirs

from ..core.errors import FileError
from ..core.notes import Note, about
from ..session.run import RunResult
from ..session.state import SessionState
from .atomic import write_text
from .processes import alive, this_process
from .project import Project, open_project, save_project, stamp_of

log = logging.getLogger(__name__)
DAY = 86_400


def recovery_folder() -> Path:
    """Where recovery files are kept on this computer, for this user."""
    return Path(platformdirs.user_state_dir("SpectrAlign", appauthor=False)) / "recovery"


@dataclass(frozen=True)
class Unsaved:
    """Work of a window that ended without saving.

    Parameters
    ----------
    file : Path
        The recovery file.
    project : str
        Path of the project it belongs to; "" if it was never saved.
    saved_at : str
        ISO time of the recovery file.
    """

    file: Path
    project: str
    saved_at: str

    @property
    def superseded(self) -> bool:
        """Whether the same window has saved the project since."""
        if not self.project or not Path(self.project).is_file():
            return False
        (window, number), (saver, saved) = stamp_of(self.file), stamp_of(self.project)
        return window == saver != "" and saved > number

    def open(self) -> Project:
        """The unsaved state.

        Raises
        ------
        FileError
            The recovery file cannot be read.
        """
        return open_project(self.file)

    def discard(self) -> None:
        """Forget it."""
        _take_away(self.file, self.file.with_suffix(".json"))


class Recovery:
    """The recovery file of one window.

    Parameters
    ----------
    folder : path, optional
        Default: `recovery_folder`.
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = Path(folder) if folder is not None else recovery_folder()
        self.file = self.folder / f"{uuid.uuid4().hex}.spectralign"
        self._count = self._newest = 0
        self._lock = threading.Lock()

    def stamp(self) -> tuple[str, int]:
        """For the next file that is written from the state as it is now, be it this one or the project's.

        By their stamps the next start sees which of the two is the newer, whatever moment the program was killed at.
        """
        self._count += 1
        return self.file.stem, self._count

    def save(self, state: SessionState, runs: Sequence[RunResult] = (), project: str = "",
             extras: Mapping[str, Any] | None = None, stamp: tuple[str, int] | None = None) -> None:
        """Write the recovery file; takes long for big data, so call it off the GUI thread (the state never changes).

        Parameters
        ----------
        state, runs, extras
            See `project.save_project`.
        project : str
            Path of the project; "" if it was never saved.
        stamp : (str, int), optional
            From `stamp`, taken when the state was; default one taken now.

        Raises
        ------
        FileError
            It cannot be written.
        """
        stamp = stamp or self.stamp()
        with self._lock:  # two writers at once: the older must not be the last
            if stamp[1] > self._newest:
                self._newest = stamp[1]
                self._write(state, runs, project, extras, stamp)

    def _write(self, state: SessionState, runs: Sequence[RunResult], project: str, extras: Mapping[str, Any] | None,
               stamp: tuple[str, int]) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise FileError(about(self.folder, Note("recovery.no_folder", "error",
                                                    strerror=error.strerror))) from error
        # the note first: a recovery file without one would never be found, one too many is harmless
        write_text(self.file.with_suffix(".json"), json.dumps({
            "project": str(Path(project).resolve()) if project else "", **this_process(),
            "saved_at": datetime.now().astimezone().isoformat(timespec="seconds")}))
        save_project(self.file, state, runs, extras, backup=False, compress=False, stamp=stamp)

    def clear(self) -> None:
        """Everything is saved, or the user does not want it: nothing to recover."""
        self._newest = self._count  # nor what waits to be written
        _take_away(self.file, self.file.with_suffix(".json"))


def _take_away(*files: Path) -> None:
    """Delete files of our own; where that is not possible any more (the share is gone, the folder became read-only)
    they are left: a window must be able to close all the same, and what is left over does no harm."""
    for file in files:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s could not be deleted: %s", file, error)


def left_behind(folder: str | Path | None = None) -> list[Unsaved]:
    """Unsaved work of windows that are no longer there, newest first."""
    folder = Path(folder) if folder is not None else recovery_folder()
    _sweep(folder)
    found = []
    for note in folder.glob("*.json") if folder.is_dir() else ():
        entry = _read_note(note)
        file = note.with_suffix(".spectralign")
        if entry is not None and file.is_file() and not alive(entry):
            unsaved = Unsaved(file, str(entry.get("project", "")), str(entry.get("saved_at", "")))
            if unsaved.superseded:  # the program died after the save and before it could take this away
                unsaved.discard()
            else:
                found.append(unsaved)
    return sorted(found, key=lambda u: u.saved_at, reverse=True)


def _sweep(folder: Path) -> None:
    """Take away half-written files of programs that were killed while they wrote, a day later at the earliest."""
    for half in folder.glob(".*-*") if folder.is_dir() else ():
        entry = _read_note(folder / f"{half.name[1:33]}.json")
        try:
            if (entry is None or not alive(entry)) and time.time() - half.stat().st_mtime > DAY:
                half.unlink()
        except OSError as error:  # another window was quicker, or it is not ours to delete
            log.info("%s was left: %s", half, error)


class ProjectLock:
    """Says that a window has a project open, so that a second one is told.

    Parameters
    ----------
    path : path
        The project file; the lock lies beside it as ``.NAME.lock``.
    """

    def __init__(self, path: str | Path) -> None:
        path = Path(path).resolve()
        self.file = path.with_name(f".{path.name}.lock")
        self._held = False

    def holder(self) -> str:
        """Who else has the project open ("ada on lab-pc-3"); "" if nobody."""
        entry = _read_note(self.file)
        if entry is None or self._held or not alive(entry):
            return ""
        return f"{entry.get('user', 'somebody')} on {entry.get('computer', 'another computer')}"

    def acquire(self) -> str:
        """Take the lock if nobody has it; returns the holder's name, or "" if it is ours now.

        A folder that cannot be written to gives no lock and no error: such a project cannot be saved there anyway.
        """
        other = self.holder()
        if other:
            return other
        try:
            write_text(self.file, json.dumps(this_process()))
            self._held = True
        except FileError:
            self._held = False
        return ""

    def release(self) -> None:
        """Give it back."""
        if self._held:
            _take_away(self.file)
            self._held = False


def _read_note(path: Path) -> dict[str, Any] | None:
    try:
        entry = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return entry if isinstance(entry, dict) else None
