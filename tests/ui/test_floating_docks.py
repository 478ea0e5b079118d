"""A dock that is taken out of its tabs shows what it kept for later."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from spectralign_gui.session.run import execute
from tests.ui.test_every_action import pair


@pytest.mark.parametrize("name", ["reconstruction", "short-circuits"])
def test_a_dock_behind_others_is_drawn_when_it_floats(qtbot, window, name):
    state = pair()
    window.model.reset(state)
    dock = window.docks[name]
    window.docks["quality"].show()
    window.docks["quality"].raise_()
    QApplication.processEvents()
    window.model.add_run(execute(state))
    qtbot.waitUntil(lambda: not window.model.turns.busy and not window.controller.jobs.jobs, timeout=20_000)
    dock.setFloating(True)
    dock.show()
    qtbot.waitUntil(lambda: not dock._redraw.waiting and not window.controller.jobs.jobs, timeout=20_000)
    assert dock._stack.currentIndex() == 1, "the result, not the notice that there is none"
    dock.setFloating(False)
