"""Sending the run to the sparse or robust method: a weight is looked for in the background and, if one helps, set."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from ...core.measures.short_circuits import Connection
from ...core.monitor import Monitor
from ...session.run import RunResult
from ...session.short_circuits.analysis import Analysis
from ...session.short_circuits.changes import sent_to
from ...session.short_circuits.path import WEIGHTS
from ...session.short_circuits.proposal import TITLES, Proposal, propose
from ..dock import Work
from ..state import AppModel
from ..widgets.as_written import Label

KEY = "short-circuits-proposal"
WORDS = {"slra": "sparse", "rlra": "robust"}


class Sender(QObject):
    """Looks for a weight; sets the method up with it if it was seen to help, and says why or why not.

    Signals
    -------
    busyChanged(bool)
        A weight is being looked for, or no longer.
    """

    busyChanged = Signal(bool)

    def __init__(self, model: AppModel, work: Work, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._work = model, work
        self.label = Label(parent=parent)
        self.label.setObjectName("short-circuits-proposal")
        self.label.setWordWrap(True)
        self.label.setContentsMargins(8, 0, 8, 2)
        self.label.setToolTip("The weight that was proposed, and why; or why none was")
        self.label.hide()
        work.changed.connect(self._changed)
        self._was_busy = False

    @property
    def busy(self) -> bool:
        """Whether a weight is being looked for."""
        return self._work.running(KEY)

    def clear(self) -> None:
        """Take back what was said of another run."""
        if not self.busy:
            self._say("")

    def start(self, method: str, result: RunResult, analysis: Analysis, links: Sequence[Connection]) -> None:
        """Look for a weight that cuts the links, or that lowers the weight between groups if there are none."""
        if self.busy:
            return
        names = result.datasets[analysis.instrument].sample_names

        def work(monitor: Monitor) -> Proposal:
            return propose(result, method, analysis, links, monitor, names)

        self._say(f"Looking for a {TITLES[method]} that cuts "
                  f"{'the chosen links' if links else 'links between groups'} …")
        self._work.start(work, partial(self._found, method, result), key=KEY, title=f"Looking for a {TITLES[method]}",
                         failed=self._say, cancelled=partial(self._say, "Stopped: nothing was proposed."))

    def _found(self, method: str, result: RunResult, found: Proposal) -> None:
        shown = self._model.current_run  # renamed or starred it is another value, of the same fit
        if shown is None or shown.estimator is not result.estimator:
            self._say("Another run is shown now, so nothing was proposed; ask again.")
            return
        self._say(f"{WORDS[method].capitalize()} alignment: {found.why}")
        if not found.helps:
            self._model.message.emit(f"No {TITLES[method]} was seen to help; the method stays as it is.")
            return
        self._model.change(f"Try {WORDS[method]} low rank alignment", sent_to(
            self._model.state, method, result.state.method, {WEIGHTS[method]: found.weight}))
        self._model.message.emit(f"Proposed: {TITLES[method]} = {found.weight:g}. The Method dock now holds it; press "
                                 "Run.")

    def _say(self, text: str) -> None:
        self.label.setText(text)
        self.label.setVisible(bool(text))

    @Slot()
    def _changed(self) -> None:
        if self.busy != self._was_busy:
            self._was_busy = self.busy
            self.busyChanged.emit(self.busy)
