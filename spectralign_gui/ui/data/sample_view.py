"""A table of samples whose selection is the window's selection."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QSortFilterProxyModel,
    Qt,
    Slot,
)
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from ...core.data import match_key
from ..selection import offer_in_table
from ..state import AppModel
from .sample_model import NAME, NUMBER, SORT_ROLE, STANDARD, SampleModel

MANY = 500
"""Selected rows above which a table that nobody sees takes them over only when it is shown."""


class SampleFilter(QSortFilterProxyModel):
    """Shows samples whose name contains a text, and on request only those without a standard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSortRole(SORT_ROLE)
        self._text, self._only_unmarked = "", False

    def set_text(self, text: str) -> None:
        """Show names that contain `text` (case is ignored)."""
        self._text = text.strip().casefold()
        self.invalidate()

    def set_only_unmarked(self, only: bool) -> None:
        """Hide the samples that already belong to a standard."""
        self._only_unmarked = only
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: QModelIndex) -> bool:
        model = self.sourceModel()
        if not isinstance(model, SampleModel) or model.dataset is None:
            return True
        if self._only_unmarked and model.standard(row) is not None:
            return False
        return self._text in model.dataset.sample_names[row].casefold()


class SampleView(QTableView):
    """Samples of one instrument.

    Parameters
    ----------
    model : AppModel
    keep_others : bool
        A click leaves the selected samples of the other instruments as they are (two lists side by side).
    values : bool
        With a column for every property.
    """

    def __init__(self, model: AppModel, keep_others: bool = False, values: bool = True,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app, self._keep_others, self._values = model, keep_others, values
        self._busy = self._late = False
        self.samples = SampleModel(self, values)
        self.filter = SampleFilter(self)
        self.filter.setSourceModel(self.samples)
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
        self.selectionModel().selectionChanged.connect(self._from_view)
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
        self.setColumnWidth(NAME, min(max(longest + 18, 64), 150))
        if not self._values:
            self._fit_narrow(names)
            return
        for column in range(NAME + 1, self.samples.columnCount()):
            heading = str(self.samples.headerData(column, Qt.Orientation.Horizontal))
            self.setColumnWidth(column, min(max(metrics.horizontalAdvance(heading) + 24, 60), 140))

    def _fit_narrow(self, names: Sequence[str]) -> None:
        """Two lists share a narrow dock: the number is shown only where the name alone does not tell the sample."""
        told = len({match_key(n) for n in names}) == len(names) and all(n.strip() for n in names)
        self.setColumnHidden(NUMBER, told)
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        heading = str(self.samples.headerData(STANDARD, Qt.Orientation.Horizontal))
        wide = max(map(self.fontMetrics().horizontalAdvance, (f"{len(names)} held", heading)))
        self.setColumnWidth(STANDARD, wide + 16)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._late:
            self._from_model()

    def rows(self) -> list[int]:
        """Selected rows of the data set."""
        if self._late:
            return self._app.selection.rows(self.samples.instrument)
        shown = {row for part in self.selectionModel().selection() for row in range(part.top(), part.bottom() + 1)}
        if self._as_loaded:
            return sorted(shown)
        return sorted(self.filter.mapToSource(self.filter.index(row, 0)).row() for row in shown)

    @property
    def _as_loaded(self) -> bool:
        """Whether a row of the table is the same row of the data set: thousands of them need no looking up then."""
        return self.filter.sortColumn() < 0 and self.filter.rowCount() == self.samples.rowCount()

    @Slot()
    def _from_view(self) -> None:
        if self._busy:
            return
        name = self.samples.instrument
        others = [s for s in self._app.selection.samples if s[0] != name] if self._keep_others else []
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
        wanted = self._app.selection.rows(self.samples.instrument)
        self._late = len(wanted) > MANY and not self.isVisible()
        if self._late or wanted == self.rows():
            return
        selection = QItemSelection()
        last = self.filter.columnCount() - 1
        shown = wanted if self._as_loaded else sorted(index.row() for index in (
            self.filter.mapFromSource(self.samples.index(row, 0)) for row in wanted) if index.isValid())
        for first, stop in _ranges(shown):
            selection.select(self.filter.index(first, 0), self.filter.index(stop, last))
        self._busy = True
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        current = self._app.selection.current
        if current is not None and current[0] == self.samples.instrument:
            index = self.filter.mapFromSource(self.samples.index(current[1], 0))
            if index.isValid():
                self.scrollTo(index)
        elif shown:
            self.scrollTo(self.filter.index(shown[0], 0))
        self._busy = False


def _ranges(rows: list[int]) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    for row in rows:
        if ranges and ranges[-1][1] == row - 1:
            ranges[-1] = (ranges[-1][0], row)
        else:
            ranges.append((row, row))
    return ranges
