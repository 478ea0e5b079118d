"""Does the transfer still hold? Standards measured again on later days, against limits (Shewhart and CUSUM)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...core.validation.control_chart import ControlChart
from ...io.read import read_dataset
from ...session.checks import CheckDay, check_day, control_chart
from ...session.model import Model
from ..actions import make_action, tool_button
from ..plots.line_view import Chart, Level, LineView, Series
from ..state import RunController

HINT = ("Measure a few standards again any later day and open their spectra here: their predictions are compared with "
        "the reference values.")


class CheckChart(QWidget):
    """Chart of the check samples of one instrument."""

    def __init__(self, controller: RunController, parent: QWidget) -> None:
        super().__init__(parent)
        self._controller, self._state = controller, controller.model
        self._model: Callable[[], Model | None] | None = None
        self._instrument = ""
        self.add = make_action(self, "check-add", "Add check &measurement…", "Read spectra of standards measured again",
                               self._ask, icon="plus")
        self.remove = make_action(self, "check-remove", "&Remove the last day", "Take the last measurement out of the "
                                  "chart", self._remove, icon="delete")
        self.property = QComboBox()
        self.property.setObjectName("check-property")
        self.property.setAccessibleName("Property shown")
        self.property.setToolTip("The property that the chart shows")
        self.property.setMinimumContentsLength(10)
        self.view = LineView("check-chart", "Check samples")
        self.says = QLabel(HINT)
        self.says.setObjectName("check-says")
        self.says.setWordWrap(True)
        self.says.setProperty("class", "muted")
        bar = QHBoxLayout()
        bar.addWidget(tool_button(self.add, self, text=True))
        bar.addWidget(tool_button(self.remove, self))
        bar.addWidget(self.property)
        bar.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(bar)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.says)
        self.property.currentIndexChanged.connect(self.refresh)
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
        """Days of the shown instrument."""
        return [d for d in self._state.state.checks if d.instrument == self._instrument]

    @Slot()
    def refresh(self, *_: object) -> None:
        """Draw what is known."""
        self.add.setEnabled(self._model is not None)
        self.remove.setEnabled(bool(self.days))
        days = self.days
        model = self._model() if self._model is not None and days else None
        if model is None:
            self.view.set_chart(Chart())
            self.says.setText(HINT if self._model is not None else "A run that predicts comes first.")
            return
        try:
            chart = control_chart(model, self._instrument, days)
        except SpectrAlignError as error:
            self.view.set_chart(Chart())
            self.says.setText(str(error))
            return
        self._draw(chart, days)

    def _draw(self, chart: ControlChart, days: list[CheckDay]) -> None:
        j = max(self.property.currentIndex(), 0)
        name = self.property.currentText()
        y = np.array([points[j].deviation for points in chart.points])
        low, high = chart.limits(round(float(np.mean([len(d.samples) for d in days]))))
        levels = [Level(float(chart.centre[j]), "at the time of the transfer", "muted"),
                  Level(float(high[j]), "limit"), Level(float(low[j]), "")]
        alarmed = np.array([not points[j].alarms for points in chart.points])
        self.view.set_chart(Chart(
            [Series(f"{name}: mean error of the day", y, symbol="o", filled=alarmed)], levels,
            "Measurement", f"Predicted − reference, {name}"))
        alarms = [a for p in chart.points[-1] for a in p.alarms]
        self.says.setText(" ".join(alarms) if alarms else f"{days[-1].day}: the transfer holds for "
                          f"{len(days[-1].samples)} check samples.")

    def _ask(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Standards measured again")
        if path:
            self.add_file(path)

    def add_file(self, path: str | Path, day: str = "") -> None:
        """Add a measurement (default: of today)."""
        result, instrument, made = self._state.current_run, self._instrument, day or date.today().isoformat()
        if result is None or self._model is None:
            return

        def work(monitor: Monitor) -> CheckDay:
            return check_day(result, Model.of(result), read_dataset(path), instrument, made)

        self._controller.jobs.start(work, "Checking the transfer", key="check", finished=partial(self._added),
                                    failed=self.says.setText)

    def _added(self, day: Any) -> None:
        self._state.apply("Add check measurement", lambda s: s.with_(checks=(*s.checks, day)))

    def _remove(self) -> None:
        last = self.days[-1] if self.days else None
        if last is not None:
            self._state.apply("Remove check measurement",
                              lambda s: s.with_(checks=tuple(d for d in s.checks if d is not last)))
