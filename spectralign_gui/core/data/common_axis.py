"""Common ground for axes: comparison, merging within a shown tolerance, a common grid and what it loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import DataError
from ..notes import Note
from .axis import Axis
from .dataset import SpectralDataset
from .resample import covered, regions

MERGE_SHARE = 0.1
"""Axes are nearly equal if no channel is further off than this share of a channel's width."""
GRID_LIMIT = 1_000_000


def channel_width(axis: Axis) -> float:
    """Median step of the axis."""
    return float(np.median(np.diff(axis.values))) if len(axis) > 1 else 1.0


def merge_tolerance(axes: Sequence[Axis]) -> float:
    """Tolerance that is offered: `MERGE_SHARE` of the finest axis's channel width."""
    return MERGE_SHARE * min(channel_width(a) for a in axes)


@dataclass(frozen=True)
class AxisComparison:
    """How two axes differ.

    Parameters
    ----------
    kind : {"same", "nearly", "shift", "stretch", "other", "unit"}
        "nearly": equal within the tolerance. "shift", "stretch": as many channels, and the second is the first
        moved, or moved and stretched. "other": other channels. "unit": not comparable.
    shift : float
        Second minus first at the middle of the axis (as many channels), else 0.
    stretch : float
        Relative change of the channel width, second to first.
    largest : float
        Largest difference of two channels with the same number; infinite where their numbers differ.
    sentence : str
    """

    kind: str
    shift: float
    stretch: float
    largest: float
    sentence: str


def compare_axes(a: Axis, b: Axis, names: tuple[str, str] = ("A", "B"), tolerance: float | None = None,
                 ) -> AxisComparison:
    """Tell how axis `b` differs from `a`.

    Parameters
    ----------
    a, b : Axis
    names : (str, str)
        For the sentence.
    tolerance : float, optional
        In axis units; default `merge_tolerance`.
    """
    first, second = names
    if a.unit != b.unit:
        return AxisComparison("unit", 0.0, 0.0, np.inf, Note(
            "common_axis.other_unit", a=first, unit_a=a.unit, b=second, unit_b=b.unit))
    facts: dict[str, Any] = {"a": first, "b": second, "n": len(a), "unit": a.unit}
    if len(a) != len(b):
        return AxisComparison("other", 0.0, 0.0, np.inf, Note(
            "common_axis.other_number", **facts, n_a=len(a), first_a=a.values[0], last_a=a.values[-1], n_b=len(b),
            first_b=b.values[0], last_b=b.values[-1]))
    tolerance = merge_tolerance((a, b)) if tolerance is None else tolerance
    difference = b.values - a.values
    largest = float(np.abs(difference).max())
    if largest == 0:
        return AxisComparison("same", 0.0, 0.0, 0.0, Note("common_axis.same", "info", **facts))
    if largest <= tolerance:
        return AxisComparison("nearly", float(np.median(difference)), 0.0, largest, Note(
            "common_axis.nearly", "info", **facts, largest=largest, tolerance=tolerance))
    shift = float(np.median(difference))
    if np.abs(difference - shift).max() <= tolerance:
        return AxisComparison("shift", shift, 0.0, largest, Note("common_axis.shifted", **facts, shift=shift))
    if len(a) > 2:
        middle = 0.5 * (a.values[0] + a.values[-1])
        slope, offset = np.polyfit(a.values - middle, difference, 1)
        if np.abs(difference - offset - slope * (a.values - middle)).max() <= tolerance:
            return AxisComparison("stretch", float(offset), float(slope), largest, Note(
                "common_axis.stretched", **facts, shift=offset, percent=100 * slope))
    return AxisComparison("other", shift, 0.0, largest, Note("common_axis.other_positions", **facts, largest=largest))


def merge_axes(axes: Sequence[Axis], tolerance: float | None = None) -> Axis:
    """One axis for nearly equal ones: the first of them.

    Raises
    ------
    DataError
        If they differ by more than the tolerance; the sentence says how.
    """
    for k, axis in enumerate(axes[1:], start=2):
        found = compare_axes(axes[0], axis, ("the first axis", f"axis {k}"), tolerance)
        if found.kind not in ("same", "nearly"):
            raise DataError("common_axis.cannot_merge", reason=found.sentence)
    return axes[0]


def why_not_same_channels(datasets: Sequence[SpectralDataset], tolerance: float | None = None) -> str:
    """Why methods that compare channel by channel cannot be used, and what to do, as a sentence; "" if they can.

    The same number of channels is not enough: two calibrations of one instrument have as many.
    """
    first = datasets[0]
    for other in datasets[1:]:
        found = compare_axes(first.axis, other.axis, (first.name, other.name), tolerance)
        if found.kind not in ("same", "nearly"):
            remedy = {"unit": "common_axis.convert_first", "other": "common_axis.add_resample"}
            return Note(remedy.get(found.kind, "common_axis.correct_axis"), reason=found.sentence)
    return ""


@dataclass(frozen=True, eq=False)
class CommonGrid:
    """A grid for several axes.

    Parameters
    ----------
    values : (q,) array
    unit : str
    lost : tuple of tuple of (float, float)
        Ranges of every axis that the grid leaves out.
    """

    values: np.ndarray
    unit: str
    lost: tuple[tuple[tuple[float, float], ...], ...]

    def sentences(self, names: Sequence[str]) -> tuple[str, ...]:
        """What each instrument loses; nothing for those that lose nothing."""
        return tuple(
            Note("common_axis.loses", name=name, unit=self.unit,
                 ranges=[Note("common_axis.range", "info", low=low, high=high) for low, high in ranges])
            for name, ranges in zip(names, self.lost, strict=True) if ranges)


def overlap(axes: Sequence[Axis]) -> tuple[float, float]:
    """Range that all axes cover.

    Raises
    ------
    DataError
        Other units, or no overlap.
    """
    units = {a.unit for a in axes}
    if len(units) > 1:
        raise DataError("common_axis.units", units=sorted(units))
    low, high = max(a.values[0] for a in axes), min(a.values[-1] for a in axes)
    if low > high:
        raise DataError("common_axis.no_overlap", low=low, high=high)
    return float(low), float(high)


def common_grid(
    axes: Sequence[Axis], step: float | str | None = None, start: float | None = None, stop: float | None = None,
) -> CommonGrid:
    """An evenly spaced grid over the overlap of all axes.

    Parameters
    ----------
    axes : sequence of Axis
    step : float, "finest" or "coarsest", optional
        Default "coarsest": a finer grid has more channels, not more information.
    start, stop : float, optional
        Default is the overlap; outside of what an axis covers its spectra will be missing.

    Returns
    -------
    CommonGrid
        Positions that lie in a gap of an axis (between detectors) are left out, unless `start` and `stop` ask for
        them. If all axes are the same and nothing is asked, that axis.

    Raises
    ------
    DataError
        No common unit, no overlap, or more than a million channels.
    """
    low, high = overlap(axes)
    asked = start is not None and stop is not None
    if step is None and start is None and stop is None and all(a.same_as(axes[0]) for a in axes[1:]):
        return CommonGrid(axes[0].values, axes[0].unit, ((),) * len(axes))
    widths = [channel_width(a) for a in axes]
    width = min(widths) if step == "finest" else max(widths) if step in (None, "coarsest") else float(step)
    first, last = low if start is None else float(start), high if stop is None else float(stop)
    if not width > 0 or first > last:
        raise DataError("common_axis.no_channels", first=first, last=last, width=width)
    count = int(np.floor((last - first) / width + 1e-6)) + 1
    if count > GRID_LIMIT:
        raise DataError("common_axis.too_many_channels", first=first, last=last, width=width, count=count)
    values = first + width * np.arange(count)
    if not asked:
        for axis in axes:
            values = values[covered(axis.values, values)]
    if not len(values):
        raise DataError("common_axis.not_measured")
    return CommonGrid(values, axes[0].unit, tuple(lost_ranges(a, values) for a in axes))


def lost_ranges(axis: Axis, grid: np.ndarray) -> tuple[tuple[float, float], ...]:
    """Ranges of an axis of a channel's width or more that a grid leaves out."""
    lost: list[tuple[float, float]] = []
    step = max(channel_width(axis), float(np.median(np.diff(grid))) if len(grid) > 1 else 0.0)
    pieces = [grid[r] for r in regions(grid)]
    for region in regions(axis.values):
        x = axis.values[region]
        at = x[0]
        for piece in pieces:
            if piece[-1] < x[0] or piece[0] > x[-1]:
                continue
            if piece[0] - at >= 0.999 * step:
                lost.append((float(at), float(piece[0])))
            at = piece[-1]
        if x[-1] - at >= 0.999 * step:
            lost.append((float(at), float(x[-1])))
    return tuple(lost)
