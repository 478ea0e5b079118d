"""The way from a warning about mixed-up standards to the samples it names."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ...session.run import RunResult
from ...session.run.doubtful_samples import samples_in_doubt
from ..actions import make_action
from ..state import AppModel
from ..widgets import named

TIP = ("Select the standards that contradict the others, in all tables and plots; Standards ▸ Unmark takes their marks "
       "away")


class DoubtedPart(QWidget):
    """A button under the warnings, there only for a run that doubts some pairs."""

    def __init__(self, model: AppModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._result: RunResult | None = None
        self.action = make_action(parent, "quality-select-doubted", "Select standards in &doubt", TIP, self._select)
        self.button = named(QPushButton("Select standards in doubt"), "quality-select-doubted-button",
                            "Select standards in doubt", TIP)
        self.button.setSizePolicy(self.button.sizePolicy().Policy.Maximum, self.button.sizePolicy().Policy.Fixed)
        self.button.clicked.connect(self.action.trigger)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.button)
        self.follow(None)

    def follow(self, result: RunResult | None) -> None:
        """Another run is shown."""
        self._result = result
        possible = result is not None and bool(samples_in_doubt(result))
        self.action.setEnabled(possible)
        self.setVisible(possible)

    @Slot()
    def _select(self) -> None:
        if self._result is not None:
            self._model.selection.select(samples_in_doubt(self._result))
