"""History dock: every run with what it used and how good it was; a click returns to it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ...session.state.editing import restored
from .. import theme
from ..actions import make_action, tool_button
from ..dock import Dock
from ..widgets import FitColumns, quiet_table
from .run_model import NAME, PARAMETERS, STANDARDS, STAR, STARTED, TIME, RunModel


class HistoryDock(Dock):
    """Runs of the session."""

    title = "History"
    dock_name = "history"
    area = "bottom"
    icon_name = "history"
    purpose = "All runs with their parameters and quality; return to any of them"
    help_page = "guide/runs.md"
    menu_title = "&Runs"
    draws_on = ("runsChanged", "currentRunChanged", "resultUpdated")

    def prepare(self) -> None:
        make = partial(make_action, self)
        self.rename = make("rename-run", "&Name run", "Give the chosen run a name", self._rename, key="Ctrl+F2",
                           icon="rename")
        self.star = make("star-run", "&Star run", "Mark the chosen run as worth keeping, or take the mark away",
                         self._star, key="Ctrl+D", icon="star")
        self.restore = make("restore-run", "&Restore its settings",
                            "Set method, parameters, preprocessing, standards and data back to those of the chosen "
                            "run", self._restore, icon="undo")
        self.delete = make("delete-run", "&Delete run", "Forget the chosen run; Undo brings it back", self._delete,
                           key="Ctrl+Shift+Del", icon="delete")
        self.previous = make("previous-run", "&Previous run", "Show the run before", partial(self._step, -1),
                             key="Alt+Left")
        self.next = make("next-run", "Ne&xt run", "Show the run after", partial(self._step, 1), key="Alt+Right")
        self.menu_actions = [self.previous, self.next, None, self.rename, self.star, self.restore, self.delete]

    def build(self) -> QWidget:
        self.runs = RunModel(self._model, self)
        self.view = self._make_view()
        FitColumns(self.view, PARAMETERS, (STARTED, TIME, STANDARDS, NAME))
        bar = QHBoxLayout()
        bar.setSpacing(2)
        for action in (self.rename, self.star, self.restore, self.delete):
            bar.addWidget(tool_button(action, self))
        bar.addStretch()
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(4)
        layout.addLayout(bar)
        layout.addWidget(self.view, 1)
        theme.signals().changed.connect(self.view.viewport().update)
        return body

    def update_actions(self) -> None:
        row, runs = self._row(), self._model.runs
        for action in (self.rename, self.star, self.restore, self.delete):
            action.setEnabled(row >= 0)
        self.previous.setEnabled(row > 0)
        self.next.setEnabled(0 <= row < len(runs) - 1)

    def draw(self) -> None:
        self.runs.take()
        row = next((k for k, line in enumerate(self.runs.rows) if line.shown), -1)
        if row >= 0:
            self.view.selectionModel().setCurrentIndex(
                self.runs.index(row, NAME),
                QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows)

    def _make_view(self) -> QTableView:
        view = quiet_table(self.runs, "run-table", "Runs", tip="A click shows a run, one on its star keeps it in "
                           "mind, a double click on its name changes it; a click on a heading orders the runs",
                           sortable=True)
        view.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed
                             | QAbstractItemView.EditTrigger.DoubleClicked)
        view.clicked.connect(self._clicked)
        view.activated.connect(self._clicked)
        return view

    def _row(self) -> int:
        """Place of the shown run among all."""
        run = self._model.current_run
        return next((k for k, r in enumerate(self._model.runs) if r is run), -1)

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        line = self.runs.row(index.row())
        if line is None:
            return
        if index.column() == STAR:
            self._model.star_run(line.place, not line.run.starred)
        elif line.run is not self._model.current_run:
            self._model.set_current_run(line.run)

    def _step(self, by: int) -> None:
        to = self._row() + by
        if 0 <= to < len(self._model.runs):
            self._model.set_current_run(self._model.runs[to])

    def _rename(self) -> None:
        self.show()
        self.raise_()
        self.view.setFocus()
        row = next((k for k, line in enumerate(self.runs.rows) if line.run is self._model.current_run), -1)
        if row >= 0:
            self.view.edit(self.runs.index(row, NAME))

    def _star(self) -> None:
        row = self._row()
        if row >= 0:
            self._model.star_run(row, not self._model.runs[row].starred)

    def _restore(self) -> None:
        run = self._model.current_run
        if run is not None:
            self._model.change("Restore the settings of a run", restored(self._model.state, run.state))

    def _delete(self) -> None:
        row = self._row()
        if row >= 0:
            self._model.delete_run(row)
