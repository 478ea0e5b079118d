"""What the dialogs share: something is worked out in the background, told in a sentence, and applied on request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ...core.monitor import Monitor
from ...jobs import Job
from ...session.state import SessionState
from ..state import AppModel, RunController
from ..widgets import ShortBox, named
from ..widgets.as_written import Label

DELAY = 120
"""Milliseconds after the last change until it is worked out."""


class GroundDialog(QDialog):
    """Base of the dialogs.

    A subclass fills `body`, calls `later` when something was changed, and implements `plan` (what to work out in
    the background, or None with a sentence set by `say`) and `show_result`. What `offer` is given can be applied.

    Parameters
    ----------
    name, title, apply_text : str
        Object name, window title, text of the main button.
    """

    def __init__(self, model: AppModel, controller: RunController, name: str, title: str, apply_text: str,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self._model, self._jobs = model, controller.jobs
        self._job: Job | None = None
        self._change: tuple[str, SessionState, str] | None = None
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        self.sentence = named(Label(), f"{name}-sentence", "What was found")
        self.sentence.setWordWrap(True)
        self.sentence.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Apply | QDialogButtonBox.StandardButton.Cancel)
        self.apply_button = self.buttons.button(QDialogButtonBox.StandardButton.Apply)
        self.apply_button.setText(apply_text)
        named(self.apply_button, f"{name}-apply", look="primary")
        self.apply_button.setDefault(True)
        self.apply_button.setEnabled(False)
        self.apply_button.clicked.connect(self._apply)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addLayout(self.body, 1)
        layout.addWidget(self.sentence)
        layout.addWidget(self.buttons)
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self._start)
        self.finished.connect(self._end)

    # -- for subclasses ----------------------------------------------------------------------------------
    def plan(self) -> Callable[[Monitor], Any] | None:
        """What to work out, without touching widgets."""
        raise NotImplementedError

    def show_result(self, made: Any) -> None:
        """Show what was worked out, and `offer` it."""
        raise NotImplementedError

    def say(self, text: str, kind: str = "") -> None:
        """Show a sentence; `kind` is "", "good", "warning", "bad" or "muted"."""
        self.sentence.setText(text)
        self.sentence.setProperty("class", kind)
        self.sentence.style().unpolish(self.sentence)
        self.sentence.style().polish(self.sentence)

    def offer(self, text: str, state: SessionState, message: str) -> None:
        """Let the state be applied, undoable as `text`; `message` goes to the status bar and the log."""
        self._change = (text, state, message)
        self.apply_button.setEnabled(True)

    def withdraw(self) -> None:
        """There is nothing to apply (yet)."""
        self._change = None
        self.apply_button.setEnabled(False)

    @Slot()
    def later(self) -> None:
        """Work it out again, shortly after the last change."""
        self.withdraw()
        self._timer.start()

    def instrument_box(self, name: str, accessible: str, tip: str, current: str = "") -> QComboBox:
        """A choice of the loaded instruments."""
        box = named(ShortBox(letters=24), name, accessible, tip)
        box.addItems(list(self._model.state.instruments))
        box.setCurrentIndex(max(box.findText(current), 0))
        return box

    # -- working -----------------------------------------------------------------------------------------
    @property
    def busy(self) -> bool:
        """Whether something is still being worked out."""
        return self._timer.isActive() or self._job is not None

    @Slot()
    def _start(self) -> None:
        work = self.plan()
        if self._job is not None:
            self._job.discard()
            self._job = None
        if work is None:
            return
        self._job = self._jobs.start(work, finished=self._worked, failed=self._failed)

    @Slot(object)
    def _worked(self, made: Any) -> None:
        self._job = None
        self.show_result(made)

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self._job = None
        self.say(sentence, "bad")
        self.withdraw()

    @Slot()
    def _apply(self) -> None:
        if self._change is not None:
            text, state, message = self._change
            self._model.change(text, state)
            self._model.message.emit(message)
            self.accept()

    @Slot()
    def _end(self) -> None:
        self._timer.stop()
        if self._job is not None:
            self._job.discard()
            self._job = None


def line_of(*parts: QWidget | str) -> QHBoxLayout:
    """Widgets and words in a line; a word before a widget becomes its label."""
    line = QHBoxLayout()
    line.setSpacing(6)
    word: QLabel | None = None
    for part in parts:
        if isinstance(part, str):
            word = Label(part)
            line.addWidget(word)
        else:
            if word is not None:
                word.setBuddy(part)
            word = None
            line.addWidget(part)
    line.addStretch()
    return line
