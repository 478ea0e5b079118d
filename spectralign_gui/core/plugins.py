"""What a lab's own packages add: classes found by entry point, and sentences about those that could not be loaded."""

from __future__ import annotations

from typing import TypeVar

from .notes import Note

Kind = TypeVar("Kind")

CODES = {"spectralign.methods": "plugin.method", "spectralign.readers": "plugin.reader",
         "spectralign.steps": "plugin.step", "spectralign.docks": "plugin.dock"}
"""Entry point groups, and the code of what is said of one that could not be loaded."""

TROUBLE = (ImportError, AttributeError, TypeError, ValueError, SyntaxError, NameError, OSError)
"""What importing a foreign module may raise; it stops nobody."""


def load_classes(group: str, base: type[Kind]) -> tuple[dict[str, type[Kind]], list[Note]]:
    """The classes that packages on this computer registered.

    Parameters
    ----------
    group : str
        Entry point group, a key of `CODES`.
    base : type
        Every class has to be a subclass of it.

    Returns
    -------
    classes : dict of str to type
        By the name of the entry point.
    problems : list of Note
        One for each that could not be loaded.
    """
    from importlib import metadata

    found: dict[str, type[Kind]] = {}
    problems: list[Note] = []
    for point in metadata.entry_points(group=group):
        try:
            kind = point.load()
            if not (isinstance(kind, type) and issubclass(kind, base)):
                raise TypeError(f"it is not a subclass of {base.__name__}")
            found[point.name] = kind
        except TROUBLE as error:
            problems.append(not_loaded(group, point.name, point.value, str(error)))
    return found, problems


def registered(group: str) -> bool:
    """Whether a package registered anything in the group; nothing is imported for the answer."""
    from importlib import metadata

    return bool(metadata.entry_points(group=group))


def not_loaded(group: str, name: str, place: str, why: str) -> Note:
    """The sentence about a plugin at fault."""
    return Note(CODES[group], "warning", name=name, place=place, why=why.rstrip("."))
