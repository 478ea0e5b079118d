"""The errors a user can cause, each one clear sentence naming the set, row or parameter at fault.

Anything else that is raised is a defect of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..words.templates import is_code
from .notes import Note, as_note


class SpectrAlignError(ValueError):
    """Base of every error that the user's input or choice can cause. Its text is one sentence.

    Parameters
    ----------
    said : str
        A code with its facts, ``DataError("pairs.none", method=title)``; a note; or a plain sentence.
    **facts
        What the template of the code names.

    Attributes
    ----------
    note : Note
    code : str
        "" for a plain sentence.
    facts : mapping
    """

    def __init__(self, said: str = "", /, **facts: Any) -> None:
        if not isinstance(said, Note) and (facts or is_code(said)):
            said = Note(said, "error", **facts)
        super().__init__(said)

    @property
    def note(self) -> Note:
        return as_note(self)

    @property
    def code(self) -> str:
        return self.note.code

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.note.facts


class DataError(SpectrAlignError):
    """Spectra, axes, targets or groups that cannot be used as they are."""


class PairsError(SpectrAlignError):
    """Correspondences (marked standards) that are missing, out of range or contradictory."""


class ParameterError(SpectrAlignError):
    """A parameter outside its range, or two that exclude each other."""


class MemoryNeedError(SpectrAlignError):
    """A request that would not fit in memory; refused before it starts, with the size in GB."""


class FileError(SpectrAlignError):
    """A file that cannot be read or written; names the file and what to do."""


class TwoReadings(FileError):
    """A table whose layout the program cannot tell for sure; names both readings, and the user has to say which.

    Attributes
    ----------
    orientation : str
        The likelier reading.
    """

    orientation: str = ""


class Cancelled(Exception):
    """Raised by ``monitor.raise_if_cancelled()``: the user stopped the run; not an error."""
