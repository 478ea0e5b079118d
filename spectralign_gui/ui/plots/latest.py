"""Background work of which only the newest matters (a picture for the view as it is now)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ...core.monitor import Monitor
from ...jobs import Job, JobManager


class Latest(QObject):
    """One job at a time; while it runs only the newest request waits.

    Unlike a job key of `JobManager`, the running job is not thrown away: during a drag that lasts, its (slightly
    old) picture is better than none.

    Signals
    -------
    done(object)
        A result, in the GUI thread.
    failed(str)
    """

    done = Signal(object)
    failed = Signal(str)

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._running = False
        self._job: Job | None = None
        self._retired = False
        self._waiting: Callable[[Monitor], Any] | None = None

    @property
    def busy(self) -> bool:
        """Whether something runs or waits."""
        return self._running

    def submit(self, work: Callable[[Monitor], Any]) -> None:
        """Run ``work(monitor)`` as soon as the running one is done; replaces what waits."""
        if self._running:
            self._waiting = work
            return
        self._running = True
        job = self._job = self._jobs.start(work)
        job.finished.connect(self.done)
        job.failed.connect(self.failed)
        job.ended.connect(self._ended)

    def cancel(self) -> None:
        """Ask the running one to stop; what waits comes next."""
        if self._job is not None:
            self._job.cancel()

    def drop_waiting(self) -> None:
        """Forget the request that waits."""
        self._waiting = None

    def retire(self) -> None:
        """Nobody wants to hear of it any more: cancel, and go when the running one has ended."""
        self._retired = True
        self._waiting = None
        self.done.disconnect()
        if self._job is None:
            self.deleteLater()
        else:
            self._job.discard()

    @Slot()
    def _ended(self) -> None:
        self._running, self._job = False, None
        if self._retired:
            self.deleteLater()
            return
        work, self._waiting = self._waiting, None
        if work is not None:
            self.submit(work)
