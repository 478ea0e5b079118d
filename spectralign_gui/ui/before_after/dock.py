"""Before and after dock: what the shown run does to the standards' spectra, for every method that changes spectra."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from ...core.monitor import Monitor
from ...presenters.plots.chart import Chart, Series
from ...session.compare.transfer_detail import CloserLook, look_at_run
from ...session.run.execution import RunResult
from ...session.run.held_out import held_out_values, target_tables
from ...session.run.run_quality import Residuals
from ..compare.charts import difference_chart, regression_chart, spectra_chart
from ..dock import Dock
from ..plots.line_view import LineView
from ..plots.run_points import places
from ..widgets import FlowLayout, OneLineLabel, ShortBox, named

NOTHING = "After a run this shows the standards' spectra on A, and on B before and after the transfer."
WAITS = Chart(notes=["Being calculated …"])
TABS = (("spectra", "Spectra", "Standards before and after"),
        ("left", "Remainder", "Difference of the standards to A"),
        ("predicted", "Predicted", "Held-out standards, predicted against measured"),
        ("vector", "Coefficients", "Regression vector"))


class BeforeAfterDock(Dock):
    """Plots of the shown run that need no joint coordinates."""

    title = "Before and after"
    dock_name = "before-after"
    area = "centre"
    icon_name = "spectra"
    help_page = "guide/result.md"
    draws_on = ("currentRunChanged", "resultUpdated")
    shows_run = True
    purpose = "See what the shown run does to the standards' spectra, what difference is left, and its coefficients"

    def prepare(self) -> None:
        self._result: RunResult | None = None
        self._look: CloserLook | str | None = None

    def build(self) -> QWidget:
        self.instrument, self.property = (ShortBox(letters=12) for _ in range(2))
        for box, name, title, tip in (
            (self.instrument, "instrument", "Instrument shown", "The instrument whose spectra are shown"),
            (self.property, "property", "Property shown", "The property that Predicted and Coefficients show")):
            named(box, f"before-after-{name}", title, tip)
        self.views = {key: LineView(f"before-after-{key}", title, legend_above=True) for key, _, title in TABS}
        self.tabs = QTabWidget()
        self.tabs.setObjectName("before-after-tabs")
        self.tabs.setDocumentMode(True)
        for key, tab, _ in TABS:
            view = self.views[key]
            view.add_mode_tools(short=True)
            view.tools.addStretch(1)
            view.add_export_tool()
            self.tabs.addTab(view, tab)
        self.says = named(OneLineLabel(NOTHING, lines=2), "before-after-says", "What the plots are of", look="muted")
        self.says.set_one_line(True)
        bar = FlowLayout(spacing=6)
        for widget in (self.instrument, self.property):
            bar.addWidget(widget)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 4, 8, 4)
        column.setSpacing(4)
        column.addLayout(bar)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.says)
        self.instrument.activated.connect(self._look_again)
        self.property.activated.connect(self._show)
        return body

    # -- the run -----------------------------------------------------------------------------------------
    def draw(self) -> None:
        result = self._model.current_run
        self._result, self._look = result, None
        names = [d.name for d in result.datasets[1:]] if result is not None else []
        properties = [n for d in (result.datasets if result is not None else ()) if d.targets is not None
                      for n in d.targets.names]
        for box, items in ((self.instrument, names), (self.property, list(dict.fromkeys(properties)))):
            if items != [box.itemText(k) for k in range(box.count())]:
                with QSignalBlocker(box):
                    box.clear()
                    box.addItems(items)
        self.instrument.setVisible(len(names) > 1)
        self.property.setVisible(self.property.count() > 1)
        for key, view in self.views.items():
            view.set_chart(Chart() if result is None else WAITS)
            self.tabs.setTabVisible(self.tabs.indexOf(view), key != "predicted" or self._measured() is not None)
        self.says.setText(NOTHING if result is None else "")
        if result is not None:
            self._look_again()

    @Slot()
    def _look_again(self, *_: Any) -> None:
        result = self._result
        if result is None:
            return
        to = self.instrument.currentIndex() + 1

        def work(monitor: Monitor) -> CloserLook:
            return look_at_run(result, to)

        self.work.start(work, partial(self._looked, result), key="before-after", failed=partial(self._looked, result),
                        still=lambda: result is self._result)

    def _looked(self, result: RunResult, look: CloserLook | str) -> None:
        self._look = look
        self._show()

    def _measured(self) -> Residuals | None:
        """Residuals of held-out standards of the shown instrument, as the run has them."""
        result = self._result
        return result.quality.held_out.get(self.instrument.currentText()) if result is not None else None

    # -- drawing -----------------------------------------------------------------------------------------
    @Slot()
    def _show(self, *_: Any) -> None:
        result, look = self._result, self._look
        if result is None or look is None:
            return
        if isinstance(look, str):
            for view in self.views.values():
                view.set_chart(Chart(notes=[look]))
            return
        at = places(result.datasets, self._model.state)
        at = (at[0], at[self.instrument.currentIndex() + 1])
        self.views["spectra"].set_chart(spectra_chart(look, at))
        self.views["left"].set_chart(difference_chart(look, at))
        self.views["vector"].set_chart(regression_chart(look, self.property.currentText()))
        self.views["predicted"].set_chart(self._predicted_chart())
        self.says.setText(f"{result.label or result.method.title}: {self._closer(look)}".strip())

    def _closer(self, look: CloserLook) -> str:
        """How much closer the spectra have come, as a sentence."""
        number = f"{len(look.before)} standards"
        if look.after is None:
            return look.notes[0] if look.notes else ""
        after = float(np.sqrt(np.mean((look.after - look.reference) ** 2)))
        if not look.same_channels:
            return f"{number} differ from A's spectra by {after:.3g} per channel after the transfer."
        before = float(np.sqrt(np.mean((look.before - look.reference) ** 2)))
        return f"{number} differ from A's spectra by {before:.3g} per channel before and {after:.3g} after."

    def _predicted_chart(self) -> Chart:
        result, given = self._result, self._measured()
        name = self.property.currentText()
        if result is None or given is None or name not in given.properties:
            return Chart(notes=["No held-out standard has a predicted and a measured value."])
        tables = target_tables(result.datasets)
        if tables is None:
            return Chart()
        k, j = self.instrument.currentIndex() + 1, given.properties.index(name)
        measured = held_out_values(tables, result.held_out_pairs, k, given.rows)[:, j]
        predicted = measured + given.residuals[:, j]
        ok = np.isfinite(measured) & np.isfinite(predicted)
        if not ok.any():
            return Chart(notes=[f"No held-out standard has a measured {name}."])
        both = np.concatenate([measured[ok], predicted[ok]])
        ends = np.array([both.min(), both.max()])
        points = Series(f"{int(ok.sum())} held-out standards", predicted[ok], measured[ok], symbol="o", line=False)
        return Chart([points, Series("equal", ends, ends, colour="muted")], x_label=f"{name}, measured",
                     y_label=f"{name}, predicted")
