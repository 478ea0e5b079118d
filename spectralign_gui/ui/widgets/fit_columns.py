"""A small table that never needs to be scrolled sideways: columns that matter less give way."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QHeaderView, QTableView

from .telling import TellingDelegate

AGAIN = (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.FontChange, QEvent.Type.StyleChange)
"""After these the columns may need another width. Those of fonts and styles are sent before the header has them."""
NARROWEST, COMFORTABLE = 64, 110
"""Pixels that the elastic column needs in any case, and before another column is shown."""
PADDING = 4
ROWS = 60
"""Rows that the widths are made for: asking all of a long table holds up the window."""


class FitColumns(QObject):
    """Fits the columns of a table into its width.

    Parameters
    ----------
    view : QTableView
        What it leaves out must be told elsewhere, such as in tooltips.
    elastic : int
        Column of names: takes the room that is left, and shortens names in their middle.
    spare : sequence of int
        Columns that are hidden one after the other as long as there is not enough room.
    """

    def __init__(self, view: QTableView, elastic: int, spare: Sequence[int]) -> None:
        super().__init__(view)
        self._view, self._elastic, self._spare = view, elastic, tuple(spare)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.fit)
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        view.setItemDelegateForColumn(elastic, TellingDelegate(view))
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = view.horizontalHeader()
        header.setStretchLastSection(False)
        header.setResizeContentsPrecision(ROWS)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        view.viewport().installEventFilter(self)
        model = view.model()
        for signal in (model.modelReset, model.dataChanged, model.rowsInserted, model.layoutChanged):
            signal.connect(self._later.start)
        self._later.start()

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if event.type() in AGAIN:
            self.fit()
            self._later.start()
        return super().eventFilter(target, event)

    def _wanted(self, column: int) -> int:
        header = self._view.horizontalHeader()
        return max(self._view.sizeHintForColumn(column), header.sectionSizeHint(column)) + PADDING

    def fit(self) -> None:
        """Do it now."""
        view, header = self._view, self._view.horizontalHeader()
        room = view.viewport().width()
        if room <= 0:
            return
        columns = range(view.model().columnCount())
        for column in self._spare:
            view.setColumnHidden(column, False)
        wanted = {column: self._wanted(column) for column in columns}
        wanted[self._elastic] = min(wanted[self._elastic], COMFORTABLE)
        for column in self._spare:
            if sum(wanted.values()) <= room:
                break
            view.setColumnHidden(column, True)
            del wanted[column]
        least = min(wanted[self._elastic], NARROWEST)
        others = sum(width for column, width in wanted.items() if column != self._elastic)
        for column, width in wanted.items():
            header.resizeSection(column, max(room - others, least) if column == self._elastic else width)
