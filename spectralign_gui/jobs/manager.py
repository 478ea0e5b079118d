"""All jobs of a window: starting, superseding, and ending them all when the window closes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from ..core.monitor import Monitor
from .job import Job


class JobManager(QObject):
    """Starts jobs and keeps them until they have ended.

    Signals
    -------
    started(Job), ended(Job)
    defect(str, str)
        A job stopped at a defect: one line and the traceback.
    """

    started = Signal(object)
    ended = Signal(object)
    defect = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: dict[int, tuple[Job, str]] = {}
        self._closed = False

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Jobs that have not ended, oldest first."""
        return tuple(job for job, _ in self._jobs.values())

    @property
    def closed(self) -> bool:
        """Whether everything has ended and nothing more begins (`shutdown` was asked for and done)."""
        return self._closed

    def start(
        self, work: Callable[[Monitor], Any], title: str = "", *, key: str = "",
        finished: Callable[[Any], None] | None = None, failed: Callable[[str], None] | None = None,
        cancelled: Callable[[], None] | None = None, progress: Callable[[str, float, float], None] | None = None,
        snapshot: Callable[[dict[str, Any]], None] | None = None, keeps: bool = False,
    ) -> Job:
        """Run ``work(monitor)`` in a thread of its own.

        Parameters
        ----------
        work : callable
            Gets a Monitor; its result comes with `finished`. It must not touch widgets.
        title : str
            What the status bar says ("Reading m5.csv"); without one the job is not shown there.
        key : str
            A running job with the same key is superseded: it is cancelled and its end is not told.
        finished, failed, cancelled, progress, snapshot : callable, optional
            Called in the GUI thread. A defect is also told to `failed`, as a sentence.
        keeps : bool
            What is done by then stays when it is cancelled: the status bar offers Stop, not Cancel.
        """
        if key:
            for job, other in self._jobs.values():
                if other == key:
                    job.discard()
        job = Job(work, title, self, keeps)
        for signal, function in ((job.finished, finished), (job.failed, failed), (job.cancelled, cancelled),
                                 (job.progress, progress), (job.snapshot, snapshot)):
            if function is not None:
                signal.connect(function)
        if self._closed:  # what a late event asks for when the window is going away is not begun
            return job
        self._jobs[job.number] = (job, key)
        job.defect.connect(self._defect)
        job.ended.connect(self._ended)
        self.started.emit(job)
        return job.start()

    def shutdown(self, seconds: float = 10.0) -> bool:
        """Cancel everything, begin nothing more, and wait; False if something still runs after `seconds`.

        In that case jobs can be started again: the window stays.
        """
        self._closed = True
        for job in self.jobs:
            job.discard()
        until = time.monotonic() + seconds
        waited = [job.wait(max(until - time.monotonic(), 0.01)) for job in self.jobs]
        self._closed = all(waited)
        for job in self.jobs:
            job.finish()
        return self._closed

    @Slot(str, str)
    def _defect(self, line: str, trace: str) -> None:
        job = self.sender()
        self.defect.emit(line, trace)
        if isinstance(job, Job):
            job.failed.emit(f"A defect of the program stopped this ({line}); nothing else has changed.")

    @Slot()
    def _ended(self) -> None:
        job = self.sender()
        if isinstance(job, Job):
            self._jobs.pop(job.number, None)
            self.ended.emit(job)
            # not a child any more: what was connected to the job may hold the last reference to this manager, and
            # goes with the job; as its parent the manager would then delete the job while it is being deleted
            job.setParent(QCoreApplication.instance())
            job.deleteLater()
