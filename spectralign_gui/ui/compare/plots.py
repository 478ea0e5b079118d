"""Plots of the chosen line of a comparison: errors, learning curve, spectra of the standards, coefficients; and, as
the last tab, what the automatic transfer tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDockWidget, QSplitter, QTabWidget, QWidget

from ...core.monitor import Monitor
from ...core.validation.transfer_result import TransferValidation
from ...presenters.plots.chart import Chart
from ...session.compare.transfer_detail import CloserLook, look_closer
from ...session.state import SessionState
from ...session.state.selections import Sample
from ..plots.line_view import LineView
from ..plots.run_points import kept_rows, places
from ..plots.sample_chart import SampleChart
from ..selection import offer_in_plot
from ..state import AppModel, Redraw, RunController, in_front
from .charts import (
    difference_chart,
    learning_chart,
    predicted_chart,
    regression_chart,
    residual_chart,
    spectra_chart,
    tested,
)

WAITS = Chart(notes=["Being fitted on all standards …"])
NO_TRANSFER = Chart(notes=["A's model on A's spectra: nothing is transferred."])


class ComparePlots(QTabWidget):
    """Tabs of plots; those that need a fit on all standards make it when they are looked at; `tried` is the last."""

    def __init__(self, model: AppModel, controller: RunController, dock: QDockWidget, tried: QWidget) -> None:
        super().__init__()
        self._dock, self._remark = dock, Redraw(model.turns, dock)
        self.setObjectName("compare-plots")
        self.setDocumentMode(True)
        self.setUsesScrollButtons(True)
        self._model, self._controller = model, controller
        self._shown: tuple[TransferValidation, str, int, int] | None = None
        self._state: SessionState | None = None
        self._settings: Callable[[str], Mapping[str, Any]] = lambda _: {}
        self._looked: tuple[str, CloserLook | str] | None = None
        self.views: dict[str, LineView] = {
            "predicted": SampleChart("compare-predicted", "Predicted against measured"),
            "residuals": SampleChart("compare-residuals", "Residuals"),
            "learning": LineView("compare-learning", "Learning curve", legend_above=True),
            "spectra": LineView("compare-spectra", "Standards before and after", legend_above=True),
            "difference": LineView("compare-difference", "Difference of the standards to A", legend_above=True),
            "vector": LineView("compare-vector", "Regression vector", legend_above=True)}
        for key, title in (("predicted", "Predicted"), ("residuals", "Residuals"), ("learning", "More standards?")):
            self.addTab(self.views[key], title)
        self._pair = QSplitter(Qt.Orientation.Vertical)
        self._pair.setObjectName("compare-standards-plots")
        for key in ("spectra", "difference"):
            self._pair.addWidget(self.views[key])
        self.addTab(self._pair, "Standards")
        self.addTab(self.views["vector"], "Coefficients")
        self.addTab(tried, "Automatic")
        self._closer = {self._pair, self.views["difference"], self.views["vector"]}
        for key, view in self.views.items():
            if not isinstance(view, SampleChart):
                view.add_mode_tools(short=True)
                view.tools.addStretch(1)
                view.add_export_tool()
            if key in ("spectra", "difference"):
                view.readout.hide()
        self.currentChanged.connect(self._look)
        model.selection.changed.connect(self._selection_changed)
        model.selection.hovered.connect(self._hovered)
        for sample_view in self.sample_views():
            sample_view.chosen.connect(self._samples_chosen)
            sample_view.pointed.connect(model.selection.hover)
            offer_in_plot(sample_view, model)

    @Slot(bool)
    def set_compact(self, compact: bool) -> None:
        """Spectra of the standards and their difference on pages of their own, or one above the other."""
        difference = self.views["difference"]
        if compact and self.indexOf(difference) < 0:
            self.insertTab(self.indexOf(self._pair) + 1, difference, "Difference")
        elif not compact and self.indexOf(difference) >= 0:
            self.removeTab(self.indexOf(difference))
            self._pair.addWidget(difference)
            difference.show()

    def sample_views(self) -> list[SampleChart]:
        """The plots whose points are samples."""
        return [view for view in self.views.values() if isinstance(view, SampleChart)]

    def start(self, state: SessionState, settings: Callable[[str], Mapping[str, Any]]) -> None:
        """Forget what was shown; a comparison of this session begins. `settings` gives those of a line."""
        self._state, self._settings, self._looked = state, settings, None
        self.show_line(None)

    def show_line(self, shown: tuple[TransferValidation, str, int, int] | None) -> None:
        """Show a line: comparison, key, number of standards, number of the property; None for nothing."""
        self._shown = shown
        if shown is None:
            for view in self.views.values():
                view.set_chart(Chart())
            for sample_view in self.sample_views():
                sample_view.set_samples(Chart(), [])
            return
        result, key, count, column = shown
        samples = self._tested(result, key, count, column)
        charts = (predicted_chart(result, key, count, column), residual_chart(result, key, count, column))
        for sample_view, chart in zip(self.sample_views(), charts, strict=True):
            sample_view.set_samples(chart, samples)
        yardsticks = [k for k in ("none", "target-only", "native") if k in {e.key for e in result.entries}]
        self.views["learning"].set_chart(learning_chart(result, [key, *yardsticks], column))
        self._look()

    def _tested(self, result: TransferValidation, key: str, count: int, column: int) -> list[Sample]:
        """The samples of the session that the predictions belong to."""
        state = self._state
        if state is None:
            return []
        which = 0 if key == "a-on-a" else 1
        rows, dataset = kept_rows(state)[which], state.datasets[which]
        names = {(dataset.name, k): n for k, n in enumerate(dataset.sample_names)}
        for view in self.sample_views():
            view.set_names(names)
        return [(dataset.name, int(rows[k])) for k in tested(result, key, count, column)]

    # -- selection ---------------------------------------------------------------------------------------
    @Slot()
    def _selection_changed(self) -> None:
        self._remark.ask(self._show_selected)

    def _show_selected(self) -> None:
        for view in self.sample_views():
            view.set_selected(self._model.selection.samples)

    @Slot(object)
    def _hovered(self, sample: Sample | None) -> None:
        if sample is not None and not in_front(self._dock):
            sample = None
        for view in self.sample_views():
            view.set_hovered(sample)

    @Slot(object, bool)
    def _samples_chosen(self, samples: list[Sample], extend: bool) -> None:
        self._model.selection.choose(samples, extend)

    # -- a closer look -----------------------------------------------------------------------------------
    @Slot()
    def _look(self, *_: object) -> None:
        """Fit the chosen line on all standards, if a tab that needs it is in front."""
        if self._shown is None or self._state is None or self.currentWidget() not in self._closer:
            return
        key = self._shown[1]
        if key == "a-on-a":
            for name in ("spectra", "difference", "vector"):
                self.views[name].set_chart(NO_TRANSFER)
            return
        if self._looked is not None and self._looked[0] == key:
            self._show_look(self._looked[1])
            return
        state, settings = self._state, self._settings(key)
        for name in ("spectra", "difference", "vector"):
            self.views[name].set_chart(WAITS)

        def work(monitor: Monitor) -> CloserLook:
            return look_closer(state, key, settings, monitor)

        def done(look: CloserLook | str) -> None:
            self._looked = key, look
            if self._shown is not None and self._shown[1] == key:
                self._show_look(look)

        self._controller.jobs.start(work, "A closer look at the standards", key="closer-look", finished=done,
                                    failed=done)

    def _show_look(self, look: CloserLook | str) -> None:
        if self._shown is None:
            return
        if isinstance(look, str):
            for name in ("spectra", "difference", "vector"):
                self.views[name].set_chart(Chart(notes=[look]))
            return
        at = places(self._state.datasets, self._model.state) if self._state is not None else (0, 1)
        self.views["spectra"].set_chart(spectra_chart(look, at))
        self.views["difference"].set_chart(difference_chart(look, at))
        self.views["vector"].set_chart(regression_chart(look, self._shown[0].properties[self._shown[3]]))
