"""The report and script entries of the menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QApplication

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...session.run import RunResult
from ...session.run.repeat_run import has_left_out_intervals, state_to_repeat
from ...words import say
from .. import theme
from ..actions import make_action
from ..dialogs import tell
from ..export.target import ask_target
from ..state import AppModel, RunController
from ..theme import LIGHT

if TYPE_CHECKING:
    from ...io.report import Table
    from ..plots.view import PlotView
    from ..window import Window

PLOT_DOCKS = ("spectra", "embedding", "reconstruction", "quality", "short-circuits", "compare")
SHARP = 2.0
"""Pixels of a printed picture per pixel of the screen: thin lines are one of them, and must not vanish."""
HTML, PDF = "Report (*.html)", "Report to print (*.pdf)"


class Reporter(QObject):
    """Writes reports; copies the shown run as a script or a command line.

    Signals
    -------
    written(str)
        A report has been written.
    """

    written = Signal(str)

    def __init__(self, model: AppModel, controller: RunController, window: Window) -> None:
        super().__init__(window)
        self._model, self._controller, self._window = model, controller, window
        make = partial(make_action, self)
        self.report = make("write-report", "Write &report…", "One file with data, standards, method, parameters, "
                           "quality and figures, for the laboratory's records", self.write, key="Ctrl+Alt+P",
                           icon="log")
        self.python = make("copy-python", "Copy as &Python", "Copy a Python program that makes the shown "
                           "result again, and the values shown in Predict", self.copy_python)
        self.command = make("copy-command", "Copy as &command line", "Copy a command that makes the shown result "
                            "again, and the values shown in Predict; asks where to save the list of standards it "
                            "needs", self.copy_command)
        model.currentRunChanged.connect(self._update)
        self._update()

    def menu_entries(self) -> list[QAction]:
        """For the File menu."""
        return [self.report, self.python, self.command]

    @Slot()
    def _update(self, *_: object) -> None:
        for action in self.menu_entries():
            action.setEnabled(self._model.current_run is not None)

    # -- report ------------------------------------------------------------------------------------------
    def write(self) -> None:
        """Ask what to add and where to write."""
        from .dialog import ReportDialog

        result = self._model.current_run
        if result is None:
            return
        names = " and ".join(result.state.instruments)
        dialog = ReportDialog(self._window, self._window.settings, f"{result.method.title} of {names}")
        if dialog.exec():
            chosen = ask_target(self._window, "Write the report", "report.html", [HTML, PDF])
            if chosen is not None:
                self.write_to(chosen[0], dialog.title.text(), dialog.operator.text(), dialog.remark.toPlainText())
        dialog.deleteLater()

    def write_to(self, path: Path, title: str, operator: str = "", remark: str = "") -> None:
        """Write the report of the shown run; plots are drawn one at a time, so that the window goes on."""
        from ..plots.ready import WhenReady

        result = self._model.current_run
        if result is None:
            return
        docks = [d for d in map(self._window.docks.get, PLOT_DOCKS) if d is not None and not d.isHidden()]
        WhenReady(docks, self._model.turns, partial(self._draw, result, path, title, operator, remark), self)

    def _draw(self, result: RunResult, path: Path, title: str, operator: str, remark: str) -> None:
        if result is not self._model.current_run:
            self._failed(f"{path.name} was not written, because another run is shown now.")
            return
        tables = [t for dock in self._window.docks.values() for t in dock.report_tables(result)]
        then = partial(self._write, result, path, title, operator, remark, tables)
        _Drawing(self.shown_plots(), path.suffix.lower() == ".pdf", then, self)

    def shown_plots(self) -> list[PlotView]:
        """Plots of the result's docks that hold something."""
        from ..plots.view import PlotView

        self._model.turns.flush()  # hidden docks too have to show the present run
        theme.finish()
        found = []
        for name in PLOT_DOCKS:
            dock = self._window.docks.get(name)
            if dock is None or dock.isHidden():
                continue
            found += [v for v in sorted(dock.findChildren(PlotView), key=lambda v: v.objectName())
                      if v.isVisibleTo(dock) and any(map(len, v.export_table()[1]))]
        return found

    def _write(self, result: RunResult, path: Path, title: str, operator: str, remark: str, shown: Sequence[Table],
               drawn: Sequence[tuple[str, bytes, int]]) -> None:
        from ...io.report import Figure, ReportOptions, render_report, write_report
        from ...io.report_tables import held_out_tables
        from .pdf import write_pdf

        pdf = path.suffix.lower() == ".pdf"
        verdict = self._model.verdict() if result is self._model.current_run else None
        made = partial(ReportOptions, title, operator, remark, verdict=verdict.brief if verdict is not None else "")

        def work(monitor: Monitor) -> None:
            tables = [*held_out_tables(result, monitor), *shown]
            if pdf:
                figures = [Figure(caption, source=f"figure-{n}", width=width)
                           for n, (caption, _, width) in enumerate(drawn)]
                images = [QImage.fromData(data) for _, data, _ in drawn]
                write_pdf(render_report(result, made(figures=figures, tables=tables)), images, path)
            else:
                figures = [Figure(caption, svg=data.decode("utf-8"), width=width) for caption, data, width in drawn]
                write_report(result, path, made(figures=figures, tables=tables), overwrite=True)

        self._controller.jobs.start(work, f"Writing {path.name}", finished=partial(self._done, path),
                                    failed=self._failed)

    def _done(self, path: Path, _: object) -> None:
        self._model.message.emit(f"Report written to {path}.")
        self.written.emit(str(path))

    def _failed(self, sentence: str) -> None:
        tell(self._window, "That did not work", sentence, name="report-failed")

    # -- script ------------------------------------------------------------------------------------------
    def copy_python(self) -> None:
        """Put a Python program on the clipboard."""
        self._checked(self._copy_python)

    def copy_command(self) -> None:
        """Put a command line on the clipboard."""
        self._checked(self._copy_command)

    def _checked(self, then: Callable[[_Asked, list[str], tuple[str, str, int] | None], None]) -> None:
        from ...io.reread import not_reproducible, run_in_project
        from ..predict import PredictDock

        result = self._model.current_run
        if result is None:
            return
        predict = self._window.docks.get("predict")
        asked = _Asked(result, self._window.project.path,
                       predict.shown_files() if isinstance(predict, PredictDock) else None)

        def work(monitor: Monitor) -> tuple[list[str], tuple[str, str, int] | None]:
            changed = not_reproducible(result.state)
            return changed, run_in_project(asked.project, result) if changed and asked.project else None

        def done(found: tuple[list[str], tuple[str, str, int] | None]) -> None:
            then(asked, *found)

        self._controller.jobs.start(work, "Checking the files", key="script", finished=done, failed=self._failed)

    def _copy_python(self, asked: _Asked, changed: list[str], run: tuple[str, str, int] | None) -> None:
        from ...session.export.script import python_script

        if changed and run is None:
            tell(self._window, "Save the project first", f"The spectra or groups of {', '.join(changed)} are not just "
                 "what a file holds, so the program has to read them from the project, and the saved project does not "
                 "hold the shown run.", name="script-needs-project")
            return

        def make() -> str:
            return python_script(state_to_repeat(asked.result), project=asked.project if changed else "", run=run,
                                 intervals=has_left_out_intervals(asked.result), predict=asked.files)

        self._copy(make, "Python program")

    def _copy_command(self, asked: _Asked, changed: list[str], run: tuple[str, str, int] | None) -> None:
        from ...io.script_inputs import write_inputs
        from ...session.export.script import command_line, prediction_lines, with_values

        if changed:
            tell(self._window, "No command line for this", f"The spectra or groups of {', '.join(changed)} are not "
                 "just what a file holds. Save the project and repeat it with “spectralign run”.",
                 name="script-needs-project")
            return
        try:
            state = state_to_repeat(asked.result)
        except SpectrAlignError as error:
            self._failed(say(error))
            return
        pairs, values = "", None
        if state.standards or with_values(state):
            chosen = ask_target(self._window, "Save the list of standards", "pairs.csv", ["Table (*.csv)"])
            if chosen is None:
                return
            pairs = str(chosen[0])
            try:
                values = write_inputs(state, pairs)
            except SpectrAlignError as error:
                self._failed(say(error))
                return

        def make() -> str:
            text = command_line(state, pairs, targets=values, intervals=has_left_out_intervals(asked.result))
            return text + (prediction_lines(*asked.files) if asked.files else "")

        self._copy(make, "Command line")

    def _copy(self, make: Any, what: str) -> None:
        try:
            text = make()
        except SpectrAlignError as error:
            self._failed(say(error))
            return
        QApplication.clipboard().setText(text)
        self._model.message.emit(f"{what} copied to the clipboard.")


@dataclass(frozen=True, eq=False)
class _Asked:
    """What is to be repeated: the run that was shown, and the files whose values it had predicted."""

    result: RunResult
    project: str
    files: tuple[list[str], str] | None


class _Drawing(QObject):
    """Draws plots one per turn of the event loop, then hands them over."""

    def __init__(self, views: Sequence[PlotView], as_png: bool, done: Any, parent: QObject) -> None:
        super().__init__(parent)
        self._views, self._kind, self._done = list(views), "png" if as_png else "svg", done
        self._drawn: list[tuple[str, bytes, int]] = []
        QTimer.singleShot(0, self, self._next)

    @Slot()
    def _next(self) -> None:
        from ..plots.export import picture

        if not self._views:
            self._done(self._drawn)
            self.deleteLater()
            return
        view = self._views.pop(0)
        size = view.report_size()
        self._drawn.append((view.plot_title, picture(view, self._kind, LIGHT, SHARP, size), size.width()))
        QTimer.singleShot(0, self, self._next)
