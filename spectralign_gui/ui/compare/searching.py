"""The search of the automatic transfer in the Compare dock: in a comparison, and where it is run as the method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from ...core.validation.unmarked import AUTOMATIC, MARKED
from ...session.compare.evaluate import Advice
from ...session.compare.verdict import Advised
from ...session.run import RunResult
from ...session.run.held_out import property_names
from ..state import AppModel, RunController
from ..widgets import named
from .tried import TriedPage

ADVICE = "Recommendation:"
"""Before what the automatic transfer recommends, where it stands among other sentences."""


class AutomaticSearch(QObject):
    """Fills the page of what was tried, and offers the pairs that were found."""

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._controller = model, controller
        self.found = named(QPushButton("Found pairs…"), "compare-found-pairs", tip="Look at the pairs of spectra that "
                           "the automatic transfer found although they are not marked, and take those that you confirm "
                           "as standards (Standards ▸ Found pairs…)")
        self.found.clicked.connect(model.foundPairsWanted)
        self.page = TriedPage(self.found, parent)
        self._searching, self._of_run = False, False
        self._news = QTimer(self, singleShot=True, interval=0)
        self._news.timeout.connect(self.page.fill)
        controller.started.connect(self._run_started)
        controller.snapshot.connect(self._run_news)
        controller.cancelled.connect(self._run_stopped)
        controller.failed.connect(self._run_stopped)
        model.currentRunChanged.connect(self._run_shown)
        model.sessionReplaced.connect(self._forget)
        model.foundPairsChanged.connect(self._offer)
        model.standardsChanged.connect(self._offer)
        self._offer()
        self._run_shown(model.current_run)
        if controller.running:  # it began before there was a page
            self._run_started()

    # -- in a comparison ---------------------------------------------------------------------------------
    def begin(self, properties: Sequence[str], of_run: bool = False) -> None:
        """A search for these properties begins, in a comparison or in a run."""
        self._searching, self._of_run = True, of_run
        self.page.start(properties)

    def take(self, values: dict[str, Any], of_run: bool = False) -> None:
        """News of the running search."""
        row = values.get("table_row")
        if row and "error" in row and "family" in row and self._searching and self._of_run == of_run:
            self.page.take(row)
            self._news.start()

    def advised(self, advice: Advice | None) -> tuple[Advised, str]:
        """The search is over: what it recommends, and where the found pairs are to be seen; "" where nothing is."""
        if advice is None:
            self.stopped()
            return Advised(), ""
        if not (self._searching and self._of_run):
            self._searching = False
            self.page.finish(advice.tried)
        self._model.offer_found_pairs(advice.found)
        hint = ""
        if advice.found is not None and advice.found.open(self._model.state):
            hint = ("Standards ▸ Found pairs… shows the pairs that are not marked; none is a standard before you "
                    "confirm it.")
        return Advised.of(advice.report), hint

    def stopped(self, of_run: bool = False) -> None:
        """The search was stopped, or failed."""
        if self._searching and self._of_run == of_run:
            self._searching = False
            self.page.finish([])

    @Slot()
    def _forget(self) -> None:
        """Another session: nothing was searched in it."""
        self._searching = False
        self.page.start(())
        self.page.finish([])

    # -- as the method of a run --------------------------------------------------------------------------
    @Slot()
    def _run_started(self) -> None:
        if self._model.state.method in (AUTOMATIC, MARKED) and not self._searching:
            state = self._controller.state or self._model.state
            self.begin(property_names(state.datasets), of_run=True)

    @Slot(object)
    def _run_news(self, values: dict[str, Any]) -> None:
        self.take(values, of_run=True)

    @Slot()
    def _run_stopped(self, *_: object) -> None:
        self.stopped(of_run=True)

    @Slot()
    def _offer(self) -> None:
        found = self._model.found_pairs
        left = 0 if found is None else len(found.open(self._model.state))
        self.found.setText(f"Found pairs ({left})…" if left else "Found pairs…")
        self.found.setEnabled(left > 0)

    @Slot(object)
    def _run_shown(self, result: RunResult | None) -> None:
        if result is None or result.method.name not in (AUTOMATIC, MARKED) or (self._searching and not self._of_run):
            return
        self._searching = False
        self.page.show_run(result, property_names(result.datasets))
