"""One line of a comparison fitted on all standards: what it does to their spectra, and its regression vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.base import Alignment
from ...core.data import Axis
from ...core.errors import DataError
from ...core.monitor import Monitor
from ...core.naming import instruments_called
from ...core.notes import Note, said_of
from ...core.registry import method
from ...core.threads import limited_threads
from ..run.execution import RunResult, check_channels
from ..run.held_out import property_names
from ..state.session_state import SessionState
from .evaluate import transfer_data


@dataclass(frozen=True, eq=False)
class CloserLook:
    """What a transfer does.

    Parameters
    ----------
    axes : tuple of two Axis
        Of A and B, as preprocessed.
    reference, before : (m, p_A), (m, p_B) arrays
        Spectra of the standards on A and on B.
    after : (m, p_A) array or None
        B's spectra as A would have measured them; None where the method gives no spectra.
    coefficients : (p_B, q) array or None
        Regression vectors on B's channels; None where the chain is not linear.
    properties : tuple of str
    notes : tuple of str
        Why something is missing.
    """

    axes: tuple[Axis, Axis]
    reference: np.ndarray
    before: np.ndarray
    after: np.ndarray | None = None
    coefficients: np.ndarray | None = None
    properties: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def same_channels(self) -> bool:
        """Whether the spectra of A and B can be compared channel by channel as they are."""
        return self.axes[0].same_as(self.axes[1], 1e-6)

    def difference(self, spectra: np.ndarray) -> np.ndarray:
        """RMS difference to A per channel (p_A,)."""
        return np.sqrt(np.mean((spectra - self.reference) ** 2, axis=0))


def look_closer(
    state: SessionState, name: str, settings: Mapping[str, Any] | None = None, monitor: Monitor | None = None,
) -> CloserLook:
    """Fit a method on all standards of the session and look at what it does to them.

    Raises
    ------
    SpectrAlignError
        What the method says of the data.
    """
    data, prepared = transfer_data(state, monitor)
    estimator = method(name).create(**dict(settings or {}))
    check_channels(estimator, prepared.datasets)
    with limited_threads([np.shape(X) for X in data.Xs]), instruments_called(prepared.datasets):
        estimator.fit(data.Xs, pairs=data.pairs, targets=data.targets, monitor=monitor, samples=data.same)
    pairs = data.pairs if data.pairs.shape[1] == 2 else data.pairs[:, [1, 3]]
    A, B = (np.asarray(X, dtype=float) for X in data.Xs)
    axes = prepared.datasets[0].axis, prepared.datasets[1].axis
    return _looked(estimator, method(name).title, axes, A[pairs[:, 0]], B[pairs[:, 1]], data.properties)


def look_at_run(result: RunResult, to: int = 1) -> CloserLook:
    """What a finished run does to the spectra of all standards of the reference and instrument `to`; nothing is fitted.

    Raises
    ------
    DataError
        No standard was measured on both.
    """
    both = np.vstack([np.reshape(p, (-1, 4)) for p in (result.pairs, result.held_out_pairs)]).astype(np.intp)
    mine = both[(both[:, 0] == 0) & (both[:, 2] == to)] if len(both) else both
    if not len(mine):
        if len(result.datasets) <= to:
            raise DataError("transfer_detail.one_instrument")
        raise DataError("axis_check.no_standard", name=result.datasets[0].name, name2=result.datasets[to].name)
    A, B = result.datasets[0], result.datasets[to]
    return _looked(result.estimator, result.method.title, (A.axis, B.axis), np.asarray(A.spectra, float)[mine[:, 1]],
                   np.asarray(B.spectra, float)[mine[:, 3]], tuple(property_names(result.datasets)), to)


def _looked(estimator: Alignment, title: str, axes: tuple[Axis, Axis], reference: np.ndarray, before: np.ndarray,
            properties: tuple[str, ...], to: int = 1) -> CloserLook:
    notes: list[Note] = []
    after, coefficients = None, None
    try:
        after = estimator.to_spectra(before, to, 0)
    except NotImplementedError as reason:
        notes.append(Note("transfer_detail.no_spectra", title=title, why=said_of(reason)))
    linear = estimator.linear_model(to) if hasattr(estimator, "linear_model") else None
    if linear is not None:
        coefficients = np.asarray(linear.coefficients)
    else:
        notes.append(Note("transfer_detail.not_linear"))
    return CloserLook(axes, reference, before, after, coefficients, properties, tuple(notes))
