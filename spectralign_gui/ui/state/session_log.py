"""What was done and what the program said: kept from the first moment, and with the project."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoStack
from shiboken6 import isValid

from ...session.run import RunResult
from ...words import say

LINES = 5000
KEPT = 2000
"""Lines that a project keeps: the newest ones."""
LONGEST = 2000
"""Characters of a line of a project file; there is none so long that the program wrote."""


@dataclass(frozen=True)
class LogLine:
    """One line.

    Parameters
    ----------
    when : datetime
    text : str
    """

    when: datetime
    text: str

    def shown(self, today: datetime) -> str:
        """With the time, and the day where it is another one."""
        return f"{self.when:{'%H:%M:%S' if self.when.date() == today.date() else '%Y-%m-%d %H:%M'}}  {self.text}"


class SessionLog(QObject):
    """The lines, newest last.

    Signals
    -------
    added(LogLine)
    replaced
        All lines are others.
    """

    added = Signal(object)
    replaced = Signal()

    def __init__(self, undo_stack: QUndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: deque[LogLine] = deque(maxlen=LINES)
        self._stack, self._index = undo_stack, 0
        undo_stack.indexChanged.connect(self._changed_to)

    @Slot(str)
    def add(self, text: str) -> None:
        """Add a line with the time."""
        if text:
            line = LogLine(datetime.now().replace(microsecond=0), text)
            self.lines.append(line)
            self.added.emit(line)

    def clear(self) -> None:
        """Forget all lines."""
        self.lines.clear()
        self.replaced.emit()

    @Slot(int)
    def _changed_to(self, index: int) -> None:
        stack = self.__dict__.get("_stack")
        if stack is None:  # the collector has taken this apart, and only then the stack, which empties itself
            return
        before, self._index = self._index, index
        if index > before:
            self.add(stack.text(index - 1))
        elif index < before and isValid(stack) and stack.count() > index:  # a dying stack empties itself first
            self.add(f"Undone: {stack.text(index)}")

    @Slot(object)
    def run_added(self, result: RunResult) -> None:
        """A run has warnings."""
        for warning in result.warnings:
            self.add(f"{result.method.title}: {say(warning)}")

    # -- in the project file -----------------------------------------------------------------------------
    def kept(self) -> list[str]:
        """The newest lines, "2026-11-29T10:44:31 text", for the project file."""
        return [f"{line.when.isoformat()} {line.text}" for line in list(self.lines)[-KEPT:]]

    def take(self, kept: Any) -> None:
        """The log of a project takes the place of this one; a project of before has none, and what is no line goes."""
        lines = (_line(entry) for entry in kept[-KEPT:]) if isinstance(kept, Sequence) and not isinstance(
            kept, str) else ()
        self.lines.clear()
        self.lines.extend(line for line in lines if line is not None)
        self.replaced.emit()


def _line(entry: Any) -> LogLine | None:
    when, space, text = str(entry)[:LONGEST].partition(" ")
    try:
        return LogLine(datetime.fromisoformat(when).replace(tzinfo=None), text) if space and text else None
    except ValueError:
        return None
