"""The way of files into the session: read in the background, look at them if unsure, add, join, match."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from ...core.data import SpectralDataset
from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...session.standards.pairing import in_a_row
from ...session.state.editing import add_datasets
from ...words import say
from ..dialogs import ask, tell
from ..dialogs.pairs_columns import settled_table
from ..state import AppModel, RunController
from .reference import ReferenceJoiner

FEW = 5
"""So many files that cannot be read are told at once, each with its reason; of more the reasons are folded away."""

if TYPE_CHECKING:
    from ...io.intake.entries import Entry
    from ...io.intake.plan import ImportPlan
    from ...io.readers import Table
    from .dialog import ImportDialog


class Importer(QObject):
    """Opens files.

    Signals
    -------
    opened(list of str)
        Files that were taken, for the recent list.
    done
        An import has come to its end, whatever that was.
    """

    opened = Signal(object)
    done = Signal()

    def __init__(self, model: AppModel, controller: RunController, window: QWidget) -> None:
        super().__init__(window)
        self._model, self._controller, self._window = model, controller, window
        self._look = self._pasted = self._back = False
        self.dialog: ImportDialog | None = None
        self.reference = ReferenceJoiner(model, window)

    def open(self, paths: Sequence[str | Path], look: bool = False, pasted: bool = False) -> None:
        """Read files and folders; the dialog is shown if something is unsure, or if `look`.

        `pasted` ones are no files of the user's: nothing refers to them afterwards.
        """
        from ...io.intake.entries import as_pairs_if_it_is, expand, read_batch
        from ...io.intake.plan import ImportPlan
        from ...io.intake.values import values_entry

        given = self._not_twice([str(p) for p in paths])
        loaded, taken = self._model.state.datasets, self._model.state.instruments
        if not given:
            self.done.emit()
            return
        self._look, self._pasted = look, pasted

        def work(monitor: Monitor) -> tuple[ImportPlan, list[SpectralDataset]]:
            monitor.report("Looking for files", 0.0)
            entries = read_batch(expand(given), monitor)
            sets = [*loaded, *(d for e in entries for d in e.datasets)]
            names = [*taken, *(Path(e.path).stem for e in entries), *(d.name for d in sets)]
            samples = [name for d in sets for name in d.sample_names]
            plan = ImportPlan([as_pairs_if_it_is(values_entry(e, samples), sets, names) for e in entries], taken,
                              pasted)
            for group in plan.groups:  # thousands of axes to compare are not for the window's thread; the plan keeps it
                plan.group_problem(group)
            return plan, [] if look or plan.unsure else plan.datasets()

        several = len(given) > 1 or Path(given[0]).is_dir()
        title = "Reading files" if several else f"Reading {Path(given[0]).name}"
        self._controller.jobs.start(work, title, finished=self._read, failed=self._failed, cancelled=self.done.emit)

    def _not_twice(self, paths: list[str]) -> list[str]:
        """The files without those that are loaded already, unless the user wants them a second time."""
        of_file = {str(Path(d.source.path).resolve()): d.name for d in self._model.state.datasets if d.source.path}
        again = [p for p in paths if str(Path(p).resolve()) in of_file]
        if not again:
            return paths
        names = in_a_row([of_file[str(Path(p).resolve())] for p in again])
        files = in_a_row([Path(p).name for p in again])
        one = len(again) == 1
        choice = ask(self._window, "Open it twice?" if one else "Open them twice?",
                     f"{files} {'is' if one else 'are'} loaded already, as {names}.",
                     ["&Do not open it again" if one else "&Do not open them again", "Open &once more"],
                     name="ask-twice")
        return paths if choice == 1 else [p for p in paths if p not in again] if choice == 0 else []

    def open_reference(self, path: str | Path, pasted: bool = False) -> None:
        """Read a table of reference values and join it to the spectra."""
        from ...io.intake.values import read_values

        path = str(path)
        names = [name for d in self._model.state.datasets for name in d.sample_names]

        def work(monitor: Monitor) -> tuple[Table, ...]:
            return read_values(path, names, several=True)

        def done(tables: tuple[Table, ...]) -> None:
            if self.reference.join(path, tables) and not pasted:
                self.opened.emit([path])
            self.done.emit()

        self._controller.jobs.start(work, f"Reading {Path(path).name}", finished=done, failed=self._failed,
                                    cancelled=self.done.emit)

    @Slot(object)
    def _read(self, made: tuple[ImportPlan, list[SpectralDataset]]) -> None:
        from .dialog import ImportDialog

        plan, datasets = made
        if not plan.entries:
            tell(self._window, "Nothing to open", "This folder holds no files.", name="import-empty")
            self.done.emit()
        elif self._look or plan.unsure:
            self.dialog = ImportDialog(plan, self._controller.jobs, self._window)
            self.dialog.accepted.connect(self._dialog_accepted)
            self.dialog.finished.connect(self._dialog_finished)
            self.dialog.open()
        else:
            self.take(plan.entries, datasets)

    @Slot()
    def _dialog_accepted(self) -> None:
        if self.dialog is not None:
            self.take(self.dialog.entries(), self.dialog.datasets)

    @Slot()
    def _dialog_finished(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            if not dialog.result():
                self.done.emit()
            dialog.deleteLater()

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        tell(self._window, "Could not open", sentence, name="import-failed")
        self.done.emit()

    def take(self, entries: Sequence[Entry], spectra: Sequence[SpectralDataset]) -> None:
        """Put what was read into the session, and say what could not be read."""
        from ...io.intake.values import noted
        from ...session.standards.returned_samples import is_measuring_list
        from ...session.state.oddities import odd_cells, oddities

        before = self._model.state.standards
        lists = [e.pairs for e in entries if e.pairs is not None and is_measuring_list(e.pairs[0])]
        spectra = [d for d in spectra if not self._took_back(d, lists)]
        if spectra:
            self._model.change(_loaded_text([d.name for d in spectra]), add_datasets(self._model.state, spectra))
            for d in spectra:
                self._model.message.emit(f"{d.name}: {len(d)} {'spectrum' if len(d) == 1 else 'spectra'} of "
                                         f"{len(d.axis)} channels loaded.")
                for warning in d.warnings:
                    self._model.message.emit(f"{d.name}: {warning}")
            for note in oddities(self._model.state.datasets):
                self._model.message.emit(say(note))
            if lost := [say(note) for note in odd_cells(spectra)]:
                tell(self._window, "Cells that are not numbers", lost[0] if len(lost) == 1 else
                     f"{len(lost)} files hold cells that are not numbers.", name="import-cells",
                     detail="" if len(lost) == 1 else "\n".join(lost), icon=QMessageBox.Icon.Information)
        for entry in entries:
            if entry.kind == "pairs" and entry.pairs is not None:
                self._match(entry)
        came = bool(self._model.state.rounds) and (bool(lists) or self._back)
        if came and self._model.state.standards != before and self._model.current_run is not None:
            self._controller.start()  # the alignment that is shown is solved again with the new standards
        self._back = False
        bad = [e for e in entries if e.kind == "bad"]
        if bad:
            for e in bad:
                self._model.message.emit(e.problem)
            why = [e.problem for e in bad]
            text = why[0] if len(bad) == 1 else f"{len(bad)} of {len(entries)} files could not be read."
            if 1 < len(bad) <= FEW:
                text = "\n".join([text, *why])
            tell(self._window, "Could not be read", text, name="import-problems",
                 detail="\n".join(why) if len(bad) > FEW else "")
        for entry in entries:
            if entry.kind == "values" and entry.result is not None:
                self.reference.join(entry.path, noted(entry.result))
        if not self._pasted:
            self.opened.emit([e.path for e in entries if e.kind != "bad"])
        self.done.emit()

    def _took_back(self, added: SpectralDataset, lists: Sequence[tuple[list[str], list[list[str]]]]) -> bool:
        """Whether the spectra were measured for a list of suggestions and have been put to their instrument."""
        from ...session.standards.returned_samples import coming_back, take_back

        state = self._model.state
        back = coming_back(state, added, lists)
        if back is None:
            return False
        listed = f"{back.listed[0]!r}" if len(back.listed) == 1 else f"{len(back.listed)} samples"
        instrument = back.instruments[0]
        if not back.sure:
            others = f" and {back.others} other spectra" if back.others else ""
            places = back.instruments[:3]
            choice = ask(self._window, "Measured for the list?", f"{added.name} holds {listed} of the suggested "
                         f"ones{others}.", [f"&Add to {n}" for n in places] + ["As a &new instrument"],
                         default=len(places) if back.mostly_others else 0, name="ask-returned")
            if not 0 <= choice < len(places):
                return False
            instrument = back.instruments[choice]
        made = take_back(state, added, instrument)
        self._model.change(f"Add measured samples to {instrument}", made)
        self._back = True
        more = len(made.standards) - len(state.standards)
        self._model.message.emit(f"{added.name}: {len(added)} spectra added to {instrument}, where {listed} "
                                 f"{'was' if len(back.listed) == 1 else 'were'} waited for; {more} new "
                                 f"standard{'' if more == 1 else 's'} marked.")
        return True

    def _match(self, entry: Entry) -> None:
        from ...session.standards.pairing import match_table
        from ...session.standards.returned_samples import is_measuring_list, mark_listed

        assert entry.pairs is not None
        try:
            if is_measuring_list(entry.pairs[0]):  # adds to what is marked; a pairs file replaces it
                state, report = mark_listed(self._model.state, *entry.pairs)
            else:
                table = settled_table(self._window, Path(entry.path).name, *entry.pairs, self._model.state.datasets)
                if table is None:
                    self._model.message.emit(f"{Path(entry.path).name}: no standards were marked.")
                    return
                report = match_table(*table, self._model.state.datasets)
                state = self._model.state.with_(standards=report.standards)
        except SpectrAlignError as error:
            tell(self._window, "Pairs", say(error), name="pairs-problem")
            return
        if report.standards:
            self._model.change("Match standards from a file", state)
        self._model.message.emit(f"{Path(entry.path).name}: {report.summary}")
        if report.unknown:
            tell(self._window, "Pairs", f"{Path(entry.path).name}: {report.summary}", name="pairs-unknown",
                 detail="\n".join(report.unknown), icon=QMessageBox.Icon.Information)


def _loaded_text(names: Sequence[str]) -> str:
    return f"Load {', '.join(names)}" if len(names) <= 3 else f"Load {len(names)} instruments"
