"""What has changed from one state of a session to the next, as item, old and new."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.data import SpectralDataset
from ...core.registry import is_method, method
from ...words import units
from ...words.language import PLAIN
from ..state import SessionState

LONG = 300


def changes_between(before: SessionState, after: SessionState) -> list[tuple[str, str, str]]:
    """Every item that differs."""
    if before is after:
        return []
    pairs: list[tuple[str, Any, Any]] = [
        ("method", _method(before), _method(after)),
        *_of_mappings("parameter", _flat(before.parameters), _flat(after.parameters)),
        ("preprocessing", _steps(before), _steps(after)), ("standards", _standards(before), _standards(after)),
        *_of_mappings("left out of", _rows(before.excluded), _rows(after.excluded)),
        *_of_mappings("instrument", *_instruments(before, after)),
        ("order of instruments", ", ".join(before.instruments), ", ".join(after.instruments)),
        *_of_mappings("selection", _named(before.selections), _named(after.selections)),
        ("seed", before.seed, after.seed), ("check days", _checks(before), _checks(after)),
        ("rounds of suggestions", len(before.rounds), len(after.rounds)),
        *_of_mappings("cannot be measured", _rows(before.unavailable), _rows(after.unavailable)),
        ("two instruments compared", before.pair or "", after.pair or "")]
    return [(item, _short(a), _short(b)) for item, a, b in pairs if a != b]


def _short(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text if len(text) <= LONG else f"{text[:LONG]}… ({len(text)} letters)"


def _of_mappings(what: str, a: Mapping[str, Any], b: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    return [(f"{what} {name}", a.get(name, ""), b.get(name, "")) for name in dict.fromkeys((*a, *b))]


def _method(state: SessionState) -> str:
    return f"{method(state.method).title} ({state.method})" if is_method(state.method) else state.method


def _flat(parameters: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    return {f"{method}.{name}": f"{value!r}" if isinstance(value, str) else str(value)
            for method, values in parameters.items() for name, value in values.items()}


def _steps(state: SessionState) -> str:
    from ...preprocessing.parse import format_step

    spec = state.preprocessing
    parts = [format_step(s) + ("" if s.enabled else " (off)") for s in spec.shared]
    parts += [f"{name}/{format_step(s)}{'' if s.enabled else ' (off)'}" for name, steps in spec.own.items()
              for s in steps]
    return " → ".join(parts)


def _standards(state: SessionState) -> str:
    held = sum(s.held_out for s in state.standards)
    digest = ""
    if state.standards:
        text = repr([(sorted((n, tuple(r)) for n, r in s.rows.items()), s.held_out) for s in state.standards])
        digest = f", SHA-256 {hashlib.sha256(text.encode()).hexdigest()[:12]}"
    return f"{len(state.standards)}, {held} held out{digest}"


def _rows(rows: Mapping[str, Any]) -> dict[str, str]:
    return {name: " ".join(f"#{r + 1}" for r in sorted(of)) for name, of in rows.items() if of}


def _named(selections: Mapping[str, Mapping[str, tuple[int, ...]]]) -> dict[str, int]:
    return {name: sum(map(len, of.values())) for name, of in selections.items()}


def _checks(state: SessionState) -> str:
    return f"{len(state.checks)}" + (f", last {state.checks[-1].day}" if state.checks else "")


def _instruments(before: SessionState, after: SessionState) -> tuple[dict[str, str], dict[str, str]]:
    """Of data sets that are not the very same: what they are, with hashes of what they hold."""
    same = {id(d) for d in before.datasets} & {id(d) for d in after.datasets}
    one, two = ({d.name: _dataset(d) for d in s.datasets if id(d) not in same} for s in (before, after))
    return one, two


def _dataset(d: SpectralDataset) -> str:
    values = ""
    if d.targets is not None:
        values = f", values of {', '.join(d.targets.names)} (SHA-256 {_digest(d.targets.values)})"
    parts = [f"{len(d)} × {len(d.axis)} {d.quantity}, axis in {units.named(d.axis.unit, PLAIN)} "
             f"(SHA-256 {_digest(d.spectra)})",
             f"names and groups SHA-256 {hashlib.sha256(repr((d.sample_names, d.groups)).encode()).hexdigest()[:12]}"]
    return ", ".join(parts) + values


def _digest(values: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest()[:12]
