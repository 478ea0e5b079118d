"""Suggest dock: which physical samples to measure next on the other instruments, why, and when to stop."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ...core.monitor import Monitor
from ...io.atomic import write_text
from ...io.measuring_list import measuring_page
from ...io.table import write_table
from ...session.standards.benefit import Benefit, benefit, when_to_stop
from ...session.standards.measuring_list import mark_returned, measured, measuring_table, returned
from ...session.standards.rounds import SuggestionRound
from ...session.standards.suggestion import SampleSuggestion, explanation, suggest_samples
from ...session.standards.unavailable import allow, bar, listed
from ...session.state import SessionState
from ...words import say
from ..actions import make_action, tool_button
from ..dialogs import tell
from ..dock import Dock
from ..export.target import ask_target
from ..report.pdf import write_pdf
from ..state import AppModel, Redraw, RunController
from ..widgets import FlowLayout, ShortBox, quiet_table
from ..widgets.as_written import Label, as_written
from .barred import BarredList, ask_reason
from .curve import BenefitPlot
from .fields import BudgetFields, CoverButton
from .table import SCORE, WHY, BarDelegate, SharesDelegate, SuggestionModel, arrange

STRATEGIES = (
    ("tau", "most representative (τ)", "Samples that the others are made of: the largest column and row sums of R"),
    ("tau-norm", "most representative and strong (τ · norm)", "As τ, times the strength of the spectrum"),
    ("kennard-stone", "evenly spread (Kennard–Stone)", "Samples spread over all spectra, starting near their mean"),
    ("duplex", "evenly spread in two halves (DUPLEX)", "Two sets that are spread alike"),
    ("spxy", "spread in spectra and values (SPXY)", "As Kennard–Stone, over spectra and reference values together"),
    ("random", "at random", "A random choice, for comparison"),
)

SCORES = {"tau": "Score: how much the others are made of it.",
          "tau-norm": "Score: how much the others are made of it, times its strength.",
          **dict.fromkeys(("kennard-stone", "duplex", "spxy"), "Each next one is farthest from those before it."),
          "random": "In a random order."}
"""How a list is ordered, in few words; the tooltip has more."""
HOW_BACK = ("Give each new spectrum the name of its sample, or write its name into the empty cell of the CSV list. "
            "Drop the files into the window: they are added to their instrument and marked, and the alignment is "
            "solved again.")


def round_title(state: SessionState, made: SuggestionRound) -> str:
    """What the list of rounds says of one: its title, and how many of its samples have come back."""
    done = measured(state, made.found)
    return f"{made.title}; {done} of {len(made.found)} are standards now" if done else made.title


class SuggestDock(Dock):
    """Ranked list of samples, measuring list, benefit curve."""

    title = "Suggest"
    dock_name = "suggest"
    area = "left"
    icon_name = "suggest"
    purpose = "Which samples to measure next as standards, and when to stop"
    help_page = "guide/next-standards.md"
    menu_title = "&Standards"

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(model, controller, parent)
        self._following = False
        self._remark = Redraw(model.turns, self)
        self._make_fields()
        self._make_actions()
        self._lay_out()
        model.datasetsChanged.connect(self._update)
        model.suggestionsChanged.connect(self._rounds_changed)
        model.standardsChanged.connect(self._standards_changed)
        model.selection.changed.connect(self._selection_changed)
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
        self.budget = BudgetFields()
        self.count = self.budget.count
        self.cover = CoverButton()
        self.round = ShortBox()
        self.round.setObjectName("suggest-round")
        self.round.setAccessibleName("Round")
        self.round.setToolTip("Earlier suggestions; the project keeps them")
        self.round.setPlaceholderText("No round yet")
        self.round.activated.connect(self._show_round)
        self.table = SuggestionModel(self)
        self.view = quiet_table(self.table, "suggest-table", "Suggested samples, best first", single=False)
        self.view.setItemDelegateForColumn(SCORE, BarDelegate(self.view))
        self.view.setItemDelegateForColumn(WHY, SharesDelegate(self.view))
        self.view.selectionModel().selectionChanged.connect(self._picked)
        self.view.setToolTip("Choose samples to see where they lie in the spectra and the embedding; "
                             "Ctrl+A chooses all")
        self.order = Label()
        self.order.setObjectName("suggest-order")
        self.order.setWordWrap(True)
        self.order.setProperty("class", "muted")
        self.note = Label()
        self.note.setObjectName("suggest-note")
        self.note.setWordWrap(True)
        self.note.setProperty("class", "muted")
        self.barred = BarredList(self._model)
        self.curve = BenefitPlot()
        self.curve.hide()
        self.verdict = Label()
        self.verdict.setObjectName("suggest-verdict")
        self.verdict.setWordWrap(True)
        self.outdated = Label()
        self.outdated.setObjectName("suggest-outdated")
        self.outdated.setWordWrap(True)
        self.outdated.setProperty("class", "warning")
        self.outdated.hide()
        self.verdict.hide()
        self._benefit_of: SessionState | None = None

    def _make_actions(self) -> None:
        make = partial(make_action, self)
        self.suggest = make("suggest", "&Suggest samples to measure", "Rank the samples that would help most as "
                            "standards", self._suggest, key="Ctrl+Alt+S", icon="suggest")
        self.bar_out = make("suggest-unavailable", "Selected samples cannot be &measured…",
                            "Never suggest the selected samples, and note why: not available, too expensive, or what "
                            "you write",
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
        label = Label("Choose")
        label.setBuddy(self.strategy)
        for part in (label, self.strategy, self.cover):
            fields.addWidget(part)
        self.budget.end_with(go)
        tools = QHBoxLayout()
        tools.setSpacing(2)
        tools.addWidget(self.round, 1)
        for action in (self.bar_out, self.export, self.came_back, self.benefit):
            tools.addWidget(tool_button(action, self))
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.view)
        split.addWidget(self.curve)
        split.setChildrenCollapsible(False)
        split.setStretchFactor(0, 1)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(fields)
        layout.addWidget(self.budget)
        layout.addLayout(tools)
        layout.addWidget(self.order)
        layout.addWidget(split, 1)
        layout.addWidget(self.verdict)
        layout.addWidget(self.outdated)
        layout.addWidget(self.barred)
        layout.addWidget(self.note)
        self.setWidget(body)

    # -- following ---------------------------------------------------------------------------------------
    @Slot()
    def _rounds_changed(self) -> None:
        """The rounds are others (new, undone, another project): show the newest, unless nothing has changed."""
        rounds, shown = self._model.state.rounds, self.table.found
        titles, before = [round_title(self._model.state, r) for r in rounds], self.round.currentIndex()
        known = [self.round.itemText(k) for k in range(self.round.count())]
        if known != titles:
            self.round.clear()
            self.round.addItems(titles)
        if len(known) != len(titles) or not 0 <= before < len(rounds) or rounds[before].found != shown:
            before = len(rounds) - 1
        self.round.setCurrentIndex(before)
        found = rounds[before].found if rounds else ()
        if found != shown:
            self.table.show(found)
        self._update()

    @Slot()
    def _update(self) -> None:
        state = self._model.state
        self.budget.set_instruments(state.instruments)
        arrange(self.view, len(state.instruments))
        self.cover.set_groups(sorted({g for d in state.datasets for g in d.groups or () if g}))
        self.suggest.setEnabled(bool(state.datasets))
        self.bar_out.setEnabled(bool(self._model.selection.samples))
        self.allow.setEnabled(bool(state.unavailable))
        barred_here = self._barred_selection()
        self.allow.setText("Selected samples can be mea&sured again" if barred_here else
                           "All samples can be mea&sured again")
        self.export.setEnabled(bool(self.table.found))
        back = len(returned(state, self.table.found)) if self.table.found else 0
        self.came_back.setEnabled(back > 0)
        self.benefit.setEnabled(len(state.standards) >= 3)
        self.round.setEnabled(bool(state.rounds))
        shown = self._shown_round()
        known = shown is not None and shown.strategy in {name for name, *_ in STRATEGIES}
        turns = known and len({s.instrument for s in shown.found}) > 1
        text = "" if not known else explanation(shown.strategy, state.datasets, command_line=False,
                                                cover=shown.covered, turns=turns)
        self.order.setToolTip(as_written(text[:1].upper() + text[1:]))
        self.order.setText("" if not known else SCORES[shown.strategy]
                           + (" Groups to cover come first." if shown.covered else "")
                           + (" Instruments take turns, whatever the score." if turns else ""))
        self.order.setVisible(bool(text))
        self._check_benefit(state)
        self.barred.follow(state)
        self.table.bar({(name, row): why for name, row, _, why in listed(state)})
        parts = []
        if back:
            parts.append(f"{back} of the list are on several instruments now: mark them as standards.")
        if not state.datasets:
            parts = ["Load spectra first; then this says which samples are worth measuring on the other instrument."]
        elif not self.table.found:
            parts.append("Suggest lists the samples that are worth measuring on the other instruments. Standards that "
                         "are marked are never suggested again.")
        self.note.setText(" ".join(parts))

    def _check_benefit(self, state: SessionState) -> None:
        """A curve of other spectra is taken away; one of other standards says so."""
        of = self._benefit_of
        same = of is not None and len(of.datasets) == len(state.datasets) and all(
            a.spectra is b.spectra for a, b in zip(of.datasets, state.datasets, strict=True))
        if of is not None and not same:
            self._benefit_of = of = None
            self.curve.hide()
            self.verdict.hide()
        other = of is not None and of.standards is not state.standards
        if of is not None and other:
            self.outdated.setText(f"The curve was made with {len(of.standards)} standards; there are "
                                  f"{len(state.standards)}, or others, now. Ask for it again.")
        self.outdated.setVisible(other)

    def _shown_round(self) -> SuggestionRound | None:
        rounds, at = self._model.state.rounds, self.round.currentIndex()
        return rounds[at] if 0 <= at < len(rounds) else None

    def _barred_selection(self) -> set[tuple[str, int]]:
        barred = {(name, row) for name, rows in self._model.state.unavailable.items() for row in rows}
        return barred & set(self._model.selection.samples)

    @Slot()
    def _standards_changed(self) -> None:
        self._rounds_changed()  # the titles say how many have come back

    @Slot()
    def _selection_changed(self) -> None:
        self._update()
        self._remark.ask(self._show_selected)

    def _show_selected(self) -> None:
        """Rows of the selected samples are chosen, whatever they were selected in."""
        samples, chosen = set(self._model.selection.samples), self.view.selectionModel()
        wanted = [k for k, s in enumerate(self.table.found) if (s.instrument, s.row) in samples]
        if wanted == sorted(i.row() for i in chosen.selectedRows()):
            return
        rows = QItemSelection()
        for k in wanted:
            rows.select(self.table.index(k, 0), self.table.index(k, self.table.columnCount() - 1))
        self._following = True
        chosen.select(rows, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._following = False
        if len(wanted) == 1:
            self.view.scrollTo(self.table.index(wanted[0], 0))

    @Slot()
    def _picked(self) -> None:
        if self._following:
            return
        rows = sorted({i.row() for i in self.view.selectionModel().selectedRows()})
        self._model.selection.select((self.table.found[r].instrument, self.table.found[r].row) for r in rows)

    # -- doing -------------------------------------------------------------------------------------------
    def _suggest(self) -> None:
        state, count, strategy = self._model.state, self.count.value(), str(self.strategy.currentData())
        budgets, cover, title = self.budget.budgets(), self.cover.chosen(), self.strategy.currentText()
        run = self._model.current_run
        fits = (run is not None and run.state.datasets == state.datasets
                and run.state.preprocessing == state.preprocessing)

        def work(monitor: Monitor) -> list[SampleSuggestion]:
            return suggest_samples(state, count, strategy, unavailable=state.unavailable, budgets=budgets,
                                   cover=cover, result=run if fits else None, monitor=monitor)

        self.work.start(work, partial(self._show, strategy, title, bool(cover)), key="suggest", title="Ranking samples",
                        failed=self._refused)

    def _show(self, strategy: str, words: str, covered: bool, found: list[SampleSuggestion]) -> None:
        state = self._model.state
        title = f"Round {len(state.rounds) + 1}: {len(found)}, {words}"
        kept = [s for s in found if s.instrument in state.instruments]  # one may have gone meanwhile
        self._model.change("Suggest samples", state.with_(
            rounds=(*state.rounds, SuggestionRound(title, tuple(kept), strategy, covered))))
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
        self.note.setText(f"✗ {sentence[:1].upper()}{sentence[1:]}")
        self._model.message.emit(sentence)

    def _bar(self, out: bool) -> None:
        state, samples = self._model.state, sorted(self._model.selection.samples)
        if not out:
            self._model.change("Samples can be measured again", allow(state, self._barred_selection() or None))
            return
        reason = ask_reason(self, state, len(samples)) if samples else None
        if reason is not None:
            self._model.change("Samples cannot be measured", bar(state, samples, reason))
            self._model.message.emit("Noted, with the reason; Suggest makes a new list without "
                                     f"{'it' if len(samples) == 1 else 'them'}.")

    def _export(self) -> None:
        target = ask_target(self, "Save measuring list", "measuring-list",
                            ["Measuring list (*.csv)", "To print (*.pdf)", "To print (*.html)"])
        if target is None:
            return
        path, state, found = target[0], self._model.state, self.table.found
        title = f"Samples to measure. {self.round.currentText()}"

        def work() -> None:
            table, kind = measuring_table(state, found), path.suffix.lower()
            if kind not in (".pdf", ".html"):
                write_table(path, *table)
                return
            page = measuring_page(title, *table, note=HOW_BACK)
            write_pdf(page, [], path) if kind == ".pdf" else write_text(path, page)

        self.work.save(path, work, failed=lambda s: tell(self, "Could not be written", s, name="export-failed"))

    def _mark_returned(self) -> None:
        self._model.change("Mark measured samples", mark_returned(self._model.state, self.table.found))
        if self._model.current_run is not None and not self._controller.why_not():
            self._controller.start()  # the alignment that is shown is solved again with the new standards

    def _benefit(self) -> None:
        state = self._model.state
        self._benefit_of = state
        self.curve.show()
        self.curve.show_rows([])
        self.verdict.hide()
        self.outdated.hide()
        strategy = str(self.strategy.currentData())
        seen: list[dict[str, Any]] = []

        def row(found: dict[str, Any]) -> None:
            seen.append(found)
            self.curve.show_rows(seen)

        self.work.start(lambda monitor: benefit(state, strategy, monitor),
                        partial(self._benefit_known, self.strategy.currentText()), key="benefit",
                        title="Benefit of standards", still=lambda: self._benefit_of is state, failed=self._refused,
                        row=row)

    def _benefit_known(self, words: str, found: Benefit) -> None:
        self.curve.show_rows(found.random, found.ordered)
        text = say(when_to_stop(found.random)) or "There are too few standards to say when to stop."
        if found.ordered:
            text += f" ● random draws, ◇ in the order of “{words}”."
        self.verdict.setText(text)
        self.verdict.show()
