"""Pairs that the automatic transfer found though nobody marked them: looked at, confirmed one by one, taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Slot,
)
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QHeaderView, QLabel, QSpinBox, QVBoxLayout, QWidget

from ...session.standards.found_pairs import FoundPair, with_found
from ..state import AppModel
from ..widgets import push_button, quiet_table

Index = QModelIndex | QPersistentModelIndex
A, B, SURE, NEXT = range(4)
NOTHING = "No found pair is open: they are standards now, or the spectra have changed."


class FoundModel(QAbstractTableModel):
    """The open pairs, the surest first, with a tick for each; nothing is ticked unasked."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pairs: tuple[FoundPair, ...] = ()
        self.ticked: set[FoundPair] = set()
        self._names = ("A", "B")

    def show(self, pairs: Sequence[FoundPair]) -> None:
        """Show these; ticks of pairs that are still there stay."""
        self.beginResetModel()
        self.pairs = tuple(pairs)
        self.ticked &= set(pairs)
        if pairs:
            self._names = (pairs[0].a[0], pairs[0].b[0])
        self.endResetModel()

    def tick(self, rows: Sequence[int], on: bool = True) -> None:
        """Tick some pairs, or take the tick away."""
        chosen = {self.pairs[row] for row in rows}
        self.ticked = self.ticked | chosen if on else self.ticked - chosen
        if self.pairs:
            self.dataChanged.emit(self.index(0, A), self.index(len(self.pairs) - 1, A))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.pairs)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return [*self._names, "Sure", "Next candidate"][section]
        tips = [f"Sample of {self._names[0]}; tick the pairs that are the same sample", f"Sample of {self._names[1]}",
                "How sure it is that they are the same sample, by the standards that were found again no more clearly",
                "How many times as far the next candidate is; much more than 1 is clear"]
        return tips[section] if role == Qt.ItemDataRole.ToolTipRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        tick = Qt.ItemFlag.ItemIsUserCheckable if index.column() == A else Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | tick

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        pair, column = self.pairs[index.row()], index.column()
        if role == Qt.ItemDataRole.CheckStateRole and column == A:
            return Qt.CheckState.Checked if pair in self.ticked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole and column in (SURE, NEXT):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return (f"Of {pair.like} standards that were found again no more clearly, {pair.right} found their own "
                    "partner. The next candidate is "
                    + (f"{pair.clearness:.3g} times as far." if np.isfinite(pair.clearness) else "nobody."))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if column in (A, B):
            spectrum = pair.spectra[column]
            return pair.names[column] or f"#{spectrum[1] + 1}"
        if column == SURE:
            return f"{100 * pair.sure:.0f} %"
        return f"{pair.clearness:.3g} ×" if np.isfinite(pair.clearness) else "nobody"

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != A:
            return False
        self.tick([index.row()], Qt.CheckState(value) == Qt.CheckState.Checked)
        return True


class FoundPairsDialog(QDialog):
    """The found pairs; stays open beside the window, so that both spectra of a pair can be looked at there."""

    def __init__(self, model: AppModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("found-pairs-dialog")
        self.setWindowTitle("Found pairs")
        self._model = model
        self.says = QLabel(wordWrap=True)
        self.says.setObjectName("found-says")
        self.found = FoundModel(self)
        self.table = quiet_table(
            self.found, "found-table", "Pairs of spectra that nobody marked",
            tip="Select a pair to see both spectra in all docks; tick it (space) if they are the same sample")
        header = self.table.horizontalHeader()
        header.setStretchLastSection(False)
        for column in (A, B):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.limit = QSpinBox(minimum=50, maximum=100, value=90, suffix=" % sure")
        self.limit.setObjectName("found-limit")
        self.limit.setAccessibleName("How sure a pair must be to be ticked")
        self.limit.setToolTip("How sure a pair must be to be ticked by the button beside")
        self.tick_sure = push_button("found-tick", "&Tick those at least", "Tick every pair that is at least as sure "
                                     "as the number beside; look at them before you take them", self._tick_sure)
        self.tick_none = push_button("found-untick", "Tick &none", "Take all ticks away", self._tick_none)
        self.take = push_button("found-take", "Take as &standards", "Make the ticked pairs standards, in one step "
                                "that can be undone; the others stay as they are", self._take)
        self.take.setProperty("class", "primary")
        close = push_button("found-close", "&Close", "Close this window; what is ticked is not taken", self.close)
        ticks = QHBoxLayout()
        for widget in (self.tick_sure, self.limit, self.tick_none):
            ticks.addWidget(widget)
        ticks.addStretch()
        end = QHBoxLayout()
        end.addStretch()
        end.addWidget(self.take)
        end.addWidget(close)
        layout = QVBoxLayout(self)
        layout.addWidget(self.says)
        layout.addWidget(self.table, 1)
        layout.addLayout(ticks)
        layout.addLayout(end)
        self.resize(460, 480)
        space = QShortcut(QKeySequence(Qt.Key.Key_Space), self.table, self._toggle)
        space.setContext(Qt.ShortcutContext.WidgetShortcut)
        self.table.selectionModel().currentRowChanged.connect(self._look)
        self.found.dataChanged.connect(self._update)
        model.foundPairsChanged.connect(self._fill)
        model.standardsChanged.connect(self._fill)
        model.datasetsChanged.connect(self._fill)
        self._fill()

    @Slot()
    def _fill(self) -> None:
        row = self.table.currentIndex().row()
        chosen = self.found.pairs[row] if 0 <= row < len(self.found.pairs) else None
        found = self._model.found_pairs
        pairs = () if found is None else found.open(self._model.state)
        self.found.show(pairs)
        if chosen in pairs:
            self.table.selectionModel().setCurrentIndex(
                self.found.index(pairs.index(chosen), A),
                QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows)
        self.says.setText(f"{found.told(len(pairs))} None is a standard before you take it: select a pair to see both "
                          "spectra, tick those that are the same sample." if found is not None and pairs else NOTHING)
        self._update()

    @Slot()
    def _update(self, *_: object) -> None:
        number = len(self.found.ticked)
        self.take.setText(f"Take {number} as &standard{'' if number == 1 else 's'}" if number else "Take as &standards")
        self.take.setEnabled(number > 0)
        self.tick_none.setEnabled(number > 0)
        self.tick_sure.setEnabled(bool(self.found.pairs))

    @Slot()
    def _look(self, *_: object) -> None:
        """Both spectra of the pair are selected everywhere."""
        row = self.table.currentIndex().row()
        if 0 <= row < len(self.found.pairs):
            self._model.selection.select(self.found.pairs[row].spectra)

    @Slot()
    def _toggle(self) -> None:
        row = self.table.currentIndex().row()
        if 0 <= row < len(self.found.pairs):
            self.found.tick([row], self.found.pairs[row] not in self.found.ticked)

    @Slot()
    def _tick_sure(self) -> None:
        self.found.tick([k for k, p in enumerate(self.found.pairs) if round(100 * p.sure) >= self.limit.value()])

    @Slot()
    def _tick_none(self) -> None:
        self.found.tick(range(len(self.found.pairs)), on=False)

    @Slot()
    def _take(self) -> None:
        chosen = [p for p in self.found.pairs if p in self.found.ticked]
        if not chosen:
            return
        many = "" if len(chosen) == 1 else "s"
        self._model.apply(f"Take {len(chosen)} found pair{many} as standard{many}",
                          lambda s: s.with_(standards=with_found(s.standards, chosen)))
        self._model.message.emit(f"{len(chosen)} found pair{many} {'are' if many else 'is a'} standard{many} now.")
