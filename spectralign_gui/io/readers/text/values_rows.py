"""Rows of a table of spectra that are about its reference values: their units, and the laboratory's own error."""

from __future__ import annotations

import numpy as np

from ....core.data import Targets
from ....core.errors import FileError
from ....core.notes import code_of
from .._units import LAB_ERROR, UNIT_IN_TITLE, UNIT_ROW
from ..contract import Block
from .body import ODD_CELLS, Body
from .dialect import split_line
from .sample import Sample


def take_values_rows(block: Block, body: Body, sample: Sample) -> Block:
    """The block without rows called ``unit`` or ``SEL`` that hold no spectrum; what they say goes to its values.

    Parameters
    ----------
    block : Block
        A spectrum per row, with reference values.
    body : Body
        Its warning about cells that are not numbers is taken out if these are the units.
    sample : Sample

    Raises
    ------
    FileError
        An error of the laboratory that is not positive.
    """
    values = block.targets
    if values is None:
        return block
    layout, dialect = sample.layout, sample.dialect
    units = [m[1].strip() if (m := UNIT_IN_TITLE.search(n)) else "" for n in values.names]
    errors: tuple[float, ...] = ()
    about = np.zeros(len(block.spectra), bool)
    blank = np.isnan(block.spectra).all(axis=1)
    known = np.isfinite(values.values)
    for row in np.flatnonzero(blank) if block.names else ():
        name = block.names[row].strip()
        if LAB_ERROR.fullmatch(name) and known[row].any() and not errors:
            errors = tuple(values.values[row].tolist())
            if any(e <= 0 for e in errors):
                raise FileError("text.lab_errors_not_positive", row=name)
            about[row] = True
        elif row == 0 and name.casefold() in UNIT_ROW[1:] and not known[row].any():
            line = next((c for c in sample.lines[layout.first:layout.first + 3] if c.strip()), "")
            cells = split_line(line, dialect.separator, dialect.quoted)
            given = [cells[j].strip(" []()\"'") if j < len(cells) else "" for j in layout.properties]
            units = [u or own for u, own in zip(given, units, strict=True)]
            about[row] = True
            if body.odd == sum(bool(u) for u in given):
                body.warnings[:] = [w for w in body.warnings if code_of(w) != ODD_CELLS]
    kept = np.flatnonzero(~about)
    if not len(kept):
        return block
    targets = Targets(values.names, values.values[kept], tuple(units), values.censored[kept], errors)
    return block.with_(targets=targets) if not about.any() else block.take(kept.tolist()).with_(targets=targets)
