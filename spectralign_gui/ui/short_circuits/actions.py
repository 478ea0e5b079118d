"""What the dock does about short circuits: samples left out or marked, a weight looked for or used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import Slot

from ...session.run import RunResult
from ...session.short_circuits.analysis import Analysis
from ...session.short_circuits.changes import sent_to, without
from ...session.short_circuits.path import WEIGHTS
from ...session.state import selections
from ...session.state.selections import Sample, present
from ..state import AppModel

OUTLIERS = "Outliers"


class Actions:
    """Mixin of the dock."""

    _model: AppModel
    _result: RunResult | None
    _analysis: Analysis | None
    controls: Any
    sender: Any
    worst: Any

    def _sample(self, place: int) -> Sample:
        raise NotImplementedError

    @Slot(object)
    def _exclude(self, places: Sequence[int]) -> None:
        self._leave_out([self._sample(p) for p in places])

    @Slot()
    def _exclude_selected(self) -> None:
        self._leave_out(list(self._model.selection.samples))

    @Slot(object)
    def _mark_places(self, places: Sequence[int]) -> None:
        self._mark(self._sample(p) for p in places)

    @Slot()
    def _mark_selected(self, *_: object) -> None:
        self._mark(self._model.selection.samples)

    def _mark(self, samples: Iterable[Sample]) -> None:
        """Note samples in the selection of outliers, without leaving them out."""
        known = self._known(samples)
        if known:
            self._model.change(f"Mark {len(known)} as outliers",
                               selections.keep(self._model.state, OUTLIERS, known, "add"))
            self._model.message.emit(f"{len(known)} marked as outliers: see the selection “{OUTLIERS}” in the Select "
                                     "menu. They stay in the fit until you leave them out.")

    def _known(self, samples: Iterable[Sample]) -> list[Sample]:
        """Those that the session still has: a run may be shown whose data are gone."""
        return present(self._model.state, selections.as_rows(samples))

    def _leave_out(self, given: list[Sample]) -> None:
        samples = self._known(given)
        if not samples:
            return
        names = [self._model.state.dataset(n).sample_names[r] or f"row {r + 1}" for n, r in samples[:2]]
        text = " and ".join(names) if len(samples) <= 2 else f"{len(samples)} samples"
        self._model.change(f"Leave out {text}", without(self._model.state, samples))
        self._model.message.emit(f"{text} left out; run again to see what changes.")

    @Slot()
    def _send(self, method: str, *_: object) -> None:
        if self._result is not None and self._analysis is not None:
            self.sender.start(method, self._result, self._analysis, self.worst.chosen())

    @Slot()
    def _sending(self, *_: object) -> None:
        self.controls.allow(bool(self._model.selection.samples), self._analysis is not None, self.sender.busy)

    @Slot(str, float)
    def _use_weight(self, method: str, weight: float) -> None:
        if self._result is None:
            return
        self._model.change(f"Use weight {weight:g}", sent_to(self._model.state, method, self._result.state.method,
                                                         {WEIGHTS[method]: weight}))
        self._model.message.emit("The Method dock now holds this weight; press Run.")
