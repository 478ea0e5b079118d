"""Another axis: common grid, unit, correction of the wavelength scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ...core.data import SpectralDataset
from ...core.data.common_axis import common_grid, lost_ranges
from ...core.data.resample import METHODS, covered, resample
from ...core.data.units import PHYSICAL, convert_dataset_axis
from ...core.errors import DataError
from ...core.notes import Note
from ...core.parameters import Parameter
from ..step import Step, register_step
from ._base import changed, with_values


@register_step
class Resample(Step):
    """Puts all instruments on one grid; learned once, so that later samples get the same channels.

    Nothing is extrapolated: outside the measured range, and in gaps between detectors, values are missing, and a
    sentence names the lost range.
    """

    name = "resample"
    title = "Resample"
    help = "Interpolates the spectra of all instruments onto the same channels (LRA and CADA do not need this)."
    group = "Axis"
    positional = "step"
    linear = True
    together = True
    learned: ClassVar[tuple[str, ...]] = ("grid", "unit")
    grid: np.ndarray
    unit: str
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("onto", "choice", "even", "Onto", "An even grid, or the channels of the reference instrument.",
                  choices=("even", "reference")),
        Parameter("step", "float", None, "Step", "Distance of the channels; automatic is that of the coarsest "
                  "instrument.", minimum=0.0, open_minimum=True, has_automatic=True, when=("onto", ("even",))),
        Parameter("start", "float", None, "From", "First channel; automatic is where all instruments have begun.",
                  has_automatic=True, when=("onto", ("even",))),
        Parameter("stop", "float", None, "To", "Last channel at most; automatic is where the first instrument ends.",
                  has_automatic=True, when=("onto", ("even",))),
        Parameter("method", "choice", "linear", "Method", "Straight lines, cubic splines, or the mean over each new "
                  "channel, which keeps areas on coarser grids.", choices=METHODS),
        Parameter("outside", "choice", "missing", "Not measured", "Channels that an instrument did not measure stay as "
                  "missing values, or are left out on all instruments.", choices=("missing", "drop")),
    )

    def _fit(self, dataset: SpectralDataset) -> None:
        self.fit_together([self], [dataset])

    @classmethod
    def fit_together(cls, steps: Sequence[Step], datasets: Sequence[SpectralDataset]) -> None:
        """Choose the grid from the axes of all instruments."""
        axes = [d.axis for d in datasets]
        for step in steps:
            assert isinstance(step, Resample)
            v = step.values
            if v["onto"] == "reference":
                if len({a.unit for a in axes}) > 1:
                    raise DataError("resample.units", title=step.title, units=sorted({a.unit for a in axes}))
                grid = axes[0].values
            else:
                grid = common_grid(axes, v["step"], v["start"], v["stop"]).values
            if v["outside"] == "drop":
                for axis in axes:
                    grid = grid[covered(axis.values, grid)]
                if not len(grid):
                    raise DataError("resample.not_measured", title=step.title)
            step.grid, step.unit = np.array(grid), axes[0].unit

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        if not hasattr(self, "grid"):
            raise DataError("resample.not_learned", title=self.title)
        if dataset.axis.unit != self.unit:
            raise DataError("resample.other_unit", title=self.title, name=dataset.name, unit=dataset.axis.unit,
                            unit2=self.unit)
        x, grid = dataset.axis.values, np.asarray(self.grid, dtype=np.float64)
        axis = with_values(dataset.axis, grid)
        if len(x) == len(grid) and np.array_equal(x, grid):
            return dataset.with_(axis=axis)
        inside = covered(x, grid)
        if not inside.any():
            raise DataError("resample.nothing_left", title=self.title, name=dataset.name, x=x[0], x2=x[-1],
                            unit=dataset.axis.unit, grid=grid[0], grid2=grid[-1])
        notes = []
        lost = lost_ranges(dataset.axis, grid)
        if lost:
            ranges = [Note("common_axis.range", "info", low=low, high=high) for low, high in lost]
            notes.append(Note("resample.loses", title=self.title, name=dataset.name, ranges=ranges,
                              unit=dataset.axis.unit))
        if not inside.all():
            out = grid[~inside]
            notes.append(Note("resample.missing_channels", title=self.title, name=dataset.name, n_out=len(out),
                              out=out[0], out2=out[-1], unit=dataset.axis.unit))
        return changed(dataset, resample(dataset.spectra, x, grid, self.values["method"]), axis, notes)


@register_step
class ConvertAxis(Step):
    """The axis in another unit, converted point by point; the spectra are turned round with it where need be."""

    name = "convert-axis"
    title = "Axis unit"
    help = "Converts the axis to another unit, channel by channel; intensities stay as they are."
    group = "Axis"
    positional = "to"
    linear = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("to", "choice", "nm", "Unit", "Unit of the axis afterwards.", choices=PHYSICAL),
        Parameter("laser_nm", "float", None, "Laser line", "Needed from or to a Raman shift; automatic is the one the "
                  "file tells.", minimum=0.0, open_minimum=True, unit="nm", has_automatic=True),
    )

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        return convert_dataset_axis(dataset, self.values["to"], self.values["laser_nm"])


@register_step
class ShiftAxis(Step):
    """Corrects the axis of an instrument: x + shift + stretch·(x − about). Intensities stay; only positions move."""

    name = "shift-axis"
    title = "Correct axis"
    help = "Moves and stretches the axis of one instrument, as the wavelength check proposes it."
    group = "Axis"
    positional = "shift"
    linear = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("shift", "float", 0.0, "Shift", "Added to every position, in axis units."),
        Parameter("stretch", "float", 0.0, "Stretch", "Relative stretch; 0.001 makes 1000 units one unit longer.",
                  minimum=-0.5, maximum=0.5),
        Parameter("about", "float", 0.0, "About", "Position that the stretch leaves in place."),
    )

    def _apply(self, dataset: SpectralDataset) -> SpectralDataset:
        x, v = dataset.axis.values, self.values
        return dataset.with_(axis=with_values(dataset.axis, x + v["shift"] + v["stretch"] * (x - v["about"])))
