"""Which two of three or more instruments are compared, or transferred between: values come from one, go to the other.

A comparison, and a run of it or of a method that takes two instruments, is of a session with these two alone; it is
made here, so that everything behind it (runs, projects, reports, programs) sees an ordinary session of two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from ...core.data import Standard
from ...core.errors import ParameterError
from ...core.notes import Note
from ...core.registry import is_method, method
from ..standards.rounds import rounds_without
from .session_state import SessionState
from .soundness import same_spectra


def pair_of(state: SessionState) -> tuple[str, str] | None:
    """From and To: those chosen, or the first two in the order of the instruments that share standards.

    Of two instruments it is always the first and the second; None where fewer are loaded.
    """
    names = state.instruments
    if len(names) <= 2:
        return (names[0], names[1]) if len(names) == 2 else None
    if state.pair is not None and len(set(state.pair) & set(names)) == 2:
        return state.pair
    return completed(state)


def completed(state: SessionState, source: str | None = None, target: str | None = None) -> tuple[str, str]:
    """From and To where one, both or none of them is given.

    What is missing is the first instrument that shares standards with the other one; the first at all if none does.

    Raises
    ------
    ParameterError
        One that is not loaded, or twice the same.
    """
    names = state.instruments
    for name in (source, target):
        if name is not None and name not in names:
            raise ParameterError("instrument.unknown", name=name, names=names)
    if source is not None and source == target:
        raise ParameterError("instrument.from_is_to", source=source)
    possible = [(a, b) for a, b in combinations(names, 2)]
    if source is not None:
        possible = [(source, b) for b in names if b != source]
    elif target is not None:
        possible = [(a, target) for a in names if a != target]
    if target is not None:
        possible = [pair for pair in possible if pair[1] == target]
    measured: dict[str, set[int]] = {name: set() for name in names}  # hundreds of instruments have many pairs
    for k, standard in enumerate(state.standards):
        for name, rows in standard.rows.items():
            if rows and name in measured:
                measured[name].add(k)
    return next(((a, b) for a, b in possible if not measured[a].isdisjoint(measured[b])), possible[0])


def shared(state: SessionState, pair: Iterable[str]) -> int:
    """Number of standards measured on both."""
    a, b = pair
    return sum(bool(s.rows.get(a)) and bool(s.rows.get(b)) for s in state.standards)


def with_pair(state: SessionState, source: str | None = None, target: str | None = None) -> SessionState:
    """The session with another From or To; one that is the other now changes places with it."""
    pair = pair_of(state)
    if pair is None:
        return state
    a, b = source or pair[0], target or pair[1]
    if a == b:
        a, b = (a, pair[0]) if source else (pair[1], b)
    return state.with_(pair=(a, b))


def two_of(state: SessionState, pair: tuple[str, str] | None = None) -> SessionState:
    """The session with two instruments alone, From first; the same one if it has no others.

    Parameters
    ----------
    state : SessionState
    pair : (str, str), optional
        Default: `pair_of` the session.
    """
    pair = pair or pair_of(state)
    if pair is None or pair == state.instruments:
        return state
    kept = tuple(replace(s, rows=rows) if len(rows) < len(s.rows) else s for s in state.standards
                 if len(rows := {n: r for n, r in s.rows.items() if n in pair}) == 2 and all(rows.values()))
    rounds = state.rounds
    for name in state.instruments:
        rounds = rounds if name in pair else rounds_without(rounds, name)
    return state.with_(
        datasets=tuple(state.dataset(name) for name in pair), standards=kept, pair=pair,
        preprocessing=replace(state.preprocessing, own={k: v for k, v in state.preprocessing.own.items() if k in pair}),
        excluded={k: v for k, v in state.excluded.items() if k in pair},
        selections={title: rest for title, rows in state.selections.items()
                    if (rest := {k: v for k, v in rows.items() if k in pair})},
        rounds=rounds, unavailable={k: v for k, v in state.unavailable.items() if k in pair})


def runs_on_two(state: SessionState) -> bool:
    """Whether a run of the session's method is of From and To alone, because it takes no more and more are loaded."""
    return len(state.datasets) > 2 and is_method(state.method) and method(state.method).max_sets == 2


def to_run(state: SessionState) -> SessionState:
    """The session that a run of its method is of."""
    return two_of(state) if runs_on_two(state) else state


def is_part_of(part: SessionState, whole: SessionState) -> bool:
    """Whether a session is of two among the same spectra of another one that has more."""
    return len(whole.datasets) > 2 and part.pair is not None and part.pair == part.instruments and all(
        d.name in whole.instruments and same_spectra(d, whole.dataset(d.name)) for d in part.datasets)


def put_back(part: SessionState, whole: SessionState) -> SessionState:
    """A session of more instruments with the settings of one of two among them (see `is_part_of`)."""
    assert part.pair is not None
    pair = part.pair

    def joined(old: dict, new: dict) -> dict:  # type: ignore[type-arg]
        return {**{k: v for k, v in old.items() if k not in pair}, **new}

    standards = whole.standards
    if two_of(whole, pair).standards != part.standards:
        standards = _marked_again(part.standards, whole.standards, pair)
    return whole.with_(
        datasets=tuple(part.dataset(d.name) if d.name in pair else d for d in whole.datasets), standards=standards,
        preprocessing=replace(part.preprocessing, own=joined(dict(whole.preprocessing.own),
                                                             dict(part.preprocessing.own))),
        excluded=joined(dict(whole.excluded), dict(part.excluded)), method=part.method, parameters=part.parameters,
        seed=part.seed, pair=pair)


def _marked_again(part: tuple[Standard, ...], whole: tuple[Standard, ...], pair: tuple[str, str]
                  ) -> tuple[Standard, ...]:
    """The standards of the two as they were, with what the others have of the same samples; the rest as it is."""
    found, used = [], set()
    for standard in part:
        mine = {(name, row) for name, rows in standard.rows.items() for row in rows}
        rows = dict(standard.rows)
        for k, other in enumerate(whole):
            if k not in used and any((name, row) in mine for name in pair for row in other.rows.get(name, ())):
                used.add(k)
                rows |= {name: r for name, r in other.rows.items() if name not in pair and name not in rows}
        found.append(replace(standard, rows=rows))
    for k, other in enumerate(whole):
        rest = {name: r for name, r in other.rows.items() if name not in pair}
        if k not in used and len(rest) >= 2:
            found.append(replace(other, rows=rest))
    return tuple(found)


def why_not_comparable(state: SessionState) -> str:
    """Why no methods can be compared on From and To yet, as a sentence; "" if they can."""
    pair = pair_of(state)
    if pair is None:
        return Note("comparison.needs_two_instruments")
    if shared(state, pair) < 6:
        return Note("comparison.six_standards" if len(state.datasets) == 2 else "comparison.six_standards_of",
                    a=pair[0], b=pair[1])
    known = [d.name for d in state.datasets if d.targets is not None and d.targets.known]
    if not known:
        return Note("comparison.load_values")
    if not set(known) & set(pair):
        return Note("comparison.neither_has_values", a=pair[0], b=pair[1], known=known, n=len(known))
    return ""
