"""Titles of channels that are not one stretch: two detectors or ranges in a row, each channel with its deviation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ....core.notes import Note
from .down import DEVIATION
from .evidence import counts
from .labels import Stretch, unit_around
from .plan import Channels, Layout
from .series import series_of

_LAST_NUMBER = re.compile(r"(?P<before>.*?)(?P<number>\d+(?:[.,]\d+)?)(?P<after>\D*)\Z")
LEAST, MANY, LEAST_POSITION = 8, 3, 150.0


@dataclass(frozen=True)
class Dressed:
    """Columns whose titles are numbers in order, in the same dress."""

    columns: list[int]
    values: np.ndarray
    before: str
    after: str

    @property
    def deviation(self) -> bool:
        """Whether the dress says that these are deviations."""
        return any(DEVIATION.match(part.strip(" _.-")) for part in (self.before, self.after))

    @property
    def said(self) -> str:
        """First and last title in short."""
        return f"{self.before}{self.values[0]:g}{self.after} … {self.before}{self.values[-1]:g}{self.after}"


def dressed(titles: Sequence[str], columns: Sequence[int]) -> list[Dressed]:
    """Groups of columns whose titles may be positions of channels.

    Parameters
    ----------
    titles : sequence of str
    columns : sequence of int
        Those looked at.

    Examples
    --------
    >>> [(d.before, len(d.columns)) for d in dressed([f"{w}{v}" for v in range(400, 500, 10) for w in ("R", "SD")],
    ...                                              range(20))]
    [('R', 10), ('SD', 10)]
    """
    found: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for j in columns:
        parts = _LAST_NUMBER.fullmatch(titles[j].strip())
        if parts:
            value = float(parts["number"].replace(",", "."))
            found.setdefault((parts["before"], parts["after"]), []).append((j, value))
    out = []
    for (before, after), members in found.items():
        values = np.array([v for _, v in members])
        steps = np.diff(values)
        numbered = counts(values) and values.min() < 100
        if len(values) >= LEAST and ((steps > 0).all() or (steps < 0).all()) and not numbered and (
                values.max() >= LEAST_POSITION):
            made = Dressed([j for j, _ in members], values, before, after)
            if made.deviation or not series_of(before.strip(), after.strip(), values):  # std is short for hours as well
                out.append(made)
    return out


def by_turns(titles: Sequence[str], stretch: Stretch | None) -> list[int] | None:
    """The order in which channels that stand by turns with others are neighbours; None where none do."""
    if stretch is not None and len(stretch) >= LEAST:
        return None
    groups = dressed(titles, range(len(titles)))
    if len(groups) < 2 or len({len(g.columns) for g in groups}) != 1 or not any(
            a.columns[0] < b.columns[0] < a.columns[1] for a in groups for b in groups):
        return None
    groups.sort(key=lambda g: g.deviation)
    inside = [j for g in groups for j in g.columns]
    first = min(inside)
    rest = [j for j in range(len(titles)) if j not in inside]
    return [*(j for j in rest if j < first), *inside, *(j for j in rest if j > first)]


def back_in_order(layout: Layout, order: Sequence[int], titles: list[str]) -> Layout:
    """The layout of columns that were put in another order, told of the columns of the file."""
    def one(j: int | None) -> int | None:
        return None if j is None else order[j]

    guesses = dict(layout.guesses)
    if (found := guesses.get("name_column")) is not None and found.value:
        guesses["name_column"] = replace(found, value=order[found.value - 1] + 1)
    if (found := guesses.get("property_columns")) is not None:
        guesses["property_columns"] = replace(found, value=[order[j - 1] + 1 for j in found.value])
    return replace(
        layout, titles=titles, name_column=one(layout.name_column), group_column=one(layout.group_column),
        positions=tuple(order[j] for j in layout.positions), numeric=tuple(order[j] for j in layout.numeric),
        properties=tuple(order[j] for j in layout.properties), beside=tuple(sorted(order[j] for j in layout.beside)),
        guesses=guesses,
        channels=tuple(replace(c, columns=tuple(order[j] for j in c.columns)) for c in layout.channels))


def _in_no_order(stretch: Stretch, columns: list[int], titles: Sequence[str], kinds: Sequence[str],
                 ) -> tuple[Stretch, list[int]]:
    """The stretch with the other columns in its dress: channels in no order are channels all the same."""
    parts = [_LAST_NUMBER.fullmatch(t.strip()) if k == "number" else None for t, k in zip(titles, kinds, strict=True)]
    own = parts[columns[0]]
    if stretch.odd_dress or own is None:
        return stretch, columns
    alike = {j: float(m["number"].replace(",", ".")) for j, m in enumerate(parts) if m and (
        m["before"], m["after"]) == (own["before"], own["after"])}
    if not set(columns) < set(alike) or len(alike) - len(columns) < MANY:
        return stretch, columns
    values = np.array(list(alike.values()))
    return replace(stretch, first=min(alike), stop=max(alike) + 1, values=values), list(alike)


def further(stretch: Stretch, columns: list[int], titles: Sequence[str], kinds: Sequence[str],
            ) -> tuple[Stretch, list[int], list[Channels], list[Note]]:
    """The channels, further channels in the same row, and what is said of them.

    A run in the dress of the first is of the same spectrum (the axis steps back at a change of the detector); one in
    another dress is a spectrum of its own; deviations are none.
    """
    stretch, columns = _in_no_order(stretch, columns, titles, kinds)
    rest = [j for j in range(len(titles)) if j not in columns and kinds[j] == "number"]
    groups = dressed(titles, rest)
    own = _LAST_NUMBER.fullmatch(titles[columns[0]].strip())
    others: list[Channels] = []
    deviations, said = [], []
    for group in groups:
        if own is not None and (group.before, group.after) == (own["before"], own["after"]):
            pairs = sorted([*zip(columns, stretch.values.tolist(), strict=True),
                            *zip(group.columns, group.values.tolist(), strict=True)])
            columns = [j for j, _ in pairs]
            stretch = replace(stretch, first=columns[0], stop=columns[-1] + 1, values=np.array([v for _, v in pairs]))
        elif group.deviation:
            deviations.append(group.said)
            others.append(Channels(tuple(group.columns), None))
        else:
            said.append(group.said)
            unit = unit_around(group.before, group.after)
            made = Stretch(group.columns[0], group.columns[-1] + 1, group.values, unit, group.before)
            others.append(Channels(tuple(group.columns), made))
    notes = [Note("text.deviations_left_out", "info", runs=deviations)] if deviations else []
    if said:
        first, last = titles[columns[0]], titles[columns[-1]]
        notes.append(Note("text.several_runs_of_channels", runs=[f"{first} … {last}", *said], n=len(said) + 1))
    return stretch, columns, others, notes
