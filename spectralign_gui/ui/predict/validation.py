"""*Predict ▸ In routine ▸ Validate by a protocol…*: the shown run is judged by a protocol, and a report is written."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ...core.monitor import Monitor
from ...io.validating.filing import Filed, judge_files
from ...io.validating.report import in_short
from ...session.predict.model import Model
from ...session.run import RunResult
from ..actions import make_action
from ..dialogs import tell
from ..export.target import ask_target
from ..state import RunController
from ..widgets.as_written import Label, as_written

FILES = (("protocol", "&Protocol", "Limits, written before the data (a .toml file; “spectralign validate --template” "
          "writes one to fill in)"),
         ("spectra", "&Spectra", "Spectra of samples that took no part in the model; a name that occurs more than once "
          "is a repeat"),
         ("values", "Reference &values", "A table of the same samples: names, then properties"))


class ValidationDialog(QDialog):
    """Three files and the operator."""

    def __init__(self, parent: QWidget, settings: QSettings | None) -> None:
        super().__init__(parent)
        self.setObjectName("validation-dialog")
        self.setWindowTitle("Validate by a protocol")
        self._settings = settings
        self.files: dict[str, QLineEdit] = {}
        form = QFormLayout()
        for name, label, tip in FILES:
            line = self.files[name] = QLineEdit()
            line.setMinimumWidth(320)
            button = QPushButton("Choose…")
            button.setObjectName(f"validation-choose-{name}")
            button.setAccessibleName(f"Choose the file: {label.replace('&', '')}")
            button.setToolTip(as_written(tip))
            button.clicked.connect(partial(self._choose, name))
            row = QHBoxLayout()
            row.addWidget(line, 1)
            row.addWidget(button)
            self._add(form, line, f"validation-{name}", label, tip, row)
            line.textChanged.connect(self._refresh)
        self.operator = QLineEdit(str(settings.value("report/operator", "")) if settings is not None else "")
        self._add(form, self.operator, "validation-operator", "&Operator", "Who did the work; appears in the report")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        save.setText("&Judge and write the report…")
        save.setObjectName("validation-save")
        save.setProperty("class", "primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.buttons)
        self._refresh()

    @staticmethod
    def _add(form: QFormLayout, line: QLineEdit, name: str, label: str, tip: str, row: QHBoxLayout | None = None
             ) -> None:
        line.setObjectName(name)
        line.setAccessibleName(label.replace("&", ""))
        line.setToolTip(as_written(tip))
        text = Label(label)
        text.setBuddy(line)
        if row is None:
            form.addRow(text, line)
        else:
            form.addRow(text, row)

    def _choose(self, name: str, *_: object) -> None:
        titles = {n: label.replace("&", "") for n, label, _ in FILES}
        path, _filter = QFileDialog.getOpenFileName(self, titles[name])
        if path:
            self.files[name].setText(path)

    def _refresh(self, *_: object) -> None:
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(
            all(line.text().strip() for line in self.files.values()))

    def accept(self) -> None:
        """Remember the operator."""
        if not all(line.text().strip() for line in self.files.values()):
            return
        if self._settings is not None:
            self._settings.setValue("report/operator", self.operator.text())
        super().accept()


class ValidateAction(QObject):
    """Asks, judges in the background, writes.

    Signals
    -------
    judged(str)
        What the data say, in a sentence.
    """

    judged = Signal(str)

    def __init__(self, controller: RunController, shown: Callable[[], tuple[RunResult, str] | None], parent: QWidget
                 ) -> None:
        super().__init__(parent)
        self._controller, self._shown, self._window = controller, shown, parent
        self.action = make_action(parent, "predict-validate", "Validate b&y a protocol…", "Judge the shown run by "
                                  "limits that were set before the data, with new samples, and write a report",
                                  self.ask, icon="quality")

    def refresh(self) -> None:
        """Whether there is something to judge."""
        self.action.setEnabled(self._shown() is not None)

    def ask(self) -> None:
        """Ask for the files and where the report goes."""
        if self._shown() is None:
            return
        settings = getattr(self._window.window(), "settings", None)
        dialog = ValidationDialog(self._window, settings if isinstance(settings, QSettings) else None)
        if dialog.exec():
            chosen = ask_target(self._window, "Write the report of the validation", "validation.html",
                                ["Report (*.html)", "Report to print (*.pdf)"])
            if chosen is not None:
                files = {n: line.text().strip() for n, line in dialog.files.items()}
                self.start(files, dialog.operator.text(), chosen[0])
        dialog.deleteLater()

    def start(self, files: dict[str, str], operator: str, path: Path) -> None:
        """Judge and write."""
        shown = self._shown()
        if shown is None:
            return
        result, instrument = shown

        def work(monitor: Monitor) -> Filed:
            monitor.report("Judging", 0.0)
            filed = judge_files(Model.of(result), instrument, files["protocol"], files["spectra"], files["values"],
                                operator, f"the run of {result.started}")
            monitor.raise_if_cancelled()
            if path.suffix.lower() == ".pdf":
                from ..report.pdf import write_pdf

                filed.print_to(path, lambda html, to: write_pdf(html, [], to))
            else:
                filed.write(path)
            return filed

        self._controller.jobs.start(work, "Validation", key="validation", finished=partial(self._done, path),
                                    failed=self._failed)

    def _done(self, path: Path, filed: Filed) -> None:
        sentence = in_short(filed.found)
        tell(self._window, "Validation", f"{sentence} The report is in {path}.", detail="\n".join(
            [*filed.warnings, *(f"{p.limits.name}, {j.name}: {j.outcome}" for p in filed.found.properties
                                for j in p.judged if j.criterion is not None)]),
             icon=QMessageBox.Icon.Information, name="validation-done")
        self.judged.emit(sentence)

    def _failed(self, sentence: str) -> None:
        tell(self._window, "That did not work", sentence, name="validation-failed")
        self.judged.emit(sentence)
