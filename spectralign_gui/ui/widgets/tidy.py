"""Bases of all tables: asked for what is not there they answer nothing, and names in their tooltips stay plain text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from .as_written import as_written, wrapped

Index = QModelIndex | QPersistentModelIndex
TIP = Qt.ItemDataRole.ToolTipRole


class TidyModel(QAbstractTableModel):
    """A table model that implements `cell` and `heading` in place of ``data`` and ``headerData``.

    A view keeps what it knew of a table for a moment after the table has changed; what it asks for then is gone.
    """

    def cell(self, index: Index, role: int) -> Any:
        """What a cell that is there says in a role."""
        raise NotImplementedError

    def heading(self, section: int, role: int) -> Any:
        """What the heading of a column that is there says in a role."""
        raise NotImplementedError

    @contextmanager
    def resetting(self) -> Iterator[None]:
        """While the content is exchanged; views are told that it is over whatever happens."""
        self.beginResetModel()
        try:
            yield
        finally:
            self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= self.rowCount() or index.column() >= self.columnCount():
            return None
        value = self.cell(index, role)
        return as_written(value) if role == TIP and isinstance(value, str) else value

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        value = self.heading(section, role)
        return wrapped(value) if role == TIP and isinstance(value, str) else value
