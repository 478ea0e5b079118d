"""Whether a text file was cut off within its last number, or ends in zero bytes: nothing else tells of it."""

from __future__ import annotations

import os
import re
from pathlib import Path

from ....core.notes import Note
from .dialect import split_line
from .layout import Layout
from .sample import Sample

TAIL, ZEROS = 1 << 16, 512
LEAST, LINES = 6, 40
_TAIL = re.compile(r"[.,](\d*)([eEdD]?[+-]?\d*)\Z")


def cut_off_note(path: Path, sample: Sample) -> str:
    """A sentence if the file ends in zeros, or within a last number that has fewer digits than all its neighbours.

    Parameters
    ----------
    path : Path
    sample : Sample
    """
    size = path.stat().st_size
    with open(path, "rb") as file:
        file.seek(max(0, size - TAIL) // 2 * 2, os.SEEK_SET)
        end = file.read()
    if len(end) >= ZEROS and not end[-ZEROS:].strip(b"\0"):
        return Note("text.ends_in_zeros")
    tail = end.decode(sample.encoding, "replace")
    if tail.endswith(("\n", "\r")):
        return ""
    layout: Layout = sample.layout
    rows = [split_line(line, sample.dialect.separator, sample.dialect.quoted) for line in tail.splitlines()[-LINES:]]
    rows = [r for r in rows if len(r) == layout.width]
    if len(rows) < 2 or layout.width - 1 not in layout.numeric:
        return ""
    last = rows[-1][-1]
    others = rows[-1][:-1][-LINES:] if layout.orientation == "rows" else [r[-1] for r in rows[:-1]]
    forms = [(len(m[1]), len(m[2])) for c in others if (m := _TAIL.search(c))]
    if len(forms) < LEAST:
        return ""
    digits, exponent = (min(f[k] for f in forms) for k in (0, 1))
    found = _TAIL.search(last)
    mine = (len(found[1]), len(found[2])) if found else (0, 0)
    if digits < 2 or (mine[0] >= digits and mine[1] >= exponent):
        return ""
    return Note("text.cut_off_number", number=last or Note("text.cut_off_cell_empty"))
