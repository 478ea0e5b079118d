"""Tables one below the other under the same titles: one table that goes on, or one spectrum after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .plan import Layout

LOOK = 6


def again_below(layout: Layout, lines: Sequence[str]) -> Layout:
    """The layout that begins with the first of several tables under the same titles, and knows that they come again.

    Parameters
    ----------
    layout : Layout
        As found: the longest of the tables may not be the first.
    lines : sequence of str
        First lines of the file.
    """
    if layout.header is None or layout.labelled or layout.orientation == "pairs" or not any(layout.titles):
        return layout
    said = lines[layout.header].strip()
    if not said or sum(c.isalpha() for c in said) < 2:
        return layout
    same = [k for k, line in enumerate(lines) if line.strip() == said]
    if len(same) < 2 and layout.orientation == "columns":
        return replace(layout, again=said) if layout.width > 1 else layout
    header, gap = same[0], layout.first - layout.header
    head = next((line.strip() for line in reversed(lines[max(header - LOOK, 0):header]) if line.strip()), "")
    return replace(layout, header=header, first=header + gap, again=said, before=list(lines[:header]), first_head=head)


def name_in(head: str, separator: str) -> str:
    """The name in a line such as "Sample;wheat 1" or "[wheat 1]" over a table."""
    cells = [c.strip(' "\'[]#*:=-') for c in head.split(separator)]
    cells = [c for c in cells if c]
    if len(cells) == 1 and ":" in cells[0]:
        cells = [c.strip() for c in cells[0].split(":", 1)]
    return cells[-1] if cells and len(cells) <= 2 else ""
