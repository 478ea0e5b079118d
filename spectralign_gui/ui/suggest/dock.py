"""Suggest dock: which physical samples to measure next on the other instruments, why, and when to stop."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Slot
from PySide6.QtWidgets import QWidget

from ...core.monitor import Monitor
from ...core.naming import counted
from ...io.atomic import write_text
from ...io.measuring_list import measuring_page
from ...io.table import write_table
from ...presenters.strategies import SCORES, STRATEGIES
from ...session.standards.benefit import Benefit, benefit, when_to_stop
from ...session.standards.free_samples import free_samples, nothing_left_on
from ...session.standards.measuring_list import mark_returned, measured, measuring_table, returned
from ...session.standards.pairing import MatchReport, match_by_name, same_names
from ...session.standards.rounds import SuggestionRound
from ...session.standards.suggestion import SampleSuggestion, explanation, suggest_samples
from ...session.standards.unavailable import allow, bar, listed
from ...session.state import SessionState
from ...words import say
from ..actions import make_action
from ..dialogs import tell
from ..export.target import ask_target
from ..report.pdf import write_pdf
from ..widgets.as_written import as_written
from .barred import ask_reason
from .furnishing import Furnishing
from .table import SuggestionModel, arrange

HOW_BACK = ("Give each new spectrum the name of its sample, or write its name into the empty cell of the CSV list. "
            "Drop the files into the window: they are added to their instrument and marked, and the alignment is "
            "solved again.")


def round_title(state: SessionState, made: SuggestionRound) -> str:
    """What the list of rounds says of one: its title, and how many of its samples have come back."""
    done = measured(state, made.found)
    return f"{made.title}; {done} of {len(made.found)} are standards now" if done else made.title


class SuggestDock(Furnishing):
    """Ranked list of samples, measuring list, benefit curve."""

    title = "Suggest"
    dock_name = "suggest"
    area = "left"
    icon_name = "suggest"
    purpose = "Which samples to measure next as standards, and when to stop"
    help_page = "guide/next-standards.md"
    menu_title = "&Standards"
    draws_at_once = ("datasetsChanged", "suggestionsChanged", "standardsChanged")  # titles say how many came back

    def prepare(self) -> None:
        self._following, self._failed_with = False, ""
        self._benefit_of: SessionState | None = None
        self.table = SuggestionModel(self)
        self._make_actions()

    def build(self) -> QWidget:
        self._make_fields()
        self.round.activated.connect(self._show_round)
        self.view.selectionModel().selectionChanged.connect(self._picked)
        return self._lay_out()

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

    # -- following ---------------------------------------------------------------------------------------
    def update_actions(self) -> None:
        state = self._model.state
        newest = state.rounds[-1].found if state.rounds else ()
        if not self.is_built and self.table.found != newest:
            self.table.show(newest)
        self.suggest.setEnabled(bool(state.datasets))
        self.bar_out.setEnabled(bool(self._model.selection.samples))
        self.allow.setEnabled(bool(state.unavailable))
        self.allow.setText("Selected samples can be mea&sured again" if self._barred_selection() else
                           "All samples can be mea&sured again")
        self.export.setEnabled(bool(self.table.found))
        self.came_back.setEnabled(self._back() > 0)
        self.benefit.setEnabled(len(state.standards) >= 3)

    def _back(self) -> int:
        """How many of the list have spectra on several instruments by now."""
        return len(returned(self._model.state, self.table.found)) if self.table.found else 0

    def draw(self) -> None:
        """The rounds may be others (new, undone, another project): show the newest, unless nothing has changed."""
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
        self._show_list()

    def _show_list(self) -> None:
        state = self._model.state
        self.budget.set_instruments(state.instruments)
        free = free_samples(state)
        self.budget.set_free(free)
        self.table.empty = self._failed_with or SuggestionModel.empty
        arrange(self.view, len(state.instruments))
        self.cover.set_groups(sorted({g for d in state.datasets for g in d.groups or () if g}))
        self.round.setEnabled(bool(state.rounds))
        self._show_order(state)
        self._check_benefit(state)
        self.barred.follow(state)
        self.table.bar({(name, row): why for name, row, _, why in listed(state)})
        self._show_same(state)
        parts = []
        if back := self._back():
            one = back == 1
            parts.append(f"{back} of the suggested samples now {'has' if one else 'have'} spectra on several "
                         f"instruments: mark {'it as a standard' if one else 'them as standards'}.")
        if not state.datasets:
            parts = ["Load spectra first; then this says which samples are worth measuring on the other instrument."]
        elif (used_up := nothing_left_on(free)) is not None:
            parts.append(say(used_up))
        elif not self.table.found:
            parts.append("Suggest lists the samples that are worth measuring on the other instruments. Standards that "
                         "are marked are never suggested again.")
        self.note.setText(" ".join(parts))

    def _show_same(self, state: SessionState) -> None:
        """Where nothing is paired, samples of the same name come first: they need not be measured again."""
        alike = 0 if state.standards else same_names(state.datasets)
        self.same.setText(f"{counted(alike, 'sample has', 'samples have')} the same name on several instruments. Match "
                          "them first: standards are never suggested again." if alike else "")
        for part in (self.same, self.match):
            part.setVisible(alike > 0)

    def _match_names(self, *_: object) -> None:
        datasets = self._model.state.datasets

        def done(report: MatchReport) -> None:
            self._model.change("Match standards by name", self._model.state.with_(standards=report.standards))
            self._model.message.emit(say(report.summary))

        self.work.start(lambda monitor: match_by_name(datasets), done, key="match", title="Matching",
                        still=lambda: self._model.state.datasets is datasets, failed=self._refused)

    def _show_order(self, state: SessionState) -> None:
        """How the list is ordered."""
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

    def draw_selection(self) -> None:
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

        self._say_empty("The samples are being ranked …")
        self.work.start(work, partial(self._show, strategy, title, bool(cover)), key="suggest", title="Ranking samples",
                        failed=self._refused)

    def _show(self, strategy: str, words: str, covered: bool, found: list[SampleSuggestion]) -> None:
        state = self._model.state
        self._say_empty("")
        title = f"Round {len(state.rounds) + 1}: {len(found)}, {words}"
        kept = [s for s in found if s.instrument in state.instruments]  # one may have gone meanwhile
        self._model.change("Suggest samples", state.with_(
            rounds=(*state.rounds, SuggestionRound(title, tuple(kept), strategy, covered))))
        there = sum(not s.missing_on for s in kept) if len(state.datasets) > 1 else 0
        self._model.message.emit(
            f"{there} of the {len(kept)} suggested samples have spectra on every instrument already: mark them as "
            "standards first (Standards ▸ Match by name)." if there else
            f"Suggested to measure next: {', '.join(s.sample for s in found[:5])}{' …' if len(found) > 5 else ''}")

    @Slot(int)
    def _show_round(self, index: int) -> None:
        rounds = self._model.state.rounds
        if 0 <= index < len(rounds):
            self.table.show(rounds[index].found)
            self._show_list()
            self.update_actions()

    @Slot(str)
    def _refused(self, sentence: str) -> None:
        sentence = f"{sentence[:1].upper()}{sentence[1:]}"
        self._say_empty(sentence)
        self.note.setText(f"✗ {sentence}")
        self._model.message.emit(sentence)

    def _say_empty(self, sentence: str) -> None:
        """What the table says while it has no rows: why there is no list, or that it comes."""
        self._failed_with = sentence
        self.table.empty = sentence or SuggestionModel.empty
        if self.is_built:
            self.view.viewport().update()

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
