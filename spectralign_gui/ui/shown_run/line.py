"""One line that names the shown run, and says so where the form has moved on."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QWidget

from ..state import AppModel
from ..widgets import OneLineLabel


class RunLine(OneLineLabel):
    """The line; there is none without a run.

    Parameters
    ----------
    model : AppModel
    name : str
        Object name.
    only_if_other : bool
        Say something only where the run is not what the form says.
    """

    def __init__(self, model: AppModel, name: str, only_if_other: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._model, self._only_if_other = model, only_if_other
        self.setObjectName(name)
        self.setAccessibleName("Run that is shown")
        self.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self.set_one_line(not only_if_other)
        for signal in (model.currentRunChanged, model.resultUpdated, model.runsChanged, model.stateChanged):
            signal.connect(self._changed)
        self._show()

    @Slot()
    def _changed(self, *_: object) -> None:
        self._show()

    def _show(self) -> None:
        run = self._model.current_run
        if run is None:
            self.setText("")
            self.setHidden(self._only_if_other)
            return
        from ...presenters.shown_run import shown_run

        said = shown_run(run, self._model.runs, self._model.state)
        self.setText(said.sentence or ("" if self._only_if_other else said.name))
        self.set_explanation(said.tip)
        style = "warning" if said.other else "muted"
        if self.property("class") != style:
            self.setProperty("class", style)
            self.style().unpolish(self)
            self.style().polish(self)
        self.setHidden(self._only_if_other and not self.text())
