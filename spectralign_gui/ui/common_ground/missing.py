"""Missing values: counted per instrument, and what to do about them, instrument by instrument."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHeaderView, QSpinBox, QTableWidget, QTableWidgetItem, QWidget

from ...core.data.missing import MissingReport, count_missing
from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...preprocessing.step import create_step
from ...session.state import SessionState
from ...session.state.axes_and_units import missing_choice, set_missing
from ...words import say
from ..state import AppModel, RunController
from ..widgets import named
from ..widgets.as_written import Label, as_written
from .dialog import GroundDialog, line_of

CHOICES = {"": "leave as gaps", "interpolate": "close short gaps", "drop-channels": "drop channels with gaps",
           "drop-samples": "drop samples with gaps"}
HEADINGS = ("Instrument", "Missing values", "Spectra", "Channels", "Longest gap", "What to do", "Result")


@dataclass(frozen=True, eq=False)
class Outlook:
    """What would be left of an instrument: samples, channels, missing values, or why not."""

    samples: int = 0
    channels: int = 0
    missing: int = 0
    problem: str = ""


class MissingDialog(GroundDialog):
    """One row per instrument."""

    def __init__(self, model: AppModel, controller: RunController, current: str = "",
                 parent: QWidget | None = None) -> None:
        super().__init__(model, controller, "missing-values", "Missing values", "&Apply", parent)
        state = model.state
        self.reports: dict[str, MissingReport] = {}
        self.boxes: dict[str, QComboBox] = {}
        self.longest = named(QSpinBox(minimum=1, maximum=100000, value=5, suffix=" channels"), "missing-longest",
                             "Longest gap that is closed",
                             "Longer gaps stay: a straight line over many channels would be invented data")
        self.longest.setKeyboardTracking(False)
        self.longest.valueChanged.connect(self.later)
        self.table = named(QTableWidget(len(state.datasets), len(HEADINGS)), "missing-table",
                           "Missing values of every instrument",
                           "How many values are missing on each instrument, and what to do about them")
        self.table.setHorizontalHeaderLabels(list(HEADINGS))
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        for row, dataset in enumerate(state.datasets):
            self._fill_row(row, dataset.name, state)
        hint = Label("Gaps at the ends of a spectrum are never closed: nothing is extrapolated.")
        hint.setProperty("class", "muted")
        self.body.addWidget(self.table, 1)
        self.body.addLayout(line_of("Close gaps of up to", self.longest, hint))
        self.resize(900, 340)
        self.say("Counting …", "muted")
        self.later()

    def _fill_row(self, row: int, name: str, state: SessionState) -> None:
        self.table.setItem(row, 0, QTableWidgetItem(name))
        for column in (*range(1, 5), 6):
            item = QTableWidgetItem("…")
            if column != 6:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(row, column, item)
        box = named(QComboBox(), f"missing-choice-{row}", f"What to do about the missing values of {name}",
                    "Becomes the step “Missing values” at the beginning of the preprocessing")
        for value, text in CHOICES.items():
            box.addItem(text, value)
        chosen = missing_choice(state, name)
        box.setCurrentIndex(max(box.findData(chosen.get("how", "interpolate") if chosen is not None else ""), 0))
        if chosen is not None and chosen.get("max_gap"):
            self.longest.setValue(int(chosen["max_gap"]))
        box.activated.connect(self.later)
        self.boxes[name] = box
        self.table.setCellWidget(row, 5, box)

    def choices(self) -> dict[str, dict[str, Any]]:
        """Parameters of the step per instrument; an empty one for "leave as gaps"."""
        made: dict[str, dict[str, Any]] = {}
        for name, box in self.boxes.items():
            how = box.currentData()
            made[name] = {"how": how, "max_gap": self.longest.value()} if how == "interpolate" else (
                {"how": how} if how else {})
        return made

    def plan(self) -> Callable[[Monitor], Any] | None:
        state, choices, reports = self._model.state, self.choices(), dict(self.reports)

        def work(monitor: Monitor) -> tuple[dict[str, MissingReport], dict[str, Outlook], SessionState]:
            outlooks = {}
            for k, d in enumerate(state.datasets):
                monitor.raise_if_cancelled()
                monitor.report("Counting", k / len(state.datasets))
                if d.name not in reports:
                    reports[d.name] = count_missing(d.spectra)
                outlooks[d.name] = outlook(state, d.name, choices[d.name])
            return reports, outlooks, set_missing(state, choices)

        return work

    def show_result(self, made: tuple[Mapping[str, MissingReport], Mapping[str, Outlook], SessionState]) -> None:
        self.reports = dict(made[0])
        bad, left = "", 0
        for row, dataset in enumerate(self._model.state.datasets):
            report, look = self.reports[dataset.name], made[1][dataset.name]
            texts = (str(report.total), str(int((report.rows > 0).sum())), str(int((report.channels > 0).sum())),
                     f"{report.longest} channel{'s' * (report.longest != 1)}" if report.total else "–")
            for column, text in enumerate(texts, start=1):
                self.table.item(row, column).setText(text)
                self.table.item(row, column).setToolTip(as_written(say(report.sentence(dataset))))
            result = look.problem or (f"{look.samples} × {look.channels}, "
                                      f"{f'{look.missing} still missing' if look.missing else 'complete'}")
            self.table.item(row, 6).setText(result)
            self.table.item(row, 6).setToolTip(as_written(
                look.problem or f"{look.samples} spectra of {look.channels} channels"))
            self.boxes[dataset.name].setEnabled(report.total > 0 or bool(self.boxes[dataset.name].currentData()))
            bad, left = bad or look.problem, left + look.missing
        total = sum(r.total for r in self.reports.values())
        if bad:
            self.say(bad, "bad")
            return
        if not total:
            self.say("No values are missing.", "good")
        elif left:
            self.say(f"{left} of {total} missing values would be left; most methods refuse spectra with gaps.",
                     "warning")
        else:
            self.say("All gaps would be dealt with; the spectra in the session stay as they are, the step does it "
                     "before every fit.", "good")
        state = made[2]
        if state.preprocessing != self._model.state.preprocessing:
            self.offer("Missing values", state, f"Missing values: {total} found, {left} left after the step.")


def outlook(state: SessionState, name: str, choice: Mapping[str, Any]) -> Outlook:
    """What the step would leave of an instrument, excluded samples apart."""
    dataset = state.dataset(name)
    rows = np.setdiff1d(np.arange(len(dataset)), np.asarray(state.excluded.get(name, ()), dtype=np.intp))
    dataset = dataset.take(rows) if len(rows) < len(dataset) else dataset
    if not choice:
        return Outlook(len(dataset), len(dataset.axis), dataset.missing)
    try:
        step = create_step("missing", **choice).fit(dataset)
        gone = step.dropped_rows(dataset)
        made = step.apply(dataset)
    except SpectrAlignError as error:
        return Outlook(problem=say(error))
    if len(gone) == len(made):
        return Outlook(problem=f"{name}: no sample would be left.")
    if len(gone):
        made = made.take(np.setdiff1d(np.arange(len(made)), gone))
    return Outlook(len(made), len(made.axis), made.missing)
