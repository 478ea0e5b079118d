"""From a run to what the scatter plots show."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.data import SpectralDataset, expand_pairs
from ...session.run import RunResult
from ...session.state import SessionState
from .marks import PointSet
from .scatter_items import Lines


def kept_rows(state: SessionState) -> list[np.ndarray]:
    """Rows of each data set that take part in a run of `state`."""
    return [np.setdiff1d(np.arange(len(d)), np.asarray(state.excluded.get(d.name, ()), dtype=np.intp))
            for d in state.datasets]


def described(result: RunResult, state: SessionState) -> list[SpectralDataset]:
    """The run's data sets with the names, groups and reference values that the session has *now*, where it still has
    them: groups may have been painted and tables joined after the run."""
    now = {d.name: d for d in state.datasets}
    out = []
    for d, rows in zip(result.datasets, result.kept_rows, strict=True):
        current = now.get(d.name)
        if current is None or (len(rows) and int(rows.max()) >= len(current)):
            out.append(d)
            continue
        out.append(d.with_(
            sample_names=tuple(current.sample_names[r] for r in rows),
            groups=None if current.groups is None else tuple(current.groups[r] for r in rows),
            targets=None if current.targets is None else current.targets.take(rows),
            columns={t: tuple(c[r] for r in rows) for t, c in current.columns.items()}))
    return out


def places(datasets: Sequence[SpectralDataset], state: SessionState) -> list[int]:
    """Places of a run's instruments in the session, by which an instrument has the same colour and shape everywhere;
    the place in the run where the session has it no more."""
    names = state.instruments
    if not all(d.name in names for d in datasets):
        return list(range(len(datasets)))
    return [names.index(d.name) for d in datasets]


def point_sets(
    datasets: Sequence[SpectralDataset], rows: Sequence[np.ndarray], coordinates: Sequence[np.ndarray],
    at: Sequence[int] = (),
) -> list[PointSet]:
    """Point sets in the order of the instruments; `at` are their `places` in the session (default: that order)."""
    return [PointSet(d.name, at[k] if at else k, c, np.asarray(r), d.sample_names)
            for k, (d, r, c) in enumerate(zip(datasets, rows, coordinates, strict=True))]


def standard_lines(pairs: np.ndarray, held_out: np.ndarray) -> list[Lines]:
    """Lines that join standards; held-out ones are dashed."""
    lines = []
    if len(pairs):
        lines.append(Lines("standards", pairs, "-", "standard"))
    if len(held_out):
        lines.append(Lines("held out", held_out, "--", "held_out"))
    return lines


def pairs_of(state: SessionState, rows: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Pairs that take part and held-out ones of a state, in places among its kept rows."""
    return tuple(_in_places(expand_pairs(state.standards, state.instruments, held), rows)  # type: ignore[return-value]
                 for held in (False, True))


def _in_places(pairs: np.ndarray, rows: Sequence[np.ndarray]) -> np.ndarray:
    if not len(pairs):
        return pairs
    sizes = [int(r.max()) + 1 if len(r) else 0 for r in rows]
    places = []
    for r, size in zip(rows, sizes, strict=True):
        place = np.full(max(size, 1), -1)
        place[r] = np.arange(len(r))
        places.append(place)
    out = pairs.copy()
    for column in (0, 2):
        for k, place in enumerate(places):
            mine = out[:, column] == k
            row = out[mine, column + 1]
            out[mine, column + 1] = np.where(row < len(place), place[np.minimum(row, len(place) - 1)], -1)
    return out[(out[:, 1] >= 0) & (out[:, 3] >= 0)]
