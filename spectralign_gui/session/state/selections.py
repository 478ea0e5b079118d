"""Named selections of samples. Each function takes a state and returns a new one, or samples of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from ...core.errors import DataError
from .session_state import SessionState

Sample: TypeAlias = tuple[str, int]
"""Instrument and row, of the session's data set, not of a run with excluded rows."""
Rows: TypeAlias = Mapping[str, tuple[int, ...]]


def as_rows(samples: Iterable[Sample]) -> dict[str, tuple[int, ...]]:
    """Samples by instrument, rows ascending."""
    found: dict[str, set[int]] = {}
    for name, row in samples:
        found.setdefault(name, set()).add(int(row))
    return {name: tuple(sorted(rows)) for name, rows in sorted(found.items())}


def present(state: SessionState, rows: Rows) -> list[Sample]:
    """Those samples of a selection that the session has, in the order of the instruments."""
    sizes = {d.name: len(d) for d in state.datasets}
    return [(name, row) for name in sizes for row in rows.get(name, ()) if 0 <= row < sizes[name]]


def selection(state: SessionState, title: str) -> list[Sample]:
    """Samples of a named selection.

    Raises
    ------
    DataError
        There is none of that name.
    """
    if title not in state.selections:
        raise DataError("selections.unknown", title=title)
    return present(state, state.selections[title])


def keep(state: SessionState, title: str, samples: Iterable[Sample], how: str = "replace") -> SessionState:
    """A state in which samples are a named selection, or are added to or taken out of one.

    Parameters
    ----------
    state : SessionState
    title : str
        A new name, or that of a selection.
    samples : iterable of (instrument, row)
    how : {"replace", "add", "subtract", "intersect"}

    Raises
    ------
    DataError
        The name is empty, or nothing would be left in the selection.
    """
    title = title.strip()
    if not title:
        raise DataError("selections.no_name")
    before = set(present(state, state.selections.get(title, {})))
    after = combined(before, set(samples), how)
    if not after:
        raise DataError("selections.nothing_left" if title in state.selections else "selections.select_first",
                        title=title)
    return state.with_(selections={**state.selections, title: as_rows(after)})


def combined(before: set[Sample], samples: set[Sample], how: str) -> set[Sample]:
    """Two sets of samples put together: "replace", "add", "subtract" or "intersect"."""
    return {"replace": samples, "add": before | samples, "subtract": before - samples,
            "intersect": before & samples}[how]


def rename(state: SessionState, old: str, new: str) -> SessionState:
    """A state in which a selection has another name, at the same place of the list.

    Raises
    ------
    DataError
        The name is empty or taken.
    """
    new = new.strip()
    if new == old:
        return state
    if not new:
        raise DataError("selections.no_name")
    if new in state.selections:
        raise DataError("selections.exists", new=new)
    return state.with_(selections={new if k == old else k: v for k, v in state.selections.items()})


def delete(state: SessionState, title: str) -> SessionState:
    """A state without a selection; its samples stay."""
    return state.with_(selections={k: v for k, v in state.selections.items() if k != title})


# -- finding samples -----------------------------------------------------------------------------------------
def inverted(state: SessionState, samples: Iterable[Sample]) -> list[Sample]:
    """All other samples of the instruments that are touched; of every instrument if none is."""
    chosen = set(samples)
    touched = {name for name, _ in chosen} or set(state.instruments)
    return [(d.name, row) for d in state.datasets if d.name in touched for row in range(len(d))
            if (d.name, row) not in chosen]


def with_partners(state: SessionState, samples: Iterable[Sample]) -> list[Sample]:
    """The samples, and the spectra of the same standards on the other instruments."""
    chosen = list(dict.fromkeys(samples))
    known = set(chosen)
    found = list(chosen)
    for standard in state.standards:
        members = [(name, row) for name in state.instruments for row in standard.rows.get(name, ())]
        if known.intersection(members):
            found += [m for m in members if m not in known]
    return list(dict.fromkeys(found))


def by_name(state: SessionState, text: str) -> list[Sample]:
    """Samples whose name contains a text (case is ignored); with ``*`` or ``?`` the whole name has to fit."""
    wanted = text.strip().casefold()
    if not wanted:
        return []
    if "*" in wanted or "?" in wanted:
        fits = re.compile(re.escape(wanted).replace(r"\*", ".*").replace(r"\?", ".")).fullmatch
        return [(d.name, row) for d in state.datasets for row, name in enumerate(d.sample_names)
                if fits(name.strip().casefold())]
    return [(d.name, row) for d in state.datasets for row, name in enumerate(d.sample_names)
            if wanted in name.casefold()]


def groups(state: SessionState) -> list[str]:
    """Names of the groups that any sample has."""
    return sorted({g for d in state.datasets for g in d.groups or () if g})


def of_group(state: SessionState, group: str) -> list[Sample]:
    """Samples of a group on all instruments, with the partners of standards that have none of their own."""
    own = [(d.name, row) for d in state.datasets for row, g in enumerate(d.groups or ()) if g == group]
    labels = {d.name: d.groups for d in state.datasets}
    return own + [(name, row) for name, row in with_partners(state, own)[len(own):]
                  if not ((labels[name] or ())[row:row + 1] or ("",))[0]]


def of_standards(state: SessionState, held_out: bool | None = None) -> list[Sample]:
    """Spectra of standards; only the held-out ones or the others if asked."""
    return list(dict.fromkeys((name, row) for s in state.standards if held_out in (None, s.held_out)
                              for name, rows in s.rows.items() for row in rows))


def left_out(state: SessionState) -> list[Sample]:
    """Samples that take part in no fit."""
    return present(state, state.excluded)


def words(samples: Iterable[Sample]) -> str:
    """How many, and on which instruments: "5 of m5, 2 of mp5"."""
    rows = as_rows(samples)
    return ", ".join(f"{len(r)} of {name}" for name, r in rows.items()) or "none"
