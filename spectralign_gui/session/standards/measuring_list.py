"""A list of samples to measure, and what of it has come back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...core.data import Standard, match_key
from ..state.session_state import SessionState
from .pairing import mark
from .suggestion import SampleSuggestion
from .unavailable import listed


def measuring_table(state: SessionState, found: Sequence[SampleSuggestion]) -> tuple[list[str], list[list[Any]]]:
    """A measuring list that is a pairs file too: a column per instrument, empty where it has to be measured.

    Write the name of the new spectrum into the empty cell and the list can be matched as it is. Samples that cannot be
    measured stand below, with the reason; only their own instrument's cell is filled, so that they are no pairs.

    Returns
    -------
    header, rows
    """
    names = list(state.instruments)
    rows: list[list[Any]] = []
    for number, s in enumerate(found, start=1):
        dataset = state.dataset(s.instrument)
        own = s.sample if dataset.sample_names[s.row].strip() else f"#{s.row + 1}"
        group = dataset.groups[s.row] if dataset.groups is not None else ""
        rows.append([number, *(own if n == s.instrument else _on(state, n, s) for n in names), round(s.score, 4), group,
                     ", ".join(s.missing_on)])
    header = ["rank", *names, "score", "group", "measure on"]
    barred = listed(state)
    if not barred:
        return header, rows
    whys = {(name, row): why or "cannot be measured" for name, row, _, why in barred}
    rows = [[*cells, whys.pop((s.instrument, s.row), "")] for cells, s in zip(rows, found, strict=True)]
    for name, row, sample, _ in barred:
        if (name, row) in whys:
            groups = state.dataset(name).groups
            rows.append(["", *(sample if n == name else "" for n in names), "", groups[row] if groups else "", "",
                         whys[name, row]])
    return [*header, "not measured because"], rows


def _on(state: SessionState, instrument: str, s: SampleSuggestion) -> str:
    key = match_key(state.dataset(s.instrument).sample_names[s.row])
    own = state.dataset(instrument).sample_names
    return next((n for n in own if key and match_key(n) == key), "")


def returned(state: SessionState, found: Iterable[SampleSuggestion]) -> list[list[tuple[str, int]]]:
    """Spectra (instrument, row) of each suggested sample that is now on two or more instruments and not marked.

    A standard that lacks one of the spectra, measured after the others, counts as not marked.
    """
    result: list[list[tuple[str, int]]] = []
    for s in found:
        if s.instrument not in state.instruments or s.row >= len(state.dataset(s.instrument)):
            continue
        key = match_key(state.dataset(s.instrument).sample_names[s.row])
        spectra = [(d.name, row) for d in state.datasets for row, name in enumerate(d.sample_names)
                   if key and match_key(name) == key]
        marked = any(all(t.touches(*where) for where in spectra) for t in state.standards)
        if len({name for name, _ in spectra}) >= 2 and not marked and spectra not in result:
            result.append(spectra)
    return result


def measured(state: SessionState, found: Iterable[SampleSuggestion]) -> int:
    """How many of the suggested samples are standards now."""
    return sum(any(t.touches(s.instrument, s.row) for t in state.standards) for s in found)


def mark_returned(state: SessionState, found: Iterable[SampleSuggestion]) -> SessionState:
    """A state in which the suggested samples that have come back are standards."""
    standards: tuple[Standard, ...] = state.standards
    for spectra in returned(state, found):
        standards = mark(standards, spectra)
    return state.with_(standards=standards)
