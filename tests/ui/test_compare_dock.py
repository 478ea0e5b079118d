"""Compare dock through its own widgets."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.session.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.compare import CompareDock
from spectralign_gui.ui.compare.charts import learning_chart, pooled


@pytest.fixture
def state() -> SessionState:
    """Two instruments of the same channels; B reads higher; 30 samples of two properties."""
    rng = np.random.default_rng(1)
    axis = np.linspace(1000, 1100, 40)
    latent = rng.normal(size=(30, 3))
    basis = np.array([np.exp(-(((axis - c) / 12) ** 2)) for c in (1020, 1050, 1080)])
    values = np.column_stack([10 + latent[:, 0], 40 + 2 * latent[:, 1]])
    names = tuple(f"S{i}" for i in range(30))

    def measured(name: str, gain: float, offset: float) -> SpectralDataset:
        spectra = offset + gain * latent @ basis + rng.normal(0, 0.01, (30, 40))
        return SpectralDataset(name, spectra, Axis(axis, "nm"), names)

    a = measured("A", 1.0, 1.0).with_(targets=Targets(("Moisture", "Starch"), values))
    return SessionState((a, measured("B", 0.9, 1.4)), match_by_name([a, measured("B", 1, 1)]).standards)


@pytest.fixture
def dock(qtbot, model, controller):
    dock = CompareDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(1200, 500)
    dock.show()
    return dock


def wait_over(qtbot, dock):
    qtbot.waitUntil(lambda: not dock.running, timeout=60_000)


def test_says_what_is_missing(dock, model, state):
    assert not dock.run_button.isEnabled() and "two instruments" in dock.says.text()
    model.reset(state.with_(datasets=(state.datasets[0].with_(targets=None), state.datasets[1])))
    assert "reference values" in dock.says.text()
    model.reset(state.with_(standards=state.standards[:3]))
    assert "six" in dock.says.text()
    model.reset(state)
    assert dock.run_button.isEnabled()
    dock.form.standards.setText("5, many")
    assert not dock.run_button.isEnabled() and "many" in dock.says.text()
    dock.form.standards.setText("5")
    dock.form.check_only(())
    assert not dock.run_button.isEnabled()


def test_compares_and_makes_a_method_the_sessions(qtbot, dock, model, state):
    model.reset(state)
    dock.form.check_only(("bias", "mean-shift", "ds"))
    dock.form.standards.setText("4; 8")
    dock.form.repeats.setValue(2)
    qtbot.mouseClick(dock.run_button, Qt.MouseButton.LeftButton)
    assert dock.running and not dock.run_button.isEnabled()
    wait_over(qtbot, dock)
    keys = [line.key for line in dock.results.lines]
    assert {"bias", "mean-shift", "ds", "none", "native", "target-only", "a-on-a"} == set(keys)
    assert keys[-1] in ("native", "a-on-a") and keys.index("mean-shift") < keys.index("none")
    assert [dock.count.itemText(k) for k in range(dock.count.count())] == ["4", "8"]
    assert "smallest errors with 8 standards" in dock.says.text()
    assert len(dock.views["predicted"].chart.series[0].y) == 2 * 8, "8 of 30 samples are tested, twice"
    measured, predicted = pooled(dock._result, "mean-shift", 8, 0)
    assert np.corrcoef(measured, predicted)[0, 1] > 0.9
    assert len(learning_chart(dock._result, ["mean-shift", "none"], 1).series) == 2
    dock.count.setCurrentIndex(0)
    assert dock.results.lines and dock.views["residuals"].chart.series
    dock.table.selectRow([line.key for line in dock.results.lines].index("mean-shift"))
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        dock.use.trigger()
    assert model.state.method == "mean-shift" and "Mean shift" in model.undo_stack.undoText()
    model.undo_stack.undo()
    assert model.state.method == state.method


def test_yardsticks_cannot_be_chosen(qtbot, dock, model, state):
    model.reset(state)
    dock.form.check_only(("bias",))
    dock.form.standards.setText("5")
    dock.form.repeats.setValue(1)
    dock.start.trigger()
    wait_over(qtbot, dock)
    for row, line in enumerate(dock.results.lines):
        dock.table.selectRow(row)
        assert dock.use.isEnabled() == (line.key == "bias")


def test_stop_keeps_what_was_done(qtbot, dock, model, state):
    model.reset(state)
    dock.form.check_only(("bias",))
    dock.form.standards.setText("5")
    dock.form.repeats.setValue(500)
    dock.start.trigger()
    qtbot.waitUntil(lambda: bool(dock.results.lines), timeout=60_000)
    dock.stop.trigger()
    wait_over(qtbot, dock)
    assert "Stopped" in dock.says.text() and dock.results.lines
    assert dock.run_button.isEnabled()


def test_a_closer_look_at_the_standards_and_the_coefficients(qtbot, dock, model, state):
    model.reset(state)
    dock.form.check_only(("mean-shift", "ds"))
    dock.form.standards.setText("8")
    dock.form.repeats.setValue(1)
    dock.start.trigger()
    wait_over(qtbot, dock)
    dock.table.selectRow([line.key for line in dock.results.lines].index("mean-shift"))
    dock.tabs.setCurrentIndex(3)
    qtbot.waitUntil(lambda: len(dock.views["difference"].chart.series) == 2, timeout=30_000)
    before, after = (s.y.mean() for s in dock.views["difference"].chart.series)
    assert after < 0.5 * before and len(dock.views["spectra"].chart.series) == 3
    dock.tabs.setCurrentIndex(4)
    vector = dock.views["vector"].chart.series
    assert len(vector) == 2 and len(vector[1].y) == 40 and "Moisture" in vector[1].label
    dock.property.setCurrentIndex(1)
    assert "Starch" in dock.views["vector"].chart.series[1].label


def test_the_laboratorys_own_error_stands_beside(qtbot, dock, model, state):
    a, b = state.datasets
    targets = Targets(a.targets.names, a.targets.values, lab_errors=(0.05, float("nan")))
    model.reset(state.with_(datasets=(a.with_(targets=targets), b)))
    dock.form.check_only(("bias",))
    dock.form.standards.setText("5")
    dock.form.repeats.setValue(1)
    dock.start.trigger()
    wait_over(qtbot, dock)
    header = [dock.results.headerData(k, Qt.Orientation.Horizontal) for k in (1, 2)]
    assert header == ["RMSEP Moisture\nSEL 0.05", "RMSEP Starch"]
    tip = dock.results.data(dock.results.index(0, 1), Qt.ItemDataRole.ToolTipRole)
    assert "times the laboratory's own standard error of Moisture" in tip


def test_narrow_docks_put_the_parts_in_tabs(qtbot, dock, model, state):
    titles = [dock.tabs.tabText(k) for k in range(dock.tabs.count())]
    assert dock.columns.in_tabs == () and "Methods" not in titles
    dock.columns.resize(800, 320)
    assert dock.columns.in_tabs == ("Methods",) and dock.tabs.tabText(dock.tabs.count() - 1) == "Methods"
    dock.columns.resize(500, 320)
    assert [dock.tabs.tabText(k) for k in range(dock.tabs.count())] == [*titles, "Methods", "Table"]
    assert dock.columns.minimumSizeHint().width() <= 320
    dock.columns.bring_forward("Table")
    assert dock.tabs.currentWidget().isAncestorOf(dock.table)
    dock.columns.resize(1200, 320)
    assert [dock.tabs.tabText(k) for k in range(dock.tabs.count())] == titles
    assert dock.form.isVisible() and dock.table.isVisible() and dock.figures.isVisible()
    dock.columns.resize(1200, 200)
    assert dock.tabs.tabText(1) == "Figures" and dock.tabs.widget(1).isAncestorOf(dock.figures)


def test_the_regression_that_was_compared_is_the_one_that_is_used(qtbot, dock, model, state):
    model.reset(state)
    dock.form.check_only(("mean-shift", "auto"))
    dock.form.regression.setCurrentIndex(dock.form.regression.findText("ridge"))
    dock.form.standards.setText("8")
    dock.form.repeats.setValue(1)
    dock.start.trigger()
    wait_over(qtbot, dock)
    assert dock.says.text().startswith("Recommendation: ") and "Confidence:" in dock.says.text()
    dock.table.selectRow([line.key for line in dock.results.lines].index("mean-shift"))
    assert dock.figures.isVisible() and all(w in dock.figures.text() for w in (
        "Moisture: RMSEP", "SEP", "RPIQ", "at least two numbers of standards"))
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        dock.use.trigger()
    assert model.state.method_parameters("mean-shift")["regression"] == "ridge"


def test_properties_and_the_rule_are_chosen(qtbot, dock, model, state):
    model.reset(state)
    picker = dock.form.properties
    assert picker.text() == "all" and picker.chosen() == ("Moisture", "Starch")
    picker.menu().actions()[0].setChecked(False)
    assert picker.text() == "1 of 2"
    dock.form.check_only(("ds",))
    dock.form.standards.setText("5")
    dock.form.repeats.setValue(1)
    dock.form.rule.setCurrentText("minimum")
    dock.start.trigger()
    wait_over(qtbot, dock)
    assert dock._result.properties == ("Starch",) and dock.results.properties == ("Starch",)
    settings = {e.key: e.settings for e in dock._result.entries}
    assert settings["ds"]["component_rule"] == settings["none"]["component_rule"] == "minimum"
    dock.table.selectRow([line.key for line in dock.results.lines].index("ds"))
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        dock.use.trigger()
    assert model.state.method_parameters("ds")["component_rule"] == "minimum"
