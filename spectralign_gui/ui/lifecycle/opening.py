"""The entry *Predict ▸ Check samples ▸ Model versions…*."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ..actions import make_action
from ..state import RunController

if TYPE_CHECKING:
    from .window import LifeWindow


class Lives(QObject):
    """Opens the windows of records.

    Parameters
    ----------
    controller : RunController
    parent : QWidget
    """

    def __init__(self, controller: RunController, parent: QWidget) -> None:
        super().__init__(parent)
        self._controller, self._widget = controller, parent
        self.shown: list[LifeWindow] = []
        self.action = make_action(parent, "check-versions", "Model &versions…", "Keep a model in routine: check "
                                  "samples over all days, updates, who approved them, and the way back", self.show,
                                  icon="history")
        self.entries = (self.action,)

    def show(self, path: str | Path = "") -> LifeWindow:
        """Open a window, with a record where one is given."""
        from .window import LifeWindow

        made = LifeWindow(self._controller, self._widget.window())
        self.shown.append(made)
        made.finished.connect(partial(self._closed, made))
        made.show()
        if path:
            made.open(path)
        return made

    def _closed(self, window: LifeWindow, *_: object) -> None:
        if window in self.shown:
            self.shown.remove(window)
