"""Changes of a session that touch more than one of its parts. Each takes a state and returns a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TypeVar

from ...core.data import SpectralDataset
from ...core.errors import DataError
from ..standards.rounds import renamed_rounds
from .instrument_pair import is_part_of, put_back
from .session_state import SessionState
from .soundness import same_spectra

T = TypeVar("T")


def add_datasets(state: SessionState, datasets: Sequence[SpectralDataset]) -> SessionState:
    """A state with more instruments; the first ever loaded is the reference.

    A name that is taken becomes parent folder + stem, and gets a number if that is taken too.
    """
    taken = list(state.instruments)
    added = []
    for d in datasets:
        name = free_name(d.name, d.source.path, taken)
        taken.append(name)
        added.append(d if name == d.name else d.with_(name=name))
    return state.with_(datasets=(*state.datasets, *added))


def free_name(name: str, path: str, taken: Iterable[str]) -> str:
    """`name`, or if it is taken parent folder + name, or that with a number."""
    used = set(taken)
    if name not in used:
        return name
    parent = PurePath(path).parent.name if path else ""
    candidate = f"{parent} {name}" if parent else name
    number, free = 2, candidate
    while free in used:
        free = f"{candidate} {number}"
        number += 1
    return free


def rename_instrument(state: SessionState, old: str, new: str) -> SessionState:
    """A state in which an instrument has another name everywhere.

    Raises
    ------
    DataError
        The name is empty or taken.
    """
    new = new.strip()
    if not new:
        raise DataError("An instrument needs a name.")
    if "/" in new:
        raise DataError("The name of an instrument must not contain a slash.")
    if new == old:
        return state
    if new in state.instruments:
        raise DataError(f"There is already an instrument {new!r}.")

    def renamed(mapping: Mapping[str, T]) -> dict[str, T]:
        return {new if key == old else key: value for key, value in mapping.items()}

    return state.with_(
        datasets=tuple(d.with_(name=new) if d.name == old else d for d in state.datasets),
        standards=tuple(replace(s, rows=renamed(s.rows)) if old in s.rows else s for s in state.standards),
        preprocessing=replace(state.preprocessing, own=renamed(state.preprocessing.own)),
        excluded=renamed(state.excluded),
        selections={key: renamed(rows) for key, rows in state.selections.items()},
        rounds=renamed_rounds(state.rounds, old, new), unavailable=renamed(state.unavailable),
        pair=state.pair and (new if state.pair[0] == old else state.pair[0],
                             new if state.pair[1] == old else state.pair[1]))


def move_instrument(state: SessionState, name: str, place: int) -> SessionState:
    """A state with an instrument at another place in the order; place 0 is the reference."""
    others = [d for d in state.datasets if d.name != name]
    place = min(max(place, 0), len(others))
    return state.with_(datasets=(*others[:place], state.dataset(name), *others[place:]))


def replace_dataset(state: SessionState, dataset: SpectralDataset) -> SessionState:
    """A state in which the data set of the same name and size is another one (new reference values, groups)."""
    return state.with_(datasets=tuple(dataset if d.name == dataset.name else d for d in state.datasets))


def exclude(state: SessionState, spectra: Iterable[tuple[str, int]], out: bool = True) -> SessionState:
    """A state in which spectra (instrument, row) are left out of every fit, or taken back in."""
    rows = {name: set(r) for name, r in state.excluded.items()}
    for name, row in spectra:
        (rows.setdefault(name, set()).add if out else rows.setdefault(name, set()).discard)(row)
    return state.with_(excluded={name: tuple(sorted(r)) for name, r in rows.items() if r})


def restored(now: SessionState, earlier: SessionState) -> SessionState:
    """The settings of an earlier state, without losing what was found since: check days, suggestions, selections.

    Suggestions and selections speak of rows: they stay only where the instruments still hold the same samples in the
    same order. Those of a run of two instruments among others leave the others where they are.
    """
    if is_part_of(earlier, now):
        return put_back(earlier, now)
    kept = earlier.with_(checks=now.checks)
    same = len(now.datasets) == len(earlier.datasets) and all(
        same_spectra(a, b) for a, b in zip(now.datasets, earlier.datasets, strict=True))
    return kept.with_(rounds=now.rounds, unavailable=now.unavailable, selections=now.selections) if same else kept


def set_group(state: SessionState, spectra: Iterable[tuple[str, int]], group: str) -> SessionState:
    """A state in which spectra (instrument, row) belong to a group; "" takes them out of theirs."""
    rows: dict[str, list[int]] = {}
    for name, row in spectra:
        rows.setdefault(name, []).append(row)
    for name, chosen in rows.items():
        dataset = state.dataset(name)
        groups = list(dataset.groups or ("",) * len(dataset))
        for row in chosen:
            groups[row] = group
        state = replace_dataset(state, dataset.with_(groups=tuple(groups) if any(groups) else None))
    return state
