"""Answer other programs on this computer: a window that starts and stops the service, and shows the last calls."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QSpinBox, QVBoxLayout, QWidget

from ...core.monitor import Monitor
from ...jobs import Job
from ...session.predict.model import Model
from ...session.run import RunResult
from ..actions import make_action
from ..state import RunController
from ..widgets import Column, TableModel, named, quiet_table
from ..widgets.as_written import Label
from ..widgets.on_screen import on_screen

if TYPE_CHECKING:
    from ...io.serving import ModelServer

BREATH = 0.1
"""Seconds between two looks whether it was stopped, and at the calls."""
SOURCES = "Saved models and records (*.h5 *.hdf5 *.life)"
CALLS = ("Time", "Caller", "Call", "Answer")


def _text(k: int, row: list[str]) -> str:
    return row[k]


class CallModel(TableModel[list[str]]):
    """A row per call, the newest first."""

    empty = "No program has called yet."

    def __init__(self, parent: QObject) -> None:
        super().__init__([Column(title, partial(_text, k), cell_tip=partial(_text, k))
                          for k, title in enumerate(CALLS)], parent=parent)


class ServeWindow(QDialog):
    """Starts and stops the service. Closed, it goes on; opened again, it shows the same.

    Parameters
    ----------
    controller : RunController
    shown : callable
        The shown run and the instrument, None where nothing can be predicted.
    parent : QWidget
    """

    def __init__(self, controller: RunController, shown: Callable[[], tuple[RunResult, str] | None], parent: QWidget
                 ) -> None:
        super().__init__(parent)
        self.setObjectName("serve-window")
        self.setWindowTitle("Answer other programs")
        self._controller, self._shown = controller, shown
        self._job: Job | None = None
        self.address = ""
        self.source = named(QLineEdit(), "serve-source", "Model or record", "A saved model, or the record of one, "
                            "whose version in force answers; empty: the shown run as it is now")
        self.source.setPlaceholderText("the shown run")
        self.source.setMinimumWidth(280)
        choose = named(QPushButton("&Choose…"), "serve-choose", tip="Choose a saved model or a record")
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        self.port = named(QSpinBox(minimum=0, maximum=65535, value=8765), "serve-port", "Port", "Number that programs "
                          "call; 0 takes one that is free")
        self.toggle = named(QPushButton("&Start"), "serve-toggle", tip="Start or stop answering", look="primary")
        self.toggle.clicked.connect(self._toggle)
        self.says = named(Label("Programs on this computer only can call; “spectralign serve” also answers others.",
                                wordWrap=True), "serve-says", "Whether it answers, and where")
        self.calls = CallModel(self)
        table = quiet_table(self.calls, "serve-calls", "Last calls", tip="The last calls, the newest first")
        line = QHBoxLayout()
        for word, widget in (("&Model", self.source), ("&Port", self.port)):
            label = Label(word)
            label.setBuddy(widget)
            line.addWidget(label)
            line.addWidget(widget, int(widget is self.source))
            if widget is self.source:
                line.addWidget(choose)
        line.addWidget(self.toggle)
        layout = QVBoxLayout(self)
        layout.addLayout(line)
        layout.addWidget(self.says)
        layout.addWidget(table, 1)
        letter = self.fontMetrics()
        self.resize(on_screen(self, 100 * letter.averageCharWidth(), 20 * letter.height()))

    @property
    def running(self) -> bool:
        """Whether it answers."""
        return self._job is not None

    @Slot()
    def _choose(self, *_: object) -> None:
        path, _filter = QFileDialog.getOpenFileName(self, "Model or record", "", SOURCES)
        if path:
            self.source.setText(path)

    @Slot()
    def _toggle(self, *_: object) -> None:
        if self._job is not None:
            self._job.cancel()
        else:
            self.start()

    def start(self) -> None:
        """Begin to answer."""
        source, port, shown = self.source.text().strip(), self.port.value(), self._shown()
        if self._job is not None:
            return
        if not source and shown is None:
            self.says.setText("There is no run that predicts; choose a saved model or a record.")
            return

        def made() -> ModelServer:
            from ...io.lifecycle.following import Following, is_record
            from ...io.model_file import load_model
            from ...io.serving import ModelServer

            if source:
                return ModelServer(Following(source) if is_record(source) else load_model(source), port=port)
            assert shown is not None
            return ModelServer(Model.of(shown[0]), port=port)

        def work(monitor: Monitor) -> None:
            with made() as server:
                thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": BREATH}, daemon=True)
                thread.start()
                seen = None
                try:
                    while True:
                        last = server.last[-1] if server.last else None
                        if seen is None or seen[0] is not last:
                            seen = (last,)
                            rows = [[c.when, c.who, c.what, str(c.status)] for c in reversed(list(server.last))]
                            monitor.report(server.address, 0.0, address=server.address, calls=rows)
                        monitor.raise_if_cancelled()
                        time.sleep(BREATH)
                finally:
                    server.shutdown()
                    thread.join()

        self._job = self._controller.jobs.start(work, "Answering", failed=self._over, snapshot=self._heard,
                                                cancelled=partial(self._over, "It does not answer any more."))
        self.says.setText("Starting …")
        self._enable()

    def _heard(self, values: dict[str, object]) -> None:
        self.address = str(values.get("address", ""))
        what = Path(self.source.text()).name if self.source.text().strip() else "the shown run as it was at the start"
        self.says.setText(f"Answers at {self.address} with {what}; the page there says how to call.")
        rows = values.get("calls")
        self.calls.set_rows(list(rows) if isinstance(rows, list) else [])

    def _over(self, sentence: str) -> None:
        self._job, self.address = None, ""
        self.says.setText(sentence)
        self._enable()

    def _enable(self) -> None:
        self.toggle.setText("&Stop" if self.running else "&Start")
        for widget in (self.source, self.port):
            widget.setEnabled(not self.running)


class ServeAction(QObject):
    """The entry *Predict ▸ In routine ▸ Answer other programs…*.

    Parameters
    ----------
    controller, shown
        See `ServeWindow`.
    parent : QWidget
    """

    def __init__(self, controller: RunController, shown: Callable[[], tuple[RunResult, str] | None], parent: QWidget
                 ) -> None:
        super().__init__(parent)
        self._controller, self._shown, self._window = controller, shown, parent
        self.window: ServeWindow | None = None
        self.action = make_action(parent, "predict-serve", "Ans&wer other programs…", "Predict for other programs on "
                                  "this computer: a LIMS, a script, the software of an instrument", self.show,
                                  icon="link")

    def show(self) -> ServeWindow:
        """Open the window."""
        if self.window is None:
            self.window = ServeWindow(self._controller, self._shown, self._window.window())
        self.window.show()
        self.window.raise_()
        return self.window
