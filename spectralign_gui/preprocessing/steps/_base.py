"""What the steps share: changed copies, ranges as text, learned channels, stretches between gaps."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from ...core.data import Axis, SpectralDataset
from ...core.data.resample import regions, stretches
from ...core.errors import DataError, ParameterError
from ...core.parameters import the_parameter
from ..step import Step

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_RANGE = re.compile(rf"\s*({_NUMBER})?\s*(?:-|–|—|:|\.\.)\s*({_NUMBER})?\s*")


def parse_ranges(text: str, name: str = "ranges") -> tuple[tuple[float, float], ...]:
    """Ranges of the axis from text such as ``400-1100,1200-1700``; an end may be left open (``1200-``).

    Raises
    ------
    ParameterError
        Names the parameter and the part that is no range.
    """
    found = []
    for part in re.split(r"[,;]", text):
        if not part.strip():
            continue
        match = _RANGE.fullmatch(part)
        if match is None or (match.group(1) is None and match.group(2) is None):
            raise ParameterError("step.no_range", parameter=the_parameter(name), strip=repr(part.strip()))
        low = -np.inf if match.group(1) is None else float(match.group(1))
        high = np.inf if match.group(2) is None else float(match.group(2))
        found.append((min(low, high), max(low, high)))
    return tuple(found)


def in_ranges(values: np.ndarray, ranges: Sequence[tuple[float, float]]) -> np.ndarray:
    """Which channels lie in any of the ranges, ends included."""
    inside = np.zeros(len(values), bool)
    for low, high in ranges:
        inside |= (values >= low) & (values <= high)
    return inside


def changed(
    dataset: SpectralDataset, spectra: np.ndarray, axis: Axis | None = None, notes: Sequence[str] = (), **more: Any,
) -> SpectralDataset:
    """The data set with new spectra in the type of the old ones, and what the user should know about them."""
    with np.errstate(over="ignore"):
        spectra = np.asarray(spectra).astype(dataset.spectra.dtype, copy=False)
    return dataset.with_(spectra=spectra, axis=dataset.axis if axis is None else axis,
                         warnings=(*dataset.warnings, *notes), **more)


def with_values(axis: Axis, values: np.ndarray) -> Axis:
    """The axis with other positions, the rest kept."""
    return Axis(values, axis.unit, axis.file_descending, axis.laser_nm)


def keep_channels(step: Step, dataset: SpectralDataset, keep: np.ndarray) -> SpectralDataset:
    """Some channels of the data set.

    Raises
    ------
    DataError
        If none is left.
    """
    if not keep.any():
        axis = dataset.axis
        raise DataError("step.no_channel_left", title=step.title, name=dataset.name, values=axis.values[0],
                        values2=axis.values[-1], unit=axis.unit)
    if keep.all():
        return dataset
    return changed(dataset, dataset.spectra[:, keep], with_values(dataset.axis, dataset.axis.values[keep]))


def name_rows(dataset: SpectralDataset, rows: np.ndarray) -> str:
    """'sample 'a'' or '3 samples (first 'a')'."""
    first = dataset.sample_names[int(rows[0])]
    return f"sample {first!r}" if len(rows) == 1 else f"{len(rows)} samples (first {first!r})"


def by_stretch(
    step: Step, dataset: SpectralDataset, function: Callable[[np.ndarray, np.ndarray], np.ndarray], shortest: int = 1,
) -> tuple[np.ndarray, list[str]]:
    """Apply a filter along the axis without reaching over gaps.

    Regions of the axis (detectors) and the stretches between missing values are treated one by one. A stretch
    shorter than the filter becomes missing, and a sentence counts what is lost.

    Parameters
    ----------
    function : callable
        From (k, m) float64 spectra and (m,) positions to (k, m) spectra.
    shortest : int
        Fewest channels that it can work on.

    Raises
    ------
    DataError
        If a region of the axis itself is shorter than that.
    """
    x, X = dataset.axis.values, dataset.spectra.astype(np.float64)
    result, lost = np.full(X.shape, np.nan), 0
    for region in regions(x):
        xs, block = x[region], X[:, region]
        if len(xs) < shortest:
            raise DataError("step.too_few_channels", title=step.title, name=dataset.name, n_xs=len(xs), xs=xs[0],
                            xs2=xs[-1], unit=dataset.axis.unit, shortest=shortest)
        for rows, parts in stretches(block):
            for part in parts:
                if part.stop - part.start >= shortest:
                    result[rows, region.start + part.start:region.start + part.stop] = function(
                        block[rows, part], xs[part])
                else:
                    lost += len(rows) * (part.stop - part.start)
    notes = [f"{step.title}: {dataset.name} has gaps closer than {shortest} channels; {lost} more values are missing "
             "now."] if lost else []
    return result, notes


class LearnsChannels(Step):
    """Base of steps that learn something per channel: later spectra must have the same channels."""

    learned: ClassVar[tuple[str, ...]] = ("axis_values",)
    axis_values: np.ndarray

    def fit(self, dataset: SpectralDataset) -> Step:
        """Learn from the training spectra and remember their channels."""
        self.axis_values = np.array(dataset.axis.values)
        return super().fit(dataset)

    def apply(self, dataset: SpectralDataset, monitor: Any = None) -> SpectralDataset:
        """Apply to spectra on the channels that were learned.

        Raises
        ------
        DataError
            Not fitted, or other channels.
        """
        if not hasattr(self, "axis_values"):
            raise DataError("step.not_learned", title=self.title)
        x, known = dataset.axis.values, self.axis_values
        if len(x) != len(known):
            raise DataError("step.other_channels", title=self.title, name=dataset.name, n_x=len(x), n_known=len(known))
        step = float(np.median(np.diff(known))) if len(known) > 1 else 1.0
        worst = float(np.abs(x - known).max())
        if worst > 0.5 * step:
            raise DataError("step.other_positions", title=self.title, name=dataset.name, worst=worst,
                            unit=dataset.axis.unit)
        return super().apply(dataset, monitor)
