"""The user's own regression vector: often all that a lab still has of instrument A's calibration."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..errors import DataError, ParameterError
from .model import LinearModel


def own_coefficients(
    values: ArrayLike, intercept: ArrayLike = 0.0, axis: ArrayLike | None = None,
    data_axis: ArrayLike | None = None, tolerance: float = 1e-6, properties: Sequence[str] = (),
) -> LinearModel:
    """A linear model from coefficients read from a table.

    Parameters
    ----------
    values : (p,) or (p, q) array
        One coefficient per channel and property.
    intercept : float or (q,) array
    axis, data_axis : (p,) arrays, optional
        Channel positions of the coefficients and of the spectra they will be used on. With both, the order is
        brought into line (a descending table is legal) and a different grid is refused.
    tolerance : float
        Largest allowed difference of the positions, in units of the axis.
    properties : sequence of str
        Names, for the error sentence.

    Raises
    ------
    DataError
        Values that are not finite numbers, or an axis that is not that of the spectra.
    """
    try:
        B = np.asarray(values, dtype=np.float64)
        c = np.atleast_1d(np.asarray(intercept, dtype=np.float64))
    except (TypeError, ValueError):
        raise DataError("own_vector.not_numbers") from None
    B = B[:, None] if B.ndim == 1 else B
    if B.ndim != 2 or not B.size:
        raise DataError("own_vector.no_table")
    if not (np.isfinite(B).all() and np.isfinite(c).all()):
        raise DataError("own_vector.not_finite")
    if len(c) not in (1, B.shape[1]):
        raise DataError("own_vector.intercepts", n_c=len(c), shape=B.shape[1])
    if axis is not None:
        own = np.asarray(axis, dtype=np.float64)
        if len(own) != len(B):
            raise DataError("own_vector.rows", n_b=len(B), n_own=len(own))
        order = np.argsort(own, kind="stable")
        own, B = own[order], B[order]
        if data_axis is not None:
            wanted = np.asarray(data_axis, dtype=np.float64)
            if len(own) != len(wanted) or np.abs(own - wanted).max() > tolerance:
                raise DataError(
                    "own_vector.other_channels", n_own=len(own), own=own[0], own2=own[-1], n_wanted=len(wanted),
                    wanted=wanted[0], wanted2=wanted[-1])
    elif data_axis is not None and len(B) != len(np.asarray(data_axis)):
        raise DataError("own_vector.number", n_b=len(B), n_asarray=len(np.asarray(data_axis)))
    details = [{"source": "own coefficients", **({"property": n} if n else {})}
               for n in (list(properties) or [""] * B.shape[1])]
    return LinearModel(B, np.broadcast_to(c, (B.shape[1],)).copy(), details)


def own_model(numbers: Sequence[float], channels: int, properties: int | None) -> LinearModel | None:
    """A linear model from the parameter "coefficients" of a method.

    Parameters
    ----------
    numbers : sequence of float
        The intercept, then one coefficient per channel; several properties one after the other. Empty: none.
    channels : int
        Of instrument A.
    properties : int or None
        Of which reference values are given; None if there are none.

    Raises
    ------
    ParameterError
        Not as many numbers as the channels need.
    DataError
        Another number of properties than the reference values have.
    """
    if not len(numbers):
        return None
    width = channels + 1
    if len(numbers) % width:
        raise ParameterError("own_vector.length", width=width, channels=channels, n_numbers=len(numbers))
    table = np.array(numbers, dtype=np.float64).reshape(-1, width)
    if properties is not None and properties != len(table):
        raise DataError("own_vector.properties", n_table=len(table), properties=properties)
    return LinearModel(table[:, 1:].T, table[:, 0], [{"source": "own coefficients"} for _ in table])
