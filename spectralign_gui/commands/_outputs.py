"""What a call writes must not be what it reads, nor twice the same file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ..core.errors import FileError
from ..core.notes import Note, about
from ._words import exists


def refuse_clashing_outputs(outputs: Iterable[str | None], inputs: Iterable[str | None]) -> None:
    """A user's file is never changed, and one result never takes the place of another.

    Parameters
    ----------
    outputs : iterable of str or None
        Files the call will write; None where an option was not given.
    inputs : iterable of str or None
        Files it reads, also in the form ``NAME=PATH``.

    Raises
    ------
    FileError
        Also where the folder of an output does not exist: better said before a long computation than after.
    """
    read = [word if exists(word) else word.partition("=")[2] for word in inputs if word]
    written: list[str] = []
    for output in outputs:
        if output is None:
            continue
        if not output:
            raise FileError("call.output_unnamed")
        too_long(output)
        if any(path and exists(path) and _same(output, path) for path in read):
            raise FileError(about(output, Note("call.output_is_input", "error")))
        if any(_same(output, other) for other in written):
            raise FileError(about(output, Note("call.outputs_same_file", "error")))
        folder = Path(output).parent
        if not folder.is_dir():
            raise FileError("call.no_such_folder", output=output)
        if Path(output).is_dir():
            raise FileError("call.output_is_folder", output=output)
        written.append(output)


def too_long(output: str) -> None:
    """Refuse a name that no file can have.

    Raises
    ------
    FileError
    """
    try:
        Path(output).exists()
    except OSError as error:
        raise FileError("call.not_saved", output=output, strerror=error.strerror or error) from error
    except ValueError as error:
        raise FileError("call.impossible_name", output=output, error=error) from error


def refuse_no_folder(folder: str | None) -> None:
    """Refuse a folder for several results where a file of that name is; said before a long computation.

    Raises
    ------
    FileError
    """
    if folder is None:
        return
    too_long(folder)
    if not folder or (Path(folder).exists() and not Path(folder).is_dir()):
        raise FileError(f"{folder}: a folder is needed for the pictures, but this is " + (
            "a file." if folder else "no name."))


def require_ending(output: str | None, endings: Iterable[str]) -> None:
    """What is written is told by the ending: no file under a name that says it is something else.

    Parameters
    ----------
    output : str or None
        A device may be called anything.
    endings : iterable of str
        With the dot, in lower case.

    Raises
    ------
    FileError
        Naming the endings there are.
    """
    if output is None or (Path(output).exists() and not Path(output).is_file()):
        return
    known = tuple(endings)
    if Path(output).suffix.lower() not in known:
        raise FileError(about(output, Note("call.unknown_ending", "error",
                                           join=' or '.join(filter(None, (', '.join(known[:-1]), known[-1]))))))


def _same(one: str, other: str) -> bool:
    a, b = Path(one), Path(other)
    if a.exists() and b.exists():
        # devices may be written twice; hard links and other spellings on a disk that knows no capitals are one file
        return a.is_file() and os.path.samefile(a, b)
    return a.resolve() == b.resolve()
