"""Units: convert axis and intensities where physics allows it, or only say what they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from ...core.data import QUANTITIES, UNITS, SpectralDataset
from ...core.data.suspicious import inspect_axis
from ...core.data.units import PHYSICAL, looks_like_percent
from ...core.monitor import Monitor
from ...session.state.axes_and_units import Conversion, convert, steps_with_positions, three_channels
from ...session.state.editing import replace_dataset
from ...words import units as unit_words
from ..state import AppModel, RunController
from ..widgets import named
from ..widgets.as_written import Label
from .dialog import GroundDialog

LEAVE, CONVERT, DECLARE = "leave", "convert", "declare"
COMPUTED = ("absorbance", "reflectance", "transmittance")


@dataclass(frozen=True, eq=False)
class Converted:
    """Before and after, with what to say about it."""

    before: SpectralDataset
    after: SpectralDataset
    sentence: str
    notes: tuple[str, ...]


class ConversionDialog(GroundDialog):
    """Says what it will do, with the first, middle and last value, before it does it."""

    def __init__(self, model: AppModel, controller: RunController, current: str = "",
                 parent: QWidget | None = None) -> None:
        super().__init__(model, controller, "conversion", "Unit and quantity", "&Convert", parent)
        self.instrument = self.instrument_box("conversion-instrument", "Instrument",
                                              "The instrument whose spectra are converted", current)
        self.axis_mode = self._modes("axis", "Leave the axis", "Convert the axis to", "Only say: positions are in")
        self.unit = self._combo("conversion-unit", "Unit of the axis", "Unit of the axis afterwards")
        self.laser = named(QDoubleSpinBox(minimum=0.0, maximum=5000.0, decimals=2, suffix=" nm"), "conversion-laser",
                           "Laser line")
        self.laser.setSpecialValueText("not known")
        self.laser.setToolTip("Wavelength of the laser; Raman shifts are counted from it")
        self.laser_label = Label("Laser line")
        self.laser_label.setBuddy(self.laser)
        self.quantity_mode = self._modes("quantity", "Leave the intensities", "Convert the intensities to",
                                         "Only say: intensities are")
        self.quantity = self._combo("conversion-quantity", "Quantity", "What the intensities are afterwards")
        self.percent = self._combo("conversion-percent", "Scale of the values given",
                                   "Whether reflectance or transmittance is given as 0 to 1 or in percent")
        for text, value in (("as it looks", None), ("given as 0 … 1", False), ("given in percent", True)):
            self.percent.addItem(text, value)
        self.table = self._make_table()
        self.notes = Label()
        self.notes.setObjectName("conversion-notes")
        self.notes.setWordWrap(True)
        self.notes.setProperty("class", "warning")
        self._lay_out()
        self.instrument.currentIndexChanged.connect(self._instrument_chosen)
        for mode in (self.axis_mode, self.quantity_mode):
            mode.currentIndexChanged.connect(self._mode_chosen)
        for box in (self.unit, self.quantity, self.percent):
            box.currentIndexChanged.connect(self.later)
        self.laser.valueChanged.connect(self.later)
        self.unit.currentIndexChanged.connect(self._show_laser)
        self.quantity.currentIndexChanged.connect(self._show_percent)
        self.resize(660, 330)
        self._instrument_chosen()

    # -- making ------------------------------------------------------------------------------------------
    def _combo(self, name: str, accessible: str, tip: str) -> QComboBox:
        box = named(QComboBox(), name, accessible, tip)
        return box

    def _modes(self, what: str, leave: str, convert_text: str, declare: str) -> QComboBox:
        box = self._combo(f"conversion-{what}-mode", f"What to do with the {what}",
                          "Converting computes new values; saying only corrects what the file did not tell")
        for value, text in ((LEAVE, leave), (CONVERT, convert_text), (DECLARE, declare)):
            box.addItem(text, value)
        return box

    def _make_table(self) -> QTableWidget:
        table = named(QTableWidget(3, 4), "conversion-preview", "First, middle and last channel before and after",
                      "What becomes of three of the channels")
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        table.setVerticalHeaderLabels(["First channel", "Middle channel", "Last channel"])
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        height = self.fontMetrics().height()
        table.verticalHeader().setDefaultSectionSize(height + 10)
        table.setFixedHeight(3 * (height + 10) + 6 + table.horizontalHeader().sizeHint().height() + 4)
        table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return table

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        label = Label("Instrument")
        label.setBuddy(self.instrument)
        grid.addWidget(label, 0, 0)
        grid.addWidget(self.instrument, 0, 1, 1, 2)
        grid.addWidget(Label("Axis"), 1, 0)
        grid.addWidget(self.axis_mode, 1, 1)
        grid.addWidget(self.unit, 1, 2)
        grid.addWidget(self.laser_label, 1, 3)
        grid.addWidget(self.laser, 1, 4)
        grid.addWidget(Label("Intensities"), 2, 0)
        grid.addWidget(self.quantity_mode, 2, 1)
        grid.addWidget(self.quantity, 2, 2)
        grid.addWidget(self.percent, 2, 3, 1, 2)
        grid.setColumnStretch(5, 1)
        self.body.addLayout(grid)
        self.body.addWidget(self.table)
        self.body.addWidget(self.notes)
        self.body.addStretch()

    # -- following ---------------------------------------------------------------------------------------
    def _dataset(self) -> SpectralDataset:
        return self._model.state.dataset(self.instrument.currentText())

    @Slot()
    def _instrument_chosen(self) -> None:
        d = self._dataset()
        self.laser.blockSignals(True)
        self.laser.setValue(d.axis.laser_nm or 0.0)
        self.laser.blockSignals(False)
        # what the file did not tell can only be said, what it did tell can be converted
        self.axis_mode.setCurrentIndex(self.axis_mode.findData(DECLARE if d.axis.unit not in PHYSICAL else LEAVE))
        self.quantity_mode.setCurrentIndex(self.quantity_mode.findData(LEAVE))
        self._mode_chosen()

    @Slot()
    def _mode_chosen(self) -> None:
        d = self._dataset()
        units = PHYSICAL if self.axis_mode.currentData() == CONVERT else UNITS
        self._refill(self.unit, {u: unit_words.named(u) for u in units}, d.axis.unit)
        self.unit.setEnabled(self.axis_mode.currentData() != LEAVE)
        quantities = COMPUTED if self.quantity_mode.currentData() == CONVERT else QUANTITIES
        self._refill(self.quantity, {q: q.replace("-", " ") for q in quantities}, d.quantity)
        self.quantity.setEnabled(self.quantity_mode.currentData() != LEAVE)
        self._show_laser()
        self._show_percent()
        self.later()

    def _refill(self, box: QComboBox, entries: dict[str, str], current: str) -> None:
        kept = box.currentData() if box.isEnabled() and box.count() else None
        box.blockSignals(True)
        box.clear()
        for value, text in entries.items():
            box.addItem(text, value)
        wanted = kept if kept in entries else current
        box.setCurrentIndex(max(box.findData(wanted), 0))
        box.blockSignals(False)

    @Slot()
    def _show_laser(self) -> None:
        mode, unit = self.axis_mode.currentData(), self.unit.currentData()
        needed = mode != LEAVE and "raman-shift" in (unit, self._dataset().axis.unit)
        self.laser.setVisible(needed)
        self.laser_label.setVisible(needed)

    @Slot()
    def _show_percent(self) -> None:
        self.percent.setVisible(self.quantity_mode.currentData() == CONVERT
                                and self.quantity.currentData() == "absorbance"
                                and self._dataset().quantity in ("reflectance", "transmittance"))

    # -- working -----------------------------------------------------------------------------------------
    def wanted(self) -> Conversion:
        """What the fields say."""
        axis, intensities = self.axis_mode.currentData(), self.quantity_mode.currentData()
        return Conversion(
            self.unit.currentData() if axis != LEAVE else "",
            self.laser.value() or None if axis != LEAVE else None, axis == DECLARE,
            self.quantity.currentData() if intensities != LEAVE else "", intensities == DECLARE,
            self.percent.currentData())

    def plan(self) -> Callable[[Monitor], Any] | None:
        dataset, wanted, state = self._dataset(), self.wanted(), self._model.state
        positions = steps_with_positions(state, dataset.name)

        def work(monitor: Monitor) -> Converted:
            after = convert(dataset, wanted)
            notes = list(inspect_axis(after.axis.values, after.axis.unit).sentences)
            notes = [f"{dataset.name}: {n}" for n in notes]
            notes += [n for n in after.warnings if n not in dataset.warnings]
            if after.axis.unit != dataset.axis.unit and positions:
                notes.append(f"The steps {', '.join(dict.fromkeys(positions))} hold positions in "
                             f"{unit_words.named(dataset.axis.unit)}; set them again afterwards.")
            return Converted(dataset, after, describe(dataset, after, wanted), tuple(notes))

        return work

    def show_result(self, made: Converted) -> None:
        self._fill(made.before, made.after)
        self.notes.setText("\n".join(made.notes))
        self.notes.setVisible(bool(made.notes))
        self.say(made.sentence, "" if made.after is not made.before else "muted")
        if made.after is not made.before:
            what = "Convert" if made.after.source.changed and not made.before.source.changed else "Units of"
            self.offer(f"{what} {made.before.name}", replace_dataset(self._model.state, made.after), made.sentence)

    def _fill(self, before: SpectralDataset, after: SpectralDataset) -> None:
        heads = [unit_words.named(d.axis.unit) for d in (before, after)]
        self.table.setHorizontalHeaderLabels([
            f"Position ({heads[0]})", f"→ ({heads[1]})", f"{before.quantity.replace('-', ' ').capitalize()}",
            f"→ {after.quantity.replace('-', ' ')}"])
        for row, (_, *values) in enumerate(three_channels(before, after)):
            for column, value in enumerate(values):
                item = QTableWidgetItem("missing" if np.isnan(value) else f"{value:.7g}")
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                item.setToolTip("Intensity of the first spectrum" if column > 1 else "Position of the channel")
                self.table.setItem(row, column, item)

    def _failed(self, sentence: str) -> None:
        super()._failed(sentence)
        self._fill(self._dataset(), self._dataset())
        self.notes.setVisible(False)


def describe(before: SpectralDataset, after: SpectralDataset, wanted: Conversion) -> str:
    """What the conversion does, in words."""
    if after is before:
        return "Nothing is changed so far: choose what to convert."
    parts = []
    p, old, new = len(before.axis), unit_words.named(before.axis.unit), unit_words.named(after.axis.unit)
    if wanted.unit and wanted.declare_unit:
        parts.append(f"the {p} positions of {before.name} stay as they are and are labelled {new}")
    elif after.axis.unit != before.axis.unit:
        laser = f", counted from the laser line at {after.axis.laser_nm:g} nm" if "raman-shift" in (
            before.axis.unit, after.axis.unit) and after.axis.laser_nm else ""
        parts.append(f"the {p} positions of {before.name} are converted from {old} to {new} channel by channel{laser}; "
                     "nothing is interpolated")
    elif after.axis.laser_nm != before.axis.laser_nm:
        parts.append(f"the laser line of {before.name} is labelled {after.axis.laser_nm:g} nm")
    if wanted.quantity and wanted.declare_quantity:
        parts.append(f"the intensities stay as they are and are labelled {after.quantity.replace('-', ' ')}")
    elif after.quantity != before.quantity:
        formula = "−log₁₀ of it" if after.quantity == "absorbance" else "10 to the power of −absorbance"
        percent = wanted.percent if wanted.percent is not None else looks_like_percent(before.spectra)
        scale = " given in percent" if after.quantity == "absorbance" and percent else ""
        parts.append(f"the intensities are converted from {before.quantity}{scale} to {after.quantity} ({formula})")
    text = "; ".join(parts) + "."
    return text[0].upper() + text[1:]
