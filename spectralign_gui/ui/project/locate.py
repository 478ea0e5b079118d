"""Shows the program where the source files of a project have moved to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from ...core.data import SpectralDataset
from ...core.errors import FileError
from ...core.monitor import Monitor
from ...io.project_sources import SourceTrouble, relocate
from ..actions import make_action
from ..dialogs import tell
from ..state import AppModel, RunController

Places = Mapping[tuple[str, str], str]
"""(path that is in the project, SHA-256) → path where that very file is."""


class SourceLocator(QObject):
    """The entry "Locate moved files…".

    It is enabled as long as the session or one of its runs names a file that was missing, changed or unreadable when
    the project was opened. Undo brings the old path back, and with it the entry.
    """

    def __init__(self, model: AppModel, controller: RunController, window: QWidget) -> None:
        super().__init__(window)
        self._model, self._controller, self._window = model, controller, window
        self._troubles: tuple[SourceTrouble, ...] = ()
        self.action = make_action(self, "locate-sources", "&Locate moved files…", "Show where a file has moved to that "
                                  "the spectra of this project were read from; it must be the very same file",
                                  self.locate, icon="open")
        model.stateChanged.connect(self._update)
        model.runsChanged.connect(self._update)
        self._update()

    def take(self, troubles: Sequence[SourceTrouble]) -> None:
        """What was found wrong when a project was opened."""
        self._troubles = tuple(troubles)
        self._update()

    @property
    def missing(self) -> list[SourceTrouble]:
        """Files still to be located, each once."""
        named = {(d.source.path, d.source.sha256) for d in self._datasets()}
        found = {(t.path, t.sha256): t for t in self._troubles if (t.path, t.sha256) in named}
        return list(found.values())

    def _datasets(self) -> list[SpectralDataset]:
        states = [self._model.state, *(r.state for r in self._model.runs)]
        return list({id(d): d for s in states for d in s.datasets}.values())

    @Slot()
    def _update(self, *_: object) -> None:
        self.action.setEnabled(bool(self._troubles) and bool(self.missing))

    # -- locating ----------------------------------------------------------------------------------------
    def locate(self) -> None:
        """Ask where the first missing file is."""
        missing = self.missing
        if not missing:
            return
        first = missing[0]
        path, _ = QFileDialog.getOpenFileName(self._window, f"Where is {first.file}?", "",
                                              f"{first.file} or any other name (*)")
        if path:
            self.locate_at(path)

    def locate_at(self, path: str | Path) -> None:
        """Take a file for the first missing one, if it is that file; the others are looked for beside it."""
        missing, datasets, session = self.missing, self._datasets(), self._model.session
        if not missing:
            return

        def work(monitor: Monitor) -> Places:
            return _found(missing, datasets, Path(path), monitor)

        self._controller.jobs.start(work, "Looking at the file", key="locate", failed=self._refused,
                                    finished=partial(self._located, session, missing[0].file))

    def _located(self, session: int, name: str, places: Places) -> None:
        if session != self._model.session:
            return
        new: dict[int, SpectralDataset] = {}

        def moved(d: SpectralDataset) -> SpectralDataset:
            there = places.get((d.source.path, d.source.sha256))
            if there is not None and id(d) not in new:
                new[id(d)] = d.with_(source=replace(d.source, path=there))
            return new.get(id(d), d)

        title = f"Locate {name}" if len(places) == 1 else f"Locate {len(places)} files"
        self._model.relocate(title, moved)
        left = len(self.missing)
        rest = f" {left} {'is' if left == 1 else 'are'} still missing." if left else " No file is missing any more."
        self._model.message.emit(f"{title.replace('Locate', 'Located')}.{rest}")

    def _refused(self, sentence: str) -> None:
        tell(self._window, "This is another file", sentence, name="locate-refused")


def _found(missing: Sequence[SourceTrouble], datasets: Sequence[SpectralDataset], path: Path,
           monitor: Monitor) -> Places:
    """The first missing file is at `path`, or FileError; others that have moved with it."""
    of = {(d.source.path, d.source.sha256): d for d in datasets}
    places = {}
    for number, trouble in enumerate(missing):
        monitor.raise_if_cancelled()
        key = (trouble.path, trouble.sha256)
        try:
            places[key] = relocate(of[key], path if number == 0 else path.parent / trouble.file).source.path
        except FileError:
            if number == 0:
                raise
            # not beside the first one: it stays missing, and the entry stays enabled for it
    return places
