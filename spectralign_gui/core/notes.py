"""What the program has to say, as facts: a code, how serious it is, and the values the sentence is made from.

A note *is* the English sentence too (a `str`), so that it can stand wherever a sentence stood: in a list of warnings, a
table, a log, JSON. Who decides something reads `code` and `facts`, never the text; who shows it calls `words.say`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ..words import current, english, known

SEVERITIES = ("info", "advice", "warning", "error")


class Note(str):
    """One thing that is said, frozen.

    Parameters
    ----------
    code : str
        ``area.name``; there is a template of it in `words.english`.
    severity : {"info", "advice", "warning", "error"}
    **facts
        What the template names: text, numbers, bool, None, notes, and lists of these.

    Notes
    -----
    Two notes are equal when they say the same: a sentence that an earlier version stored is equal to the note of today.

    Examples
    --------
    >>> note = Note("said.about", "info", subject="B", said="two spectra are empty.")
    >>> note.code, note.facts["subject"], str(note)
    ('said.about', 'B', 'B: two spectra are empty.')
    """

    __slots__ = ("code", "facts", "severity")
    code: str
    severity: str
    facts: Mapping[str, Any]

    def __new__(cls, code: str, severity: str = "warning", /, **facts: Any) -> Note:
        if severity not in SEVERITIES:
            raise ValueError(f"a note is one of {', '.join(SEVERITIES)}, not {severity!r}")
        plain = {name: _plain(value) for name, value in facts.items()}
        return _made(english(code, plain), code, severity, plain)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a note is never changed; make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a note is never changed; make another one")

    def __reduce__(self) -> tuple[Any, ...]:  # between processes
        return _made, (str(self), self.code, self.severity, dict(self.facts))

    def __repr__(self) -> str:
        return f"<{self.severity} {self.code}: {str(self)!r}>" if self.code else repr(str(self))

    def tree(self) -> dict[str, Any]:
        """The note as a plain tree, for JSON and files; `from_tree` reads it."""
        return {"code": self.code, "severity": self.severity, "text": str(self),
                "facts": {name: _treed(value) for name, value in self.facts.items()}}


def _made(text: str, code: str, severity: str, facts: Mapping[str, Any]) -> Note:
    self = str.__new__(Note, text)
    for name, value in (("code", code), ("severity", severity), ("facts", MappingProxyType(dict(facts)))):
        object.__setattr__(self, name, value)
    return self


def _plain(value: Any) -> Any:
    """A fact as it is kept: no array, nothing that can be changed."""
    if hasattr(value, "dtype") and hasattr(value, "tolist"):  # numpy's, which is not loaded to say a sentence
        value = value.tolist()
    if value is None or isinstance(value, (Note, bool, int, float)):
        return value
    if isinstance(value, BaseException):  # what an inner refusal says
        value = getattr(value, "note", None) or str(value)
        return value if isinstance(value, Note) else str(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Iterable) and not isinstance(value, os.PathLike):
        return tuple(_plain(v) for v in value)  # of a table what it has: its names
    return str(value)


def _treed(value: Any) -> Any:
    if isinstance(value, Note):
        return value.tree()
    if isinstance(value, tuple):
        return [_treed(v) for v in value]
    return value


def _untreed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return from_tree(value)
    return tuple(_untreed(v) for v in value) if isinstance(value, (list, tuple)) else value


def from_tree(tree: Mapping[str, Any]) -> Note:
    """The note that `Note.tree` described, in today's words; of a code that is unknown here, in its own."""
    facts = {str(name): _untreed(value) for name, value in dict(tree["facts"]).items()}
    code, severity, text = current(str(tree["code"])), str(tree["severity"]), str(tree["text"])
    if known(code):
        try:
            text = english(code, facts)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError):
            code, facts = "", {}  # of a version whose template took other facts: its sentence stays
    return _made(text, code, severity if severity in SEVERITIES else "warning", facts)


def as_note(said: object, severity: str = "warning") -> Note:
    """A note as it is; that of an error; a plain sentence as a note without a code."""
    if isinstance(said, BaseException):
        said, severity = (said.args[0] if said.args and isinstance(said.args[0], Note) else str(said)), "error"
    return said if isinstance(said, Note) else _made(str(said), "", severity, {})


def code_of(said: object) -> str:
    """The code of a note or of an error's note; "" for a sentence without one."""
    return as_note(said).code


def of_code(notes: Iterable[object], *codes: str) -> list[Note]:
    """Those of `notes` that have one of the `codes`."""
    return [as_note(n) for n in notes if code_of(n) in codes]


def about(subject: object, said: object) -> Note:
    """What is said, with what it is about before it: "B.csv: row 3 is empty."; `said_of` takes it off again."""
    note = as_note(said)
    return Note("said.about", note.severity, subject=subject, said=note)


def said_of(said: object) -> Note:
    """What is said without the subject `about` put before it."""
    note = as_note(said)
    return said_of(note.facts["said"]) if note.code == "said.about" else note


def together(*notes: object) -> Note:
    """Several notes as one, one after the other; empty ones are left out, the gravest says how serious it is."""
    parts = tuple(as_note(n) for n in notes if n)
    if len(parts) == 1:
        return parts[0]
    worst = max((p.severity for p in parts), key=SEVERITIES.index, default="info")
    return Note("said.together", worst, parts=parts)


def listed(notes: Iterable[object]) -> list[dict[str, Any]]:
    """Notes as JSON gives them beside the sentences: "code", "severity", "text", "facts"; "" for code where none is."""
    return [as_note(n).tree() for n in notes]


def pack(notes: Iterable[str]) -> list[str]:
    """What a file keeps beside the sentences so that `unpack` gives the notes back; "" for a plain sentence."""
    return [json.dumps(n.tree()) if isinstance(n, Note) and n.code else "" for n in notes]


def unpack(sentences: Iterable[str], packed: Sequence[str] = ()) -> list[str]:
    """The notes of a file: sentences, and where `pack` kept more, the notes they were."""
    listed = [str(s) for s in sentences]
    if len(packed) != len(listed):
        return list(listed)  # of a version that kept only sentences
    return [_unpacked(s, p) for s, p in zip(listed, packed, strict=True)]


def _unpacked(sentence: str, packed: str) -> str:
    if not packed:
        return sentence
    try:
        return from_tree(json.loads(packed))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return sentence  # spoiled: what was said is there all the same
