"""Shapes of the instruments and colours of the samples, the same in every scatter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ...core.data import SpectralDataset
from ...session.short_circuits.groups import own_groups, pass_on
from ..theme import Theme
from .colours import sequential

MAX_GROUPS = 10
STEPS = 48
"""Colours of a property's scale: few, so that points share brushes."""


@dataclass(frozen=True, eq=False)
class PointSet:
    """Samples of one instrument in a scatter.

    Parameters
    ----------
    name : str
        Instrument.
    index : int
        Place of the instrument in the session (colour, shape).
    coordinates : (n, d) array
    rows : (n,) int array
        Rows of the session's data set.
    sample_names : sequence of str
    """

    name: str
    index: int
    coordinates: np.ndarray
    rows: np.ndarray
    sample_names: Sequence[str]


@dataclass(frozen=True, eq=False)
class Colouring:
    """Which colour each sample has.

    Parameters
    ----------
    kind : {"instrument", "group", "target"}
    title : str
        Heading of the legend.
    codes : list of (n_k,) int arrays
        Index into `colours`, -1 = unknown (drawn in a muted colour).
    labels : list of str
        One per colour for categories; empty for a scale.
    limits : (float, float), optional
        Ends of a scale.
    values : list of arrays, optional
        What a read-out shows: text of the group or number of the property.
    """

    kind: str = "instrument"
    title: str = "Instrument"
    codes: list[np.ndarray] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    limits: tuple[float, float] | None = None
    values: list[np.ndarray] | None = None

    def same_as(self, other: Colouring) -> bool:
        """Whether every sample has the same colour there, of the same meaning."""
        return ((self.kind, self.title, self.labels, self.limits) == (other.kind, other.title, other.labels,
                                                                      other.limits)
                and len(self.codes) == len(other.codes) and all(map(np.array_equal, self.codes, other.codes)))

    def colours(self, theme: Theme) -> list[str]:
        """Colours that the codes point to."""
        if self.kind == "target":
            return sequential(theme, STEPS)
        if self.kind == "instrument":
            last = max((int(codes.max()) for codes in self.codes if len(codes)), default=0)
            return [theme.instrument(k) for k in range(max(len(self.labels), last + 1, 1))]
        return [theme.muted if label.startswith("other (") else theme.group(k) for k, label in enumerate(self.labels)]

    def value_text(self, which: int, k: int) -> str:
        """What is known of sample k of the `which`-th set, for the read-out."""
        if self.values is None:
            return ""
        value = self.values[which][k]
        if isinstance(value, str | np.str_):
            return f"{self.title}: {value or 'none'}"
        return f"{self.title}: {value:.5g}" if np.isfinite(value) else f"{self.title}: unknown"


def choices(datasets: Sequence[SpectralDataset]) -> list[tuple[str, str]]:
    """Kinds of colouring that the data allow: (key, text); key is "instrument", "group" or "target:NAME"."""
    found = [("instrument", "Instrument")]
    if any(d.groups is not None for d in datasets):
        found.append(("group", "Group"))
    names = dict.fromkeys(n for d in datasets if d.targets is not None for n in d.targets.names)
    return found + [(f"target:{n}", n) for n in names]


def make_colouring(
    key: str, datasets: Sequence[SpectralDataset], partners: Sequence[tuple[int, int, int, int]] | np.ndarray = (),
    at: Sequence[int] = (),
) -> Colouring:
    """Colours for a key of `choices`; anything unknown falls back to the instrument.

    Parameters
    ----------
    key : str
    datasets : sequence of SpectralDataset
    partners : (m, 4) int array
        Standards: a sample without a group or property of its own takes that of its partner, which is
        the same physical sample.
    at : sequence of int
        Places of the instruments in the session (see `run_points.places`); default 0, 1, ...
    """
    if key == "group" and any(d.groups is not None for d in datasets):
        return by_group(own_groups(datasets), partners)
    name = key.removeprefix("target:")
    if key.startswith("target:") and any(d.targets is not None and name in d.targets.names for d in datasets):
        return by_target(name, datasets, partners)
    return Colouring("instrument", "Instrument", [np.full(len(d), at[k] if at else k) for k, d in
                                                    enumerate(datasets)], [d.name for d in datasets])


def by_group(
    groups: Sequence[np.ndarray], partners: Sequence[tuple[int, int, int, int]] | np.ndarray = (), title: str = "Group",
) -> Colouring:
    """Colours by category; beyond `MAX_GROUPS` the rare ones share one."""
    groups = pass_on(groups, partners)
    names, counts = np.unique(np.concatenate(groups), return_counts=True) if groups else (np.array([]), np.array([]))
    order = [str(n) for n in names[np.argsort(-counts, kind="stable")] if n]
    shown, rest = order[:MAX_GROUPS], order[MAX_GROUPS:]
    shown.sort()
    place = {name: k for k, name in enumerate(shown)}
    labels = list(shown)
    if rest:
        labels.append(f"other ({len(rest)} groups)")
        place.update(dict.fromkeys(rest, len(labels) - 1))
    codes = [np.array([place.get(v, -1) for v in g], dtype=np.intp) for g in groups]
    return Colouring("group", title, codes, labels, None, list(groups))


def by_target(
    name: str, datasets: Sequence[SpectralDataset], partners: Sequence[tuple[int, int, int, int]] | np.ndarray = (),
) -> Colouring:
    """Colours by the value of a property, between its 1st and 99th percentile."""
    values, unit = [], ""
    for d in datasets:
        column = np.full(len(d), np.nan)
        if d.targets is not None and name in d.targets.names:
            k = d.targets.names.index(name)
            column = np.array(d.targets.values[:, k])
            unit = d.targets.units[k] or unit
        values.append(column)
    for a, i, b, j in partners:
        if np.isnan(values[a][i]):
            values[a][i] = values[b][j]
        elif np.isnan(values[b][j]):
            values[b][j] = values[a][i]
    known = np.concatenate(values)
    known = known[np.isfinite(known)]
    low, high = np.percentile(known, [1, 99]) if known.size else (0.0, 1.0)
    span = (high - low) or 1.0
    codes = []
    for column in values:
        code = np.full(len(column), -1, dtype=np.intp)
        ok = np.isfinite(column)
        code[ok] = np.clip((column[ok] - low) / span * (STEPS - 1), 0, STEPS - 1).round()
        codes.append(code)
    title = f"{name} ({unit})" if unit and unit not in name else name
    return Colouring("target", title, codes, [], (float(low), float(high)), values)
