"""Preprocessing dock: steps in order, on and off, per instrument, presets, preview."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from spectralign_gui.preprocessing.spec import StepSpec
from spectralign_gui.ui.preprocessing import PreprocessingDock


@pytest.fixture
def dock(qtbot, model, controller, two):
    made = PreprocessingDock(model, controller)
    qtbot.addWidget(made)
    made.resize(360, 720)
    made.show()
    return made


def action(dock, name):
    from PySide6.QtGui import QAction

    return dock.findChild(QAction, name)


def names(model):
    return [s.step for s in model.state.preprocessing.shared]


def test_add_move_switch_off_remove_undo(dock, model):
    action(dock, "add-snv").trigger()
    action(dock, "add-derivative").trigger()
    assert names(model) == ["snv", "derivative"] and dock.list.currentRow() == 1
    dock.up.trigger()
    assert names(model) == ["derivative", "snv"] and dock.list.currentRow() == 0
    dock.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert [s.enabled for s in model.state.preprocessing.shared] == [True, False]
    dock.remove.trigger()
    assert names(model) == ["snv"]
    for _ in range(5):
        model.undo_stack.undo()
    assert names(model) == [] and "No steps" in dock.help.text()


def test_form_edits_the_chosen_step(qtbot, dock, model):
    action(dock, "add-smooth").trigger()
    dock.form.rows["window"].field.widget.setValue(21)
    assert model.state.preprocessing.shared == (StepSpec("smooth", {"window": 21}),)
    assert "window" in dock.list.item(0).text().lower() and "21" in dock.list.item(0).text()


def test_own_list_for_one_instrument(dock, model):
    action(dock, "add-snv").trigger()
    dock.scope.setCurrentIndex(2)
    assert not dock.list.isEnabled() and not dock.remove.isEnabled()
    dock.own.click()
    assert dock.list.isEnabled()
    action(dock, "add-detrend").trigger()
    spec = model.state.preprocessing
    assert [s.step for s in spec.steps_for("mp5")] == ["snv", "detrend"]
    assert [s.step for s in spec.steps_for("m5")] == ["snv"]
    dock.own.click()
    assert model.state.preprocessing.own == {}


def test_preset_saved_and_loaded(qtbot, dock, model, tmp_path, monkeypatch, answers):
    action(dock, "preset-NIR: SNV and first derivative").trigger()
    spec = model.state.preprocessing
    assert [s.step for s in spec.shared] == ["snv", "derivative"]
    path = tmp_path / "mine.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a, **k: (str(path), ""))
    dock.save.trigger()
    dock.clear.trigger()
    assert model.state.preprocessing.shared == ()
    dock.load.trigger()
    assert [s.step for s in model.state.preprocessing.shared] == ["snv", "derivative"]
    path.write_text("{}")
    dock.load.trigger()
    assert "mine.json" in answers.said[0][1]
    assert [s.step for s in model.state.preprocessing.shared] == ["snv", "derivative"]


def shown(plot) -> int:
    return len(plot.listDataItems())


def test_preview_follows_steps_and_selection(qtbot, dock, model):
    qtbot.waitUntil(lambda: shown(dock.plot.after) == 5, timeout=10000)
    model.selection.select([("mp5", 1), ("mp5", 2)])
    qtbot.waitUntil(lambda: shown(dock.plot.after) == 2, timeout=10000)
    action(dock, "add-snv").trigger()

    def is_snv() -> bool:
        items = dock.plot.after.listDataItems()
        return bool(items) and abs(float(np.mean(items[0].getData()[1]))) < 1e-6

    qtbot.waitUntil(is_snv, timeout=10000)
    y = dock.plot.after.listDataItems()[0].getData()[1]
    assert np.std(y, ddof=1) == pytest.approx(1, rel=0.02)


def test_preview_says_why_a_step_refuses(qtbot, dock, model):
    model.change("x", model.state.with_(preprocessing=model.state.preprocessing.__class__(
        (StepSpec("crop", {"ranges": "1-2"}),))))
    qtbot.waitUntil(lambda: bool(dock.plot.note.text()), timeout=10000)
    assert shown(dock.plot.after) == 0
