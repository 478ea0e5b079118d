"""Import dialog: the files with what was guessed, a look at each, and every guess changeable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ...core.monitor import Monitor
from ...jobs import JobManager
from .. import theme
from .entries import Entry, read_entry, renamed
from .options_form import OptionsForm
from .preview_job import FilePreview, make_preview

SIGNS = {"sure": "✓", "doubt": "?", "bad": "✗"}


class ImportDialog(QDialog):
    """Look at files before they are taken.

    Parameters
    ----------
    entries : list of Entry
        As read with the guesses.
    taken : sequence of str
        Names of the instruments that are loaded already.
    jobs : JobManager
    """

    def __init__(self, entries: Sequence[Entry], taken: Sequence[str], jobs: JobManager,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import-dialog")
        self.setWindowTitle("Import spectra")
        self._entries, self._taken, self._jobs = list(entries), tuple(taken), jobs
        self._dirty: set[int] = set()
        self._preview: FilePreview | None = None
        self._filling = False
        self.files = self._make_files()
        self.form = OptionsForm()
        self.form.changed.connect(self._option_changed)
        self.form.axisChanged.connect(self._axis_changed)
        self.table = QTableWidget()
        self.table.setObjectName("first-rows")
        self.table.setAccessibleName("First rows of the file")
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.horizontalHeader().setDefaultSectionSize(76)
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)
        self.plot = self._make_plot()
        self.summary, self.message = QLabel(), QLabel()
        self.summary.setObjectName("import-summary")
        self.message.setObjectName("import-message")
        for label in (self.summary, self.message):
            label.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.take = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.take.setText("&Import")
        self.take.setProperty("class", "primary")
        self.take.setObjectName("import-button")
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        self._fill_files()
        self.resize(1060, 720)

    # -- making ------------------------------------------------------------------------------------------
    def _make_files(self) -> QTreeWidget:
        files = QTreeWidget()
        files.setObjectName("import-files")
        files.setAccessibleName("Files to import")
        files.setHeaderLabels(["", "Instrument", "File"])
        files.setRootIsDecorated(False)
        files.setColumnWidth(0, 44)
        files.setColumnWidth(1, 130)
        files.setEditTriggers(QTreeWidget.EditTrigger.DoubleClicked | QTreeWidget.EditTrigger.EditKeyPressed)
        files.setToolTip("Double-click a name to change it; take the tick away to leave a file out")
        files.currentItemChanged.connect(self._file_chosen)
        files.itemChanged.connect(self._file_edited)
        return files

    def _make_plot(self) -> pg.PlotWidget:
        colours = theme.current()
        plot = pg.PlotWidget(background=colours.plot_background)
        plot.setObjectName("first-spectrum")
        plot.setAccessibleName("First spectrum")
        plot.setMenuEnabled(False)
        plot.hideButtons()
        for side in ("left", "bottom"):
            plot.getAxis(side).setPen(colours.plot_foreground)
            plot.getAxis(side).setTextPen(colours.plot_foreground)
        self._curve = plot.plot(pen=pg.mkPen(colours.instrument(0), width=1))
        plot.setMinimumHeight(130)
        return plot

    def _lay_out(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(8, 0, 0, 0)
        column.addWidget(self.summary)
        looks = QSplitter(Qt.Orientation.Vertical)
        looks.addWidget(self.table)
        looks.addWidget(self.plot)
        looks.setSizes([220, 180])
        column.addWidget(looks, 1)
        column.addWidget(self.form)
        column.addWidget(self.message)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.files)
        split.addWidget(right)
        split.setSizes([320, 740])
        split.setChildrenCollapsible(False)
        bottom = QHBoxLayout()
        hint = QLabel("Your files are only read, never changed.")
        hint.setProperty("class", "muted")
        bottom.addWidget(hint, 1)
        bottom.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.addWidget(split, 1)
        layout.addLayout(bottom)

    # -- the list of files -------------------------------------------------------------------------------
    def _fill_files(self) -> None:
        self._filling = True
        for entry in self._entries:
            item = QTreeWidgetItem()
            item.setCheckState(0, Qt.CheckState.Checked if entry.kind != "bad" else Qt.CheckState.Unchecked)
            self.files.addTopLevelItem(item)
            self._show_entry(item, entry)
        self._filling = False
        unsure = next((k for k, e in enumerate(self._entries) if not e.sure), 0)
        self.files.setCurrentItem(self.files.topLevelItem(unsure))
        self._check()

    def _show_entry(self, item: QTreeWidgetItem, entry: Entry) -> None:
        state = "bad" if entry.kind == "bad" else "sure" if entry.sure else "doubt"
        item.setText(0, SIGNS[state])
        item.setText(1, entry.name if entry.kind in ("spectra", "bad") else
                     {"values": "(reference values)", "pairs": "(pairs)"}[entry.kind])
        item.setText(2, Path(entry.path).name)
        flags = item.flags() | Qt.ItemFlag.ItemIsUserCheckable
        item.setFlags(flags | Qt.ItemFlag.ItemIsEditable if entry.kind == "spectra"
                      else flags & ~Qt.ItemFlag.ItemIsEditable)
        tip = "\n".join([entry.path, *([entry.problem] if entry.kind == "bad" else entry.doubts)])
        for k in range(3):
            item.setToolTip(k, tip)

    @Slot(QTreeWidgetItem, int)
    def _file_edited(self, item: QTreeWidgetItem, column: int) -> None:
        if self._filling:
            return
        index = self.files.indexOfTopLevelItem(item)
        if column == 1 and self._entries[index].kind == "spectra":
            self._entries[index] = renamed(self._entries[index], item.text(1).strip())
        self._check()

    def _index(self) -> int:
        return self.files.indexOfTopLevelItem(self.files.currentItem())

    def _checked(self, index: int) -> bool:
        return self.files.topLevelItem(index).checkState(0) == Qt.CheckState.Checked

    def entries(self) -> list[Entry]:
        """What the user wants, with the files that cannot be read (so that they are told)."""
        return [e for k, e in enumerate(self._entries) if self._checked(k)]

    # -- a look at one file ------------------------------------------------------------------------------
    @Slot()
    def _file_chosen(self) -> None:
        if self._index() >= 0:
            self._look()

    def _look(self) -> None:
        index = self._index()
        entry = self._entries[index]
        options = dict(entry.options)
        result = None if index in self._dirty else entry.result

        def work(monitor: Monitor) -> tuple[int, FilePreview]:
            return index, make_preview(entry.path, options, result)

        self.take.setEnabled(False)
        self._jobs.start(work, key="import-preview", finished=self._show_look, failed=self._say)

    @Slot(object)
    def _show_look(self, made: tuple[int, FilePreview]) -> None:
        index, preview = made
        if index != self._index():
            return
        self._preview = preview
        entry = self._entries[index]
        self.form.show_preview(preview, entry.options, entry.axis)
        self._fill_table(preview)
        self._fill_plot(preview)
        self.summary.setText(f"<b>{Path(entry.path).name}</b>: {preview.summary or 'not readable this way'}")
        self._check()

    def _fill_table(self, preview: FilePreview) -> None:
        self.table.setVisible(preview.text)
        width = max((len(row) for row in preview.rows), default=0)
        self.table.clear()
        self.table.setRowCount(len(preview.rows))
        self.table.setColumnCount(width)
        self.table.setHorizontalHeaderLabels([str(j + 1) for j in range(width)])
        colours = theme.current()
        options = preview.options
        header, first = options.get("header_line") or 0, options.get("first_line") or 0
        roles: dict[int, str] = dict.fromkeys(options.get("property_columns") or (), "property")
        for key, role in (("name_column", "name"), ("axis_column", "axis")):
            if options.get(key):
                roles[int(options[key])] = role
        for i, row in enumerate(preview.rows):
            for j, text in enumerate(row):
                item = QTableWidgetItem(text)
                role = "header" if i + 1 == header else roles.get(j + 1, "") if i + 1 >= first else ""
                if i + 1 < first and role != "header":
                    item.setForeground(_colour(colours.muted))
                if role:
                    item.setBackground(_colour(colours.accent_soft))
                    item.setToolTip({"header": "axis or titles", "name": "sample name", "axis": "axis",
                                     "property": "reference value"}[role])
                self.table.setItem(i, j, item)

    def _fill_plot(self, preview: FilePreview) -> None:
        if preview.spectrum is None:
            self._curve.setData([], [])
            self.plot.setVisible(False)
            return
        self.plot.setVisible(True)
        y = np.asarray(preview.spectrum, dtype=float)
        x = np.arange(1, len(y) + 1, dtype=float) if preview.axis is None else np.asarray(preview.axis, dtype=float)
        self._curve.setData(x, y, connect="finite")
        unit = preview.options.get("unit") or ""
        self.plot.setLabel("bottom", f"Axis ({unit})" if preview.axis is not None else "Channel")
        self.plot.getPlotItem().getViewBox().invertX(unit == "cm-1")
        self.plot.getPlotItem().getViewBox().autoRange()

    # -- changing ----------------------------------------------------------------------------------------
    @Slot(str, object)
    def _option_changed(self, name: str, value: Any) -> None:
        index = self._index()
        entry = self._entries[index]
        if not name:
            self._entries[index] = replace(entry, options={}, axis="auto")
        else:
            options = {**entry.options, name: value}
            if name in ("separator", "orientation", "encoding"):
                # places counted in the old layout mean nothing in the new one: guess them again
                for place in ("header_line", "first_line", "axis_column", "name_column", "property_columns"):
                    options.pop(place, None)
            self._entries[index] = replace(entry, options=options)
        self._dirty.add(index)
        self._look()

    @Slot(str)
    def _axis_changed(self, axis: str) -> None:
        index = self._index()
        self._entries[index] = replace(self._entries[index], axis=axis)
        self._dirty.add(index)
        self._check()

    def _check(self) -> None:
        """What stands in the way of importing; the button follows."""
        index = self._index()
        entry = self._entries[index] if index >= 0 else None
        lines: list[str] = []
        kind = "warning"
        if self._preview is not None and self._preview.problem:
            lines, kind = [self._preview.problem], "bad"
        elif entry is not None and entry.kind == "bad" and index not in self._dirty:
            lines, kind = [entry.problem], "bad"
        elif self._preview is not None:
            lines = list(entry.doubts if entry is not None and index not in self._dirty else ())
            lines += [w for w in self._preview.warnings if w not in lines][:4]
        problem = self._name_problem()
        if problem:
            lines.insert(0, problem)
            kind = "bad"
        self.message.setText("\n".join(lines))
        self.message.setProperty("class", kind)
        self.message.style().unpolish(self.message)
        self.message.style().polish(self.message)
        self.take.setEnabled(not problem and any(self._checked(k) for k in range(len(self._entries))))

    def _name_problem(self) -> str:
        names = list(self._taken)
        for k, entry in enumerate(self._entries):
            if entry.kind != "spectra" or not self._checked(k):
                continue
            if not entry.name.strip():
                return "An instrument needs a name."
            if entry.name in names:
                return f"There is already an instrument {entry.name!r}; give this one another name."
            names.append(entry.name)
        return ""

    @Slot(str)
    def _say(self, sentence: str) -> None:
        self.message.setText(sentence)

    # -- taking ------------------------------------------------------------------------------------------
    @Slot()
    def _accept(self) -> None:
        again = {k: self._entries[k] for k in sorted(self._dirty) if self._checked(k)}
        if not again:
            self.accept()
            return
        self.take.setEnabled(False)

        def work(monitor: Monitor) -> dict[int, Entry]:
            made = {}
            for number, (k, entry) in enumerate(again.items()):
                monitor.raise_if_cancelled()
                monitor.report(Path(entry.path).name, number / len(again))
                made[k] = read_entry(entry.path, entry.options, entry.axis, entry.name)
            return made

        self._jobs.start(work, "Reading", key="import-read", finished=self._read_again, failed=self._say)

    @Slot(object)
    def _read_again(self, made: dict[int, Entry]) -> None:
        self._filling = True
        for k, entry in made.items():
            self._entries[k] = entry
            self._dirty.discard(k)
            self._show_entry(self.files.topLevelItem(k), entry)
        self._filling = False
        bad = [k for k, entry in made.items() if entry.kind == "bad"]
        if bad:
            self.files.setCurrentItem(self.files.topLevelItem(bad[0]))
            self._look()
        else:
            self.accept()


def _colour(text: str):
    from PySide6.QtGui import QColor

    return QColor(text)
