"""The base of all table models: columns that are declared, rows of any kind, sorting, copying, and what an empty one
says."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakMethod

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from ...words import shown
from .tidy import TidyModel

Index = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")
Role = Qt.ItemDataRole
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True)
class Column(Generic[Row]):
    """One column of a table.

    Parameters
    ----------
    title : str
    text : callable
        What a row shows here.
    value : callable, optional
        The number or text that sorting, copying and saving use, in full precision; default: `text`.
    tip : str
        Of the heading.
    cell_tip : callable, optional
        Of a cell, as plain text; default: that of the whole row (`TableModel.row_tip`).
    number : bool
        Whether it is set to the right.
    roles : mapping
        Anything else that a view or delegate asks for: role → function of the row.
    edit : callable, optional
        Takes a row and the new text, and returns whether it was taken; makes the cell editable.
    tick : tuple of two callables, optional
        Whether a row is ticked, and what is done when that changes.
    copied : bool
        Whether it is part of what is copied and saved; columns of icons are not.
    """

    title: str
    text: Callable[[Row], str]
    value: Callable[[Row], Any] | None = None
    tip: str = ""
    cell_tip: Callable[[Row], str] | None = None
    number: bool = False
    roles: Mapping[int, Callable[[Row], Any]] | None = None
    edit: Callable[[Row, str], bool] | None = None
    tick: tuple[Callable[[Row], bool], Callable[[Row, bool], object]] | None = None
    copied: bool = True

    def sort_value(self, row: Row) -> Any:
        """What rows are ordered by."""
        return (self.value or self.text)(row)


def weakly(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of a model for use in its own columns.

    A model whose columns hold it is a ring, and Qt does not survive it when such a ring is collected piece by piece.
    """
    weak = WeakMethod(method)

    def call(*values: Any) -> Any:
        alive = weak()
        return alive(*values) if alive is not None else None

    return call


class TableModel(TidyModel, Generic[Row]):
    """A table of rows of one kind; the columns say what is shown of them.

    All that is shown is plain text: a name with ``<b>`` in it stays what it is, in cells and in tooltips.

    Parameters
    ----------
    columns : sequence of Column, optional
        Default: those of the class.
    rows : iterable, optional
    """

    columns: tuple[Column[Any], ...] = ()
    empty: str = ""
    """What a view says in the place of rows."""

    def __init__(self, columns: Sequence[Column[Row]] | None = None, rows: Iterable[Row] = (),
                 parent: QObject | None = None) -> None:
        super().__init__(parent)
        if columns is not None:
            self.columns = tuple(columns)
        self.rows: list[Row] = list(rows)
        self._order: tuple[int, Qt.SortOrder] | None = None

    # -- rows --------------------------------------------------------------------------------------------
    def set_rows(self, rows: Iterable[Row], columns: Sequence[Column[Row]] | None = None) -> None:
        """Show these rows, in the order that the user chose last."""
        with self.resetting():
            if columns is not None:
                self.columns = tuple(columns)
                if self._order is not None and self._order[0] >= len(self.columns):
                    self._order = None
            self.rows = list(rows)
            if self._order is not None:
                self.rows = [self.rows[k] for k in self._permutation(*self._order)]

    def add_row(self, row: Row) -> None:
        """One more row, at the end or where the chosen order has it."""
        at = len(self.rows)
        if self._order is not None:
            self.rows.append(row)
            at = self._permutation(*self._order).index(at)
            self.rows.pop()
        self.beginInsertRows(QModelIndex(), at, at)
        self.rows.insert(at, row)
        self.endInsertRows()

    def row(self, place: int) -> Row | None:
        """The row at a place; None if there is none."""
        return self.rows[place] if 0 <= place < len(self.rows) else None

    def refresh(self) -> None:
        """The same rows, which say something else now."""
        if self.rows and self.columns:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(self.columns) - 1))

    def row_tip(self, row: Row) -> str:
        """Tooltip of a row, as plain text."""
        return ""

    def row_font(self, row: Row) -> QFont | None:
        """Font of a row; None for the usual one."""
        return None

    # -- out of the program ------------------------------------------------------------------------------
    def table(self, places: Iterable[int] | None = None) -> tuple[list[str], list[list[Any]]]:
        """Header and rows for a spreadsheet or a file, numbers in full precision; all rows, or those at `places`."""
        columns = [c for c in self.columns if c.copied]
        chosen = self.rows if places is None else [self.rows[p] for p in places]
        return [c.title for c in columns], [[c.sort_value(row) for c in columns] for row in chosen]

    def copy_table(self, places: Sequence[int]) -> tuple[list[str], list[list[Any]]]:
        """What "Copy table" of the Edit menu takes."""
        return self.table(places)

    # -- Qt ----------------------------------------------------------------------------------------------
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def heading(self, section: int, role: int) -> Any:
        column = self.columns[section]
        if role == Role.DisplayRole:
            return column.title
        return column.tip or None if role == Role.ToolTipRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not index.isValid():
            return flags
        column = self.columns[index.column()]
        if column.edit is not None:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if column.tick is not None else flags

    def cell(self, index: Index, role: int) -> Any:
        row, column = self.rows[index.row()], self.columns[index.column()]
        if column.roles is not None and role in column.roles:
            return column.roles[role](row)
        if role in (Role.DisplayRole, Role.EditRole):
            text = column.text(row)
            return shown(text) if column.number and role == Role.DisplayRole else text
        if role == Role.TextAlignmentRole:
            return _RIGHT if column.number else None
        if role == Role.ToolTipRole:
            tip = column.cell_tip(row) if column.cell_tip is not None else self.row_tip(row)
            return tip or None
        if role == Role.CheckStateRole and column.tick is not None:
            return Qt.CheckState.Checked if column.tick[0](row) else Qt.CheckState.Unchecked
        return self.row_font(row) if role == Role.FontRole else None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return False
        column = self.columns[index.column()]
        if role == Role.CheckStateRole and column.tick is not None:
            column.tick[1](row, Qt.CheckState(value) == Qt.CheckState.Checked)
            return True
        return role == Role.EditRole and column.edit is not None and column.edit(row, str(value))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the rows by a column; what has no value comes last. A column below 0 keeps the order as it is."""
        self._order = (column, order) if 0 <= column < len(self.columns) else None
        if self._order is None or not self.rows:
            return
        self.layoutAboutToBeChanged.emit()
        places = self._permutation(column, order)
        to = {place: k for k, place in enumerate(places)}
        self.rows = [self.rows[k] for k in places]
        old = self.persistentIndexList()
        self.changePersistentIndexList(old, [self.index(to[i.row()], i.column()) for i in old])
        self.layoutChanged.emit()

    def _permutation(self, column: int, order: Qt.SortOrder) -> list[int]:
        values = [self.columns[column].sort_value(row) for row in self.rows]
        known = [k for k, v in enumerate(values) if not _missing(v)]
        known.sort(key=lambda k: _key(values[k]), reverse=order == Qt.SortOrder.DescendingOrder)
        return known + [k for k, v in enumerate(values) if _missing(v)]


def _missing(value: Any) -> bool:
    return value is None or value == "" or (isinstance(value, float) and math.isnan(value))


def _key(value: Any) -> tuple[int, Any]:
    """Numbers before texts; numbers in texts by their size ("s2" before "s10")."""
    if isinstance(value, (int, float)):
        return 0, float(value)
    try:
        return 0, float(value)  # numpy's
    except (TypeError, ValueError):
        return 1, natural(str(value))


def natural(text: str) -> list[tuple[int, int, str]]:
    """A text so that "s2" comes before "s10"."""
    parts: list[tuple[int, int, str]] = []
    number = ""
    for letter in f"{text.casefold()}\0":
        if letter.isdecimal():
            number += letter
            continue
        if number:
            parts.append((0, int(number), ""))
            number = ""
        parts.append((1, 0, letter))
    return parts
