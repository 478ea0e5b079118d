"""What the user adds to a report."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from ..widgets import named
from ..widgets.as_written import Label


class ReportDialog(QDialog):
    """Title, operator and remark."""

    def __init__(self, parent: QWidget, settings: QSettings, title: str) -> None:
        super().__init__(parent)
        self.setObjectName("report-dialog")
        self.setWindowTitle("Write a report")
        self._settings = settings
        self.title = QLineEdit(title)
        self.operator = QLineEdit(str(settings.value("report/operator", "")))
        self.remark = QPlainTextEdit()
        self.remark.setTabChangesFocus(True)
        self.remark.setMinimumSize(420, 90)
        form = QFormLayout()
        for field, name, label, tip in (
            (self.title, "report-title", "&Title", "Heading of the report"),
            (self.operator, "report-operator", "&Operator", "Who did the work; remembered for the next report"),
            (self.remark, "report-remark", "&Remark", "Anything that should be on file with the result"),
        ):
            named(field, name, label.replace("&", ""), tip)
            text = Label(label)
            text.setBuddy(field)
            form.addRow(text, field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Save).setText("&Choose a file…")
        named(buttons.button(QDialogButtonBox.StandardButton.Save), "report-save", look="primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(buttons)

    def accept(self) -> None:
        """Remember the operator."""
        self._settings.setValue("report/operator", self.operator.text())
        super().accept()
