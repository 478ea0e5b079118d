"""Samples that cannot be measured: asking why, and the list of them with their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QAbstractItemView, QVBoxLayout, QWidget

from ...session.standards.unavailable import bar, in_words, listed, reasons
from ...session.state import SessionState
from ...words import say
from ..dialogs import ask_text
from ..state import AppModel
from ..widgets import Column, TableModel, quiet_table, weakly
from ..widgets.as_written import Label

MOST_SHOWN = 4
"""So many rows at once; the list of suggestions needs the height."""
CHANGED = "Change why a sample cannot be measured"


def ask_reason(parent: QWidget, state: SessionState, number: int) -> str | None:
    """Ask why samples cannot be measured, with the usual reasons and free text; None if nothing shall be done."""
    text = "Why can the selected sample not be measured?" if number == 1 else (
        f"Why can the {number} selected samples not be measured?")
    reason, ok = ask_text(parent, "Cannot be measured", f"{text} Choose, or write another reason.",
                          choices=reasons(state))
    return reason.strip() if ok else None


Barred = tuple[str, int, str, str]
"""Instrument, row, sample and reason."""


class BarredModel(TableModel[Barred]):
    """One row per sample that cannot be measured; the reason can be edited."""

    def __init__(self, model: AppModel, parent: Any = None) -> None:
        super().__init__((
            Column("Sample", lambda r: r[2]), Column("Instrument", lambda r: r[0]),
            Column("Why", lambda r: r[3] or "no reason given", roles={Qt.ItemDataRole.EditRole: lambda r: r[3]},
                   edit=weakly(self._change))), parent=parent)
        self._model = model

    def show(self, rows: Sequence[Barred]) -> None:
        """Show these, if they are others."""
        if list(rows) != self.rows:
            self.set_rows(rows)

    def row_tip(self, row: Barred) -> str:
        return f"{row[2]} ({row[0]}, row {row[1] + 1}) is never suggested. A double click on the reason changes it."

    def _change(self, row: Barred, why: str) -> bool:
        if why.strip() != row[3]:
            self._model.change(CHANGED, bar(self._model.state, [row[:2]], why))
        return True


class BarredList(QWidget):
    """The list under the suggestions; hidden while every sample can be measured."""

    def __init__(self, model: AppModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.title = Label()
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
        self.title.setText(say(in_words(state)))
        self.setVisible(bool(self.table.rows))
        row = self.view.verticalHeader().defaultSectionSize()
        self.view.setFixedHeight(self.view.horizontalHeader().sizeHint().height() + row * min(
            len(self.table.rows), MOST_SHOWN) + 2 * self.view.frameWidth())

    @Slot()
    def _picked(self) -> None:
        rows = sorted({i.row() for i in self.view.selectionModel().selectedRows()})
        if rows:
            self._model.selection.select([self.table.rows[r][:2] for r in rows])
