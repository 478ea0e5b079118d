"""How many threads calculations use."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QSpinBox, QVBoxLayout, QWidget

from ...core.threads import available_cores
from ..widgets import named
from ..widgets.as_written import Label

MOST = 256


class ThreadsDialog(QDialog):
    """A number of threads, or automatic (the lowest step of the spin box)."""

    def __init__(self, parent: QWidget | None, count: int | None) -> None:
        super().__init__(parent)
        self.setObjectName("threads-dialog")
        self.setWindowTitle("Calculation threads")
        cores = len(available_cores())
        self.box = named(QSpinBox(), "threads-count", "Threads",
                         "How many threads a calculation uses at once; remembered for the next start")
        self.box.setRange(0, MOST)
        self.box.setSpecialValueText("automatic")
        self.box.setValue(count or 0)
        label = Label("&Threads")
        label.setBuddy(self.box)
        form = QFormLayout()
        form.addRow(label, self.box)
        hint = Label(
            f"This computer has {cores} processor{'s' if cores > 1 else ''}. Automatic takes one thread for small sets "
            "and all processors for large ones. Take fewer where other programs need the computer at the same time; "
            "more than there are processors makes calculations slower. It counts from the next run on.")
        hint.setObjectName("threads-hint")
        hint.setWordWrap(True)
        hint.setMinimumWidth(380)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(hint)
        layout.addLayout(form)
        layout.addWidget(buttons)

    @property
    def count(self) -> int | None:
        """The number chosen; None is automatic."""
        return self.box.value() or None
