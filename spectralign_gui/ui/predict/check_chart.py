"""Does the transfer still hold? Standards measured again on later days, against limits (Shewhart and CUSUM)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from ...core.errors import SpectrAlignError
from ...core.naming import counted
from ...core.validation.control_chart import ChartPoint, ControlChart
from ...presenters.plots.chart import Chart, Level, Series
from ...session.predict.check_samples import CheckDay, control_chart
from ...session.predict.followed import present_error
from ...words import say
from ..actions import tool_button
from ..plots.line_view import LineView
from ..widgets import FlowLayout, OneLineLabel, ShortBox
from .check_actions import CheckActions

HINT = ("Measure a few standards again any later day and open their spectra here: their predictions are compared with "
        "the reference values.")


def shewhart_chart(chart: ControlChart, points: list[ChartPoint], name: str, j: int) -> Chart:
    """Mean error of every day against the limits for that day's number of samples; days with an alarm are marked."""
    y = np.array([p.deviation for p in points])
    limits = np.array([(p.low, p.high) for p in points])
    outside = np.array([bool(p.alarms) for p in points])
    series = [Series("mean error of the day", y, symbol="o")]
    if outside.any():
        series.append(Series("days with an alarm", y[outside], np.flatnonzero(outside) + 1, colour="threshold",
                             symbol="d", line=False))
    levels = [Level(float(chart.centre[j]), "at the time of the transfer", "muted")]
    title = f"limits, {chart.action:g} standard errors"
    if np.allclose(limits, limits[0], rtol=1e-3):
        levels += [Level(float(limits[0, 1]), title), Level(float(limits[0, 0]), "")]
    else:  # fewer samples, wider limits; samples that are known are expected where they were
        series += [Series(title, limits[:, 1], colour="muted", symbol="t"),
                   Series("", limits[:, 0], colour="muted", symbol="t1")]
    return Chart(series, levels, y_label=f"{name}, error")


def cusum_chart(chart: ControlChart, points: list[ChartPoint], name: str) -> Chart:
    """Sums of what is more than the allowance, upwards and downwards, against the decision limit."""
    return Chart([Series("sum upwards", np.array([p.upper for p in points]), symbol="t1"),
                  Series("sum downwards", -np.array([p.lower for p in points]), symbol="t", colour="muted")],
                 [Level(0.0, "", "muted"), Level(chart.decision, "limit of drift"), Level(-chart.decision, "")],
                 y_label=f"{name}, standard errors")


def still_an_alarm(day: CheckDay) -> str:
    """That an alarm of an earlier run stands, and what ends it."""
    return (f"⚠ The alarm of {day.day} still stands, though it was found with an earlier result: "
            f"{' '.join(day.alarms)} A check measurement without an alarm ends it, or “Alarm is settled”.")


def _day_names(days: Sequence[str]) -> tuple[str, ...]:
    """The days, numbered where several measurements are of one."""
    return tuple(f"{d} ({days[:k].count(d) + 1}.)" if days.count(d) > 1 else d for k, d in enumerate(days))


def to_show(day: Sequence[ChartPoint], shown: int) -> int:
    """The property to look at after a day: the shown one, or the first with an alarm where that has none."""
    alarms = [k for k, point in enumerate(day) if point.alarms]
    return shown if not alarms or shown in alarms else alarms[0]


class CheckChart(QWidget):
    """Chart of the check samples of one instrument."""

    def __init__(self, checks: CheckActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._checks, self._known = checks, 0
        self.chart_of_days: ControlChart | None = None
        """What is drawn; None while there are no days."""
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
        for widget in (tool_button(checks.add, self, text=True), *(
                tool_button(a, self) for a in (checks.assign, checks.settle, checks.remove, *checks.lives.entries)),
                       self.property, self.kind):
            bar.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(bar)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.says)
        self.property.currentIndexChanged.connect(self.refresh)
        self.kind.currentIndexChanged.connect(self.refresh)
        checks.changed.connect(self._days_changed)
        checks.told.connect(self.says.setText)
        self.refresh()

    @Slot()
    def _days_changed(self) -> None:
        """A new day with an alarm is shown where the alarm is, not at the property that happened to be chosen."""
        self.refresh()
        before, self._known = self._known, len(self._checks.days)
        if self.chart_of_days is not None and self._known > before:
            self.property.setCurrentIndex(to_show(self.chart_of_days.points[-1], self.property.currentIndex()))

    @Slot()
    def refresh(self, *_: object) -> None:
        """Draw what is known."""
        self._offer(self._checks.properties)
        days, self.chart_of_days = self._checks.days, None
        model = self._checks.model() if days else None
        if model is None:
            self.view.set_chart(Chart())
            standing = self._checks.standing
            if standing is not None:
                self._say(still_an_alarm(standing) + self._checks.others(), "warning")
                return
            self._say(HINT + self._checks.others() if self._checks.possible else "A run that predicts comes first.",
                      "muted")
            return
        try:
            chart = control_chart(model, self._checks.instrument, days)
        except SpectrAlignError as error:
            self.view.set_chart(Chart())
            self._say(say(error), "warning")
            return
        self._draw(chart, days)

    def _offer(self, names: list[str]) -> None:
        if names != [self.property.itemText(k) for k in range(self.property.count())]:
            with QSignalBlocker(self.property):
                self.property.clear()
                self.property.addItems(names)

    def _draw(self, chart: ControlChart, days: list[CheckDay]) -> None:
        self.chart_of_days = chart
        j = max(self.property.currentIndex(), 0)
        name = self.property.currentText()
        points = [p[j] for p in chart.points]
        drawn = cusum_chart(chart, points, name) if self.kind.currentIndex() == 1 else shewhart_chart(
            chart, points, name, j)
        self.view.set_chart(replace(drawn, x_label="Day of the check measurement",
                                    names=_day_names([d.day for d in days])))
        last = chart.points[-1]
        alarms = [a for p in (last[j], *last[:j], *last[j + 1:]) for a in p.alarms]  # the shown property first
        settled = " You said that this alarm is settled." if days[-1].settled and alarms else ""
        number, beyond = len(days[-1].samples), sum(bool(p.alarms) for p in last)
        lead = f"⚠ {beyond} of {len(last)} properties: " if len(last) > 1 else "⚠ "
        present = present_error(days, j, name) if alarms else None
        text = lead + " ".join([*alarms, *([say(present)] if present is not None else [])]) if alarms else (
            f"{days[-1].day}: no sign of a change since the run, in {counted(number, 'check sample')}.")
        standing = self._checks.standing
        newer = f" {still_an_alarm(standing)}" if standing is not None else ""
        self._say(text + settled + newer + self._checks.others(),
                  "warning" if newer or (alarms and not settled) else "muted")

    @property
    def alarm(self) -> tuple[str, str] | None:
        """Day and sentence of the alarm that stands for the shown run; None where none does."""
        chart, days, standing = self.chart_of_days, self._checks.days, self._checks.standing
        if standing is not None:
            return standing.day, still_an_alarm(standing)
        if chart is None or not days or days[-1].settled or not any(p.alarms for p in chart.points[-1]):
            return None
        return days[-1].day, self.says.text()

    def _say(self, text: str, style: str) -> None:
        self.says.tell(text, text if style == "warning" else "")
        if self.says.property("class") != style:
            self.says.setProperty("class", style)
            self.says.style().unpolish(self.says)
            self.says.style().polish(self.says)
