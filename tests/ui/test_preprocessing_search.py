"""*Choose on the standards* puts an ordinary list into the dock; Compare can do it in every split."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction

from spectralign_gui.ui.compare.settings import SettingsForm
from spectralign_gui.ui.preprocessing import PreprocessingDock
from spectralign_gui.ui.sweep.form import SweepForm
from tests.session.test_preprocessing_search import session


@pytest.fixture
def dock(qtbot, model, controller):
    model.change("load", session(1))
    made = PreprocessingDock(model, controller)
    qtbot.addWidget(made)
    made.resize(360, 720)
    made.show()
    return made


def test_the_list_is_chosen_shown_and_undone(qtbot, dock, model):
    search = dock.findChild(QAction, "preprocessing-search")
    assert search.isEnabled()
    with qtbot.waitSignal(model.message, timeout=10_000) as said:
        search.trigger()
    steps = [s.step for s in model.state.preprocessing.shared]
    assert "snv" in steps and "snv" in said.args[0] and "% smaller" in said.args[0]
    assert dock.list.count() == len(steps)
    model.undo_stack.undo()
    assert model.state.preprocessing.shared == ()


def test_an_answer_to_older_steps_is_dropped(qtbot, dock, model):
    dock.findChild(QAction, "preprocessing-search").trigger()
    dock.findChild(QAction, "add-centre").trigger()
    qtbot.waitUntil(lambda: not dock.work.running("preprocessing-search"), timeout=10_000)
    assert [s.step for s in model.state.preprocessing.shared] == ["centre"]


def test_the_comparison_asks_for_it(qtbot):
    form = SettingsForm()
    qtbot.addWidget(form)
    form.standards.setText("5")
    assert form.settings().search is False
    form.preprocessing.setCurrentIndex(form.preprocessing.findData(True))
    assert form.settings().search is True


def test_the_sweep_asks_for_it_where_it_predicts(qtbot):
    form = SweepForm()
    qtbot.addWidget(form)
    form.search.setChecked(True)
    assert form.search.isEnabled() and form.search.accessibleName()
    form.rmsep.setChecked(False)
    assert not form.search.isEnabled()
