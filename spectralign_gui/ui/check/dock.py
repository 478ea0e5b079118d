"""Check samples dock: the chart of standards measured again, which the Predict dock makes."""

from __future__ import annotations

from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from ..dock import Dock
from ..state import AppModel, RunController


class CheckDock(Dock):
    """Room for the chart of check samples."""

    title = "Check samples"
    dock_name = "check"
    area = "bottom"
    icon_name = "quality"
    help_page = "guide/predict.md"
    purpose = "See whether the transfer still holds: standards measured again on later days"

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(model, controller, parent)
        body = QWidget()
        self._room = QVBoxLayout(body)
        self._room.setContentsMargins(8, 2, 8, 4)
        self.setWidget(body)

    def take(self, chart: QWidget, tabs: QTabWidget) -> None:
        """Show the chart here instead of behind a tab."""
        tabs.removeTab(tabs.indexOf(chart))
        tabs.tabBar().setVisible(tabs.count() > 1)
        self._room.addWidget(chart)
        chart.show()
