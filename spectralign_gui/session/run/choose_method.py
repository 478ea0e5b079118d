"""Making a method, with its settings, the session's; and whether a run is one of the session as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...core.data import SpectralDataset
from ...core.errors import SpectrAlignError
from ...core.registry import is_method, method, plain_name, route_of
from ...core.validation.entries import OWN_MODEL
from ..state.instrument_pair import two_of
from ..state.reference_values import has_values
from ..state.session_state import SessionState
from .convergence import stopped_at
from .result import RunResult

VALUES_METHOD = "auto"
"""What to begin with where values are wanted: it compares the transfers by itself."""


def with_method(state: SessionState, name: str, settings: Mapping[str, Any]) -> SessionState:
    """The session with a method and these settings of it; what equals a default is not kept.

    Parameters
    ----------
    state : SessionState
    name : str
        Registered name, "lra/spectra" for a route.
    settings : mapping
        Take the place of what was set for this method.
    """
    defaults = method(name).defaults()
    kept = {k: v for k, v in settings.items() if k not in defaults or not _equal(v, defaults[k])}
    parameters = {k: v for k, v in state.parameters.items() if k != name}
    return state.with_(method=name, parameters={**parameters, name: kept} if kept else parameters)


def suited_to_values(state: SessionState, before: SessionState) -> SessionState:
    """The session with the automatic transfer, where reference values have just come and no method was chosen yet.

    Parameters
    ----------
    state : SessionState
        With the new data.
    before : SessionState
        Without them.
    """
    chosen = state.method != SessionState().method or bool(state.parameters)
    if chosen or _has_values(before) or not _has_values(state):
        return state
    return with_method(state, VALUES_METHOD, {})


def _has_values(state: SessionState) -> bool:
    return any(map(has_values, state.datasets))


def on_route(state: SessionState, through_spectra: bool) -> SessionState:
    """The session with its method on the route through A's spectra, or not; settings that both have go along."""
    plain = plain_name(state.method)
    name = route_of(plain) if through_spectra and route_of(plain) else plain
    if name == state.method:
        return state
    own = state.method_parameters(name)
    if set(own) - OWN_MODEL:
        return state.with_(method=name)
    known = {p.name for p in method(name).parameters}
    return with_method(state, name, {**{k: v for k, v in state.method_parameters().items()
                                        if k in known - OWN_MODEL}, **own})


def is_run_of(run: RunResult, state: SessionState) -> bool:
    """Whether the run is what the session's method gives on the session's data: the same spectra, standards,
    preprocessing, exclusions, seed, method and settings.

    A run that the user stopped before its end is none. Spectra are told apart by identity: undo and projects
    keep the arrays that runs share.
    """
    old = run.state
    return (old.method == state.method and old.seed == state.seed
            and len(old.datasets) == len(state.datasets)
            and all(_same_data(a, b) for a, b in zip(old.datasets, state.datasets, strict=True))
            and (old.standards is state.standards or old.standards == state.standards)
            and old.preprocessing == state.preprocessing
            and _left_out(old) == _left_out(state)
            and _same_settings(old, state)
            and stopped_at(run) is None)


def differences(run: RunResult, state: SessionState) -> list[str]:
    """What the session has now that a run was not made with: "method", "settings", "spectra", "standards",
    "preprocessing", "excluded samples"; empty where it is a run of what the form says.

    A run of two among several instruments is compared with these two.
    """
    try:
        now = two_of(state, (run.state.instruments[0], run.state.instruments[1])) if (
            len(run.state.instruments) == 2 and len(state.instruments) > 2
            and set(run.state.instruments) <= set(state.instruments)) else state
    except SpectrAlignError:
        now = state
    old, found = run.state, []
    if old.method != now.method:
        found.append("method")
    elif not _same_settings(old, now):
        found.append("settings")
    if len(old.datasets) != len(now.datasets) or not all(
            _same_data(a, b) for a, b in zip(old.datasets, now.datasets, strict=True)):
        found.append("spectra")
    if old.standards is not now.standards and old.standards != now.standards:
        found.append("standards")
    if old.preprocessing != now.preprocessing:
        found.append("preprocessing")
    if _left_out(old) != _left_out(now):
        found.append("excluded samples")
    return found


def run_of(state: SessionState, runs: Iterable[RunResult]) -> RunResult | None:
    """The latest of the runs that `is_run_of` the session; None if it has not been run."""
    return next((r for r in reversed(list(runs)) if is_run_of(r, state)), None)


def _same_data(a: SpectralDataset, b: SpectralDataset) -> bool:
    return a is b or (  # its source was found elsewhere: another object with the same arrays
        a.spectra is b.spectra and a.axis is b.axis and a.targets is b.targets
        and (a.name, a.quantity, a.sample_names, a.groups) == (b.name, b.quantity, b.sample_names, b.groups))


def _left_out(state: SessionState) -> dict[str, tuple[int, ...]]:
    return {name: tuple(sorted(rows)) for name, rows in state.excluded.items() if rows}


def _same_settings(one: SessionState, other: SessionState) -> bool:
    defaults = method(one.method).defaults() if is_method(one.method) else {}
    a, b = {**defaults, **one.method_parameters()}, {**defaults, **other.method_parameters()}
    return set(a) == set(b) and all(_equal(a[k], b[k]) for k in a)


def _equal(a: Any, b: Any) -> bool:
    lists = [isinstance(v, (tuple, list)) for v in (a, b)]
    return list(a) == list(b) if all(lists) else not any(lists) and bool(a == b)
