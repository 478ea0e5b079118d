"""What is done about short circuits: samples left out, another method with the same settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core.registry import method as info
from ..state import SessionState


def without(state: SessionState, samples: Iterable[tuple[str, int]]) -> SessionState:
    """A state in which these samples take part in no fit."""
    excluded = {name: set(rows) for name, rows in state.excluded.items()}
    for name, row in samples:
        excluded.setdefault(name, set()).add(row)
    return state.with_(excluded={name: tuple(sorted(rows)) for name, rows in excluded.items() if rows})


def sent_to(state: SessionState, method: str, source: str, parameters: dict[str, Any]) -> SessionState:
    """A state that runs `method` with the values of `source` that both have, and `parameters` on top."""
    known = {p.name for p in info(method).parameters}
    values = {k: v for k, v in state.method_parameters(source).items() if k in known}
    values.update(state.method_parameters(method))
    values.update(parameters)
    return state.with_(method=method, parameters={**state.parameters, method: values})
