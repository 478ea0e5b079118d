"""Log dock: what was done and what the program said, with the time."""

from __future__ import annotations

from collections import deque
from datetime import datetime

from PySide6.QtCore import Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from ...session.run import RunResult
from ..actions import make_action
from ..dock import Dock

LINES = 5000


class LogDock(Dock):
    """Messages of the session."""

    title = "Log"
    dock_name = "log"
    area = "bottom"
    icon_name = "log"
    purpose = "What was done and what the program said"
    help_page = "guide/trouble.md"
    menu_title = "&Runs"

    def prepare(self) -> None:
        self.lines: deque[str] = deque(maxlen=LINES)
        self.clear = make_action(self, "clear-log", "Clear &log", "Empty the log", self._clear)
        self.menu_actions = [self.clear]
        model = self._model
        model.message.connect(self.add)
        self._index = 0
        model.undo_stack.indexChanged.connect(self._changed_to)
        model.runAdded.connect(self._run)

    def build(self) -> QWidget:
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setObjectName("log-text")
        self.text.setAccessibleName("Log")
        self.text.setToolTip("What was done in this session, what the program said, and warnings of runs")
        self.text.setMaximumBlockCount(LINES)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setPlaceholderText("Nothing done yet.")
        self.text.setPlainText("\n".join(self.lines))
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.addWidget(self.text)
        return body

    def _clear(self) -> None:
        self.lines.clear()
        if self.is_built:
            self.text.clear()

    @Slot(str)
    def add(self, text: str) -> None:
        """Add a line with the time."""
        line = f"{datetime.now():%H:%M:%S}  {text}"
        self.lines.append(line)
        if self.is_built:
            self.text.appendPlainText(line)

    @Slot(int)
    def _changed_to(self, index: int) -> None:
        stack, before = self._model.undo_stack, self._index
        self._index = index
        if index > before:
            self.add(stack.text(index - 1))
        elif index < before and isValid(stack) and stack.count() > index:  # a dying stack empties itself first
            self.add(f"Undone: {stack.text(index)}")

    @Slot(object)
    def _run(self, result: RunResult) -> None:
        for warning in result.warnings:
            self.add(f"{result.method.title}: {warning}")
