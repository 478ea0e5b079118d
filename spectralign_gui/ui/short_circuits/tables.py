"""Tables of the dock: the worst connections, and the weight between groups."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableWidget, QTableWidgetItem, QWidget

from ...core.measures.short_circuits import Connection
from .. import theme as themes

HEADINGS = ("Sample", "Put together from", "Groups", "Weight", "Share")
TIPS = ("The sample that is put together", "The sample it is put together from", "Their groups",
        "Weight in the reconstruction matrix R", "Share of all the weight the sample puts on others")


class WorstTable(QTableWidget):
    """Connections between groups, strongest first.

    Signals
    -------
    rows_chosen(list of Connection)
    exclude(list of int)
        Places of samples to leave out.
    """

    rows_chosen = Signal(object)
    exclude = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, len(HEADINGS), parent)
        self.setObjectName("short-circuits-worst")
        self.setAccessibleName("Worst connections between groups")
        self.setHorizontalHeaderLabels(list(HEADINGS))
        for k, tip in enumerate(TIPS):
            self.horizontalHeaderItem(k).setToolTip(tip)
        self.verticalHeader().hide()
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setMinimumWidth(120)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 7)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setStretchLastSection(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        self.itemSelectionChanged.connect(self._chosen)
        self._connections: list[Connection] = []
        self._names: Sequence[str] = ()

    def set_connections(self, connections: Sequence[Connection], names: Sequence[str], groups: np.ndarray) -> None:
        """Show these."""
        self.blockSignals(True)
        self._connections, self._names = list(connections), names
        self.clearSelection()
        self.setRowCount(len(connections))
        for r, c in enumerate(connections):
            texts = (names[c.row], names[c.partner], f"{groups[c.row]} ← {groups[c.partner]}", f"{c.weight:+.4f}",
                     f"{100 * c.share:.1f} %")
            for k, text in enumerate(texts):
                item = QTableWidgetItem(text)
                if k >= 3:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.setItem(r, k, item)
        self.blockSignals(False)

    def _picked(self) -> list[Connection]:
        return [self._connections[i.row()] for i in self.selectionModel().selectedRows()]

    @Slot()
    def _chosen(self) -> None:
        picked = self._picked()
        if picked:
            self.rows_chosen.emit(picked)

    @Slot(QPoint)
    def _menu(self, at: QPoint) -> None:
        row = self.rowAt(at.y())
        if row < 0:
            return
        c = self._connections[row]
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, places in ((f"Leave out {self._names[c.row]}", [c.row]),
                             (f"Leave out {self._names[c.partner]}", [c.partner]),
                             ("Leave out both", [c.row, c.partner])):
            action = menu.addAction(text)
            action.triggered.connect(lambda _=False, p=places: self.exclude.emit(p))
        menu.popup(self.viewport().mapToGlobal(at))


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
        themes.signals().changed.connect(self._paint)

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
