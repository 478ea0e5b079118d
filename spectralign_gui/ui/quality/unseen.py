"""On request: hits of held-out samples whose spectra the fit never saw."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ...core.monitor import Monitor
from ...session.run import RunResult
from ...session.run.run_quality import UnseenHits
from ...session.run.unseen_hits import unseen_hits
from ...words import say
from ..actions import make_action
from ..dock import Work
from ..state import AppModel
from ..widgets import named
from ..widgets.as_written import Label

TIP = ("Solve the alignment again without the spectra of the held-out samples, map them afterwards, and count how many "
       "find their partner: the figure for samples whose spectra the fit never saw")


def sentence(result: RunResult, found: UnseenHits) -> str:
    """The counts in words."""
    pair = result.held_out_pairs[0]
    a, b = result.datasets[int(pair[0])].name, result.datasets[int(pair[2])].name
    n_a, n_b = found.sizes
    counts = "; ".join(f"top {k}: {there}/{n_a} on {b}, {back}/{n_b} on {a}"
                       for k, (there, back) in sorted(found.counts.items()))
    return (f"Samples whose spectra the fit never saw find their partner among the {counts}. For these the alignment "
            "was solved again without them; a sample that is measured tomorrow can expect the same.")


class UnseenPart(QWidget):
    """A button, and what it found for the shown run."""

    def __init__(self, model: AppModel, work: Work, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._work = model, work
        self._result: RunResult | None = None
        self.action = make_action(parent, "quality-unseen", "Hits of &unseen samples", TIP, self._start)
        self.button = named(QPushButton("Hits of unseen samples"), "quality-unseen-button", tip=TIP)
        self.button.clicked.connect(self.action.trigger)
        self.says = Label()
        self.says.setObjectName("quality-unseen-says")
        self.says.setWordWrap(True)
        self.says.setProperty("class", "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.button)
        layout.addWidget(self.says)
        self.follow(None)

    def follow(self, result: RunResult | None) -> None:
        """Another run is shown."""
        self._result = result
        possible = result is not None and bool(result.quality.hit) and len(result.held_out_pairs) > 0
        known = result.quality.unseen if result is not None else None
        text = sentence(result, known) if result is not None and known is not None else ""
        self.setVisible(possible)
        self.action.setEnabled(possible and not text)
        self.button.setVisible(possible and not text)
        self.button.setEnabled(True)
        self._say(text)

    def _say(self, text: str) -> None:
        self.says.setText(text)
        self.says.setVisible(bool(text))

    @Slot()
    def _start(self) -> None:
        result = self._result
        if result is None:
            return

        def work(monitor: Monitor) -> UnseenHits | str:
            try:
                return unseen_hits(result, monitor)
            except NotImplementedError as error:
                return f"There is no such figure for this method: {say(error)}"

        self.action.setEnabled(False)
        self.button.setEnabled(False)
        self._work.start(work, partial(self._found, result), key="quality-unseen", title="Hits of unseen samples",
                         failed=partial(self._failed, result), cancelled=partial(self._failed, result, ""))

    def _found(self, result: RunResult, found: UnseenHits | str) -> None:
        if isinstance(found, UnseenHits):
            self._model.note_quality(result, unseen=found)
        if self._result is None or self._result.estimator is not result.estimator:
            return
        if isinstance(found, UnseenHits):
            self.follow(replace(self._result, quality=self._result.quality.with_(unseen=found)))
        else:
            self.action.setEnabled(False)
            self.button.hide()
            self._say(found)

    def _failed(self, result: RunResult, text: str) -> None:
        if self._result is not None and self._result.estimator is result.estimator:
            self.follow(self._result)
            self._say(f"✗ {text}" if text else "")
