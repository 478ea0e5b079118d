"""What the fits of a comparison warned of: each thing once, with the lines that it concerns."""

from __future__ import annotations

from ..notes import Note, about, as_note
from .transfer_result import TransferValidation

BY_CHANCE = "pairs.by_chance"
"""Is of the standards, and its figure another in every split: of all lines it is said once."""


def fit_warnings(result: TransferValidation) -> list[Note]:
    """Warnings and failures of all fits.

    Parameters
    ----------
    result : TransferValidation

    Returns
    -------
    list of Note
        What several lines say with one number of standards is one note that names them.

    Examples
    --------
    >>> fit_warnings(result)  # doctest: +SKIP
    ['ds and pds, 5 standards: 2 spectra are constant.']
    """
    found: dict[tuple[object, ...], tuple[Note, dict[str, None], dict[int, None]]] = {}
    for (key, count, _), cell in result.cells.items():
        said = [(as_note(w), count) for w in cell.get("warnings", [])]
        if "error" in cell:
            said.append((as_note(cell["error"]), 0))
        for note, n in said:
            place = (note.code,) if note.code == BY_CHANCE else (str(note), n)
            known = found.get(place, (note, {}, {}))
            if note.code == BY_CHANCE and note.facts["share"] > known[0].facts["share"]:
                known = (note, *known[1:])
            found[place] = known
            known[1][key] = None
            known[2][n] = None
    return [_one(note, list(keys), list(counts)) for note, keys, counts in found.values()]


def _one(note: Note, keys: list[str], counts: list[int]) -> Note:
    if note.code == BY_CHANCE and len(keys) * len(counts) > 1:
        return Note("comparison.by_chance", note.severity, keys=keys, counts=counts, share=note.facts["share"])
    if counts == [0]:  # a failure is of the line, whatever the number of standards
        return about(keys[0] if len(keys) == 1 else Note("comparison.lines", "info", keys=keys), note)
    if len(keys) == 1:
        return about(Note("comparison.line_at", "info", key=keys[0], n=counts[0]), note)
    return about(Note("comparison.lines_at", "info", keys=keys, n=counts[0]), note)
