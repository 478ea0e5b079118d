"""Selecting samples by name."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ...session.state import selections
from ..widgets import named
from ..widgets.as_written import Label
from .commands import SelectionCommands


class NameDialog(QDialog):
    """Asks for a part of a name, says how many samples have it, and selects them."""

    def __init__(self, commands: SelectionCommands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("select-by-name-dialog")
        self.setWindowTitle("Select by name")
        self._commands = commands
        self.text = named(QLineEdit(clearButtonEnabled=True), "select-name-text", "Part of the name")
        self.text.setPlaceholderText("Part of a name, or a pattern such as A*-07")
        self.text.setToolTip("Samples whose name contains this, on all instruments; * stands for any letters, ? for "
                             "one")
        label = Label("&Name contains")
        label.setBuddy(self.text)
        self.count = Label()
        self.count.setObjectName("select-name-count")
        self.count.setWordWrap(True)
        self.count.setMinimumWidth(380)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.choices: dict[str, QPushButton] = {}
        for how, text, tip in (("replace", "&Select", "Select these samples"),
                               ("add", "&Add", "Select these samples too"),
                               ("subtract", "&Take away", "These samples are selected no longer"),
                               ("intersect", "&Common", "Of what is selected, only these stay selected")):
            button = named(self.buttons.addButton(text, QDialogButtonBox.ButtonRole.ActionRole), f"select-name-{how}",
                           tip=tip)
            button.clicked.connect(partial(self._do, how))
            self.choices[how] = button
        self.choices["replace"].setDefault(True)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for part in (label, self.text, self.count, self.buttons):
            layout.addWidget(part)
        self.text.textChanged.connect(self._count)
        self._count()

    @Slot()
    def _count(self, *_: object) -> None:
        found = selections.by_name(self._commands.model.state, self.text.text())
        chosen = bool(self._commands.model.selection.samples)
        for how, button in self.choices.items():
            button.setEnabled(bool(found) and (chosen or how in ("replace", "add")))
        self.count.setText(f"Found: {selections.words(found)}." if found else
                           "No sample has such a name." if self.text.text().strip() else " ")

    def _do(self, how: str, *_: object) -> None:
        text = self.text.text().strip()
        self._commands.select(selections.by_name(self._commands.model.state, text), how, f"Name {text!r}")
        self.accept()
