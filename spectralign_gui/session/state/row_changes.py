"""Spectra put together or averaged: a data set changes its rows, and standards, exclusions and selections follow."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ...core.data import SpectralDataset, Standard, Targets, every_property, match_key
from ...core.data.columns import joined
from ...core.data.common_axis import compare_axes, merge_tolerance
from ...core.data.repeats import average_repeats
from ...core.errors import DataError
from ...core.notes import Note
from ...preprocessing.spec import PreprocessingSpec
from ..standards.rounds import moved_rounds
from .session_state import SessionState, Unavailable

Moves = Mapping[str, tuple[str, Sequence[int]]]
"""Old instrument name -> its new name and the new row of every old row (-1: gone)."""


def why_not_together(datasets: Sequence[SpectralDataset], tolerance: float | None = None) -> str:
    """Why spectra cannot be rows of one data set, as a sentence; "" if they can."""
    first = datasets[0]
    for other in datasets[1:]:
        if not first.axis.same_as(other.axis):
            found = compare_axes(first.axis, other.axis, (first.name, other.name), tolerance)
            if found.kind not in ("same", "nearly"):
                return found.sentence
        known = {first.quantity, other.quantity} - {"unknown"}
        if len(known) > 1:
            return (Note("rows.quantities", name=first.name, quantity=first.quantity, name2=other.name,
                         quantity2=other.quantity))
        lasers = {d.axis.laser_nm for d in (first, other) if d.axis.laser_nm is not None}
        if first.axis.unit == "raman-shift" and len(lasers) > 1:
            return (Note("rows.lasers", name=first.name, name2=other.name, lasers=min(lasers), lasers2=max(lasers)))
    return ""


def concatenated(
    datasets: Sequence[SpectralDataset], name: str, tolerance: float | None = None,
) -> SpectralDataset:
    """The spectra of several data sets one below the other, on the axis of the first.

    Parameters
    ----------
    datasets : sequence of SpectralDataset
    name : str
        Of the new data set.
    tolerance : float, optional
        Largest difference of the axes, in axis units; default `merge_tolerance`.

    Raises
    ------
    DataError
        Axes or quantities do not fit; the sentence says how.
    """
    reason = why_not_together(datasets, tolerance)
    if reason:
        raise DataError(reason)
    first = datasets[0]
    notes = list(dict.fromkeys(w for d in datasets for w in d.warnings))
    apart = max((float(np.abs(d.axis.values - first.axis.values).max()) for d in datasets[1:]), default=0.0)
    if apart:
        limit = merge_tolerance([d.axis for d in datasets]) if tolerance is None else tolerance
        notes.append(Note("rows.axes_taken_as_same", apart=apart, unit=first.axis.unit, limit=limit, name=first.name))
    several = any(d.repeats is not None for d in datasets)
    spread = None
    if any(d.spread is not None for d in datasets):
        spread = np.concatenate([np.full(d.spectra.shape, np.nan, d.spectra.dtype) if d.spread is None else d.spread
                                 for d in datasets])
    return first.with_(
        name=name, spectra=np.concatenate([d.spectra for d in datasets]), spread=spread,
        sample_names=tuple(n for d in datasets for n in d.sample_names),
        quantity=next((d.quantity for d in datasets if d.quantity != "unknown"), "unknown"),
        targets=_all_targets(datasets),
        groups=tuple(g for d in datasets for g in d.groups or ("",) * len(d)) if any(
            d.groups is not None for d in datasets) else None,
        repeats=tuple(r for d in datasets for r in d.repeats or (1,) * len(d)) if several else None,
        columns=joined(list(datasets)), warnings=tuple(notes),
        source=dataclasses.replace(first.source, changed=len(datasets) > 1))


def _all_targets(datasets: Sequence[SpectralDataset]) -> Targets | None:
    names = list(every_property(datasets))
    if not names:
        return None
    units = {n: u for d in reversed(datasets) if d.targets is not None
             for n, u in zip(d.targets.names, d.targets.units, strict=True) if u}
    errors = {n: e for d in reversed(datasets) if d.targets is not None
              for n, e in zip(d.targets.names, d.targets.lab_errors, strict=True) if e == e}
    values, censored = [], []
    for d in datasets:
        table, marks = np.full((len(d), len(names)), np.nan), np.zeros((len(d), len(names)), bool)
        if d.targets is not None:
            at = [names.index(n) for n in d.targets.names]
            table[:, at], marks[:, at] = d.targets.values, d.targets.censored
        values.append(table)
        censored.append(marks)
    return Targets(tuple(names), np.concatenate(values), tuple(units.get(n, "") for n in names),
                   np.concatenate(censored), tuple(errors.get(n, float("nan")) for n in names))


def append_samples(
    state: SessionState, name: str, added: Sequence[SpectralDataset], tolerance: float | None = None,
) -> SessionState:
    """A state in which an instrument has more samples, below those that it has; nothing else moves.

    Raises
    ------
    DataError
        Axes or quantities do not fit.
    """
    together = concatenated([state.dataset(name), *added], name, tolerance)
    return state.with_(datasets=tuple(together if d.name == name else d for d in state.datasets))


def names_again(dataset: SpectralDataset, added: Sequence[SpectralDataset]) -> list[str]:
    """Sample names of `added` that the data set has already."""
    own = {match_key(n) for n in dataset.sample_names} - {""}
    return [n.strip() for d in added for n in d.sample_names if match_key(n) in own]


def join_instruments(
    state: SessionState, names: Sequence[str], new_name: str, tolerance: float | None = None,
) -> SessionState:
    """A state in which several instruments are one, at the place of the first, with its own steps.

    A standard that only these instruments have is no standard any more; its spectra are repeats.
    """
    chosen = [d for d in state.datasets if d.name in set(names)]
    if len(chosen) < 2:
        raise DataError("rows.two_instruments")
    if new_name in set(state.instruments) - set(names):
        raise DataError("instrument.exists", new=new_name)
    together = concatenated(chosen, new_name, tolerance)
    start, moves, excluded = 0, {}, set[int]()
    for d in chosen:
        moves[d.name] = (new_name, range(start, start + len(d)))
        excluded |= {start + r for r in state.excluded.get(d.name, ())}
        start += len(d)
    kept = {k: v for k, v in state.excluded.items() if k not in moves}
    if excluded:
        kept[new_name] = tuple(sorted(excluded))
    own = {k: v for k, v in state.preprocessing.own.items() if k not in moves}
    if chosen[0].name in state.preprocessing.own:
        own[new_name] = state.preprocessing.own[chosen[0].name]
    moved = _moved(state, moves)
    return moved.with_(
        datasets=tuple(together if d is chosen[0] else d for d in state.datasets
                       if d is chosen[0] or d.name not in moves),
        excluded=kept, preprocessing=PreprocessingSpec(state.preprocessing.shared, own))


def use_one_axis(state: SessionState, names: Sequence[str], tolerance: float | None = None) -> SessionState:
    """A state in which instruments with nearly equal axes have that of the first; intensities stay as they are."""
    chosen = [d for d in state.datasets if d.name in set(names)]
    axis = chosen[0].axis
    for other in chosen[1:]:
        found = compare_axes(axis, other.axis, (chosen[0].name, other.name), tolerance)
        if found.kind not in ("same", "nearly"):
            raise DataError(found.sentence)

    def moved(d: SpectralDataset) -> SpectralDataset:
        if d.name not in set(names) or np.array_equal(d.axis.values, axis.values):
            return d
        apart = float(np.abs(d.axis.values - axis.values).max())
        note = Note("rows.axis_of", "info", name=chosen[0].name, apart=apart, unit=axis.unit)
        return d.with_(axis=axis, warnings=(*d.warnings, note), source=dataclasses.replace(d.source, changed=True))

    return state.with_(datasets=tuple(moved(d) for d in state.datasets))


def average_samples(
    state: SessionState, name: str, groups: Sequence[Sequence[int]], drop_first: int = 0, how: str = "mean",
) -> SessionState:
    """A state in which an instrument has one spectrum per sample; standards, selections and exclusions follow.

    Spectra that are left out of every fit take no part in an average, unless all of a sample are: then the
    sample stays left out.
    """
    dataset, out = state.dataset(name), set(state.excluded.get(name, ()))
    groups = [tuple(g) for g in groups]
    used, gone = [], []
    for k, rows in enumerate(groups):
        # the first n are the first n that were measured, whether or not they are left out
        rest = [r for r in rows[drop_first:] if r not in out]
        if not rest:
            gone.append(k)
            rest = list(rows[drop_first:])
        if not rest:
            raise DataError("repeats.none_left_of_sample", name=name, sample_names=repr(dataset.sample_names[rows[0]]),
                            n_rows=len(rows), drop_first=drop_first)
        used.append(tuple(rest))
    made = average_repeats(dataset, used, 0, how)
    place = [-1] * len(dataset)
    for k, rows in enumerate(groups):
        for row in rows:
            place[row] = k
    moved = _moved(state, {name: (name, place)})
    excluded = {k: v for k, v in state.excluded.items() if k != name}
    gone = [k for k in gone if set(groups[k]) <= out]
    if gone:
        excluded[name] = tuple(gone)
    return moved.with_(datasets=tuple(made if d.name == name else d for d in state.datasets), excluded=excluded)


def _moved(state: SessionState, moves: Moves) -> SessionState:
    """The state with rows of standards, selections and suggestions at their new places."""
    standards = []
    for standard in state.standards:
        if not set(standard.rows) & set(moves):
            standards.append(standard)
            continue
        rows = _new_rows(standard.rows, moves)
        if len(rows) >= 2:
            standards.append(Standard(rows, standard.held_out))
    def place(name: str, row: int) -> tuple[str, int]:
        new, table = moves.get(name, (name, None))
        return new, row if table is None else int(table[row])

    return state.with_(standards=tuple(standards),
                       selections={key: _new_rows(rows, moves) for key, rows in state.selections.items()},
                       rounds=moved_rounds(state.rounds, place), unavailable=_moved_reasons(state.unavailable, place))


def _moved_reasons(unavailable: Unavailable, place: Callable[[str, int], tuple[str, int]]) -> Unavailable:
    """Samples that cannot be measured, at their new places; of rows that become one the first reason stays."""
    made: dict[str, dict[int, str]] = {}
    for name, rows in unavailable.items():
        for row, why in rows.items():
            new, at = place(name, row)
            if at >= 0:
                known = made.setdefault(new, {})
                known[at] = known.get(at) or why
    return made


def _new_rows(rows: Mapping[str, tuple[int, ...]], moves: Moves) -> dict[str, tuple[int, ...]]:
    made: dict[str, list[int]] = {}
    for name, own in rows.items():
        new, table = moves.get(name, (name, None))
        made.setdefault(new, []).extend(r if table is None else int(table[r]) for r in own)
    listed = {name: tuple(dict.fromkeys(r for r in found if r >= 0)) for name, found in made.items()}
    return {name: found for name, found in listed.items() if found}
