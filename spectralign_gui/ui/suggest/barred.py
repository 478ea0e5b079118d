"""Samples that cannot be measured: asking why, and the list of them with their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Slot
from PySide6.QtWidgets import QAbstractItemView, QInputDialog, QLabel, QVBoxLayout, QWidget

from ...session.standards.unavailable import bar, in_words, listed, reasons
from ...session.state import SessionState
from ..state import AppModel
from ..widgets import HeadedModel, quiet_table

HEADINGS = ("Sample", "Instrument", "Why")
WHY = 2
MOST_SHOWN = 4
"""So many rows at once; the list of suggestions needs the height."""
Index = QModelIndex | QPersistentModelIndex
CHANGED = "Change why a sample cannot be measured"


def ask_reason(parent: QWidget, state: SessionState, number: int) -> str | None:
    """Ask why samples cannot be measured, with the usual reasons and free text; None if nothing shall be done."""
    text = "Why can the selected sample not be measured?" if number == 1 else (
        f"Why can the {number} selected samples not be measured?")
    reason, ok = QInputDialog.getItem(parent, "Cannot be measured", f"{text} Choose, or write another reason.",
                                      reasons(state), 0, True)
    return reason.strip() if ok else None


class BarredModel(HeadedModel):
    """One row per sample that cannot be measured; the reason can be edited."""

    headings = HEADINGS
    editable = WHY

    def __init__(self, model: AppModel, parent: Any = None) -> None:
        super().__init__(parent)
        self._model = model
        self.rows: list[tuple[str, int, str, str]] = []

    def show(self, rows: Sequence[tuple[str, int, str, str]]) -> None:
        """Instrument, row, sample and reason of each."""
        if list(rows) != self.rows:
            self.beginResetModel()
            self.rows = list(rows)
            self.endResetModel()

    def length(self) -> int:
        return len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        name, row, sample, why = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            shown = why or ("no reason given" if role == Qt.ItemDataRole.DisplayRole else "")
            return (sample, name, shown)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{sample} ({name}, row {row + 1}) is never suggested. A double click on the reason changes it."
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or index.column() != WHY:
            return False
        name, row, _, why = self.rows[index.row()]
        if str(value).strip() != why:
            self._model.change(CHANGED, bar(self._model.state, [(name, row)], str(value)))
        return True


class BarredList(QWidget):
    """The list under the suggestions; hidden while every sample can be measured."""

    def __init__(self, model: AppModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.title = QLabel()
        self.title.setObjectName("suggest-barred-title")
        self.title.setWordWrap(True)
        self.table = BarredModel(model, self)
        self.view = quiet_table(self.table, "suggest-barred", "Samples that cannot be measured", single=False)
        self.view.setToolTip("Samples that are never suggested, and why. A double click on the reason changes it; "
                             "chosen ones can be allowed again")
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked
                                  | QAbstractItemView.EditTrigger.EditKeyPressed)
        self.view.selectionModel().selectionChanged.connect(self._picked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.title)
        layout.addWidget(self.view, 1)

    def follow(self, state: SessionState) -> None:
        """Show what the session says."""
        self.table.show(listed(state))
        self.title.setText(in_words(state))
        self.setVisible(bool(self.table.rows))
        row = self.view.verticalHeader().defaultSectionSize()
        self.view.setFixedHeight(self.view.horizontalHeader().sizeHint().height() + row * min(
            len(self.table.rows), MOST_SHOWN) + 2 * self.view.frameWidth())

    @Slot()
    def _picked(self) -> None:
        rows = sorted({i.row() for i in self.view.selectionModel().selectedRows()})
        if rows:
            self._model.selection.select([self.table.rows[r][:2] for r in rows])
