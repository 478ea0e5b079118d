"""A table of samples whose selection is the window's selection."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    Qt,
    QTimer,
    Slot,
)
from PySide6.QtWidgets import QAbstractItemView, QDockWidget, QHeaderView, QTableView, QWidget

from ..selection import offer_in_table
from ..state import AppModel, Redraw
from ..widgets import leave_selection_to_rows
from ..widgets.telling import TellingHeader
from .sample_filter import SampleFilter
from .sample_model import NAME, NUMBER, STANDARD, SampleModel, names_of

WIDEST_NAME = 22
"""Letters that a column has room for at most; longer names are shortened and stand whole in tooltips."""


class SampleView(QTableView):
    """Samples of one instrument.

    Parameters
    ----------
    model : AppModel
    keep_others : bool
        A click leaves the selected samples of the other instruments as they are (two lists side by side).
    values : bool
        With a column for every property.
    dock : QDockWidget, optional
        Where the table is: behind another dock it follows the selection when it is looked at.
    """

    def __init__(self, model: AppModel, keep_others: bool = False, values: bool = True,
                 dock: QDockWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app, self._keep_others, self._values = model, keep_others, values
        self._busy, self._line = False, 0
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._text_changed)
        self._remark = Redraw(model.turns, dock) if dock is not None else None
        self.samples = SampleModel(self, values)
        self.filter = SampleFilter(self.samples, self)
        self.setHorizontalHeader(TellingHeader(self))
        self.setModel(self.filter)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        # in the order of the file until the user asks for another: sorting thousands of rows takes its time
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.horizontalHeader().setSortIndicatorClearable(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 7)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setDefaultSectionSize(84)
        header.setStretchLastSection(True)
        leave_selection_to_rows(self)
        self.selectionModel().selectionChanged.connect(self._from_view)
        self.filter.modelReset.connect(self._from_model)  # with the rows the selection of the table is gone
        model.selection.changed.connect(self._from_model)
        offer_in_table(self, model)

    def show_instrument(self, instrument: str) -> None:
        """Show the samples of an instrument in the state as it is now."""
        self._busy = True
        self.samples.show(self._app.state, instrument)
        self._busy = False
        if instrument:
            self._fit_columns()
        self._from_model()

    def _fit_columns(self) -> None:
        metrics = self.fontMetrics()
        names = self.samples.dataset.sample_names if self.samples.dataset is not None else ()
        longest = max((metrics.horizontalAdvance(n.strip() or "(no name)") for n in names[:300]), default=0)
        self.setColumnWidth(NUMBER, max(metrics.horizontalAdvance("0" * len(str(len(names)))) + 16, 34))
        self.setColumnWidth(NAME, min(max(longest + 18, 64), WIDEST_NAME * metrics.averageCharWidth()))
        if not self._values:
            self._fit_narrow(len(names))
            return
        for column in range(NAME + 1, self.samples.columnCount()):
            heading = str(self.samples.headerData(column, Qt.Orientation.Horizontal))
            wide = metrics.horizontalAdvance(f"{len(names)} held" if column == STANDARD else heading)
            self.setColumnWidth(column, min(max(wide, metrics.horizontalAdvance(heading)) + 24,
                                            WIDEST_NAME * metrics.averageCharWidth()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        changed = event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange)
        if changed and self.fontMetrics().height() != self._line:
            self._line = self.fontMetrics().height()
            self._later.start()  # the headings have the new font after this event

    @Slot()
    def _text_changed(self) -> None:
        if self.samples.dataset is not None:
            self._fit_columns()

    def _fit_narrow(self, count: int) -> None:
        """Two lists share a narrow dock: the number is shown only where the name alone does not tell the sample."""
        times = names_of(self.samples.dataset)[2] if self.samples.dataset is not None else {}
        self.setColumnHidden(NUMBER, len(times) == count and "" not in times)
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        heading = str(self.samples.headerData(STANDARD, Qt.Orientation.Horizontal))
        wide = max(map(self.fontMetrics().horizontalAdvance, (f"{count} held", heading)))
        self.setColumnWidth(STANDARD, wide + 16)

    def rows(self) -> list[int]:
        """Selected rows of the data set."""
        if self._remark is not None and self._remark.waiting:
            return self._app.selection.rows(self.samples.instrument)
        return sorted(self.filter.data_rows(self._shown()).tolist())

    def _shown(self) -> np.ndarray:
        """Selected rows of the table."""
        chosen = np.zeros(self.filter.rowCount(), dtype=bool)
        for part in self.selectionModel().selection():
            chosen[part.top():part.bottom() + 1] = True
        return np.flatnonzero(chosen)

    @Slot()
    def _from_view(self) -> None:
        if self._busy:
            return
        name = self.samples.instrument
        others = [s for s in self._app.selection.samples if s[0] != name] if self._keep_others else []
        if self._remark is not None:  # what the hand does now comes after what it was to be told
            self._remark.drop()
        rows = self.rows()
        current = self.filter.mapToSource(self.currentIndex()).row()
        if current in rows:  # the sample picked last comes last
            rows.remove(current)
            rows.append(current)
        self._busy = True
        self._app.selection.select([*others, *((name, row) for row in rows)])
        self._busy = False

    @Slot()
    def _from_model(self) -> None:
        if self._busy:
            return
        if self._remark is not None:
            self._remark.ask(self._take_over)
        else:
            self._take_over()

    def catch_up(self) -> None:
        """Select what the window has selected now, although nobody looks."""
        if self._remark is not None and self._remark.waiting:
            self._remark.drop()
            self._take_over()

    def _take_over(self) -> None:
        """Select what the window has selected."""
        shown = self.filter.shown_rows(np.array(self._app.selection.rows(self.samples.instrument), dtype=np.intp))
        if np.array_equal(shown, self._shown()):
            return
        selection = QItemSelection()
        last = self.filter.columnCount() - 1
        for first, stop in _ranges(shown):
            selection.append(QItemSelectionRange(self.filter.index(first, 0), self.filter.index(stop, last)))
        self._busy = True
        # in two steps: Qt compares every old range with every new one if it is told both at once
        self.selectionModel().clearSelection()
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.Select)
        current = self._app.selection.current
        if current is not None and current[0] == self.samples.instrument:
            index = self.filter.mapFromSource(self.samples.index(current[1], 0))
            if index.isValid():
                self.scrollTo(index)
        elif len(shown):
            self.scrollTo(self.filter.index(int(shown[0]), 0))
        self._busy = False


def _ranges(rows: np.ndarray) -> list[tuple[int, int]]:
    """First and last of every unbroken stretch of ascending rows."""
    if not len(rows):
        return []
    ends = np.flatnonzero(np.diff(rows) > 1)
    return list(zip(rows[np.append(0, ends + 1)].tolist(), rows[np.append(ends, len(rows) - 1)].tolist(), strict=True))
