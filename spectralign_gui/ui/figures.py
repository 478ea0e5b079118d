"""Pictures of a result without a window: the plot docks draw offscreen, so pictures and window cannot disagree."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import (
    QEventLoop,
    QMessageLogContext,
    QSettings,
    QSize,
    Qt,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication, QDockWidget

from ..core.errors import FileError
from ..session.run import RunResult
from .main_window.docks import dock_classes
from .plots.export import export_plot
from .plots.view import PlotView
from .state import AppModel
from .state.run_controller import RunController

PLOT_DOCKS = ("spectra", "embedding", "reconstruction", "quality")
SIZE = QSize(1000, 640)
PATIENCE_S = 30.0


def save_figures(result: RunResult, folder: str | Path) -> list[Path]:
    """Write every plot of a result as PNG and SVG.

    Parameters
    ----------
    result : RunResult
    folder : path
        Made if it does not exist; files of the same names are replaced.

    Returns
    -------
    list of Path
        The PNG files.

    Raises
    ------
    FileError
        The folder cannot be made or written to.
    """
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder}: the folder for the pictures cannot be made ({error.strerror}).") from error
    made = []
    with _without_remarks_of_the_platform(), plot_views(result) as views:
        for view in views:
            for kind in ("png", "svg"):
                made.append(export_plot(view, folder / f"{view.objectName() or view.plot_title}.{kind}"))
    return [path for path in made if path.suffix == ".png"]


def print_document(html: str, path: Path) -> None:
    """Write a document as PDF without a screen.

    Raises
    ------
    FileError
        It cannot be written.
    """
    from .report.pdf import write_pdf

    with prepared():
        write_pdf(html, [], path)


@contextmanager
def prepared() -> Iterator[None]:
    """Qt is there to draw with, on a screen or without one."""
    _application()
    with _without_remarks_of_the_platform():
        yield


@contextmanager
def _without_remarks_of_the_platform() -> Iterator[None]:
    """The offscreen platform remarks on every window that it knows no size hints; all else that Qt says goes on."""
    def hear(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if "propagateSizeHints" in message:
            return
        if before is not None:
            before(kind, context, message)
        else:
            print(message, file=sys.stderr)

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


@contextmanager
def plot_views(result: RunResult) -> Iterator[list[PlotView]]:
    """The plots of a result, drawn and ready; they are gone afterwards."""
    app = _application()
    model = AppModel()
    controller = RunController(model)
    docks: list[QDockWidget] = []
    try:
        for cls in dock_classes():
            if cls.dock_name in PLOT_DOCKS:
                dock = cls(model, controller)
                dock.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)  # nothing may flash up on a real screen
                dock.resize(SIZE)
                docks.append(dock)
        model.reset(result.state)
        model.add_run(result)
        views = []
        for dock in docks:
            dock.show()
            views += [v for v in dock.findChildren(PlotView) if v.isVisibleTo(dock)]
        _settle(app, views)
        yield views
    finally:
        for dock in docks:
            dock.close()
            dock.deleteLater()
        controller.shutdown(5.0)
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)


def _settle(app: QApplication, views: list[PlotView]) -> None:
    """Let pictures that are computed in the background arrive."""
    end = time.monotonic() + PATIENCE_S
    quiet = 0
    while quiet < 5 and time.monotonic() < end:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        busy = any(bool(view.pending) for view in views if hasattr(view, "pending"))
        quiet = 0 if busy else quiet + 1


def _application() -> QApplication:
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = os.environ.get("QT_QPA_PLATFORM") or "offscreen"  # empty says as little as none
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    from .app import application

    return application(["spectralign"])
