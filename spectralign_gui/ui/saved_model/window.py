"""The window of a saved model: its card, files of new spectra, their values with intervals and flags."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QComboBox, QDialog, QPushButton, QVBoxLayout, QWidget

from ...core.data import QUANTITIES, UNITS
from ...core.monitor import Monitor
from ...jobs import Job
from ...words import units
from ..dialogs import ask_files
from ..export.target import ask_target
from ..predict.averaging import AverageTick
from ..predict.table import PredictionModel
from ..state import RunController
from ..widgets import FlowLayout, ShortBox, ShrinkArea, named, quiet_table
from ..widgets.as_written import Label, as_written
from ..widgets.on_screen import on_screen
from .card import CardFrame

if TYPE_CHECKING:
    from ...io.model_card import ModelCard
    from ...session.predict.averaged import NewRepeats
    from ...session.predict.model import Model
    from ...session.predict.predictions import Predictions

FROM_FILE = "as the file says"
HINT = "Drop files of new spectra here, or choose them."
TABLES = ["Table (*.csv)", "Workbook (*.xlsx)"]


class SavedModelWindow(QDialog):
    """Predicts with a model from a file. It reads and writes files only; no session is touched.

    Parameters
    ----------
    path : path
        A file that *Save model* or ``spectralign align`` has written.
    controller : RunController
        Whose jobs do the work.
    parent : QWidget, optional
    """

    def __init__(self, path: str | Path, controller: RunController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("saved-model")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setWindowTitle(f"{Path(path).name} – saved model")
        self.setAcceptDrops(True)
        self.path, self._controller = Path(path), controller
        self._job: Job | None = None
        self._model: Model | None = None
        self._card: ModelCard | None = None
        self._files: list[Path] = []
        self._tried: list[Path] = []
        """What was asked for last, which may have been refused."""
        self.values = PredictionModel(self)
        self.card = CardFrame()
        self.instrument = ShortBox(letters=14)
        self.instrument.setObjectName("saved-model-instrument")
        self.instrument.setAccessibleName("Instrument that measured the new spectra")
        self.instrument.setToolTip("The instrument that measured the new spectra")
        self.instrument.currentTextChanged.connect(self._instrument_changed)
        self.unit = self._said_box("unit", "Axis unit", "Unit of the axis of the new spectra, where the file does not "
                                   "say it or it is guessed wrongly", {u: units.named(u) for u in UNITS})
        self.quantity = self._said_box("quantity", "Quantity", "What was measured, where the file does not say it",
                                       {q: q.replace("-", " ") for q in QUANTITIES})
        self.choose = self._button("choose", "&Choose spectra…", "Read new spectra of this instrument and predict "
                                   "their values", self._ask_files)
        self.choose.setProperty("class", "primary")
        self.save = self._button("save", "&Save values…", "Save the table as CSV or XLSX, as spectralign predict "
                                 "writes it", self._save)
        self.average = AverageTick("saved-model-average", self._average_changed)
        self.says = Label(f"Reading {self.path.name}…")
        self.says.setObjectName("saved-model-says")
        self.says.setWordWrap(True)
        self._lay_out()
        self._enable()

    def _said_box(self, name: str, title: str, tip: str, values: Mapping[str, str]) -> QComboBox:
        """What the user can say of the files, as in the import dialog; first that they say it themselves."""
        box = ShortBox(letters=12)
        box.addItem(FROM_FILE, "")
        for value, text in values.items():
            if value != "unknown":
                box.addItem(text, value)
        named(box, f"saved-model-{name}", title, tip)
        box.currentIndexChanged.connect(self._again)
        return box

    def _button(self, name: str, text: str, tip: str, what: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(f"saved-model-{name}")
        button.setToolTip(as_written(tip))
        button.setAutoDefault(False)
        button.clicked.connect(lambda *_: what())
        return button

    def _lay_out(self) -> None:
        label = Label("Measured on")
        label.setBuddy(self.instrument)
        bar = FlowLayout(spacing=6)
        unit, quantity = Label("Axis unit"), Label("Quantity")
        unit.setBuddy(self.unit)
        quantity.setBuddy(self.quantity)
        for widget in (label, self.instrument, unit, self.unit, quantity, self.quantity, self.choose, self.save):
            bar.addWidget(widget)
        table = quiet_table(self.values, "saved-model-table", "Predicted values", single=False,
                            tip="Predicted values with intervals, and flags where a spectrum is unlike those of the "
                                "fit")
        table.setMinimumHeight(7 * self.fontMetrics().height())
        body = QWidget()
        column = QVBoxLayout(body)
        for part in (self.card, bar, self.average, table, self.says):
            column.addLayout(part) if isinstance(part, FlowLayout) else column.addWidget(part, int(part is table))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(ShrinkArea(body, self))
        letter = self.fontMetrics()
        self.resize(on_screen(self, 105 * letter.averageCharWidth(), 36 * letter.height()))

    # -- the model ---------------------------------------------------------------------------------------
    def load(self, spectra: Sequence[str | Path] = ()) -> None:
        """Read the model in the background (its bytes in a process of their own), then predict these files."""
        path = self.path

        def work(monitor: Monitor) -> tuple[Model, ModelCard]:
            from ...io.model_card import load_with_card

            monitor.report(f"Reading {path.name}", 0.0)
            return load_with_card(path)

        self._start(work, f"Reading {path.name}", partial(self._loaded, list(spectra)))

    def _loaded(self, spectra: list[str | Path], made: tuple[Model, ModelCard]) -> None:
        self._model, self._card = made
        names = list(self._model.instruments)
        with QSignalBlocker(self.instrument):
            self.instrument.addItems(names)
            self.instrument.setCurrentIndex(1 if len(names) > 1 else 0)
        self._show_card()
        self.says.setText(HINT if self._card.properties else "")
        self._enable()
        if spectra and self._card.properties:
            self.predict_files(spectra)

    def _show_card(self) -> None:
        if self._card is not None:
            self.card.show_card(self._card, self.instrument.currentText())

    def _instrument_changed(self, *_: object) -> None:
        self._show_card()
        self._again()

    def _again(self, *_: object) -> None:
        """Something else is said of the files: they are read and predicted anew."""
        files, self._files = self._tried, []
        self.values.show(None)
        self.says.setText(HINT)
        self._enable()
        if files:
            self.predict_files(files)

    def _average_changed(self) -> None:
        if self._tried:
            self.predict_files(self._tried)

    def _enable(self) -> None:
        can = self._card is not None and bool(self._card.properties) and self._job is None
        self.choose.setEnabled(can)
        for box in (self.instrument, self.unit, self.quantity, self.average):
            box.setEnabled(can)
        self.save.setEnabled(self.values.predictions is not None and self._job is None)

    # -- predicting --------------------------------------------------------------------------------------
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() and self.choose.isEnabled():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.predict_files(paths)

    def _ask_files(self) -> None:
        paths = ask_files(self, "New spectra")
        if paths:
            self.predict_files(paths)

    def predict_files(self, paths: Sequence[str | Path]) -> None:
        """Read files and predict; spectra of several files come one after the other."""
        model, instrument, files = self._model, self.instrument.currentText(), [Path(p) for p in paths]
        given = {"unit": self.unit.currentData(), "quantity": self.quantity.currentData()}
        options = {name: value for name, value in given.items() if value}
        if model is None:
            return

        if files != self._tried:
            self.average.reset()
        average = self.average.isChecked()

        def work(monitor: Monitor) -> tuple[Predictions, list[str], NewRepeats | None]:
            return predicted(model, instrument, files, monitor, options, average)

        if self._job is None:
            self._tried = files
        self._start(work, f"Predicting with {self.path.name}", partial(self._predicted, files))

    def _predicted(self, files: list[Path], made: tuple[Predictions, list[str], NewRepeats | None]) -> None:
        from ...presenters.model_card import saved_outcome

        found, notes, repeats = made
        self.average.found(repeats)
        assert self._card is not None
        self._files = files
        self.values.show(found, self.path.name)
        self.says.setText(saved_outcome(found, self._card, self.instrument.currentText(), notes))
        self._enable()

    def _save(self) -> None:
        found = self.values.predictions
        if found is None:
            return
        chosen = ask_target(self, "Save predicted values", f"predictions_{self.path.stem}.csv", TABLES)
        if chosen is None:
            return
        path = chosen[0]

        def work(monitor: Monitor) -> None:
            from ...io.predictions_file import write_predictions

            monitor.raise_if_cancelled()
            write_predictions(path, *found.table())

        self._start(work, f"Saving {path.name}", lambda _: self.says.setText(f"Saved to {path}."))

    # -- work --------------------------------------------------------------------------------------------
    def _start(self, work: Callable[[Monitor], Any], title: str, then: Callable[[Any], object]) -> None:
        if self._job is not None:
            return
        self._job = self._controller.jobs.start(work, title, finished=partial(self._ended, then),
                                                failed=partial(self._ended, self._failed),
                                                cancelled=partial(self._ended, self._failed, "Cancelled."))
        self._enable()

    def _ended(self, then: Callable[[Any], object], found: Any) -> None:
        self._job = None
        then(found)
        self._enable()

    def _failed(self, sentence: str) -> None:
        shown = ", ".join(f.name for f in self._files)
        if self.values.predictions is not None and shown:  # what was refused takes nothing away
            sentence += f" The table shows {shown} still."
        self.says.setText(sentence)

    def done(self, result: int) -> None:
        """Closed: nothing is heard of what is still under way."""
        if self._job is not None:
            self._job.discard()
            self._job = None
        super().done(result)


def predicted(model: Model, instrument: str, files: Sequence[Path], monitor: Monitor,
              options: Mapping[str, Any] | None = None, average: bool = True,
              ) -> tuple[Predictions, list[str], NewRepeats | None]:
    """The values of all spectra of some files, and what the readers said; `options` is what the user said of them."""
    from ...io.new_spectra import read_new, said_of_files
    from ...session.predict.averaged import predict_new

    read = read_new(files, monitor, options)
    notes = said_of_files(((data.source.path, data.warnings) for data in read),
                          model.axes[model.index(instrument)].unit)
    found, repeats = predict_new(model, read, instrument, average)
    return found, notes, repeats
