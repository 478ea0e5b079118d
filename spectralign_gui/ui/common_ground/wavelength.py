"""Wavelength check: where the bands of an instrument lie compared with another of its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtWidgets import QCheckBox, QWidget

from ...core.data.axis_check import AxisCheck
from ...core.monitor import Monitor
from ...presenters.plots.chart import Chart, Level, Series
from ...session.state.axes_and_units import (
    axis_check,
    correct_axis,
    corrected_already,
    resample_onto_reference,
    standards_between,
)
from ...words import say, units
from ..plots.line_view import LineView
from ..state import AppModel, RunController
from ..widgets import named, on_screen
from ..widgets.as_written import Label
from .dialog import GroundDialog, line_of


class WavelengthDialog(GroundDialog):
    """Shift against axis with the fitted line, one sentence, and Apply as the step "Correct axis"."""

    def __init__(self, model: AppModel, controller: RunController, current: str = "",
                 parent: QWidget | None = None) -> None:
        super().__init__(model, controller, "wavelength-check", "Check wavelengths", "&Correct the axis", parent)
        names = model.state.instruments
        checked = current if current in names[1:] else names[1]
        self.reference = self.instrument_box("check-reference", "Compared with",
                                             "The instrument whose wavelengths are taken as right", names[0])
        self.instrument = self.instrument_box("check-instrument", "Instrument checked",
                                              "The instrument whose axis is checked and corrected", checked)
        self.basis = named(Label(), "check-basis", look="muted")
        self.basis.setWordWrap(True)
        self.plot = LineView("wavelength-plot", "Shift along the axis", self)
        self.plot.setMinimumSize(560, 300)
        self.resample = named(QCheckBox("Also put &all instruments on the channels of the reference (step Resample)"),
                              "check-resample", tip="Methods that compare channel by channel (PDS, SST, EPO …) need "
                              "the same channels after the correction; LRA and CADA do not")
        self.resample.toggled.connect(self._offer)
        self.check: AxisCheck | None = None
        self.body.addLayout(line_of("Axis of", self.instrument, "compared with", self.reference))
        self.body.addWidget(self.basis)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.resample)
        for box in (self.reference, self.instrument):
            box.currentIndexChanged.connect(self.later)
        self.resize(on_screen(self, 700, 560))
        self.later()

    def plan(self) -> Callable[[Monitor], Any] | None:
        reference, name, state = self.reference.currentText(), self.instrument.currentText(), self._model.state
        self.check = None
        if reference == name:
            self.basis.setText("")
            self.plot.set_chart(Chart())
            self.say("Choose two different instruments.", "warning")
            return None
        count = standards_between(state, reference, name)
        text = (f"From the first derivatives of {count} standard{'s' * (count != 1)} measured on both." if count else
                "No standards are marked between them: their mean spectra are compared, which is only right if both "
                "measured alike samples.")
        if corrected_already(state, name):
            text += f" {name} already has a correction; it is calculated again, and Apply replaces it."
        self.basis.setText(text)
        self.say("Comparing …", "muted")
        return lambda monitor: axis_check(state, reference, name, monitor)

    def show_result(self, made: AxisCheck) -> None:
        self.check = made
        self.plot.set_chart(chart_of(made))
        if not made.found:
            self.say(say(made.sentence), "warning")
            return
        text = say(made.sentence) if made.significant else f"{say(made.sentence)} No correction is needed."
        self.say(text, "" if made.significant else "good")
        self._offer()

    def _offer(self) -> None:
        if self.check is None or not self.check.significant:
            return
        name = self.instrument.currentText()
        state = correct_axis(self._model.state, name, self.check.correction())
        more = ""
        if self.resample.isChecked():
            state = resample_onto_reference(state)
            more = " All instruments are put on the channels of the reference."
        self.offer(f"Correct axis of {name}", state, f"{say(self.check.sentence)} Its axis is corrected by the step "
                   f"“Correct axis” of its own preprocessing.{more}")


def chart_of(check: AxisCheck) -> Chart:
    """The windows that were used and those that were not, with their standard errors, and the line through them."""
    unit = units.over(check.unit)
    x, y = check.positions, check.shifts
    known = np.isfinite(y)
    bars_x = np.repeat(x[known], 3)
    bars_y = np.column_stack([y[known] - check.errors[known], y[known] + check.errors[known],
                              np.full(int(known.sum()), np.nan)]).ravel()
    series = []
    if known.any():
        series = [Series("", bars_y, bars_x, "muted"),
                  Series("window compared", y[check.used], x[check.used], "instrument:1", "o", False)]
    unused = known & ~check.used
    if unused.any():
        series.append(Series("window not used (too little in common)", y[unused], x[unused], "muted", "x", False,
                             np.zeros(int(unused.sum()), bool)))
    if check.found:
        ends = np.array([x.min(), x.max()])
        series.append(Series("fitted shift", check.fitted(ends), ends, "accent"))
    a, b = check.names
    return Chart(series, [Level(0.0, "no shift")] if known.any() else [],
                 units.title(check.unit), f"{b} minus {a}{f' ({unit})' if unit else ''}",
                 head=0.3)
