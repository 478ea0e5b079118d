"""The way from a warning about mixed-up standards to the samples it names."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ...core.notes import of_code
from ...preprocessing.presets import built_in
from ...preprocessing.spec import PreprocessingSpec
from ...session.run import RunResult
from ...session.run.doubtful_samples import samples_in_doubt
from ...session.run.hidden_samples import PRESET
from ..actions import make_action
from ..state import AppModel
from ..widgets import named

TIP = ("Select the standards that contradict the others, in all tables and plots; Standards ▸ Unmark takes their marks "
       "away")
CLEAN = f"Put the steps of the preset “{PRESET}” before those of this session, then run again. Edit ▸ Undo reverts it"


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
        self.clean = named(QPushButton("Remove spikes and baseline"), "quality-clean-button",
                           "Remove spikes and baseline", CLEAN)
        self.clean.setSizePolicy(self.button.sizePolicy())
        self.clean.clicked.connect(self._clean)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.button)
        layout.addWidget(self.clean)
        self.follow(None)

    def follow(self, result: RunResult | None) -> None:
        """Another run is shown."""
        self._result = result
        possible = result is not None and bool(samples_in_doubt(result))
        self.action.setEnabled(possible)
        self.setVisible(possible)
        self.clean.setVisible(result is not None and bool(of_code(result.warnings, "pairs.hidden")))

    @Slot()
    def _clean(self) -> None:
        """The preset before what is done with the spectra now; it is undone like any other change."""
        state = self._model.state
        listed = built_in()[PRESET].shared
        own = {name: (*listed, *steps) for name, steps in state.preprocessing.own.items()}
        shared = (*listed, *state.preprocessing.shared)
        self._model.change(f"Preset {PRESET}", state.with_(preprocessing=PreprocessingSpec(shared, own)))

    @Slot()
    def _select(self) -> None:
        if self._result is not None:
            self._model.selection.select(samples_in_doubt(self._result))
