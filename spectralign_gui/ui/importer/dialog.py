"""Import dialog: the files with what was guessed, a look at each, and every guess changeable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ...core.data import SpectralDataset
from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...io.intake.entries import Entry, read_entry
from ...io.intake.plan import ImportPlan, Member
from ...io.intake.preview import FilePreview, make_preview
from ...jobs import JobManager
from ..widgets import named, on_screen
from ..widgets.as_written import Label
from .files_tree import FilesTree
from .first_rows import FirstRows
from .first_spectrum import FirstSpectrum
from .grouping_form import GroupingForm
from .options_form import OptionsForm


class ImportDialog(QDialog):
    """Look at files before they are taken.

    Parameters
    ----------
    plan : ImportPlan
        As proposed.
    jobs : JobManager

    Attributes
    ----------
    datasets : list of SpectralDataset
        What is to be loaded, once the dialog has been accepted.
    """

    def __init__(self, plan: ImportPlan, jobs: JobManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import-dialog")
        self.setWindowTitle("Import spectra")
        self.plan, self._jobs = plan, jobs
        self.datasets: list[SpectralDataset] = []
        self._dirty: set[int] = set()
        self._preview: FilePreview | None = None
        self._shown = -1
        self.files = FilesTree()
        self.files.chosen.connect(self._file_chosen)
        self.files.renamed.connect(self._renamed)
        self.files.ticked.connect(self._ticked)
        self.files.moved.connect(self._moved)
        self.grouping = GroupingForm()
        self.grouping.changed.connect(self._grouping_changed)
        self.grouping.move_menu.aboutToShow.connect(self._fill_move_menu)
        self.form = OptionsForm()
        self.form.changed.connect(self._option_changed)
        self.form.axisChanged.connect(self._axis_changed)
        self.form.confirmed.connect(self._confirm_guesses)
        self.form.spliceChanged.connect(self._splice_changed)
        self.same = named(QPushButton(), "import-same",
                          tip="Read the other files of this folder and format with the same settings")
        self.same.clicked.connect(self._same_for_all)
        self.table = FirstRows()
        self.table.roleWanted.connect(self._take_column_as)
        self.plot = FirstSpectrum()
        self.summary, self.message = Label(rich=True), Label()
        self.summary.setObjectName("import-summary")
        self.message.setObjectName("import-message")
        for label in (self.summary, self.message):
            label.setWordWrap(True)
        self.total = named(Label(), "import-total", look="muted")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.take = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.take.setText("&Import")
        named(self.take, "import-button", look="primary")
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        unsure = next((k for k, e in enumerate(plan.entries) if not e.sure and e.kind != "bad"), None)
        first = next((m.entry for g in plan.groups for m in g.members), 0)
        self._show_plan(unsure if unsure is not None else first)
        self.resize(on_screen(self, 1180, 740))

    # -- making ------------------------------------------------------------------------------------------
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
        column.addWidget(self.same, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.message)
        left = QWidget()
        side = QVBoxLayout(left)
        side.setContentsMargins(0, 0, 0, 0)
        side.addWidget(self.files, 1)
        side.addWidget(self.grouping)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(left)
        split.addWidget(right)
        split.setSizes([500, 680])
        split.setChildrenCollapsible(False)
        for number, width in ((1, 140), (2, 150)):
            self.files.setColumnWidth(number, width)
        bottom = QHBoxLayout()
        hint = Label("Your files are only read, never changed.")
        hint.setProperty("class", "muted")
        bottom.addWidget(self.total)
        bottom.addStretch()
        bottom.addWidget(hint)
        bottom.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.addWidget(split, 1)
        layout.addLayout(bottom)

    # -- the plan ----------------------------------------------------------------------------------------
    def _show_plan(self, current: int | None = None) -> None:
        self.files.show_plan(self.plan, self.files.current_entry() if current is None else current)
        if self.files.current_entry() != self._shown and self.files.current_entry() >= 0:
            self._look()
        self._check()

    @Slot(int, str)
    def _renamed(self, group: int, name: str) -> None:
        self.plan.groups[group].name = name
        self._check()

    @Slot(object, bool)
    def _ticked(self, entries: Sequence[int], on: bool) -> None:
        (self.plan.left_out.difference_update if on else self.plan.left_out.update)(entries)
        if any(len(self.plan.entries[k].datasets) > 1 for k in entries):
            QTimer.singleShot(0, self, self._show_plan)  # the other parts of the file follow, after this click
        else:
            self.files.refresh_names()
            self._check()

    @Slot(object, int)
    def _moved(self, members: Sequence[Member], group: int) -> None:
        self.plan.move(members, self.plan.groups[group] if group >= 0 else None)
        self._show_plan()

    @Slot(str)
    def _grouping_changed(self, what: str) -> None:
        self.plan.naming = self.grouping.naming.currentData()
        self.plan.pattern = self.grouping.pattern.text()
        regroup = what == "by" or (what == "pattern" and self.plan.by == "pattern")
        self.plan.by = self.grouping.by.currentData()
        if what == "by" and self.plan.by == "pattern" and "{instrument}" not in self.plan.pattern:
            self.plan.pattern = "{instrument}_{sample}"
        if regroup:
            self.plan.propose()
            self._show_plan()
        else:
            self.files.refresh_names()
            self._check()

    @Slot()
    def _fill_move_menu(self) -> None:
        self.files.fill_move_menu(self.grouping.move_menu)

    def entries(self) -> list[Entry]:
        """The files that the user wants, with those that cannot be read (so that they are told)."""
        return [e for k, e in enumerate(self.plan.entries) if k not in self.plan.left_out or e.kind == "bad"]

    # -- a look at one file ------------------------------------------------------------------------------
    @Slot(int)
    def _file_chosen(self, index: int) -> None:
        if index != self._shown:
            self._look()

    def _look(self) -> None:
        index = self.files.current_entry()
        if index < 0:
            return
        self._shown = index
        entry = self.plan.entries[index]
        options = dict(entry.options)
        result = None if index in self._dirty else entry.result

        def work(monitor: Monitor) -> tuple[int, FilePreview]:
            return index, make_preview(entry.path, options, result)

        self.take.setEnabled(False)
        self._jobs.start(work, key="import-preview", finished=self._show_look, failed=self._say)

    @Slot(object)
    def _show_look(self, made: tuple[int, FilePreview]) -> None:
        index, preview = made
        if index != self._shown:
            return
        self._preview = preview
        entry = self.plan.entries[index]
        self.form.show_preview(preview, entry.options, entry.axis, entry.splice_at)
        self.table.show_preview(preview)
        self.plot.show_first(preview)
        title = f" ({preview.title})" if preview.title else ""
        self.summary.setText(f"<b>{escape(Path(entry.path).name)}</b>"
                             + escape(f"{title}: {preview.summary or 'not readable this way'}"))
        self._check()

    # -- changing ----------------------------------------------------------------------------------------
    def _set(self, index: int, **changes: Any) -> None:
        self.plan.entries[index] = replace(self.plan.entries[index], **changes)
        self._dirty.add(index)

    @Slot(str, object)
    def _option_changed(self, name: str, value: Any) -> None:
        index = self._shown
        if not name:
            self._set(index, options={}, axis="auto", splice_at=())
        else:
            options = {**self.plan.entries[index].options, name: value}
            if name in ("separator", "orientation", "encoding"):
                # places counted in the old layout mean nothing in the new one: guess them again
                for place in ("header_line", "first_line", "axis_column", "name_column", "group_column",
                              "property_columns"):
                    options.pop(place, None)
            self._set(index, options=options)
        self._look()

    @Slot(str, int)
    def _take_column_as(self, name: str, column: int) -> None:
        """Give a column a role ("": text beside the spectra), and take it out of the one it had."""
        preview, index = self._preview, self._shown
        if preview is None or index < 0:
            return
        given = dict(self.plan.entries[index].options)
        for key in ("name_column", "group_column"):
            if preview.options.get(key) == column:
                given[key] = 0
        values = {*(preview.options.get("property_columns") or ())}
        if name == "property_columns" or column in values:
            given["property_columns"] = tuple(sorted({*values, column} if name == "property_columns"
                                                     else values - {column}))
        if name in ("name_column", "group_column"):
            given[name] = column
        self._set(index, options=given)
        self._look()

    @Slot()
    def _confirm_guesses(self) -> None:
        index, preview = self._shown, self._preview
        if preview is None:
            return
        said = {name: preview.options.get(name) for name in preview.guessed}
        self._set(index, options={**self.plan.entries[index].options, **said})
        self._look()

    @Slot(str)
    def _axis_changed(self, axis: str) -> None:
        self._set(self._shown, axis=axis, splice_at=())
        self._check()

    @Slot(object)
    def _splice_changed(self, at: tuple[float, ...]) -> None:
        self._set(self._shown, axis="splice", splice_at=at)
        self._check()

    @Slot()
    def _same_for_all(self) -> None:
        entry = self.plan.entries[self._shown]
        for k in self.plan.of_kind(self._shown):
            if k != self._shown:
                self._set(k, options=dict(entry.options), axis=entry.axis, splice_at=entry.splice_at)
        self._check()

    def _check(self) -> None:
        """What stands in the way of importing; the button follows."""
        index = self._shown
        entry = self.plan.entries[index] if index >= 0 else None
        lines: list[str] = []
        kind = "warning"
        if self._preview is not None and self._preview.problem:
            lines, kind = [self._preview.problem], "bad"
        elif entry is not None and entry.kind == "bad" and index not in self._dirty:
            lines, kind = [entry.problem], "bad"
        elif self._preview is not None:
            lines = list(entry.doubts if entry is not None and index not in self._dirty else ())
            lines += [w for w in self._preview.warnings if w not in lines][:4]
        lines += [n for n in self.plan.notes if n not in lines][:2]
        problem = self.plan.problem()
        if problem:
            lines.insert(0, problem)
            kind = "bad"
        self.message.setText("\n".join(lines))
        self.message.setVisible(bool(lines))
        self.message.setProperty("class", kind)
        self.message.style().unpolish(self.message)
        self.message.style().polish(self.message)
        others = len(self.plan.of_kind(index)) - 1 if index in self._dirty else 0
        self.same.setVisible(others > 0)
        self.same.setText(f"Same settings for the &other {others} files of this kind")
        self._show_grouping(problem)
        wanted = any(k not in self.plan.left_out for k in range(len(self.plan.entries)))
        self.take.setEnabled(not problem and wanted)

    def _show_grouping(self, problem: str) -> None:
        misfits: list[str] = []
        broken = False
        try:
            misfits = self.plan.misfits()
        except SpectrAlignError:
            broken = True  # the sentence is in the message
        self.grouping.show_plan(self.plan, misfits, broken)
        groups = [g for g in self.plan.groups if self.plan.kept(g)]
        files = len({m.entry for g in groups for m in self.plan.kept(g)})
        bad = sum(e.kind == "bad" for e in self.plan.entries)
        text = f"{self.plan.spectra} spectra of {files} file{'s' * (files != 1)} become {len(groups)} " \
               f"instrument{'s' * (len(groups) != 1)}"
        self.total.setText(text + (f"; {bad} file{'s' * (bad != 1)} cannot be read." if bad else "."))

    @Slot(str)
    def _say(self, sentence: str) -> None:
        self.message.setText(sentence)
        self.message.setVisible(True)

    # -- taking ------------------------------------------------------------------------------------------
    @Slot()
    def _accept(self) -> None:
        again = {k: self.plan.entries[k] for k in sorted(self._dirty) if k not in self.plan.left_out
                 or self.plan.entries[k].kind == "bad"}
        self.take.setEnabled(False)
        if not again:
            self._build()
            return

        def work(monitor: Monitor) -> dict[int, Entry]:
            made = {}
            for number, (k, entry) in enumerate(again.items()):
                monitor.raise_if_cancelled()
                monitor.report(Path(entry.path).name, number / len(again))
                made[k] = read_entry(entry.path, entry.options, entry.axis, entry.name, entry.splice_at)
            return made

        self._jobs.start(work, "Reading", key="import-read", finished=self._read_again, failed=self._say,
                         cancelled=self._check)

    @Slot(object)
    def _read_again(self, made: dict[int, Entry]) -> None:
        for k, entry in made.items():
            self.plan.replace(k, entry)
            self._dirty.discard(k)
            (self.plan.left_out.add if entry.kind == "bad" else self.plan.left_out.discard)(k)
        bad = [k for k, entry in made.items() if entry.kind == "bad"]
        self._shown = -1
        self._show_plan(bad[0] if bad else None)
        if not bad and not self.plan.problem():
            self._build()

    def _build(self) -> None:
        plan = self.plan
        self.take.setEnabled(False)

        def work(monitor: Monitor) -> list[SpectralDataset]:
            return plan.datasets()

        self._jobs.start(work, "Putting spectra together", key="import-read", finished=self._built, failed=self._say,
                         cancelled=self._check)

    @Slot(object)
    def _built(self, datasets: list[SpectralDataset]) -> None:
        self.datasets = datasets
        self.accept()
