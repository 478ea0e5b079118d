"""The Quality dock as a user reads it: what a run says, empty, live, cancelled, data gone."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from spectralign_gui.session.run import execute
from spectralign_gui.ui.quality import QualityDock
from spectralign_gui.ui.state import run_controller
from tests.ui.helpers import endless

PARTS = ("hits", "facts", "eigenvalues")


@pytest.fixture
def dock(qtbot, two, model, controller):
    made = QualityDock(model, controller)
    qtbot.addWidget(made)
    made.resize(340, 800)
    with qtbot.waitExposed(made):
        made.show()
    return made


def cells(table) -> list[list[str]]:
    return [[table.item(r, c).text() for c in range(table.columnCount())] for r in range(table.rowCount())]


def test_empty_says_what_comes(dock):
    assert "After a run" in dock.headline.text()
    assert not any(getattr(dock, part).isVisible() for part in (*PARTS, "convergence", "predictions"))


def test_hits_are_those_of_the_run_and_explained(dock, two, model):
    model.add_run(execute(two))
    run = model.current_run
    rows = cells(dock.hits)
    assert [r[0] for r in rows] == [f"top {k}" for k in sorted(map(int, run.quality.hit))]
    held = len({int(p[1]) for p in run.held_out_pairs})
    for row in rows:
        share = run.quality.hit[row[0].split()[1]]
        assert row[1] == f"{round(share['a_to_b'] * held)}/{held}"
        assert row[2] == f"{round(share['b_to_a'] * held)}/{held}"
    assert "held-out standards" in dock.hits.item(0, 0).toolTip()
    assert dock.headline.text()[0] in "✓⚠✗", "a sign, not colour alone"
    assert all(dock.facts.item(r, 0).toolTip() for r in range(dock.facts.rowCount()))
    for part in PARTS:
        assert getattr(dock, part).isVisible()


def test_the_first_column_of_hits_is_not_cut_by_long_names(dock, two, model):
    names = {"m5": "a_spectrometer_with_a_very_long_name", "mp5": "another_one_with_an_even_longer_name"}
    datasets = tuple(d.with_(name=names[d.name]) for d in two.datasets)
    standards = tuple(type(s)({names[k]: v for k, v in s.rows.items()}, s.held_out) for s in two.standards)
    model.reset(two.with_(datasets=datasets, standards=standards))
    model.add_run(execute(model.state))
    wanted = dock.hits.fontMetrics().horizontalAdvance("top 10") + 6
    assert dock.hits.columnWidth(0) >= wanted
    assert names["mp5"] in dock.hits.horizontalHeaderItem(1).toolTip()


def test_eigenvalues_with_the_limit_of_noise(dock, two, model):
    model.add_run(execute(two))
    chart = dock.eigenvalues.chart
    assert list(chart.series[0].y) == list(model.current_run.estimator.eigenvalues_)
    assert chart.levels[0].at == pytest.approx(1 - model.current_run.estimator.chosen_["mu"])


def test_without_held_out_standards_nothing_is_claimed(dock, two, model):
    model.change("Release", two.with_(standards=tuple(s.with_held_out(False) for s in two.standards)))
    model.add_run(execute(model.state))
    assert not dock.hits.isVisible() and "✓" not in dock.headline.text()


def test_convergence_follows_a_run_and_ends_with_it(qtbot, dock, two, model, controller):
    model.add_run(execute(two))
    assert not dock.convergence.isVisible()
    controller.started.emit()
    for k in range(3):
        controller.snapshot.emit({"objective": 5.0 - k, "primal_residual": 0.1, "dual_residual": 0.2})
    assert dock.convergence.isVisible() and list(dock.convergence.chart.series[0].y) == [5.0, 4.0, 3.0]
    controller.idle.emit()
    assert not dock.convergence.isVisible(), "cancelled: the shown run had no iterations"


def test_a_run_that_is_cancelled_leaves_the_last_result(qtbot, dock, two, model, controller, monkeypatch):
    model.add_run(execute(two))
    before = cells(dock.hits)
    monkeypatch.setattr(run_controller, "execute", lambda state, monitor: endless(state, monitor, objective=2.0))
    assert controller.start()
    qtbot.waitUntil(dock.convergence.isVisible, timeout=10_000)
    with qtbot.waitSignal(controller.idle, timeout=30_000):
        controller.cancel()
    assert cells(dock.hits) == before and not dock.convergence.isVisible() and len(model.runs) == 1


def test_data_removed_while_shown_and_no_run_left(dock, two, model):
    model.add_run(execute(two))
    model.change("Remove", model.state.without_dataset("mp5"))
    assert dock.hits.isVisible(), "the run still is what it was"
    model.delete_run(0)
    assert "After a run" in dock.headline.text() and not dock.hits.isVisible()


def test_names_and_tooltips(dock):
    for name in ("quality-headline", "quality-hits", "quality-facts", "quality-predictions", "quality-warnings",
                 "eigenvalues", "convergence"):
        assert dock.findChild(QWidget, name) is not None, name
    for plot in (dock.eigenvalues, dock.convergence):
        assert all(a.toolTip() and a.objectName() for a in plot.actions())
