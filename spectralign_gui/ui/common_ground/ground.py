"""The entries of the Data menu that bring spectra on common ground, and the dialogs behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from ...core.data import SpectralDataset
from ...core.errors import SpectrAlignError
from ...core.monitor import Monitor
from ...core.registry import method
from ...session.state.axes_and_units import resample_onto_reference, why_resample
from ...words import say
from ..actions import make_action
from ..dialogs import ask, ask_files, tell
from ..state import AppModel, RunController

if TYPE_CHECKING:
    from ...io.intake.entries import Entry
    from .dialog import GroundDialog


class CommonGround(QObject):
    """Actions and dialogs.

    Parameters
    ----------
    model, controller
    window : QWidget
        Parent of the dialogs.
    current : callable
        Name of the instrument that is chosen in the window; "" if none.
    folder : callable
        Where the file dialog begins.
    """

    def __init__(self, model: AppModel, controller: RunController, window: QWidget,
                 current: Callable[[], str] = str, folder: Callable[[], str] = str) -> None:
        super().__init__(window)
        self._model, self._controller, self._window = model, controller, window
        self._current, self._folder = current, folder
        self.dialog: GroundDialog | None = None
        make = partial(make_action, self)
        self.append = make("append-spectra", "Add &spectra to an instrument…",
                           "Read files and add their spectra to an instrument that is loaded, such as newly measured "
                           "standards", self.add_spectra, key="Ctrl+Alt+O", icon="plus")
        self.merge = make("merge-instruments", "Mer&ge instruments or axes…",
                          "Make one instrument of several with nearly equal axes, or give them one axis",
                          partial(self._open, _merging), key="Ctrl+Alt+J")
        self.average = make("average-repeats", "A&verage repeats…",
                            "Find the spectra that are repeats of one sample and average them, keeping their spread",
                            partial(self._open, _repeats), key="Ctrl+Alt+R")
        self.convert = make("convert-units", "&Unit and quantity…",
                            "Convert the axis (nm, µm, cm⁻¹, Raman shift, eV) or the intensities (reflectance, "
                            "absorbance), or say what they are", partial(self._open, _conversion),
                            key="Ctrl+Alt+U")
        self.check = make("check-wavelengths", "Check &wavelengths…",
                          "Compare the wavelength scale of an instrument with that of another of its kind, from the "
                          "standards", partial(self._open, _wavelengths), key="Ctrl+Alt+W")
        self.certify = make("certify-instrument", "Certi&fied standards…",
                            "Correct the axis or the intensity of an instrument by a measured standard: silicon, "
                            "polystyrene, neon, argon, a certified source", partial(self._open, _certificates),
                            key="Ctrl+Alt+Shift+B", icon="star")
        self.missing = make("missing-values", "Missing va&lues…",
                            "Count the gaps of every instrument and say what to do about them",
                            partial(self._open, _missing), key="Ctrl+Alt+G")
        model.datasetsChanged.connect(self._update)
        self._update()

    def menu_entries(self) -> list[QAction | None]:
        """For the Data menu; None is a separator."""
        return [self.append, self.merge, self.average, None, self.convert, self.check, self.certify,
                self.missing]

    @Slot()
    def _update(self) -> None:
        count = len(self._model.state.datasets)
        for action, need in ((self.append, 1), (self.merge, 2), (self.average, 1), (self.convert, 1), (self.check, 2),
                             (self.certify, 1), (self.missing, 1)):
            action.setEnabled(count >= need)

    # -- dialogs -----------------------------------------------------------------------------------------
    def _open(self, load: Callable[[], type[GroundDialog]]) -> None:
        self._show(load()(self._model, self._controller, self._current(), self._window))  # type: ignore[call-arg,arg-type]

    def _show(self, dialog: GroundDialog) -> None:
        if self.dialog is not None:
            dialog.deleteLater()
            return
        self.dialog = dialog
        dialog.finished.connect(self._finished)
        dialog.open()

    @Slot()
    def _finished(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.deleteLater()

    # -- the same channels -------------------------------------------------------------------------------
    def why_resample(self) -> str:
        """Why the chosen method needs the step Resample; "" if it does not."""

        try:
            return why_resample(self._model.state)
        except SpectrAlignError:  # what is wrong with the steps is said by the run itself
            return ""

    def offer_resample(self, reason: str) -> bool:
        """Offer the step Resample; whether it was added."""

        title = method(self._model.state.method).title
        answer = ask(self._window, "Put the instruments on the same channels?",
                     f"{title} compares the instruments channel by channel. {say(reason)}",
                     ["&Add the step Resample and run"], name="ask-resample",
                     detail="Spectra are interpolated onto the channels of the reference; channels that not all "
                     "measured are left out, nothing is extrapolated. Low rank alignment and CADA need no "
                     "common channels.")
        if answer != 0:
            return False
        self._model.change("Resample onto the reference", resample_onto_reference(self._model.state))
        return True

    # -- adding spectra ----------------------------------------------------------------------------------
    def add_spectra(self) -> None:
        """Choose files whose spectra are added to an instrument."""
        paths = ask_files(self._window, "Add spectra to an instrument", self._folder())
        if paths:
            self.read(paths)

    def read(self, paths: Sequence[str | Path]) -> None:
        """Read files and ask to which instrument their spectra belong."""
        from ...io.intake.entries import expand, read_batch

        given = [str(p) for p in paths]

        def work(monitor: Monitor) -> list[Entry]:
            return read_batch(expand(given), monitor)

        title = f"Reading {Path(given[0]).name}" if len(given) == 1 else "Reading files"
        self._controller.jobs.start(work, title, finished=self._read, failed=self._failed)

    @Slot(object)
    def _read(self, entries: list[Entry]) -> None:
        from .appending import AppendDialog

        added: list[SpectralDataset] = [d for e in entries if e.kind == "spectra" for d in e.datasets]
        problems = [e.problem or f"{Path(e.path).name}: this holds no spectra." for e in entries if e.kind != "spectra"]
        for problem in problems:
            self._model.message.emit(problem)
        if problems:
            text = problems[0] if len(problems) == 1 else f"{len(problems)} of {len(entries)} files hold no spectra."
            tell(self._window, "Could not be read", text, detail="\n".join(problems) if len(problems) > 1 else "",
                 name="append-problems")
        if added and self._model.state.datasets:
            self._show(AppendDialog(self._model, self._controller, added, self._current(), self._window))

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        tell(self._window, "Could not open", sentence, name="append-failed")


# dialogs are imported when they are wanted: with them comes all that draws plots

def _merging() -> type[GroundDialog]:
    from .merging import MergeDialog

    return MergeDialog


def _repeats() -> type[GroundDialog]:
    from .repeats import RepeatsDialog

    return RepeatsDialog


def _conversion() -> type[GroundDialog]:
    from .conversion import ConversionDialog

    return ConversionDialog


def _wavelengths() -> type[GroundDialog]:
    from .wavelength import WavelengthDialog

    return WavelengthDialog


def _certificates() -> type[GroundDialog]:
    from .certificates import CertificateDialog

    return CertificateDialog


def _missing() -> type[GroundDialog]:
    from .missing import MissingDialog

    return MissingDialog
