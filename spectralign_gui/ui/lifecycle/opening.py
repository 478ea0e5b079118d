"""The entries *Predict ▸ Check samples ▸ Model versions…* and *Fleet of instruments…*."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from ..actions import make_action
from ..state import RunController

if TYPE_CHECKING:
    from ..fleet.window import FleetWindow
    from .window import LifeWindow


class Lives(QObject):
    """Opens the windows of records and of fleets.

    Parameters
    ----------
    controller : RunController
    parent : QWidget

    Signals
    -------
    watchWanted(str)
        A folder is to be watched with this record.
    """

    watchWanted = Signal(str)

    def __init__(self, controller: RunController, parent: QWidget) -> None:
        super().__init__(parent)
        self._controller, self._widget = controller, parent
        self.shown: list[QDialog] = []
        self.action = make_action(parent, "check-versions", "Model &versions…", "Keep a model in routine: check "
                                  "samples over all days, updates, who approved them, and the way back", self.show,
                                  icon="history")
        self.fleet = make_action(parent, "check-fleet", "&Fleet of instruments…", "See the state of every instrument "
                                 "of a site: model version, last check, bias, alarms, who approved", self.show_fleet,
                                 icon="columns")
        self.entries = (self.action, self.fleet)

    def show(self, path: str | Path = "") -> LifeWindow:
        """Open a window, with a record where one is given."""
        from .window import LifeWindow

        given = Path(path) if path else Path()
        made = next((w for w in self.shown if isinstance(w, LifeWindow) and w.path == given), None)
        if made is None:  # one that shows this record, or none yet, is taken again
            made = LifeWindow(self._controller, self._widget.window())
            made.watchWanted.connect(self.watchWanted)
            self._keep(made)
        self._to_front(made)
        if path:
            made.open(path)
        return made

    def show_fleet(self, path: str | Path = "") -> FleetWindow:
        """Open a window, with a fleet where one is given."""
        from ..fleet.window import FleetWindow

        given = Path(path) if path else None
        made = next((w for w in self.shown if isinstance(w, FleetWindow) and w.path == given), None)
        if made is None:
            made = FleetWindow(self._controller, self._widget.window())
            made.wanted.connect(self.show)
            self._keep(made)
        self._to_front(made)
        if path:
            made.open(path)
        return made

    def _keep(self, made: QDialog) -> None:
        self.shown.append(made)
        made.finished.connect(partial(self._closed, made))

    @staticmethod
    def _to_front(made: QDialog) -> None:
        made.show()
        made.raise_()
        made.activateWindow()

    def _closed(self, window: QDialog, *_: object) -> None:
        if window in self.shown:
            self.shown.remove(window)
