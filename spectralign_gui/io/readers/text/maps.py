"""Maps written as long tables: x, y, axis, intensity, one spectrum after the other (Renishaw, HORIBA and others)."""

from __future__ import annotations

import numpy as np


def unfold(axis: np.ndarray, others: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, int] | None:
    """Take a long table apart.

    Parameters
    ----------
    axis : (m·p,) array
        Runs through the same p values m times.
    others : (m·p, q) array
        The columns beside it: one is the signal, the others are constant within each run (positions, times).

    Returns
    -------
    tuple or None
        Axis (p,), spectra (m, p), constants (m, q - 1) and the column of the signal; None if this is no such table.
    """
    steps = np.diff(axis)
    if len(steps) < 5:
        return None
    forward = np.sign(np.median(steps))
    breaks = np.flatnonzero(steps * forward <= 0) + 1
    if not len(breaks):
        return None
    p = int(breaks[0])
    m, left = divmod(len(axis), p)
    if left or p < 3 or not np.array_equal(breaks, p * np.arange(1, m)):
        return None
    table = axis.reshape(m, p)
    if not (table == table[0]).all():
        return None
    runs = others.reshape(m, p, -1)
    with np.errstate(invalid="ignore"):
        constant = (runs == runs[:, :1]).all(axis=(0, 1))
    if np.count_nonzero(~constant) != 1 or others.shape[1] < 2:
        return None
    signal = int(np.flatnonzero(~constant)[0])
    return table[0], runs[:, :, signal], runs[:, 0, constant], signal
