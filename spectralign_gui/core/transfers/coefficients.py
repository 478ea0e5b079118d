"""A linear chain as coefficients on B's own channels: the form that instrument software takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..base import Alignment
from ..errors import ParameterError
from ..figures import with_units
from ..regression.closure import CLOSURE


@dataclass(frozen=True, eq=False)
class Coefficients:
    """y = x·values + intercept for spectra as the instrument measures them.

    Parameters
    ----------
    values : (p, q) array
    intercept : (q,) array
    axis : (p,) array or None
        Channel positions.
    unit : str
        Of the axis.
    properties : tuple of str
    units : tuple of str
        Of the properties.
    states_intercept : bool
        Whether the intercept was given; a table without one leaves it at 0.
    """

    values: np.ndarray
    intercept: np.ndarray
    axis: np.ndarray | None = None
    unit: str = ""
    properties: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    states_intercept: bool = True

    def predict(self, X: np.ndarray) -> np.ndarray:
        """Values (n, q) of spectra (n, p) as measured."""
        return np.asarray(X, dtype=np.float64) @ self.values + self.intercept

    def rows(self) -> list[list[str]]:
        """Rows of the table: a header, the intercept, then one row per channel (C locale, full precision)."""
        names = list(self.properties) or [f"property {j + 1}" for j in range(len(self.intercept))]
        units = list(self.units) or [""] * len(names)
        head = [f"channel ({self.unit})" if self.unit else "channel"]
        table = [head + list(with_units(names, units)),
                 ["intercept", *(repr(float(v)) for v in self.intercept)]]
        axis = np.arange(1, len(self.values) + 1) if self.axis is None else self.axis
        return table + [[f"{float(a):.10g}", *(repr(float(v)) for v in row)]
                        for a, row in zip(axis, self.values, strict=True)]


def export_coefficients(
    transfer: Alignment, instrument: int = 1, preprocess: Callable[[np.ndarray], np.ndarray] | None = None,
    n_channels: int | None = None, axis: np.ndarray | None = None, unit: str = "", properties: Sequence[str] = (),
    units: Sequence[str] = (),
) -> Coefficients:
    """Preprocessing, transfer and model of an instrument as one set of coefficients.

    Parameters
    ----------
    transfer : Alignment
        Fitted, with a linear chain (`linear_model`).
    instrument : int
    preprocess : callable, optional
        Preprocessing of spectra (n, p) as measured to (n, p_k) as the transfer takes them. It has to be affine; that
        is tested here.
    n_channels : int, optional
        p, needed with `preprocess` (or `axis`).
    axis, unit, properties, units
        For the table.

    Raises
    ------
    ParameterError
        If the chain is not linear; names the part that is not.
    """
    model = transfer.linear_model(instrument) if hasattr(transfer, "linear_model") else None
    closure = transfer.chosen_.get("closure") if model is None else None
    if closure is not None:
        raise ParameterError("coefficients.closed", closure=closure, title=CLOSURE.title)
    if model is None:
        raise ParameterError("coefficients.not_linear", title=transfer.title)
    values, intercept = model.coefficients, model.intercept
    if preprocess is not None:
        p = n_channels if n_channels is not None else len(axis) if axis is not None else None
        if p is None:
            raise ParameterError("coefficients.n_channels")
        matrix, offset = affine_parts(preprocess, p)
        intercept = intercept + offset @ values
        values = matrix @ values
    return Coefficients(values, intercept, None if axis is None else np.asarray(axis), unit, tuple(properties),
                        tuple(units))


def affine_parts(function: Callable[[np.ndarray], np.ndarray], p: int) -> tuple[np.ndarray, np.ndarray]:
    """Matrix (p, p') and offset (p',) of an affine function of spectra (n, p), found by probing it.

    Raises
    ------
    ParameterError
        If it is not affine.
    """
    rng = np.random.default_rng(0)
    base = 1.0 + 0.1 * rng.random(p)  # an ordinary looking point: functions of an all-zero spectrum may be undefined
    step = 0.1
    offset_at_base = np.asarray(function(base[None, :]))[0]
    matrix = (np.asarray(function(base[None, :] + step * np.eye(p))) - offset_at_base) / step
    offset = offset_at_base - base @ matrix
    probe = 1.0 + rng.random((4, p))
    spiky = 1.0 + 0.01 * rng.random((4, p))  # what only changes the odd spectrum is no linear step either
    spiky[np.arange(4), np.linspace(p // 5, p - 1 - p // 5, 4).astype(int)] += [1.0, -1.0, 30.0, 1000.0]
    for spectra in (probe, spiky, 50.0 * probe):
        got = np.asarray(function(spectra))
        if not np.abs(got - (spectra @ matrix + offset)).max() <= 1e-6 * max(1.0, float(np.abs(got).max())):
            raise ParameterError("coefficients.preprocessing")
    return matrix, offset
