"""Every dock, menu and dialog of the window in a picture, to be looked at by a person.

    python tools/every_picture.py FOLDER [--state libs ...] [--size 1280x720 ...] [--theme light ...]
                                  [--only docks|menus|dialogs|help] [--files A B C --values T]

Needs no screen (QT_QPA_PLATFORM=offscreen); QT_SCALE_FACTOR=2 makes pictures of a dense screen. Docks that share a
place are raised together, so a handful of pictures of the whole window shows all of them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
for name in ("CONFIG", "DATA", "STATE"):
    os.environ[f"XDG_{name}_HOME"] = tempfile.mkdtemp()
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QPoint, QSettings, QTimer  # noqa: E402
from PySide6.QtGui import QAction  # noqa: E402
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QWidget  # noqa: E402

from spectralign_gui.core.monitor import Monitor  # noqa: E402
from spectralign_gui.session.run import RunResult, execute  # noqa: E402
from spectralign_gui.session.state import SessionState  # noqa: E402
from spectralign_gui.shipped import SAMPLE_SETS, sample  # noqa: E402
from spectralign_gui.ui import theme  # noqa: E402
from spectralign_gui.ui.app import application  # noqa: E402
from spectralign_gui.ui.main_window import MainWindow  # noqa: E402
from spectralign_gui.ui.main_window.layout import AREAS, area_of  # noqa: E402
from spectralign_gui.ui.state import run_controller  # noqa: E402
from tools.typical_states import STATES, files  # noqa: E402

ASKS_NOT = {"quit", "log-folder", "cancel-run"}
RUNNING = ("running",)


class Album:
    """Takes pictures of one window.

    Parameters
    ----------
    folder : Path
    window : MainWindow
    """

    def __init__(self, folder: Path, window: MainWindow) -> None:
        self.folder, self.window = folder, window
        self.running = False

    def settle(self, seconds: float = 0.35, limit: float = 90) -> None:
        """Let everything be drawn and, unless a run is to be seen, every job end."""
        until = time.monotonic() + limit
        quiet = time.monotonic() + seconds
        rounds = 0  # on a busy computer a single round may take all the time
        while (time.monotonic() < quiet or rounds < 40) and time.monotonic() < until:
            QApplication.processEvents()
            rounds += 1
            if self.window.model.turns.busy or (self.window.controller.jobs.jobs and not self.running):
                quiet = time.monotonic() + seconds
            time.sleep(0.005)

    def take(self, widget: QWidget, name: str) -> None:
        """Save what a widget shows."""
        self.folder.mkdir(parents=True, exist_ok=True)
        widget.grab().save(str(self.folder / f"{name}.png"))

    def docks(self) -> None:
        """The window again and again, with the next dock of each area in front."""
        areas = {a: [d for d in self.window.docks.values() if area_of(d) == a] for a in AREAS}
        for turn in range(max(map(len, areas.values()))):
            for stack in areas.values():
                dock = stack[turn % len(stack)]
                dock.show()
                dock.raise_()
            self.settle()
            self.take(self.window, f"window-{turn + 1}")

    def menus(self) -> None:
        """Every menu, dropped down."""
        for action in self.window.menuBar().actions():
            menu = action.menu()
            if isinstance(menu, QMenu):
                menu.popup(self.window.mapToGlobal(QPoint(0, 0)))
                self.settle(0.1)
                self.take(menu, f"menu-{menu.title().replace('&', '').lower()}")
                menu.close()

    def dialogs(self) -> None:
        """What every entry ending in "…" asks."""
        entries = [a for a in self.window.findChildren(QAction)
                   if (a.text().endswith("…") or a.objectName() == "about") and a.objectName() not in ASKS_NOT]
        for action in entries:
            if not action.isEnabled() or not action.objectName():
                continue
            watcher = _Watcher(self, f"dialog-{action.objectName()}")
            action.trigger()
            self.settle(0.8)
            watcher.stop()

    def importer(self) -> None:
        """The importer with the sample spectra."""
        self.window.importer.open([sample(path) for path in SAMPLE_SETS["raman"][1]], look=True)
        self.settle(1.2)
        if self.window.importer.dialog is not None:
            self.take(self.window.importer.dialog, "importer")
            self.window.importer.dialog.reject()

    def help(self) -> None:
        """Some pages of the guide."""
        for path in ("guide/index.md", "guide/result.md", "methods/lra.md", "guide/plots.md"):
            viewer = self.window.help.open(path)
            self.settle(0.3)
            self.take(viewer, f"help-{path.replace('/', '-').removesuffix('.md')}")
        self.window.help.viewer.close()


class _Watcher:
    """Takes a picture of the dialog that comes up, and says no to it."""

    def __init__(self, album: Album, name: str) -> None:
        self._album, self._name, self._seen = album, name, 0
        self._timer = QTimer(interval=120)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _look(self) -> None:
        box = QApplication.activeModalWidget() or next(
            (w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()), None)
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
            return
        if box is None:
            self._seen = 0
            return
        self._seen += 1
        if self._seen > 3:
            if not isinstance(box, QFileDialog):
                self._album.take(box, self._name)
            box.reject() if isinstance(box, QDialog) else box.close()
            self._seen = 0


def half_done(state: SessionState, monitor: Monitor) -> RunResult:
    """A run that comes to a third and stays there, so that it can be looked at."""
    step = 0
    while True:
        monitor.raise_if_cancelled()
        step = min(step + 1, 150)
        monitor.report("Sparse reconstruction of libs_lab", step / 450, objective=50.0 / step, primal_residual=1 / step,
                       dual_residual=2.0 / step, iteration=step, instrument=0)
        time.sleep(0.02)


def fill(window: MainWindow, album: Album) -> None:
    """Press what fills the docks that have a job of their own."""
    docks = window.docks
    docks["suggest"].suggest.trigger()
    album.settle()
    compare = docks["compare"]
    compare.form.standards.setText("5, 15")
    compare.form.repeats.setValue(3)
    compare.form.check_only(("bias", "lra", "cca", "pls-joint"))
    compare.start.trigger()
    album.settle()
    sweep = docks["sweep"]
    sweep.form.first.setCurrentIndex(sweep.form.first.findData("mu"))
    sweep.form.first_values.setText("0.1, 0.3, 0.5, 0.7, 0.9")
    sweep.form.second.setCurrentIndex(sweep.form.second.findData("n_components"))
    sweep.form.second_values.setText("2, 3, 5, 8")
    sweep.form.rmsep.setChecked(False)
    sweep.start.trigger()
    album.settle()
    for run in window.model.runs[:2]:
        window.model.set_current_run(run)
        docks["side-by-side"].pin.trigger()
    album.settle()
    if window.model.state.datasets and window.model.state.datasets[0].name == "libs_lab":
        docks["predict"].predict_files([sample("libs/libs_field.csv")])
        album.settle()


def prepare(window: MainWindow, album: Album, name: str, state: SessionState) -> None:
    """Bring the window into a state."""
    window.controller.cancel()
    album.running = False
    album.settle()
    run_controller.execute = execute
    window.model.reset(state)
    window.model.selection.clear()
    if name in RUNNING:
        run_controller.execute = half_done
        window.controller.start()
        album.running = True
        album.settle(6)
    elif name == "error":
        watcher = _Watcher(album, "dialog-run-failed")
        window.controller.start()
        album.settle(1)
        watcher.stop()
    elif len(state.datasets) > 1 and state.standards:
        for parameters in ({"mu": 0.3}, {}):
            window.model.change("Change weight of standards", state.with_(
                parameters={"lra": state.parameters.get("lra", {}) | parameters}))
            window.model.add_run(execute(window.model.state))
            album.settle(0.1)
        window.model.selection.select([(state.instruments[0], 3), (state.instruments[0], 8)])
        fill(window, album)
    album.settle()


def main() -> int:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--state", nargs="+", default=["libs"], choices=[*STATES, "files"])
    parser.add_argument("--size", nargs="+", default=["1280x720"])
    parser.add_argument("--theme", nargs="+", default=["light", "dark"], choices=("light", "dark"))
    parser.add_argument("--only", nargs="+", default=["docks", "menus", "dialogs", "importer", "help"])
    parser.add_argument("--files", nargs="+", default=[])
    parser.add_argument("--values", default="")
    arguments = parser.parse_args()
    app = application()
    folder = Path(arguments.folder)
    settings = QSettings(str(Path(tempfile.mkdtemp()) / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=settings)
    window.keep_or_discard = lambda: True
    window.show()
    album = Album(folder, window)
    for size in arguments.size:
        window.resize(*(int(part) for part in size.split("x")))
        album.settle()
        window.restore_layout()
        for name in arguments.state:
            state = files(arguments.files, arguments.values) if name == "files" else STATES[name]()
            for mode in arguments.theme:
                theme.set_mode(mode)
                theme.finish()
                album.folder = folder / size / name / mode
                if mode == arguments.theme[0]:
                    prepare(window, album, name, state)
                for part in arguments.only:
                    getattr(album, part)()
    window.controller.cancel()
    window.controller.shutdown()
    window.close()
    app.processEvents()
    print(f"Pictures are in {folder}")
    sys.stdout.flush()
    os._exit(0)  # a dialog that is still open would ask


if __name__ == "__main__":
    main()
