"""Keeps the session in a project file and never loses it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow

from ...core.monitor import Monitor
from ...io.project import ENDING, Project, open_project, save_project
from ...io.recovery import ProjectLock, Recovery, Unsaved, left_behind
from ...jobs import Job
from ...session.run import RunResult
from ...session.state import SessionState
from ..actions import make_action
from ..dialogs import ask, tell
from ..export.target import ask_target
from ..signing import SigningActions
from ..state import AppModel, RunController
from .audit import AuditKeeper
from .locate import SourceLocator
from .places import places_of, take_places
from .recover_dialog import RecoveryDialog, called, local_time

if TYPE_CHECKING:
    from ..compare import CompareDock

FILTER = f"SpectrAlign project (*{ENDING})"
AUTOSAVE_MS = 60_000


class ProjectKeeper(QObject):
    """The project of a window.

    Signals
    -------
    changed
        Another path, or saved and unsaved have changed.
    opened(str), saved(str)
        Path of a project.
    """

    changed = Signal()
    opened = Signal(str)
    saved = Signal(str)
    _idle = Signal()

    def __init__(self, model: AppModel, controller: RunController, window: QMainWindow,
                 recovery_folder: str | Path | None = None) -> None:
        super().__init__(window)
        self._model, self._controller, self._window = model, controller, window
        self._folder = recovery_folder
        self.path = ""
        self._lock: ProjectLock | None = None
        self._saving: Job | None = None
        self._wanted = ""
        self._outcome = False
        self._kept: tuple[SessionState, tuple[RunResult, ...]] = (model.state, model.runs)
        self._kept_comparison: object = None
        self._recovered: tuple[SessionState, tuple[RunResult, ...]] | None = None
        self.recovery = Recovery(recovery_folder)
        make = partial(make_action, self)
        self.save_action = make("save", "&Save project", "Save data, standards, settings, runs and results in one file",
                                self.save, key=QKeySequence.StandardKey.Save, icon="save")
        self.save_as_action = make("save-as", "Save project &as…", "Save the project under another name", self.save_as,
                                   key="Ctrl+Shift+S")
        self.sources = SourceLocator(model, controller, window)
        self._autosave = QTimer(self, singleShot=True, interval=AUTOSAVE_MS)
        self._autosave.timeout.connect(self.save_recovery)
        model.stateChanged.connect(self._touched)
        model.runsChanged.connect(self._touched)
        self._compare: CompareDock | None = None
        self.audit = AuditKeeper(model, window)
        self.audit.entered.connect(self._touched)
        self.signing = SigningActions(self.audit, controller, window)

    def menu_entries(self) -> list[QAction]:
        """For the File menu."""
        return [self.save_action, self.save_as_action, self.sources.action]

    # -- what there is to lose ---------------------------------------------------------------------------
    def _now(self) -> tuple[SessionState, tuple[RunResult, ...]]:
        return self._model.state, self._model.runs

    @property
    def modified(self) -> bool:
        """Whether there is anything that no file holds."""
        state, runs = self._now()
        kept_state, kept_runs = self._kept
        same_runs = len(runs) == len(kept_runs) and all(a is b for a, b in zip(runs, kept_runs, strict=True))
        comparison = self._comparison()
        return not (same_runs and (state is kept_state or state == kept_state)) or (
            comparison is not None and comparison is not self._kept_comparison) or self.audit.unsaved

    def keep_comparison_of(self, dock: CompareDock) -> None:
        """What this dock has found is kept too."""
        self._compare = dock
        dock.foundSomething.connect(self._touched)

    def _comparison(self) -> object:
        """The comparison that saving would keep; None if there is none (of the data as they are)."""
        return self._compare.worth_keeping if self._compare is not None else None

    @Slot()
    def _touched(self, *_: object) -> None:
        if self.modified and not self._autosave.isActive():
            self._autosave.start()
        self.changed.emit()

    def forget(self) -> None:
        """The session as it is now needs no saving (a new one, sample spectra)."""
        self._kept, self._kept_comparison = self._now(), self._comparison()
        self._set_path("")
        self._clear_recovery()
        self._autosave.stop()
        self.changed.emit()

    def keep_or_discard(self) -> bool:
        """Ask what to do with unsaved work; False means: stay as it is."""
        self._wait_for_save()
        if not self.modified:
            return True
        name = Path(self.path).name if self.path else "this session"
        answer = ask(self._window, "Save changes?", f"Save the changes to {name}?", ["&Save", "&Do not save"],
                     detail="Runs and settings that are not saved are lost.", name="ask-save")
        if answer == 0:
            # what came in while it was being saved (a run that ended) has to be asked about again
            return self.save(wait=True) and self.keep_or_discard()
        return answer == 1

    def _clear_recovery(self) -> None:
        """The recovery file is not wanted any more, and what it held is not kept in memory; the same state is written
        again once it is unsaved."""
        self.recovery.clear()
        self._recovered = None

    def close(self) -> None:
        """The window closes: nothing is left to recover."""
        self._autosave.stop()
        self._clear_recovery()
        self._set_path("")

    # -- saving ------------------------------------------------------------------------------------------
    def save(self, wait: bool = False) -> bool:
        """Save; asks for a name the first time. With `wait`, whether it was saved."""
        return self._save_to(self.path, wait) if self.path else self.save_as(wait)

    def save_as(self, wait: bool = False) -> bool:
        """Ask for a name and save."""
        start = self.path or f"project{ENDING}"
        chosen = ask_target(self._window, "Save project", start, [FILTER])
        return self._save_to(str(chosen[0]), wait) if chosen is not None else False

    def _save_to(self, path: str, wait: bool) -> bool:
        if path != self.path and (other := ProjectLock(path).holder()):
            tell(self._window, "The project is open elsewhere", f"{other} has {Path(path).name} open; save under "
                 "another name.", name="project-locked")
            return False
        self._wanted = path
        if self._saving is None:
            self._begin_saving()
        # else: it is saved once more when the save under way has ended, so that the newest state is the last written
        if not wait:
            return True
        self._wait_for_save()
        return self._outcome

    def _wait_for_save(self) -> None:
        if self._saving is not None:
            loop = QEventLoop(self)
            self._idle.connect(loop.quit)
            # keys and clicks come afterwards: nothing may change between the question and its answer
            loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)

    @property
    def saving(self) -> Job | None:
        """The save that is under way; closing waits for it."""
        return self._saving

    def _begin_saving(self) -> None:
        path, self._wanted = self._wanted, ""
        state, runs = self._now()
        comparison = self._comparison()
        self.audit.note("Saved", [("project", "", Path(path).name)])
        extras, stamp, audit = self._extras(), self.recovery.stamp(), self.audit
        self._outcome = False

        def work(monitor: Monitor) -> dict[str, Any]:
            return audit.write(path, extras, lambda whole: save_project(path, state, runs, whole, stamp=stamp))

        def done(written: dict[str, Any]) -> None:
            self._outcome = True
            audit.saved(extras, written)
            self._kept_comparison = comparison
            self._saved(path, state, runs)

        def failed(sentence: str) -> None:
            tell(self._window, "The project was not saved", sentence, name="save-failed")

        self._saving = self._controller.jobs.start(work, f"Saving {Path(path).name}", finished=done, failed=failed)
        self._saving.ended.connect(self._save_ended)

    @Slot()
    def _save_ended(self) -> None:
        self._saving = None
        if self._wanted:
            self._begin_saving()
        else:
            self._idle.emit()

    def _extras(self) -> dict[str, Any]:
        """What belongs to the window and not to the session: layout, shown run, comparison, log."""
        shown = next((k for k, r in enumerate(self._model.runs) if r is self._model.current_run), -1)
        extras = {**places_of(self._window), "shown_run": shown, "log": self._model.log.kept()}
        if self._compare is not None and self._compare.worth_keeping is not None:
            extras["comparison"] = self._compare.kept()
        return {**extras, **self.audit.extras()}

    def _saved(self, path: str, state: SessionState, runs: tuple[RunResult, ...]) -> None:
        self._kept = state, runs
        self._set_path(path)
        if not self.modified:
            self._clear_recovery()
            self._autosave.stop()
        else:  # an older recovery file must not be what a crash leaves
            self.save_recovery()
        self.changed.emit()
        self.saved.emit(path)
        self._model.message.emit(f"Saved to {path}.")

    # -- opening -----------------------------------------------------------------------------------------
    def open(self, path: str | Path) -> None:
        """Open a project in the background, after asking about unsaved work."""
        path = str(path)
        if not self.keep_or_discard():
            return
        own = self._lock is not None and Path(path).resolve() == Path(self.path or ".").resolve()
        other = "" if own else ProjectLock(path).holder()
        if other and ask(self._window, "Open it too?", f"{other} has {Path(path).name} open.", ["&Open anyway"],
                         default=-1, detail="Who saves last replaces what the other has saved.",
                         name="ask-locked") != 0:
            return

        def work(monitor: Monitor) -> Project:
            return open_project(path)

        self._controller.jobs.start(work, f"Opening {Path(path).name}", key="project",
                                    finished=partial(self._show, path, self._now()), failed=self._not_opened)

    def _show(self, path: str, asked: tuple[SessionState, tuple[RunResult, ...]], project: Project) -> None:
        if not self._may_take(asked):
            self._model.message.emit(f"{Path(path).name} was not opened.")
            return
        self._take(project)
        self._kept, self._kept_comparison = self._now(), self._comparison()
        self._set_path(path)
        self._clear_recovery()
        self._autosave.stop()
        self.changed.emit()
        self.opened.emit(path)
        if project.warnings:
            lines = list(project.warnings[1:])
            if project.troubles:
                lines.append("If a file has only been moved, show where it is: File, Locate moved files…")
            tell(self._window, "The project has been opened", project.warnings[0],
                 detail="\n".join(lines), name="project-warnings")

    def _may_take(self, asked: tuple[SessionState, tuple[RunResult, ...]]) -> bool:
        """A project has been read; whether nothing was done meanwhile that would be lost."""
        if self._controller.running:
            tell(self._window, "A run is under way", "Cancel the run first, or wait until it is done.",
                 name="run-under-way")
            return False
        state, runs = self._now()
        return (state is asked[0] and runs == asked[1]) or self.keep_or_discard()

    def _take(self, project: Project) -> None:
        shown = project.extras.get("shown_run", -1)
        self._model.reset(project.state)
        self._model.take_runs(project.runs, shown if isinstance(shown, int) else -1)
        self.sources.take(project.troubles)
        self.audit.take(project.extras)
        self._model.log.take(project.extras.get("log"))
        comparison = project.extras.get("comparison")
        if self._compare is not None and isinstance(comparison, dict):
            self._compare.take(comparison)
        take_places(self._window, project.extras)

    def _not_opened(self, sentence: str) -> None:
        tell(self._window, "The project was not opened", sentence, name="open-failed")

    def _set_path(self, path: str) -> None:
        if path != self.path or self._lock is None:
            if self._lock is not None:
                self._lock.release()
            self._lock = ProjectLock(path) if path else None
            if self._lock is not None:
                self._lock.acquire()
        self.path = path

    # -- recovery ----------------------------------------------------------------------------------------
    @Slot()
    def save_recovery(self) -> None:
        """Write the recovery file in the background, if anything is unsaved that it does not hold yet."""
        state, runs = self._now()
        if not self.modified or (self._recovered is not None and self._recovered[0] is state
                                 and self._recovered[1] == runs):
            return
        recovery, path, extras, stamp = self.recovery, self.path, self._extras(), self.recovery.stamp()

        def work(monitor: Monitor) -> None:
            recovery.save(state, runs, path, extras, stamp)

        def done(_: object) -> None:
            self._recovered = state, runs
            self._clear_if_saved()
            if self.modified and self._model.state is not state:
                self._autosave.start()

        self._controller.jobs.start(work, "", key="autosave", finished=done, failed=self._model.message.emit)

    def offer_recovery(self) -> bool:
        """After a crash: offer exactly the unsaved state of the last window, or a list where several ended so.

        Returns
        -------
        bool
            Whether something is being recovered.
        """
        found = left_behind(self._folder)
        if not found:
            return False
        chosen: Unsaved | None = None
        if len(found) == 1:
            answer = ask(self._window, "Recover unsaved work?",
                         f"SpectrAlign ended unexpectedly, with unsaved work in {called(found[0])}.",
                         ["&Recover", "&Discard it"], name="ask-recover",
                         detail=f"The last automatic copy was made on {local_time(found[0].saved_at)}.")
            if answer == 1:
                found[0].discard()
            chosen = found[0] if answer == 0 else None
        else:
            dialog = RecoveryDialog(found, self._window)
            dialog.exec()
            chosen = dialog.chosen
            dialog.deleteLater()
        if chosen is not None:
            self.recover(chosen)
        return chosen is not None

    def recover(self, unsaved: Unsaved, done: Callable[[], Any] | None = None) -> None:
        """Open a recovery file; it counts as unsaved until the user saves."""
        asked = self._now()

        def work(monitor: Monitor) -> Project:
            return unsaved.open()

        def show(project: Project) -> None:
            if not self._may_take(asked):
                self._model.message.emit("The unsaved work is kept and offered again at the next start.")
                return
            self._take(project)
            self._kept = (SessionState(), ())
            self._set_path(unsaved.project)
            self.changed.emit()
            self._keep_recovered(unsaved, done)

        self._controller.jobs.start(work, "Recovering", key="project", finished=show, failed=self._not_opened)

    def _keep_recovered(self, unsaved: Unsaved, done: Callable[[], Any] | None) -> None:
        """Write what was recovered as this window's own recovery file, in the background; then the old one goes."""
        state, runs = self._now()
        recovery, path, extras, stamp = self.recovery, self.path, self._extras(), self.recovery.stamp()

        def work(monitor: Monitor) -> None:
            recovery.save(state, runs, path, extras, stamp)
            unsaved.discard()  # here, so that it goes also if the window closes meanwhile

        def written(_: object) -> None:
            self._recovered = state, runs
            self._clear_if_saved()
            if done is not None:
                done()

        self._controller.jobs.start(work, "", finished=written, failed=self._model.message.emit)

    def _clear_if_saved(self) -> None:
        """A recovery file that was finished after the user saved would be offered for nothing."""
        if not self.modified:
            self._clear_recovery()
