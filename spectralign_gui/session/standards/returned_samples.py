"""New spectra that belong to a list of suggested samples: which instrument they are of, and marking them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ...core.data import SpectralDataset, match_key
from ..state.row_changes import append_samples, why_not_together
from ..state.session_state import SessionState
from .measuring_list import mark_returned
from .pairing import MatchReport, mark, match_table
from .rounds import SampleSuggestion

Lists = Sequence[tuple[Sequence[str], Sequence[Sequence[str]]]]
"""Filled-in measuring lists: (header, rows)."""


@dataclass(frozen=True)
class ComingBack:
    """Spectra that may have been measured for a list.

    Parameters
    ----------
    instruments : tuple of str
        Those that they can be of, likeliest first.
    listed : tuple of str
        The suggested samples among them, as they are called on the list, for the likeliest instrument.
    others : int
        Spectra of samples that were not asked for.
    """

    instruments: tuple[str, ...]
    listed: tuple[str, ...]
    others: int

    @property
    def sure(self) -> bool:
        """Whether nothing needs to be asked: one instrument, and nothing but samples of the list."""
        return len(self.instruments) == 1 and not self.others

    @property
    def mostly_others(self) -> bool:
        """Whether it rather looks like another instrument's whole set: most spectra are not of the list."""
        return self.others > len(self.listed)


def suggested(state: SessionState) -> list[SampleSuggestion]:
    """Everything that was suggested in any round, oldest first."""
    return [s for r in state.rounds for s in r.found]


def coming_back(state: SessionState, added: SpectralDataset, lists: Lists = ()) -> ComingBack | None:
    """Whether spectra are what a round of suggestions asked for.

    They are if their axis and quantity fit an instrument on which suggested samples have not been measured, and at
    least one of them has the name of such a sample, or the name that a filled-in list gives it.

    Parameters
    ----------
    state : SessionState
    added : SpectralDataset
        As read.
    lists : sequence of (header, rows), optional
        Measuring lists that came with the spectra.
    """
    found: list[tuple[str, dict[str, str]]] = []
    names = [match_key(n) for n in added.sample_names]
    for target in state.datasets:
        wanted = _wanted(state, target, lists)
        hits = {key: wanted[key] for key in names if key in wanted}
        if hits and not why_not_together([target, added]):
            found.append((target.name, hits))
    if not found:
        return None
    called = match_key(added.name)
    if len(found) > 1 and (alike := [f for f in found if match_key(f[0]) in called]):
        found = alike if len(alike) == 1 else found  # the file is called like the instrument
    found.sort(key=lambda f: -len(f[1]))
    hits = found[0][1]
    return ComingBack(tuple(name for name, _ in found), tuple(dict.fromkeys(hits.values())),
                      sum(key not in hits for key in names))


def _wanted(state: SessionState, target: SpectralDataset, lists: Lists) -> dict[str, str]:
    """Key of a new spectrum's name -> the suggested sample, for those that the instrument has not measured."""
    own = {match_key(n) for n in target.sample_names}
    wanted: dict[str, str] = {}
    for s in suggested(state):
        if s.instrument != target.name and s.instrument in state.instruments:
            key = match_key(state.dataset(s.instrument).sample_names[s.row])
            if key and key not in own:
                wanted[key] = s.sample
    for header, rows in lists:
        at = next((j for j, h in enumerate(header) if match_key(h) == match_key(target.name)), None)
        others = [j for j, h in enumerate(header) if j != at and match_key(h) in map(match_key, state.instruments)]
        if at is None:
            continue
        for row in rows:
            cell = match_key(row[at]) if at < len(row) else ""
            sample = next((row[j].strip() for j in others if j < len(row) and row[j].strip()), "")
            if cell and cell not in own and sample:
                wanted.setdefault(cell, sample)
    return wanted


def take_back(state: SessionState, added: SpectralDataset, instrument: str) -> SessionState:
    """A state in which the spectra are rows of their instrument and the suggested ones among them are standards.

    A sample whose group is known from the instrument that spoke for it has it here too.

    Raises
    ------
    DataError
        Axes or quantities do not fit.
    """
    if added.groups is None and state.dataset(instrument).groups is not None:
        known = {match_key(n): g for d in state.datasets if d.groups is not None
                 for n, g in zip(d.sample_names, d.groups, strict=True)}
        added = added.with_(groups=tuple(known.get(match_key(n), "") for n in added.sample_names))
    return mark_returned(append_samples(state, instrument, [added]), suggested(state))


def is_measuring_list(header: Iterable[str]) -> bool:
    """Whether a table is a list of samples to measure, as this program writes it."""
    return {"rank", "measure on"} <= {match_key(h) for h in header}


def mark_listed(
    state: SessionState, header: Sequence[str], rows: Iterable[Sequence[str]],
) -> tuple[SessionState, MatchReport]:
    """A state with the filled rows of a measuring list as further standards; those that are marked stay.

    Raises
    ------
    PairsError
        Fewer than two columns name a loaded instrument.
    """
    report = match_table(header, rows, state.datasets)
    standards = state.standards
    for made in report.standards:
        spectra = {(name, row) for name, own in made.rows.items() for row in own}
        if not any(spectra <= {(n, r) for n, own in s.rows.items() for r in own} for s in standards):
            standards = mark(standards, spectra)
    return state.with_(standards=standards), replace(report, unmatched={})
