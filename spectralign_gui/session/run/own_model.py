"""The user's own regression vector of the reference instrument in place of a fitted model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...core.data import Axis, SpectralDataset, Targets
from ...core.errors import DataError, ParameterError
from ...core.registry import method, methods, route_of
from ...core.regression import own_coefficients
from ...core.transfers.coefficients import Coefficients
from ...preprocessing.pipeline import fit_and_apply
from ..state.session_state import SessionState
from .held_out import without_unknown_properties

PARAMETER, NAMES = "coefficients", "coefficient_names"
_SEPARATOR = ";"


def own_model_methods() -> list[str]:
    """Methods that can predict with a model of one's own: transfers of the spectra, alignments through A's spectra."""
    names = [name for known in methods() for name in (known, route_of(known)) if name]
    return [name for name in names if PARAMETER in {p.name for p in method(name).parameters}]


def own_model_among(
    names: Sequence[str], settings: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """The own model in the settings of the methods of a comparison, or of their routes; empty without one."""
    for name in [n for m in names for n in (m, route_of(m)) if n]:
        if own_properties(settings.get(name, {})):
            return {k: settings[name][k] for k in (PARAMETER, NAMES)}
    return {}


def own_properties(parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the properties of an own model among a method's parameters; empty without one."""
    if not parameters.get(PARAMETER):
        return ()
    return tuple(n.strip() for n in str(parameters.get(NAMES, "")).split(_SEPARATOR) if n.strip())


def own_parameters(table: Coefficients, axis: Axis, instrument: str) -> dict[str, Any]:
    """Parameters of a method for these coefficients.

    Parameters
    ----------
    table : Coefficients
        As read from a file; ascending or descending.
    axis : Axis
        Of the spectra that the model gets: the reference instrument's, preprocessed.
    instrument : str
        For the error sentence.

    Raises
    ------
    DataError
        Another axis than that of the spectra, or names that cannot be told apart.
    """
    if any(_SEPARATOR in name for name in table.properties):
        raise DataError("the name of a property with own coefficients must not hold a semicolon.")
    step = float(np.diff(axis.values).min()) if len(axis) > 1 else 1.0
    try:
        model = own_coefficients(table.values, table.intercept, table.axis, axis.values, 0.05 * step, table.properties)
    except DataError as error:
        raise DataError(f"{instrument}: {error}") from error
    flat = np.column_stack([model.intercept, model.coefficients.T]).ravel()
    return {PARAMETER: tuple(float(v) for v in flat), NAMES: f"{_SEPARATOR} ".join(table.properties)}


def with_own_model(state: SessionState, table: Coefficients) -> SessionState:
    """The session with these coefficients as the model of its reference instrument, in every method that takes one.

    Raises
    ------
    DataError
        No spectra, or coefficients for another axis.
    """
    if not state.datasets:
        raise DataError("load spectra of the instrument that the coefficients belong to first.")
    reference = state.datasets[0]
    _, processed, _ = fit_and_apply(state.preprocessing, list(state.datasets))
    values = own_parameters(table, processed[0].axis, reference.name)
    parameters = dict(state.parameters)
    for name in own_model_methods():
        parameters[name] = {**parameters.get(name, {}), **values}
    return state.with_(parameters=parameters)


def without_own_model(state: SessionState) -> SessionState:
    """The session without own coefficients: A's model is fitted again."""
    return state.with_(parameters={
        method: {k: v for k, v in values.items() if k not in (PARAMETER, NAMES)}
        for method, values in state.parameters.items()})


def check_takes_own_model(name: str) -> None:
    """Refuse a method that fits its model anew.

    Raises
    ------
    ParameterError
    """
    if name not in own_model_methods():
        can, route = own_model_methods(), route_of(name)
        raise ParameterError(f"{name} fits its own model and cannot use your coefficients; " + (
            f"{route} can (B's spectra are turned into A's, and your model predicts)." if route else
            f"methods that can are {', '.join(n for n in can if n in methods())}, and alignments through A's spectra, "
            "such as lra/spectra."))


def fitting_targets(
    parameters: Mapping[str, Any], datasets: Sequence[SpectralDataset],
) -> tuple[list[SpectralDataset], str]:
    """The data sets with the reference values that a method gets, and a sentence on what is left out, or "".

    With an own model the properties are those it predicts; otherwise those of which anything is known.
    """
    own = own_properties(parameters)
    return (with_properties(datasets, own), "") if own else without_unknown_properties(datasets)


def with_properties(datasets: Sequence[SpectralDataset], names: Sequence[str]) -> list[SpectralDataset]:
    """Data sets whose reference values are those of `names`, in this order; unknown where there are none."""
    found = []
    for d in datasets:
        given = d.targets
        columns = [given.column(n) if given is not None else None for n in names]
        values = np.full((len(d), len(names)), np.nan)
        censored = np.zeros(values.shape, dtype=bool)
        units, errors = [""] * len(names), [float("nan")] * len(names)
        for j, c in enumerate(columns):
            if c is not None and given is not None:
                values[:, j], censored[:, j] = given.values[:, c], given.censored[:, c]
                units[j], errors[j] = given.units[c], given.lab_errors[c]
        found.append(d.with_(targets=Targets(tuple(names), values, tuple(units), censored, tuple(errors))))
    return found
