"""Which samples are the same: matching by name, by row order, from a table; hold-outs.

Qt-free, so that the Standards dock and the command line cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from ...core.data import SpectralDataset, Standard, linked, match_key
from ...core.errors import PairsError
from ...core.notes import Note

HELD_OUT, YES = "held out", ("yes", "y", "x", "1", "true")


@dataclass(frozen=True)
class MatchReport:
    """What a way of matching found.

    Parameters
    ----------
    standards : tuple of Standard
    unmatched : mapping of instrument name to tuple of str
        Names that have no partner on any other instrument ("" is shown as "(no name)").
    ambiguous : tuple of str
        Names that occur more than once on an instrument; they are paired as repeats.
    unknown : tuple of str
        Sentences about cells of a pairs table that name no sample.
    """

    standards: tuple[Standard, ...] = ()
    unmatched: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ambiguous: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """One sentence."""
        n, lost = len(self.standards), sum(len(names) for names in self.unmatched.values())
        text = f"{n} standard{'' if n == 1 else 's'} matched"
        if lost:
            text += f", {lost} sample{'' if lost == 1 else 's'} without partner"
        if self.ambiguous:
            text += f", {len(self.ambiguous)} name{'' if len(self.ambiguous) == 1 else 's'} taken as repeats"
        if self.unknown:
            text += f", {len(self.unknown)} cell{'' if len(self.unknown) == 1 else 's'} not understood"
        return text + "."


def in_a_row(names: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _need_two(datasets: Sequence[SpectralDataset]) -> None:
    if len(datasets) < 2:
        raise PairsError("pairing.two_instruments")


def match_by_name(datasets: Sequence[SpectralDataset]) -> MatchReport:
    """Samples whose names agree by `match_key`; names that occur twice are repeats.

    Raises
    ------
    PairsError
        Fewer than two instruments, or not two whose spectra have names.
    """
    _need_two(datasets)
    without = [d.name for d in datasets if not any(map(match_key, d.sample_names))]
    if len(datasets) - len(without) < 2:
        raise PairsError("pairing.no_names", in_a_row=in_a_row(without))
    found: dict[str, dict[str, list[int]]] = {}
    written: dict[str, str] = {}
    for d in datasets:
        for row, name in enumerate(d.sample_names):
            key = match_key(name)
            if key:
                found.setdefault(key, {}).setdefault(d.name, []).append(row)
                written.setdefault(key, name.strip())
    standards, ambiguous = [], []
    for key, rows in found.items():
        if len(rows) >= 2:
            standards.append(Standard({name: tuple(r) for name, r in rows.items()}))
            if any(len(r) > 1 for r in rows.values()):
                ambiguous.append(written[key])
    return MatchReport(tuple(standards), unmatched_names(datasets, standards), tuple(ambiguous))


LOOKED_AT = 5000
"""Names of an instrument that are compared where it is only asked whether there is something to match."""


def same_names(datasets: Sequence[SpectralDataset], most: int = LOOKED_AT) -> int:
    """How many names occur on more than one instrument: what `match_by_name` would mark.

    Parameters
    ----------
    datasets : sequence of SpectralDataset
    most : int
        Of more names of an instrument the first ones are looked at: the window asks after every change.

    Examples
    --------
    >>> same_names([a, b])  # doctest: +SKIP
    24
    """
    once: set[str] = set()
    more: set[str] = set()
    for d in datasets:
        mine = _keys(d.sample_names[:most] if len(d) > most else d.sample_names)
        more |= mine & once
        once |= mine
    return len(more)


@lru_cache(maxsize=16)
def _keys(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(key for key in map(match_key, names) if key)


def match_by_row(datasets: Sequence[SpectralDataset]) -> MatchReport:
    """Row 1 with row 1, row 2 with row 2, …

    Raises
    ------
    PairsError
        Fewer than two instruments, or different numbers of spectra: the order cannot be the same then.
    """
    _need_two(datasets)
    sizes = {d.name: len(d) for d in datasets}
    if len(set(sizes.values())) > 1:
        raise PairsError("pairing.row_order",
                         counts=[Note("pairing.count_on", "info", n=n, name=name) for name, n in sizes.items()])
    standards = tuple(Standard({d.name: (row,) for d in datasets}) for row in range(len(datasets[0])))
    return MatchReport(standards, {})


def match_table(
    header: Sequence[str], rows: Iterable[Sequence[str]], datasets: Sequence[SpectralDataset],
) -> MatchReport:
    """Standards from a pairs table: columns headed by instrument names, cells are sample names or ``#12``.

    A name that occurs more than once on its instrument stands for all its rows (repeats). Every row of the table is
    one standard and stands for all pairs of its filled cells; rows that share a spectrum are not closed to more pairs.

    Parameters
    ----------
    header : sequence of str
        Columns that name no loaded instrument are passed over, but one headed "held out" marks with yes, x or 1 the
        standards whose pairing is withheld from the fit.
    rows : iterable of sequences of str
    datasets : sequence of SpectralDataset

    Raises
    ------
    PairsError
        Fewer than two columns name a loaded instrument.
    """
    _need_two(datasets)
    by_key = {match_key(d.name): d for d in datasets}
    columns = [(j, by_key[match_key(h)]) for j, h in enumerate(header) if match_key(h) in by_key]
    held_out = next((j for j, h in enumerate(header) if match_key(h) == HELD_OUT), None)
    if len({d.name for _, d in columns}) < len(columns):
        raise PairsError("pairing.column_twice")
    if len(columns) < 2:
        listed = ", ".join(repr(h) for h in header[:6]) + (f" and {len(header) - 6} more" if len(header) > 6 else "")
        raise PairsError("pairing.columns", listed=listed, datasets=(d.name for d in datasets))
    index = {d.name: _rows_by_key(d) for _, d in columns}
    standards: list[tuple[dict[str, set[int]], bool]] = []
    ambiguous, unknown = [], []
    for number, row in enumerate(rows, start=1):
        held = held_out is not None and held_out < len(row) and match_key(row[held_out]) in YES
        members: dict[str, set[int]] = {}
        for j, d in columns:
            cell = row[j].strip() if j < len(row) else ""
            if not cell:
                continue
            hits = _rows_of_cell(cell, d, index[d.name])
            if not hits:
                unknown.append(f"Row {number}: {d.name} has no sample {cell!r}.")
                continue
            if len(hits) > 1:
                ambiguous.append(cell)
            members[d.name] = set(hits)
        if len(members) >= 2:
            standards.append((members, held))
    joined = tuple(Standard({name: tuple(sorted(r)) for name, r in s.items()}, held) for s, held in standards)
    return MatchReport(joined, unmatched_names([d for _, d in columns], joined), tuple(dict.fromkeys(ambiguous)),
                       tuple(unknown))


def _rows_by_key(dataset: SpectralDataset) -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    for row, name in enumerate(dataset.sample_names):
        index.setdefault(match_key(name), []).append(row)
    return index


def _rows_of_cell(cell: str, dataset: SpectralDataset, index: dict[str, list[int]]) -> list[int]:
    named = index.get(match_key(cell))
    if named:
        return named
    if cell.startswith("#") and cell[1:].strip().isdecimal():
        row = int(cell[1:]) - 1
        return [row] if 0 <= row < len(dataset) else []
    return []


def unmatched_names(
    datasets: Sequence[SpectralDataset], standards: Iterable[Standard],
) -> dict[str, tuple[str, ...]]:
    """Names of the samples of every instrument that belong to no standard; instruments without any are left out."""
    used: dict[str, set[int]] = {d.name: set() for d in datasets}
    for standard in standards:
        for name, rows in standard.rows.items():
            used.setdefault(name, set()).update(rows)
    result = {d.name: tuple(name.strip() or "(no name)" for row, name in enumerate(d.sample_names)
                            if row not in used[d.name]) for d in datasets}
    return {name: names for name, names in result.items() if names}


def mark(standards: Sequence[Standard], spectra: Iterable[tuple[str, int]]) -> tuple[Standard, ...]:
    """Mark spectra as one and the same sample; standards that they belonged to become part of it.

    Parameters
    ----------
    standards : sequence of Standard
    spectra : iterable of (instrument name, row)

    Raises
    ------
    PairsError
        They are all of one instrument.
    """
    chosen = list(dict.fromkeys(spectra))
    rows: dict[str, set[int]] = {}
    for name, row in chosen:
        rows.setdefault(name, set()).add(row)
    kept, held_out = [], False
    for standard in standards:
        if any(standard.touches(name, row) for name, row in chosen):
            held_out = held_out or standard.held_out
            for name, old in standard.rows.items():
                rows.setdefault(name, set()).update(old)
        else:
            kept.append(standard)
    if len(rows) < 2:
        raise PairsError("pairing.one_spectrum")
    return (*kept, Standard({name: tuple(sorted(r)) for name, r in rows.items()}, held_out))


def unmark(standards: Sequence[Standard], spectra: Iterable[tuple[str, int]]) -> tuple[Standard, ...]:
    """Standards without those that any of the spectra (instrument name, row) belongs to."""
    chosen = list(spectra)
    return tuple(s for s in standards if not any(s.touches(name, row) for name, row in chosen))


def touched(standards: Sequence[Standard], spectra: Iterable[tuple[str, int]]) -> list[int]:
    """Which standards any of the spectra belongs to."""
    chosen = set(spectra)
    if not chosen:
        return []
    return [k for k, s in enumerate(standards) if any((name, row) in chosen for name, rows in s.rows.items()
                                                      for row in rows)]


def set_held_out(
    standards: Sequence[Standard], spectra: Iterable[tuple[str, int]], held_out: bool,
) -> tuple[Standard, ...]:
    """Hold out, or release, the standards that the spectra belong to, with those that share a spectrum."""
    chosen = set(touched(standards, spectra))
    together = {k for group in linked(standards) if chosen & set(group) for k in group}
    return tuple(s.with_held_out(held_out) if k in together else s for k, s in enumerate(standards))


def hold_out_share(standards: Sequence[Standard], share: float, seed: int = 0) -> tuple[Standard, ...]:
    """Hold out a share of all standards, chosen at random; the others are released.

    Parameters
    ----------
    standards : sequence of Standard
    share : float
        0 to 1; the number is rounded, and at least one standard stays in the fit.
    seed : int
        The same seed holds out the same standards.
    """
    if not 0 <= share <= 1:
        raise PairsError("pairing.share", share=share)
    groups = linked(standards)  # one physical sample is held out as a whole
    count = min(round(share * len(groups)), max(len(groups) - 1, 0))
    chosen = {k for g in np.random.default_rng(seed).permutation(len(groups))[:count] for k in groups[g]}
    return tuple(replace(s, held_out=k in chosen) for k, s in enumerate(standards))
