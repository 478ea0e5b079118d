"""Side by side dock: pinned runs next to each other, on linked axes, with what differs between them."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDockWidget,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ...core.monitor import Monitor
from ...io.table import write_table
from ...session.run import RunResult
from ...session.run.side_by_side import Row, data_words, quality_rows, run_title, setting_rows, yardsticks
from ..actions import make_action, tool_button
from ..export.target import ask_target
from ..plots.line_view import LineView
from ..state import AppModel, Redraw, RunController, in_front
from ..widgets import ShortBox
from .panes import MOST, Embeddings, Predictions, Reconstructions, hits_chart

EMPTY = "Pin two to four runs in the History dock (Ctrl+Shift+D) to see them side by side."


class SideBySideDock(QDockWidget):
    """Two to four runs next to each other."""

    title = "Side by side"
    dock_name = "side-by-side"
    area = "bottom"
    icon_name = "columns"
    purpose = "Pinned runs next to each other: embeddings, reconstructions, hits, predictions and what differs"
    menu_title = "&Runs"

    def __init__(self, model: AppModel, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(self.title, parent)
        self.setObjectName(self.dock_name)
        self._model, self._controller = model, controller
        self._shown: list[RunResult] = []
        self._numbers: list[int] = []
        self._beside: list[dict[str, Any]] = []
        self._stale = True
        self._remark = Redraw(model.turns, self)
        make = partial(make_action, self)
        self.pin = make("pin-run", "&Pin run", "Show the current run side by side with the other pinned ones, or no "
                        "longer", self._pin, key="Ctrl+Shift+D", icon="link")
        self.unpin_all = make("unpin-runs", "&Unpin all runs", "Show no run side by side", self._unpin_all,
                              key="Ctrl+Alt+D", icon="unlink")
        self.save = make("save-differences", "Save differences of the pinned runs…", "Save settings and quality of "
                         "the pinned runs as CSV", self._save, key="Ctrl+Alt+Shift+D", icon="export")
        self.menu_actions = [self.pin, self.unpin_all, self.save]
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._draw)
        self._build()
        model.runsChanged.connect(self._refresh)
        model.resultUpdated.connect(self._refresh)
        model.currentRunChanged.connect(self._update_actions)
        model.selection.changed.connect(self._selection_changed)
        model.selection.hovered.connect(self._hovered)
        self.visibilityChanged.connect(self._visible)
        self._refresh()

    # -- building ----------------------------------------------------------------------------------------
    def _build(self) -> None:
        self.says = QLabel(EMPTY)
        self.says.setObjectName("side-by-side-says")
        self.says.setWordWrap(True)
        self.says.setProperty("class", "muted")
        self.link = QCheckBox("Link")
        self.link.setObjectName("side-by-side-link")
        self.link.setChecked(True)
        self.link.setToolTip("Moving or zooming one plot moves the others too")
        self.link.toggled.connect(self._link_changed)
        self.all = QCheckBox("Also what is equal")
        self.all.setObjectName("side-by-side-all")
        self.all.setToolTip("List settings that are the same in all runs too")
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
        self.quality = self._table("pinned-quality", "Quality of the pinned runs",
                                   "A column per pinned run: how well each does on its held-out standards")
        self.settings = self._table("pinned-settings", "Settings of the pinned runs",
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
        self.setWidget(body)
        self.instrument.currentIndexChanged.connect(self._draw)
        self.property.currentIndexChanged.connect(self._draw)
        self._tab_changed()

    @staticmethod
    def _box(name: str, title: str, tip: str) -> QComboBox:
        box = ShortBox(letters=12)
        box.setObjectName(name)
        box.setAccessibleName(title)
        box.setToolTip(tip)
        return box

    @staticmethod
    def _table(name: str, title: str, tip: str) -> QTableWidget:
        table = QTableWidget(0, 0)
        table.setObjectName(name)
        table.setAccessibleName(title)
        table.setToolTip(tip)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 8)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        table.setWordWrap(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setTabKeyNavigation(False)
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
    @Slot()
    def _refresh(self, *_: object) -> None:
        numbered = [(k + 1, r) for k, r in enumerate(self._model.runs) if r.pinned][:MOST]
        runs = [r for _, r in numbered]
        if [id(r) for r in runs] != [id(r) for r in self._shown]:
            self._beside = []
        self._shown, self._numbers = runs, [n for n, _ in numbered]
        self._fill_boxes()
        self._stale = True
        self._update_actions()
        if in_front(self):
            self._later.start()

    @Slot(bool)
    def _visible(self, visible: bool) -> None:
        if visible and self._stale:
            self._later.start()

    @Slot()
    def _update_actions(self, *_: object) -> None:
        at = self._current()
        self.pin.setEnabled(at >= 0)
        pinned = at >= 0 and self._model.runs[at].pinned
        self.pin.setText("Un&pin run" if pinned else "&Pin run")
        self.unpin_all.setEnabled(bool(self._shown))
        self.save.setEnabled(len(self._shown) >= 2)

    def _fill_boxes(self) -> None:
        instruments = list(dict.fromkeys(d.name for r in self._shown for d in r.datasets))
        choices = list(dict.fromkeys((i, p) for r in self._shown for i, e in r.quality.get("residuals", {}).items()
                                     for p in e["properties"]))
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
        return [run_title(r, n) for r, n in zip(self._shown, self._numbers, strict=True)]

    # -- drawing -----------------------------------------------------------------------------------------
    @Slot()
    def _draw(self, *_: object) -> None:
        """Only the tab in front: the others are drawn when they come to the front."""
        runs = self._shown if len(self._shown) >= 2 else []
        self.tabs.setVisible(bool(runs))
        self.says.setText(data_words(runs) if runs else EMPTY if not self._shown else
                          "One run is pinned; pin another one to compare.")
        self.says.setVisible(bool(self.says.text()))
        self._stale = False
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
            if front == 2 and not self._beside:
                self._measure(runs)

    def _measure(self, runs: list[RunResult]) -> None:
        def work(monitor: Monitor) -> list[dict[str, Any]]:
            return [yardsticks(r, monitor) for r in runs]

        def done(found: list[dict[str, Any]]) -> None:
            if [id(r) for r in runs] == [id(r) for r in self._shown]:
                self._beside = found
                self._fill_tables()

        self._controller.jobs.start(work, "", key="side-by-side", finished=done, failed=self.says.setText)

    @Slot()
    def _fill_tables(self, *_: object) -> None:
        if len(self._shown) < 2:
            return
        for table, rows in ((self.settings, self.setting_rows()), (self.quality, self.quality_rows())):
            table.setColumnCount(1 + len(self._shown))
            table.setHorizontalHeaderLabels(["", *self.titles()])
            table.setRowCount(len(rows))
            for r, row in enumerate(rows):
                for c, text in enumerate((row.title, *row.texts)):
                    item = QTableWidgetItem(text)
                    item.setToolTip(text)
                    if row.differs and table is self.settings:
                        font = item.font()
                        font.setBold(True)
                        item.setFont(font)
                    table.setItem(r, c, item)
            table.resizeColumnToContents(0)
            header = table.horizontalHeader()
            for c in range(1, table.columnCount()):
                header.setSectionResizeMode(c, QHeaderView.ResizeMode.Stretch)

    def setting_rows(self) -> list[Row]:
        """Lines of the table of settings: those that differ, or all."""
        rows = setting_rows(self._shown)
        return rows if self.all.isChecked() else [r for r in rows if r.differs]

    def quality_rows(self) -> list[Row]:
        """Lines of the table of quality."""
        return quality_rows(self._shown, self._beside)

    @Slot()
    def _tab_changed(self, *_: object) -> None:
        front = self.tabs.currentIndex()
        self.link.setVisible(front in (0, 1, 3))
        self.all.setVisible(front == 4)
        self.instrument.setVisible(front == 1)
        self.property.setVisible(front == 3)
        self._later.start()

    @Slot(bool)
    def _link_changed(self, on: bool) -> None:
        for panes in (self.embeddings, self.matrices, self.predictions):
            panes.linked.on = on
            panes.linked.together()

    @Slot()
    def _selection_changed(self) -> None:
        self._remark.ask(self._show_selected)

    def _show_selected(self) -> None:
        if self.isVisible() and len(self._shown) >= 2:
            for panes in (self.embeddings, self.matrices, self.predictions):
                panes.set_selected(self._model.selection.samples)

    @Slot(object)
    def _hovered(self, sample: Any) -> None:
        if (in_front(self) or sample is None) and len(self._shown) >= 2:
            for panes in (self.embeddings, self.predictions):
                panes.set_hovered(sample)

    # -- saving ------------------------------------------------------------------------------------------
    def _save(self) -> None:
        chosen = ask_target(self, "Save differences", "runs.csv", ["Table (*.csv)"])
        if chosen is None or len(self._shown) < 2:
            return
        runs, titles, beside = list(self._shown), self.titles(), list(self._beside)
        rows = [[r.title, *r.texts] for r in (*setting_rows(runs), *quality_rows(runs, beside))]

        def work(monitor: Monitor) -> None:
            write_table(chosen[0], ["", *titles], rows)

        self._controller.jobs.start(
            work, f"Saving {chosen[0].name}", failed=self._model.message.emit,
            finished=lambda _: self._model.message.emit(f"Saved to {chosen[0]}."))
