"""What tests a run where nothing has tested it: standards left out in turn, or a part held out and the run again."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ...core.monitor import Monitor
from ...session.run import RunResult
from ...session.run.left_out_intervals import why_no_left_out, with_left_out_intervals
from ...session.run.run_errors import run_errors
from ...session.standards.pairing import hold_out_share
from ...session.state import SessionState
from ..dock import Work
from ..state import AppModel, RunController
from ..widgets import FlowLayout, named
from ..widgets.as_written import Label

SHARE = 0.2
FEWEST = 5
"""Standards from which a part can be held out."""
BEFORE = ("No standard is held out yet. Hold some out before the run: their errors show how far the result can be "
          "trusted.")


class TestingPart(QWidget):
    """A sentence and two buttons; hidden where the run was tested, or nothing can test it."""

    __test__ = False  # no test of pytest's

    def __init__(self, model: AppModel, controller: RunController, work: Work, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._controller, self._work = model, controller, work
        self.says = Label()
        self.says.setObjectName("quality-testing-says")
        self.says.setWordWrap(True)
        self.left_out = named(QPushButton("Leave standards out in turn"), "quality-leave-out", tip="Fit the run again "
                              "with every standard left out in turn; their errors show how far the result can be "
                              "trusted, and give intervals")
        self.left_out.clicked.connect(self._leave_out)
        self.hold_out = named(QPushButton("Hold out 20 %"), "quality-hold-out", tip="Withhold a fifth of the "
                              "standards, chosen at random, from the fit; it can be undone")
        self.hold_out.clicked.connect(self._hold_out)
        buttons = FlowLayout(spacing=6)
        for button in (self.left_out, self.hold_out):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.says)
        layout.addLayout(buttons)
        model.standardsChanged.connect(self.follow)
        model.datasetsChanged.connect(self.follow)
        model.verdictChanged.connect(self.follow)
        self.follow()

    @Slot()
    def follow(self, *_: object) -> None:
        """The run that is shown, or the session, is another one."""
        run, state = self._model.current_run, self._model.state
        can_hold = len(state.standards) >= FEWEST and not any(s.held_out for s in state.standards)
        if run is None:
            self.says.setText(BEFORE if can_hold else "")
            can_leave = False
        else:
            tested = bool(run_errors(run) or run.quality.hit) or bool(self._model.tested()[0])
            can_leave = not tested and not why_no_left_out(run)
            can_hold = can_hold and not tested
            self.says.setText("Nothing has tested this run yet." if can_leave or can_hold else "")
        self.left_out.setVisible(can_leave)
        self.left_out.setEnabled(can_leave and not self._work.running("quality-left-out"))
        self.hold_out.setVisible(can_hold)
        self.hold_out.setText("Hold out 20 %" if run is None else "Hold out 20 % and run again")
        self.setVisible(bool(self.says.text()))

    def _leave_out(self, *_: object) -> None:
        run = self._model.current_run
        if run is None or why_no_left_out(run):
            return

        def still() -> bool:
            shown = self._model.current_run  # named or starred it is another value, of the same fit
            return shown is not None and shown.estimator is run.estimator

        self._work.start(partial(_left_out, run), self._model.update_current, key="quality-left-out",
                         title="Leaving standards out in turn", still=still, failed=self._failed,
                         cancelled=self.follow)
        self.left_out.setEnabled(False)

    def _failed(self, sentence: str) -> None:
        self.follow()
        self.says.setText(sentence)

    def _hold_out(self, *_: object) -> None:
        state: SessionState = self._model.state
        self._model.change("Hold out 20 %", state.with_(standards=hold_out_share(state.standards, SHARE)))
        if self._model.current_run is not None and not self._controller.why_not():
            self._controller.start()


def _left_out(run: RunResult, monitor: Monitor) -> RunResult:
    return with_left_out_intervals(run, monitor)
