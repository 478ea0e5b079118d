"""Check samples dock: the chart of standards measured again, which the Predict dock makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ..dock import Dock

if TYPE_CHECKING:
    from ..predict import PredictDock


class CheckDock(Dock):
    """Room for the chart of check samples."""

    title = "Check samples"
    dock_name = "check"
    area = "bottom"
    icon_name = "quality"
    help_page = "guide/predict.md"
    purpose = "See whether the transfer still holds: standards measured again on later days"

    def prepare(self) -> None:
        self._predict: PredictDock | None = None

    def build(self) -> QWidget:
        body = QWidget()
        self._room = QVBoxLayout(body)
        self._room.setContentsMargins(8, 2, 8, 4)
        return body

    def draw(self) -> None:
        if self._predict is not None:
            self._predict.ensure_built()
            self._take()

    def take_from(self, predict: PredictDock) -> None:
        """Show the chart of this dock here, instead of there behind a tab, as soon as one of the two is built."""
        self._predict = predict
        predict.built.connect(self._take)
        if self.is_built or predict.is_built:
            self.draw()
            self._take()

    @Slot()
    def _take(self) -> None:
        predict = self._predict
        if predict is None:
            return
        self.ensure_built()
        chart, tabs = predict.check, predict.tabs
        if tabs.indexOf(chart) >= 0:
            tabs.removeTab(tabs.indexOf(chart))
            tabs.tabBar().setVisible(tabs.count() > 1)
            self._room.addWidget(chart)
            chart.show()
