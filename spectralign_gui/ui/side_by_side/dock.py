"""Side by side dock: pinned runs next to each other, on linked axes, with what differs between them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QSplitter,
    QTableView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ...io.table import write_table
from ...session.run import RunResult
from ...session.run.side_by_side import Row, data_words, quality_rows, run_title, setting_rows, yardsticks
from ...words import say
from ..actions import make_action, tool_button
from ..dock import Dock
from ..export.target import ask_target
from ..plots.line_view import LineView
from ..state import in_front
from ..widgets import Column, ShortBox, TableModel, named, quiet_table
from ..widgets.as_written import Label
from .panes import MOST, Embeddings, Predictions, Reconstructions, hits_chart

EMPTY = "Pin two to four runs in the History dock (Ctrl+Shift+D) to see them side by side."


class SideBySideDock(Dock):
    """Two to four runs next to each other."""

    title = "Side by side"
    dock_name = "side-by-side"
    area = "bottom"
    icon_name = "columns"
    purpose = "Pinned runs next to each other: embeddings, reconstructions, hits, predictions and what differs"
    help_page = "guide/runs.md"
    menu_title = "&Runs"

    draws_on = ("runsChanged", "resultUpdated", "currentRunChanged")

    def prepare(self) -> None:
        self._beside: list[dict[str, Any]] = []
        self._measured: list[RunResult] = []
        make = partial(make_action, self)
        self.pin = make("pin-run", "&Pin run", "Show the current run side by side with the other pinned ones, or no "
                        "longer", self._pin, key="Ctrl+Shift+D", icon="link")
        self.unpin_all = make("unpin-runs", "&Unpin all runs", "Show no run side by side", self._unpin_all,
                              key="Ctrl+Alt+D", icon="unlink")
        self.save = make("save-differences", "Save differences of the pinned runs…", "Save settings and quality of "
                         "the pinned runs as CSV", self._save, key="Ctrl+Alt+Shift+D", icon="export")
        self.menu_actions = [self.pin, self.unpin_all, self.save]
        self._model.selection.hovered.connect(self._hovered)

    # -- building ----------------------------------------------------------------------------------------
    def build(self) -> QWidget:
        self.says = Label(EMPTY)
        self.says.setObjectName("side-by-side-says")
        self.says.setWordWrap(True)
        self.says.setProperty("class", "muted")
        self.link = QCheckBox("Link")
        self.link.setObjectName("side-by-side-link")
        self.link.setChecked(True)
        self.link.setToolTip("Moving or zooming one plot moves the others too")
        self.link.toggled.connect(self._link_changed)
        self.all = named(QCheckBox("Also what is equal"), "side-by-side-all",
                         tip="List settings that are the same in all runs too")
        self.all.toggled.connect(self._fill_tables)
        self.instrument = self._box("side-by-side-instrument", "Instrument", "Whose reconstruction is shown")
        self.property = self._box("side-by-side-property", "Property", "Which property's predictions are shown")
        bar = QHBoxLayout()
        for action in (self.pin, self.unpin_all, self.save):
            bar.addWidget(tool_button(action, self))
        for widget in (self.link, self.all, self.instrument, self.property):
            bar.addWidget(widget)
        bar.addStretch()
        self.embeddings = Embeddings(self._model, self._controller, "pinned-embedding")
        self.matrices = Reconstructions(self._model, self._controller, "pinned-matrix")
        self.predictions = Predictions(self._model, self._controller, "pinned-predictions")
        self.hits = LineView("pinned-hits", "Hits of the pinned runs")
        self.hits.add_mode_tools(short=True)
        self.hits.add_export_tool()
        self.quality_lines, self.setting_lines = RowsModel(parent=self), RowsModel(bold=True, parent=self)
        self.quality = self._table(self.quality_lines, "pinned-quality", "Quality of the pinned runs",
                                   "A column per pinned run: how well each does on its held-out standards")
        self.settings = self._table(self.setting_lines, "pinned-settings", "Settings of the pinned runs",
                                    "A column per pinned run: its parameters, data and steps; what differs stands out")
        pair = QSplitter()
        pair.addWidget(self.quality)
        pair.addWidget(self.hits)
        pair.setSizes([500, 300])
        self.tabs = QTabWidget()
        self.tabs.setObjectName("side-by-side-tabs")
        self.tabs.setDocumentMode(True)
        for widget, title in ((self.embeddings, "Embeddings"), (self.matrices, "Reconstructions"),
                              (pair, "Quality"), (self.predictions, "Predictions"), (self.settings, "Settings")):
            self.tabs.addTab(widget, title)
        self.tabs.currentChanged.connect(self._tab_changed)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.setSpacing(4)
        layout.addLayout(bar)
        layout.addWidget(self.says)
        layout.addWidget(self.tabs, 1)
        self.instrument.currentIndexChanged.connect(self._show)
        self.property.currentIndexChanged.connect(self._show)
        self._tab_changed()
        return body

    @staticmethod
    def _box(name: str, title: str, tip: str) -> QComboBox:
        box = named(ShortBox(letters=12), name, title, tip)
        return box

    @staticmethod
    def _table(model: RowsModel, name: str, title: str, tip: str) -> QTableView:
        table = quiet_table(model, name, title, tip=tip)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        return table

    # -- pinning -----------------------------------------------------------------------------------------
    def _current(self) -> int:
        run = self._model.current_run
        return next((k for k, r in enumerate(self._model.runs) if r is run), -1)

    def _pin(self) -> None:
        at = self._current()
        if at < 0:
            return
        run = self._model.runs[at]
        if not run.pinned and sum(r.pinned for r in self._model.runs) >= MOST:
            self._model.message.emit(f"{MOST} runs are pinned already; unpin one first.")
            return
        self._model.pin_run(at, not run.pinned)
        if sum(r.pinned for r in self._model.runs) >= 2:
            self.show()
            self.raise_()

    def _unpin_all(self) -> None:
        self._model.unpin_runs()

    # -- following ---------------------------------------------------------------------------------------
    @property
    def shown(self) -> list[tuple[int, RunResult]]:
        """The pinned runs with their numbers, from 1."""
        return [(k + 1, r) for k, r in enumerate(self._model.runs) if r.pinned][:MOST]

    @property
    def _shown(self) -> list[RunResult]:
        return [run for _, run in self.shown]

    def update_actions(self) -> None:
        at, pinned = self._current(), len(self._shown)
        self.pin.setEnabled(at >= 0)
        self.pin.setText("Un&pin run" if at >= 0 and self._model.runs[at].pinned else "&Pin run")
        self.unpin_all.setEnabled(pinned > 0)
        self.save.setEnabled(pinned >= 2)

    def _fill_boxes(self) -> None:
        instruments = list(dict.fromkeys(d.name for r in self._shown for d in r.datasets))
        choices = list(dict.fromkeys((i, p) for r in self._shown for i, e in r.quality.held_out.items()
                                     for p in e.properties))
        for box, entries in ((self.instrument, [(i, i) for i in instruments]),
                             (self.property, [(f"{p} on {i}", (i, p)) for i, p in choices])):
            before = box.currentText()
            box.blockSignals(True)
            box.clear()
            for text, value in entries:
                box.addItem(text, value)
            box.setCurrentIndex(max(box.findText(before), 0) if entries else -1)
            box.blockSignals(False)

    def titles(self) -> list[str]:
        """Headings of the shown runs."""
        return [run_title(r, n) for n, r in self.shown]

    # -- drawing -----------------------------------------------------------------------------------------
    def draw(self) -> None:
        self._fill_boxes()
        self._show()

    @Slot()
    def _show(self, *_: object) -> None:
        """Only the tab in front: the others are drawn when they come to the front."""
        pinned = self._shown
        runs = pinned if len(pinned) >= 2 else []
        self.tabs.setVisible(bool(runs))
        self.says.setText(say(data_words(runs)) if runs else EMPTY if not pinned else
                          "One run is pinned; pin another one to compare.")
        self.says.setVisible(bool(self.says.text()))
        if not runs:
            return
        front, titles = self.tabs.currentIndex(), self.titles()
        if front == 0:
            self.embeddings.show_runs(runs, titles)
            self.embeddings.set_selected(self._model.selection.samples)
        elif front == 1:
            self.matrices.instrument = max(self.instrument.currentIndex(), 0)
            self.matrices.show_runs(runs, titles)
        elif front == 3:
            self.predictions.instrument, self.predictions.name = self.property.currentData() or ("", "")
            self.predictions.show_runs(runs, titles)
            self.predictions.set_selected(self._model.selection.samples)
        else:
            self._fill_tables()
            self.hits.set_chart(hits_chart(runs, titles))
            if front == 2 and not self._known():
                self._measure(runs)

    def _known(self) -> list[dict[str, Any]]:
        """The yardsticks of the shown runs, if they are known already."""
        return self._beside if list(map(id, self._measured)) == list(map(id, self._shown)) else []

    def _measure(self, runs: list[RunResult]) -> None:
        def done(found: list[dict[str, Any]]) -> None:
            self._beside, self._measured = found, runs
            self._fill_tables()

        self.work.start(lambda monitor: [yardsticks(r, monitor) for r in runs], done, key="side-by-side",
                        still=lambda: list(map(id, runs)) == list(map(id, self._shown)), failed=self.says.setText)

    @Slot()
    def _fill_tables(self, *_: object) -> None:
        if len(self._shown) < 2:
            return
        titles = self.titles()
        for view, model, rows in ((self.settings, self.setting_lines, self.setting_rows()),
                                  (self.quality, self.quality_lines, self.quality_rows())):
            model.show(titles, rows)
            for c in range(1, len(titles) + 1):
                view.horizontalHeader().setSectionResizeMode(c, QHeaderView.ResizeMode.Stretch)

    def setting_rows(self) -> list[Row]:
        """Lines of the table of settings: those that differ, or all."""
        rows = setting_rows(self._shown)
        return rows if self.all.isChecked() else [r for r in rows if r.differs]

    def quality_rows(self) -> list[Row]:
        """Lines of the table of quality."""
        return quality_rows(self._shown, self._known())

    @Slot()
    def _tab_changed(self, *_: object) -> None:
        front = self.tabs.currentIndex()
        self.link.setVisible(front in (0, 1, 3))
        self.all.setVisible(front == 4)
        self.instrument.setVisible(front == 1)
        self.property.setVisible(front == 3)
        if self.is_built:
            self.redraw.ask(self._show)

    @Slot(bool)
    def _link_changed(self, on: bool) -> None:
        for panes in (self.embeddings, self.matrices, self.predictions):
            panes.linked.on = on
            panes.linked.together()

    def draw_selection(self) -> None:
        if len(self._shown) >= 2:
            for panes in (self.embeddings, self.matrices, self.predictions):
                panes.set_selected(self._model.selection.samples)

    @Slot(object)
    def _hovered(self, sample: Any) -> None:
        if self.is_built and (in_front(self) or sample is None) and len(self._shown) >= 2:
            for panes in (self.embeddings, self.predictions):
                panes.set_hovered(sample)

    # -- saving ------------------------------------------------------------------------------------------
    def _save(self) -> None:
        chosen = ask_target(self, "Save differences", "runs.csv", ["Table (*.csv)"])
        if chosen is None or len(self._shown) < 2:
            return
        runs, titles, beside = self._shown, self.titles(), self._known()
        rows = [[r.title, *r.texts] for r in (*setting_rows(runs), *quality_rows(runs, beside))]

        self.work.save(chosen[0], lambda: write_table(chosen[0], ["", *titles], rows))


class RowsModel(TableModel[Row]):
    """What, and its text for every run.

    Parameters
    ----------
    bold : bool
        Whether lines stand out in which the runs differ.
    """

    def __init__(self, bold: bool = False, parent: Any = None) -> None:
        super().__init__((), parent=parent)
        self._stands_out = QFont()
        self._stands_out.setBold(bold)

    def show(self, titles: Sequence[str], rows: Sequence[Row]) -> None:
        """Show these rows, a column per run."""
        self.set_rows(rows, [Column("", lambda r: r.title, cell_tip=lambda r: r.title), *(
            Column(title, partial(_text, k), cell_tip=partial(_text, k)) for k, title in enumerate(titles))])

    def row_font(self, row: Row) -> QFont | None:
        return self._stands_out if row.differs else None


def _text(k: int, row: Row) -> str:
    return row.texts[k]
