"""Files that hold a saved model: they are found among those that are opened, and can predict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from ...core.monitor import Monitor
from ..actions import make_action
from ..dialogs import ask
from ..state import RunController

if TYPE_CHECKING:
    from .window import SavedModelWindow

ENDINGS = (".h5", ".hdf5")
OFFERED = 3
"""Of more models the first ones are offered."""
Otherwise = Callable[[Sequence[str | Path]], object]


def look_first(widget: QWidget | None, paths: Sequence[str | Path], otherwise: Otherwise) -> None:
    """Look for saved models among files that a part of the window was given; without a window all go `otherwise`."""
    while widget is not None and not isinstance(getattr(widget, "saved", None), SavedModels):
        widget = widget.parentWidget()
    if widget is None:
        otherwise(paths)
    else:
        widget.saved.look(paths, otherwise)  # type: ignore[attr-defined]


class SavedModels(QObject):
    """Offers to predict with a saved model.

    Parameters
    ----------
    controller : RunController
    window : QWidget
        The main window; what it holds stays as it is.

    Signals
    -------
    opened(list of str)
        A model that was opened, for the recent list.
    """

    opened = Signal(object)

    def __init__(self, controller: RunController, window: QWidget) -> None:
        super().__init__(window)
        self._controller, self._window = controller, window
        self.shown: list[SavedModelWindow] = []
        self.action = make_action(self, "predict-saved-model", "Predict with a saved &model…", "Open a model that was "
                                  "saved to a file and predict new spectra with it; the session stays as it is",
                                  self._choose, icon="open")

    def _choose(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self._window, "Saved model", "", "Saved models (*.h5 *.hdf5)")
        if path:
            self.show(path)

    def look(self, paths: Sequence[str | Path], otherwise: Otherwise) -> None:
        """Ask about the models among files; what holds none, or is not wanted as one, goes `otherwise`."""
        likely = [p for p in paths if Path(p).suffix.lower() in ENDINGS]
        if not likely:
            otherwise(paths)
            return

        def work(monitor: Monitor) -> list[str | Path]:
            from ...io.model_card import holds_model

            found = []
            for number, path in enumerate(likely):
                monitor.report(f"Looking at {Path(path).name}", number / len(likely))
                monitor.raise_if_cancelled()
                if holds_model(path):
                    found.append(path)
            return found

        self._controller.jobs.start(work, f"Looking at {Path(likely[0]).name}",
                                    finished=partial(self._found, list(paths), otherwise),
                                    failed=lambda _: otherwise(paths))

    def _found(self, paths: list[str | Path], otherwise: Otherwise, models: list[str | Path]) -> None:
        if not models:
            otherwise(paths)
            return
        others = [p for p in paths if p not in models]
        offered = models[:OFFERED]
        what = {0: "", 1: f"{Path(others[0]).name} " if others else ""}.get(len(others), f"{len(others)} files ")
        answers = ["&Predict with this model" if len(models) == 1 and not others else
                   f"Predict {what}with {'&' if k == 0 else ''}{Path(m).name}" for k, m in enumerate(offered)]
        answers.append("Open its &spectra" if len(paths) == 1 else "Open all as &spectra")
        names = f"{Path(models[0]).name} holds" if len(models) == 1 else f"{len(models)} of these files hold"
        choice = ask(self._window, "A saved model", f"{names} a saved model.", answers, name="ask-saved-model",
                     detail="It predicts in a window of its own; the session stays as it is.")
        if 0 <= choice < len(offered):
            self.show(offered[choice], others)
        elif choice == len(offered):
            otherwise(paths)

    def show(self, path: str | Path, spectra: Sequence[str | Path] = ()) -> SavedModelWindow:
        """Open a window for a model, and predict these files with it."""
        from .window import SavedModelWindow

        made = SavedModelWindow(path, self._controller, self._window)
        self.shown.append(made)
        made.finished.connect(partial(self._closed, made))
        made.show()
        made.load(spectra)
        self.opened.emit([str(path)])
        return made

    def _closed(self, window: SavedModelWindow, *_: object) -> None:
        if window in self.shown:
            self.shown.remove(window)
