"""How tables and pictures of a report are laid out so that a page holds them: no Qt, no HTML."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

PAGE = 112
"""Letters of the small type of tables that fit side by side on a page."""
LONG = 60
"""Letters above which a cell becomes a note below the table."""
NAME = 26
"""Letters of a line of a name; what is longer is broken."""
PAGE_PIXELS = 640
"""Width of the text of a page, as pixels of the screen."""


@dataclass(frozen=True)
class Block:
    """A part of a table that fits a page: some of its columns, the first of them always the table's first.

    Parameters
    ----------
    header : tuple of str
    rows : tuple of tuple of str
    numeric : tuple of bool
        Which columns hold figures, and stand at the right.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]


def with_notes(rows: Sequence[Sequence[str]]) -> tuple[list[list[str]], list[str]]:
    """Rows whose long cells are replaced by "note 1", and the notes; the first column says what a row is about."""
    notes: dict[str, int] = {}
    out = []
    for row in rows:
        out.append([cell if c == 0 or len(cell) <= LONG else f"note {notes.setdefault(cell, len(notes) + 1)}"
                    for c, cell in enumerate(row)])
    return out, list(notes)


def blocks(header: Sequence[str], rows: Sequence[Sequence[str]], page: int = PAGE) -> list[Block]:
    """Split a table that is wider than a page into such that are not; each repeats the first column."""
    columns = list(range(len(header)))
    numeric = [any(row[c] for row in rows) and all(_is_figure(row[c]) for row in rows if row[c]) for c in columns]
    # a column without anything in it takes no room from the others
    shown = [c for c in columns if c == 0 or any(row[c] for row in rows)] if rows else columns
    widths = {c: _width(header[c], [row[c] for row in rows], numeric[c]) for c in shown}
    parts: list[list[int]] = []
    for c in shown[1:]:
        if not parts or widths[shown[0]] + sum(widths[k] for k in parts[-1]) + widths[c] > page:
            parts.append([])
        parts[-1].append(c)
    if len(parts) > 1:  # evenly, rather than a last part of one column
        each = math.ceil(len(shown[1:]) / len(parts))
        if all(widths[shown[0]] + sum(widths[c] for c in shown[1 + k:1 + k + each]) <= page
               for k in range(0, len(shown) - 1, each)):
            parts = [shown[1 + k:1 + k + each] for k in range(0, len(shown) - 1, each)]
    return [Block(tuple(header[c] for c in chosen), tuple(tuple(row[c] for c in chosen) for row in rows),
                  tuple(numeric[c] for c in chosen))
            for chosen in ([shown[0], *part] for part in parts or [[]])]


def _width(heading: str, cells: Sequence[str], numeric: bool) -> int:
    words = max((len(w) for w in heading.split()), default=0)
    widest = max(map(len, cells), default=0)
    return max(words, widest if numeric else min(widest, NAME)) + 2


def _is_figure(cell: str) -> bool:
    """Whether a cell holds figures, perhaps with a spread, an interval or a unit."""
    return cell in ("–", "-") or cell.lstrip("-+−≈<").lstrip()[:1].isdigit()


def picture_rows(pictures: Sequence[Any]) -> list[list[Any]]:
    """Pictures (with a `width` in pixels of the screen) side by side as far as a page is wide."""
    rows: list[list[Any]] = []
    used = 0
    for picture in pictures:
        width = picture.width or PAGE_PIXELS
        if not rows or used + width > PAGE_PIXELS:
            rows.append([])
            used = 0
        rows[-1].append(picture)
        used += width
    return rows
