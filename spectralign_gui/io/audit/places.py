"""The trail of a file, wherever it is kept: in a project itself, beside everything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...core.errors import FileError
from ...core.notes import Note
from ...session.audit import Trail, TrailCheck, appended, check, merged
from ...session.audit.signing import Signer
from ..apart import apart
from ..atomic import is_file
from ..hdf5 import allowance, open_own
from ..locked import exclusive
from ..project import ENDING, open_project, save_project
from ..read import sha256_of
from ..seal import is_hdf5
from ..tree import Budget, hard_group, read_tree
from .beside import WAIT, append_beside, content_of, read_lines, trail_of

KEY = "audit"
"""Of the trail among the extras of a project."""


def of_extras(extras: Mapping[str, Any]) -> Trail | None:
    """The trail of an opened project; None if it keeps none."""
    found = extras.get(KEY)
    return tuple(map(str, found)) if isinstance(found, list | tuple) and len(found) else None


def read_saved(path: str) -> list[str]:
    """The trail in a project file, without the rest of it; to be called apart only."""
    with open_own(path) as file:
        tree = hard_group(file, "tree")
        extras = read_tree(hard_group(tree, "extras"), Budget.of(path)) if "extras" in tree else {}
    return list(of_extras(extras) or ())


def merged_with_saved(path: str | Path, trail: Trail) -> Trail:
    """The trail of a window with what another one has saved into the project meanwhile.

    Raises
    ------
    FileError
        The project that is there cannot be read.
    """
    if not is_file(Path(path)) or not is_hdf5(Path(path)):
        return trail
    try:
        saved = apart(read_saved, path, allowance=allowance(path))
    except (KeyError, OSError, RuntimeError, ValueError) as error:
        raise FileError("audit.not_merged", name=Path(path).name) from error
    return merged(tuple(saved), trail)


def is_project(path: str | Path) -> bool:
    """Whether the trail is inside the file."""
    return Path(path).suffix.lower() == ENDING


def load_trail(path: str | Path) -> Trail:
    """The trail of a project or of a model.

    Raises
    ------
    FileError
        There is none, or the project cannot be opened.
    """
    found = of_extras(open_project(path).extras) if is_project(path) else read_lines(path)
    if not found and not (not is_project(path) and trail_of(path).exists()):
        raise FileError("audit.none", name=Path(path).name)
    return found or ()


def verified(path: str | Path, head: str = "") -> TrailCheck:
    """Whether a trail is as it was written, and beside a model: whether the model is that of the last entry.

    Raises
    ------
    FileError
        There is no trail.
    """
    trail = load_trail(path)
    found = check(trail, head)
    if found.whole and not is_project(path):
        kept = content_of(trail)
        if kept and (not is_file(Path(path)) or sha256_of(Path(path)) != kept):
            return TrailCheck(found.entries, Note("audit.file_changed", "error", name=Path(path).name), found.remarks,
                              found.head)
    return found


def start(path: str | Path, who: str = "", why: str = "") -> None:
    """Begin a trail.

    Raises
    ------
    FileError
        There is one already, or the file cannot be read or written.
    """
    if is_project(path):
        into_project(path, "The audit trail was begun", why, who, begin=True)
    elif not is_file(Path(path)):
        raise FileError("audit.no_file", name=str(path))
    else:
        append_beside(path, "The audit trail was begun", why=why, who=who, begin=True)


def add(path: str | Path, what: str, who: str = "", why: str = "") -> None:
    """Append an entry by hand (an approval, a repair of the instrument).

    Raises
    ------
    FileError
        There is no trail, or it is not sound.
    """
    if is_project(path):
        into_project(path, what, why, who)
    else:
        append_beside(path, what, why=why, who=who, by_hand=True)


def into_project(path: str | Path, what: str, why: str, who: str, begin: bool = False,
                 changes: Sequence[tuple[str, str, str]] = (), signed: tuple[Signer, str] | None = None) -> None:
    """Append an entry to the trail of a project, and save it.

    Raises
    ------
    FileError
        There is no trail, or one already; it is not sound, or cannot be written.
    """
    with exclusive(path, WAIT):
        project = open_project(path)
        trail = of_extras(project.extras)
        if begin == (trail is not None):
            raise FileError("audit.kept_already" if begin else "audit.none", name=Path(path).name)
        found = check(trail or ())
        if found.problem is not None:
            raise FileError("audit.not_sound", name=Path(path).name, said=found.problem)
        items = list(changes) + (signed[0].items(signed[1]) if signed is not None else [])
        lines = appended(trail or (), what, items, why, who, sign=signed and signed[0].sign)
        save_project(path, project.state, project.runs, {**project.extras, KEY: list(lines)})
