"""Making a method with its settings the current result: shown again if it was run before, else run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ...core.errors import SpectrAlignError
from ...core.registry import method
from ...session.run import RunResult
from ...session.run.choose_method import is_run_of, run_of, with_method
from ...session.run.refit import with_all_standards
from ...session.standards.pairing import in_a_row
from ...session.state import SessionState
from ...words import say
from .app_model import AppModel
from .run_controller import RunController


@dataclass(frozen=True)
class Choice:
    """A method and its settings, as a comparison used them.

    Parameters
    ----------
    method : str
    settings : mapping
    all_standards : bool
        Whether it is the final model, which is fitted to held-out standards too.
    """

    method: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    all_standards: bool = False

    def in_(self, state: SessionState) -> SessionState:
        """The session with this choice made."""
        state = with_all_standards(state) if self.all_standards else state
        return with_method(state, self.method, self.settings)


class ResultChooser(QObject):
    """One result after the other; of several choices made while a run is under way the last one counts.

    Signals
    -------
    told(str)
        What happens, as a sentence.
    changed
        Another choice is under way or waiting, or none is.
    """

    told = Signal(str)
    changed = Signal()

    def __init__(self, model: AppModel, controller: RunController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model, self._controller = model, controller
        self._fitting: Choice | None = None
        self._waiting: Choice | None = None
        self._session = 0
        # in a turn of its own: whoever hears of the end of the old run has done so before the next one begins
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._take_waiting)
        controller.finished.connect(self._finished)
        controller.failed.connect(self._failed)
        controller.cancelled.connect(self._cancelled)
        controller.idle.connect(self._idle)

    @property
    def under_way(self) -> Choice | None:
        """The choice that is being fitted or waits to be; None if there is none."""
        return self._waiting or self._fitting

    def is_current(self, choice: Choice) -> bool:
        """Whether the shown run is what this choice gives on the data as they are."""
        run = self._model.current_run
        return run is not None and is_run_of(run, self._state_of(choice))

    def _state_of(self, choice: Choice) -> SessionState:
        """What is run: of more than two instruments the two that are compared."""
        return choice.in_(self._model.two)

    def choose(self, choice: Choice) -> None:
        """Make this the session's method (undoable) and its result the current one."""
        if choice == self.under_way:
            return
        if self._controller.running:
            # a run that a choice started gives way to the next choice; one that the user started is waited for
            self._waiting, self._session = choice, self._model.session
            words = "is next, after the run under way has ended"
            if self._fitting is not None:
                words = "is next"
                self._controller.cancel()
            self.told.emit(f"{method(choice.method).title} {words}.")
            self.changed.emit()
            return
        self._go(choice)

    def _go(self, choice: Choice) -> None:
        title = method(choice.method).title
        try:
            state = self._state_of(choice)
        except SpectrAlignError as error:
            self.told.emit(say(error))
            return
        found = run_of(state, self._model.runs)
        self._model.change(f"Use {title}", choice.in_(self._model.state))
        if found is not None:
            if found is not self._model.current_run:
                self._model.set_current_run(found)
            sentence = f"{title} is the current result ({self._place(found)}, made with the same data and settings)."
            self.told.emit(sentence)
            self._model.message.emit(sentence)
            self.changed.emit()
            return
        reason = self._controller.why_not(state)
        if reason:
            self.told.emit(f"{title} cannot be the result yet. {say(reason)}")
            return
        self._fitting = choice
        number = sum(not s.held_out for s in state.standards)
        of = f" of {in_a_row(state.instruments)}" if len(self._model.state.datasets) > 2 else ""
        self.told.emit(f"{title} is being fitted on {'all ' if number == len(state.standards) else ''}{number} "
                       f"standards{of}; then it is the current result.")
        self.changed.emit()
        if not self._controller.start_with(state):
            self._fitting = None
            self.changed.emit()

    def _place(self, run: RunResult) -> str:
        return f"run {1 + next(k for k, r in enumerate(self._model.runs) if r.estimator is run.estimator)}"

    # -- ends of the run ---------------------------------------------------------------------------------
    @Slot(object)
    def _finished(self, result: RunResult) -> None:
        if self._fitting is not None:
            self.told.emit(f"{result.method.title} is the current result ({self._place(result)}).")

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        if self._fitting is not None:
            self.told.emit(f"{method(self._fitting.method).title} could not be fitted: {sentence}")

    @Slot()
    def _cancelled(self) -> None:
        if self._fitting is not None and self._waiting is None:
            self.told.emit("Cancelled; the current result stays as it was.")

    @Slot()
    def _idle(self) -> None:
        self._fitting = None
        if self._waiting is not None:
            self._next.start()
        else:
            self.changed.emit()

    @Slot()
    def _take_waiting(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None and self._session == self._model.session and not self._controller.jobs.closed:
            self._go(waiting)
        else:
            self.changed.emit()
