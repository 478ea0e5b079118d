"""Watch a folder with the shown run: every file that arrives is predicted, until it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from ...core.monitor import Monitor
from ...io.watching import Watcher, WatchOptions
from ...io.watching.watcher import summary
from ...jobs import Job
from ...session.predict.check_samples import run_key
from ...session.predict.model import Model
from ...session.run import RunResult
from ..actions import make_action
from ..export.target import ask_target
from ..state import RunController

EVERY = 2.0
"""Seconds between two looks into the folder."""
BREATH = 0.05
"""Seconds between two looks whether it was stopped."""
TABLES = ["Table (*.csv)", "Workbook (*.xlsx)", "Database (*.sqlite)"]


class WatchAction(QObject):
    """The entry *Predict ▸ In routine ▸ Watch a folder…*; chosen again, it stops.

    Signals
    -------
    told(str)
        What has happened, as a sentence.

    Parameters
    ----------
    controller : RunController
    shown : callable
        The shown run and the instrument, None where nothing can be predicted.
    tell : callable (str)
    parent : QWidget
    """

    told = Signal(str)

    def __init__(self, controller: RunController, shown: Callable[[], tuple[RunResult, str] | None],
                 tell: Callable[[str], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._controller, self._shown, self._tell, self._window = controller, shown, tell, parent
        self._job: Job | None = None
        self._last = ""
        self.action = make_action(parent, "predict-watch", "Watc&h a folder…", "Predict every file of the instrument "
                                  "that arrives in a folder, until this is chosen again", self._toggle, icon="open")

    @property
    def running(self) -> bool:
        """Whether a folder is watched."""
        return self._job is not None

    def refresh(self) -> None:
        """Whether it can be chosen; what it says."""
        self.action.setEnabled(self.running or self._shown() is not None)
        self.action.setText("Stop watc&hing" if self.running else "Watc&h a folder…")

    def _toggle(self) -> None:
        if self._job is not None:
            self._job.cancel()
            return
        if self._shown() is None:
            return
        folder = QFileDialog.getExistingDirectory(self._window, "Folder to watch")
        if not folder:
            return
        chosen = ask_target(self._window, "Where the values go", "watched_values.csv", TABLES)
        if chosen is not None:
            self.start(folder, chosen[0])

    def with_record(self, record: str) -> None:
        """Ask for folder and output, and watch with the version of a record that is in force at any time."""
        if self._job is not None:
            self._say("A folder is watched already; stop that first.")
            return
        folder = QFileDialog.getExistingDirectory(self._window, "Folder to watch")
        chosen = ask_target(self._window, "Where the values go", "watched_values.csv", TABLES) if folder else None
        if chosen is not None:
            self.start(folder, chosen[0], record=record)

    def start(self, folder: str | Path, output: str | Path, options: WatchOptions | None = None, record: str = ""
              ) -> None:
        """Watch a folder with the run that is shown now; another run later does not change what predicts here.

        With a `record` its version in force predicts instead, and the next one as soon as it is approved.
        """
        shown = self._shown()
        if self._job is not None or (shown is None and not record):
            return
        self._last = ""

        def made() -> Watcher:
            if record or shown is None:
                return Watcher(record, folder, "", output, options)
            result, instrument = shown
            return Watcher(Model.of(result), folder, instrument, output, options, identity=run_key(result))

        def work(monitor: Monitor) -> None:
            with made() as watcher:
                while True:
                    for event in watcher.arriving(monitor):
                        self._last = str(event.said)
                    monitor.report(f"{Path(folder).name}: {summary(watcher.ledger.counts())}", 0.0, told=self._last)
                    end = time.monotonic() + EVERY
                    while time.monotonic() < end:
                        monitor.raise_if_cancelled()
                        time.sleep(BREATH)

        self._job = self._controller.jobs.start(work, "Watching", failed=self._failed, cancelled=self._stopped,
                                                snapshot=self._heard, keeps=True)
        self._say(f"{Path(folder).name} is watched; the values go into {Path(output).name}.")
        self.refresh()

    def _heard(self, values: dict[str, object]) -> None:
        if said := values.get("told"):
            self._say(str(said))

    def _stopped(self) -> None:
        self._over("The folder is not watched any more.")

    def _failed(self, sentence: str) -> None:
        self._over(sentence)

    def _over(self, sentence: str) -> None:
        self._job = None
        self.refresh()
        self._say(sentence)

    def _say(self, sentence: str) -> None:
        self._tell(sentence)
        self.told.emit(sentence)
