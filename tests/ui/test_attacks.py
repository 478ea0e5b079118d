"""What impatient people do while something runs: no defect, nothing that hangs, no state without a way out."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEventLoop, QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolBar

from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset

LEFT, NONE, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


def for_a_while(milliseconds: float) -> None:
    """The window goes on."""
    loop = QEventLoop()
    QTimer.singleShot(int(milliseconds), loop.quit)
    loop.exec()


@pytest.fixture
def busy_window(qtbot, window, answers):
    """A window with data whose defects are collected, and looked at in the end."""
    window.defects = []
    window.controller.jobs.defect.connect(lambda line, trace: window.defects.append(trace))
    datasets = (make_dataset("m5", n=60, seed=1), make_dataset("mp5", n=60, p=50, seed=2))
    window.model.reset(SessionState(datasets, hold_out_share(match_by_name(datasets).standards, 0.25)))
    window.model.change("seed", window.model.state.with_(seed=1))
    answers.press(*["answer-1"] * 20)  # stop, do not save, end: whatever is asked
    yield window
    answers.press()
    at_rest(qtbot, window)
    assert window.defects == []
    runs = len(window.model.runs)
    assert window.menus.run.isEnabled() or window.controller.why_not()
    assert not window.menus.cancel.isEnabled()
    if window.menus.run.isEnabled():  # and it still does its work
        with qtbot.waitSignal(window.controller.idle, timeout=60_000):
            window.controller.start()
        assert len(window.model.runs) == runs + 1


def at_rest(qtbot, window) -> None:
    qtbot.waitUntil(lambda: not window.controller.running and not window.controller.jobs.jobs
                    and not window.model.turns.busy, timeout=60_000)


def press(window, name: str) -> None:
    window.findChild(QAction, name).trigger()


def double_clicks_on_run(qtbot, window, tmp_path):
    button = window.findChild(QToolBar, "main-toolbar").widgetForAction(window.menus.run)
    for _ in range(3):
        qtbot.mouseDClick(button, LEFT)
        qtbot.mouseClick(button, LEFT)
    assert window.controller.running


def run_and_cancel_in_turn(qtbot, window, tmp_path):
    rng = np.random.default_rng(0)
    for _ in range(15):
        QTest.keyClick(window, Qt.Key.Key_F5)
        for_a_while(rng.integers(0, 30))
        QTest.keyClick(window, Qt.Key.Key_Escape)


def drops_during_a_run(qtbot, window, tmp_path):
    table = tmp_path / "dropped.csv"
    table.write_text("sample," + ",".join(str(1100 + k) for k in range(20)) + "\n"
                     + "\n".join(f"x{i}," + ",".join(str(i + k) for k in range(20)) for i in range(5)))
    window.controller.start()
    for path in (table, tmp_path / "not there.csv", table):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        window.dropEvent(QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, data, LEFT, NONE))
        for_a_while(10)


def docks_are_closed_and_come_back(qtbot, window, tmp_path):
    window.controller.start()
    for dock in window.docks.values():
        dock.close()
        for_a_while(2)
    for dock in window.docks.values():
        dock.setFloating(True)
        dock.show()
    window.restore_layout()


def undo_and_redo_during_a_run(qtbot, window, tmp_path):
    window.controller.start()
    for _ in range(15):
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
        for_a_while(3)
        QTest.keyClick(window, Qt.Key.Key_Y, CTRL)
        for_a_while(3)


def an_instrument_goes_during_a_run(qtbot, window, tmp_path):
    window.controller.start()
    for name in ("remove-instrument", "undo", "redo", "undo"):
        press(window, name)
        for_a_while(10)


def another_session_during_a_run(qtbot, window, tmp_path):
    state = window.model.state
    window.controller.start()
    for_a_while(5)
    window.model.reset(SessionState())
    for_a_while(20)
    window.model.reset(state)


def filters_are_typed_during_a_run(qtbot, window, tmp_path):
    window.controller.start()
    for field in (window.docks["data"].search, window.docks["standards"].left.search):
        for _ in range(3):
            QTest.keyClicks(field, "s0123")
            field.clear()
            for_a_while(2)


def docks_and_themes_change_during_a_run(qtbot, window, tmp_path):
    window.controller.start()
    for k, name in enumerate(list(window.docks) * 2):
        window.show_dock(name)
        if k % 12 == 5:
            press(window, "theme-dark" if k < 12 else "theme-light")
        for_a_while(4)
    press(window, "theme-light")


def runs_are_deleted_during_a_run(qtbot, window, tmp_path):
    window.controller.start()
    at_rest(qtbot, window)
    window.controller.start()
    while window.model.runs:
        press(window, "delete-run")
        for_a_while(3)


def paused_then_another_session(qtbot, window, tmp_path):
    window.controller.start()
    window.controller.toggle_pause()
    for_a_while(20)
    window.model.reset(window.model.state)
    window.controller.toggle_pause()
    for_a_while(5)
    window.controller.cancel()


def sliders_are_torn_during_a_run(qtbot, window, tmp_path):
    window.controller.start()
    at_rest(qtbot, window)
    rng = np.random.default_rng(1)
    window.controller.start()
    for _ in range(12):
        for slider in window.docks["embedding"].explore.sliders.values():
            slider.setValue(int(rng.integers(slider.minimum(), slider.maximum() + 1)))
        for_a_while(4)


@pytest.mark.parametrize("attack", [
    double_clicks_on_run, run_and_cancel_in_turn, drops_during_a_run, docks_are_closed_and_come_back,
    undo_and_redo_during_a_run, an_instrument_goes_during_a_run, another_session_during_a_run,
    filters_are_typed_during_a_run, docks_and_themes_change_during_a_run, runs_are_deleted_during_a_run,
    paused_then_another_session, sliders_are_torn_during_a_run], ids=lambda f: f.__name__)
def test_attack(qtbot, busy_window, tmp_path, attack):
    attack(qtbot, busy_window, tmp_path)


@pytest.mark.parametrize("wait", [0, 15, 60, 150])
def test_quitting_at_any_time_ends(qtbot, settings, tmp_path, answers, wait):
    from spectralign_gui.ui.main_window import MainWindow

    window = MainWindow(settings=settings, recovery_folder=tmp_path / "recovery")
    window.show()
    datasets = (make_dataset("m5", n=60, seed=1), make_dataset("mp5", n=60, p=50, seed=2))
    window.model.reset(SessionState(datasets, match_by_name(datasets).standards))
    window.controller.start()
    for_a_while(wait)
    answers.press("answer-0", "answer-1", "answer-1")  # stop if it is asked, do not save
    if not window.controller.running:
        answers.buttons[:] = ["answer-1", "answer-1"]
    window.close()
    assert not window.isVisible() and not window.controller.running
    window.deleteLater()


def test_a_table_of_very_many_samples(qtbot, window):
    many = make_dataset("many", n=100_000, p=8, names=[f"sample {k % 60_000}" for k in range(100_000)])
    window.model.reset(SessionState((many,)))
    view = window.docks["data"].samples
    qtbot.waitUntil(lambda: not window.controller.jobs.jobs and not window.model.turns.busy, timeout=60_000)
    press(window, "select-all")
    assert len(window.model.selection.samples) == 100_000
    view.filter.set_text("sample 5999")
    assert view.filter.rowCount() == sum("sample 5999" in n for n in many.sample_names)
    view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert view.filter.index(0, 1).data() == "sample 59999"
    view.filter.set_text("")
    press(window, "invert-selection")
    assert not window.model.selection.samples
    qtbot.waitUntil(lambda: not window.model.turns.busy and not view.selectionModel().hasSelection())
