"""What the user chose about a suspicious axis, carried out on the raw arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from ..errors import DataError
from .suspicious import CHOICES, inspect_axis


def resolve(
    values: ArrayLike, spectra: ArrayLike, choice: str, at: Sequence[float] | None = None, level: str = "none",
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Do what the user chose about a suspicious axis.

    Parameters
    ----------
    values : (p,) array
        Axis in file order.
    spectra : (n, p) array
        Not changed.
    choice : str
        A key of `CHOICES`.
    at : sequence of float, optional
        For "splice": position of each joint; default is the middle of each overlap.
    level : {"none", "offset", "factor"}
        For "splice": how the next detector is brought to the level of the one before, from their overlap (nothing
        is changed by default).

    Returns
    -------
    list of (axis (q,), spectra (n, q))
        Axes ascend strictly; one entry but for "split".

    Raises
    ------
    DataError
        If the choice cannot be carried out.
    """
    x, Y = np.asarray(values, dtype=np.float64), np.asarray(spectra)
    if x.ndim != 1 or Y.ndim != 2 or Y.shape[1] != len(x):
        raise DataError("axis.length", n_x=len(x), shape=Y.shape[-1])
    report = inspect_axis(x)
    if choice == "keep":
        return [(np.arange(1.0, len(x) + 1), Y)]
    if choice == "drop":
        gone = {i for f in report.findings if f.kind in ("not-finite", "stray", "not-positive") for i in f.at}
        keep = np.array([i for i in range(len(x)) if i not in gone], dtype=np.intp)
        x, Y = x[keep], Y[:, keep]
    elif not np.isfinite(x).all():
        raise DataError("axis.holds_no_numbers")
    if report.descending:
        x, Y = x[::-1], Y[:, ::-1]
    if choice == "sort":
        order = np.argsort(x, kind="stable")
        x, Y = x[order], Y[:, order]
    elif choice in ("split", "splice"):
        ends = [0, *(np.flatnonzero(np.diff(x) < 0) + 1).tolist(), len(x)]
        parts = [(x[a:b], Y[:, a:b]) for a, b in pairwise(ends)]
        parts = [_unrepeated(*part) for part in parts]
        if choice == "split":
            return parts
        x, Y = _splice(parts, at, level)
    elif choice not in ("average", "drop"):
        raise DataError("axis.unknown_choice", choice=choice, choices=CHOICES)
    if (np.diff(x) < 0).any():
        raise DataError("axis.still_not_ascending", choice=choice)
    return [_unrepeated(x, Y)]


def _unrepeated(x: np.ndarray, Y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One channel per position: the mean of those that share it."""
    if (np.diff(x) > 0).all():
        return x, Y
    positions, start = np.unique(x, return_index=True)
    counts = np.diff([*start, len(x)])
    return positions, (np.add.reduceat(Y, start, axis=1) / counts).astype(Y.dtype)


def _splice(
    parts: list[tuple[np.ndarray, np.ndarray]], at: Sequence[float] | None, level: str,
) -> tuple[np.ndarray, np.ndarray]:
    """Join detectors that follow one another, each on its own side of the joint."""
    if at is not None and len(at) != len(parts) - 1:
        raise DataError("axis.joints", n_parts=len(parts), n_parts2=len(parts) - 1, n_at=len(at))
    x, Y = parts[0]
    for k, (next_x, next_Y) in enumerate(parts[1:]):
        low, high = max(next_x[0], x[0]), min(x[-1], next_x[-1])
        joint = 0.5 * (low + high) if at is None else float(at[k])
        if not low <= joint <= high:
            raise DataError("axis.joint_outside", joint=joint, low=low, high=high)
        next_Y = _levelled(x, Y, next_x, next_Y, low, high, level)
        left, right = x < joint, next_x >= joint
        x = np.concatenate([x[left], next_x[right]])
        Y = np.concatenate([Y[:, left], next_Y[:, right]], axis=1)
    return x, Y


def _levelled(
    x: np.ndarray, Y: np.ndarray, next_x: np.ndarray, next_Y: np.ndarray, low: float, high: float, level: str,
) -> np.ndarray:
    """The next detector's spectra at the level of the one before, row by row."""
    if level == "none":
        return next_Y
    inside = (x >= low) & (x <= high)
    if level not in ("offset", "factor") or not inside.any():
        raise DataError("axis.level")
    ours = Y[:, inside].mean(axis=1, keepdims=True)
    theirs = np.array([np.interp(x[inside], next_x, row).mean() for row in next_Y])[:, None]
    if level == "offset":
        return (next_Y + (ours - theirs)).astype(next_Y.dtype)
    if (theirs == 0).any():
        raise DataError("axis.factor")
    return (next_Y * (ours / theirs)).astype(next_Y.dtype)
