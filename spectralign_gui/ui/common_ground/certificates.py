"""Certified standards: the axis or the intensity of one instrument against a certificate."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QFileDialog, QLineEdit, QPushButton, QWidget

from ...core.measures.certificates import CERTIFICATES
from ...core.monitor import Monitor
from ...preprocessing.spec import StepSpec
from ...presenters.certified import chart, is_needed, line_rows, notes, response_chart
from ...presenters.plots.chart import Chart
from ...session.fleet.certified import AxisCertified, certify_axis, certify_intensity
from ...session.state.axes_and_units import certify
from ...words import say
from ..plots.line_view import LineView
from ..state import AppModel, RunController
from ..widgets import named, on_screen
from ..widgets.as_written import Label
from .dialog import GroundDialog, line_of

FILE, SOURCE = "file", "source"


class CertificateDialog(GroundDialog):
    """A standard, its certificate, what they say, and Apply as a step of the instrument's own preprocessing."""

    def __init__(self, model: AppModel, controller: RunController, current: str = "",
                 parent: QWidget | None = None) -> None:
        super().__init__(model, controller, "certificate", "Certified standards", "&Correct the instrument", parent)
        self.instrument = self.instrument_box("certificate-instrument", "Instrument",
                                              "The instrument that measured the standard and is corrected", current)
        self.certificate = named(QComboBox(), "certificate-which", "Certificate", "What was measured")
        for name, one in CERTIFICATES.items():
            self.certificate.addItem(one.title, name)
        self.certificate.addItem("Lines from a file", FILE)
        self.certificate.addItem("Intensity: certified source", SOURCE)
        self.laser = named(QDoubleSpinBox(minimum=0.0, maximum=5000.0, decimals=3, suffix=" nm"), "certificate-laser",
                           "Laser line", "Wavelength of the laser in air, for a lamp on an axis of Raman shifts")
        self.laser.setSpecialValueText("as the file says")
        self.standard = self._path("certificate-standard", "Spectra of the standard",
                                   "File that this instrument measured of the standard")
        self.known = self._path("certificate-known", "Certified values", "A file with a place (and its uncertainty, or "
                                "the relative intensity) on each line; of a source also the coefficients of its "
                                "polynomial, the constant first")
        self.low, self.high = (named(QLineEdit(), f"certificate-{name}", f"Certified {name}", tip) for name, tip in (
            ("from", "Where the intensity is certified from"), ("to", "Where the intensity is certified up to")))
        self.plot = LineView("certificate-plot", "Against the certificate", self)
        self.plot.setMinimumSize(520, 260)
        self.body.addLayout(line_of("Axis of", self.instrument, "by", self.certificate, "laser", self.laser))
        self.body.addLayout(self._line("Standard", self.standard))
        self.body.addLayout(self._line("Certified", self.known, "from", self.low, "to", self.high))
        self.body.addWidget(self.plot, 1)
        self.detail = named(Label("", wordWrap=True), "certificate-lines", "Lines of the certificate", look="muted")
        self.body.addWidget(self.detail)
        self.made: AxisCertified | StepSpec | None = None
        for box in (self.instrument, self.certificate):
            box.currentIndexChanged.connect(self.later)
        self.laser.valueChanged.connect(self.later)
        for line in (self.standard, self.known, self.low, self.high):
            line.textChanged.connect(self.later)
        self.resize(on_screen(self, 760, 600))
        self.later()

    def _path(self, name: str, title: str, tip: str) -> QLineEdit:
        line = named(QLineEdit(), name, title, tip)
        line.setMinimumWidth(240)
        return line

    def _line(self, word: str, line: QLineEdit, *more: QWidget | str) -> Any:
        title = line.accessibleName()
        button = named(QPushButton("Choose…"), f"{line.objectName()}-choose", f"Choose the file: {title}",
                       line.toolTip())
        button.setAutoDefault(False)
        button.clicked.connect(partial(self._choose, line, title))
        made = line_of(word, line, button, *more)
        made.setStretchFactor(line, 1)
        return made

    @Slot()
    def _choose(self, line: QLineEdit, title: str, *_: object) -> None:
        path, _filter = QFileDialog.getOpenFileName(self, title, "")
        if path:
            line.setText(path)

    def plan(self) -> Callable[[Monitor], Any] | None:
        which, given = str(self.certificate.currentData()), self.known.text().strip()
        for widget in (self.low, self.high):
            widget.setEnabled(which == SOURCE)
        self.known.setEnabled(which in (FILE, SOURCE))
        self.made = None
        self.plot.set_chart(Chart())
        self.detail.setText("")
        path, name, laser = self.standard.text().strip(), self.instrument.currentText(), self.laser.value() or None
        if not path or (which in (FILE, SOURCE) and not given):
            self.say("Choose what the instrument measured of the standard"
                     + (", and its certified values." if which in (FILE, SOURCE) else "."), "muted")
            return None
        ends: list[float | None] = []
        for line in (self.low, self.high):
            text = line.text().strip().replace(",", ".")
            try:
                ends.append(float(text) if text else None)
            except ValueError:
                self.say(f"“{text}” is not a number.", "warning")
                return None
        self.say("Comparing …", "muted")

        def work(monitor: Monitor) -> AxisCertified | StepSpec:
            from ...io.certificate_file import certificate_of, curve_of
            from ...io.read import read_dataset

            dataset = read_dataset(path).with_(name=name)
            if which == SOURCE:
                return certify_intensity(dataset, *curve_of(given, *ends))
            return certify_axis(dataset, certificate_of(given if which == FILE else which, dataset.axis.unit), laser)

        return work

    def show_result(self, made: AxisCertified | StepSpec) -> None:
        self.made, name = made, self.instrument.currentText()
        if isinstance(made, StepSpec):
            self.plot.set_chart(response_chart(made))
            self.say(f"The response of {name} is taken out by a curve of {len(made.parameters['at'])} places.")
            self.offer(f"Correct intensity of {name}", certify(self._model.state, name, made),
                       f"Intensities of {name} are corrected by the step “Intensity by certificate”.")
            return
        self.plot.set_chart(chart(made))
        lost = [f"{row[0]:g}" for row in line_rows(made) if row[1] != row[1]]
        self.detail.setText(f"{made.certificate.source}. " + (f"Not found: {', '.join(lost)}." if lost else ""))
        text = " ".join(map(say, notes(made)))
        self.say(text, "" if is_needed(made) else "good")
        if is_needed(made):
            self.offer(f"Correct axis of {name}", certify(self._model.state, name, made.step),
                       f"{say(notes(made)[0])} Its axis is corrected by the step “Axis by certificate”.")
