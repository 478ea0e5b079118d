"""What can be done with standards, for menu, buttons and keys; every change can be undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from ...core.data import Standard
from ...core.errors import SpectrAlignError
from ...core.figures import percent
from ...core.monitor import Monitor
from ...io.pairs import read_pairs_table
from ...session.standards.pairing import (
    MatchReport,
    hold_out_share,
    in_a_row,
    mark,
    match_by_name,
    match_by_row,
    match_table,
    set_held_out,
    touched,
    unmark,
)
from ...session.standards.repeats_match import MatchOfAverages, average_and_match, match_of_averages
from ...session.state import SessionState
from ...words import say
from ..actions import make_action
from ..dialogs import ask
from ..dialogs.pairs_columns import settled_table
from ..state import AppModel, RunController
from .found import FoundPairsDialog

AT_ONCE = 3000
"""Samples up to which names are compared at once, above in the background."""


class StandardsActions(QObject):
    """The actions; `reported` carries what matching found, `refused` why something was not done."""

    reported = Signal(object)
    refused = Signal(str)

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._controller, self._window = model, controller, parent
        make = partial(make_action, self)
        self.by_name = make("match-names", "Match by &name", "Mark samples whose names agree on several instruments",
                            self._by_name, key="Ctrl+M", icon="match")
        self.by_row = make("match-rows", "Match by &row order…",
                           "Mark row 1 with row 1, row 2 with row 2 and so on, if the files list the same samples in "
                           "the same order", self._by_row, key="Ctrl+Shift+M")
        self.from_file = make("match-file", "Match from a &pairs file…",
                              "Read a table whose columns are headed by instrument names and hold sample names or #12",
                              self._ask_file, key="Ctrl+Alt+M")
        self.found = make("found-pairs", "&Found pairs…", "Look at the pairs of spectra that the automatic transfer "
                          "found although they are not marked, and take those that you confirm as standards",
                          self._show_found, key="Ctrl+Alt+Shift+M", icon="match")
        self._dialog: FoundPairsDialog | None = None
        self.mark = make("mark-standard", "&Mark as the same sample",
                         "Mark the spectra selected on the instruments as one and the same sample", self._mark,
                         key="Ctrl+J", icon="link")
        self.unmark = make("unmark-standard", "&Unmark", "Unmark the selected samples",
                           self._unmark, key="Ctrl+Shift+J", icon="unlink")
        self.hold_out = make("hold-out", "&Hold out",
                             "Withhold the pairing of the selected standards from the fit, to check it with them",
                             partial(self._hold_out, True), key="Ctrl+H", icon="hold-out")
        self.release = make("release", "Re&lease", "Let the selected standards take part in the fit again",
                            partial(self._hold_out, False), key="Ctrl+Shift+H", icon="release")
        self.random = make("hold-out-share", "Hold out a &share at random",
                           "Hold out the share of all standards that is set in the Standards dock, chosen at random",
                           self._random, key="Ctrl+Alt+H", icon="dice")
        self.release_all = make("release-all", "Release &all", "Let every standard take part in the fit",
                                self._release_all)
        self.clear = make("clear-standards", "&Clear all standards", "Unmark every standard", self._clear,
                          icon="delete")
        self.averages: MatchOfAverages | None = None
        """What would match more names than the last matching by name did."""
        self.share = 0.2
        self.seed = 0
        model.selection.changed.connect(self.update)
        model.standardsChanged.connect(self.update)
        model.datasetsChanged.connect(self.update)
        model.foundPairsChanged.connect(self.update)
        model.foundPairsWanted.connect(self._show_found)
        self.update()

    def all(self) -> list:
        """For the menu."""
        return [self.by_name, self.by_row, self.from_file, self.found, None, self.mark, self.unmark, None,
                self.hold_out, self.release, self.random, self.release_all, None, self.clear]

    def update(self) -> None:
        """Enable what is possible."""
        state, chosen = self._model.state, self._model.selection.samples
        two = len(state.datasets) >= 2
        for action in (self.by_name, self.by_row, self.from_file):
            action.setEnabled(two)
        mine = [state.standards[k] for k in touched(state.standards, chosen)]
        found = self._model.found_pairs
        self.found.setEnabled(found is not None and bool(found.open(state)))
        self.mark.setEnabled(len(self._model.selection.instruments) >= 2)
        self.unmark.setEnabled(bool(mine))
        self.hold_out.setEnabled(any(not s.held_out for s in mine))
        self.release.setEnabled(any(s.held_out for s in mine))
        self.random.setEnabled(len(state.standards) >= 2)
        self.release_all.setEnabled(any(s.held_out for s in state.standards))
        self.clear.setEnabled(bool(state.standards))

    # -- matching ----------------------------------------------------------------------------------------
    def _report(self, text: str, make: Callable[[], MatchReport], by_name: bool = False) -> None:
        try:
            report = make()
        except SpectrAlignError as error:
            self.refused.emit(say(error))
            return
        if report.standards:
            self._set(text, report.standards)
        self.averages = match_of_averages(self._model.state.datasets) if by_name else None
        self.reported.emit(report)
        self._model.message.emit(say(report.summary))

    def average_and_match(self) -> None:
        """Average the repeats that were recognised, and match by name then; undone as one."""
        found, state = self.averages, self._model.state
        if found is None:
            return

        def done(made: tuple[SessionState, MatchReport]) -> None:
            if self._model.state is state:
                self._model.change(found.title, made[0])
                self.averages = None
                self.reported.emit(made[1])
                self._model.message.emit(say(made[1].summary))

        self._controller.jobs.start(lambda monitor: average_and_match(state, found.instruments), "Averaging",
                                    key="pairs", finished=done, failed=self.refused.emit)

    def _by_name(self) -> None:
        datasets = self._model.state.datasets
        if sum(map(len, datasets)) <= AT_ONCE:
            self._report("Match standards by name", lambda: match_by_name(datasets), by_name=True)
            return

        def work(monitor: Monitor) -> MatchReport:
            return match_by_name(datasets)

        def done(report: MatchReport) -> None:
            if self._model.state.datasets is datasets:
                self._report("Match standards by name", lambda: report, by_name=True)

        self._controller.jobs.start(work, "Matching", key="pairs", finished=done, failed=self.refused.emit)

    def _by_row(self) -> None:
        datasets = self._model.state.datasets
        try:
            report = match_by_row(datasets)
        except SpectrAlignError as error:
            self.refused.emit(say(error))
            return
        first = in_a_row([f"{d.sample_names[0].strip() or 'the spectrum in row 1'} of {d.name}" for d in datasets])
        names = in_a_row([d.name for d in datasets])
        if ask(self._window, "Match by row order?",
               f"Are the {len(datasets[0])} spectra of {names} the same samples in the same order?",
               ["&Match by row order"],
               detail=f"Row 1 would be one sample: {first}. Wrong pairs make a wrong alignment.", name="ask-rows") == 0:
            self._report("Match standards by row order", lambda: report)

    def _ask_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self._window, "Pairs file", "",
                                              "Tables (*.csv *.txt *.tsv *.xlsx);;All files (*)")
        if path:
            self.match_file(path)

    def match_file(self, path: str) -> None:
        """Mark the standards that a pairs file lists."""
        datasets = self._model.state.datasets

        def work(monitor: Monitor) -> tuple[list[str], list[list[str]]]:
            return read_pairs_table(path)

        def done(read: tuple[list[str], list[list[str]]]) -> None:
            table = settled_table(self._window, Path(path).name, *read, datasets)
            if table is not None:
                self._report("Match standards from a file", lambda: match_table(*table, datasets))

        self._controller.jobs.start(work, "Reading pairs", key="pairs", finished=done, failed=self.refused.emit)

    @Slot()
    def _show_found(self) -> None:
        if self._dialog is None:
            self._dialog = FoundPairsDialog(self._model, self._window.window())
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()

    # -- by hand -----------------------------------------------------------------------------------------
    def _set(self, text: str, standards: tuple[Standard, ...]) -> None:
        self._model.change(text, self._model.state.with_(standards=standards))

    def _mark(self) -> None:
        try:
            self._set("Mark as the same sample", mark(self._model.state.standards, self._model.selection.samples))
        except SpectrAlignError as error:
            self.refused.emit(say(error))

    def _unmark(self) -> None:
        self._set("Unmark standards", unmark(self._model.state.standards, self._model.selection.samples))

    def _hold_out(self, held_out: bool) -> None:
        self._set("Hold out standards" if held_out else "Release standards",
                  set_held_out(self._model.state.standards, self._model.selection.samples, held_out))

    def _random(self) -> None:
        standards = hold_out_share(self._model.state.standards, self.share, self.seed)
        self._set(f"Hold out {percent(self.share)}", standards)
        self._model.message.emit(f"{sum(s.held_out for s in standards)} of {len(standards)} standards are held out.")

    def _release_all(self) -> None:
        self._set("Release all standards", tuple(s.with_held_out(False) for s in self._model.state.standards))

    def _clear(self) -> None:
        self._set("Clear standards", ())
