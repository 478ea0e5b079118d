"""The comparison as a Python program, or as a command line, on the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication, QWidget

from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...io.reread import not_reproducible
from ...io.script_inputs import write_inputs
from ...session.compare.comparison_script import comparison_command, comparison_script
from ...session.compare.plan import ComparisonPlan
from ...session.run.held_out import property_names
from ...session.state import SessionState
from ...words import say
from ..actions import make_action
from ..export.target import ask_target
from ..state import AppModel, RunController


@dataclass(frozen=True, eq=False)
class Asked:
    """What was compared, and how."""

    state: SessionState
    plan: ComparisonPlan
    processes: int

    def script(self) -> str:
        """The program.

        Raises
        ------
        DataError
        """
        return comparison_script(self.state, self.plan, self.processes)

    def command(self, pairs: str) -> str:
        """The command line, after the tables that it reads have been saved.

        Raises
        ------
        DataError, FileError
        """
        every = set(property_names(self.state.datasets)) == set(self.plan.properties)
        plan = self.plan.with_(properties=()) if every else self.plan
        return comparison_command(self.state, plan, self.processes, pairs, write_inputs(self.state, pairs))


class CopyComparison(QObject):
    """Copies the comparison that was made in this session.

    Parameters
    ----------
    model : AppModel
    controller : RunController
    tell : callable
        Is given a sentence for the user.
    parent : QWidget
    """

    def __init__(self, model: AppModel, controller: RunController, tell: Callable[[str], None],
                 parent: QWidget) -> None:
        super().__init__(parent)
        self._controller, self._tell, self._parent = controller, tell, parent
        self._asked: Asked | None = None
        self.action = make_action(parent, "copy-comparison", "Copy comparison as P&ython", "Copy a Python program that "
                                  "makes the table of the last comparison again", self._copy, icon="log")
        self.command = make_action(parent, "copy-comparison-command", "Copy comparison as command &line", "Copy a "
                                   "command that makes the table of the last comparison again; asks where to save "
                                   "the list of standards it needs", self._copy_command, icon="log")
        self.actions = [self.action, self.command]
        self._enable(False)
        model.sessionReplaced.connect(self._forget)

    def started(self, asked: Asked) -> None:
        """A comparison begins."""
        self._asked = asked
        self._enable(True)

    @Slot()
    def _forget(self, *_: object) -> None:
        self._asked = None
        self._enable(False)

    def _enable(self, there: bool) -> None:
        for action in self.actions:
            action.setEnabled(there)

    def _copy(self) -> None:
        self._checked("program", lambda asked: (asked.script(), "a Python program"))

    def _copy_command(self) -> None:
        def made(asked: Asked) -> tuple[str, str] | None:
            chosen = ask_target(self._parent, "Save the list of standards", "pairs.csv", ["Table (*.csv)"])
            return None if chosen is None else (asked.command(str(chosen[0])), "a command line")

        self._checked("command line", made)

    def _checked(self, what: str, make: Callable[[Asked], tuple[str, str] | None]) -> None:
        """Make it if the files still hold the session's spectra."""
        asked = self._asked
        if asked is None:
            return

        def work(monitor: Monitor) -> list[str]:
            return not_reproducible(asked.state)

        def done(changed: list[str]) -> None:
            if changed:
                self._tell(f"No {what} for this: the spectra or groups of {', '.join(changed)} are not just what a "
                           "file holds.")
                return
            try:
                found = make(asked)
            except SpectrAlignError as error:
                self._tell(say(error))
                return
            if found is not None:
                QApplication.clipboard().setText(found[0])
                self._tell(f"The comparison is on the clipboard as {found[1]}.")

        self._controller.jobs.start(work, "Checking the files", key="comparison-script", finished=done,
                                    failed=self._tell)
