"""Pinned runs side by side, through the widgets."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.presenters.common_axes import comparable
from spectralign_gui.session.export.codec import Pool, run_from_tree, run_to_tree
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.side_by_side import data_words, quality_rows, setting_rows, yardsticks
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_row
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.side_by_side import SideBySideDock
from spectralign_gui.ui.side_by_side import dock as dock_module

AXIS = np.linspace(1000, 1100, 25)


@pytest.fixture
def state() -> SessionState:
    rng = np.random.default_rng(7)
    latent = rng.normal(size=(40, 3))
    basis = np.array([np.exp(-(((AXIS - c) / 12) ** 2)) for c in (1020, 1050, 1080)])
    values = np.column_stack([10 + latent[:, 0]])
    a = SpectralDataset("A", 1 + latent @ basis + rng.normal(0, 0.02, (40, 25)), Axis(AXIS, "nm"),
                        targets=Targets(("Fat",), values))
    b = SpectralDataset("B", 1.1 + 0.9 * latent @ basis + rng.normal(0, 0.02, (40, 25)), Axis(AXIS, "nm"))
    return SessionState((a, b), hold_out_share(match_by_row([a, b]).standards, 0.3, 1))


@pytest.fixture
def dock(qtbot, model, controller, state):
    dock = SideBySideDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(1200, 500)
    dock.show()
    model.reset(state)
    for change in ({}, {"mu": 0.3}):
        model.change("parameters", state.with_(parameters={"lra": change}))
        model.add_run(execute(model.state))
    model.change("method", state.with_(method="bias"))
    model.add_run(execute(model.state))
    return dock


def pin(model, dock, *rows):
    for row in rows:
        model.set_current_run(model.runs[row])
        dock.pin.trigger()


def front(qtbot, dock, tab):
    dock.tabs.setCurrentIndex(tab)
    qtbot.waitUntil(lambda: not dock.pending)


def test_pinning(qtbot, dock, model):
    assert "Pin two to four runs" in dock.says.text() and not dock.save.isEnabled()
    pin(model, dock, 0)
    qtbot.waitUntil(lambda: "One run is pinned" in dock.says.text())
    pin(model, dock, 1)
    qtbot.waitUntil(dock.tabs.isVisible)
    assert [r.pinned for r in model.runs] == [True, True, False]
    assert dock.titles() == ["1 · Low rank alignment", "2 · Low rank alignment"]
    pin(model, dock, 1)
    assert not model.runs[1].pinned, "pinned again is unpinned"
    for _ in range(3):
        model.add_run(execute(model.state))
    said = []
    model.message.connect(said.append)
    pin(model, dock, 1, 2, 3, 4)
    assert sum(r.pinned for r in model.runs) == 4 and "4 runs are pinned already" in said[-1]
    dock.unpin_all.trigger()
    assert not any(r.pinned for r in model.runs)


def test_embeddings_move_and_select_together(qtbot, dock, model):
    pin(model, dock, 0, 1, 2)
    front(qtbot, dock, 0)
    views = dock.embeddings.views
    assert [v.isVisible() for v in views] == [True, True, True]
    assert "no joint space" in dock.embeddings.headings[2].text()
    one, two = (v.plot.getViewBox() for v in views[:2])
    one.setRange(xRange=(-1, 0.5), yRange=(-0.5, 0.7), padding=0)
    np.testing.assert_allclose(two.viewRange(), one.viewRange())
    dock.link.setChecked(False)
    one.setRange(xRange=(-3, 3), yRange=(-3, 3), padding=0)
    assert abs(two.viewRange()[0][0] + 1) < 0.5
    views[1].chosen.emit([("B", 3)], False)
    assert model.selection.samples == {("B", 3)}
    assert views[0].selected_rows()["B"] == [3]


def test_embeddings_are_turned_onto_the_first(model, dock):
    one, two, transfer = model.runs
    first, second, none = comparable([one, two, transfer])
    assert none is None
    for placed, run in ((first, one), (second, two)):
        both = np.vstack(placed)
        assert np.sqrt((both**2).sum(axis=1).mean()) == pytest.approx(1.0, rel=1e-6)
        original = np.vstack(run.embeddings)
        gaps = np.linalg.norm(original[0] - original[1:], axis=1), np.linalg.norm(both[0] - both[1:], axis=1)
        np.testing.assert_allclose(gaps[1] / gaps[1].max(), gaps[0] / gaps[0].max(), rtol=1e-6)
    turned = two.estimator.embeddings_
    two.estimator.embeddings_ = [-e[:, ::-1] for e in turned]
    again = comparable([one, two])[1]
    d = min(first[0].shape[1], again[0].shape[1])
    np.testing.assert_allclose(np.abs(again[0][:, :d]), np.abs(second[0][:, :d]), atol=1e-6)


def test_reconstructions_quality_predictions_settings(qtbot, dock, model, tmp_path, monkeypatch):
    pin(model, dock, 0, 1, 2)
    front(qtbot, dock, 1)
    dock.instrument.setCurrentIndex(1)
    assert dock.matrices.views[0].n == 40 and dock.matrices.views[2].n == 0
    dock.matrices.views[0].chosen.emit([5], False)
    assert model.selection.samples == {("B", 5)} and dock.matrices.views[1].selected_places() == [5]
    front(qtbot, dock, 3)
    assert dock.property.currentText() == "Fat on B"
    assert all(len(v.chart.series[0].y) == 12 for v in dock.predictions.views[:3])
    dock.predictions.views[0].chosen.emit([("B", 5)], False)
    front(qtbot, dock, 2)
    qtbot.waitUntil(lambda: bool(dock._beside), timeout=30_000)
    lines = {row.title.strip(): row.texts for row in dock.quality_rows()}
    assert {"RMSEP of Fat on B", "no transfer", "its own model", "Partner among the 3 nearest, A → B"} <= set(lines)
    assert lines["Partner among the 3 nearest, A → B"][2] == "–"
    assert len(dock.hits.chart.series) == 2
    front(qtbot, dock, 4)
    titles = [row.title for row in dock.setting_lines.rows]
    assert "Weight of standards" in titles and "Seed" not in titles
    dock.all.setChecked(True)
    titles = [row.title for row in dock.setting_lines.rows]
    assert "Seed" in titles and "Preprocessing of A" in titles
    monkeypatch.setattr(dock_module, "ask_target", lambda *_: (tmp_path / "d.csv", ""))
    dock.save.trigger()
    qtbot.waitUntil((tmp_path / "d.csv").exists, timeout=20_000)
    rows = list(csv.reader((tmp_path / "d.csv").open()))
    assert rows[0][1:] == dock.titles()
    assert any(r[0] == "Weight of standards" and r[1:3] == ["0.8", "0.3"] for r in rows)


def test_words_on_different_data(state):
    one = execute(state)
    assert data_words([one, execute(state)]) == ""
    other = execute(state.with_(excluded={"A": (0, 1)}))
    assert "other samples left out" in data_words([one, other])
    again = execute(state.with_(standards=hold_out_share(state.standards, 0.1, 5)))
    assert "other standards held out" in data_words([one, again])
    rows = {r.title: r for r in setting_rows([one, other])}
    assert rows["Spectra of A"].texts == ("40 of 40, 25 channels", "38 of 40, 25 channels")
    assert rows["Spectra of A"].differs and not rows["Seed"].differs


def test_yardsticks_know_nothing_of_what_is_held_out(state):
    run = execute(state)
    found = yardsticks(run)
    assert found["none"]["B"]["Fat"] > found["native"]["B"]["Fat"] > 0
    a, b = state.datasets
    rows = [s.rows["A"][0] for s in state.standards if s.held_out]
    values = a.targets.values.copy()
    values[rows] += 100.0
    moved = execute(state.with_(datasets=(a.with_(targets=Targets(("Fat",), values)), b)))
    assert abs(yardsticks(moved)["native"]["B"]["Fat"] - 100) < 5, "only the truth moved, not the model"
    assert any(r.title.strip() == "no transfer" for r in quality_rows([run], [found]))


def test_the_project_keeps_pins(state):
    from dataclasses import replace

    pool = Pool()
    tree = run_to_tree(replace(execute(state), pinned=True), pool)
    assert run_from_tree(tree, pool).pinned
    del tree["pinned"]
    assert not run_from_tree(tree, pool).pinned, "a project of before"


def test_one_moved_view_does_not_come_back(qtbot, dock, model):
    pin(model, dock, 0, 1)
    front(qtbot, dock, 0)
    area = dock.embeddings.views[0].plot.getViewBox()
    area.setRange(xRange=(-0.2, 0.1), yRange=(-0.1, 0.1), padding=0)
    before = area.viewRange()
    area.clicked.emit(QPointF(5, 5), QPointF(), False)
    np.testing.assert_allclose(area.viewRange(), before)
    assert not model.selection.samples
