"""Compare dock: methods side by side on the same splits; a double click makes one the session's method."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSplitter,
    QTableView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...core.registry import is_method, method
from ...core.regression.choose import RULES
from ...core.validation.transfer import TransferValidation
from ...session.closer_look import CloserLook, look_closer
from ...session.evaluate import compare, lab_errors, recommendation
from ...session.held_out import property_names
from ...session.state import SessionState
from ..actions import make_action, tool_button
from ..plots.line_view import Chart, LineView
from ..plots.run_points import kept_rows
from ..plots.sample_chart import SampleChart
from ..selection import offer_in_plot
from ..state import AppModel, Redraw, RunController, in_front
from ..state.selection import Sample
from ..widgets import FormScroll, quiet_table
from ..widgets.long_job import LongJob
from .charts import (
    difference_chart,
    figures_text,
    learning_chart,
    predicted_chart,
    regression_chart,
    residual_chart,
    spectra_chart,
    tested,
)
from .columns import Columns
from .results import RAW, YARDSTICKS, ResultModel, shown_title
from .settings import SettingsForm

EXPLAIN = ("Every method is fitted on the same standards and predicts the same samples, which take part in no fit and "
           "no choice. No transfer, B's standards alone and B's own model are always shown beside them.")


class CompareDock(LongJob, QDockWidget):
    """Comparison of methods by their prediction errors."""

    title = "Compare"
    dock_name = "compare"
    area = "bottom"
    icon_name = "columns"
    purpose = "Compare methods by their prediction errors, with the simple yardsticks beside them"
    menu_title = "&Compare"

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(self.title, parent)
        self.setObjectName(self.dock_name)
        self._model, self._controller = model, controller
        self._result: TransferValidation | None = None
        self._settings: dict[str, dict[str, Any]] = {}
        self._compared = model.state
        self._remark = Redraw(model.turns, self)
        self._looked: tuple[str, CloserLook] | None = None
        make = partial(make_action, self)
        self.start = make("compare-methods", "&Compare methods", "Fit every ticked method on the same splits and rank "
                          "them by their prediction errors", self._start, key="Shift+F5", icon="run")
        self.stop = make("stop-comparison", "&Stop the comparison", "Stop; what is done by then stays", self._stop,
                         icon="cancel")
        self.use = make("use-method", "&Use this method", "Make the chosen line the session's method and run it",
                        self._use, key="Ctrl+Return", icon="method")
        self.menu_actions = [self.start, self.stop, self.use]
        self._build()
        model.stateChanged.connect(self._refresh)
        model.selection.changed.connect(self._selection_changed)
        model.selection.hovered.connect(self._hovered)
        for view in self._sample_views():
            view.chosen.connect(self._samples_chosen)
            view.pointed.connect(model.selection.hover)
            offer_in_plot(view, model)
        self._refresh()

    # -- building ----------------------------------------------------------------------------------------
    def _build(self) -> None:
        self.form = SettingsForm(self)
        self.form.setMinimumWidth(190)
        form = FormScroll(self.form)
        self.results = ResultModel(self)
        self.table = self._make_table()
        self.count = QComboBox()
        self.count.setObjectName("compare-count")
        self.count.setAccessibleName("Number of standards shown")
        self.count.setToolTip("Show the errors with this many transfer standards")
        self.property = QComboBox()
        self.property.setObjectName("compare-property")
        self.property.setAccessibleName("Property shown")
        self.property.setToolTip("The property that the plots show")
        self.property.setMinimumContentsLength(10)
        self.says = QLabel(EXPLAIN)
        self.says.setWordWrap(True)
        self.says.setProperty("class", "muted")
        self.says.setObjectName("compare-says")
        self.figures = QLabel()
        self.figures.setWordWrap(True)
        self.figures.setObjectName("compare-figures")
        self.figures.setAccessibleName("Figures of the chosen method")
        self.figures.setToolTip("Mean over the repeats, on B's test samples. SEP: spread of the errors about the bias; "
                                "slope of predicted on measured; RPD and RPIQ: spread of the measured values in RMSEPs")
        self.bar = QProgressBar(maximum=1000)
        self.bar.setAccessibleName("Progress of the comparison")
        self.bar.hide()
        self.run_button = QPushButton("Compare")
        self.run_button.setObjectName("compare-run")
        self.run_button.setToolTip(self.start.toolTip())
        self.run_button.setProperty("class", "primary")
        self.run_button.clicked.connect(self.start.trigger)
        head = QHBoxLayout()
        for label, field in (("Standards", self.count), ("Property", self.property)):
            name = QLabel(label)
            name.setBuddy(field)
            head.addWidget(name)
            head.addWidget(field)
        head.addWidget(tool_button(self.use, self))
        head.addWidget(tool_button(self.stop, self))
        head.addStretch()
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.table, 1)
        column.addWidget(self.bar)
        column.addWidget(self.says)
        column.addWidget(self.figures)
        left = QWidget()
        side = QVBoxLayout(left)
        side.setContentsMargins(0, 0, 0, 0)
        side.addWidget(form, 1)
        side.addWidget(self.run_button)
        self.views = {"predicted": SampleChart("compare-predicted", "Predicted against measured"),
                      "residuals": SampleChart("compare-residuals", "Residuals"),
                      "learning": LineView("compare-learning", "Learning curve"),
                      "spectra": LineView("compare-spectra", "Standards before and after"),
                      "difference": LineView("compare-difference", "Difference of the standards to A"),
                      "vector": LineView("compare-vector", "Regression vector")}
        self.tabs = QTabWidget()
        self.tabs.setObjectName("compare-plots")
        self.tabs.setDocumentMode(True)
        for key, title in (("predicted", "Predicted"), ("residuals", "Residuals"), ("learning", "More standards?")):
            self.tabs.addTab(self.views[key], title)
        pair = QSplitter(Qt.Orientation.Vertical)
        for key in ("spectra", "difference"):
            pair.addWidget(self.views[key])
        self.tabs.addTab(pair, "Standards")
        self.tabs.addTab(self.views["vector"], "Coefficients")
        self._closer = {pair, self.views["vector"]}
        self.tabs.currentChanged.connect(self._look)
        self.tabs.setUsesScrollButtons(True)
        self.columns = Columns(left, middle, self.tabs, self.figures)
        body = QWidget()
        outer = QVBoxLayout(body)
        outer.setContentsMargins(8, 6, 8, 8)
        outer.addWidget(self.columns)
        self.setWidget(body)
        self.count.currentIndexChanged.connect(self._show_count)
        self.property.currentIndexChanged.connect(self._draw)
        self.form.changed.connect(self._refresh)

    def _make_table(self) -> QTableView:
        table = quiet_table(self.results, "compare-table", "Compared methods", tip="The methods with their errors on "
                            "test samples, best first; a click shows a method in the plots")
        table.doubleClicked.connect(self._double_clicked)
        table.selectionModel().selectionChanged.connect(self._selected)
        return table

    # -- running -----------------------------------------------------------------------------------------
    @property
    def compared(self) -> SessionState:
        """The session that the shown comparison was made with."""
        return self._compared

    def why_not(self) -> str:
        """Why no comparison is possible yet, as a sentence; "" if it is."""
        state = self._model.state
        if len(state.datasets) != 2:
            return "A comparison needs spectra of exactly two instruments."
        if len(state.standards) < 6:
            return "Mark at least six samples measured on both instruments."
        if not any(d.targets is not None and d.targets.known for d in state.datasets):
            return "Load reference values first: the comparison is by prediction errors."
        if not self.form.settings().methods:
            return "Tick at least one method."
        return ""

    def _start(self) -> None:
        try:
            settings, reason = self.form.settings(), self.why_not()
        except SpectrAlignError as error:
            settings, reason = None, str(error)
        if reason or settings is None or self.running:
            self.says.setText(reason or self.says.text())
            return
        state = self._model.state
        names = list(settings.properties)
        everything = (*settings.methods, *YARDSTICKS)
        self._settings = {m: state.method_parameters(m) for m in settings.methods}
        if settings.rule != RULES[0]:
            for m in everything:
                if is_method(m) and "component_rule" in {p.name for p in method(m).parameters}:
                    self._settings.setdefault(m, {}).setdefault("component_rule", settings.rule)
        chosen = self._settings
        if "auto" in chosen and settings.budget is not None:
            chosen["auto"].setdefault("budget", settings.budget)

        def work(monitor: Monitor) -> tuple[TransferValidation, dict[str, Any]]:
            result, _, _ = compare(state, settings.methods, chosen, regression=settings.regression,
                                   standards=settings.standards, test_share=settings.test_share,
                                   repeats=settings.repeats, seed=settings.seed, budget=settings.budget,
                                   n_jobs=settings.processes, monitor=monitor, properties=names)
            return result, recommendation(state, chosen["auto"], monitor, names) if "auto" in chosen else {}

        self._result, self._looked, self._compared = None, None, state
        self.results.start(names, lab_errors(state.datasets))
        self._fill(self.count, [str(n) for n in settings.standards], settings.standards)
        self.count.setCurrentIndex(self.count.count() - 1)
        self._fill(self.property, names, range(len(names)))
        self._begin()
        self.columns.bring_forward("Table")
        self._draw()
        self._job = self._controller.jobs.start(
            work, "Comparing methods", key="compare", finished=self._finished, failed=self._failed,
            cancelled=self._cancelled, progress=self._progress, snapshot=self._snapshot)
        self._refresh()

    @staticmethod
    def _fill(box: QComboBox, titles: list[str], values: Any) -> None:
        box.blockSignals(True)
        box.clear()
        for title, value in zip(titles, values, strict=True):
            box.addItem(title, value)
        box.blockSignals(False)

    def _snapshot(self, values: dict[str, Any]) -> None:
        row = values.get("table_row")
        if row and "standards" in row:  # the automatic choice has a table of its own
            self.results.add_live(row)
            self.results.show_live(self._shown_count())

    def _finished(self, found: tuple[TransferValidation, dict[str, Any]]) -> None:
        result, advice = found
        self._over()
        self._result = result
        counts = list(result.counts)
        self._fill(self.count, [str(c) for c in counts], counts)
        self.count.setCurrentIndex(len(counts) - 1)
        self._show_count()
        told = f"Recommendation: {advice['sentence']} Confidence: {advice['confidence']}.\n" if advice else ""
        self.says.setText(told + self._verdict(result))

    def _cancelled(self) -> None:
        self._over()
        self.says.setText("Stopped. The table shows what was done by then.")

    def _verdict(self, result: TransferValidation) -> str:
        lines = [line for line in self.results.lines if line.key not in ("native", "a-on-a")]
        if not lines or not lines[0].means:
            return "No method could be fitted; the last column says why."
        best = lines[0]
        text = f"{shown_title(best.key)} has the smallest errors with {self._shown_count()} standards."
        same = [line for line in lines[1:] if line.cannot_be_told_apart]
        if same:
            simple = [line for line in same if line.key in ("none", "bias", "mean-shift", "target-only")]
            text += f" {len(same)} other{'s' if len(same) > 1 else ''} cannot be told apart from it"
            text += f", among them the simple {shown_title(simple[0].key)}." if simple else "."
        if best.key == "none":
            text += " B's spectra can be used with A's model as they are."
        elif best.key == "target-only":
            text += " Do not transfer: a model on B's own standards is better; measure more of them."
        if not result.complete:
            text += " The time ran out before all repeats were done."
        return text

    # -- showing -----------------------------------------------------------------------------------------
    def _shown_count(self) -> int:
        value = self.count.currentData()
        return int(value) if value is not None else 0

    @Slot()
    def _show_count(self) -> None:
        chosen = self._chosen()
        if self._result is not None:
            self.results.show(self._result, self._shown_count())
        else:
            self.results.show_live(self._shown_count())
        keys = [line.key for line in self.results.lines]
        if keys:
            self.table.selectRow(keys.index(chosen) if chosen in keys else 0)
        self._draw()

    def _chosen(self) -> str:
        rows = self.table.selectionModel().selectedRows()
        return str(self.results.data(rows[0], RAW)) if rows else ""

    @Slot()
    def _selected(self, *_: object) -> None:
        self._draw()
        self._refresh()

    @Slot()
    def _draw(self, *_: object) -> None:
        key, column, result = self._chosen(), self.property.currentIndex(), self._result
        if result is None or not key or column < 0:
            for view in self.views.values():
                view.set_chart(Chart())
            for sample_view in self._sample_views():
                sample_view.set_samples(Chart(), [])
            self.figures.clear()
            return
        count = self._shown_count()
        self.figures.setText(figures_text(result, key, count, column))
        samples = self._tested(result, key, count, column)
        charts = (predicted_chart(result, key, count, column), residual_chart(result, key, count, column))
        for view, chart in zip(self._sample_views(), charts, strict=True):
            view.set_samples(chart, samples)
        yardsticks = [k for k in ("none", "target-only", "native") if k in {e.key for e in result.entries}]
        self.views["learning"].set_chart(learning_chart(result, [key, *yardsticks], column))
        self._look()

    def _tested(self, result: TransferValidation, key: str, count: int, column: int) -> list[Sample]:
        """The samples of the session that the predictions belong to."""
        state = self._compared
        if state is None:
            return []
        which = 0 if key == "a-on-a" else 1
        rows, dataset = kept_rows(state)[which], state.datasets[which]
        names = {(dataset.name, k): n for k, n in enumerate(dataset.sample_names)}
        for view in self._sample_views():
            view.set_names(names)
        return [(dataset.name, int(rows[k])) for k in tested(result, key, count, column)]

    def _sample_views(self) -> list[SampleChart]:
        return [view for view in self.views.values() if isinstance(view, SampleChart)]

    @Slot()
    def _selection_changed(self) -> None:
        self._remark.ask(self._show_selected)

    def _show_selected(self) -> None:
        for view in self._sample_views():
            view.set_selected(self._model.selection.samples)

    @Slot(object)
    def _hovered(self, sample: Sample | None) -> None:
        if sample is not None and not in_front(self):
            sample = None
        for view in self._sample_views():
            view.set_hovered(sample)

    @Slot(object, bool)
    def _samples_chosen(self, samples: list[Sample], extend: bool) -> None:
        self._model.selection.choose(samples, extend)

    @Slot()
    def _look(self, *_: object) -> None:
        """Fit the chosen line on all standards, if a tab that needs it is in front."""
        name, column = self._chosen().partition("/")[0], max(self.property.currentIndex(), 0)
        if self._result is None or self.tabs.currentWidget() not in self._closer or name in ("", "a-on-a", "native"):
            self._show_look(None, column)
            return
        if self._looked is not None and self._looked[0] == name:
            self._show_look(self._looked[1], column)
            return
        state, settings = self._compared, self._settings.get(name, {})

        def work(monitor: Monitor) -> CloserLook:
            return look_closer(state, name, settings, monitor)

        def done(look: CloserLook) -> None:
            self._looked = name, look
            self._show_look(look, max(self.property.currentIndex(), 0))

        self._controller.jobs.start(work, "", key="closer-look", finished=done, failed=self._no_look)

    def _no_look(self, sentence: str) -> None:
        for key in ("spectra", "difference", "vector"):
            self.views[key].set_chart(Chart(notes=[sentence]))

    def _show_look(self, look: CloserLook | None, column: int) -> None:
        self.views["spectra"].set_chart(Chart() if look is None else spectra_chart(look))
        self.views["difference"].set_chart(Chart() if look is None else difference_chart(look))
        self.views["vector"].set_chart(Chart() if look is None else regression_chart(look, column))

    @Slot()
    def _refresh(self, *_: object) -> None:
        self.form.properties.offer(property_names(self._model.state.datasets))
        try:
            reason = self.why_not()
        except SpectrAlignError as error:
            reason = str(error)
        ready = not reason and not self.running
        self.start.setEnabled(ready)
        self.run_button.setEnabled(ready)
        self.stop.setEnabled(self.running)
        self.use.setEnabled(bool(self._chosen()) and self._chosen() not in YARDSTICKS)
        if not self.running and self._result is None:
            self.says.setText(reason or EXPLAIN)

    @Slot(QModelIndex)
    def _double_clicked(self, _: QModelIndex) -> None:
        self.use.trigger()

    def _use(self) -> None:
        key = self._chosen()
        name = key.partition("/")[0]
        if not name or name in YARDSTICKS:
            return
        state = self._model.state.with_(method=name)
        entries = () if self._result is None else self._result.entries
        for parameter, value in next((e.settings for e in entries if e.key == key), {}).items():
            state = state.with_parameter(parameter, value)  # what was compared is what is used: the regression too
        self._model.change(f"Use {shown_title(name)}", state)
        if key.endswith("/spectra"):
            self.says.setText("The run's own predictions come from the joint space; those through A's spectra are in "
                              "this table only.")
        if not self._controller.why_not():
            self._controller.start()
