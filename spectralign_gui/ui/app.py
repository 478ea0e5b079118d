"""Starting the window."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from ..session.state import SessionState
from . import theme
from .main_window import MainWindow


def application(argv: Sequence[str] | None = None) -> QApplication:
    """The QApplication with names and theme set; an existing one is used."""
    existing = QCoreApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(list(argv or sys.argv[:1]))
    app.setApplicationName("SpectrAlign")
    app.setOrganizationName("SpectrAlign")
    app.setApplicationDisplayName("SpectrAlign")
    theme.install(app)
    return app


def run_window(argv: Sequence[str] | None = None, session: SessionState | None = None, demo: bool = False) -> int:
    """Open the window and return the exit code when it is closed.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments for Qt, program name first.
    session : SessionState, optional
        What to show at first.
    demo : bool
        Say that these are the sample spectra.
    """
    app = application(argv)
    window = MainWindow()
    if session is not None:
        window.model.reset(session)
    window.show()
    return app.exec()
