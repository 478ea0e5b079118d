"""The main window: puts the docks together and hands the work to its parts."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget

from ..state import AppModel, RunController
from .docks import dock_classes
from .layout import arrange


class MainWindow(QMainWindow):
    """The window of SpectrAlign.

    Parameters
    ----------
    model, controller
        Made here if not given.
    settings : QSettings
        Where window state and recent files are kept; tests give one of their own.
    """

    def __init__(self, model: AppModel | None = None, controller: RunController | None = None,
                 settings: QSettings | None = None) -> None:
        super().__init__()
        self.setObjectName("main-window")
        self.settings = settings if settings is not None else QSettings()
        self.model = model or AppModel(self)
        self.controller = controller or RunController(self.model, parent=self)
        self.setWindowTitle("SpectrAlign")
        self.setDockNestingEnabled(True)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.docks: dict[str, QDockWidget] = {}
        for cls in dock_classes():
            dock = cls(self.model, self.controller, self)
            dock.setObjectName(cls.dock_name)
            dock.setWindowTitle(cls.title)
            self.docks[cls.dock_name] = dock
        self.resize(1440, 900)
        arrange(self, list(self.docks.values()))
