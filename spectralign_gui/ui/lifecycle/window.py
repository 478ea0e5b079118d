"""The window of a record: versions, check samples of all days in one chart, and every step as a button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSettings, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QPushButton, QVBoxLayout, QWidget

from ...core.monitor import Monitor
from ...jobs import Job
from ...presenters.lifecycle import judged_text, life_chart, samples_text, standing, state_of, version_rows
from ...presenters.lifecycle_steps import RECORDS, STEPS, fields_of
from ...presenters.plots.chart import Chart
from ..export.target import ask_target
from ..plots.line_view import LineView
from ..state import RunController
from ..widgets import FlowLayout, ShortBox, ShrinkArea, named, quiet_table
from ..widgets.as_written import Label, as_written
from ..widgets.on_screen import on_screen
from .asking import StepDialog
from .versions import VersionModel

if TYPE_CHECKING:
    from ...io.lifecycle.record import Record

HINT = "Open a record, or start one with a saved model that has held-out standards."
BUTTONS = (
    ("open", "&Open a record…", "Open the record of a model"),
    ("begin", "&Begin a record…", "Begin a record with a saved model as its first version"),
    ("check", "Add &check samples…", "Enter spectra of samples with known values, predicted by the version in force"),
    ("propose", "&Propose an update…", "Make a new version from check samples, judged on those that are held back"),
    ("approve", "&Approve…", "Put the chosen proposed version in force"),
    ("decline", "&Decline…", "Decide against the chosen proposed version"),
    ("back", "&Roll back…", "Put the chosen earlier version in force again"),
    ("sign", "&Sign…", "Sign the record up to now, with the chosen version: reviewed, approved or responsible"),
    ("require", "Require signa&tures…", "From now on only approvers of a users file decide, with a pass phrase"),
    ("watch", "&Watch a folder…", "Predict every file that arrives in a folder with the version in force; one that is "
     "approved meanwhile takes over. Predict ▸ In routine ▸ Stop watching ends it"),
    ("export", "&Export…", "Write every entry of the record as CSV or HTML"))


class LifeWindow(QDialog):
    """Shows a record and enters steps into it. It reads and writes files only; no session is touched.

    Parameters
    ----------
    controller : RunController
        Whose jobs do the work.
    parent : QWidget, optional

    Signals
    -------
    watchWanted(str)
        A folder is to be watched with this record.
    """

    watchWanted = Signal(str)

    def __init__(self, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("life-window")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self._controller = controller
        self._job: Job | None = None
        self.record: Record | None = None
        """What is shown."""
        self.versions = VersionModel(self)
        self.buttons = {name: self._button(name, text, tip) for name, text, tip in BUTTONS}
        self.buttons["open"].setProperty("class", "primary")
        self.property = named(ShortBox(), "life-property", "Property shown", "The property that the chart shows")
        self.kind = named(QComboBox(), "life-kind", "Kind of chart", "Each day on its own (Shewhart) finds a sudden "
                          "fault; the sums (CUSUM) find a slow drift")
        self.kind.addItems(["Each day (Shewhart)", "Drift (CUSUM)"])
        self.view = LineView("life-chart", "Check samples of all days", legend_above=True)
        self.view.setMinimumHeight(10 * self.fontMetrics().height())
        self.says = named(Label(HINT, wordWrap=True), "life-says", "Current state")
        self.detail = named(Label("", wordWrap=True), "life-detail", "The chosen version and the check samples",
                            look="muted")
        self.property.currentIndexChanged.connect(self._draw)
        self.kind.currentIndexChanged.connect(self._draw)
        self._lay_out()
        self._show()

    def _button(self, name: str, text: str, tip: str) -> QPushButton:
        button = named(QPushButton(text), f"life-{name}", tip=tip)
        button.setAutoDefault(False)
        button.clicked.connect(partial(self._pressed, name))
        return button

    def _lay_out(self) -> None:
        self.table = quiet_table(self.versions, "life-versions", "Versions of the model",
                                 tip="Every version: how it came about, how it did on held-back samples, who decided")
        self.table.setMinimumHeight(6 * self.fontMetrics().height())
        self.table.selectionModel().selectionChanged.connect(self._enable)
        rows = []
        for names in (("open", "begin", "check", "sign", "require", "watch", "export"),
                      ("propose", "approve", "decline", "back")):
            row = FlowLayout(spacing=6)
            for name in names:
                row.addWidget(self.buttons[name])
            rows.append(row)
        for widget in (self.property, self.kind):
            rows[1].addWidget(widget)
        body = QWidget()
        column = QVBoxLayout(body)
        column.addLayout(rows[0])
        column.addWidget(self.says)
        column.addWidget(self.table, 2)
        column.addLayout(rows[1])
        column.addWidget(self.view, 3)
        column.addWidget(self.detail)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(ShrinkArea(body, self))
        letter = self.fontMetrics()
        self.resize(on_screen(self, 120 * letter.averageCharWidth(), 42 * letter.height()))

    # -- what is shown -----------------------------------------------------------------------------------
    @property
    def path(self) -> Path:
        """The record's file; an empty path while there is none."""
        return self.record.path if self.record is not None else Path()

    @property
    def chosen(self) -> int:
        """The version chosen in the table; 0 for none."""
        rows = self.table.selectionModel().selectedRows()
        return int(self.versions.rows[rows[0].row()][0]) if rows else 0

    def _show(self) -> None:
        record = self.record
        self.setWindowTitle(f"{record.path.name} – model versions" if record is not None else "Model versions")
        self.versions.set_rows(version_rows(record.life) if record is not None else [])
        if record is not None:
            names = list(record.life.properties)
            if names != [self.property.itemText(k) for k in range(self.property.count())]:
                with QSignalBlocker(self.property):
                    self.property.clear()
                    self.property.addItems(names)
            text, mood = standing(record.life)
            self._say(text, {"bad": "warning", "good": "muted"}.get(mood, mood))
            self.table.selectRow(self._next_row())
        self._draw()
        self._enable()

    def _next_row(self) -> int:
        """The version that a decision is due on, else the one in force."""
        assert self.record is not None
        life = self.record.life
        waiting = [v.number for v in life.versions if v.state == "proposed" and v.base == life.current]
        return (waiting[-1] if waiting else life.current) - 1

    def _say(self, text: str, look: str = "muted") -> None:
        self.says.setText(text)
        if self.says.property("class") != look:
            self.says.setProperty("class", look)
            self.says.style().unpolish(self.says)
            self.says.style().polish(self.says)

    @Slot()
    def _draw(self, *_: object) -> None:
        self.view.set_chart(Chart() if self.record is None else life_chart(
            self.record.life, max(self.property.currentIndex(), 0), self.kind.currentIndex() == 1))

    @Slot()
    def _enable(self, *_: object) -> None:
        record, free = self.record, self._job is None
        life = record.life if record is not None else None
        version = next((v for v in life.versions if v.number == self.chosen), None) if life is not None else None
        proposed = version is not None and version.state == "proposed"
        can = {"open": True, "begin": True, "check": life is not None, "export": life is not None,
               "sign": life is not None, "watch": life is not None, "require": life is not None and not life.root,
               "propose": life is not None and bool(life.checks_of(life.current)), "approve": proposed,
               "decline": proposed, "back": life is not None and version is not None
               and version.state == "approved" and version.number != life.current}
        for name, button in self.buttons.items():
            button.setEnabled(free and can[name])
        if life is None or version is None:
            self.detail.setText("")
            return
        parts = [f"Version {version.number}, {state_of(life, version)}: {version.why}".rstrip(": ") + ".",
                 judged_text(life, version), samples_text(life)]
        self.detail.setText(" ".join(p for p in parts if p))

    # -- steps -------------------------------------------------------------------------------------------
    def _pressed(self, name: str, *_: object) -> None:
        if name == "open":
            path, _filter = QFileDialog.getOpenFileName(self, "Record of a model", "", RECORDS)
            if path:
                self.open(path)
        elif name == "export":
            chosen = ask_target(self, "Export the record", f"{self.path.stem}_record.html",
                                ["Document (*.html)", "Table (*.csv)"])
            if chosen is not None:
                self.export(chosen[0])
        elif name == "watch":
            self.watchWanted.emit(str(self.path))
        else:
            self.ask(name)

    def ask(self, name: str) -> None:
        """Ask for what a step needs, then do it."""
        step = STEPS[name]
        settings = getattr(self.parent(), "settings", None)
        lead = step.lead
        if name in ("approve", "decline", "back") and self.record is not None:
            life = self.record.life
            lead = f"Version {self.chosen}. {judged_text(life, life.version(self.chosen))} {lead}".strip()
        fields = fields_of(name, self.record.life if self.record is not None else None)
        dialog = StepDialog(step.title, lead, fields, step.button, self,
                            settings if isinstance(settings, QSettings) else None)
        if dialog.exec():
            self.take(name, dialog.answers)
        dialog.deleteLater()

    def take(self, name: str, answers: dict[str, str]) -> None:
        """Do a step in the background."""
        step, path, number = STEPS[name], self.path, self.chosen

        def work(monitor: Monitor) -> Record:
            monitor.report(step.title, 0.0)
            return charted(step.do(path, number, answers))

        self._start(work, step.title, self._taken)

    def open(self, path: str | Path) -> None:
        """Show a record."""
        def work(monitor: Monitor) -> Record:
            from ...io.lifecycle import read_record

            monitor.report(f"Reading {Path(path).name}", 0.0)
            return charted(read_record(path))

        self._start(work, f"Reading {Path(path).name}", self._taken)

    def export(self, path: Path) -> None:
        """Write every entry."""
        record = self.record
        assert record is not None

        def work(monitor: Monitor) -> None:
            from ...io.atomic import write_text
            from ...io.audit.export import as_csv, as_html

            monitor.report("Export", 0.0)
            write_text(path, as_csv(record.trail) if path.suffix.lower() == ".csv" else
                       as_html(record.trail, record.found, str(record.path)))

        self._start(work, "Export", lambda _: self._say(as_written(f"The record was written to {path}.")))

    def _taken(self, record: Record) -> None:
        self.record = record
        self._show()

    def _start(self, work: Callable[[Monitor], Any], title: str, then: Callable[[Any], object]) -> None:
        if self._job is not None:
            return
        self._job = self._controller.jobs.start(work, title, finished=partial(self._ended, then),
                                                failed=partial(self._ended, self._refused),
                                                cancelled=partial(self._ended, self._refused, "Cancelled."))
        self._enable()

    def _ended(self, then: Callable[[Any], object], found: Any) -> None:
        self._job = None
        then(found)
        self._enable()

    def _refused(self, sentence: str) -> None:
        """What was refused changes nothing that is shown."""
        self._say(sentence, "warning")

    def done(self, result: int) -> None:
        """Closed: a step that is under way is entered, but nothing is heard of it any more."""
        if self._job is not None:
            self._job.discard()
            self._job = None
        super().done(result)


def charted(record: Record) -> Record:
    """The record, its chart calculated: many days take longer than the window's thread may be kept."""
    record.life.points()
    return record
