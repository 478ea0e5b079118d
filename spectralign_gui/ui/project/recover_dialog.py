"""What several crashes left, in one list: recover one of them, discard some, keep the rest for later."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, Qt, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ...io.recovery import Unsaved
from ..widgets import named
from ..widgets.as_written import Label, as_written


def local_time(written: str) -> str:
    """An ISO time as the user's clock shows it; what cannot be read is shown as it is."""
    time = QDateTime.fromString(written, Qt.DateFormat.ISODate)
    return QLocale().toString(time.toLocalTime(), "d MMMM yyyy, HH:mm") if time.isValid() else written


def called(unsaved: Unsaved) -> str:
    """Name of the project that unsaved work belongs to."""
    return Path(unsaved.project).name if unsaved.project else "a session without a project file"


class RecoveryDialog(QDialog):
    """Unsaved work of several windows that ended unexpectedly, newest first.

    Parameters
    ----------
    found : sequence of Unsaved
    parent : QWidget, optional

    Attributes
    ----------
    chosen : Unsaved or None
        What is to be recovered, once the dialog was accepted.
    """

    def __init__(self, found: Sequence[Unsaved], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("recovery-dialog")
        self.setWindowTitle("Recover unsaved work?")
        self.chosen: Unsaved | None = None
        text = Label("SpectrAlign ended unexpectedly more than once, with unsaved work each time. One of these can be "
                      "opened now; the others are kept and offered again at the next start.")
        text.setWordWrap(True)
        text.setMinimumWidth(420)
        self.list = named(QListWidget(), "recovery-list", "Unsaved work", "The last automatic copy of every window "
                          "that ended unexpectedly; several can be chosen with Ctrl or Shift to be discarded")
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        for unsaved in found:
            item = QListWidgetItem(f"{called(unsaved)}, last copy of {local_time(unsaved.saved_at)}")
            item.setData(Qt.ItemDataRole.UserRole, unsaved)
            item.setToolTip(as_written(unsaved.project or "It was never saved as a project"))
            self.list.addItem(item)
        self.list.setMinimumWidth(min(self.list.sizeHintForColumn(0) + 4 * self.list.frameWidth() + 24, 700))
        buttons = QDialogButtonBox()
        self.recover, self.discard, later = (QPushButton(t) for t in ("&Recover", "&Discard", "&Later"))
        for button, name, role, tip in (
                (self.recover, "recovery-recover", QDialogButtonBox.ButtonRole.AcceptRole,
                 "Open the chosen work; it stays unsaved until you save it"),
                (self.discard, "recovery-discard", QDialogButtonBox.ButtonRole.DestructiveRole,
                 "Forget the chosen work for good"),
                (later, "recovery-later", QDialogButtonBox.ButtonRole.RejectRole,
                 "Keep everything and ask again at the next start")):
            named(button, name, tip=tip)
            buttons.addButton(button, role)
        self.recover.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.discard.clicked.connect(self._discard)
        self.list.itemSelectionChanged.connect(self._enable)
        self.list.itemDoubleClicked.connect(self.accept)
        layout = QVBoxLayout(self)
        for part in (text, self.list, buttons):
            layout.addWidget(part)
        self.list.setCurrentRow(0)
        self._enable()

    @Slot()
    def _enable(self) -> None:
        count = len(self.list.selectedItems())
        self.recover.setEnabled(count == 1)
        self.discard.setEnabled(count > 0)

    @Slot()
    def _discard(self) -> None:
        for item in self.list.selectedItems():
            item.data(Qt.ItemDataRole.UserRole).discard()
            self.list.takeItem(self.list.row(item))
        if not self.list.count():
            self.reject()
        elif not self.list.selectedItems():
            self.list.setCurrentRow(0)

    @Slot()
    def accept(self) -> None:
        """Take what is chosen."""
        items = self.list.selectedItems()
        if len(items) == 1:
            self.chosen = items[0].data(Qt.ItemDataRole.UserRole)
            super().accept()
