"""Tables of the dock: the worst connections, and the weight between groups."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTableWidget, QTableWidgetItem, QWidget

from ...core.measures.short_circuits import Connection
from .. import theme as themes
from ..widgets import Column, QuietTable, TableModel, weakly

HEADINGS = ("Sample", "Put together from", "Groups", "Weight", "Share")
TIPS = ("The sample that is put together", "The sample it is put together from", "Their groups",
        "Weight in the reconstruction matrix R", "Share of all the weight the sample puts on others")


class ConnectionModel(TableModel[Connection]):
    """Connections between groups, strongest first."""

    empty = "No link between groups."

    def __init__(self, parent: QObject | None = None) -> None:
        shown = (weakly(self._own), weakly(self._other), weakly(self._kinds), lambda c: f"{c.weight:+.4f}",
                 lambda c: f"{100 * c.share:.1f} %")
        values = (None, None, None, lambda c: c.weight, lambda c: c.share)
        super().__init__([Column(title, text, value, tip, partial(weakly(self._tip), tip), number=k >= 3)
                          for k, (title, text, value, tip) in enumerate(zip(HEADINGS, shown, values, TIPS, strict=True))
                          ], parent=parent)
        self._names: Sequence[str] = ()
        self._groups: np.ndarray = np.array([])

    def set_connections(self, connections: Sequence[Connection], names: Sequence[str], groups: np.ndarray) -> None:
        """Hold these."""
        self._names, self._groups = names, groups
        self.set_rows(connections)

    def _own(self, c: Connection) -> str:
        return self._names[c.row]

    def _other(self, c: Connection) -> str:
        return self._names[c.partner]

    def _kinds(self, c: Connection) -> str:
        return f"{self._groups[c.row]} ← {self._groups[c.partner]}"

    def name(self, place: int) -> str:
        """Name of a sample."""
        return self._names[place]

    def _tip(self, of_column: str, c: Connection) -> str:
        return f"{self._names[c.row]} ← {self._names[c.partner]}\n{of_column}"


class WorstTable(QuietTable):
    """Connections between groups, strongest first.

    Signals
    -------
    rows_chosen(list of Connection)
    exclude, outliers(list of int)
        Places of samples to leave out, or to mark as outliers.
    show_spectra, show_matrix
        The chosen connection is to be shown as spectra (also on a double click or Enter), or in R.
    """

    rows_chosen = Signal(object)
    exclude = Signal(object)
    outliers = Signal(object)
    show_spectra = Signal()
    show_matrix = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("short-circuits-worst")
        self.setAccessibleName("Worst connections between groups")
        self.setToolTip("A click selects both samples everywhere; a double click or Enter shows their spectra")
        self._model = ConnectionModel(self)
        self.setModel(self._model)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 7)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setMinimumWidth(120)
        self.horizontalHeader().setResizeContentsPrecision(25)
        self.horizontalHeader().setMaximumSectionSize(200)  # long names are shortened; the tooltip has them
        self.horizontalHeader().setStretchLastSection(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        self.activated.connect(self._activated)
        self.selectionModel().selectionChanged.connect(self._chosen)

    def set_connections(self, connections: Sequence[Connection], names: Sequence[str], groups: np.ndarray) -> None:
        """Show these."""
        self._model.set_connections(connections, names, groups)
        self.resizeColumnsToContents()

    def chosen(self) -> list[Connection]:
        """The chosen connections."""
        return [self._model.rows[i.row()] for i in self.selectionModel().selectedRows()]

    @Slot()
    def _chosen(self, *_: object) -> None:
        picked = self.chosen()
        if picked:
            self.rows_chosen.emit(picked)

    @Slot(QModelIndex)
    def _activated(self, _: QModelIndex) -> None:
        self.show_spectra.emit()

    @Slot(QPoint)
    def _menu(self, at: QPoint) -> None:
        row = self.rowAt(at.y())
        if row < 0:
            return
        c = self._model.rows[row]
        self.selectRow(row)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Show both spectra").triggered.connect(self._show_spectra)
        menu.addAction("Show in R").triggered.connect(self._show_matrix)
        menu.addSeparator()
        menu.addAction("Mark both as outliers").triggered.connect(partial(self._mark, [c.row, c.partner]))
        for text, places in ((f"Leave out {self._model.name(c.row)}", [c.row]),
                             (f"Leave out {self._model.name(c.partner)}", [c.partner]),
                             ("Leave out both", [c.row, c.partner])):
            menu.addAction(text).triggered.connect(partial(self._leave_out, places))
        menu.popup(self.viewport().mapToGlobal(at))

    @Slot()
    def _show_spectra(self, *_: object) -> None:
        self.show_spectra.emit()

    @Slot()
    def _show_matrix(self, *_: object) -> None:
        self.show_matrix.emit()

    def _mark(self, places: list[int], *_: object) -> None:
        self.outliers.emit(places)

    def _leave_out(self, places: list[int], *_: object) -> None:
        self.exclude.emit(places)


class MassTable(QTableWidget):
    """Share of each group's weight that lies on each group; off the diagonal is what leaks."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("short-circuits-mass")
        self.setAccessibleName("Weight between groups")
        self.setToolTip("Row: the group whose samples are put together; column: the group they are put together from. "
                        "Percent of the row's weight, without what a sample keeps of itself.")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setMinimumWidth(120)
        self._mass = np.zeros((0, 0))
        themes.follow(self._paint)

    def set_mass(self, labels: Sequence[str] | np.ndarray, mass: np.ndarray) -> None:
        """Show this."""
        self._mass = mass
        names = [str(label) for label in labels]
        self.setRowCount(len(names))
        self.setColumnCount(len(names))
        self.setHorizontalHeaderLabels(names)
        self.setVerticalHeaderLabels(names)
        self._paint()
        self.resizeColumnsToContents()

    @Slot()
    def _paint(self) -> None:
        colour = QColor(themes.current().threshold)
        for i, row in enumerate(self._mass):
            total = float(row.sum()) or 1.0
            for j, value in enumerate(row):
                share = float(value) / total
                item = QTableWidgetItem(f"{100 * share:.1f} %")
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                if i != j:
                    tint = QColor(colour)
                    tint.setAlphaF(min(share, 1.0) * 0.6)
                    item.setBackground(tint)
                self.setItem(i, j, item)
