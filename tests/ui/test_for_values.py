"""With reference values the window serves the question: methods, errors and the final model."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from spectralign_gui.core.registry import methods
from spectralign_gui.io.writers import write as write_spectra
from spectralign_gui.session.run.execution import execute
from spectralign_gui.session.run.left_out_intervals import with_left_out_intervals
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.method.chooser import grouped
from tests.ui.helpers import make_dataset
from tests.ui.test_importer import write


def state_of(held_out: float) -> SessionState:
    datasets = (make_dataset("A", seed=1, n=40), make_dataset("B", seed=2, n=40))
    return SessionState(datasets, hold_out_share(match_by_name(datasets).standards, held_out), method="ds")


@pytest.mark.parametrize("for_values", [True, False])
def test_every_method_stands_in_one_group_and_those_for_the_question_first(for_values):
    groups = grouped(methods().values(), for_values)
    names = [m.name for _, members in groups for m in members]
    assert sorted(names) == sorted(methods()) and len({title for title, _ in groups}) == len(groups) > 5
    assert names[0] == ("auto" if for_values else "lra")
    assert not any(m.family == "transfer" for title, members in groups for m in members if title.startswith("Align"))


def test_reference_values_bring_the_automatic_transfer_and_its_group(qtbot, window, tmp_path):
    window.complete()
    chooser = window.docks["method"].chooser
    with qtbot.waitSignal(window.importer.done, timeout=30_000):
        window.importer.open([write(tmp_path / "A.csv", 8), write(tmp_path / "B.csv", 8, seed=1)])
    assert window.model.state.method == "lra" and chooser.itemData(1, Qt.ItemDataRole.UserRole) == "lra"
    values = tmp_path / "values.csv"
    values.write_text("name,Oil\n" + "".join(f"s{i},{i / 7:.3f}\n" for i in range(1, 9)))
    with qtbot.waitSignal(window.importer.done, timeout=30_000):
        window.importer.open_reference(values)
    assert window.model.state.method == "auto" and chooser.itemData(1, Qt.ItemDataRole.UserRole) == "auto"
    assert chooser.currentData(Qt.ItemDataRole.UserRole) == "auto"
    window.model.undo_stack.undo()  # values and method are one step
    assert window.model.state.method == "lra" and window.model.state.datasets[0].targets is None


WAYS = ("a file of ours", "a table opened", "reference values", "a change of any kind", "after a run without values")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("goal", ["", "values", "next", "wrong"])
def test_whatever_way_values_come_the_default_follows(qtbot, window, tmp_path, answers, way, goal):
    window.complete()
    window.lead.goal = goal
    with_values = (make_dataset("A", seed=1), make_dataset("B", seed=2).with_(targets=None))
    bare = tuple(d.with_(targets=None) for d in with_values)
    model, importer = window.model, window.importer
    if way == "a file of ours":
        write_spectra(with_values[0], tmp_path / "A.h5")
        with qtbot.waitSignal(importer.done):
            window.open_paths([tmp_path / "A.h5"])
    else:
        model.change("Load", SessionState(bare, match_by_name(bare).standards))
        assert model.state.method == "lra"
        if way == "after a run without values":
            model.add_run(execute(model.state))
        table = tmp_path / "values.csv"
        table.write_text("name,Oil\n" + "".join(f"S{i:02d},{i / 7:.3f}\n" for i in range(1, 25)))
        if way == "a change of any kind":
            model.change("Use a column as values", model.state.with_(datasets=with_values))
        else:
            with qtbot.waitSignal(importer.done):
                window.open_paths([table]) if way == "a table opened" else importer.open_reference(table)
    assert model.state.method == "auto"
    assert window.docks["method"].chooser.currentData(Qt.ItemDataRole.UserRole) == "auto"


def test_a_method_that_the_user_chose_stays(qtbot, window):
    window.complete()
    bare = tuple(make_dataset(n, seed=k).with_(targets=None) for k, n in enumerate("AB"))
    window.model.change("Load", SessionState(bare))
    window.docks["method"].chooser.chosen.emit("lra")
    window.model.change("Join", window.model.state.with_(datasets=(make_dataset("A"), bare[1])))
    assert window.model.state.method == "lra"
    window.model.reset(SessionState())
    window.model.change("Load", SessionState((make_dataset("A"), bare[1])))
    assert window.model.state.method == "auto", "another session, another choice"


def test_another_goal_keeps_its_method(qtbot, window, tmp_path):
    window.complete()
    window.lead.goal = "space"
    state = state_of(0)
    bare = state.with_(datasets=tuple(d.with_(targets=None) for d in state.datasets), method="lra")
    assert window.lead.suited(state.with_(method="lra"), bare).method == "lra"


@pytest.mark.parametrize("source", ["held out", "left out", "refit"])
def test_errors_stand_in_quality_predict_history_and_report(qtbot, window, source):
    from spectralign_gui.presenters.runs import error_text
    from spectralign_gui.session.run.refit import refit
    from spectralign_gui.session.run.run_errors import run_errors

    window.complete()
    run = execute(state_of(0.0 if source == "left out" else 0.3))
    run = with_left_out_intervals(run) if source == "left out" else refit(run) if source == "refit" else run
    window.model.reset(run.state)
    window.model.add_run(run)
    quality, predict = window.docks["quality"], window.docks["predict"]
    quality.draw_anyway()
    window.show_dock("quality")
    errors = run_errors(run)
    qtbot.waitUntil(lambda: not quality.pending and quality.predictions.rowCount() == 2)
    qtbot.waitUntil(lambda: quality.predictions.item(0, 2).text() != "")
    first = errors[0].text.split()[0]
    assert quality.predictions.item(0, 2).text() == first and "–" in quality.predictions.item(0, 3).text()
    assert f"RMSEP of {errors[0].name} {first}" in quality.headline.text()
    assert first in error_text(run)
    with qtbot.waitSignal(predict.valuesShown, timeout=30_000):
        predict.predict_loaded()
    assert f"RMSEP {errors[0].name} {errors[0].text}" in predict.says.text()


def test_refit_with_all_standards_is_one_click(qtbot, window):
    window.complete()
    run = execute(state_of(0.3))
    window.model.reset(run.state)
    window.model.add_run(run)
    predict = window.docks["predict"]
    assert predict.refit.isEnabled()
    with qtbot.waitSignal(window.controller.finished, timeout=60_000):
        predict.refit.trigger()
    made = window.model.current_run
    assert len(window.model.runs) == 2 and made.quality.before and not len(made.held_out_pairs)
    assert not any(s.held_out for s in window.model.state.standards)
    assert not predict.refit.isEnabled()
    qtbot.waitUntil(lambda: not window.controller.running)
    window.model.undo_stack.undo()
    assert any(s.held_out for s in window.model.state.standards)
