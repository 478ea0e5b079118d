"""Standards: physical samples measured on two or more instruments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

_BETWEEN_PARTS = re.compile(r"(?<=[^\W_])(?:[-_‐‑–]+|\s+[-_‐‑–]+\s+)(?=[^\W_])")  # "T -5" keeps its sign


def match_key(name: str) -> str:
    """Sample names are kept as written and compared by this: trimmed, case-folded, and a hyphen or an underscore
    between two parts is a blank, as laboratories and instruments write the same number differently.

    Examples
    --------
    >>> match_key("TAB-035") == match_key("tab 035") == match_key(" Tab_035"), match_key("T -5"), match_key("S1-2")
    (True, 't -5', 's1 2')
    """
    return " ".join(_BETWEEN_PARTS.sub(" ", name).split()).casefold()


@dataclass(frozen=True)
class Standard:
    """One physical sample measured on several instruments.

    Parameters
    ----------
    rows : mapping of instrument name to tuple of int
        Its rows (counted from 0) on each instrument; several rows are repeats.
    held_out : bool
        Its pairing is withheld from the fit and used to compute the hit rate.
    """

    rows: Mapping[str, tuple[int, ...]]
    held_out: bool = False

    def with_held_out(self, held_out: bool) -> Standard:
        """The same standard, held out or not."""
        return replace(self, held_out=held_out)

    def touches(self, instrument: str, row: int) -> bool:
        """Whether that spectrum belongs to this standard."""
        return row in self.rows.get(instrument, ())


def expand_pairs(
    standards: Iterable[Standard], instruments: Sequence[str], held_out: bool | None = False,
) -> np.ndarray:
    """Pairs of rows that the standards stand for, each with each across instruments.

    Parameters
    ----------
    standards : iterable of Standard
    instruments : sequence of str
        Names in the order of the sets.
    held_out : bool or None
        Which standards to take: those not held out (False, default), those held out (True), all (None).

    Returns
    -------
    (m, 4) int array
        Rows (set_a, i, set_b, j) with set_a < set_b.
    """
    table: list[tuple[int, int, int, int]] = []
    for standard in standards:
        if held_out is not None and standard.held_out != held_out:
            continue
        present = [(k, standard.rows[name]) for k, name in enumerate(instruments) if standard.rows.get(name)]
        for (a, rows_a), (b, rows_b) in combinations(present, 2):
            table += [(a, i, b, j) for i in rows_a for j in rows_b]
    return np.array(list(dict.fromkeys(table)), dtype=np.int64).reshape(-1, 4)


def linked(standards: Sequence[Standard]) -> list[list[int]]:
    """Numbers of the standards that belong together because they share a spectrum, in order of first appearance.

    Rows of a pairs file are taken as they are (their pairs are not closed), so one physical sample may be spread over
    several standards; held out, or in a fold, they must stay together.
    """
    owner: dict[tuple[str, int], int] = {}
    groups: dict[int, list[int]] = {}
    for number, standard in enumerate(standards):
        spectra = [(name, row) for name, rows in standard.rows.items() for row in rows]
        touched = sorted({owner[s] for s in spectra if s in owner})
        members = sorted({number, *(m for t in touched for m in groups.pop(t))})
        groups[members[0]] = members
        for member in members:
            owner.update({(name, row): members[0] for name, rows in standards[member].rows.items() for row in rows})
    return [groups[k] for k in sorted(groups)]
