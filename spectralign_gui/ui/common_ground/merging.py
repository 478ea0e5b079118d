"""Nearly equal axes: one axis for several instruments, or all their spectra in one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QHeaderView,
    QLineEdit,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ...core.data import SpectralDataset
from ...core.data.common_axis import compare_axes, merge_tolerance
from ...core.monitor import Monitor
from ...session.state import SessionState
from ...session.state.row_changes import join_instruments, use_one_axis, why_not_together
from ...words import say, units
from ..data.instrument_model import describe_range
from ..state import AppModel, RunController
from ..widgets import named
from ..widgets.as_written import as_written
from .dialog import GroundDialog, line_of

HEADINGS = ("Instrument", "Channels", "Range", "Compared with the first ticked")


class MergeDialog(GroundDialog):
    """Tick the instruments; the tolerance is shown and can be changed."""

    def __init__(self, model: AppModel, controller: RunController, current: str = "",
                 parent: QWidget | None = None) -> None:
        super().__init__(model, controller, "merge-axes", "Merge instruments or axes", "&Merge", parent)
        state = model.state
        start = state.dataset(current) if current in state.instruments else state.datasets[0]
        self.table = named(QTableWidget(len(state.datasets), len(HEADINGS)), "merge-table", "Instruments",
                           "Tick the instruments to put together")
        self.table.setHorizontalHeaderLabels(list(HEADINGS))
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setWordWrap(True)
        for row, d in enumerate(state.datasets):
            # instruments that share standards are two instruments, not two files of one
            apart = any(s.rows.get(d.name) and s.rows.get(start.name) for s in state.standards) and d is not start
            self._fill_row(row, d, not apart and why_not_together([start, d]) == "")
        self.table.itemChanged.connect(self._ticked)
        self.tolerance = named(QDoubleSpinBox(minimum=0.0, maximum=1e6, decimals=4), "merge-tolerance", "Tolerance",
                               "Channels that differ by no more than this are taken as the same; a tenth of a channel "
                               "is proposed")
        self.tolerance.setKeyboardTracking(False)
        self.tolerance.valueChanged.connect(self.later)
        self.one_axis = named(QRadioButton("&Instruments stay apart, with the axis of the first"), "merge-one-axis",
                              tip="Then methods that need the same channels can be used; intensities stay as they are")
        self.one_instrument = named(QRadioButton("All spectra become &one instrument, called"), "merge-one-instrument",
                                    tip="For spectra of one instrument that came in several files")
        self.name = named(QLineEdit(start.name), "merge-name", "Name of the instrument made",
                          "Name of the instrument made")
        self.name.textChanged.connect(self.later)
        self.one_instrument.setChecked(True)
        self.one_axis.toggled.connect(self.later)
        self.name.setMinimumWidth(180)
        modes = QVBoxLayout()
        modes.setSpacing(4)
        modes.addLayout(line_of(self.one_instrument, self.name))
        modes.addLayout(line_of(self.one_axis))
        self.body.addWidget(self.table, 1)
        self.body.addLayout(line_of("Tolerance", self.tolerance))
        self.body.addLayout(modes)
        self.resize(760, 400)
        self._propose()
        self.later()

    def _fill_row(self, row: int, d: SpectralDataset, checked: bool) -> None:
        name = QTableWidgetItem(d.name)
        name.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
        name.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        self.table.setItem(row, 0, name)
        channels = QTableWidgetItem(str(len(d.axis)))
        channels.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.table.setItem(row, 1, channels)
        self.table.setItem(row, 2, QTableWidgetItem(f"{describe_range(d)}, {d.quantity}"))
        self.table.setItem(row, 3, QTableWidgetItem(""))

    def ticked(self) -> list[SpectralDataset]:
        """The ticked instruments, in their order."""
        return [d for row, d in enumerate(self._model.state.datasets)
                if self.table.item(row, 0).checkState() == Qt.CheckState.Checked]

    @Slot(QTableWidgetItem)
    def _ticked(self, item: QTableWidgetItem) -> None:
        if item.column() == 0:
            self._propose()
            self.later()

    def _propose(self) -> None:
        chosen = self.ticked()
        if chosen:
            self.tolerance.blockSignals(True)
            self.tolerance.setValue(merge_tolerance([d.axis for d in chosen]))
            unit = units.over(chosen[0].axis.unit)
            self.tolerance.setSuffix(f" {unit}" if unit else "")
            self.tolerance.setSingleStep(max(round(self.tolerance.value() / 2, 4), 0.0001))
            self.tolerance.blockSignals(False)

    def plan(self) -> Callable[[Monitor], Any] | None:
        chosen, state, tolerance = self.ticked(), self._model.state, self.tolerance.value()
        self.name.setEnabled(self.one_instrument.isChecked())
        names = [d.name for d in chosen]
        self.table.blockSignals(True)
        for row, d in enumerate(state.datasets):
            text = ""
            if chosen and d is not chosen[0]:
                text = compare_axes(chosen[0].axis, d.axis, (chosen[0].name, d.name), tolerance).sentence
                text = say(text)
            self.table.item(row, 3).setText(text)
            self.table.item(row, 3).setToolTip(as_written(text))
        self.table.blockSignals(False)
        self.table.resizeRowsToContents()
        if len(chosen) < 2:
            self.say("Tick at least two instruments.", "muted")
            return None
        if self.one_axis.isChecked():
            return lambda monitor: (use_one_axis(state, names, tolerance),
                                    f"{', '.join(names[1:])} now on the axis of {names[0]}.")
        new = self.name.text().strip()
        if not new or "/" in new:
            self.say("Give the new instrument a name without a slash.", "warning")
            return None

        def work(monitor: Monitor) -> tuple[SessionState, str]:
            made = join_instruments(state, names, new, tolerance)
            text = f"{', '.join(names)} become {new}: {len(made.dataset(new))} spectra."
            lost = len(state.standards) - len(made.standards)
            if lost:
                text += (f" {lost} standard{'s' * (lost != 1)} among them alone are not standards any more; their "
                         "spectra are repeats.")
            return made, text

        return work

    def show_result(self, made: tuple[SessionState, str]) -> None:
        state, text = made
        lost = len(state.standards) < len(self._model.state.standards)
        notes = [w for d in state.datasets for w in d.warnings
                 if not any(w in old.warnings for old in self._model.state.datasets)]
        self.say(" ".join([text, *notes]), "warning" if lost else "")
        self.offer("Merge axes" if self.one_axis.isChecked() else "Merge instruments", state, text)
