"""The verdict of the Compare dock: on the card, the rail and in the report, and used with one click."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal, Slot

from ...core.registry import is_method, method
from ...core.validation.transfer_result import TransferValidation
from ...presenters.judgement import Judgement, doubt, expected, judge
from ...session.compare.verdict import Advised
from ...session.run.compared_errors import ComparedErrors
from ..state import AppModel, Choice, ResultChooser
from ..workspaces import Compared
from ..workspaces.status import short_title
from .searching import ADVICE
from .words import left_out, verdict

if TYPE_CHECKING:
    from .card import VerdictCard
    from .results import ResultModel

LINE = 18
"""Letters of the line on the rail."""


class Judging:
    """Mixin for the Compare dock."""

    _result: TransferValidation | None
    _judgement: Judgement | None
    _verdict: str
    _advice: Advised
    _notes: list[str]
    _then_predict: bool
    _used: str
    _model: AppModel
    results: ResultModel
    card: VerdictCard
    chooser: ResultChooser
    running: bool
    judged: Signal
    predictionWanted: Signal

    def _shown_count(self) -> int:
        raise NotImplementedError

    def _who_is_who(self) -> list[str]:
        raise NotImplementedError

    def _outdated(self) -> str:
        raise NotImplementedError

    def _select(self, key: str) -> None:
        raise NotImplementedError

    def _say(self) -> None:
        raise NotImplementedError

    def update_actions(self) -> None:
        raise NotImplementedError

    def _settings_of(self, key: str) -> Mapping[str, Any]:
        raise NotImplementedError

    def _judge(self) -> None:
        """What the comparison says with the shown number of standards: for the card, the rail and the report."""
        result = self._result
        if result is None:
            self._judgement = None
            return
        found = judge(result, self.results.ranked, self._shown_count(), len(self._model.two.standards))
        self._judgement = found.advised(self._advice).suspecting(self._notes)
        told = verdict(result, self.results.ranked, self._shown_count(), self._judgement)
        advice = self._judgement.advice or self._judgement.doubted
        self._verdict = " ".join(t for t in (*self._who_is_who(), told, advice and f"{ADVICE} {advice}", *self._notes)
                                 if t)
        self._say()
        self.update_actions()  # the table was filled before there was a verdict
        self.judged.emit()

    def judgement(self) -> Judgement | None:
        """What is said of the comparison now: also by the run that was made of what it recommends, if that is shown."""
        found = self._judgement
        if found is None or not found.best or self.results.current != found.best or self._outdated():
            return found
        return found.beside(self._model.verdict())

    def in_short(self) -> Compared | None:
        """What the rail says of it; None where nothing was compared."""
        found = self.judgement()
        if found is None or self._result is None:
            return None
        same = len(found.same)
        line = short_title(method(found.best)) if is_method(found.best) else "nothing fits"
        line = line if len(line) <= LINE else line[:LINE - 1].rstrip() + "…"
        more = f", {same} alike" if same and len(line) + 9 <= LINE else ""
        return Compared(found.best, line + more, f"{found.do} {found.sure}",
                        found.good, bool(self._outdated()), found.usable)

    def tested(self) -> tuple[str, str]:
        """Errors of the shown run's method in this comparison, and why they are no good; "" where it took no part."""
        key, result = self.results.current, self._result
        if result is None or not key or self._outdated():
            return "", ""  # before `count` is asked for: a dock that nobody has seen is not built for this
        count = self._shown_count()
        return expected(result, key, count), doubt(result, self.results.ranked, key, count)

    def _beside_card(self) -> list[str]:
        """What the card does not say."""
        if self._result is None:
            return []
        return [t for t in (*self._who_is_who(), *left_out(self._result), *self._notes) if t]

    def _show_card(self, reason: str) -> None:
        if self.running:
            self.card.show_busy()
        elif (found := self.judgement()) is not None:
            self.card.show_judgement(found)
        else:
            self.card.show_nothing(reason or self._verdict)

    def _use_best(self) -> None:
        """Make what the card recommends the current result, then predict."""
        if self._judgement is None or not self._judgement.best:
            return
        key = self._judgement.best
        choice = Choice(key, dict(self._settings_of(key)), all_standards=True)
        self._used, self._then_predict = key, True
        self._select(key)
        self.chooser.choose(choice)
        if self.chooser.under_way is None:
            self._chosen_now()

    @Slot()
    def _chosen_now(self) -> None:
        """What was chosen has become the current result, or waits for its turn."""
        if self.chooser.under_way is None:
            self._keep_errors()
            self._predict_now()

    def _keep_errors(self) -> None:
        """The run that was made of a line has the errors of this line, also when it is saved and opened again."""
        run, key, result = self._model.current_run, self.results.current, self._result
        if run is None or result is None or not key or key != self._used or self._outdated():
            return
        found = ComparedErrors.of(result, key, self._shown_count(), run.datasets[1].name)
        if found is not None and not found.same_as(run.quality.compared):
            self._model.update_current(replace(run, quality=run.quality.with_(compared=found)))

    def _predict_now(self) -> None:
        wanted, best = self._then_predict, self._judgement.best if self._judgement is not None else ""
        if wanted and self.chooser.under_way is None:
            self._then_predict = False
            if best and self.chooser.is_current(Choice(best, dict(self._settings_of(best)))):
                self.predictionWanted.emit()
