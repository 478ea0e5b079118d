"""Lines of a comparison of transfers: the methods with their settings, and the yardsticks beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..registry import method, plain_name, route_of

YARDSTICKS = ("none", "target-only", "native", "a-on-a")
FIXED = ("none", "native", "a-on-a")
"""Yardsticks that do not depend on the number of standards."""
QUICK = (*YARDSTICKS, "bias", "slope-bias", "mean-shift")
OWN_MODEL = frozenset({"coefficients", "coefficient_names"})
"""Parameters that say nothing of a method itself, only that A's model is the user's own."""


@dataclass(frozen=True)
class Entry:
    """One line of the comparison.

    Parameters
    ----------
    key : str
        Name in the report.
    method : str
        Registered name; "lra/spectra" is LRA through its map back to A's channels, "a-on-a" is A's model on A's own
        test spectra.
    settings : mapping
        Parameters that differ from the default.
    """

    key: str
    method: str
    settings: Mapping[str, Any] = field(default_factory=dict)


def entries_for(
    names: Sequence[str], settings: Mapping[str, Mapping[str, Any]] | None = None, regression: str = "pls",
    yardsticks: bool = True,
) -> tuple[Entry, ...]:
    """Lines of the comparison for registered methods, the yardsticks added.

    An alignment that can give A's spectra gets a second line "NAME/spectra", with what is set for it or else with
    what is set for NAME; it can also be named alone. `regression` is passed to every method that takes one; "a-on-a"
    takes "component_rule" and "closure" beside it. Where
    nothing is set, an embedding that knows the fitted samples only gives way to its linear form, "lpp".
    """
    settings = settings or {}
    entries: dict[str, Entry] = {}
    for name in dict.fromkeys([*names, *(YARDSTICKS if yardsticks else ())]):
        if name == "a-on-a":
            entries[name] = Entry(name, name, {"regression": regression, **settings.get(name, {})})
            continue
        if "predict" in method(name).can:
            entries.setdefault(name, Entry(name, name, _settings_of(name, settings, regression)))
        route = route_of(name)
        if route:
            entries.setdefault(route, Entry(route, route, _settings_of(route, settings, regression)))
    return tuple(entries.values())


def _settings_of(name: str, settings: Mapping[str, Mapping[str, Any]], regression: str) -> dict[str, Any]:
    values = dict(settings.get(name, {}))
    if not set(values) - OWN_MODEL:  # for the route nothing is set but, maybe, whose model of A predicts
        values = {**settings.get(plain_name(name), {}), **values}
    parameters = {p.name: p for p in method(name).parameters}
    if "regression" in parameters:
        values.setdefault("regression", regression)
    if "embedding" in parameters and parameters["embedding"].default == "laplacian":
        values.setdefault("embedding", "lpp")  # Laplacian eigenmaps have no map for the test spectra
    return values


def without_predictions(names: Sequence[str]) -> dict[str, str]:
    """Methods for which `entries_for` makes no line, because they give no values of a new spectrum: name → sentence."""
    found = {}
    for name in dict.fromkeys(names):
        info = None if name == "a-on-a" else method(name)
        if info is not None and "predict" not in info.can:
            estimator = info.estimator
            reason = estimator.why_no_predict if "transform" in info.can else estimator.why_no_transform
            found[name] = f"{info.title} ({name}) predicts no values: {reason}"
    return found
