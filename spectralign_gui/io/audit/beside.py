"""The trail beside a file (a model, a result): ``FILE.audit``, a line of JSON per entry, only ever appended to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...core.errors import FileError
from ...core.notes import Note, about
from ...session.audit import Trail, appended, check, read
from ...session.audit.signing import Signer
from ..appending import append_line
from ..locked import exclusive
from ..read import sha256_of

TRAIL = ".audit"
CONTENT = "SHA-256"
CHANGED = "The file was changed after the entry before, without an entry of its own."
WAIT = 10.0
"""Seconds to wait for another program that writes an entry."""


def trail_of(path: str | Path) -> Path:
    """Where the trail of a file is."""
    return Path(f"{path}{TRAIL}")


def read_lines(path: str | Path) -> Trail:
    """The trail beside a file; empty if there is none.

    Raises
    ------
    FileError
        It cannot be read, or holds no entry: every trail begins with one.
    """
    beside = trail_of(path)
    if not beside.exists():
        return ()
    try:
        content = beside.read_bytes()
    except OSError as error:
        said = Note("journal.unreadable", "error", strerror=error.strerror or error)
        raise FileError(about(beside, said)) from error
    found = tuple(line for line in content.decode("utf-8", "replace").split("\n") if line)
    if not found:
        raise FileError("audit.emptied", name=beside.name)
    return found


def append_beside(path: str | Path, what: str, changes: Sequence[tuple[str, str, str]] = (), why: str = "",
                  who: str = "", begin: bool = False, signed: tuple[Signer, str] | None = None,
                  by_hand: bool = False) -> None:
    """Append an entry; the hash of the file's content is among its changes where that is another one.

    Parameters
    ----------
    path : str or Path
        The file itself.
    what, changes, why, who
        See `session.audit.appended`.
    begin : bool
        Begin a trail.
    by_hand : bool
        The program has done nothing to the file: if it is another one than at the last entry, the entry remarks that.
    signed : (Signer, meaning), optional
        Who signs the entry, and as what.

    Raises
    ------
    FileError
        There is no trail, or one already; it is not sound, or cannot be written.
    """
    path, beside = Path(path), trail_of(path)
    with exclusive(beside, WAIT):
        if begin == (beside.exists() and (not begin or beside.stat().st_size > 0)):
            raise FileError("audit.kept_already" if begin else "audit.none", name=path.name)
        before = () if begin else read_lines(path)
        found = check(before)
        if found.problem is not None:  # nothing is put on top of what somebody has changed
            raise FileError("audit.not_sound", name=beside.name, said=found.problem)
        old, new = content_of(before), sha256_of(path) if path.is_file() else ""
        if old != new:
            changes = [*changes, (CONTENT, old, new)]
        if signed is not None:
            changes = [*changes, *signed[0].items(signed[1])]
        remark = CHANGED if by_hand and old and old != new else ""
        line = appended(before, what, changes, why, who, remark, sign=signed and signed[0].sign)[-1]
        append_line(beside, line)


def content_of(trail: Trail) -> str:
    """The hash of the file's content at the last entry that names it."""
    return next((new for entry in reversed(read(trail)) for item, _, new in entry.changes if item == CONTENT), "")


def note_if_kept(path: str | Path, what: str, changes: Sequence[tuple[str, str, str]] = (), why: str = "",
                 who: str = "") -> bool:
    """Append an entry where a trail is kept; one look at the disk where none is."""
    if not path or not trail_of(path).exists():
        return False
    append_beside(path, what, changes, why, who)
    return True
