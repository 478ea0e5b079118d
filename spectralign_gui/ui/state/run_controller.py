"""Running the session's method in the background."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...core.registry import method
from ...jobs import Job, JobManager
from ...session.run import RunResult, execute, why_not
from ...session.run.left_out_effect import with_harm
from ...session.run.refit import refit, with_all_standards
from ...session.state import SessionState
from ...session.state.instrument_pair import to_run
from ...words import say
from .app_model import AppModel


class RunController(QObject):
    """Starts and cancels the run of the model's state; one at a time.

    Docks that have other work to do in the background use ``controller.jobs.start(work, title, finished=…)``.

    Signals
    -------
    started, idle
        Around every run, however it ends; `idle` comes when the thread is gone.
    progress(str stage, float fraction, float seconds_left)
        seconds_left is -1 while unknown.
    snapshot(dict)
        Live values of the monitor (see `core.monitor.Monitor.report`) with ``stage`` and ``fraction``.
    pausedChanged(bool)
        The run waits, or goes on.
    iterating
        The run has come to an iteration, which can be stopped "as is".
    finished(RunResult), failed(str), cancelled
        The result has already been added to the model when `finished` is emitted.
    """

    started = Signal()
    progress = Signal(str, float, float)
    snapshot = Signal(object)
    finished = Signal(object)
    failed = Signal(str)
    cancelled = Signal()
    idle = Signal()
    pausedChanged = Signal(bool)
    iterating = Signal()

    def __init__(self, model: AppModel, jobs: JobManager | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.jobs = jobs or JobManager(self)
        self._job: Job | None = None
        self._asked: SessionState | None = None
        self._session = 0
        self._iterates = False

    @property
    def running(self) -> bool:
        """Whether a run is under way."""
        return self._job is not None

    @property
    def state(self) -> SessionState | None:
        """The session that the run under way is of: the model's, or two instruments of it; None if there is none."""
        return self._asked if self._job is not None else None

    @property
    def stopping(self) -> bool:
        """Whether the run was asked to stop and has not yet."""
        return self._job is not None and self._job.cancel_asked

    @property
    def paused(self) -> bool:
        """Whether the run waits."""
        return self._job is not None and self._job.paused

    @property
    def can_stop_as_is(self) -> bool:
        """Whether the run is in an iteration whose present result can be taken."""
        return self._job is not None and self._iterates and not self._job.cancel_asked

    def why_not(self, state: SessionState | None = None) -> str:
        """Why no run can be started now (of this session instead of the model's), as a sentence; "" if it can."""
        if self.running:
            return "A run is under way."
        try:
            return say(why_not(to_run(self.model.state) if state is None else state))
        except SpectrAlignError as error:  # a method that this version does not know, from an older project
            return say(error)

    @Slot()
    def start(self) -> bool:
        """Run the model's state as it is now; of more than two instruments a method that takes two runs on From and To.

        Returns whether it started; if not, `failed` says why.
        """
        return self.start_with(to_run(self.model.state))

    def refit(self, earlier: RunResult) -> bool:
        """Fit a run again with all standards, keeping the errors that its held-out ones had; as `start`."""
        return self.start_with(with_all_standards(earlier.state), partial(refit, earlier))

    def start_with(self, state: SessionState, run: Callable[[Monitor], RunResult] | None = None) -> bool:
        """Run this session, which is the model's or one of two of its instruments; as `start`.

        `run` takes the place of `execute`.
        """
        reason = self.why_not(state)
        if reason:
            self.failed.emit(reason)
            return False
        self._asked, self._session = state, self.model.session

        def work(monitor: Monitor) -> RunResult:
            return execute(state, monitor) if run is None else run(monitor)

        self._job = self.jobs.start(
            work, _title(state), finished=self._finished, failed=self._failed, cancelled=self._cancelled,
            progress=self.progress.emit, snapshot=self._snapshot)
        self._iterates = False
        self._job.ended.connect(self._ended)
        self.started.emit()
        return True

    @Slot()
    def cancel(self) -> None:
        """Ask the run to stop; a paused one too."""
        if self._job is not None:
            waited = self._job.paused
            self._job.cancel()
            self._job.resume()
            if waited:
                self.pausedChanged.emit(False)

    @Slot()
    def toggle_pause(self) -> None:
        """Let the run wait at its next check, or go on; nothing is lost."""
        if self._job is None or self._job.cancel_asked:
            return
        if self._job.paused:
            self._job.resume()
        else:
            self._job.pause()
        self.pausedChanged.emit(self._job.paused)

    @Slot()
    def stop_as_is(self) -> None:
        """End the iteration after its present step and take the result, marked as not converged."""
        if self.can_stop_as_is and self._job is not None:
            waited = self._job.paused
            self._job.stop_as_is()
            if waited:
                self.pausedChanged.emit(False)

    @Slot(object)
    def _snapshot(self, values: dict[str, Any]) -> None:
        if not self._iterates and "iteration" in values:
            self._iterates = True
            self.iterating.emit()
        self.snapshot.emit(values)

    def shutdown(self, timeout: float = 10.0) -> bool:
        """Cancel the run and every other job and wait at most `timeout` seconds; whether all have ended."""
        return self.jobs.shutdown(timeout)

    # -- ends of the run ---------------------------------------------------------------------------------
    @Slot(object)
    def _finished(self, result: Any) -> None:
        if self._session != self.model.session:  # another project was opened meanwhile: not a run of that one
            self.cancelled.emit()
            return
        result = with_harm(result, self.model.runs)
        self.model.add_run(result)
        self.finished.emit(result)

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self.failed.emit(sentence)

    @Slot()
    def _cancelled(self) -> None:
        self.cancelled.emit()

    @Slot()
    def _ended(self) -> None:
        self._job, self._asked, self._iterates = None, None, False
        self.idle.emit()


def _title(state: SessionState) -> str:
    return method(state.method).title
