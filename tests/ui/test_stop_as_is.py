"""Pause, Continue, Stop and keep this result, by the buttons of the window; what a stopped run says of itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton

from spectralign_gui.io.report import _convergence
from spectralign_gui.presenters.quality import facts, headline, steps
from spectralign_gui.presenters.runs import run_sentence
from spectralign_gui.session.export.codec import Pool, run_from_tree, run_to_tree
from spectralign_gui.session.run.convergence import convergence_text, stopped_at
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state.session_state import SessionState
from tests.ui.helpers import make_dataset


@pytest.fixture
def long_run(window, qtbot):
    """A sparse run that would take very many iterations, under way."""
    sets = (make_dataset("m5", n=60, seed=1), make_dataset("mp5", n=60, p=50, seed=2))
    parameters = {"slra": {"tol": 1e-12, "max_iter": 1_000_000, "n_components": 2, "rank": 4, "sparsity": 0.01}}
    window.model.reset(SessionState(sets, hold_out_share(match_by_name(sets).standards, 0.25), method="slra",
                                    parameters=parameters))
    assert not window.findChild(QAction, "stop-as-is").isEnabled()
    assert not window.findChild(QAction, "pause-run").isEnabled()
    with qtbot.waitSignal(window.controller.iterating, timeout=30000):
        window.controller.start()
    return window


def press(qtbot, window, name):
    qtbot.mouseClick(window.findChild(QToolButton, f"button-{name}"), Qt.MouseButton.LeftButton)


def test_stop_as_is_gives_a_result_that_says_so_everywhere(long_run, qtbot):
    with qtbot.waitSignal(long_run.controller.idle, timeout=30000):
        press(qtbot, long_run, "stop-as-is")
    result, = long_run.model.runs
    at = stopped_at(result)
    words = f"not converged (stopped by you at iteration {at})"
    assert at >= 1 and not result.estimator.converged_ and convergence_text(result) == words
    assert words in run_sentence(result)
    assert any(words.replace("not", "NOT", 1) in f.meaning for f in facts(result))
    assert f"stopped by you at iteration {at}" in _convergence(result)
    assert any(f"stopped by you at iteration {at}" in w for w in result.warnings)
    perfect = replace(result, quality=result.quality.with_(hit={"3": {"a_to_b": 1.0, "b_to_a": 1.0}}))
    text, mood = headline(perfect)
    assert mood == "warning" and words in text, "no green check for what may still move"
    long_run.model.set_current_run(perfect)
    qtbot.waitUntil(lambda: long_run.docks["quality"].headline.text().startswith("⚠"))
    long_run.model.set_current_run(result)
    table = long_run.docks["history"].view.model()
    assert any(words in str(table.index(0, c).data()) for c in range(table.columnCount()))
    pool = Pool()
    assert convergence_text(run_from_tree(run_to_tree(result, pool), pool)) == words
    assert not long_run.findChild(QAction, "stop-as-is").isEnabled()


def test_pause_and_continue(long_run, qtbot):
    seen: list[int] = []
    long_run.controller.snapshot.connect(lambda values: seen.append(values.get("iteration", 0)))
    press(qtbot, long_run, "pause-run")
    action = long_run.findChild(QAction, "pause-run")
    assert long_run.controller.paused and action.isChecked() and action.text() == "Con&tinue"
    assert long_run.findChild(QPushButton, "run-button").text() == "Paused"
    assert long_run.findChild(QLabel, "job-time-left").text() == "paused"
    count = len(seen)
    press(qtbot, long_run, "pause-run")
    assert not long_run.controller.paused and action.text() == "&Pause"
    qtbot.waitUntil(lambda: len(seen) > count, timeout=20000)
    with qtbot.waitSignal(long_run.controller.idle, timeout=20000):
        long_run.controller.cancel()


@pytest.mark.parametrize("way", ["cancel-run", "stop-as-is"])
def test_out_of_a_pause(long_run, qtbot, way):
    press(qtbot, long_run, "pause-run")
    with qtbot.waitSignal(long_run.controller.idle, timeout=30000):
        long_run.findChild(QAction, way).trigger()
    assert len(long_run.model.runs) == (way == "stop-as-is") and not long_run.controller.paused


def test_closing_while_paused(long_run, qtbot, answers):
    press(qtbot, long_run, "pause-run")
    assert long_run.controller.paused
    long_run.keep_or_discard = lambda: True
    answers.press("answer-0")
    assert long_run.close() and not long_run.isVisible()
    assert answers.names == ["ask-stop"] and long_run.model.runs == ()
    assert long_run.controller.jobs.closed


def test_the_live_curves_stand_at_the_iterations_they_are_of(long_run, qtbot):
    told: list[tuple[int, float]] = []

    def note(values):
        if "objective" in values:
            told.append((values["iteration"], values["objective"]))

    dock = long_run.docks["quality"]
    dock._history.clear()
    long_run.controller.snapshot.connect(note)
    qtbot.waitUntil(lambda: len(told) > 4, timeout=30000)
    press(qtbot, long_run, "pause-run")
    qtbot.waitUntil(lambda: not long_run.model.turns.busy)
    first = dock.convergence.chart.series[0]
    count = min(len(told), len(first.y))
    assert first.places()[-count:].tolist() == [k for k, _ in told[-count:]]
    assert first.places()[-1] > len(first.y), "only some iterations are told"
    with qtbot.waitSignal(long_run.controller.idle, timeout=30000):
        long_run.controller.stop_as_is()
    history = long_run.model.runs[0].estimator.history_
    qtbot.waitUntil(lambda: not long_run.model.turns.busy)
    assert dock.convergence.chart.series[0].places().tolist() == list(range(1, len(history["objective"]) + 1))


def test_iterations_of_one_instrument_stand_after_those_of_the_other():
    assert steps({"instrument": [0, 0, 1, 1], "iteration": [3, 9, 2, 5]}).tolist() == [3, 9, 11, 14]
    assert len(steps({"objective": [1.0, 2.0]})) == 0
