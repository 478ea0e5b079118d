"""What a comparison asks of all its lines alike, the yardsticks too: else it would not be the methods that differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...core.errors import ParameterError
from ...core.notes import Note
from ...core.registry import is_method, method, route_of
from ...core.validation.entries import OWN_MODEL, YARDSTICKS
from ..state.session_state import SessionState

RULE, CLOSURE, BUDGET = "component_rule", "closure", "budget"
OF_A_ON_A = ("regression", RULE, CLOSURE)
"""What A's model on A's own spectra takes; it is no method."""


def own_settings(state: SessionState, methods: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Parameters that the session has for these methods and for their routes."""
    settings = {m: state.method_parameters(m) for m in methods}
    routes = [route_of(m) for m in settings]
    return settings | {r: state.method_parameters(r) for r in routes if r in state.parameters}


def for_all(
    settings: Mapping[str, Mapping[str, Any]], *, rule: str | None = None, closure: float | None = None,
    budget: float | None = None,
) -> dict[str, dict[str, Any]]:
    """Settings of a comparison with what is asked of all its lines; what is set for a method itself goes first.

    Parameters
    ----------
    settings : mapping of method to mapping
        Of every method that takes part.
    rule : str, optional
        How the number of latent variables is read from cross-validation, for lines that have some.
    closure : float, optional
        Most that the predicted parts of a whole add up to.
    budget : float, optional
        Seconds, for the automatic transfer.
    """
    asked = {k: v for k, v in ((RULE, rule), (CLOSURE, closure)) if v is not None}
    found = {m: dict(v) for m, v in settings.items()}
    for m, route in [(m, route_of(m)) for m in found] if asked else ():  # a route takes more than its method
        if route:
            own = found.get(route, {})
            found[route] = own if set(own) - OWN_MODEL else {**found[m], **own}
    for m in dict.fromkeys((*found, *YARDSTICKS)) if asked else ():
        known = {p.name for p in method(m).parameters} if is_method(m) else set(OF_A_ON_A)
        for name, value in asked.items():
            if name in known:
                found.setdefault(m, {}).setdefault(name, value)
    for m in ("auto", "auto-marked") if budget is not None else ():
        if m in found:
            found[m].setdefault(BUDGET, budget)
    return found


def properties_asked(words: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Properties that a call names, in the order of the data; a word is one name, or several with commas between.

    Raises
    ------
    ParameterError
        A name that no property has.
    """
    names, asked = list(known), set()
    for word in words:
        parts = [word.strip()] if word.strip() in names else [p.strip() for p in word.split(",") if p.strip()]
        for part in parts:
            if part not in names:
                raise ParameterError("comparison.no_property", name=part, known=names)
            asked.add(part)
    return tuple(n for n in names if n in asked)


def closure_note(closure: float | None) -> str:
    """What the reader of a table has to know if sums were closed; "" if not."""
    return Note("comparison.closed", "info", closure=closure) if closure is not None else ""
