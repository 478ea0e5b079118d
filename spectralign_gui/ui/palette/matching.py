"""Which entries are meant by a few letters. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

KINDS = ("Entry", "Workspace", "Dock", "Method", "Parameter", "Sample", "Help")
MOST = 60
"""Entries that are shown at once."""


@dataclass(frozen=True)
class Found:
    """Something that can be found.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    text : str
        Its name.
    way : str
        Where it stands: "Method ▸ Runs", an instrument, the title of a page.
    key : str
        Its keys, if it has any.
    tip : str
        One sentence.
    go : callable
        What choosing it does.
    enabled : bool
    """

    kind: str
    text: str
    way: str
    go: Callable[[], object]
    key: str = ""
    tip: str = ""
    enabled: bool = True


def score(query: str, found: Found) -> float:
    """How well an entry fits; 0 if it does not. Every word of the query has to be there, in any order."""
    words = query.casefold().split()
    text, rest = found.text.casefold(), f"{found.way} {found.kind} {found.tip}".casefold()
    total = 0.0
    for word in words:
        if text.startswith(word):
            total += 10
        elif any(part.startswith(word) for part in text.replace("(", " ").replace("-", " ").split()):
            total += 8
        elif word in text:
            total += 5
        elif word in rest:
            total += 2
        elif len(word) > 2 and _in_order(word, text):
            total += 1
        else:
            return 0.0
    if text == query.casefold().strip():
        total += 20
    return total - 0.02 * len(text) - 0.05 * KINDS.index(found.kind) + (0.0 if found.enabled else -0.5)


def _in_order(letters: str, text: str) -> bool:
    place = -1
    for letter in letters:
        place = text.find(letter, place + 1)
        if place < 0:
            return False
    return True


def find(query: str, entries: Sequence[Found]) -> list[Found]:
    """What fits, best first; without a query the entries of the menus as they stand."""
    if not query.strip():
        return list(entries[:MOST])
    scored = [(score(query, e), -k, e) for k, e in enumerate(entries)]
    fitting = sorted((s for s in scored if s[0] > 0), key=lambda s: (s[0], s[1]), reverse=True)
    return [e for _, _, e in fitting[:MOST]]
