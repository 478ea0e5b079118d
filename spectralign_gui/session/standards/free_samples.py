"""How many samples of each instrument may still be suggested: neither a standard, nor excluded, nor not to be had."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.data import match_key
from ...core.notes import Note
from ..state.session_state import SessionState


def free_samples(state: SessionState) -> dict[str, int]:
    """Physical samples per instrument that a list may contain.

    Parameters
    ----------
    state : SessionState

    Returns
    -------
    dict of str to int
        Rows of one name count once; what shares its name with a standard is that standard.

    Examples
    --------
    >>> free_samples(state)  # doctest: +SKIP
    {'lab': 60, 'field': 0}
    """
    keys = {d.name: [match_key(n) for n in d.sample_names] for d in state.datasets}
    out = {name: set(state.excluded.get(name, ())) for name in keys}
    tables: list[Mapping[str, Sequence[int]]] = [{name: tuple(state.unavailable.get(name, ())) for name in keys}]
    for standard in state.standards:  # one whose spectra are excluded on all but one instrument is none now
        left_of = {name: [r for r in rows if r not in out[name]] for name, rows in standard.rows.items() if name in out}
        tables += [standard.rows] if sum(map(bool, left_of.values())) > 1 else []
    marked: dict[str, set[int]] = {name: set() for name in keys}
    taken: set[str] = set()
    for table in tables:
        for name in table.keys() & keys.keys():
            known = [int(r) for r in table[name] if 0 <= int(r) < len(keys[name])]
            marked[name].update(known)
            taken.update(keys[name][r] for r in known)
    found = {}
    for name, own in keys.items():
        gone = marked[name] | out[name]
        left = [key for row, key in enumerate(own) if row not in gone and (not key or key not in taken)]
        found[name] = len({key for key in left if key}) + sum(not key for key in left)
    return found


def nothing_left_on(free: Mapping[str, int], wanted: Sequence[str] = ()) -> Note | None:
    """That instruments have no sample left to suggest, and which have; None where all have some, or there is but one.

    Parameters
    ----------
    free : mapping of str to int
        Of `free_samples`.
    wanted : sequence of str
        Instruments whose samples are asked for; default all.
    """
    empty = [name for name in (wanted or free) if not free.get(name, 0)]
    others = [name for name, number in free.items() if number]
    if not empty or not free:
        return None
    if not others:
        return Note("suggestion.nothing_left", "advice")
    return Note("suggestion.all_standards", "advice", names=empty, others=others)
