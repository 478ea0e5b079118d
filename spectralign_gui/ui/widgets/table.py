"""The look of tables: whole rows, quiet grid, left headers, rows as high as the text asks for."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QItemSelectionModel, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from .as_written import wrapped
from .named import named
from .telling import TellingHeader


class QuietTable(QTableView):
    """A table that says why it is empty, and in which the key for editing a cell (F2) does that, also where the window
    has another use for it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        model = self.model()
        sentence = getattr(model, "empty", "") if model is not None and not model.rowCount() else ""
        if sentence:
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            room = self.viewport().rect().adjusted(8, 6, -8, -6)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
                             | int(Qt.TextFlag.TextWordWrap), sentence)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            editable = self.currentIndex().flags() & Qt.ItemFlag.ItemIsEditable
            by_key = self.editTriggers() & QAbstractItemView.EditTrigger.EditKeyPressed
            if event.key() == Qt.Key.Key_F2 and by_key and editable:
                event.accept()
                return True
        return super().event(event)


def leave_selection_to_rows(view: QTableView) -> None:
    """Have the headings not look at what is selected.

    Where only whole rows are selected they show nothing of it, but Qt asks for every row of a selection, once for each
    heading and whenever they are painted, whether all of a column is selected: with 50,000 rows that takes half a
    second.
    """
    header = view.horizontalHeader()
    header.setSelectionModel(QItemSelectionModel(view.model(), header))


def quiet_table(
    model: QAbstractItemModel, name: str, title: str, *, single: bool = True, striped: bool = True, tip: str = "",
    sortable: bool = False,
) -> QTableView:
    """A table view.

    Parameters
    ----------
    model : QAbstractItemModel
    name : str
        Object name.
    title : str
        What it shows, for those who hear it read.
    single : bool
        Whether only one row can be selected.
    striped : bool
        Whether every other row is tinted.
    tip : str
        What it shows and what can be done with it, in a sentence; a cell may say something of its own.
    sortable : bool
        Whether a click on a heading orders the rows; until then they stay as the model has them.
    """
    view = named(QuietTable(), name, title)
    view.setToolTip(wrapped(tip))
    view.setHorizontalHeader(TellingHeader(view))
    view.setModel(model)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    if single:
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setAlternatingRowColors(striped)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setTabKeyNavigation(False)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(view.fontMetrics().height() + 8)
    leave_selection_to_rows(view)
    header = view.horizontalHeader()
    header.setHighlightSections(False)
    header.setTextElideMode(Qt.TextElideMode.ElideRight)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setMinimumSectionSize(28)
    header.setStretchLastSection(True)
    if sortable:
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        view.setSortingEnabled(True)
    return view
