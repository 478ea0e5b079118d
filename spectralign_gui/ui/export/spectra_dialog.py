"""Which spectra are to be saved: of which instrument, and at which stage."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QVBoxLayout, QWidget

from ...session.export.saving import stages
from ...session.run import RunResult
from ...session.state import SessionState
from ..widgets import named
from ..widgets.as_written import Label

ALL = "all instruments"


class SpectraDialog(QDialog):
    """Asks for instrument and stage; the file is asked for afterwards.

    Parameters
    ----------
    state : SessionState
    run : RunResult or None
        Without one, nothing can be saved as on the reference.
    current : str
        Instrument that is chosen in the window. Where the run gives spectra as on the reference, the dialog opens on
        those, of an instrument that is not the reference itself.
    """

    def __init__(self, state: SessionState, run: RunResult | None, current: str = "",
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("save-spectra")
        self.setWindowTitle("Save spectra")
        self._state, self._run = state, run
        self.instrument = self._box("save-instrument", "Instrument", "Whose spectra are saved")
        self.instrument.addItem(ALL, state.instruments)
        for name in state.instruments:
            self.instrument.addItem(name, (name,))
        self.stage = self._box("save-stage", "Spectra", "Spectra as the files gave them, with the steps applied, or "
                               "moved onto the reference by the run that is shown")
        for key, text in stages(run).items():
            self.stage.addItem(text, key)
        moved = self.stage.findData("reference")
        if moved >= 0 and run is not None:  # a transfer that is shown is saved: B's spectra, never A's own as they are
            self.stage.setCurrentIndex(moved)
            others = [d.name for d in run.datasets[1:]]
            current = current if current in others else others[0]
        self.instrument.setCurrentIndex(max(self.instrument.findText(current), 0))
        self.sentence = named(Label(), "save-spectra-sentence", "What will be saved")
        self.sentence.setWordWrap(True)
        form = QFormLayout()
        form.addRow("&Instrument", self.instrument)
        form.addRow("&Spectra", self.stage)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.choose = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.choose.setText("&Choose file…")
        named(self.choose, "save-choose", look="primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.sentence)
        layout.addWidget(buttons)
        self.setMinimumWidth(26 * self.fontMetrics().averageCharWidth() * 2)
        for box in (self.instrument, self.stage):
            box.currentIndexChanged.connect(self._tell)
        self._tell()

    def _box(self, name: str, accessible: str, tip: str) -> QComboBox:
        box = named(QComboBox(), name, accessible, tip)
        return box

    @property
    def chosen(self) -> tuple[tuple[str, ...], str]:
        """Instruments and stage."""
        return tuple(self.instrument.currentData()), str(self.stage.currentData())

    @Slot()
    def _tell(self) -> None:
        names, stage = self.chosen
        used = self._run.datasets if stage == "reference" and self._run is not None else self._state.datasets
        sets = [d for d in used if d.name in names]
        count = sum(len(d) for d in sets)
        text = f"{count} spectra of {len(sets)} instrument{'s' * (len(sets) != 1)}."
        if len(sets) > 1:
            text += (" CSV holds several instruments only if they have the same channels; HDF5, Excel, MATLAB and "
                     "JCAMP-DX hold any.")
        self.sentence.setText(text)
