"""Log dock: what was done and what the program said, with the time."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from ..actions import make_action
from ..dock import Dock
from ..state.session_log import LINES, LogLine
from ..widgets import named


class LogDock(Dock):
    """Shows the log of the session."""

    title = "Log"
    dock_name = "log"
    area = "bottom"
    icon_name = "log"
    purpose = "What was done and what the program said"
    help_page = "guide/trouble.md"
    menu_title = "&Runs"

    def prepare(self) -> None:
        self.clear = make_action(self, "clear-log", "Clear &log", "Empty the log", self._model.log.clear)
        self.menu_actions = [self.clear]
        self._model.log.added.connect(self._added)
        self._model.log.replaced.connect(self._fill)

    def build(self) -> QWidget:
        self.text = named(QPlainTextEdit(readOnly=True), "log-text", "Log", "What was done in this project, what the "
                          "program said, and warnings of runs; kept with the project")
        self.text.setMaximumBlockCount(LINES)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setPlaceholderText("Nothing done yet.")
        self._show_all()
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.addWidget(self.text)
        return body

    def _show_all(self) -> None:
        today = datetime.now()
        self.text.setPlainText("\n".join(line.shown(today) for line in self._model.log.lines))

    @Slot()
    def _fill(self) -> None:
        if self.is_built:
            self._show_all()

    @Slot(object)
    def _added(self, line: LogLine) -> None:
        if self.is_built:
            self.text.appendPlainText(line.shown(datetime.now()))
