"""The main window: puts the docks together and hands the work to its parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QChildEvent, QSettings, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QTabWidget, QWidget

from ...core.threads import set_threads
from ...session.state.session_state import SessionState
from .. import theme
from ..clipboard import Clipboard
from ..common_ground import CommonGround
from ..dialogs import ask_files, tell
from ..dock import Dock, let_shrink
from ..export import Exporter
from ..help import Help
from ..importer import Importer
from ..project import ProjectKeeper
from ..report import Reporter
from ..saved_model import SavedModels
from ..selection import WindowSelections
from ..self_test import SelfTester
from ..state import AppModel, RunController
from ..widgets.as_written import as_written
from ..window import Window
from ..workspaces.plan import ALL
from . import keeping
from .arrival import Arrival, Shell, shell
from .closing import may_close
from .docks import DockPlace, all_docks, plugin_problems
from .leading import Leading
from .menus import Menus
from .news import News
from .opening import open_them, read_sample
from .recent import RecentFiles
from .status import JobStatus
from .text_size import TextSize
from .threads import ask_threads
from .titles import DockTitles


class MainWindow(Window):
    """The window of SpectrAlign.

    Parameters
    ----------
    model, controller
        Made here if not given.
    settings : QSettings
        Where window state and recent files are kept; tests give one of their own.
    recovery_folder : path, optional
        Where unsaved work is kept for recovery; tests give one of their own.
    begin : str
        Workspace to begin with; "" for the one that was open when the program was closed.
    at_once : bool
        Make all docks now; otherwise they come after the window has been painted (see `arrival`).

    Signals
    -------
    ready
        All docks, menus and keys are there (sent only where they were not made at once).
    """

    ready = Signal()

    def __init__(self, model: AppModel | None = None, controller: RunController | None = None,
                 settings: QSettings | None = None, recovery_folder: str | Path | None = None,
                 at_once: bool = True, begin: str = ALL) -> None:
        super().__init__()
        self.setObjectName("main-window")
        self.settings = settings if settings is not None else QSettings()
        self.model = model or AppModel(self)
        self.controller = controller or RunController(self.model, parent=self)
        self.recent = RecentFiles(self.settings)
        set_threads(keeping.threads(self.settings))
        theme.set_text_scale(keeping.text_scale(self.settings))  # before there are widgets that measure it
        self._shows_guide = False
        self._dress()
        self.docks: dict[str, Dock] = {
            place.name: self._make_dock(place) if at_once else shell(place, self) for place in all_docks()}
        self.arrival = None if at_once else Arrival(self, self.docks, self._make_dock)
        if self.arrival is not None:  # before anybody else hears of a change: docks begin with the state as it was
            self.model.stateChanged.connect(self.arrival.finish)
        self.titles = DockTitles(self, self.docks)
        self.text_size = TextSize(self)
        self.importer = Importer(self.model, self.controller, self)
        self.importer.opened.connect(self.recent.add)
        self.saved = SavedModels(self.controller, self)
        self.saved.opened.connect(self.recent.add)
        self.project = ProjectKeeper(self.model, self.controller, self, recovery_folder)
        self.project.opened.connect(self._project_opened)
        self.project.saved.connect(self._project_opened)
        self.exporter = Exporter(self.model, self.controller, self, self._current_instrument)
        self.clipboard = Clipboard(self.model, self.importer, self, lambda: self.docks["data"].copied_table,
                                   lambda: self.docks["predict"].copied_table)
        self.reporter = Reporter(self.model, self.controller, self)
        self.ground = CommonGround(self.model, self.controller, self, self._current_instrument, self.recent.folder)
        self.selections = WindowSelections(self.model, self)
        self.help = Help(self)
        self.tester = SelfTester(self.controller, self)
        self.lead = Leading(self, begin)
        self.model.suited = self.lead.suited
        self.menus = Menus(self)
        self.menus.frame()
        self.job_status = JobStatus(self.controller.jobs, self)
        self.statusBar().addPermanentWidget(self.job_status)
        self.news = News(lambda: self.show_dock("log"))
        self.statusBar().addWidget(self.news, 1)
        self._connect()
        if self.arrival is None:
            self._docks_come(list(self.docks))
            self._docks_are_there()
        else:
            for empty in self.docks.values():
                self.titles.watch(empty)
            self.arrival.come.connect(self._docks_come)
            self.arrival.done.connect(self._docks_are_there)
            self.menus.opened.connect(self.arrival.finish)
        room = self.screen().availableGeometry()
        self.resize(min(1440, room.width()), min(900, room.height() - 40))  # 40: the title bar
        keeping.restore(self, self.settings)
        self.lead.start()
        self._update()

    def _connect(self) -> None:
        self.model.stateChanged.connect(self._update)
        self.model.message.connect(self.news.say)
        self.project.changed.connect(self._update)
        self.controller.started.connect(self._update)
        self.controller.idle.connect(self._update)
        self.controller.failed.connect(self._run_failed)
        self.controller.cancelled.connect(self._run_cancelled)
        self.controller.finished.connect(self._run_finished)
        self.controller.pausedChanged.connect(self.job_status.show_paused)

    def _dress(self) -> None:
        """How it looks and takes in docks and files."""
        theme.dress(self)
        self.setWindowIcon(theme.icon("spectralign"))
        self.setDockNestingEnabled(True)
        self.setAcceptDrops(True)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)

    # -- docks -------------------------------------------------------------------------------------------
    def _make_dock(self, place: DockPlace) -> Dock:
        """A dock, dressed and measured, and not placed yet."""
        dock = place.load()(self.model, self.controller, self)
        theme.dress(dock)  # before it is measured
        dock.setTitleBarWidget(QWidget(dock))  # now it costs nothing; most docks stand behind tabs and keep it
        let_shrink(dock)
        return dock

    @Slot(object)
    def _docks_come(self, names: Sequence[str]) -> None:
        """Hear what new docks have to say."""
        for name in names:
            dock = self.docks[name]
            self.titles.watch(dock)
            if hasattr(type(dock), "helpRequested"):  # of the class: asking the dock itself would build it
                dock.helpRequested.connect(self.help.open_method)
            if name == "welcome":
                self._connect_guide(dock)
            elif name == "compare":
                self.project.keep_comparison_of(dock)

        self.lead.docks_come(names)

    @Slot()
    def _docks_are_there(self) -> None:
        self.menus.fill()
        for sentence in plugin_problems():
            self.model.message.emit(sentence)
        self.ready.emit()

    def complete(self) -> None:
        """Make the docks that are still to come."""
        if self.arrival is not None:
            self.arrival.finish()

    # -- the guide ---------------------------------------------------------------------------------------
    def _connect_guide(self, guide: Any) -> None:
        guide.sampleRequested.connect(self.open_sample)
        guide.recentRequested.connect(self._open_recent)
        guide.actionRequested.connect(self._trigger)
        guide.goalChosen.connect(self.lead.want)
        guide.show_goal(self.lead.goal)
        guide.show_recent(self.recent.all())
        self.model.datasetsChanged.connect(self._raise_guide)

    @Slot()
    def _raise_guide(self) -> None:
        """An empty window shows where to begin; the first spectra take its place."""
        guide, spectra = self.docks.get("welcome"), self.docks.get("spectra")
        if guide is not None and spectra is not None:
            empty = not self.model.state.datasets
            if not isinstance(guide, Shell):
                guide.show_recent(self.recent.all())
            if empty != self._shows_guide:
                self._shows_guide = empty
                if self.lead.switcher.here == ALL:
                    (guide if empty else spectra).raise_()

    def childEvent(self, event: QChildEvent) -> None:
        """Dialogs, menus and tabs get the looks of the window."""
        super().childEvent(event)
        theme.child_event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """An empty window begins with the guide."""
        super().showEvent(event)
        focus = self.focusWidget()
        if focus is not None and self.lead.rail.isAncestorOf(focus):  # nobody has asked for the rail
            focus.clearFocus()
        QTimer.singleShot(0, self, self.lead.switcher.shown)  # once it is laid out
        # the tabs exist only now, and are put in order after this event
        QTimer.singleShot(0, self, self._raise_guide)

    @Slot(str)
    def _open_recent(self, path: str) -> None:
        self.open_paths([path])

    @Slot(str)
    def _trigger(self, name: str) -> None:
        self.complete()
        action = self.findChild(QAction, name)
        if action is not None:
            action.trigger()

    @Slot(str)
    def show_dock(self, name: str) -> None:
        """Bring a dock to the front."""
        self.complete()
        self.lead.show_dock(name)

    # -- opening -----------------------------------------------------------------------------------------
    def new_session(self) -> None:
        """Start over, after asking about unsaved work."""
        if self.may_replace():
            self.model.reset(SessionState())
            self.project.forget()

    def open_files(self) -> None:
        """Choose files of spectra."""
        self._choose(look=False)

    def import_files(self) -> None:
        """Choose files of spectra and look at them before they are taken."""
        self._choose(look=True)

    def _choose(self, look: bool) -> None:
        paths = ask_files(self, "Open spectra", self.recent.folder())
        if paths:
            self.open_paths(paths, look)

    def open_reference(self) -> None:
        """Choose a table of reference values."""
        path, _ = QFileDialog.getOpenFileName(self, "Open reference values", self.recent.folder(),
                                              "Tables (*.csv *.txt *.tsv *.xlsx *.xls *.ods);;All files (*)")
        if path:
            self.importer.open_reference(path)

    def open_sample(self, name: str) -> None:
        """Open a set of sample spectra."""
        if self.may_replace():
            self.controller.jobs.start(partial(read_sample, name), "Opening sample spectra", key="sample",
                                       finished=partial(self._show_sample, self.model.state),
                                       failed=self.model.message.emit)

    def open_paths(self, paths: Sequence[str | Path], look: bool = False) -> None:
        """Open files of any kind: spectra, tables of reference values, pairs, a project, a saved model."""
        open_them(self, paths, look)

    def _show_sample(self, asked: SessionState, state: SessionState) -> None:
        # what was begun while the sample spectra were read must not be lost
        if (self.model.state is not asked or self.controller.running) and not self.may_replace():
            return
        self.model.reset(state)
        self.project.forget()

    @Slot(str)
    def _project_opened(self, path: str) -> None:
        self.recent.add([path])

    def _current_instrument(self) -> str:
        return getattr(self.docks["data"], "current_instrument", "")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.open_paths(paths)

    # -- running -----------------------------------------------------------------------------------------
    def start_run(self) -> None:
        """Run the chosen method."""
        self.controller.start()

    def cancel(self) -> None:
        """Stop the newest work that the status bar shows."""
        self.job_status.cancel()

    @Slot(str)
    def _run_failed(self, sentence: str) -> None:
        self.model.message.emit(sentence)
        reason = self.ground.why_resample()
        if not reason:
            tell(self, "The run stopped", sentence, name="run-failed")
        elif self.ground.offer_resample(reason):
            if self.controller.running:  # the thread of the failed run is still on its way out
                self.controller.idle.connect(self.start_run, Qt.ConnectionType.SingleShotConnection)
            else:
                self.start_run()

    def open_palette(self) -> None:
        """Find anything by a few letters."""
        from ..palette.gathering import find_anything

        self.complete()
        find_anything(self)

    def choose_threads(self) -> None:
        """Ask how many threads calculations may use."""
        said = ask_threads(self, self.settings)
        if said:
            self.model.message.emit(said)

    @Slot()
    def _run_cancelled(self) -> None:
        self.model.message.emit("The run was cancelled; nothing has changed.")

    @Slot(object)
    def _run_finished(self, result: object) -> None:
        from ...presenters.runs import run_sentence

        self.model.message.emit(run_sentence(result))

    # -- looks -------------------------------------------------------------------------------------------
    def restore_layout(self) -> None:
        """Put the docks of this workspace back in their first places."""
        self.lead.switcher.arrange()

    def set_theme(self, mode: str) -> None:
        """Follow the system, or force light or dark."""
        keeping.set_theme_mode(self.settings, mode)

    def set_scale(self, percent: int) -> None:
        """Size of all text."""
        self.settings.setValue("look/scale", percent)
        self.text_size.set(percent)

    @Slot()
    def _update(self) -> None:
        """Title and what can be done now."""
        names = ", ".join(self.model.state.instruments)
        shown = Path(self.project.path).stem if self.project.path else names
        self.setWindowTitle(f"{shown}[*] – SpectrAlign" if shown else "SpectrAlign[*]")
        self.setWindowModified(self.project.modified)
        reason = self.controller.why_not()
        self.menus.run.setEnabled(not reason)
        self.menus.run.setToolTip(as_written(reason or "Run the chosen method on the spectra and standards (F5)"))
        self.menus.cancel.setEnabled(self.controller.running)

    # -- closing -----------------------------------------------------------------------------------------
    def may_replace(self) -> bool:
        if self.controller.running:
            tell(self, "A run is under way", "Cancel the run first, or wait until it is done.")
            return False
        return self.keep_or_discard()

    def keep_or_discard(self) -> bool:
        """Ask what to do with unsaved work; False means: stay."""
        return self.project.keep_or_discard()

    def keep_state(self) -> None:
        """Keep size, place and docks for the next start."""
        self.lead.save()
        keeping.save(self, self.settings)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask, stop what runs, keep the state."""
        if not may_close(self):
            event.ignore()
            return
        if self.arrival is not None:
            self.arrival.stop()
        self.keep_state()
        self.project.close()
        event.accept()
