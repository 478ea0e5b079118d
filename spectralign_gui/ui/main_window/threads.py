"""Asks how many threads calculations may use, and remembers it."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from ..dialogs.threads import ThreadsDialog
from . import keeping


def ask_threads(window: QWidget, settings: QSettings) -> str:
    """What was decided, as a sentence; "" if nothing was."""
    dialog = ThreadsDialog(window, keeping.threads(settings))
    said = ""
    if dialog.exec():
        count = dialog.count
        keeping.keep_threads(settings, count)
        what = f"{count} thread{'s' if count > 1 else ''}" if count else "as many threads as suit the data"
        said = f"From the next run on calculations use {what}."
    dialog.deleteLater()
    return said
