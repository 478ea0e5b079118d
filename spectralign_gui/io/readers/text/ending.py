"""Whether the last number of a text file was cut off: nothing else tells of a file cut within a number."""

from __future__ import annotations

import os
import re
from pathlib import Path

from .dialect import split_line
from .layout import Layout
from .sample import Sample

TAIL = 1 << 16
LEAST, LINES = 6, 40
_TAIL = re.compile(r"[.,](\d*)([eEdD]?[+-]?\d*)\Z")


def cut_off_note(path: Path, sample: Sample) -> str:
    """A sentence if the file ends within a line whose last number has fewer digits than all its neighbours.

    Parameters
    ----------
    path : Path
    sample : Sample
    """
    if sample.encoding.startswith("utf-16"):
        return ""
    with open(path, "rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL), os.SEEK_SET)
        tail = file.read()
    if tail.endswith((b"\n", b"\r")):
        return ""
    lines = tail.decode(sample.encoding, "replace").splitlines()
    rows = [split_line(line, sample.dialect.separator, sample.dialect.quoted) for line in lines[-LINES:]]
    layout: Layout = sample.layout
    rows = [r for r in rows if len(r) == layout.width]
    if len(rows) < 2 or rows[-1][-1] == "" or layout.width - 1 not in layout.numeric:
        return ""
    others = rows[-1][:-1][-LINES:] if layout.orientation == "rows" else [r[-1] for r in rows[:-1]]
    found_in = [m for c in others if (m := _TAIL.search(c))]
    forms = {(len(m[1]), len(m[2])) for m in found_in}
    last = rows[-1][-1]
    found = _TAIL.search(last)
    mine = (len(found[1]), len(found[2])) if found else (0, 0)
    if len(found_in) < LEAST or len(forms) != 1:
        return ""
    (usual,) = forms
    if usual[0] < 2 or not (mine[0] < usual[0] or mine[1] < usual[1]):
        return ""
    return (f"The last number of the file ({last}) has fewer digits than all others and no line end follows; the file "
            "may be cut off.")
