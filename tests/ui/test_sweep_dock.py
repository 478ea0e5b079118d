"""Sweep dock through its own widgets."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.session.standards.pairing import match_by_row
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.plots.export import export_plot
from spectralign_gui.ui.sweep import SweepDock
from spectralign_gui.ui.sweep import dock as dock_module

AXIS = np.linspace(1000, 1100, 25)


@pytest.fixture
def state() -> SessionState:
    rng = np.random.default_rng(7)
    latent = rng.normal(size=(25, 3))
    basis = np.array([np.exp(-(((AXIS - c) / 12) ** 2)) for c in (1020, 1050, 1080)])
    values = np.column_stack([10 + latent[:, 0]])
    a = SpectralDataset("A", 1 + latent @ basis + rng.normal(0, 0.05, (25, 25)), Axis(AXIS, "nm"),
                        targets=Targets(("Fat",), values))
    b = SpectralDataset("B", 1.1 + 0.9 * latent @ basis + rng.normal(0, 0.05, (25, 25)), Axis(AXIS, "nm"))
    return SessionState((a, b), match_by_row([a, b]).standards)


@pytest.fixture
def dock(qtbot, model, controller):
    dock = SweepDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(1200, 420)
    dock.show()
    return dock


def choose(box, name):
    box.setCurrentIndex(box.findData(name))


def sweep(qtbot, dock):
    qtbot.mouseClick(dock.run_button, Qt.MouseButton.LeftButton)
    assert dock.running
    qtbot.waitUntil(lambda: not dock.running, timeout=60_000)


def test_says_what_is_missing(dock, model, state):
    assert not dock.run_button.isEnabled() and "two instruments" in dock.says.text()
    model.reset(state.with_(standards=state.standards[:3]))
    assert "5 standards" in dock.says.text()
    model.reset(state)
    assert dock.run_button.isEnabled()
    choose(dock.form.first, "mu")
    dock.form.first_values.setText("0.5, 7")
    assert not dock.run_button.isEnabled() and "mu" in dock.says.text()
    dock.form.first_values.setText("0.5; 0.9")
    assert dock.run_button.isEnabled()
    choose(dock.form.second, "mu")
    assert not dock.run_button.isEnabled() and "twice" in dock.says.text()


def test_a_line_whose_point_becomes_the_methods(qtbot, dock, model, state):
    model.reset(state)
    choose(dock.form.first, "mu")
    dock.form.first_values.setText("0.2, 0.5, 0.8")
    sweep(qtbot, dock)
    assert [p.values for p in dock.points.points] == [(0.2,), (0.5,), (0.8,)]
    assert dock.stack.currentWidget() is dock.line and len(dock.line.chart.series[0].y) == 3
    assert "guessing" in [level.label for level in dock.line.chart.levels]
    dock.figure.setCurrentIndex(1)
    labels = [level.label for level in dock.line.chart.levels]
    assert "no transfer" in labels and "B's own model" in labels
    dock.line.plot.getViewBox().clicked.emit(QPointF(0.22, 0), QPointF(), False)
    assert dock._chosen() == 0
    dock.use.trigger()
    assert model.state.method_parameters() == {"mu": 0.2} and "0.2" in model.undo_stack.undoText()
    model.undo_stack.undo()
    assert model.state is state or not model.state.method_parameters()


def test_two_parameters_are_a_heat_map(qtbot, dock, model, state, tmp_path, monkeypatch):
    model.reset(state)
    choose(dock.form.first, "mu")
    dock.form.first_values.setText("0.3, 0.8")
    choose(dock.form.second, "n_components")
    dock.form.second_values.setText("2, 3, 400")
    dock.form.rmsep.setChecked(False)
    sweep(qtbot, dock)
    assert dock.stack.currentWidget() is dock.heat and dock.heat.values.shape == (2, 3)
    assert np.isfinite(dock.heat.values[:, :2]).all()
    dock.heat.plot.getViewBox().clicked.emit(QPointF(1.1, 0.9), QPointF(), False)
    assert dock.points.points[dock._chosen()].values == (0.8, 3) and dock.heat.chosen == (1, 1)
    headings, columns = dock.heat.export_table()
    assert headings[2] == "Hits (%)" and len(columns[0]) == 6
    export_plot(dock.heat, tmp_path / "heat.svg")
    assert b"<svg" in (tmp_path / "heat.svg").read_bytes()
    monkeypatch.setattr(dock_module, "ask_target", lambda *_: (tmp_path / "s.csv", ""))
    dock.save.trigger()
    qtbot.waitUntil(lambda: "Saved" in dock.says.text(), timeout=20_000)
    rows = list(csv.reader((tmp_path / "s.csv").open()))
    assert rows[0][:3] == ["mu", "n_components", "hit@3"] and len(rows) == 7
    model.change("other", model.state.with_(method="cca"))
    assert not dock.use.isEnabled(), "the points are of another method"


def test_choices_are_swept_too(qtbot, dock, model, state):
    model.reset(state.with_(method="pds"))
    choose(dock.form.first, "component_rule")
    sweep(qtbot, dock)
    assert dock.stack.currentWidget() is dock.heat and dock.heat.values.shape == (3, 1)


def test_stop_keeps_the_points(qtbot, dock, model, state):
    model.reset(state)
    choose(dock.form.first, "mu")
    dock.form.first_values.setText(", ".join(f"{v:.2f}" for v in np.linspace(0.05, 0.95, 60)))
    qtbot.mouseClick(dock.run_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(dock.points.points) >= 2, timeout=30_000)
    dock.stop.trigger()
    qtbot.waitUntil(lambda: not dock.running, timeout=30_000)
    kept = len(dock.points.points)
    assert 2 <= kept < 60 and "they stay" in dock.says.text() and dock.save.isEnabled()
    assert len(dock.line.chart.series[0].y) == kept
