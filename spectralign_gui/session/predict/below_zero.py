"""Predicted values below 0 of what has none: kept as they are, and said once.

A content, a hardness or a density is never negative. Where no reference value of the fit is negative either, a
predicted one is the model's error at the lower end; it says how far the model can be off there, so it is not cut to 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.notes import Note, as_note, code_of

FLAG, NOTE = "flag.below_zero", "predictions.below_zero"
"""Code at a sample, and of all of them."""


def below_zero(values: np.ndarray, lowest: np.ndarray) -> np.ndarray:
    """Which values (n, q) are below 0 although the lowest reference value (q,) of their property is not.

    Examples
    --------
    >>> below_zero(np.array([[-0.2, -3.0], [1.0, 2.0]]), np.array([0.4, -8.0])).tolist()
    [[True, False], [False, False]]
    """
    return np.asarray((values < 0) & (np.asarray(lowest) >= 0)[None, :])


def flag(name: str) -> Note:
    """What is said of such a value at its sample."""
    return Note(FLAG, property=name)


def below_zero_note(counts: Sequence[int], names: Sequence[str], lowest: Sequence[float], units: Sequence[str] = (),
                    ) -> Note | None:
    """The one note on all of them; None where there are none.

    Parameters
    ----------
    counts : sequence of int
        Values below 0 per property.
    names : sequence of str
    lowest : sequence of float
        Smallest reference value of the fit per property.
    units : sequence of str, optional
    """
    of = [Note("predictions.below_zero_of", n=int(n), property=name, lowest=float(low), unit=unit)
          for n, name, low, unit in zip(counts, names, lowest, units or [""] * len(names), strict=True) if n]
    return Note(NOTE, "warning", n=int(sum(counts)), of=of) if of else None


def joined_notes(warnings: Sequence[str]) -> tuple[str, ...]:
    """Warnings of several files without repeats; what is said of values below 0 is added up to one note."""
    mine = [as_note(w) for w in warnings if code_of(w) == NOTE]
    others = tuple(dict.fromkeys(w for w in warnings if code_of(w) != NOTE))
    found: dict[str, tuple[int, float, str]] = {}
    for part in (as_note(p) for note in mine for p in note.facts["of"]):
        before = found.get(part.facts["property"], (0, 0.0, ""))[0]
        found[part.facts["property"]] = before + part.facts["n"], part.facts["lowest"], part.facts["unit"]
    whole = below_zero_note([n for n, *_ in found.values()], list(found), [low for _, low, _ in found.values()],
                            [unit for *_, unit in found.values()])
    return others if whole is None else (*others, whole)
