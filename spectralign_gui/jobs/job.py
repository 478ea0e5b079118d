"""One piece of work in its own thread, seen from the GUI thread."""

from __future__ import annotations

import itertools
import logging
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QThread, QTimer, Signal, Slot

from ..core.monitor import Monitor
from .worker import Worker

log = logging.getLogger(__name__)

INTERVAL = 1 / 15
"""Shortest time between two updates of the window, in seconds."""
_numbers = itertools.count(1)


class Job(QObject):
    """Runs ``work(monitor)`` in a thread; all signals arrive in the thread that made the job.

    Signals
    -------
    progress(str stage, float fraction, float seconds_left)
        At most 15 times a second; seconds_left is -1 while unknown.
    snapshot(dict)
        Live values of the monitor.
    finished(object), cancelled, failed(str), defect(str, str)
        Exactly one of these, unless the job was `discard`-ed.
    ended
        Always the last: the thread is gone.
    """

    progress = Signal(str, float, float)
    snapshot = Signal(object)
    finished = Signal(object)
    cancelled = Signal()
    failed = Signal(str)
    defect = Signal(str, str)
    ended = Signal()

    def __init__(self, work: Callable[[Monitor], Any], title: str = "", parent: QObject | None = None,
                 keeps: bool = False) -> None:
        super().__init__(parent)
        self.number = next(_numbers)
        self.title, self.keeps = title, keeps
        self._stale = False
        self._last = 0.0
        self._thread: QThread | None = QThread(self)
        self._thread.setObjectName(f"job {self.number}")
        self._worker: Worker | None = Worker(work)
        self._worker.moveToThread(self._thread)
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._deliver)
        self._connect()

    def _connect(self) -> None:
        thread, worker = self._thread, self._worker
        assert thread is not None and worker is not None
        thread.started.connect(worker.run)
        worker.news.connect(self._news)
        worker.finished.connect(self._finished)
        worker.cancelled.connect(self._cancelled)
        worker.failed.connect(self._failed)
        worker.defect.connect(self._defect)
        for end in (worker.finished, worker.cancelled, worker.failed, worker.defect):
            end.connect(thread.quit, Qt.ConnectionType.DirectConnection)
        thread.finished.connect(self._gone)

    # -- control -----------------------------------------------------------------------------------------
    @property
    def running(self) -> bool:
        """Whether the thread still exists."""
        return self._thread is not None

    @property
    def cancel_asked(self) -> bool:
        """Whether the job was asked to stop."""
        return self._worker is not None and self._worker.monitor.cancel_asked

    def start(self) -> Job:
        """Start; returns self."""
        assert self._thread is not None
        self._thread.start()
        return self

    @Slot()
    def cancel(self) -> None:
        """Ask the work to stop at its next check."""
        if self._worker is not None:
            self._worker.monitor.cancel()

    @Slot()
    def pause(self) -> None:
        """Let the work wait at its next check."""
        if self._worker is not None and not self.cancel_asked:
            self._worker.monitor.pause()

    @Slot()
    def resume(self) -> None:
        """Let the work go on."""
        if self._worker is not None:
            self._worker.monitor.resume()

    @Slot()
    def stop_as_is(self) -> None:
        """Let an iteration end after its present step; the job then finishes with that result."""
        if self._worker is not None:
            self._worker.monitor.stop()

    @property
    def paused(self) -> bool:
        """Whether the work waits, or will at its next check."""
        return self._worker is not None and self._worker.monitor.paused

    def discard(self) -> None:
        """Cancel, and let nothing but `ended` be heard any more: somebody newer has taken over."""
        self._stale = True
        self.cancel()

    def wait(self, seconds: float) -> bool:
        """Block until the thread has ended; False if it has not within `seconds`."""
        return self._thread is None or self._thread.wait(int(seconds * 1000))

    def finish(self) -> None:
        """Tell the end of a job whose thread has ended (`wait`) now, rather than when the event loop comes to it.

        The ends on their way are taken off the queue: what still waits there for an object that is taken apart
        crashes Qt.
        """
        if self._thread is None or not self._thread.isFinished():
            return
        if self.sender() is not None:  # asked for by somebody who is just being told something by this job
            return
        if self._worker is not None:
            QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall)
        self._gone()

    # -- what the worker says ----------------------------------------------------------------------------
    @Slot()
    def _news(self) -> None:
        rest = INTERVAL - (time.monotonic() - self._last)
        if rest <= 0:
            self._deliver()
        elif not self._later.isActive():
            self._later.start(int(rest * 1000) + 1)

    @Slot()
    def _deliver(self) -> None:
        if self._worker is None:
            return
        self._last = time.monotonic()
        update = self._worker.monitor.take()
        if self._stale or self._worker.monitor.cancel_asked:
            return
        self.progress.emit(update.stage, update.fraction, update.seconds_left)
        for values in update.snapshots:
            self.snapshot.emit(values)

    def _last_news(self) -> bool:
        """Deliver what is left before the end is told; whether anybody wants to hear the end."""
        self._later.stop()
        self._deliver()
        return not self._stale

    @Slot(object)
    def _finished(self, result: object) -> None:
        if self._last_news():
            # a cancel that came after the last check of the work: the user was promised a stop
            if self.cancel_asked:
                self.cancelled.emit()
            else:
                self.finished.emit(result)

    @Slot()
    def _cancelled(self) -> None:
        if self._last_news():
            self.cancelled.emit()

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        if self._last_news():
            self.failed.emit(sentence)

    @Slot(str, str)
    def _defect(self, line: str, trace: str) -> None:
        if self._last_news():
            self.defect.emit(line, trace)

    @Slot()
    def _gone(self) -> None:
        if self._thread is None:  # told before by `finish`
            return
        thread, self._thread = self._thread, None
        self._worker = None
        self._later.stop()
        thread.wait()  # `finished` is emitted shortly before the thread has really ended
        thread.deleteLater()
        self.ended.emit()
