"""Parameters as a fit really used them, also where it chose a value of its own for every instrument."""

from __future__ import annotations

from typing import Any

from .result import RunResult

PER_INSTRUMENT = {"penalty": "penalties", "omega": "omegas", "noise_weight": "noise_weights", "gamma": "gammas"}
"""Parameter -> entry that holds what was used where it was left automatic, one value per instrument."""


def used_parameters(result: RunResult) -> dict[str, Any]:
    """All parameters by name; those chosen per instrument also under the names of `PER_INSTRUMENT`."""
    estimator = result.estimator
    used = dict(estimator.chosen_)
    penalties = getattr(estimator, "penalties_", None)
    if penalties is not None and "omega" in used:
        used["omegas"] = [1.0 / float(p) for p in penalties if p]
    if penalties is not None:
        used["penalties"] = [float(p) for p in penalties]
    return used


def used_value(used: dict[str, Any], name: str, default: Any) -> Any:
    """What `used_parameters` holds of one parameter: its value, or where that is automatic those per instrument."""
    value = used.get(name, default)
    several = used.get(PER_INSTRUMENT.get(name, ""))
    return several if value is None and several else value
