"""Bases of all tables: asked for what is not there they answer nothing, and names in their tooltips stay plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


class HeadedModel(TidyModel):
    """A table model with fixed columns; what is below them is up to `length` and `cell`."""

    headings: tuple[str, ...] = ()
    tips: Mapping[int, str] = {}
    """Tooltips of the columns that need one."""
    editable: int | None = None
    """The column that can be edited."""

    def length(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else self.length()

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.headings)

    def heading(self, section: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section]
        return self.tips.get(section) if role == TIP else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == self.editable else flags
