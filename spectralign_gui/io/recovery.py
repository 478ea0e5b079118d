"""Work that is not saved yet survives a crash: a recovery file per open window, and a lock per open project.

A recovery file is a complete project file, replaced atomically, so that whatever moment the program is killed at, the
last complete one opens. Which window it belongs to, and whether that window still lives, says a small file beside it.
"""

from __future__ import annotations

import getpass
import json
import os
import socket
import sys
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import platformdirs

from ..core.errors import FileError
from ..session.run import RunResult
from ..session.state import SessionState
from .atomic import write_text
from .project import Project, open_project, save_project


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
        self.file.unlink(missing_ok=True)
        self.file.with_suffix(".json").unlink(missing_ok=True)


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

    def save(self, state: SessionState, runs: Sequence[RunResult] = (), project: str = "",
             extras: Mapping[str, Any] | None = None) -> None:
        """Write the recovery file; takes long for big data, so call it off the GUI thread (the state never changes).

        Raises
        ------
        FileError
            It cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise FileError(f"{self.folder}: the folder for recovery cannot be made ({error.strerror}).") from error
        # the note first: a recovery file without one would never be found, one too many is harmless
        write_text(self.file.with_suffix(".json"), json.dumps({
            "project": str(Path(project).resolve()) if project else "", "process": os.getpid(), **_here(),
            "saved_at": datetime.now().astimezone().isoformat(timespec="seconds")}))
        save_project(self.file, state, runs, extras, backup=False, compress=False)

    def clear(self) -> None:
        """Everything is saved, or the user does not want it: nothing to recover."""
        self.file.unlink(missing_ok=True)
        self.file.with_suffix(".json").unlink(missing_ok=True)


def left_behind(folder: str | Path | None = None) -> list[Unsaved]:
    """Unsaved work of windows that are no longer there, newest first."""
    folder = Path(folder) if folder is not None else recovery_folder()
    found = []
    for note in folder.glob("*.json") if folder.is_dir() else ():
        entry = _read_note(note)
        file = note.with_suffix(".spectralign")
        if entry is not None and file.is_file() and not _alive(entry):
            found.append(Unsaved(file, str(entry.get("project", "")), str(entry.get("saved_at", ""))))
    return sorted(found, key=lambda u: u.saved_at, reverse=True)


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
        if entry is None or self._held or not _alive(entry):
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
            write_text(self.file, json.dumps({"process": os.getpid(), **_here()}))
            self._held = True
        except FileError:
            self._held = False
        return ""

    def release(self) -> None:
        """Give it back."""
        if self._held:
            self.file.unlink(missing_ok=True)
            self._held = False


def _here() -> dict[str, str]:
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name, as in some containers
        user = "somebody"
    return {"computer": socket.gethostname(), "user": user}


def _read_note(path: Path) -> dict[str, Any] | None:
    try:
        entry = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return entry if isinstance(entry, dict) else None


def _alive(entry: Mapping[str, Any]) -> bool:
    """Whether the process that wrote a note may still run; on another computer we cannot know and assume it does."""
    if entry.get("computer") != socket.gethostname():
        return True
    process = entry.get("process")
    if not isinstance(process, int) or process <= 0:
        return False
    if sys.platform == "win32":
        return _alive_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _alive_on_windows(process: int) -> bool:
    import ctypes

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    handle = kernel.OpenProcess(0x1000, False, process)  # PROCESS_QUERY_LIMITED_INFORMATION
    if not handle:
        return False
    code = ctypes.c_ulong()
    kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return code.value == 259  # STILL_ACTIVE
