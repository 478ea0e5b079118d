"""The window of a fleet: a row per instrument, what needs somebody first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QSettings, Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDialog, QFileDialog, QPushButton, QVBoxLayout

from ...core.monitor import Monitor
from ...jobs import Job
from ...presenters.fleet import COLUMNS, in_order, row, summary
from ...presenters.lifecycle_steps import RECORDS, WHO, Field
from ...words import say
from ..dialogs import ask
from ..lifecycle.asking import StepDialog
from ..state import RunController
from ..widgets import Column, FlowLayout, TableModel, named, quiet_table
from ..widgets.as_written import Label
from ..widgets.on_screen import on_screen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ...session.fleet import Instrument

FLEETS = "Fleets (*.fleet *.sqlite *.db)"
HINT = ("Open the file of a fleet or a folder of records, or start a fleet with the record of an "
        "instrument (Model versions… starts one).")
EMPTY = "No fleet is open."
BUTTONS = (
    ("open", "&Open a fleet…", "Open the file of a fleet"),
    ("folder", "Open a &folder…", "List every record of a folder, as it is now"),
    ("add", "&Add an instrument…", "List an instrument by the record of its model; starts a fleet where there is none"),
    ("note", "&Note their current state…", "Read the records of all instruments again and keep their current state"),
    ("measure", "&Measure…", "Compare the chosen instrument with another one by samples measured on both: noise, "
     "shift, width of bands, intensity"),
    ("show", "&Show its versions", "Open the record of the chosen instrument"),
    ("remove", "&Remove…", "Take the chosen instrument out of the list; what was noted of it stays in the file"))
MEASURE = (Field("a", "Compare &with", "Spectra of the instrument that it is compared with", file="open"),
           Field("b", "Its &spectra", "Spectra of this instrument; samples of the same name are the same", file="open"),
           WHO)
STEPS = {"add": ("Add an instrument", "&Add"), "note": ("Note their current state", "&Note"),
         "measure": ("Measure the instrument", "&Measure")}
ADD = (Field("fleet", "&Fleet", "File of the fleet; it is begun where there is none", file="save", filter=FLEETS),
       Field("record", "&Record", "Record of the instrument's model", file="open", filter=RECORDS),
       Field("name", "&Name", "What the instrument is called here; empty: as the model calls it", False), WHO,
       Field("note", "Re&mark", "Where it is, whom to ask", False))


def _text(k: int, instrument: Instrument) -> str:
    return row(instrument)[k]


class FleetModel(TableModel["Instrument"]):
    """A row per instrument."""

    empty = EMPTY

    def __init__(self, parent: QObject) -> None:
        super().__init__([Column(title, partial(_text, k), cell_tip=partial(_text, k))
                          for k, title in enumerate(COLUMNS)], parent=parent)
        self._bold = QFont()
        self._bold.setBold(True)

    def row_font(self, row: Instrument) -> QFont | None:
        return self._bold if row.standing.problem or row.standing.alarms else None


class FleetWindow(QDialog):
    """Lists instruments. It reads and writes files only; no session is touched.

    Parameters
    ----------
    controller : RunController
        Whose jobs do the work.
    parent : QWidget, optional

    Signals
    -------
    wanted(str)
        The record of an instrument is to be shown.
    """

    wanted = Signal(str)

    def __init__(self, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fleet-window")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setWindowTitle("Fleet of instruments")
        self._controller = controller
        self._job: Job | None = None
        self._more = ""
        self.path: Path | None = None
        """File or folder that is shown."""
        self.instruments = FleetModel(self)
        self.buttons = {name: self._button(name, text, tip) for name, text, tip in BUTTONS}
        self.buttons["open"].setProperty("class", "primary")
        self.says = named(Label(HINT, wordWrap=True), "fleet-says", "State of the fleet")
        self.table = quiet_table(self.instruments, "fleet-table", "Instruments", sortable=True,
                                 tip="Every instrument; those that need attention come first. A double click opens its "
                                     "versions")
        self.table.selectionModel().selectionChanged.connect(self._enable)
        self.table.doubleClicked.connect(self._want)
        bar = FlowLayout(spacing=6)
        for name, _, _ in BUTTONS:
            bar.addWidget(self.buttons[name])
        layout = QVBoxLayout(self)
        layout.addLayout(bar)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.says)
        letter = self.fontMetrics()
        self.resize(on_screen(self, 150 * letter.averageCharWidth(), 26 * letter.height()))
        self._enable()

    def _button(self, name: str, text: str, tip: str) -> QPushButton:
        button = named(QPushButton(text), f"fleet-{name}", tip=tip)
        button.setAutoDefault(False)
        button.clicked.connect(partial(self._pressed, name))
        return button

    @property
    def chosen(self) -> Instrument | None:
        """The instrument chosen in the table."""
        rows = self.table.selectionModel().selectedRows()
        return self.instruments.rows[rows[0].row()] if rows else None

    @Slot()
    def _enable(self, *_: object) -> None:
        free, one = self._job is None, self.chosen is not None
        file = self.path is not None and not self.path.is_dir()
        can = {"open": True, "folder": True, "add": True, "note": file and bool(self.instruments.rows), "show": one,
               "measure": one and file, "remove": one and file}
        for name, button in self.buttons.items():
            button.setEnabled(free and can[name])

    @Slot()
    def _want(self, *_: QModelIndex) -> None:
        if self.chosen is not None:
            self.wanted.emit(self.chosen.record)

    # -- buttons -----------------------------------------------------------------------------------------
    def _pressed(self, name: str, *_: object) -> None:
        if name == "open":
            path, _filter = QFileDialog.getOpenFileName(self, "Fleet of instruments", "", FLEETS)
            if path:
                self.open(path)
        elif name == "folder":
            path = QFileDialog.getExistingDirectory(self, "Folder with records")
            if path:
                self.open(path)
        elif name == "show":
            self._want()
        elif name == "remove":
            self._remove()
        else:
            self._ask(name)

    def _ask(self, name: str) -> None:
        settings = getattr(self.parent(), "settings", None)
        fields: Sequence[Field] = MEASURE if name == "measure" else (WHO,)
        if name == "add":
            file = str(self.path) if self.path is not None and not self.path.is_dir() else ""
            fields = tuple(Field(**{**vars(f), "first": file}) if f.name == "fleet" else f for f in ADD)
        title, button = STEPS[name]
        dialog = StepDialog(title, "", fields, button, self, settings if isinstance(settings, QSettings) else None)
        if dialog.exec():
            {"add": self.add, "note": self.note, "measure": self.measure}[name](dialog.answers)
        dialog.deleteLater()

    def open(self, path: str | Path) -> None:
        """Show a fleet, or the records of a folder."""
        def work(fleet: Any) -> list[Instrument]:
            return fleet.fleet_of(path)  # type: ignore[no-any-return]

        self._start(work, f"Reading {Path(path).name}", Path(path))

    def add(self, answers: dict[str, str]) -> None:
        """List an instrument."""
        given = Path(answers["fleet"])
        path = given if given.suffix else given.with_suffix(".fleet")

        def work(fleet: Any) -> list[Instrument]:
            fleet.add(path, answers["record"], answers["name"], answers["who"], answers["note"])
            return fleet.fleet_of(path)  # type: ignore[no-any-return]

        self._start(work, "Add an instrument", path)

    def note(self, answers: dict[str, str]) -> None:
        """Read all records again."""
        path = self.path

        def work(fleet: Any) -> list[Instrument]:
            return fleet.note(path, (), answers["who"])  # type: ignore[no-any-return]

        if path is not None:
            self._start(work, "Note their current state", path)

    def measure(self, answers: dict[str, str]) -> None:
        """Compare the chosen instrument with another one, and keep the figures."""
        chosen, path = self.chosen, self.path
        if chosen is None or path is None:
            return
        name = chosen.name

        def work(fleet: Any) -> list[Instrument]:
            from ...io.read import read_dataset
            from ...presenters.metrology import figures, notes
            from ...session.fleet.metrology import metrology_of

            made = metrology_of(read_dataset(answers["a"]), read_dataset(answers["b"]).with_(name=name))
            fleet.note_figures(path, name, figures(made), answers["who"])
            self._more = " ".join(map(say, notes(made)))
            return fleet.fleet_of(path)  # type: ignore[no-any-return]

        self._start(work, f"Measuring {name}", path)

    def _remove(self) -> None:
        chosen, path = self.chosen, self.path
        if chosen is None or path is None:
            return
        if ask(self, "Remove an instrument", f"Take {chosen.name} out of the list?", ["&Remove"], default=-1,
               detail="What was noted of it stays in the file.", name="fleet-ask-remove") != 0:
            return
        name = chosen.name

        def work(fleet: Any) -> list[Instrument]:
            fleet.remove(path, name)
            return fleet.fleet_of(path)  # type: ignore[no-any-return]

        self._start(work, "Remove an instrument", path)

    # -- work --------------------------------------------------------------------------------------------
    def _start(self, work: Callable[[Any], list[Instrument]], title: str, path: Path) -> None:
        if self._job is not None:
            return

        def run(monitor: Monitor) -> list[Instrument]:
            from ...io import fleet

            monitor.report(title, 0.0)
            return work(fleet)

        self._job = self._controller.jobs.start(run, title, finished=partial(self._shown, path), failed=self._refused,
                                                cancelled=partial(self._refused, "Cancelled."))
        self._enable()

    def _shown(self, path: Path, found: list[Instrument]) -> None:
        self._job, self.path = None, path
        self.setWindowTitle(f"{path.name} – fleet of instruments")
        self.instruments.set_rows(in_order(found))
        urgent = [i for i in in_order(found) if i.standing.problem or i.standing.alarms]
        said = " ".join((urgent[0].standing.problem, *urgent[0].standing.alarms)).strip() if urgent else ""
        more = f" {urgent[0].name}: {said}" if urgent else ""
        more, self._more = f" {self._more}" if self._more else more, ""
        self._say(summary(found) + more, "warning" if urgent else "muted")
        self._enable()

    def _refused(self, sentence: str) -> None:
        """What was refused changes nothing that is shown."""
        self._job = None
        self._say(sentence, "warning")
        self._enable()

    def _say(self, text: str, look: str) -> None:
        self.says.setText(text)
        if self.says.property("class") != look:
            self.says.setProperty("class", look)
            self.says.style().unpolish(self.says)
            self.says.style().polish(self.says)

    def done(self, result: int) -> None:
        """Closed: nothing is heard of what is under way."""
        if self._job is not None:
            self._job.discard()
            self._job = None
        super().done(result)
