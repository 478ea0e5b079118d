"""A log and its undo stack may be taken apart in any order."""

from __future__ import annotations

import gc

from PySide6.QtGui import QUndoCommand, QUndoStack

from spectralign_gui.ui.state.session_log import SessionLog


def test_a_stack_that_empties_itself_after_the_log_was_taken_apart_says_nothing(qtbot, capsys):
    stack = QUndoStack()
    log = SessionLog(stack)
    stack.push(QUndoCommand("one"))
    assert [line.text for line in log.lines] == ["one"]
    vars(log).clear()  # what the collector does first to things that hold each other
    with qtbot.captureExceptions() as caught:
        stack.clear()
        del stack, log
        gc.collect()
    assert caught == []
