"""Suggest dock: which physical samples to measure next on the other instruments, why, and when to stop."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ...core.data import expand_pairs
from ...core.monitor import Monitor
from ...core.registry import method
from ...core.selection.benefit import benefit_curve
from ...io.table import write_table
from ...session.measuring import mark_returned, measuring_table, returned
from ...session.rounds import SuggestionRound
from ...session.run import prepare
from ...session.suggestion import SampleSuggestion, suggest_samples
from ..actions import make_action, tool_button
from ..dialogs import tell
from ..export.target import ask_target
from ..state import AppModel, RunController
from ..widgets import FlowLayout, quiet_table
from .curve import BenefitPlot
from .table import SCORE, BarDelegate, SuggestionModel

STRATEGIES = (
    ("tau", "most telling (τ)", "Samples that the others are made of: the largest column and row sums of R"),
    ("tau-norm", "most telling and strong (τ · norm)", "As τ, times the strength of the spectrum"),
    ("kennard-stone", "evenly spread (Kennard–Stone)", "Samples spread over all spectra, starting near their mean"),
    ("duplex", "evenly spread in two halves (DUPLEX)", "Two sets that are spread alike"),
    ("spxy", "spread in spectra and values (SPXY)", "As Kennard–Stone, over spectra and reference values together"),
    ("random", "at random", "A random choice, for comparison"),
)


class SuggestDock(QDockWidget):
    """Ranked list of samples, measuring list, benefit curve."""

    title = "Suggest"
    dock_name = "suggest"
    area = "left"
    icon_name = "suggest"
    purpose = "Which samples to measure next as standards, and when to stop"
    menu_title = "&Standards"

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(self.title, parent)
        self._model, self._controller = model, controller
        self._make_fields()
        self._make_actions()
        self._lay_out()
        model.datasetsChanged.connect(self._update)
        model.suggestionsChanged.connect(self._rounds_changed)
        model.standardsChanged.connect(self._update)
        model.selection.changed.connect(self._update)
        self._rounds_changed()

    # -- making ------------------------------------------------------------------------------------------
    def _make_fields(self) -> None:
        self.strategy = QComboBox()
        self.strategy.setObjectName("suggest-strategy")
        self.strategy.setAccessibleName("Strategy")
        self.strategy.setToolTip("How the samples are chosen")
        for name, title, tip in STRATEGIES:
            self.strategy.addItem(title, name)
            self.strategy.setItemData(self.strategy.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.strategy.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.strategy.setMinimumContentsLength(12)
        self.count = QSpinBox(minimum=1, maximum=999, value=8)
        self.count.setObjectName("suggest-count")
        self.count.setAccessibleName("Number of samples")
        self.count.setToolTip("How many samples can be measured in this round")
        self.source = QComboBox()
        self.source.setObjectName("suggest-source")
        self.source.setAccessibleName("Budget per instrument")
        self.source.setToolTip("Whose samples may be suggested: all instruments in turn, or only those of one")
        self.round = QComboBox()
        self.round.setObjectName("suggest-round")
        self.round.setAccessibleName("Round")
        self.round.setToolTip("Earlier suggestions; the project keeps them")
        self.round.activated.connect(self._show_round)
        self.table = SuggestionModel(self)
        self.view = quiet_table(self.table, "suggest-table", "Suggested samples, best first", single=False)
        self.view.setItemDelegateForColumn(SCORE, BarDelegate(self.view))
        self.view.selectionModel().selectionChanged.connect(self._picked)
        self.note = QLabel()
        self.note.setObjectName("suggest-note")
        self.note.setWordWrap(True)
        self.note.setProperty("class", "muted")
        self.curve = BenefitPlot()
        self.curve.hide()

    def _make_actions(self) -> None:
        make = partial(make_action, self)
        self.suggest = make("suggest", "&Suggest samples to measure", "Rank the samples that would help most as "
                            "standards", self._suggest, key="Ctrl+Alt+S", icon="suggest")
        self.bar_out = make("suggest-unavailable", "Selected samples cannot be &measured",
                            "Never suggest the selected samples: used up, too expensive, not at hand",
                            partial(self._bar, True), icon="exclude")
        self.allow = make("suggest-allow", "All samples can be mea&sured again",
                          "Forget which samples cannot be measured", partial(self._bar, False))
        self.export = make("suggest-export", "Save measurin&g list…",
                           "Write the list with empty cells for what has to be measured; filled in, it is a pairs file",
                           self._export, icon="table")
        self.came_back = make("suggest-returned", "Mark what has come &back", "Mark the suggested samples that are now "
                              "on several instruments as standards", self._mark_returned, icon="link")
        self.benefit = make("suggest-benefit", "&Benefit of more standards",
                            "Leave marked standards out and see how the hit rate grows with their number",
                            self._benefit, icon="quality")
        self.menu_actions = [self.suggest, self.bar_out, self.allow, self.export, self.came_back, self.benefit]

    def _lay_out(self) -> None:
        go = QPushButton("Suggest")
        go.setObjectName("suggest-button")
        go.setProperty("class", "primary")
        go.setToolTip(self.suggest.toolTip())
        go.clicked.connect(self.suggest.trigger)
        self.suggest.changed.connect(lambda: go.setEnabled(self.suggest.isEnabled()))
        fields = FlowLayout(spacing=6)
        for text, field in (("Choose", self.strategy), ("number", self.count), ("of", self.source)):
            label = QLabel(text)
            label.setBuddy(field)
            fields.addWidget(label)
            fields.addWidget(field)
        fields.addWidget(go)
        tools = QHBoxLayout()
        tools.setSpacing(2)
        tools.addWidget(self.round, 1)
        for action in (self.bar_out, self.export, self.came_back, self.benefit):
            tools.addWidget(tool_button(action, self))
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.view)
        split.addWidget(self.curve)
        split.setChildrenCollapsible(False)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(fields)
        layout.addLayout(tools)
        layout.addWidget(split, 1)
        layout.addWidget(self.note)
        self.setWidget(body)

    # -- following ---------------------------------------------------------------------------------------
    @Slot()
    def _rounds_changed(self) -> None:
        """The rounds are others (new, undone, another project): show the newest, unless nothing has changed."""
        rounds, shown = self._model.state.rounds, self.table.found
        titles, before = [r.title for r in rounds], self.round.currentIndex()
        known = [self.round.itemText(k) for k in range(self.round.count())]
        if known != titles:
            self.round.clear()
            self.round.addItems(titles)
        if known != titles or before < 0 or rounds[before].found != shown:
            before = len(rounds) - 1
        self.round.setCurrentIndex(before)
        found = rounds[before].found if rounds else ()
        if found != shown:
            self.table.show(found)
        self._update()

    @Slot()
    def _update(self) -> None:
        state = self._model.state
        shown = self.source.currentData()
        names = [self.source.itemData(k) for k in range(self.source.count())]
        if names != ["", *state.instruments]:
            self.source.clear()
            self.source.addItem("all instruments", "")
            for name in state.instruments:
                self.source.addItem(name, name)
            self.source.setCurrentIndex(max(self.source.findData(shown), 0))
        self.suggest.setEnabled(bool(state.datasets))
        self.bar_out.setEnabled(bool(self._model.selection.samples))
        self.allow.setEnabled(bool(state.unavailable))
        self.export.setEnabled(bool(self.table.found))
        back = len(returned(state, self.table.found)) if self.table.found else 0
        self.came_back.setEnabled(back > 0)
        self.benefit.setEnabled(len(state.standards) >= 3)
        self.round.setEnabled(bool(state.rounds))
        parts = []
        barred = sum(len(rows) for rows in state.unavailable.values())
        if barred:
            parts.append(f"{barred} samples cannot be measured.")
        if back:
            parts.append(f"{back} of the list are on several instruments now: mark them as standards.")
        if not self.table.found:
            parts.append("Standards that are marked are never suggested again.")
        self.note.setText(" ".join(parts))

    @Slot()
    def _picked(self) -> None:
        rows = sorted({i.row() for i in self.view.selectionModel().selectedRows()})
        self._model.selection.select((self.table.found[r].instrument, self.table.found[r].row) for r in rows)

    # -- doing -------------------------------------------------------------------------------------------
    def _suggest(self) -> None:
        state, count, strategy = self._model.state, self.count.value(), str(self.strategy.currentData())
        source = self.source.currentData()
        budgets = {n: float(n == source) for n in state.instruments} if source else None
        run = self._model.current_run
        fits = (run is not None and run.state.datasets == state.datasets
                and run.state.preprocessing == state.preprocessing)

        def work(monitor: Monitor) -> list[SampleSuggestion]:
            return suggest_samples(state, count, strategy, unavailable=state.unavailable, budgets=budgets,
                                   result=run if fits else None, monitor=monitor)

        self._controller.jobs.start(work, "Ranking samples", key="suggest", finished=self._show, failed=self._refused)

    @Slot(object)
    def _show(self, found: list[SampleSuggestion]) -> None:
        state = self._model.state
        title = f"Round {len(state.rounds) + 1}: {len(found)}, {self.strategy.currentText()}"
        kept = [s for s in found if s.instrument in state.instruments]  # one may have gone meanwhile
        self._model.change("Suggest samples", state.with_(rounds=(*state.rounds, SuggestionRound(title, tuple(kept)))))
        self._model.message.emit(f"Suggested to measure next: {', '.join(s.sample for s in found[:5])}"
                                 f"{' …' if len(found) > 5 else ''}")

    @Slot(int)
    def _show_round(self, index: int) -> None:
        rounds = self._model.state.rounds
        if 0 <= index < len(rounds):
            self.table.show(rounds[index].found)
            self._update()

    @Slot(str)
    def _refused(self, sentence: str) -> None:
        self.note.setText(f"✗ {sentence}")
        self._model.message.emit(sentence)

    def _bar(self, out: bool) -> None:
        rows = {name: set(r) for name, r in self._model.state.unavailable.items()} if out else {}
        for name, row in self._model.selection.samples if out else ():
            rows.setdefault(name, set()).add(row)
        self._model.change("Samples cannot be measured" if out else "All samples can be measured again",
                           self._model.state.with_(unavailable={n: tuple(sorted(r)) for n, r in rows.items()}))

    def _export(self) -> None:
        target = ask_target(self, "Save measuring list", "measuring-list.csv", ["Measuring list (*.csv)"])
        if target is None:
            return
        path, state, found = target[0], self._model.state, self.table.found

        def work(monitor: Monitor) -> str:
            write_table(path, *measuring_table(state, found))
            return f"Written: {path}"

        self._controller.jobs.start(work, f"Writing {path.name}", finished=self._model.message.emit,
                                    failed=lambda s: tell(self, "Could not be written", s, name="export-failed"))

    def _mark_returned(self) -> None:
        self._model.change("Mark what has come back", mark_returned(self._model.state, self.table.found))

    def _benefit(self) -> None:
        state = self._model.state
        self.curve.show()
        self.curve.show_rows([])
        seen: list[dict[str, Any]] = []

        def work(monitor: Monitor) -> list[dict[str, Any]]:
            prepared = prepare(state, monitor)
            pairs = prepared.kept_pairs(expand_pairs(state.standards, state.instruments, held_out=None))
            estimator = method(state.method).create(**state.method_parameters())
            return benefit_curve(estimator, [d.spectra for d in prepared.datasets], pairs, targets=prepared.targets,
                                 seed=state.seed, monitor=monitor)

        def row(values: dict[str, Any]) -> None:
            if "table_row" in values:
                seen.append(values["table_row"])
                self.curve.show_rows(seen)

        self._controller.jobs.start(work, "Benefit of standards", key="benefit", finished=self.curve.show_rows,
                                    failed=self._refused, snapshot=row)


