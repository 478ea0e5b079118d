"""One dialog for every step: files, texts and choices, of which some are needed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ...presenters.lifecycle_steps import WHO, Field
from ..widgets import named
from ..widgets.as_written import Label, as_written

PERSON = "report/operator"
"""Where the window remembers who works with it."""


class StepDialog(QDialog):
    """Asks for what a step needs.

    Parameters
    ----------
    title : str
    lead : str
        A sentence above the lines; "" for none.
    fields : sequence of Field
    button : str
        What the button that agrees says.
    parent : QWidget
    settings : QSettings, optional
        Remembers the person.
    """

    def __init__(self, title: str, lead: str, fields: Sequence[Field], button: str, parent: QWidget,
                 settings: QSettings | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("life-step")
        self.setWindowTitle(title)
        self._fields, self._settings = {f.name: f for f in fields}, settings
        self.lines: dict[str, QLineEdit | QComboBox] = {}
        form = QFormLayout()
        for field in fields:
            self._add(form, field)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.ok.setText(button)
        named(self.ok, "life-step-ok", look="primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        if lead:
            layout.addWidget(Label(lead, wordWrap=True))
        layout.addLayout(form)
        layout.addWidget(self.buttons)
        self._refresh()

    def _add(self, form: QFormLayout, field: Field) -> None:
        title = field.label.replace("&", "")
        line: QLineEdit | QComboBox
        if field.choices:
            line = QComboBox()
            for value, text in field.choices:
                line.addItem(text, value)
        else:
            first = field.first
            if field.name == WHO.name and self._settings is not None:
                first = first or str(self._settings.value(PERSON, ""))
            line = QLineEdit(first)
            if field.secret:
                line.setEchoMode(QLineEdit.EchoMode.Password)
            line.setMinimumWidth(320)
            line.textChanged.connect(self._refresh)
        named(line, f"life-step-{field.name}", title, field.tip)
        self.lines[field.name] = line
        label = Label(field.label)
        label.setBuddy(line)
        if not field.file:
            form.addRow(label, line)
            return
        button = named(QPushButton("Choose…"), f"life-step-choose-{field.name}", f"Choose the file: {title}",
                       field.tip)
        button.setAutoDefault(False)
        button.clicked.connect(partial(self._choose, field))
        row = QHBoxLayout()
        row.addWidget(line, 1)
        row.addWidget(button)
        form.addRow(label, row)

    def _choose(self, field: Field, *_: object) -> None:
        ask = QFileDialog.getSaveFileName if field.file == "save" else QFileDialog.getOpenFileName
        path, _filter = ask(self, field.label.replace("&", ""), "", field.filter)
        line = self.lines[field.name]
        if path and isinstance(line, QLineEdit):
            line.setText(path)

    @property
    def answers(self) -> dict[str, str]:
        """What was given, by name."""
        return {name: str(line.currentData()) if isinstance(line, QComboBox) else
                line.text() if self._fields[name].secret else line.text().strip()
                for name, line in self.lines.items()}

    def _refresh(self, *_: object) -> None:
        given = self.answers
        lacking = [f.label.replace("&", "") for f in self._fields.values() if f.needed and not given.get(f.name)]
        if hasattr(self, "ok"):
            self.ok.setEnabled(not lacking)
            self.ok.setToolTip(as_written(f"Still needed: {', '.join(lacking)}" if lacking else self.windowTitle()))

    def accept(self) -> None:
        """Remember the person."""
        if not self.ok.isEnabled():
            return
        if self._settings is not None and self.answers.get(WHO.name):
            self._settings.setValue(PERSON, self.answers[WHO.name])
        super().accept()
