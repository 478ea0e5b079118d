"""The look of tables: whole rows, quiet grid, left headers, rows as high as the text asks for."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView


def quiet_table(
    model: QAbstractItemModel, name: str, title: str, *, single: bool = True, striped: bool = True,
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
    """
    view = QTableView()
    view.setObjectName(name)
    view.setAccessibleName(title)
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
    header = view.horizontalHeader()
    header.setHighlightSections(False)
    header.setTextElideMode(Qt.TextElideMode.ElideRight)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setMinimumSectionSize(28)
    header.setStretchLastSection(True)
    return view
