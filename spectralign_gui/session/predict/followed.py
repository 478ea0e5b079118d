"""What check samples say of an instrument's present error: the days followed by a Kalman filter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.notes import Note
from ...core.registry import method
from .check_samples import CheckDay

METHOD = "kalman"
"""The transfer that corrects what is found here, once the check samples are standards."""
DRIFTS = (0.0, 0.03, 0.3, 3.0)
"""Variances of the step from day to day that are compared, beside that of one spectrum; a day has several."""


def present_error(days: Sequence[CheckDay], j: int, name: str) -> Note | None:
    """How much too high or low property `j` reads after the last day; None where nothing is sure.

    Parameters
    ----------
    days : sequence of CheckDay
        In the order of time, of one instrument.
    j : int
        Number of the property.
    name : str
        Of the property.

    Notes
    -----
    The error is a random walk from day to day, all spectra of a day have the same; whether it moves at all is judged by
    how well each day foretells the next (`core.transfers.kalman`). Said where it is more than twice its uncertainty.
    """
    from ...core.transfers.kalman import best_state

    rows = [(k, float(e)) for k, day in enumerate(days) for e in day.errors[:, j] if np.isfinite(e)]
    if len(rows) < 2:
        return None
    moments, errors = (np.array(column) for column in zip(*rows, strict=True))
    state = best_state(np.zeros(len(errors)), -errors, DRIFTS, (False,), moments)
    if abs(state.offset) <= 2.0 * state.uncertainty:
        return None
    return Note("check_samples.followed", "advice", property=name, size=abs(state.offset), high=state.offset < 0,
                doubt=state.uncertainty, method=method(METHOD).title)
