"""Spectra from a file added to an instrument that is loaded, such as newly measured standards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QTreeWidget, QTreeWidgetItem, QWidget

from ...core.data import SpectralDataset
from ...core.data.common_axis import compare_axes, merge_tolerance
from ...core.data.resample import covered, resample
from ...core.errors import DataError
from ...core.monitor import Monitor
from ...session.state import SessionState
from ...session.state.row_changes import append_samples, names_again
from ...words import say, units
from ..state import AppModel, RunController
from ..widgets import named
from ..widgets.as_written import as_written
from .dialog import GroundDialog, line_of


def onto_axis(added: SpectralDataset, target: SpectralDataset) -> SpectralDataset:
    """The spectra at the channels of another data set, by straight lines; outside the measured range is missing."""
    if added.axis.unit != target.axis.unit:
        raise DataError("common_axis.convert_first", reason=compare_axes(
            added.axis, target.axis, (added.name, target.name)).sentence)
    x, grid = added.axis.values, target.axis.values
    lost = int((~covered(x, grid)).sum())
    notes = [f"Interpolated onto the axis of {target.name}."]
    if lost == len(grid):
        raise DataError(f"{added.name} measured nothing in the range of {target.name}.")
    if lost:
        notes.append(f"{lost} of {len(grid)} channels were not measured and are missing.")
    return added.with_(spectra=resample(added.spectra, x, grid), axis=target.axis,
                       warnings=(*added.warnings, *(f"{added.name}: {n}" for n in notes)))


class AppendDialog(GroundDialog):
    """Which data sets of the files go to which instrument.

    Parameters
    ----------
    added : sequence of SpectralDataset
        As read.
    """

    def __init__(self, model: AppModel, controller: RunController, added: Sequence[SpectralDataset],
                 current: str = "", parent: QWidget | None = None) -> None:
        super().__init__(model, controller, "append-spectra", "Add spectra to an instrument", "&Add", parent)
        self._added = list(added)
        self.instrument = self.instrument_box("append-instrument", "Instrument", "The instrument that gets the spectra",
                                              current)
        self.list = named(QTreeWidget(), "append-list", "Spectra read from the files")
        self.list.setHeaderLabels(["Read from", "Spectra", "How the axes fit"])
        self.list.setRootIsDecorated(False)
        self.list.setColumnWidth(0, 170)
        self.list.setColumnWidth(1, 70)
        self.list.setToolTip("Take a tick away to leave spectra out")
        for d in self._added:
            item = QTreeWidgetItem([d.name, str(len(d)), ""])
            item.setCheckState(0, Qt.CheckState.Checked)
            item.setToolTip(0, as_written(d.source.path))
            self.list.addTopLevelItem(item)
        self.list.itemChanged.connect(self._ticked)
        self.tolerance = named(QDoubleSpinBox(minimum=0.0, maximum=1e6, decimals=4), "append-tolerance", "Tolerance",
                               "Channels that differ by no more than this are taken as the same")
        self.tolerance.setKeyboardTracking(False)
        self.tolerance.valueChanged.connect(self.later)
        self.interpolate = named(QCheckBox("&Interpolate spectra on other channels onto the axis of the instrument"),
                                 "append-interpolate", tip="By straight lines; channels that were not measured are "
                                 "missing, nothing is extrapolated")
        self.interpolate.toggled.connect(self.later)
        self.body.addLayout(line_of("Add to", self.instrument, "Tolerance", self.tolerance))
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self.interpolate)
        self.instrument.currentIndexChanged.connect(self._instrument_chosen)
        self.resize(760, 360)
        self._instrument_chosen()

    @Slot()
    def _instrument_chosen(self) -> None:
        axis = self._target().axis
        self.tolerance.blockSignals(True)
        self.tolerance.setValue(merge_tolerance([axis]))
        self.tolerance.setSingleStep(max(round(self.tolerance.value() / 2, 4), 0.0001))
        self.tolerance.setSuffix(f" {units.over(axis.unit)}".rstrip())
        self.tolerance.blockSignals(False)
        self.later()

    @Slot(QTreeWidgetItem, int)
    def _ticked(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 0:
            self.later()

    def _target(self) -> SpectralDataset:
        return self._model.state.dataset(self.instrument.currentText())

    def plan(self) -> Callable[[Monitor], Any] | None:
        state, target, tolerance = self._model.state, self._target(), self.tolerance.value()
        chosen, fits = [], []
        self.list.blockSignals(True)
        for k, d in enumerate(self._added):
            found = compare_axes(target.axis, d.axis, (target.name, d.name), tolerance)
            self.list.topLevelItem(k).setText(2, say(found.sentence))
            self.list.topLevelItem(k).setToolTip(2, as_written(say(found.sentence)))
            if self.list.topLevelItem(k).checkState(0) == Qt.CheckState.Checked:
                chosen.append(d)
                fits.append(found.kind in ("same", "nearly"))
        self.list.blockSignals(False)
        self.interpolate.setEnabled(not all(fits))
        if not chosen:
            self.say("Nothing is ticked.", "muted")
            return None
        moving = self.interpolate.isChecked()

        def work(monitor: Monitor) -> tuple[SessionState, list[str]]:
            ready = [onto_axis(d, target) if moving and not fit else d
                     for d, fit in zip(chosen, fits, strict=True)]
            return append_samples(state, target.name, ready, tolerance), names_again(target, chosen)

        return work

    def show_result(self, made: tuple[SessionState, list[str]]) -> None:
        state, again = made
        before, after = self._target(), state.dataset(self.instrument.currentText())
        more = len(after) - len(before)
        text = f"{more} spectra are added to {before.name}, which then has {len(after)}."
        missing = int(np.isnan(after.spectra[len(before):]).sum())
        if missing:
            text += f" {missing} values of them are missing."
        if again:
            text += (f" {len(again)} of their names are there already ({', '.join(again[:3])}"
                     f"{', …' if len(again) > 3 else ''}): those count as repeats.")
        text += " Match standards by name again if standards are among them."
        self.say(text, "warning" if missing else "")
        self.offer(f"Add spectra to {before.name}", state, text)
