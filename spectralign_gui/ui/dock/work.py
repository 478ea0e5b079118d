"""The one way in which a dock has something calculated: progress, cancel, and no answer to a question of yesterday."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ...core.monitor import Monitor
from ...jobs import Job, JobManager
from ..state import AppModel

Says = Callable[[str], object]


class Work(QObject):
    """Background work of one dock, one piece for every key.

    An answer is told only if nobody asked the same again meanwhile, the session is still the same, and the asker says
    that it is still wanted. What is not told leaves the dock as it is.

    Signals
    -------
    changed
        A piece has begun or ended; see `running`.
    """

    changed = Signal()

    def __init__(self, jobs: JobManager, model: AppModel, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._model = jobs, model
        self._running: dict[str, Job] = {}
        model.sessionReplaced.connect(self._other_session)

    # -- asking ------------------------------------------------------------------------------------------
    def start(
        self, work: Callable[[Monitor], Any], then: Callable[[Any], object], *, key: str, title: str = "",
        still: Callable[[], bool] | None = None, failed: Says | None = None,
        cancelled: Callable[[], object] | None = None, row: Callable[[Any], object] | None = None,
        snapshot: Callable[[dict[str, Any]], object] | None = None, keeps: bool = False,
    ) -> Job:
        """Calculate ``work(monitor)`` in a thread of its own, then call ``then(result)`` in the GUI thread.

        Parameters
        ----------
        work, then : callable
        key : str
            A piece of the same key that is under way is given up, and its end not told.
        title : str
            For the status bar, which then offers Cancel; without one nothing is shown there.
        still : callable, optional
            Whether the answer is still wanted, asked before anything is told of it.
        failed : callable, optional
            Gets the sentence; default: the status bar and the log.
        cancelled : callable, optional
        row : callable, optional
            Gets every ``table_row`` that the work reports, once.
        snapshot : callable, optional
            Gets all live values.
        keeps : bool
            What is done by then stays when it is cancelled: the status bar offers Stop, not Cancel.
        """
        session = self._model.session

        def wanted() -> bool:
            return session == self._model.session and (still is None or still())

        def told(function: Callable[..., object] | None, *values: Any) -> None:
            if function is not None and wanted():
                function(*values)

        seen: list[Any] = []

        def live(values: dict[str, Any]) -> None:
            told(snapshot, values)
            found = values.get("table_row")
            if row is not None and found is not None and not any(found is s for s in seen):
                seen.append(found)
                told(row, found)

        self.drop(key)
        job = self._jobs.start(
            work, title, key=key, finished=partial(told, then), cancelled=partial(told, cancelled),
            failed=partial(told, failed or self._model.message.emit), snapshot=live, keeps=keeps)
        self._running[key] = job
        # by its number: a job that its own connection holds is a ring, which Qt does not survive being collected
        job.ended.connect(partial(self._ended, key, job.number))
        self.changed.emit()
        return job

    def save(self, path: Path, work: Callable[[], object], says: Says | None = None, failed: Says | None = None,
             ) -> Job:
        """Write a file in the background and say that it is there; another session does not stop it."""
        told = says or self._model.message.emit

        def run(monitor: Monitor) -> None:
            monitor.raise_if_cancelled()
            work()

        return self._jobs.start(run, f"Saving {path.name}", failed=failed or told,
                                finished=lambda _: told(f"Saved to {path}."))

    # -- looking, stopping -------------------------------------------------------------------------------
    def running(self, key: str = "") -> bool:
        """Whether a piece of this key (of any key) is under way."""
        return key in self._running if key else bool(self._running)

    def cancel(self, key: str) -> None:
        """Stop a piece; that it was stopped is told."""
        if key in self._running:
            self._running[key].cancel()

    def drop(self, key: str) -> None:
        """Give a piece up; nothing is heard of it any more."""
        if key in self._running:
            self._running.pop(key).discard()
            self._over()

    # -- what comes back ---------------------------------------------------------------------------------
    def _ended(self, key: str, number: int) -> None:
        if key in self._running and self._running[key].number == number:
            del self._running[key]
            self._over()

    def _over(self) -> None:
        self.changed.emit()

    @Slot()
    def _other_session(self) -> None:
        for key in list(self._running):
            self.drop(key)
