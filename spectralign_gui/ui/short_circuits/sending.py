"""Sending the run to the sparse or robust method: the weight is looked for in the background, then proposed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ...core.measures.short_circuits import Connection
from ...core.monitor import Monitor
from ...session.run import RunResult
from ..state import AppModel, RunController
from ..widgets.as_written import Label
from .analysis import Analysis
from .model import sent_to
from .path import WEIGHTS
from .proposal import TITLES, Proposal, propose

WORDS = {"slra": "sparse", "rlra": "robust"}


class Sender(QObject):
    """Looks for a weight, sets the method up with it, and says why.

    Signals
    -------
    busyChanged(bool)
        A weight is being looked for, or no longer.
    """

    busyChanged = Signal(bool)

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._controller = model, controller
        self.label = Label(parent=parent)
        self.label.setObjectName("short-circuits-proposal")
        self.label.setWordWrap(True)
        self.label.setContentsMargins(8, 0, 8, 2)
        self.label.setToolTip("The weight that was proposed, and why")
        self.label.hide()
        self.busy = False

    def clear(self) -> None:
        """Take back what was said of another run."""
        if not self.busy:
            self._say("")

    def start(self, method: str, result: RunResult, analysis: Analysis, links: Sequence[Connection]) -> None:
        """Look for a weight that cuts the links, or that lowers the weight between groups if there are none."""
        if self.busy:
            return
        names, session = result.datasets[analysis.instrument].sample_names, self._model.session

        def work(monitor: Monitor) -> Proposal:
            return propose(result, method, analysis, links, monitor, names)

        self.busy = True
        self._say(f"Looking for a {TITLES[method]} that cuts "
                  f"{'the chosen links' if links else 'links between groups'} …")
        job = self._controller.jobs.start(
            work, f"Looking for a {TITLES[method]}", key="short-circuits-proposal",
            finished=partial(self._found, method, result, session), failed=self._say,
            cancelled=partial(self._say, "Stopped: nothing was proposed."))
        job.ended.connect(self._ended)
        self.busyChanged.emit(True)

    def _found(self, method: str, result: RunResult, session: int, found: Proposal) -> None:
        shown = self._model.current_run  # renamed or starred it is another value, of the same fit
        if session != self._model.session or shown is None or shown.estimator is not result.estimator:
            self._say("Another run is shown now, so nothing was proposed; ask again.")
            return
        self._say(f"{WORDS[method].capitalize()} alignment: {found.why}")
        self._model.change(f"Try {WORDS[method]} low rank alignment", sent_to(
            self._model.state, method, result.state.method, {WEIGHTS[method]: found.weight}))
        self._model.message.emit(f"Proposed: {TITLES[method]} = {found.weight:g}. The Method dock now holds it; press "
                                 "Run.")

    def _say(self, text: str) -> None:
        self.label.setText(text)
        self.label.setVisible(bool(text))

    def _ended(self) -> None:
        self.busy = False
        self.busyChanged.emit(False)
