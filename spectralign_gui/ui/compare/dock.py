"""Compare dock: methods side by side on the same splits; a click on a line makes it the current result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor, SubMonitor
from ...core.regression.choose import RULES
from ...core.validation.transfer import Entry, TransferValidation
from ...io.report import Table
from ...session.compare.comparison_settings import closure_note, for_all, own_settings
from ...session.compare.evaluate import Advice, advise_or_why, compare, lab_errors, lines_for, units
from ...session.compare.splitting import foreseen
from ...session.run.execution import RunResult
from ...session.run.held_out import property_names
from ...session.state.instrument_pair import why_not_comparable
from ...session.state.session_state import SessionState
from ...words import say
from ..actions import make_action, tool_button
from ..dock import Dock
from ..export.target import ask_target
from ..pair import PairBoxes
from ..state import AppModel, Choice, ResultChooser, RunController
from ..widgets import FlowLayout, FoldOut, FormScroll, OneLineLabel, quiet_table
from ..widgets.as_written import Label
from ..widgets.long_job import LongJob
from .bars import BarDelegate
from .card import VerdictCard
from .charts import figures_text
from .columns import Columns
from .copying import Asked, CopyComparison
from .for_report import comparison_tables
from .judgement import Judgement
from .judging import Judging
from .keeping import Keeping
from .parts import fill_box, named_box, named_label
from .plots import ComparePlots
from .preset_line import PresetLine
from .presets import PRESETS
from .remedy import CommonAxis
from .results import METHOD, NO_RESULT, RAW, ResultModel, shown_title
from .saving import save_comparison
from .searching import AutomaticSearch
from .settings import ComparisonSettings, SettingsForm
from .words import EXPLAIN, STILL_MOVING


class CompareDock(LongJob, Keeping, Judging, Dock):
    """Comparison of methods by their prediction errors.

    Signals
    -------
    foundSomething
        A comparison has ended: there is something to save.
    judged
        The verdict is another one.
    predictionWanted
        The recommended method is the current result: B's samples are to be predicted with it.
    """

    foundSomething = Signal()
    judged = Signal()
    predictionWanted = Signal()

    title = "Compare"
    dock_name = "compare"
    area = "bottom"
    icon_name = "columns"
    purpose = "Compare methods by their prediction errors, with the simple yardsticks beside them"
    help_page = "guide/transfer.md"
    menu_title = "&Compare"

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(model, controller, parent)
        self._result: TransferValidation | None = None
        self._entries: dict[str, Entry] = {}
        self._compared = model.two
        self._verdict, self._told, self._advice = "", "", ""
        self._judgement: Judgement | None = None
        self._then_predict = False
        self._notes: list[str] = []
        self._refilling = False
        self._news = QTimer(self, singleShot=True, interval=0)
        """Lines come in bursts: they are shown together."""
        self._news.timeout.connect(self._show_news)
        self.chooser = ResultChooser(model, controller, self)
        make = partial(make_action, self)
        self.start = make("compare-methods", "&Compare methods", "Fit every ticked method on the same splits and rank "
                          "them by their prediction errors", self._start, key="Shift+F5", icon="run")
        self.stop = make("stop-comparison", "&Stop the comparison", "Stop; what is done by then stays", self._stop,
                         icon="cancel")
        self.use = make("use-method", "&Use this method", "Make the chosen line the current result: with its settings "
                        "it becomes the session's method and is fitted on all standards, unless it has been",
                        self._use, key="Ctrl+Return", icon="method")
        self.use_best = make("use-and-predict", "Use the &recommended method and predict", "Make the method that the "
                             "card recommends the current result and predict B's samples with it", self._use_best,
                             key="Ctrl+Shift+Return", icon="table")
        self.save = make("save-comparison", "Save co&mparison…", "Save all errors with ranks and paired differences as "
                         "CSV; as XLSX also the learning curve and every single repeat", self._save,
                         key="Ctrl+Alt+Shift+S", icon="export")
        self.copying = CopyComparison(model, controller, self._tell, self)
        self.remedy = CommonAxis(model, self._tell, self)
        self.menu_actions = [self.start, self.stop, self.use, self.use_best, self.save, self.remedy.action,
                             *self.copying.actions]
        self._build()
        model.stateChanged.connect(self._refresh)
        model.currentRunChanged.connect(self._run_changed)
        model.resultUpdated.connect(self._mark_current)
        self.chooser.told.connect(self._tell)
        self.chooser.changed.connect(self._mark_current)
        self.chooser.changed.connect(self._predict_now)
        model.sessionReplaced.connect(self._forget)
        self._refresh()

    def report_tables(self, result: RunResult) -> list[Table]:
        return comparison_tables(self, result)

    # -- building ----------------------------------------------------------------------------------------
    def _build(self) -> None:
        self.form = SettingsForm(self)
        self.form.setMinimumWidth(190)
        self.results = ResultModel(self)
        self.table = quiet_table(self.results, "compare-table", "Compared methods", tip="The methods with their errors "
                                 "on test samples, best first; click a line, or press Enter on it, to make it the "
                                 "current result")
        self.table.setWordWrap(False)
        self._bars = BarDelegate(self.table)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.search = AutomaticSearch(self._model, self._controller, self)
        self.tried = self.search.page
        self.plots = ComparePlots(self._model, self._controller, self, self.tried)
        self.views, self.tabs = self.plots.views, self.plots
        self.setup = FoldOut("compare-setup", "Setup", "Methods, numbers of standards, splits, regression, time")
        self.ways = PresetLine()
        self.ways.wanted.connect(self._preset)
        self.setup.box.addWidget(self.ways)
        again = QPushButton("Compare")
        again.setObjectName("compare-run-setup")
        again.setToolTip(self.start.toolTip())
        again.setProperty("class", "primary")
        again.clicked.connect(self.start.trigger)
        again.clicked.connect(self.setup.close_panel)
        self.setup.box.addWidget(again)
        self._run_in_setup = again
        self.figures = named_label(Label(), "figures", "Figures of the chosen method", (
            "On B's test samples. The first RMSEP is the mean over the repeats, as in the table; all other figures are "
            "of the predictions of all repeats taken together, so that RMSEP² is about SEP² + bias². SEP: spread of "
            "the errors about the bias; slope of predicted on measured; RPD and RPIQ: spread of the measured values "
            "in RMSEPs"))
        self.card = VerdictCard(self.use_best.trigger)
        self.card.presetWanted.connect(self._start_preset)
        self.columns = Columns(self._head(), FormScroll(self.form), self.table, self.tabs, self.figures, self._foot(),
                               self.setup, self.pages, self.card)
        for column in range(METHOD + 1, METHOD + 40):
            self.table.setItemDelegateForColumn(column, self._bars)
        self.columns.arranged.connect(self._say)
        body = QWidget()
        outer = QVBoxLayout(body)
        outer.setContentsMargins(8, 4, 8, 4)
        outer.addWidget(self.columns)
        self.setWidget(body)
        self.count.currentIndexChanged.connect(self._show_count)
        self.property.currentIndexChanged.connect(self._draw)
        self.form.changed.connect(self._refresh)
        self.table.selectionModel().selectionChanged.connect(self._selected)
        self.table.clicked.connect(self._clicked)
        self.table.activated.connect(self._clicked)
        self.results.modelAboutToBeReset.connect(self._before_refill)
        self.results.modelReset.connect(self._after_refill)
        for follow in (self.results.set_brief, self.plots.set_compact):
            self.columns.arranged.connect(follow)
            follow(self.columns.compact)

    def _head(self) -> FlowLayout:
        self.run_button = QPushButton("Compare")
        self.run_button.setObjectName("compare-run")
        self.run_button.setToolTip(self.start.toolTip())
        self.run_button.setProperty("class", "primary")
        self.run_button.clicked.connect(self.start.trigger)
        self.count = named_box("count", "Number of standards shown", "Show the errors with this many standards")
        self.property = named_box("property", "Property shown", "The property that the plots show")
        self.pages = named_box("page", "Plot shown", "What is shown beside the table")
        self.pair = PairBoxes(self._model, "compare")
        head = FlowLayout(spacing=6)
        for widget in (self.run_button, self.setup, self.pair, self.count, self.property, self.pages,
                       tool_button(self.use, self), tool_button(self.save, self), tool_button(self.stop, self)):
            head.addWidget(widget)
        return head

    def _foot(self) -> QWidget:
        self.says = OneLineLabel(EXPLAIN, lines=2)
        named_label(self.says, "says", "What the comparison says")
        self.bar = QProgressBar(maximum=1000)
        self.bar.setObjectName("compare-progress")
        self.bar.setAccessibleName("Progress of the comparison")
        self.bar.setMaximumWidth(220)
        self.bar.hide()
        self.stage = OneLineLabel()
        self.stage.setObjectName("compare-stage")
        self.stage.setAccessibleName("What the comparison is doing")
        self.stage.hide()
        foot = QWidget()
        line = QHBoxLayout(foot)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.bar)
        line.addWidget(self.stage, 1)
        line.addWidget(self.says, 3)
        line.addWidget(self.remedy.button)
        return foot

    # -- running -----------------------------------------------------------------------------------------
    @property
    def compared(self) -> SessionState:
        """The session that the shown comparison was made with."""
        return self._compared

    @property
    def verdict(self) -> str:
        """What the comparison says, as sentences."""
        return self._verdict

    def why_not(self) -> str:
        """Why no comparison is possible yet, as a sentence; "" if it is."""
        reason = say(why_not_comparable(self._model.state))
        if not reason and not self.form.settings().methods:
            return "Tick at least one method."
        return reason

    def _method_settings(self, settings: ComparisonSettings) -> dict[str, dict[str, Any]]:
        """Parameters of every method that takes part: the session's, with what the form says of all."""
        return for_all(own_settings(self._model.two, settings.methods), closure=settings.closure,
                       rule=settings.rule if settings.rule != RULES[0] else None, budget=settings.budget)

    def _start(self) -> None:
        try:
            settings, reason = self.form.settings(), self.why_not()
        except SpectrAlignError as error:
            settings, reason = None, say(error)
        if reason or settings is None or self.running:
            self.says.setText(reason or self.says.text())
            return
        state, names = self._model.two, list(settings.properties)
        chosen = self._method_settings(settings)
        # the last fit, on all standards, is one more beside those of the splits
        plan = foreseen(state, settings.test_share)
        in_turn = plan.folds or 1 if plan is not None else 1
        fits = len(settings.standards) * settings.repeats * in_turn
        splits = fits / (fits + 1) if "auto" in chosen else 1.0

        def work(monitor: Monitor) -> tuple[TransferValidation, Advice | None, list[str]]:
            result, _, notes = compare(
                state, settings.methods, chosen, regression=settings.regression, standards=settings.standards,
                test_share=settings.test_share, repeats=settings.repeats, seed=settings.seed, draw=settings.draw,
                budget=settings.budget, search=settings.search,
                n_jobs=settings.processes or None, monitor=SubMonitor(monitor, 0.0, splits), properties=names)
            advice, why = advise_or_why(state, chosen["auto"], SubMonitor(
                monitor, splits, 1.0), names, settings.search) if "auto" in chosen else (None, "")
            closed = say(closure_note(settings.closure))
            return result, advice, [note for note in (closed, *notes, why) if note]

        self._result, self._compared = None, state
        self.copying.started(Asked(state, settings, chosen))
        self._entries = {e.key: e for e in lines_for(settings.methods, chosen, settings.regression)}
        self._verdict = self._told = ""
        self._judgement = None
        self.results.start(names, lab_errors(state.datasets), settings.repeats * in_turn)
        if "auto" in chosen:
            self.search.begin(names)
        self.plots.start(state, self._settings_of)
        self._offer(settings.standards, tuple(names))
        self._begin()
        self.stage.show()
        self.columns.show_table()
        self._draw()
        self._say()
        self._job = self._controller.jobs.start(
            work, "Comparing methods", key="compare", finished=self._finished, failed=self._failed,
            cancelled=self._cancelled, progress=self._progress, snapshot=self._snapshot)
        self._refresh()

    def _offer(self, counts: tuple[int, ...], properties: tuple[str, ...]) -> None:
        fill_box(self.count, [f"{n} standards" for n in counts], counts)
        self.count.setCurrentIndex(self.count.count() - 1)
        fill_box(self.property, list(properties), range(len(properties)))

    def _snapshot(self, values: dict[str, Any]) -> None:
        row = values.get("table_row")
        if row and "standards" in row:
            self.results.add_live(row)
            self._news.start()
        elif "splitting" in values:  # what there is, which may be less than what was asked
            self.results.expect(values["splitting"].number)
            self._offer(values["splitting"].counts, tuple(self.results.properties))
        else:  # the automatic choice has a table of its own
            self.search.take(values)

    @Slot()
    def _show_news(self) -> None:
        if self.running:
            self.results.show_live(self._shown_count())

    def _progress(self, stage: str, fraction: float, left: float) -> None:
        self.bar.setValue(round(1000 * fraction))
        self.stage.setText(stage + (f", {left:.0f} s left" if left >= 0 else ""))

    def _finished(self, found: tuple[TransferValidation, Advice | None, list[str]]) -> None:
        result, advice, notes = found
        self._over()
        told, hint = self.search.advised(advice)
        self._show_result(result, told, notes)
        self._tell(hint)
        self.foundSomething.emit()

    def _show_result(self, result: TransferValidation, advice: str, notes: Sequence[str] = ()) -> None:
        self._result, self._advice, self._notes = result, advice, list(notes)
        self._entries = {e.key: e for e in result.entries}
        counts = list(result.counts)
        fill_box(self.count, [f"{c} standards" for c in counts], counts)
        with QSignalBlocker(self.count):  # shown below, once
            self.count.setCurrentIndex(len(counts) - 1)
        self._told = ""
        self._show_count()
        self._judge()

    def _who_is_who(self) -> list[str]:
        """Which instruments are A and B, where the session has others called so."""
        a, *b = self._compared.instruments
        return [f"Here A is {a} and B is {b[0]}."] if b and len(self._model.state.datasets) > 2 else []

    def _cancelled(self) -> None:
        self._show_news()
        self.search.stopped()
        self._over()
        self._verdict, self._told = "Stopped. The table shows what was done by then.", ""
        self._say()

    def _failed(self, sentence: str) -> None:
        self._show_news()
        self.search.stopped()
        self._over()
        self._verdict, self._told = sentence, ""
        self._say()

    def _over(self) -> None:
        self.stage.hide()
        super()._over()

    def _tell(self, sentence: str) -> None:
        """What happens with the line that was clicked; the verdict on the comparison stays behind it."""
        self._told = sentence
        self._say()

    def _say(self) -> None:
        """What was done last, why nothing can be compared, whether the table is of older data, what it says."""
        reason, old = ("", "") if self.running else (self._reason(), self._outdated())
        known = self.running or bool(self.results.lines or self._verdict)
        hint = "" if self.running or reason else self.remedy.sentence(self.form.settings().methods)
        beside = self._beside_card() if self._judgement is not None and self.columns.has_card else self._verdict
        parts = (self._told, reason, hint, old, beside) if known else (reason or self._told, hint)
        text = " ".join(t for t in parts if t) or ("" if self.running or known else EXPLAIN)
        self._show_card(reason)
        self.says.setText(text)
        self.says.setVisible(bool(text))  # the stage of a comparison under way has its place

    def _reason(self) -> str:
        try:
            return self.why_not()
        except SpectrAlignError as error:
            return say(error)

    @Slot()
    def _forget(self) -> None:
        """Another session: its table is empty."""
        self._abandon()
        self._result, self._compared, self._entries = None, self._model.two, {}
        self._verdict = self._told = ""
        self._judgement, self._then_predict = None, False
        self.results.start(())
        for box in (self.count, self.property):
            fill_box(box, [], [])
        self._draw()
        self._refresh()

    @Slot(object)
    def _run_changed(self, _: object) -> None:
        self._told = ""  # it was about the run before
        self._mark_current()
        self._say()

    def _save(self) -> None:
        result = self._result
        chosen = ask_target(self, "Save comparison", "comparison.csv", ["Table (*.csv)", "Workbook (*.xlsx)"]
                            ) if result is not None else None
        if result is None or chosen is None:
            return
        path = chosen[0]

        def work(monitor: Monitor) -> None:
            save_comparison(result, path)

        self._controller.jobs.start(work, f"Saving {path.name}", failed=self._tell,
                                    finished=lambda _: self._tell(f"Saved to {path}."))

    # -- presets -----------------------------------------------------------------------------------------
    @Slot(str)
    def _preset(self, name: str) -> None:
        """Fill the form with choices that belong together."""
        self.form.apply(PRESETS[name])

    @Slot(str)
    def _start_preset(self, name: str) -> None:
        self.form.apply(PRESETS[name])
        self.start.trigger()

    # -- showing -----------------------------------------------------------------------------------------
    def _shown_count(self) -> int:
        value = self.count.currentData()
        return int(value) if value is not None else 0

    @Slot()
    def _show_count(self) -> None:
        if self._result is not None:
            self.results.show(self._result, self._shown_count())
            self._judge()
        else:
            self.results.show_live(self._shown_count())
        if self.results.lines and not self._chosen():
            self._select(self.results.ranked[0].key)
        self._mark_current()
        self._draw()

    def _chosen(self) -> str:
        rows = self.table.selectionModel().selectedRows()
        return str(self.results.data(rows[0], RAW)) if rows else ""

    def _select(self, key: str) -> None:
        """Select the line of a key, wherever it stands now, and move the keyboard's place there."""
        if key in self.results.keys:
            self.table.setCurrentIndex(self.results.index(self.results.keys.index(key), METHOD))

    @Slot()
    def _before_refill(self) -> None:
        self._kept = self._chosen(), self.table.verticalScrollBar().value(), self.table.horizontalScrollBar().value()
        self._refilling = True

    @Slot()
    def _after_refill(self) -> None:
        """Lines came or changed places: the selected one stays selected, and the table where it was."""
        key, down, right = self._kept
        self._select(key)
        self.table.verticalScrollBar().setValue(down)
        self.table.horizontalScrollBar().setValue(right)
        self._refilling = False
        self._order_columns()
        self._refresh()

    def _order_columns(self) -> None:
        """How a line compares with the best stands beside its name: properties may be many."""
        header, last = self.table.horizontalHeader(), self.results.columnCount() - 1
        if last > METHOD + 1 and header.visualIndex(last) != METHOD + 1:
            for column in range(last + 1):  # of a table with other properties
                header.moveSection(header.visualIndex(column), column)
            header.moveSection(last, METHOD + 1)

    @Slot()
    def _selected(self, *_: object) -> None:
        if not self._refilling:
            self._draw()
            self._refresh()

    @Slot()
    def _draw(self, *_: object) -> None:
        key, column, result = self._chosen(), self.property.currentIndex(), self._result
        if result is None or not key or column < 0:
            self.plots.show_line(None)
            self.figures.clear()
            return
        count = self._shown_count()
        self.figures.setText(figures_text(result, key, count, column))
        self.plots.show_line((result, key, count, column))

    @Slot()
    def _refresh(self, *_: object) -> None:
        self._offer_properties()
        reason = self._reason()
        for box in (self.count, self.property):  # there is nothing to choose from before the first comparison
            box.setEnabled(box.count() > 0)
        ready = not reason and not self.running
        self.start.setEnabled(ready)
        for button in (self.run_button, self._run_in_setup):
            button.setEnabled(ready)
        self.stop.setEnabled(self.running)
        self.remedy.refresh(self.running)
        self.save.setEnabled(self._result is not None)
        self.use_best.setEnabled(self._judgement is not None and bool(self._judgement.best))
        self.use.setEnabled(bool(self._chosen()) and self._chosen() not in NO_RESULT)
        self._say()
        self._mark_current()

    def _offer_properties(self) -> None:
        datasets = self._model.two.datasets
        known = units(datasets)
        self.form.propose(foreseen(self._model.two, self.form.test_share))
        self.form.offer({name: known.get(name, "") for name in property_names(datasets)})

    # -- using -------------------------------------------------------------------------------------------
    def _settings_of(self, key: str) -> Mapping[str, Any]:
        return self._entries[key].settings if key in self._entries else {}

    @Slot()
    def _mark_current(self, *_: object) -> None:
        """Mark the line whose run is shown everywhere."""
        keys = [k for k in self.results.keys if k not in NO_RESULT]
        self.results.set_current(next((k for k in keys if self.chooser.is_current(Choice(k, self._settings_of(k)))),
                                      ""))

    @Slot(QModelIndex)
    def _clicked(self, _: QModelIndex) -> None:
        """A click or Enter: the line becomes the current result; while lines still change places it only selects."""
        key = self._chosen()
        if not key:
            return
        if self.running:
            self._tell(f"{shown_title(key)} is selected. {STILL_MOVING}")
        elif key in NO_RESULT:
            self._tell("A's model on A's own spectra is a yardstick, no transfer: it cannot be the current result.")
        else:
            self._use()

    def _use(self) -> None:
        key = self._chosen()
        if key and key not in NO_RESULT:
            self.chooser.choose(Choice(key, dict(self._settings_of(key))))
