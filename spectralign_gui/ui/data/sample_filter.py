"""Which samples of an instrument a table shows, and in which order.

Qt's own filter and sort ask for every single row, which with many thousands of samples stops the window. And this is
no `QAbstractProxyModel`, whose ``parent`` would be Python: Qt asks it for every cell and every stretch of selected
rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Slot

from ..widgets.tidy import TidyModel
from .sample_model import SampleModel

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class SampleFilter(TidyModel):
    """Shows samples whose name contains a text, and on request only those without a standard; sorts them.

    Parameters
    ----------
    samples : SampleModel
        All samples of the instrument.
    """

    def __init__(self, samples: SampleModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._samples = samples
        self._text, self._only_unmarked = "", False
        self._columns = 0  # known, since Qt asks for it for every selected row
        self._column, self._order = -1, Qt.SortOrder.AscendingOrder
        self._rows = np.zeros(0, dtype=np.intp)  # row of the data set in each row of the table
        self._places: np.ndarray | None = None  # the other way round; -1 where it is not shown
        samples.modelAboutToBeReset.connect(self.beginResetModel)
        samples.modelReset.connect(self._reset)
        samples.dataChanged.connect(self._changed)
        self._take(self._wanted())

    # -- what is shown -----------------------------------------------------------------------------------
    def set_text(self, text: str) -> None:
        """Show names that contain `text` (case is ignored)."""
        self._text = text.strip().casefold()
        self._arrange()

    def set_only_unmarked(self, only: bool) -> None:
        """Hide the samples that already belong to a standard."""
        self._only_unmarked = only
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order by a column; -1 is the order of the file."""
        self._column, self._order = column, order
        self._arrange()

    def sortColumn(self) -> int:
        """The column that rows are ordered by, or -1."""
        return self._column

    def data_rows(self, rows: np.ndarray) -> np.ndarray:
        """Rows of the data set in rows of the table."""
        return self._rows[rows]

    def shown_rows(self, rows: np.ndarray) -> np.ndarray:
        """Rows of the table of rows of the data set, ascending; those that are not shown are left out."""
        if self._places is None:
            return np.sort(rows[rows < len(self._rows)])
        places = self._places[rows[rows < len(self._places)]]
        return np.sort(places[places >= 0])

    def _wanted(self) -> np.ndarray:
        model = self._samples
        shown = model.matching(self._text)
        if self._only_unmarked:
            shown = shown[~model.is_marked()[shown]]
        if 0 <= self._column < model.columnCount():
            shown = model.ordered(shown, self._column, self._order == Qt.SortOrder.DescendingOrder)
        return shown

    @Slot()
    def _arrange(self) -> None:
        wanted = self._wanted()
        if not np.array_equal(wanted, self._rows):
            with self.resetting():
                self._take(wanted)

    def _take(self, rows: np.ndarray) -> None:
        n, self._columns = self._samples.rowCount(), self._samples.columnCount()
        self._rows, self._places = rows, None
        if len(rows) < n or np.any(rows[1:] < rows[:-1]):
            self._places = np.full(n, -1, dtype=np.intp)
            self._places[rows] = np.arange(len(rows))

    # -- the samples -------------------------------------------------------------------------------------
    def sourceModel(self) -> SampleModel:
        """All samples of the instrument."""
        return self._samples

    @Slot()
    def _reset(self) -> None:
        try:
            self._take(self._wanted())
        finally:  # the reset was begun by the samples' own; a view that is never told of its end is of no more use
            self.endResetModel()

    @Slot()
    def _changed(self, *_: object) -> None:
        self._arrange()
        if len(self._rows):
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, self.columnCount() - 1))

    # -- Qt ----------------------------------------------------------------------------------------------
    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self._columns

    def mapToSource(self, index: Index) -> QModelIndex:
        """The same cell among all samples."""
        if not index.isValid() or index.row() >= len(self._rows):
            return QModelIndex()
        return self._samples.index(int(self._rows[index.row()]), index.column())

    def mapFromSource(self, index: Index) -> QModelIndex:
        """The cell of one among all samples; invalid where it is not shown."""
        if not index.isValid():
            return QModelIndex()
        place = index.row() if self._places is None else int(self._places[index.row()])
        return self.index(place, index.column()) if place >= 0 else QModelIndex()

    def cell(self, index: Index, role: int) -> Any:
        return self._samples.value(int(self._rows[index.row()]), index.column(), role)

    def heading(self, section: int, role: int) -> Any:
        return self._samples.heading(section, role)
