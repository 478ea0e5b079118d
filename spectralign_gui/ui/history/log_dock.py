"""Log dock: what was done and what the program said, with the time."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDockWidget, QPlainTextEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from ...session.run import RunResult
from ...words import say
from ..actions import make_action
from ..state import AppModel, RunController

LINES = 5000


class LogDock(QDockWidget):
    """Messages of the session."""

    title = "Log"
    dock_name = "log"
    area = "bottom"
    icon_name = "log"
    purpose = "What was done and what the program said"
    menu_title = "&Runs"

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(self.title, parent)
        self._model = model
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setObjectName("log-text")
        self.text.setAccessibleName("Log")
        self.text.setToolTip("What was done in this session, what the program said, and warnings of runs")
        self.text.setMaximumBlockCount(LINES)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setPlaceholderText("Nothing done yet.")
        self.clear = make_action(self, "clear-log", "Clear &log", "Empty the log", self.text.clear)
        self.menu_actions = [self.clear]
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.addWidget(self.text)
        self.setWidget(body)
        model.message.connect(self.add)
        self._index = 0
        model.undo_stack.indexChanged.connect(self._changed)
        model.runAdded.connect(self._run)

    @Slot(str)
    def add(self, text: str) -> None:
        """Add a line with the time."""
        self.text.appendPlainText(f"{datetime.now():%H:%M:%S}  {text}")

    @Slot(int)
    def _changed(self, index: int) -> None:
        stack, before = self._model.undo_stack, self._index
        self._index = index
        if index > before:
            self.add(stack.text(index - 1))
        elif index < before and isValid(stack) and stack.count() > index:  # a dying stack empties itself first
            self.add(f"Undone: {stack.text(index)}")

    @Slot(object)
    def _run(self, result: RunResult) -> None:
        for warning in result.warnings:
            self.add(f"{result.method.title}: {say(warning)}")
