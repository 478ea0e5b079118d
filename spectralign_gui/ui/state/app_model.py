"""The window's model: the session state with undo, the selection, and the runs."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from ...core.data import SpectralDataset
from ...session.run import RunResult
from ...session.standards.found_pairs import FoundPairs, found_in
from ...session.state import SessionState
from ...session.state.instrument_pair import two_of
from ...session.state.selections import Sample
from .run_changes import Carry, DeleteRun, EditRuns, entry_text, marks, places
from .selection import SelectionModel
from .session_log import SessionLog
from .turns import Turns

if TYPE_CHECKING:
    from ...presenters.run_verdict import RunVerdict


class _Change(QUndoCommand):
    """One change of the state; undo and redo swap whole (shared, immutable) values."""

    def __init__(self, model: AppModel, text: str, before: SessionState, after: SessionState, merge_key: str) -> None:
        super().__init__(entry_text(text))
        # weak: the stack belongs to the model, and Qt does not survive it when such a ring is collected piece by piece
        self._model = weakref.ref(model)
        self._before, self._after, self._key = before, after, merge_key

    def redo(self) -> None:
        self._set(self._after)

    def undo(self) -> None:
        self._set(self._before)

    def _set(self, state: SessionState) -> None:
        model = self._model()
        if model is not None:
            model._set_state(state)

    def id(self) -> int:
        return hash(self._key) & 0x7FFFFFFF if self._key else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Change) or other._key != self._key:
            return False
        self._after = other._after
        self.setObsolete(self._after == self._before)  # a slider that is back where it was has changed nothing
        return True


class AppModel(QObject):
    """What all docks share. Change the state only through `change`, so that everything can be undone.

    Signals
    -------
    stateChanged(before, after)
        After every change; followed by the finer ones that apply.
    datasetsChanged, standardsChanged, preprocessingChanged, methodChanged, excludedChanged
        Without arguments: read `state`.
    suggestionsChanged, selectionsChanged
        Rounds of suggestions or what cannot be measured; named selections.
    runAdded(RunResult), currentRunChanged(RunResult or None), runsChanged
    resultUpdated(RunResult)
        The current run re-solved for a live parameter (slider): same data, new embedding.
    sessionReplaced
        Another session has taken the place of the one before: what was found for that is over.
    foundPairsChanged, foundPairsWanted
        `found_pairs` are others; somebody wants to look at them.
    verdictChanged
        A comparison says something else of the current run, see `verdict`.
    message(str)
        One sentence for the status bar and the log.
    """

    stateChanged = Signal(object, object)
    datasetsChanged = Signal()
    standardsChanged = Signal()
    preprocessingChanged = Signal()
    methodChanged = Signal()
    excludedChanged = Signal()
    runAdded = Signal(object)
    runsChanged = Signal()
    currentRunChanged = Signal(object)
    resultUpdated = Signal(object)
    suggestionsChanged = Signal()
    selectionsChanged = Signal()
    sessionReplaced = Signal()
    foundPairsChanged = Signal()
    foundPairsWanted = Signal()
    verdictChanged = Signal()
    message = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_stack = QUndoStack(self)
        self.log = SessionLog(self.undo_stack, self)
        self.message.connect(self.log.add)
        self.runAdded.connect(self.log.run_added)
        self.selection = SelectionModel(self, self._exists)
        self.turns = Turns(self)
        """Where docks that redraw at the same event stand in line."""
        self.session = 0
        """Number of the session: another one after every `reset`; what was begun in an older one is not for it."""
        self._state = self._two_of = self._two = SessionState()
        self._sizes: dict[str, int] = {}
        self._runs: list[RunResult] = []
        self._numbers: list[int] = []  # of the runs, for the undo stack; never used again
        self._next_number = 0
        self._current: RunResult | None = None
        self._found_pairs: FoundPairs | None = None
        self.tested: Callable[[], tuple[str, str]] = lambda: ("", "")
        """What the comparison found for the method of the current run, see `presenters.run_verdict`."""
        self.alarmed: Callable[[], str] = lambda: ""
        """That check samples gave an alarm which stands for the current run, in a sentence; "" where none does."""
        self.suited: Callable[[SessionState, SessionState], SessionState] = lambda state, before: state
        """From a session with new data, and as it was before, to the one with the method that suits what is wanted:
        asked at every change, so that it does not matter by which way reference values come."""
        self.method_chosen = False
        """Whether the user has chosen a method of the list in this session; nothing else chooses one then."""

    def _exists(self, sample: Sample) -> bool:
        return 0 <= sample[1] < self._sizes.get(sample[0], 0)

    def verdict(self) -> RunVerdict | None:
        """How far the current run can be trusted; the one source of all that say so. None without a run."""
        if self._current is None:
            return None
        from ...presenters.run_verdict import run_verdict

        found, alarm = run_verdict(self._current, self.tested()), self.alarmed()
        return found.speaking_against(alarm) if alarm else found

    @property
    def found_pairs(self) -> FoundPairs | None:
        """Pairs that are not marked and the automatic transfer found last; not all may be open any more."""
        return self._found_pairs

    def offer_found_pairs(self, found: FoundPairs | None) -> None:
        """What the automatic transfer found; None for nothing."""
        if found is not self._found_pairs:
            self._found_pairs = found
            self.foundPairsChanged.emit()

    # -- state -----------------------------------------------------------------------------------------
    @property
    def state(self) -> SessionState:
        """The session as it is now (immutable)."""
        return self._state

    @property
    def two(self) -> SessionState:
        """The session of the two instruments that are compared; the session itself where it has no more."""
        if self._two_of is not self._state:
            two = two_of(self._state)
            if two.standards is not self._two.standards and two.standards == self._two.standards:
                two = two.with_(standards=self._two.standards) if two is not self._state else two
            self._two_of, self._two = self._state, two
        return self._two

    def change(self, text: str, new: SessionState, merge_key: str = "") -> None:
        """Make `new` the state, undoable as `text`.

        Parameters
        ----------
        text : str
            What the user did ("Mark standards by name"); shown in the Edit menu.
        new : SessionState
        merge_key : str
            Consecutive changes with the same key undo as one (a dragged slider).
        """
        new = self.suited(new, self._state)
        if new is not self._state and new != self._state:
            self.undo_stack.push(_Change(self, text, self._state, new, merge_key))

    def apply(self, text: str, function: Callable[[SessionState], SessionState], merge_key: str = "") -> None:
        """`change` to ``function(state)``."""
        self.change(text, function(self._state), merge_key)

    def reset(self, state: SessionState) -> None:
        """Start over with a state (a new or opened project); clears undo, selection and runs."""
        self.session += 1
        self.method_chosen = False
        self.undo_stack.clear()
        self.selection.clear()
        self.offer_found_pairs(None)
        self._keep([])
        self._set_state(state)
        self.set_current_run(None)
        self.runsChanged.emit()
        self.sessionReplaced.emit()

    def _set_state(self, state: SessionState) -> None:
        before, self._state = self._state, state
        self._sizes = {d.name: len(d) for d in state.datasets}
        self.stateChanged.emit(before, state)
        if before.datasets is not state.datasets:
            self.datasetsChanged.emit()
            self.selection.forget_gone()
        if before.standards is not state.standards or before.datasets is not state.datasets:
            self.standardsChanged.emit()
        if before.preprocessing is not state.preprocessing:
            self.preprocessingChanged.emit()
        if before.excluded is not state.excluded:
            self.excludedChanged.emit()
        if before.rounds is not state.rounds or before.unavailable is not state.unavailable:
            self.suggestionsChanged.emit()
        if before.selections is not state.selections:
            self.selectionsChanged.emit()
        if before.method != state.method or before.parameters is not state.parameters:
            self.methodChanged.emit()

    # -- runs --------------------------------------------------------------------------------------------
    @property
    def runs(self) -> tuple[RunResult, ...]:
        """All runs of the session, oldest first."""
        return tuple(self._runs)

    @property
    def current_run(self) -> RunResult | None:
        """The run that the plots show."""
        return self._current

    def add_run(self, result: RunResult) -> None:
        """Keep a finished run and show it."""
        self._keep([*self._runs, result])
        self.runAdded.emit(result)
        self.runsChanged.emit()
        self.set_current_run(result)

    def take_runs(self, runs: Sequence[RunResult], shown: int = -1) -> None:
        """The runs of an opened project, after `reset`; `shown` is the place of the one to show."""
        self._keep(runs)
        self.runsChanged.emit()
        if self._runs:
            self.set_current_run(self._runs[shown if -1 <= shown < len(self._runs) else -1])

    def _keep(self, runs: Sequence[RunResult]) -> None:
        """These are the runs; those that were there already are at the beginning and keep their numbers."""
        same = 0
        while same < min(len(self._runs), len(runs)) and self._runs[same] is runs[same]:
            same += 1
        fresh = range(self._next_number, self._next_number + len(runs) - same)
        self._numbers = [*self._numbers[:same], *fresh]
        self._next_number += len(fresh)
        self._runs[:] = runs

    def set_current_run(self, result: RunResult | None) -> None:
        """Show a run."""
        self._current = result
        if result is not None and result.method.name == "auto":  # another method says nothing of them
            self.offer_found_pairs(found_in(result))
        self.currentRunChanged.emit(result)

    def update_current(self, result: RunResult) -> None:
        """Show the current run re-solved; it takes its place in the history too, with the name and marks it has."""
        for i, run in enumerate(self._runs):
            if run is self._current:
                result = self._runs[i] = marks(result, run) if _marks(run) != _marks(result) else result
        self._current = result
        self.resultUpdated.emit(result)

    def note_quality(self, result: RunResult, **found: Any) -> None:
        """Keep figures (fields of `RunQuality`) that were found for a run later on; nothing if the run is gone."""
        for i, run in enumerate(self._runs):
            if run.estimator is result.estimator:
                self._runs[i] = replace(run, quality=run.quality.with_(**found))
                if run is self._current:
                    self._current = self._runs[i]
                self.runsChanged.emit()

    def relocate(self, text: str, moved: Callable[[SpectralDataset], SpectralDataset]) -> None:
        """Source files were found elsewhere: undoable as `text`, for the session and all runs of now together."""
        def placed(datasets: tuple[SpectralDataset, ...]) -> tuple[SpectralDataset, ...]:
            found = tuple(map(moved, datasets))
            return datasets if all(a is b for a, b in zip(found, datasets, strict=True)) else found

        edits = []
        for number, old in zip(self._numbers, self._runs, strict=True):
            state = old.state.with_(datasets=placed(old.state.datasets))
            new = replace(old, state=state, datasets=placed(old.datasets))
            if new.state.datasets is not old.state.datasets or new.datasets is not old.datasets:
                edits.append((number, old, new))
        here = placed(self._state.datasets)
        if not edits and here is self._state.datasets:
            return
        self.undo_stack.beginMacro(entry_text(text))
        self.change(text, self._state.with_(datasets=here))
        if edits:
            self.undo_stack.push(EditRuns(self, text, edits, places))
        self.undo_stack.endMacro()

    def rename_run(self, index: int, label: str) -> None:
        """Give a run a name."""
        self._mark_runs(f"Name a run {label!r}" if label else "Take a run's name away", [index], label=label)

    def star_run(self, index: int, starred: bool) -> None:
        """Mark a run as worth keeping, or take the mark away."""
        self._mark_runs("Star a run" if starred else "Take the star off a run", [index], starred=starred)

    def pin_run(self, index: int, pinned: bool) -> None:
        """Show a run side by side with the other pinned ones, or no longer."""
        self._mark_runs("Pin a run" if pinned else "Unpin a run", [index], pinned=pinned)

    def unpin_runs(self) -> None:
        """Show no runs side by side any more."""
        self._mark_runs("Unpin all runs", range(len(self._runs)), pinned=False)

    def delete_run(self, index: int) -> None:
        """Forget a run; the one before it is shown if it was the current one."""
        label = self._runs[index].label
        self.undo_stack.push(DeleteRun(self, f"Delete the run {label!r}" if label else "Delete a run",
                                       self._numbers[index]))

    def _mark_runs(self, text: str, indices: Iterable[int], **values: Any) -> None:
        edits = [(self._numbers[i], self._runs[i], replace(self._runs[i], **values)) for i in indices
                 if any(getattr(self._runs[i], name) != value for name, value in values.items())]
        if edits:
            self.undo_stack.push(EditRuns(self, text, edits, partial(_carried, tuple(values))))

    # -- what the commands of the undo stack do ------------------------------------------------------------
    def _swap_runs(self, edits: Sequence[tuple[int, RunResult, RunResult]], carry: Carry) -> None:
        for number, expected, wanted in edits:
            if number not in self._numbers:
                continue
            i = self._numbers.index(number)
            now = self._runs[i]
            self._runs[i] = wanted if now is expected else carry(now, wanted)
            if now is self._current:
                self._current = self._runs[i]
        self.runsChanged.emit()

    def _take_out_run(self, number: int) -> tuple[int, RunResult, bool]:
        index = self._numbers.index(number)
        gone, shown = self._runs.pop(index), self._current
        del self._numbers[index]
        self.runsChanged.emit()
        if gone is shown:
            self.set_current_run(self._runs[max(index - 1, 0)] if self._runs else None)
        return index, gone, gone is shown

    def _put_back_run(self, number: int, index: int, run: RunResult, shown: bool) -> None:
        index = min(index, len(self._runs))
        self._runs.insert(index, run)
        self._numbers.insert(index, number)
        self.runsChanged.emit()
        if shown:
            self.set_current_run(run)


def _marks(run: RunResult) -> tuple[str, bool, bool]:
    return run.label, run.starred, run.pinned


def _carried(names: tuple[str, ...], now: RunResult, wanted: RunResult) -> RunResult:
    return replace(now, **{name: getattr(wanted, name) for name in names})
