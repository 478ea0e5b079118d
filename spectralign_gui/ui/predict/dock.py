"""Predict dock: drop new files of an instrument, get values with intervals and flags; export them or coefficients."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTabWidget, QVBoxLayout, QWidget

from ...core.data import SpectralDataset
from ...core.monitor import Monitor
from ...io.coefficients import write_coefficients
from ...io.new_spectra import read_new
from ...io.predictions_file import write_predictions
from ...io.report import Table
from ...io.report_tables import predictions_table
from ...presenters.prediction_outcome import rests_on, verdict_of
from ...presenters.shown_run import run_name, run_part
from ...session.predict.averaged import NewRepeats, predict_new
from ...session.predict.model import Model
from ...session.predict.predictions import Predictions
from ...session.run.execution import RunResult
from ...session.run.left_out_intervals import why_no_left_out, with_left_out_intervals
from ...session.run.own_model import own_properties
from ...session.run.refit import why_no_refit, with_all_standards
from ...session.state.editing import restored
from ..actions import make_action, tool_button
from ..dialogs import ask_files
from ..dock import Dock
from ..export.target import ask_target
from ..saved_model import look_first
from ..shown_run import RunLine
from ..widgets import FlowLayout, OneLineLabel, ShortBox, quiet_table
from ..widgets.as_written import Label
from ..workspaces import Predicted
from .averaging import AverageTick
from .check_actions import CheckActions
from .check_chart import CheckChart
from .own_model import OwnModelActions
from .serving import ServeAction
from .table import PredictionModel
from .validation import ValidateAction
from .watching import WatchAction

SHORT = 380
"""Below this height (pixels) sentences are one line."""
HINT = "Drop files of new spectra here. They get the preprocessing and transfer of the shown run."


class PredictDock(Dock):
    """Values of new samples.

    Signals
    -------
    valuesShown
        Values are shown.
    """

    valuesShown = Signal()

    title = "Predict"
    dock_name = "predict"
    area = "bottom"
    icon_name = "table"
    purpose = "Predict values of new samples with the shown run, and check that the transfer still holds"
    help_page = "guide/predict.md"
    shows_run = True
    menu_title = "&Predict"
    draws_at_once = ("currentRunChanged", "resultUpdated")

    def prepare(self) -> None:
        self.setAcceptDrops(True)
        self._result: RunResult | None = None
        self._fitted: Model | None = None
        self._new: list[SpectralDataset] = []
        self.values = PredictionModel(self)
        make = partial(make_action, self)
        self.open = make("predict-open", "&Predict new spectra…", "Read new spectra of one instrument and predict "
                         "their values", self._ask_files, key="Ctrl+P", icon="open")
        self.loaded = make("predict-loaded", "Predict &loaded samples", "Predict the values of all samples of the "
                           "instrument that are loaded already", self.predict_loaded, key="F9", icon="run")
        self.save = make("predict-save", "Save predicted &values…", "Save the table as CSV or XLSX", self._save,
                         icon="export")
        self.coefficients = make("predict-coefficients", "Save &coefficients…", "Save preprocessing, transfer and "
                                 "model as one set of coefficients on the instrument's own channels, the form that "
                                 "instrument software takes", self._save_coefficients, icon="columns")
        self.intervals = make("predict-intervals", "&Intervals from left-out standards", "Fit the run again with "
                              "every standard left out in turn; the errors give prediction intervals without holding "
                              "standards out", self._leave_out, icon="quality", key="Ctrl+Alt+I")
        self.refit = make("predict-refit", "&Refit with all standards", "The final model: fit the shown run again with "
                          "its held-out standards too, and keep the errors that these had", self._refit,
                          icon="reset", key="Ctrl+F6")
        self.own = OwnModelActions(self._model, self._controller, self._tell, self)
        self.watch = WatchAction(self._controller, self._to_watch, self._tell, self)
        self.validation = ValidateAction(self._controller, self._to_watch, self)
        self.serve = ServeAction(self._controller, self._to_watch, self)
        self.checks = CheckActions(self._controller, self)
        self.checks.lives.watchWanted.connect(self.watch.with_record)
        self.menu_actions = [self.open, self.loaded, self.refit, self.intervals, self.save, self.coefficients,
                             self.own.open, self.own.forget, self.watch.action, self.serve.action,
                             self.validation.action, None, *self.checks.entries]
        self.checks.changed.connect(self._checks_changed)
        self._model.sessionReplaced.connect(self._forget)
        self._model.verdictChanged.connect(self._say_outcome)

    @property
    def copied_table(self) -> QAbstractItemView | None:
        return self.table

    def report_tables(self, result: RunResult) -> list[Table]:
        found = self.values.predictions
        verdict = verdict_of(found, self._model.verdict())
        said = verdict.brief if verdict is not None else ""
        return [predictions_table(found, self.measured_on, said)] if found is not None else []

    def build(self) -> QWidget:
        self.instrument = ShortBox()
        self.instrument.setObjectName("predict-instrument")
        self.instrument.setAccessibleName("Instrument that measured the new spectra")
        self.instrument.setToolTip("The instrument that measured the new spectra")
        label = Label("Measured on")
        label.setBuddy(self.instrument)
        self.table = quiet_table(self.values, "predict-table", "Predicted values", single=False,
                                 tip="Predicted values of the new samples, with intervals, and with flags where a "
                                     "spectrum is unlike the others")
        self.says = OneLineLabel(HINT, lines=2)
        self.says.setObjectName("predict-says")
        self.says.setAccessibleName("What the predictions rest on")
        self.says.setProperty("class", "muted")
        bar = FlowLayout(spacing=6)
        for widget in (label, self.instrument, tool_button(self.open, self, text=True),
                       tool_button(self.loaded, self, text=True), tool_button(self.refit, self, text=True), *(
                tool_button(action, self) for action in self.menu_actions[3:7])):
            bar.addWidget(widget)
        first = QWidget()
        column = QVBoxLayout(first)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addLayout(bar)
        self.shown = RunLine(self._model, "predict-shown-run")
        self.average = AverageTick("predict-average", lambda: self._predict(self._new))
        column.addWidget(self.shown)
        column.addWidget(self.average)
        column.addWidget(self.table, 1)
        column.addWidget(self.says)
        self.check = CheckChart(self.checks, self)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("predict-tabs")
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(first, "Values")
        self.tabs.addTab(self.check, "Does it still hold?")
        body = QWidget()
        outer = QVBoxLayout(body)
        outer.setContentsMargins(8, 2, 8, 4)
        outer.addWidget(self.tabs)
        self.table.setMinimumHeight(60)
        self.check.view.setMinimumHeight(60)
        self.instrument.currentTextChanged.connect(self._instrument_changed)
        self._fit_sentences(self.height())
        return body

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.is_built:
            self._fit_sentences(event.size().height())

    def _fit_sentences(self, height: int) -> None:
        for says in (self.says, self.check.says):  # in a low dock the rows and the chart need the lines
            says.set_one_line(height < SHORT)

    def _tell(self, sentence: str) -> None:
        self.says.setText(sentence)

    def _to_watch(self) -> tuple[RunResult, str] | None:
        return None if self._result is None or self.why_not() else (self._result, self.measured_on)

    # -- the model ---------------------------------------------------------------------------------------
    @property
    def fitted(self) -> Model | None:
        """The shown run as a model; made when it is first needed."""
        if self._fitted is None and self._result is not None:
            self._fitted = Model.of(self._result)
        return self._fitted

    def why_not(self) -> str:
        """Why nothing can be predicted yet, as a sentence; "" if it can."""
        result = self._result
        if result is None:
            return "Run a method first; its result predicts."
        if "predict" not in result.method.can:
            return f"{result.method.title} gives no values; choose a method that predicts."
        if not own_properties(result.state.method_parameters()) and not any(
                d.targets is not None and d.targets.known for d in result.datasets):
            return "The run had no reference values; load a table of them and run again."
        return ""

    @property
    def measured_on(self) -> str:
        """The instrument that measured the new spectra; at first the second one of the run."""
        return self.instrument.currentText() if self.is_built else ([*self._instruments(), ""])[:2][-1]

    def _instruments(self) -> list[str]:
        run = self._model.current_run
        return [d.name for d in run.datasets] if run is not None else []

    def update_actions(self) -> None:
        result = self._model.current_run
        self._result, self._fitted = result, None
        reason = self.why_not()
        for action in (self.open, self.loaded, self.coefficients):
            action.setEnabled(not reason)
        self.refit.setEnabled(not reason and not why_no_refit(result))
        self.watch.refresh()
        self.validation.refresh()
        self.intervals.setEnabled(not reason and result is not None and not why_no_left_out(result))
        self.save.setEnabled(self.values.predictions is not None)
        self.checks.set_model(None if reason else lambda: self.fitted, self.measured_on)

    def draw(self) -> None:
        self._result, self._fitted = self._model.current_run, None
        names = self._instruments()
        if names != [self.instrument.itemText(k) for k in range(self.instrument.count())]:
            with QSignalBlocker(self.instrument):
                self.instrument.clear()
                self.instrument.addItems(names)
                self.instrument.setCurrentIndex(1 if len(names) > 1 else 0)
        self.values.show(None)
        self.says.setText(self.why_not() or HINT)
        if not self.why_not() and self._new:
            self._predict(self._new)

    @Slot()
    def _checks_changed(self) -> None:
        """Whether the transfer still holds is read from the chart, also where nobody has looked here yet."""
        if self.checks.days or self.checks.standing is not None:
            self.ensure_built()

    @Slot()
    def _forget(self) -> None:
        """New spectra of another session are not for this one."""
        self._new = []
        self.values.show(None)
        self.save.setEnabled(False)
        if self.is_built:
            self.average.reset()
            self.says.setText(self.why_not() or HINT)

    @Slot()
    def _instrument_changed(self, *_: object) -> None:
        self._forget()
        self.checks.set_model(None if self.why_not() else lambda: self.fitted, self.measured_on)

    def shown_files(self) -> tuple[list[str], str] | None:
        """The files whose values are shown, and the instrument that measured them; None where nothing is shown."""
        if self.values.predictions is None or not self._new:
            return None
        return [d.source.path for d in self._new], self.measured_on

    # -- predicting --------------------------------------------------------------------------------------
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() and not self.why_not():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            checks = self.is_built and self.tabs.currentIndex() == 1
            look_first(self, paths, self.checks.add_files if checks else self.predict_files)

    def _ask_files(self) -> None:
        if paths := ask_files(self, "New spectra"):
            look_first(self, paths, self.predict_files)

    def predict_files(self, paths: Sequence[str | Path]) -> None:
        """Read files and predict; spectra of several files come one after the other."""
        self.ensure_built()
        self.average.reset()
        self.work.start(partial(read_new, paths), self._predict, key="predict", title="Reading new spectra",
                        failed=self._failed)

    def predict_loaded(self) -> None:
        """Predict the samples of the instrument that the session holds."""
        name = self.measured_on
        if not self.why_not() and name in self._model.state.instruments:
            self._predict([self._model.state.dataset(name)])

    def in_short(self) -> Predicted | None:
        """What the rail says of it; None where nothing is shown."""
        shown, run = self.values.predictions, self._result
        if shown is None or run is None:
            return None
        error = f"{100 * shown.level:g} % intervals from {shown.intervals_from}" if shown.intervals_from else ""
        return Predicted(int(np.isfinite(shown.values).any(axis=1).sum()), self._fitted_name(), error)

    def _predict(self, listed: list[SpectralDataset]) -> None:
        result, instrument = self._result, self.measured_on
        if result is None or self.why_not():
            return

        average = not self.is_built or self.average.isChecked()

        def work(monitor: Monitor) -> tuple[Model, Predictions, NewRepeats | None]:
            fitted = Model.of(result)
            return fitted, *predict_new(fitted, listed, instrument, average)

        self.work.start(work, partial(self._predicted, listed), key="predict", title="Predicting", failed=self._failed)

    def _predicted(self, datasets: list[SpectralDataset], made: tuple[Model, Predictions, NewRepeats | None]) -> None:
        self.ensure_built()  # what draws first takes old values away
        self._fitted, whole, repeats = made
        self._new = list(datasets)
        self.average.found(repeats)
        self.values.show(whole, self._fitted_name())
        self.save.setEnabled(True)
        self._say_outcome()
        self.valuesShown.emit()
        self.show()
        self.raise_()

    @Slot()
    def _say_outcome(self, first: str = "") -> None:
        """What the values rest on, behind what else is to be said; a later comparison may say more of the run."""
        whole = self.values.predictions
        verdict = verdict_of(whole, self._model.verdict())
        if whole is not None and self._fitted is not None:
            self.values.verdict = verdict.word if verdict is not None else ""
            told = rests_on(whole, self._fitted, self._result, self._fitted_name(), self.measured_on)
            head = " ".join(t for t in (first, verdict.brief if verdict is not None else "") if t)
            self.says.tell(f"{head} {told}".strip(), head)
        elif first:
            self.says.setText(first)

    def _leave_out(self) -> None:
        result = self._result
        if result is None or why_no_left_out(result):
            return

        def still() -> bool:
            shown = self._model.current_run  # named or starred it is another value, of the same fit
            return shown is not None and shown.estimator is result.estimator

        def done(found: RunResult) -> None:
            self._model.update_current(found)
            known = Model.of(found).intervals_from.get(self.measured_on, "")
            if not self._new:
                self.says.setText(f"Intervals are now made from {known}." if known else
                                  "Too few standards have reference values for intervals.")

        self.work.start(lambda monitor: with_left_out_intervals(result, monitor), done, key="intervals",
                        title="Leaving standards out in turn", still=still, failed=self.says.setText)

    def _refit(self) -> None:
        result = self._result
        if result is None or why_no_refit(result):
            return
        state = restored(self._model.state, with_all_standards(result.state))
        self._model.change("Refit with all standards", state)
        self._controller.refit(result)

    def _failed(self, sentence: str) -> None:
        if self.values.predictions is not None:  # what was refused takes nothing away
            sentence += f" The table shows {', '.join(Path(d.source.path).name or d.name for d in self._new)} still."
        self.says.setText(sentence)

    # -- saving ------------------------------------------------------------------------------------------
    def _save(self) -> None:
        if self.values.predictions is None:
            return
        chosen = ask_target(self, "Save predicted values", self._named_file("predictions"),
                            ["Table (*.csv)", "Workbook (*.xlsx)"])
        if chosen is None:
            return
        path, header_rows = chosen[0], self.values.whole_table()
        self.work.save(path, lambda: write_predictions(path, *header_rows), self._say_outcome)

    def _fitted_name(self) -> str:
        """The run that predicts: its number, its own name and its method."""
        run = self._result
        return run_name(run, self._model.runs) if run is not None else "the shown run"

    def _named_file(self, what: str) -> str:
        """A name that says which run predicted."""
        return "_".join(part for part in (what, run_part(self._result, self._model.runs)) if part) + ".csv"

    def _save_coefficients(self) -> None:
        on, fitted, name = self.measured_on, self._result, self._named_file(f"coefficients_{self.measured_on}")
        chosen = ask_target(self, f"Save coefficients for {on}", name, ["Table (*.csv)"])
        if chosen is not None and fitted is not None:
            self.work.save(chosen[0], lambda: write_coefficients(chosen[0], Model.of(fitted), on), self.says.setText)

    def keyPressEvent(self, event: Any) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._forget()
        super().keyPressEvent(event)
