"""The user's own coefficients in place of a fitted model: opened from a file, forgotten again; both can be undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from ...core.monitor import Monitor
from ...core.registry import route_of
from ...io.coefficients import read_coefficients
from ...session.run.own_model import own_model_methods, own_properties, with_own_model, without_own_model
from ...session.state import SessionState
from ..actions import make_action
from ..state import AppModel, RunController


class OwnModelActions(QObject):
    """Two actions for the Predict menu.

    Parameters
    ----------
    model, controller
        Of the window.
    tell : callable
        Shows a sentence to the user.
    parent : QWidget
    """

    def __init__(self, model: AppModel, controller: RunController, tell: Callable[[str], None],
                 parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._controller, self._tell, self._window = model, controller, tell, parent
        make = partial(make_action, parent)
        self.open = make("own-coefficients", "Use o&wn coefficients…", "Use your own regression coefficients of the "
                         "first instrument (a CSV file or workbook with a row per channel) instead of a fitted model",
                         self._ask, key="Ctrl+Alt+K", icon="open")
        self.forget = make("forget-coefficients", "&Forget own coefficients", "Fit the model of the first instrument "
                           "to its reference values again", self._forget, key="Ctrl+Alt+Shift+K", icon="reset")
        model.stateChanged.connect(self._refresh)
        self._refresh()

    @Slot()
    def _refresh(self, *_: object) -> None:
        state = self._model.state
        self.open.setEnabled(bool(state.datasets))
        self.forget.setEnabled(any(own_properties(v) for v in state.parameters.values()))

    def _ask(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self._window, "Own coefficients of the first instrument")
        if path:
            self.read(path)

    def read(self, path: str | Path) -> None:
        """Read the file and check it against the spectra; nothing changes if it does not fit."""
        state = self._model.state

        def work(monitor: Monitor) -> SessionState:
            return with_own_model(state, read_coefficients(path))

        self._controller.jobs.start(work, f"Reading {Path(path).name}", key="own-coefficients",
                                    finished=partial(self._take, Path(path).name), failed=self._tell)

    def _take(self, name: str, found: SessionState) -> None:
        parameters = {m: found.parameters[m] for m in own_model_methods()}
        state = self._model.state.with_(parameters={**self._model.state.parameters, **parameters})
        self._model.change(f"Use the coefficients of {name}", state)
        properties = ", ".join(own_properties(next(iter(parameters.values()))))
        text = f"{name}: your coefficients for {properties} are used from the next run on."
        if state.method not in own_model_methods():
            text += " The chosen method fits its own model; " + (
                "let it take the values through A's spectra (Method)." if route_of(state.method) else
                "choose one that does not, such as Bias correction or PDS.")
        self._tell(text)

    def _forget(self) -> None:
        self._model.change("Forget own coefficients", without_own_model(self._model.state))
