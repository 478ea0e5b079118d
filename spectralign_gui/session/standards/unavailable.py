"""Samples that cannot be measured, and why: never suggested, listed with their reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...core.notes import Note
from ..state.selections import Sample
from ..state.session_state import SessionState, Unavailable, with_reasons

REASONS = ("not available", "too expensive")
"""Offered first; any other text is a reason too."""


def bar(state: SessionState, samples: Iterable[Sample], reason: str = "") -> SessionState:
    """A state in which samples (instrument, row) cannot be measured; a reason given before is replaced."""
    rows: dict[str, dict[int, str]] = {name: dict(r) for name, r in state.unavailable.items()}
    for name, row in samples:
        rows.setdefault(name, {})[row] = reason.strip()
    return state.with_(unavailable=_sorted(rows))


def allow(state: SessionState, samples: Iterable[Sample] | None = None) -> SessionState:
    """A state in which samples can be measured again; all of them without `samples`."""
    gone = None if samples is None else set(samples)
    rows = {} if gone is None else {name: {row: why for row, why in r.items() if (name, row) not in gone}
                                    for name, r in state.unavailable.items()}
    return state.with_(unavailable=_sorted(rows))


def listed(state: SessionState) -> list[tuple[str, int, str, str]]:
    """Instrument, row, sample and reason of each, in the order of the instruments."""
    found = []
    for d in state.datasets:
        for row, why in sorted(state.unavailable.get(d.name, {}).items()):
            if row < len(d):
                found.append((d.name, row, d.sample_names[row].strip() or f"#{row + 1}", why))
    return found


def reasons(state: SessionState) -> list[str]:
    """What to offer as a reason: the usual ones, then those that were given."""
    given = (why for rows in state.unavailable.values() for why in rows.values())
    return list(dict.fromkeys((*REASONS, *(w for w in given if w))))


def in_words(state: SessionState) -> str:
    """How many and why: "3 samples cannot be measured (2 too expensive, 1 not available)"; "" if none."""
    whys = [why or "no reason given" for *_, why in listed(state)]
    if not whys:
        return ""
    counts = [Note("unavailable.count", "info", n=whys.count(why), why=why) for why in dict.fromkeys(whys)]
    return Note("unavailable.counted", "info", n=len(whys), counts=counts)


def unavailable_to_tree(unavailable: Unavailable) -> dict[str, Any]:
    """Plain tree for the project file."""
    return {name: [[int(row), why] for row, why in rows.items()] for name, rows in unavailable.items()}


def unavailable_from_tree(tree: Mapping[str, Any]) -> Unavailable:
    """What `unavailable_to_tree` described."""
    return with_reasons({name: {int(row): str(why) for row, why in rows} for name, rows in tree.items()})


def _sorted(rows: Mapping[str, Mapping[int, str]]) -> Unavailable:
    return {name: dict(sorted(r.items())) for name, r in rows.items() if r}
