"""Compare dock: methods side by side on the same splits; a click on a line makes it the current result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...core.validation.entries import Entry
from ...core.validation.transfer_result import TransferValidation
from ...core.validation.unmarked import AUTOMATIC, MARKED
from ...io.report import Table
from ...presenters.judgement import Judgement
from ...session.compare.evaluate import units
from ...session.compare.splitting import foreseen
from ...session.compare.verdict import Advised
from ...session.run.execution import RunResult
from ...session.run.held_out import property_names
from ...words import say
from ..actions import make_action
from ..common_axis import CommonAxis
from ..export.target import ask_target
from ..state import Choice, ResultChooser
from .charts import figures_text
from .copying import CopyComparison
from .for_report import comparison_tables
from .judging import Judging
from .keeping import Keeping
from .parts import fill_box
from .presets import PRESETS
from .results import METHOD, NO_RESULT, RAW, ResultModel, shown_title
from .running import Running
from .saving import save_comparison
from .words import EXPLAIN, STILL_MOVING

FEW_PROPERTIES = 2
"""Properties with which the figure of all of them is in sight behind them."""


class CompareDock(Running, Keeping, Judging):
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
    draws_on = ("stateChanged",)

    def prepare(self) -> None:
        self._result: TransferValidation | None = None
        self._entries: dict[str, Entry] = {}
        self._compared = self._model.two
        self._verdict, self._told, self._advice = "", "", Advised()
        self._judgement: Judgement | None = None
        self._then_predict, self._used = False, ""
        self._notes: list[str] = []
        self._refilling = False
        self._news = QTimer(self, singleShot=True, interval=0)
        """Lines come in bursts: they are shown together."""
        self._news.timeout.connect(self._show_news)
        self.results = ResultModel(self)
        self.chooser = ResultChooser(self._model, self._controller, self)
        make = partial(make_action, self)
        self.start = make("compare-methods", "&Compare methods", "Fit every ticked method on the same splits and rank "
                          "them by their prediction errors", self._start, key="Shift+F5", icon="run")
        self.stop = make("stop-comparison", "&Stop the comparison", "Stop; what is done by then stays", self._stop,
                         icon="cancel")
        self.use = make("use-method", "&Use this method", "Make the chosen line the current result: with its settings "
                        "it becomes the session's method and is fitted on all standards, unless it has been",
                        self._use, key="Ctrl+Return", icon="method")
        self.use_best = make("use-and-predict", "Use the &recommended method and predict", "Make the method that the "
                             "card recommends the current result, fitted to all standards, and predict B's samples "
                             "with it", self._use_best,
                             key="Ctrl+Shift+Return", icon="table")
        self.save = make("save-comparison", "Save co&mparison…", "Save all errors with ranks and paired differences as "
                         "CSV; as XLSX also the learning curve and every single repeat", self._save,
                         key="Ctrl+Alt+Shift+S", icon="export")
        self.copying = CopyComparison(self._model, self._controller, self._tell, self)
        self.remedy = CommonAxis(self._model, self._tell, self)
        self.menu_actions = [self.start, self.stop, self.use, self.use_best, self.save, self.remedy.action,
                             *self.copying.actions]
        self._controller.started.connect(self._run_started)
        self._model.tested = self.tested
        self.judged.connect(self._model.verdictChanged)

    def build(self) -> QWidget:
        self._compared = self._model.two
        body = self._furnish()
        self.ways.wanted.connect(self._preset)
        self.card.presetWanted.connect(self._start_preset)
        self.columns.arranged.connect(self._say)
        self.count.currentIndexChanged.connect(self._show_count)
        self.property.currentIndexChanged.connect(self._draw)
        self.form.changed.connect(self._refresh)
        self.table.selectionModel().selectionChanged.connect(self._selected)
        self.table.clicked.connect(self._clicked)
        self.table.activated.connect(self._clicked)
        self.results.modelAboutToBeReset.connect(self._before_refill)
        self.results.modelReset.connect(self._after_refill)
        self._model.currentRunChanged.connect(self._run_changed)
        self._model.resultUpdated.connect(self._result_updated)
        self._model.sessionReplaced.connect(self._forget)
        self.chooser.told.connect(self._tell)
        self.chooser.changed.connect(self._mark_current)
        self.chooser.changed.connect(self._chosen_now)
        self.update_actions()
        return body

    def draw(self) -> None:
        for box in (self.count, self.property):  # there is nothing to choose from before the first comparison
            box.setEnabled(box.count() > 0)
        self._say()
        self._mark_current()

    @Slot()
    def _refresh(self, *_: object) -> None:
        self.update_actions()
        self.draw()

    @Slot()
    def _run_started(self) -> None:
        """What an automatic transfer tries is shown here, also where nobody has looked here yet."""
        if self._model.state.method in (AUTOMATIC, MARKED):
            self.ensure_built()

    def report_tables(self, result: RunResult) -> list[Table]:
        return comparison_tables(self, result)

    # -- saying ------------------------------------------------------------------------------------------
    def _tell(self, sentence: str) -> None:
        """What happens with the line that was clicked; the verdict on the comparison stays behind it."""
        self._told = sentence
        self._say()

    def _say(self) -> None:
        """What was done last, why nothing can be compared, whether the table is of older data, what it says."""
        reason, old = ("", "") if self.running else (self._reason(), self._outdated())
        known = self.running or bool(self.results.lines or self._verdict)
        hint = "" if self.running or reason else self.remedy.sentence(self.form.settings().methods)
        beside = self._beside_card() if self._judgement is not None and self.columns.has_card else [self._verdict]
        parts = (self._told, reason, hint, old, *beside) if known else (reason or self._told, hint)
        said = [t for t in parts if t] or ([] if self.running or known else [EXPLAIN])
        self._show_card(reason)
        self.says.set_parts(said)
        self.notes.show_notes(said)
        self.says.setVisible(bool(said))

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
        self._judgement, self._then_predict, self._used = None, False, ""
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

    @Slot()
    def _result_updated(self, *_: object) -> None:
        """The shown run has other figures: the card says what they mean for what it recommends."""
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
        if not self.results.lines:
            return ""
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
        self.columns.fit_table()
        self._refresh()

    def _order_columns(self) -> None:
        """How a line compares with the best stands beside its name: properties may be many."""
        header, last = self.table.horizontalHeader(), self.results.columnCount() - 1
        if last > METHOD + 1 and header.visualIndex(last) != METHOD + 1:
            for column in range(last + 1):  # of a table with other properties
                header.moveSection(header.visualIndex(column), column)
            header.moveSection(last, METHOD + 1)
            if len(self.results.properties) > FEW_PROPERTIES:  # the figure of all would be far away
                header.moveSection(header.visualIndex(last - 1), METHOD + 2)

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

    def update_actions(self) -> None:
        """Say what can be done now; before there is a form, all its choices are as they are proposed."""
        if self.is_built:
            self._offer_properties()  # a comparison can be started without anybody looking at the form
        ready = not self._reason() and not self.running
        self.start.setEnabled(ready)
        self.stop.setEnabled(self.running)
        self.remedy.refresh(self.running)
        self.save.setEnabled(self._result is not None)
        self.use_best.setEnabled(self._judgement is not None and bool(self._judgement.best))
        self.use.setEnabled(bool(self._chosen()) and self._chosen() not in NO_RESULT)
        if self.is_built:
            for button in (self.run_button, self._run_in_setup):
                button.setEnabled(ready)

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
            self._used = key
            self.chooser.choose(Choice(key, dict(self._settings_of(key))))
