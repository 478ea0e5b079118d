"""Does the transfer still hold? Standards measured again on later days, against limits (Shewhart and CUSUM)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QFileDialog, QVBoxLayout, QWidget

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...core.validation.control_chart import ChartPoint, ControlChart
from ...io.read import read_dataset
from ...presenters.plots.chart import Chart, Level, Series
from ...session.predict.check_samples import (
    BY_NAME,
    CheckDay,
    CheckSpectrum,
    check_standards,
    control_chart,
    days_of,
    measured_check,
    run_key,
)
from ...session.predict.model import Model
from ...session.run import RunResult
from ..actions import make_action, tool_button
from ..plots.line_view import LineView
from ..state import RunController
from ..widgets import FlowLayout, OneLineLabel, ShortBox
from .check_assign import CheckAssignment

HINT = ("Measure a few standards again any later day and open their spectra here: their predictions are compared with "
        "the reference values.")


def shewhart_chart(chart: ControlChart, points: list[ChartPoint], name: str, j: int) -> Chart:
    """Mean error of every day against the limits for that day's number of samples; days with an alarm are marked."""
    y = np.array([p.deviation for p in points])
    limits = np.array([[side[j] for side in chart.limits(p.samples)] for p in points])
    outside = np.array([bool(p.alarms) for p in points])
    series = [Series("mean error of the day", y, symbol="o")]
    if outside.any():
        series.append(Series("days with an alarm", y[outside], np.flatnonzero(outside) + 1, colour="threshold",
                             symbol="d", line=False))
    levels = [Level(float(chart.centre[j]), "at the time of the transfer", "muted")]
    title = f"limits, {chart.action:g} standard errors"
    if len({p.samples for p in points}) == 1:
        levels += [Level(float(limits[0, 1]), title), Level(float(limits[0, 0]), "")]
    else:  # fewer samples, wider limits: every day has its own
        series += [Series(title, limits[:, 1], colour="muted", symbol="t"),
                   Series("", limits[:, 0], colour="muted", symbol="t1")]
    return Chart(series, levels, y_label=f"{name}, error")


def cusum_chart(chart: ControlChart, points: list[ChartPoint], name: str) -> Chart:
    """Sums of what is more than the allowance, upwards and downwards, against the decision limit."""
    return Chart([Series("sum upwards", np.array([p.upper for p in points]), symbol="t1"),
                  Series("sum downwards", -np.array([p.lower for p in points]), symbol="t", colour="muted")],
                 [Level(0.0, "", "muted"), Level(chart.decision, "limit of drift"), Level(-chart.decision, "")],
                 y_label=f"{name}, standard errors")


class CheckChart(QWidget):
    """Chart of the check samples of one instrument."""

    def __init__(self, controller: RunController, parent: QWidget) -> None:
        super().__init__(parent)
        self._controller, self._state = controller, controller.model
        self._model: Callable[[], Model | None] | None = None
        self._instrument = ""
        self.chart_of_days: ControlChart | None = None
        """What is drawn; None while there are no days."""
        self.add = make_action(self, "check-add", "Add check &measurement…", "Read spectra of standards measured again",
                               self._ask, icon="plus")
        self.remove = make_action(self, "check-remove", "&Remove the last day", "Take the last measurement out of the "
                                  "chart", self._remove, icon="delete")
        self.assign = make_action(self, "check-assign", "&Which spectrum is which…", "Say which spectrum of the last "
                                  "measurement is which standard", self._reassign, icon="link")
        self.assignment: CheckAssignment | None = None
        """The open question which spectrum is which."""
        self.property = ShortBox()
        self.property.setObjectName("check-property")
        self.property.setAccessibleName("Property shown")
        self.property.setToolTip("The property that the chart shows")
        self.kind = QComboBox()
        self.kind.setObjectName("check-kind")
        self.kind.setAccessibleName("Kind of chart")
        self.kind.setToolTip("Each day on its own (Shewhart) finds a sudden fault; the sums (CUSUM) find a slow drift")
        self.kind.addItems(["Each day (Shewhart)", "Drift (CUSUM)"])
        self.view = LineView("check-chart", "Check samples", legend_above=True)
        self.view.add_mode_tools(short=True)
        self.view.tools.addStretch(1)
        self.view.add_export_tool()
        self.says = OneLineLabel(HINT, lines=2)
        self.says.setObjectName("check-says")
        self.says.setAccessibleName("Whether the transfer still holds")
        self.says.setProperty("class", "muted")
        bar = FlowLayout(spacing=6)
        for widget in (tool_button(self.add, self, text=True), tool_button(self.assign, self),
                       tool_button(self.remove, self), self.property, self.kind):
            bar.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(bar)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.says)
        self.property.currentIndexChanged.connect(self.refresh)
        self.kind.currentIndexChanged.connect(self.refresh)
        self._state.stateChanged.connect(self.refresh)
        self.refresh()

    def set_model(self, model: Callable[[], Model | None] | None, instrument: str) -> None:
        """Show the chart of a model (made when it is needed) and instrument."""
        self._model, self._instrument = model, instrument
        run = self._state.current_run
        names = list(dict.fromkeys(n for d in run.datasets if d.targets is not None for n in d.targets.names)
                     ) if run is not None else []
        if names != [self.property.itemText(k) for k in range(self.property.count())]:
            self.property.blockSignals(True)
            self.property.clear()
            self.property.addItems(names)
            self.property.blockSignals(False)
        self.refresh()

    @property
    def days(self) -> list[CheckDay]:
        """Days of the shown instrument and run."""
        return days_of(self._state.state.checks, self._instrument, self._state.current_run)

    @Slot()
    def refresh(self, *_: object) -> None:
        """Draw what is known."""
        self.add.setEnabled(self._model is not None)
        self.remove.setEnabled(bool(self.days))
        self.assign.setEnabled(bool(self.days) and bool(self.days[-1].spectra))
        days, self.chart_of_days = self.days, None
        model = self._model() if self._model is not None and days else None
        if model is None:
            self.view.set_chart(Chart())
            self.says.setText(HINT + self._others() if self._model is not None else "A run that predicts comes first.")
            return
        try:
            chart = control_chart(model, self._instrument, days)
        except SpectrAlignError as error:
            self.view.set_chart(Chart())
            self.says.setText(str(error))
            return
        self._draw(chart, days)

    def _others(self) -> str:
        """How many days belong to other results, as a sentence."""
        number = sum(d.instrument == self._instrument for d in self._state.state.checks) - len(self.days)
        return "" if not number else (f" {number} measurement{'s were' if number > 1 else ' was'} predicted with "
                                      "another result and say nothing about this one.")

    def _draw(self, chart: ControlChart, days: list[CheckDay]) -> None:
        self.chart_of_days = chart
        j = max(self.property.currentIndex(), 0)
        name = self.property.currentText()
        points = [p[j] for p in chart.points]
        when = days[0].day if len(days) == 1 else f"{days[0].day} to {days[-1].day}"
        drawn = cusum_chart(chart, points, name) if self.kind.currentIndex() == 1 else shewhart_chart(
            chart, points, name, j)
        self.view.set_chart(replace(drawn, x_label=f"Measurement ({when})"))
        last = chart.points[-1]
        alarms = [a for p in (last[j], *last[:j], *last[j + 1:]) for a in p.alarms]  # the shown property first
        number, beyond = len(days[-1].samples), sum(bool(p.alarms) for p in last)
        lead = f"⚠ {beyond} of {len(last)} properties: " if len(last) > 1 else "⚠ "
        text = lead + " ".join(alarms) if alarms else (f"{days[-1].day}: the transfer holds for {number} check "
                                                       f"sample{'s' if number != 1 else ''}.")
        self.says.setText(text + self._others())

    def _ask(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Standards measured again")
        if path:
            self.add_file(path)

    def add_file(self, path: str | Path, day: str = "") -> None:
        """Add a measurement (default: of today)."""
        result, instrument, made = self._state.current_run, self._instrument, day or date.today().isoformat()
        if result is None or self._model is None:
            return

        def work(monitor: Monitor) -> tuple[CheckSpectrum, ...]:
            return measured_check(result, Model.of(result), read_dataset(path), instrument)

        self._controller.jobs.start(work, "Checking the transfer", key="check", failed=self.says.setText,
                                    finished=partial(self._measured, result, instrument, made))

    def _measured(self, result: RunResult, instrument: str, day: str, spectra: tuple[CheckSpectrum, ...]) -> None:
        """Spectra with names of samples are added at once; of others the user says which is which."""
        shown = self._state.current_run
        if shown is None or run_key(shown) != run_key(result):
            self.says.setText("The measurement was not added, because another result is shown now.")
            return

        def take(chosen: tuple[CheckSpectrum, ...]) -> None:
            made = CheckDay.of(day, instrument, run_key(result), chosen)
            self._state.apply("Add check measurement", lambda s: s.with_(checks=(*s.checks, made)))

        if all(s.how == BY_NAME for s in spectra):
            take(spectra)
        else:
            self._open_assignment(result, spectra, take)

    def _open_assignment(self, result: RunResult, spectra: tuple[CheckSpectrum, ...],
                         take: Callable[[tuple[CheckSpectrum, ...]], None]) -> None:
        if self.assignment is not None:
            self.assignment.reject()
        self.assignment = dialog = CheckAssignment(spectra, check_standards(result), take, self.window())
        dialog.finished.connect(self._assigned)
        dialog.open()

    @Slot()
    def _assigned(self, *_: object) -> None:
        if self.assignment is not None:
            self.assignment.deleteLater()
            self.assignment = None

    def _reassign(self) -> None:
        days, result = self.days, self._state.current_run
        if not days or not days[-1].spectra or result is None:
            return
        last = days[-1]

        def take(chosen: tuple[CheckSpectrum, ...]) -> None:
            self._state.apply("Say which check spectrum is which", lambda s: s.with_(
                checks=tuple(d.with_spectra(chosen) if d is last else d for d in s.checks)))

        self._open_assignment(result, last.spectra, take)

    def _remove(self) -> None:
        last = self.days[-1] if self.days else None
        if last is not None:
            self._state.apply("Remove check measurement",
                              lambda s: s.with_(checks=tuple(d for d in s.checks if d is not last)))
