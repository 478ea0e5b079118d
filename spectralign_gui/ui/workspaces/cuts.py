"""An arrangement of docks as a tree of cuts, found from where they stand. No Qt.

Qt can keep an arrangement and bring it back, but every time it does so in a window that is shown it leaves the tabs of
the arrangement before lying about. So the places are read off the window, kept as plain values, and docked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SLACK = 12
"""Pixels that neighbours may overlap or stand apart."""


@dataclass(frozen=True)
class Pile:
    """Docks that share a place as tabs.

    Parameters
    ----------
    docks : tuple of str
        In the order of the tabs.
    front : str
    rect : (x, y, width, height)
    """

    docks: tuple[str, ...]
    front: str
    rect: tuple[int, int, int, int]


@dataclass(frozen=True)
class Cut:
    """Parts beside each other ("row") or above each other ("column")."""

    way: str
    parts: tuple[Pile | Cut, ...]


def cut(piles: Sequence[Pile]) -> Pile | Cut:
    """The tree of cuts that gives these places; piles that no straight cut divides stand in one row."""
    if len(piles) == 1:
        return piles[0]
    for way, at in (("row", 0), ("column", 1)):
        parts = _divided(piles, at)
        if len(parts) > 1:
            return Cut(way, tuple(cut(part) for part in parts))
    return Cut("row", tuple(sorted(piles, key=lambda p: p.rect[0])))


def _divided(piles: Sequence[Pile], at: int) -> list[list[Pile]]:
    parts: list[list[Pile]] = []
    end = 0
    for pile in sorted(piles, key=lambda p: p.rect[at]):
        start, size = pile.rect[at], pile.rect[at + 2]
        if not parts or start >= end - SLACK:
            parts.append([])
            end = start + size
        parts[-1].append(pile)
        end = max(end, start + size)
    return parts


def first(part: Pile | Cut) -> Pile:
    """The pile at the top left."""
    return part if isinstance(part, Pile) else first(part.parts[0])


def piles_of(part: Pile | Cut) -> Iterator[Pile]:
    """All piles."""
    if isinstance(part, Pile):
        yield part
    else:
        for inner in part.parts:
            yield from piles_of(inner)


def size_of(part: Pile | Cut, at: int) -> int:
    """Width (0) or height (1) of a part."""
    rects = [p.rect for p in piles_of(part)]
    return max(r[at] + r[at + 2] for r in rects) - min(r[at] for r in rects)


def as_plain(piles: Sequence[Pile]) -> list[dict[str, Any]]:
    """For the settings."""
    return [{"docks": list(p.docks), "front": p.front, "rect": list(p.rect)} for p in piles]


def from_plain(kept: Any, known: Mapping[str, object]) -> list[Pile]:
    """From the settings; docks that there are no more are passed over, and what is not understood gives nothing."""
    found: list[Pile] = []
    seen: set[str] = set()
    for entry in kept if isinstance(kept, list) else ():
        if not isinstance(entry, dict):
            return []
        docks = tuple(d for d in entry.get("docks", ()) if d in known and d not in seen)
        rect = entry.get("rect", ())
        if not (isinstance(rect, list) and len(rect) == 4 and all(isinstance(n, int) for n in rect)):
            return []
        if docks:
            seen |= set(docks)
            front = entry.get("front")
            x, y, w, h = rect
            found.append(Pile(docks, front if front in docks else docks[0], (x, y, w, h)))
    return found
