"""What the parts of the main window know of it; `main_window.MainWindow` is one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMainWindow

from .dock import Dock
from .state import AppModel, RunController


class Window(QMainWindow):
    """The main window as its parts see it: they reach each other through it, without importing each other."""

    settings: QSettings
    model: AppModel
    controller: RunController
    docks: dict[str, Dock]
    project: Any
    saved: Any
    exporter: Any
    reporter: Any
    clipboard: Any
    ground: Any
    selections: Any
    help: Any
    tester: Any
    recent: Any
    titles: Any
    lead: Any
