"""Pass phrases of the command line: typed unseen, or a line each from standard input or a file; never an argument."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ..core.errors import FileError, ParameterError
from ..core.notes import Note, about
from ._words import unended, warn

VARIABLE = "SPECTRALIGN_PASS_FILE"
"""Names a file whose lines are the pass phrases, in the order in which they are asked for."""
LONGEST = 10_000


class PassPhrases:
    """Gives the pass phrases of one call, in order."""

    def __init__(self) -> None:
        path = os.environ.get(VARIABLE, "")
        self._typed = not path and sys.stdin is not None and sys.stdin.isatty()
        self._lines: Iterator[str] = iter(()) if self._typed else _of_file(path) if path else _of_input()

    def ask(self, whose: str, new: bool = False) -> str:
        """The next one.

        Parameters
        ----------
        whose : str
        new : bool
            It is to be set: who types it types it twice.

        Raises
        ------
        ParameterError
            There is none, or the two are not the same.
        """
        if not self._typed:
            found = next(self._lines, "")
        else:
            title = f"{'New pass' if new else 'Pass'} phrase of {whose}"
            found = getpass.getpass(f"{title}: ")
            if new and getpass.getpass(f"{title}, again: ") != found:
                raise ParameterError("signing.twice")
        if not found:
            raise ParameterError("signing.no_pass")
        return found


def _of_input() -> Iterator[str]:
    while sys.stdin is not None and (line := sys.stdin.readline(LONGEST)):
        yield line.rstrip("\r\n")


def _of_file(path: str) -> Iterator[str]:
    try:
        with open(path, encoding="utf-8") as file:
            if os.name == "posix" and os.fstat(file.fileno()).st_mode & 0o077:
                warn(unended(str(Note("signing.pass_file_open", "advice", name=Path(path).name))))
            text = file.read(LONGEST)
    except (OSError, ValueError) as error:
        said = Note("journal.unreadable", "error", strerror=getattr(error, "strerror", None) or "not text")
        raise FileError(about(path, said)) from error
    return iter(text.splitlines())
