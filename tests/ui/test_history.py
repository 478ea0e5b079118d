"""History and log: return to a run, name, star, restore, delete."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from spectralign_gui.session.run import execute
from spectralign_gui.ui.history import HistoryDock, LogDock
from spectralign_gui.ui.history.run_model import HIT, NAME, PARAMETERS, STAR


@pytest.fixture
def dock(qtbot, model, controller, two):
    made = HistoryDock(model, controller)
    qtbot.addWidget(made)
    made.resize(900, 300)
    made.show()
    model.add_run(execute(model.state))
    model.change("mu", model.state.with_parameter("mu", 0.5))
    model.add_run(execute(model.state))
    return made


def click(qtbot, dock, row, column):
    rect = dock.view.visualRect(dock.runs.index(row, column))
    qtbot.mouseClick(dock.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, rect.center())


def test_rows_say_what_was_run(dock):
    assert dock.runs.rowCount() == 2
    assert dock.runs.index(0, PARAMETERS).data() == "defaults"
    assert dock.runs.index(1, PARAMETERS).data() == "Weight of standards = 0.5"
    assert "%" in dock.runs.index(0, HIT).data()


def test_click_returns_to_a_run(qtbot, dock, model):
    assert model.current_run is model.runs[1]
    click(qtbot, dock, 0, HIT)
    assert model.current_run is model.runs[0]
    dock.next.trigger()
    assert model.current_run is model.runs[1]


def test_name_star_restore_delete(qtbot, dock, model):
    click(qtbot, dock, 0, HIT)
    assert dock.runs.setData(dock.runs.index(0, NAME), "first try")
    click(qtbot, dock, 0, STAR)
    assert model.runs[0].label == "first try" and model.runs[0].starred
    assert model.current_run is model.runs[0]
    dock.restore.trigger()
    assert model.state.method_parameters() == {}
    dock.delete.trigger()
    assert len(model.runs) == 1 and model.current_run is model.runs[0]
    dock.delete.trigger()
    assert model.current_run is None and dock.runs.rowCount() == 0 and dock.runs.empty


def test_log_has_messages_changes_and_warnings(qtbot, model, controller, two):
    log = LogDock(model, controller)
    qtbot.addWidget(log)
    model.message.emit("Hello.")
    model.change("Set something", model.state.with_parameter("mu", 0.4))
    text = log.text.toPlainText()
    assert "Hello." in text and "Set something" in text
    log.clear.trigger()
    assert log.text.toPlainText() == ""
