"""What a person does to runs (names, stars, pins, deleting, locating their files) as commands that can be undone.

Runs come and go without the undo stack (a finished run is not undone), so a command knows its runs by a number of their
own, not by their place in the list.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from PySide6.QtGui import QUndoCommand

from ...session.run import RunResult

Carry = Callable[[RunResult, RunResult], RunResult]
"""(a run as it is now, a run as it was or shall be) -> the first with what a command changes taken from the second."""


def marks(now: RunResult, wanted: RunResult) -> RunResult:
    """Name, star and pin are carried over."""
    return replace(now, label=wanted.label, starred=wanted.starred, pinned=wanted.pinned)


def places(now: RunResult, wanted: RunResult) -> RunResult:
    """Where the files of the data sets lie is carried over."""
    return replace(now, state=now.state.with_(datasets=wanted.state.datasets), datasets=wanted.datasets)


def entry_text(text: str) -> str:
    """What a command is called in the log, and behind a line break, as Qt has it, in the menu: a name may hold "&"."""
    return f"{text}\n{text.replace('&', '&&')}" if "&" in text else text


class RunHolder(Protocol):
    """Who has the runs: `app_model.AppModel`."""

    def _swap_runs(self, edits: Sequence[tuple[int, RunResult, RunResult]], carry: Carry) -> None: ...

    def _take_out_run(self, number: int) -> tuple[int, RunResult, bool]: ...

    def _put_back_run(self, number: int, index: int, run: RunResult, shown: bool) -> None: ...


class EditRuns(QUndoCommand):
    """Runs get other marks, or other places of their files.

    Parameters
    ----------
    model : RunHolder
    text : str
    edits : sequence of (number, before, after)
    carry : Carry
        For a run that is another value by now (a live slider moved it).
    """

    def __init__(self, model: RunHolder, text: str, edits: Sequence[tuple[int, RunResult, RunResult]],
                 carry: Carry) -> None:
        super().__init__(entry_text(text))
        # weak: see `app_model._Change`
        self._model = weakref.ref(model)
        self._edits, self._carry = list(edits), carry

    def redo(self) -> None:
        self._swap([(number, before, after) for number, before, after in self._edits])

    def undo(self) -> None:
        self._swap([(number, after, before) for number, before, after in self._edits])

    def _swap(self, edits: Sequence[tuple[int, RunResult, RunResult]]) -> None:
        model = self._model()
        if model is not None:
            model._swap_runs(edits, self._carry)


class DeleteRun(QUndoCommand):
    """A run is forgotten; undo puts it back in its place and shows it if it was shown."""

    def __init__(self, model: RunHolder, text: str, number: int) -> None:
        super().__init__(entry_text(text))
        self._model = weakref.ref(model)
        self._number = number
        self._gone: tuple[int, RunResult, bool] | None = None

    def redo(self) -> None:
        model = self._model()
        if model is not None:
            self._gone = model._take_out_run(self._number)

    def undo(self) -> None:
        model = self._model()
        if model is not None and self._gone is not None:
            model._put_back_run(self._number, *self._gone)
