"""Pairs that the automatic transfer found although they are not marked: looked at, confirmed one by one, taken."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QItemSelectionModel, QObject, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QHeaderView, QSpinBox, QVBoxLayout, QWidget

from ...core.figures import fixed
from ...session.standards.found_pairs import FoundPair, with_found
from ..state import AppModel
from ..widgets import Column, TableModel, named, push_button, quiet_table, weakly
from ..widgets.as_written import Label

A, B = range(2)
NOTHING = "No found pair is open: they are standards now, or the spectra have changed."


class FoundModel(TableModel[FoundPair]):
    """The open pairs, the surest first, with a tick for each; nothing is ticked unasked."""

    empty = "No pair is open."

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(self._columns("A", "B"), parent=parent)
        self.ticked: set[FoundPair] = set()

    def _columns(self, a: str, b: str) -> list[Column[FoundPair]]:
        return [
            Column(a, lambda p: _name(p, A), tip=f"Sample of {a}; tick the pairs that are the same sample",
                   tick=(weakly(self._is_ticked), weakly(self._tick))),
            Column(b, lambda p: _name(p, B), tip=f"Sample of {b}"),
            Column("Sure", lambda p: f"{100 * p.sure:.0f} %", lambda p: p.sure, number=True,
                   tip="How sure it is that they are the same sample: how clearly they stand out, compared with chance "
                       "and with the standards"),
            Column("Next candidate", lambda p: f"{p.clearness:.3g} ×" if np.isfinite(p.clearness) else "nobody",
                   lambda p: p.clearness, number=True,
                   tip="How many times as far the next candidate is; much more than 1 is clear")]

    @property
    def pairs(self) -> tuple[FoundPair, ...]:
        """The pairs."""
        return tuple(self.rows)

    def show(self, pairs: Sequence[FoundPair]) -> None:
        """Show these; ticks of pairs that are still there stay."""
        self.ticked &= set(pairs)
        self.set_rows(pairs, self._columns(pairs[0].a[0], pairs[0].b[0]) if pairs else None)

    def tick(self, rows: Sequence[int], on: bool = True) -> None:
        """Tick some pairs, or take the tick away."""
        chosen = {self.rows[row] for row in rows}
        self.ticked = self.ticked | chosen if on else self.ticked - chosen
        self.refresh()

    def _is_ticked(self, pair: FoundPair) -> bool:
        return pair in self.ticked

    def _tick(self, pair: FoundPair, on: bool) -> None:
        self.tick([self.rows.index(pair)], on)

    def row_tip(self, row: FoundPair) -> str:
        by_chance = "" if not np.isfinite(row.chance) else (
            " Spectra without a partner stand out as clearly in " + (
                "fewer than 1 of 1000 cases." if row.chance < 1e-3 else f"{fixed(100 * row.chance, 1)} of 100 cases."))
        return (f"Of {row.like} standards that were found again no more clearly, {row.right} found their own partner. "
                "The next candidate is "
                + (f"{row.clearness:.3g} times as far." if np.isfinite(row.clearness) else "nobody.") + by_chance)


def _name(pair: FoundPair, side: int) -> str:
    return pair.names[side] or f"#{pair.spectra[side][1] + 1}"


class FoundPairsDialog(QDialog):
    """The found pairs; stays open beside the window, so that both spectra of a pair can be looked at there."""

    def __init__(self, model: AppModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("found-pairs-dialog")
        self.setWindowTitle("Found pairs")
        self._model = model
        self.says = Label(wordWrap=True)
        self.says.setObjectName("found-says")
        self.found = FoundModel(self)
        self.table = quiet_table(
            self.found, "found-table", "Pairs of spectra that are not marked",
            tip="Select a pair to see both spectra in all docks; tick it (space) if they are the same sample")
        header = self.table.horizontalHeader()
        header.setStretchLastSection(False)
        for column in (A, B):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.limit = named(QSpinBox(minimum=50, maximum=100, value=90, suffix=" % sure"), "found-limit",
                           "How sure a pair must be to be ticked",
                           "How sure a pair must be to be ticked by the button beside")
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
        self.says.setText(f"{found.told(pairs)} None is a standard before you take it: select a pair to see both "
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
