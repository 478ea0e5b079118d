"""Errors with the file's name before them, once."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import FileError
from ..core.notes import Note, about, as_note, said_of


def of_file(path: str | Path, error: object) -> FileError:
    """What is wrong with a file, with its name before it; once, where it is there already."""
    name, note = Path(path).name, as_note(error)
    bare = without_file(path, note)
    return FileError(note if bare is not note else about(name, note))


def without_file(path: str | Path, said: object) -> Note:
    """What is wrong with a file without its name, for a table whose rows are files."""
    note, lead = as_note(said), f"{Path(path).name}: "
    if note.code == "said.about":
        return said_of(note)
    # a plain sentence of a reader from elsewhere names the file itself
    return as_note(str(note)[len(lead):]) if not note.code and str(note)[:len(lead)] == lead else note
