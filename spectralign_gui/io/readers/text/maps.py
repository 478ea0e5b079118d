"""Maps written as long tables: x, y, axis, intensity, one spectrum after the other (Renishaw, HORIBA and others)."""

from __future__ import annotations

import numpy as np


def run_length(axis: np.ndarray) -> int:
    """Channels p of each spectrum if the axis runs through the same p values again and again, else 0.

    Parameters
    ----------
    axis : (m·p,) array
    """
    steps = np.diff(axis)
    if len(steps) < 5:
        return 0
    forward = np.sign(np.median(steps))
    breaks = np.flatnonzero(steps * forward <= 0) + 1
    if not len(breaks):
        return 0
    p = int(breaks[0])
    m, left = divmod(len(axis), p)
    if left or p < 3 or not np.array_equal(breaks, p * np.arange(1, m)):
        return 0
    table = axis.reshape(m, p)
    return p if (table == table[0]).all() else 0


def unfold(axis: np.ndarray, others: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[int], int] | None:
    """Take a long table apart.

    Parameters
    ----------
    axis : (m·p,) array
        Runs through the same p values m times.
    others : (m·p, q) array
        The columns beside it: one is the signal, the others are constant within each run (positions, times) or the
        same in all of them (pixels, another axis).

    Returns
    -------
    tuple or None
        Axis (p,), spectra (m, p), the columns that tell the runs apart, and that of the signal; None if this is no such
        table.
    """
    p = run_length(axis)
    if not p:
        return None
    m = len(axis) // p
    runs = others.reshape(m, p, -1)
    with np.errstate(invalid="ignore"):
        constant = (runs == runs[:, :1]).all(axis=(0, 1))
        again = (runs == runs[:1]).all(axis=(0, 1))
    changing = np.flatnonzero(~constant & ~again)
    if len(changing) != 1 or others.shape[1] < 2:
        return None
    places = np.flatnonzero(constant & ~again) if (constant & ~again).any() else np.flatnonzero(constant)
    return axis[:p], runs[:, :, changing[0]], places.tolist(), int(changing[0])
