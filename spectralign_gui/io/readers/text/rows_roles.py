"""Rows of a table that are no spectra: a second axis, units, remarks, standard deviations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....core.notes import Note
from .._units import AXIS_WORDS, UNIT_ROW, plain, unit_of
from ..contract import Block
from .down import BANDWIDTH, DEVIATION, deviations_beside, same_axis
from .evidence import counts, like_axis
from .footer import FEW_CELLS, is_footer
from .numbers import to_number
from .role_notes import role_of
from .totals import totals

_REMARK = re.compile(r"remark|comment|note\b|normali[sz]|baseline|correct|unit|description|factor|bemerkung|scale",
                     re.I)
_MEAN = re.compile(r"means?|average|avg\.?|mittel(wert)?|moyenne|media", re.I)
_NAMES_NAMES = re.compile(r"(sample|specimen|name|id|index|spectrum|scan)s?\Z", re.I)
"""What pandas writes in a line of its own over a column of names."""
_HELPER = re.compile(r"(dark|dunkel|oscuro|noir)([ _]?(current|spectrum|reference|strom|ref))?[ _]?\d*\Z", re.I)
_WHITE = re.compile(r"(white|wei(ss|ß)|spectralon|reference)([ _]?(reference|ref|panel|standard|referenz))?[ _]?\d*\Z",
                    re.I)
TOP, LEAST = 4, 5


@dataclass(frozen=True)
class Stripped:
    """Spectra without the rows that are none.

    Parameters
    ----------
    block : Block
    unit : str
        What a row of units says of the axis; "" if there is none.
    roles : tuple of Note
        Name of each row left out, and what it is taken for.
    """

    block: Block
    unit: str = ""
    roles: tuple[Note, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What is said about it."""
        return (Note("text.left_out_rows", roles=self.roles),) if self.roles else ()


def strip_rows(block: Block, top: bool = True) -> Stripped:
    """Leave out rows that are no spectra, by their names and their shape; not at the `top` of a table by name alone."""
    if len(block.spectra) < 2 and top:
        return Stripped(block)
    if block.axis is None and block.names and (with_axis := _axis_below(block)) is not None:
        return with_axis
    roles: dict[int, str] = {}
    unit = ""
    names = block.names or ("",) * len(block.spectra)
    blank = np.isnan(block.spectra[:TOP]).all(axis=1)
    wordless = [n for n in names if n.strip() and to_number(n.strip()) is None]
    for i in range(min(TOP, len(block.spectra)) if top else 0):
        name = names[i].strip()
        if blank[i]:
            odd = bool(name) and to_number(name) is None and len(wordless) <= int(blank.sum())
            said = unit_of(name) if name and len(name) <= 12 else None
            if said is not None and said != "channel":
                unit, roles[i] = name, "role.unit"
            elif odd or (i == 0 and _NAMES_NAMES.match(name)) or name.casefold() in UNIT_ROW[1:] or (
                    name and _REMARK.search(name)):
                roles[i] = "role.remark"
        elif block.axis is not None and i <= len(roles) and (
                _axis_again(block.axis, block.spectra[i], name) or (i == 0 and _under_numbers(block))):
            roles[i] = "role.second_axis"
            if _counts_channels(block.axis) and like_axis(block.spectra[i]):
                # numbers of channels over their positions
                block, unit, roles[i] = block.with_(axis=block.spectra[i].copy()), name, "role.axis"
    _by_name(block, roles, top)
    kept = [i for i in range(len(names)) if i not in roles]
    if not roles or not kept:
        return Stripped(block)
    return Stripped(block.take(kept), unit, tuple(
        role_of(names[i].strip() or f"row {i + 1}", what) for i, what in sorted(roles.items()) if what != "role.axis"))


def _by_name(block: Block, roles: dict[int, str], top: bool) -> None:
    """Put the rows that are no spectra by their names, or by words beside them, to the roles."""
    names = block.names
    if names:
        deviations = [i for i, n in enumerate(names) if DEVIATION.match(n.strip())] + deviations_beside(list(names))
        if len(deviations) < len(names) - len(roles) or not top:
            roles |= dict.fromkeys(deviations, "role.deviation")
        darks = [i for i, n in enumerate(names) if _HELPER.match(n.strip())]
        whites = [i for i, n in enumerate(names) if darks and _WHITE.match(n.strip())]
        if len(darks) + len(whites) < len(names) - len(roles) or not top:
            roles |= dict.fromkeys(darks, "role.dark") | dict.fromkeys(whites, "role.white")
        widths = [i for i, n in enumerate(names) if BANDWIDTH.match(n.strip())]
        if len(widths) < len(names) - len(roles):
            roles |= dict.fromkeys(widths, "role.bandwidth")
        if top:
            roles |= dict.fromkeys(totals(names, block.spectra), "role.statistic")
        roles |= dict.fromkeys(_remarks_below(names, block.spectra), "role.remark")
    roles |= dict.fromkeys(_said_deviations(block), "role.deviation")


def _counts_channels(axis: np.ndarray) -> bool:
    return counts(axis) and axis[0] in (0, 1)


def _under_numbers(block: Block) -> bool:
    """Whether the first row, without a name, holds positions under titles that only count the channels."""
    return block.axis is not None and bool(block.names) and not block.names[0].strip() and all(
        n.strip() for n in block.names[1:]) and _counts_channels(block.axis) and like_axis(block.spectra[0])


def _said_deviations(block: Block) -> list[int]:
    """Rows that a column of words beside them calls a deviation, others a mean."""
    for cells in (block.groups or (), *block.columns.values()):
        found = [i for i, c in enumerate(cells) if DEVIATION.match(c.strip())]
        if found and any(_MEAN.fullmatch(c.strip()) for c in cells):
            return found
    return []


def _axis_below(block: Block) -> Stripped | None:
    """Spectra whose axis is the last row, by its name and its order; None if it is none."""
    name, row = block.names[-1].strip(), block.spectra[-1]
    if not AXIS_WORDS.search(plain(name).replace("_", " ")) or len(row) < LEAST or not _rises_or_falls(row):
        return None
    return Stripped(block.take(list(range(len(block.names) - 1))).with_(axis=row), name)


def _rises_or_falls(row: np.ndarray) -> bool:
    steps = np.diff(row)
    return bool(np.isfinite(row).all() and ((steps > 0).all() or (steps < 0).all()))


def _remarks_below(names: Sequence[str], spectra: np.ndarray) -> list[int]:
    """Last rows that hold a remark and next to no values: a spreadsheet fills them up with empty cells."""
    known = np.isfinite(spectra).sum(axis=1)
    full = np.flatnonzero(2 * known > spectra.shape[1])
    if not len(full):
        return []
    before, below = names[full[-1]], range(int(full[-1]) + 1, len(names))
    return [i for i in below if known[i] < FEW_CELLS and names[i].strip() and is_footer(
        [names[i], *["0"] * int(known[i])], spectra.shape[1] + 1, True, before, False)]


def _axis_again(axis: np.ndarray, row: np.ndarray, name: str) -> bool:
    """Whether a row is the axis in another unit."""
    if len(row) < 3 or not _rises_or_falls(row):
        return False
    return same_axis(axis, row) or bool(AXIS_WORDS.search(plain(name).replace("_", " ")) and re.search(
        r"wave|nm\b|cm|shift|micron|\bum\b|energy", plain(name), re.I))
