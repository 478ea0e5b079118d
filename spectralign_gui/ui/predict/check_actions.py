"""Standards measured again: adding a measurement, saying which spectrum is which, taking the last one out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from ...core.data import every_property
from ...core.monitor import Monitor
from ...io.new_spectra import read_new
from ...session.predict.averaged import gathered
from ...session.predict.check_samples import (
    BY_NAME,
    CheckDay,
    CheckSpectrum,
    check_standards,
    days_of,
    judged,
    measured_check,
    run_key,
    standing_alarm,
)
from ...session.predict.model import Model
from ...session.run import RunResult
from ..actions import make_action
from ..dialogs import ask_files
from ..lifecycle import Lives
from ..state import RunController
from .check_assign import CheckAssignment


class CheckActions(QObject):
    """The check measurements of one run and instrument, and what can be done with them.

    Parameters
    ----------
    controller : RunController
    parent : QWidget

    Signals
    -------
    changed
        Of another run or instrument, or there are others.
    told(str)
        What became of a measurement, in a sentence.
    """

    changed = Signal()
    told = Signal(str)

    def __init__(self, controller: RunController, parent: QWidget) -> None:
        super().__init__(parent)
        self._controller, self._state, self._window = controller, controller.model, parent
        self._model: Callable[[], Model | None] | None = None
        self.instrument = ""
        """Whose measurements they are."""
        self.add = make_action(parent, "check-add", "Add check &measurement…", "Read spectra of standards measured "
                               "again, from one or several files", self._ask, icon="plus")
        self.remove = make_action(parent, "check-remove", "&Remove the last day", "Take the last measurement out of "
                                  "the chart", self._remove, icon="delete")
        self.assign = make_action(parent, "check-assign", "&Which spectrum is which…", "Say which spectrum of the last "
                                  "measurement is which standard", self._reassign, icon="link")
        self.settle = make_action(parent, "check-settle", "Alarm is &settled", "Say that the last alarm is settled: "
                                  "its cause is found and mended, or it was none", self._settle, icon="quality")
        self.lives = Lives(controller, parent)
        self.entries = (self.add, self.assign, self.settle, self.remove, *self.lives.entries)
        """All entries, those of records beside the session too."""
        self.assignment: CheckAssignment | None = None
        """The open question which spectrum is which."""
        self._alarm_said = ""
        self._state.alarmed = self.alarm_in_short
        self._state.stateChanged.connect(self.refresh)
        self.refresh()

    def set_model(self, model: Callable[[], Model | None] | None, instrument: str) -> None:
        """Check this model (made when it is needed; None: there is none) and instrument."""
        self._model, self.instrument = model, instrument
        self.refresh()

    @Slot()
    def refresh(self, *_: object) -> None:
        """Say what can be done now."""
        days = self.days
        self.add.setEnabled(self.possible)
        self.remove.setEnabled(bool(days))
        self.assign.setEnabled(bool(days) and bool(days[-1].spectra))
        self.settle.setEnabled(self.alarm is not None)
        self.changed.emit()
        said, self._alarm_said = self._alarm_said, self.alarm_in_short()
        if said != self._alarm_said:
            self._state.verdictChanged.emit()

    @property
    def possible(self) -> bool:
        """Whether there is a model to be checked."""
        return self._model is not None

    def model(self) -> Model | None:
        """The model that is checked."""
        return self._model() if self._model is not None else None

    @property
    def properties(self) -> list[str]:
        """Names of the properties that the run knows."""
        run = self._state.current_run
        return list(every_property(run.datasets)) if run is not None else []

    @property
    def days(self) -> list[CheckDay]:
        """Days of the instrument and the shown run."""
        return days_of(self._state.state.checks, self.instrument, self._state.current_run)

    @property
    def standing(self) -> CheckDay | None:
        """The day of another run of these instruments whose alarm still stands."""
        return standing_alarm(self._state.state.checks, self.instrument, self._state.current_run)

    @property
    def alarm(self) -> CheckDay | None:
        """The day whose alarm can be settled: the last one of the shown run, or the one that still stands."""
        days = self.days
        own = days[-1] if days and days[-1].alarms and not days[-1].settled else None
        return own or self.standing

    def alarm_in_short(self) -> str:
        """That check samples gave an alarm, for the verdict on the shown run; "" where none stands."""
        found = self.alarm
        return f"⚠ The check samples of {found.day} gave an alarm: see Check." if found is not None else ""

    def others(self) -> str:
        """How many days belong to other results, as a sentence."""
        number = sum(d.instrument == self.instrument for d in self._state.state.checks) - len(self.days)
        return "" if not number else (f" {number} measurement{'s were' if number > 1 else ' was'} predicted with "
                                      "another result and say nothing about this one.")

    def _ask(self) -> None:
        paths = ask_files(self._window, "Standards measured again")
        if paths:
            self.add_files(paths)

    def add_files(self, paths: Sequence[str | Path], day: str = "") -> None:
        """Add one measurement (default: of today) from files, or from all files of a folder."""
        result, instrument, made = self._state.current_run, self.instrument, day or date.today().isoformat()
        if result is None or not self.possible:
            return

        def work(monitor: Monitor) -> tuple[CheckSpectrum, ...]:
            model = Model.of(result)
            return measured_check(result, model, gathered(model, read_new(paths, monitor), instrument), instrument)

        self._controller.jobs.start(work, "Checking the transfer", key="check", failed=self.told.emit,
                                    finished=partial(self._measured, result, instrument, made))

    def _measured(self, result: RunResult, instrument: str, day: str, spectra: tuple[CheckSpectrum, ...]) -> None:
        """Spectra with names of samples are added at once; of others the user says which is which."""
        shown = self._state.current_run
        if shown is None or run_key(shown) != run_key(result):
            self.told.emit("The measurement was not added, because another result is shown now.")
            return

        def take(chosen: tuple[CheckSpectrum, ...]) -> None:
            made = self._judged(CheckDay.of(day, instrument, run_key(result), chosen), result)
            self._state.apply("Add check measurement", lambda s: s.with_(checks=(*s.checks, made)))

        if all(s.how == BY_NAME for s in spectra):
            take(spectra)
        else:
            self._open_assignment(result, spectra, take)

    def _open_assignment(self, result: RunResult, spectra: tuple[CheckSpectrum, ...],
                         take: Callable[[tuple[CheckSpectrum, ...]], None]) -> None:
        if self.assignment is not None:
            self.assignment.reject()
        self.assignment = dialog = CheckAssignment(spectra, check_standards(result), take, self._window.window())
        dialog.finished.connect(self._assigned)
        dialog.open()

    @Slot()
    def _assigned(self, *_: object) -> None:
        if self.assignment is not None:
            self.assignment.deleteLater()
            self.assignment = None

    def _reassign(self) -> None:
        days, result = self.days, self._state.current_run
        if not days or not days[-1].spectra or result is None:
            return
        last = days[-1]

        def take(chosen: tuple[CheckSpectrum, ...]) -> None:
            made = self._judged(last.with_spectra(chosen), result)
            self._state.apply("Say which check spectrum is which", lambda s: s.with_(
                checks=tuple(made if d is last else d for d in s.checks)))

        self._open_assignment(result, last.spectra, take)

    def _judged(self, day: CheckDay, result: RunResult) -> CheckDay:
        """The day with the alarms that it gives after those before it."""
        model = self.model()
        earlier = [d for d in days_of(self._state.state.checks, day.instrument, result)
                   if d.spectra is not day.spectra and d.day <= day.day and d.run == day.run]
        return day if model is None else judged(day, earlier, result, model)

    def _settle(self) -> None:
        found = self.alarm
        if found is not None:
            self._state.apply("Settle an alarm", lambda s: s.with_(
                checks=tuple(replace(d, settled=True) if d is found else d for d in s.checks)))

    def _remove(self) -> None:
        last = self.days[-1] if self.days else None
        if last is not None:
            self._state.apply("Remove check measurement",
                              lambda s: s.with_(checks=tuple(d for d in s.checks if d is not last)))
