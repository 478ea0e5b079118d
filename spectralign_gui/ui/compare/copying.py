"""The comparison as a Python program on the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...io.reread import not_reproducible
from ...session.comparison_script import comparison_script
from ...session.state import SessionState
from ..actions import make_action
from ..state import AppModel, RunController
from .settings import ComparisonSettings


@dataclass(frozen=True, eq=False)
class Asked:
    """What was compared, and how."""

    state: SessionState
    settings: ComparisonSettings
    parameters: Mapping[str, Mapping[str, Any]]

    def script(self) -> str:
        """The program.

        Raises
        ------
        DataError
        """
        s = self.settings
        options = {"regression": s.regression, "standards": s.standards, "test_share": s.test_share,
                   "repeats": s.repeats, "seed": s.seed, "budget": s.budget, "n_jobs": s.processes,
                   "properties": list(s.properties)}
        return comparison_script(self.state, s.methods, self.parameters, options)


class CopyComparison(QObject):
    """Copies the comparison that was made in this session.

    Parameters
    ----------
    model : AppModel
    controller : RunController
    tell : callable
        Is given a sentence for the user.
    parent : QObject
    """

    def __init__(self, model: AppModel, controller: RunController, tell: Callable[[str], None],
                 parent: QObject) -> None:
        super().__init__(parent)
        self._controller, self._tell = controller, tell
        self._asked: Asked | None = None
        self.action = make_action(parent, "copy-comparison", "Copy comparison as P&ython", "Copy a Python program that "
                                  "makes the table of the last comparison again", self._copy, icon="log")
        self.action.setEnabled(False)
        model.sessionReplaced.connect(self._forget)

    def started(self, asked: Asked) -> None:
        """A comparison begins."""
        self._asked = asked
        self.action.setEnabled(True)

    @Slot()
    def _forget(self, *_: object) -> None:
        self._asked = None
        self.action.setEnabled(False)

    def _copy(self) -> None:
        asked = self._asked
        if asked is None:
            return

        def work(monitor: Monitor) -> list[str]:
            return not_reproducible(asked.state)

        def done(changed: list[str]) -> None:
            if changed:
                self._tell(f"No program for this: the spectra or groups of {', '.join(changed)} are not just what a "
                           "file holds.")
                return
            try:
                QApplication.clipboard().setText(asked.script())
            except SpectrAlignError as error:
                self._tell(str(error))
                return
            self._tell("The comparison is on the clipboard as a Python program.")

        self._controller.jobs.start(work, "Checking the files", key="comparison-script", finished=done,
                                    failed=self._tell)
