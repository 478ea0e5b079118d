"""Starting the window."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QSettings, QTimer
from PySide6.QtWidgets import QApplication

from ..io.apart import warm
from ..session.state import SessionState
from . import languages, theme
from .dialogs import ErrorReporter
from .garbage import GarbageCollector
from .main_window import MainWindow, keeping
from .project import ENDING


def application(argv: Sequence[str] | None = None) -> QApplication:
    """The QApplication with names and theme set; an existing one is used."""
    existing = QCoreApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(list(argv or sys.argv[:1]))
    app.setApplicationName("SpectrAlign")
    app.setOrganizationName("SpectrAlign")
    app.setApplicationDisplayName("SpectrAlign")
    app.setDesktopFileName("spectralign")
    # one policy for numbers everywhere: a point, and no grouping, as in the files that are written
    locale = QLocale(QLocale.Language.C)
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator | QLocale.NumberOption.RejectGroupSeparator)
    QLocale.setDefault(locale)
    theme.install(app)
    return app


def run_window(argv: Sequence[str] | None = None, session: SessionState | None = None, demo: bool = False,
               begin: str = "") -> int:
    """Open the window and return the exit code when it is closed.

    Parameters
    ----------
    argv : sequence of str, optional
        Files to open: spectra, tables, a project.
    session : SessionState, optional
        What to show at first.
    demo : bool
        Open the sample spectra with standards marked (unless `session` is given), and say so.
    begin : str
        Workspace to begin with; "" for the one that was open when the program was closed.
    """
    app = application()
    reporter = ErrorReporter()
    reporter.install()
    settings = QSettings()
    theme.set_mode(keeping.theme_mode(settings))
    languages.begin(settings)
    window = MainWindow(settings=settings, at_once=session is not None, begin=begin)
    window.controller.jobs.defect.connect(reporter.defect)
    if session is not None:
        window.model.reset(session)
    elif demo:
        window.open_sample("libs")
    if demo:
        window.model.message.emit("These are sample spectra: press Run (F5) to align the two instruments.")
    window.show()
    garbage = GarbageCollector(window)
    begin = partial(_begin, window, list(argv or ()))
    if window.arrival is None:
        garbage.settle()
        QTimer.singleShot(0, window, begin)
    else:
        window.ready.connect(garbage.settle)
        window.ready.connect(begin)
    try:
        return app.exec()
    finally:
        garbage.stop()
        reporter.remove()


def _begin(window: MainWindow, paths: list[str]) -> None:
    """Offer what a crash left, then open what was asked for; a project would take the place of what is recovered."""
    # beside the GUI thread: starting a process copies what this one has open
    threading.Thread(target=warm, daemon=True, name="start of the reading process").start()
    if window.project.offer_recovery():
        paths = [p for p in paths if Path(p).suffix.lower() != ENDING]
    if paths:
        window.open_paths(paths)
