"""The export entries of the File menu; writing is done in the background."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMenu

from ...core.errors import FileError
from ...core.monitor import Monitor
from ...session.run import RunResult
from .. import theme
from ..actions import make_action
from ..dialogs import tell
from ..state import AppModel, RunController
from .target import ask_target

if TYPE_CHECKING:
    from ..plots.view import PlotView
    from ..window import Window

WORKBOOK = "Workbook with all tables (*.xlsx)"


class Exporter(QObject):
    """Writes the current run.

    Signals
    -------
    written(str)
        A file has been written.
    """

    written = Signal(str)

    def __init__(self, model: AppModel, controller: RunController, window: Window,
                 current: Callable[[], str] = str) -> None:
        super().__init__(window)
        self._current = current
        self._model, self._controller, self._window = model, controller, window
        make = partial(make_action, self)
        self.spectra = make("save-spectra", "Save s&pectra as…",
                            "Save the spectra of one or all instruments to HDF5, CSV, Excel, MATLAB or JCAMP-DX: as "
                            "loaded, preprocessed, or moved onto the reference", self.save_spectra, key="Ctrl+Alt+X",
                            icon="spectra")
        self.result = make("export-result", "&Export aligned result…",
                           "Save aligned data, pairs and the model to an HDF5 file, with which new spectra can be "
                           "transformed later", self.export_result, key="Ctrl+E", icon="export")
        self.tables = make("export-tables", "Export &tables…",
                           "Save embedding, standards, quality and transferred spectra as CSV or as a workbook",
                           self.export_tables, key="Ctrl+Shift+E", icon="table")
        self.plots = QMenu("Export &plot", window)
        self.plots.aboutToShow.connect(self._list_plots)
        model.currentRunChanged.connect(self._update)
        model.datasetsChanged.connect(self._update)
        self._update()

    def menu_entries(self) -> list[QAction]:
        """For the File menu."""
        return [self.spectra, self.result, self.tables, self.plots.menuAction()]

    @Slot()
    def _update(self) -> None:
        for action in (self.result, self.tables):
            action.setEnabled(self._model.current_run is not None)
        self.spectra.setEnabled(bool(self._model.state.datasets))

    # -- what to write -----------------------------------------------------------------------------------
    def save_spectra(self) -> None:
        """Ask which spectra and where to, and write them."""
        from ...io.writers import formats
        from ...presenters.shown_run import run_part
        from .spectra_dialog import SpectraDialog

        state = self._model.state
        dialog = SpectraDialog(state, self._model.current_run, self._current(), self._window)
        accepted, (names, stage) = dialog.exec(), dialog.chosen
        dialog.deleteLater()
        if not accepted:
            return
        filters = [f"{w.title} ({' '.join('*' + s for s in w.suffixes[:1])})" for w in formats().values()]
        suggestion = "".join(c if c.isalnum() or c in "-_ " else "_" for c in "-".join(names[:3]))
        if stage == "reference":
            suggestion += f"-{run_part(self._model.current_run, self._model.runs)}"
        target = ask_target(self._window, "Save spectra", self._beside(f"{suggestion}.h5"), filters)
        if target is not None:
            self.write_spectra(target[0], names, stage)

    def export_result(self) -> None:
        """Ask where to, and write the result file."""
        run = self._model.current_run
        target = ask_target(self._window, "Export aligned result", self._suggestion(".h5"),
                            ["Aligned result, HDF5 (*.h5)"]) if run is not None else None
        if run is not None and target is not None:
            self.write_result(run, target[0])

    def export_tables(self) -> None:
        """Ask which table and where to, and write it."""
        from ...session.export.tables import run_tables

        run = self._model.current_run
        if run is None:
            return
        filters = {WORKBOOK: ""}
        filters |= {f"{title} (*.csv)": title for title in run_tables(run)}
        if "to_spectra" in run.method.can:
            reference = run.datasets[0].name
            filters |= {f"Spectra of {d.name} as on {reference} (*.csv)": f"#{k}"
                        for k, d in enumerate(run.datasets) if k}
        target = ask_target(self._window, "Export tables", self._suggestion(".xlsx"), list(filters))
        if target is not None:
            self.write_tables(run, target[0], filters.get(target[1], ""))

    def _suggestion(self, ending: str) -> str:
        from ...presenters.shown_run import run_part

        run = self._model.current_run
        names = "-".join(run.state.instruments[:3]) if run is not None else "aligned"
        method = run_part(run, self._model.runs)
        folder = Path(run.state.datasets[0].source.path).parent if run is not None else Path()
        safe = "".join(c if c.isalnum() or c in "-_ " else "_" for c in f"{names}-{method}")
        # beside the sample spectra that ship with the program nothing can be written
        return str(folder / f"{safe}{ending}") if folder.is_absolute() and _writable(folder) else f"{safe}{ending}"

    def _beside(self, name: str) -> str:
        folder = Path(self._model.state.datasets[0].source.path).parent
        return str(folder / name) if folder.is_absolute() and _writable(folder) else name

    # -- writing -----------------------------------------------------------------------------------------
    def write_spectra(self, path: Path, names: tuple[str, ...], stage: str) -> None:
        """Write spectra in the format of the ending (replacing a file that is there)."""
        from ...io.writers import write
        from ...session.export.saving import spectra_to_save

        state, run = self._model.state, self._model.current_run

        def work(monitor: Monitor) -> str:
            if path.exists() and any(Path(d.source.path).exists() and path.samefile(d.source.path)
                                     for d in state.datasets if d.source.path):
                raise FileError(f"{path.name} is a file these spectra were read from, which is never changed; choose "
                                "another name.")
            return str(write(spectra_to_save(state, names, stage, run, monitor), path, overwrite=True))

        self._controller.jobs.start(work, f"Writing {path.name}", finished=self._done, failed=self._failed)

    def write_result(self, run: RunResult, path: Path) -> None:
        """Write the result file (replacing one that is there)."""
        from ...io.model_file import save_result

        said = self._model.verdict() if run is self._model.current_run else None
        verdict = (said.mood, said.kept) if said is not None else ("", "")
        self._start(path, lambda: save_result(run, path, overwrite=True, verdict=verdict))

    def write_tables(self, run: RunResult, path: Path, title: str = "") -> None:
        """Write one table as CSV, or all as a workbook if `title` is ""; ``#1`` is the transferred spectra of set 1."""
        from ...io.table import write_table
        from ...io.workbook import write_workbook
        from ...session.export.tables import run_tables, transferred_table

        def write() -> None:
            if title.startswith("#"):
                write_table(path, *transferred_table(run, int(title[1:])))
            elif title:
                write_table(path, *run_tables(run)[title])
            else:
                tables = run_tables(run)
                if "to_spectra" in run.method.can:
                    for k, dataset in enumerate(run.datasets[1:], start=1):
                        tables[f"{dataset.name} as {run.datasets[0].name}"] = transferred_table(run, k)
                write_workbook(path, tables)

        self._start(path, write)

    def _start(self, path: Path, write: Callable[[], None]) -> None:
        def work(monitor: Monitor) -> str:
            write()
            return str(path)

        self._controller.jobs.start(work, f"Writing {path.name}", finished=self._done, failed=self._failed)

    @Slot(str)
    def _done(self, path: str) -> None:
        self._model.message.emit(f"Saved to {path}.")
        self.written.emit(path)

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self._model.message.emit(sentence)
        tell(self._window, "Could not be written", sentence, name="export-failed")

    # -- plots -------------------------------------------------------------------------------------------
    @Slot()
    def _list_plots(self) -> None:
        from ..plots.view import PlotView

        self.plots.clear()
        self._model.turns.flush()  # hidden docks too have to show the present run
        theme.finish()
        for dock in self._window.docks.values():
            for view in dock.findChildren(PlotView):
                if not view.isVisibleTo(dock):
                    continue
                text = _entry(dock, view)
                self.plots.addAction(make_action(self.plots, f"export-{view.objectName()}", text,
                                                 "Save as a picture (PNG, SVG) or its numbers as a table (CSV)",
                                                 partial(self._export_plot, dock, view)))
        if not self.plots.actions():
            self.plots.addAction("No plot is shown").setEnabled(False)

    def _export_plot(self, dock: QDockWidget, view: PlotView) -> None:
        from ..plots.export_dialog import ask_and_export
        from ..plots.ready import WhenReady

        WhenReady([dock], self._model.turns, partial(ask_and_export, view), self)


def _entry(dock: QDockWidget, view: PlotView) -> str:
    title = view.plot_title
    return title if title.startswith(dock.windowTitle()) else f"{dock.windowTitle()}: {title}"


def _writable(folder: Path) -> bool:
    import os

    return os.access(folder, os.W_OK)
