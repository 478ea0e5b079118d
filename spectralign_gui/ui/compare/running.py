"""A comparison under way in the Compare dock: what is asked of it, its news, its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Slot

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor, SubMonitor
from ...core.regression.choose import RULES
from ...core.validation.transfer_result import TransferValidation
from ...jobs import Job
from ...session.compare.comparison_settings import closure_note, own_settings
from ...session.compare.evaluate import Advice, advise_or_why, compare, lab_errors, lines_for
from ...session.compare.plan import ComparisonPlan
from ...session.compare.splitting import foreseen
from ...session.compare.verdict import Advised
from ...session.state.instrument_pair import why_not_comparable
from ...session.state.session_state import SessionState
from ...words import say
from .copying import Asked
from .furnishing import Furnishing
from .parts import fill_box
from .settings import ComparisonSettings


class Running(Furnishing):
    """What of the Compare dock runs a comparison; `CompareDock` shows what comes of it, the status bar how far."""

    _job: Job | None = None

    @property
    def running(self) -> bool:
        """Whether a comparison is under way."""
        return self._job is not None

    @property
    def compared(self) -> SessionState:
        """The session that the shown comparison was made with."""
        return self._compared

    @property
    def verdict(self) -> str:
        """What the comparison says, as sentences."""
        return self._verdict

    def why_not(self) -> str:
        """Why no comparison is possible yet, as a sentence; "" if it is. At first usual methods are ticked."""
        reason = say(why_not_comparable(self._model.state))
        if not reason and self.is_built and not self.form.settings().methods:
            return "Tick at least one method."
        return reason

    def _plan(self, settings: ComparisonSettings) -> ComparisonPlan:
        """What is asked: the form's choices, and the session's parameters of every method that takes part."""
        s = settings
        return ComparisonPlan(
            s.methods, own_settings(self._model.two, s.methods), s.regression, s.standards, test_share=s.test_share,
            repeats=s.repeats, seed=s.seed, draw=s.draw, budget=s.budget, properties=s.properties, search=s.search,
            rule=s.rule if s.rule != RULES[0] else None, closure=s.closure)

    def _start(self) -> None:
        try:
            settings, reason = self.form.settings(), self.why_not()
        except SpectrAlignError as error:
            settings, reason = None, say(error)
        if reason or settings is None or self.running:
            self.says.setText(reason or self.says.text())
            return
        state, names, plan = self._model.two, list(settings.properties), self._plan(settings)
        automatic, processes = "auto" in plan.methods, settings.processes
        # the last fit, on all standards, is one more beside those of the splits
        splitting = foreseen(state, settings.test_share)
        in_turn = splitting.folds or 1 if splitting is not None else 1
        fits = len(settings.standards) * settings.repeats * in_turn
        splits = fits / (fits + 1) if automatic else 1.0

        def work(monitor: Monitor) -> tuple[TransferValidation, Advice | None, list[str]]:
            result, _, notes = compare(state, plan, n_jobs=processes or None, monitor=SubMonitor(monitor, 0.0, splits))
            advice, why = advise_or_why(state, plan, SubMonitor(monitor, splits, 1.0)) if automatic else (None, "")
            closed = say(closure_note(plan.closure))
            return result, advice, [note for note in (closed, *notes, why) if note]

        self._result, self._compared = None, state
        self.copying.started(Asked(state, plan, processes))
        self._entries = {e.key: e for e in lines_for(plan.methods, plan.of_lines, plan.regression)}
        self._verdict = self._told = ""
        self._judgement = None
        self.results.start(names, lab_errors(state.datasets), settings.repeats * in_turn)
        if automatic:
            self.search.begin(names)
        self.plots.start(state, self._settings_of)
        self._offer(settings.standards, tuple(names))
        self.columns.show_table()
        self._draw()
        self._say()
        self._job = self._controller.jobs.start(
            work, "Comparing methods", key="compare", finished=self._finished, failed=self._failed,
            cancelled=self._cancelled, snapshot=self._snapshot, keeps=True)
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

    def _finished(self, found: tuple[TransferValidation, Advice | None, list[str]]) -> None:
        result, advice, notes = found
        self._over()
        told, hint = self.search.advised(advice)
        self._show_result(result, told, notes)
        self._tell(hint)
        self.foundSomething.emit()

    def _show_result(self, result: TransferValidation, advice: Advised, notes: Sequence[str] = ()) -> None:
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

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _abandon(self) -> None:
        """Stop the comparison of a session that is gone; nothing is heard of it any more."""
        if self._job is not None:
            self._job.discard()
            self._over()

    def _over(self) -> None:
        self._job = None
        self._refresh()

    def _refresh(self, *_: object) -> None:
        raise NotImplementedError
