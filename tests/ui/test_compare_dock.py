"""Compare dock through its own widgets."""

from __future__ import annotations

import csv

import numpy as np
import openpyxl
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.regression import fit_regression
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state.session_state import SessionState
from spectralign_gui.ui.compare import CompareDock
from spectralign_gui.ui.compare import dock as dock_module
from spectralign_gui.ui.compare.charts import learning_chart, pooled
from spectralign_gui.ui.compare.results import shown_title


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


def compare(qtbot, dock, methods, standards="5", repeats=1):
    """A comparison through the form."""
    dock.form.check_only(methods)
    dock.form.standards.setText(standards)
    dock.form.repeats.setValue(repeats)
    dock.start.trigger()
    wait_over(qtbot, dock)


def place(dock, key, column=1):
    """Where the line of a method is in the table."""
    index = dock.results.index(dock.results.keys.index(key), column)
    dock.table.scrollTo(index)
    return dock.table.visualRect(index).center()


def click(qtbot, dock, key):
    """Click the line of a method."""
    qtbot.mouseClick(dock.table.viewport(), Qt.MouseButton.LeftButton, pos=place(dock, key))


def wait_idle(qtbot, dock):
    """Until no run is under way and none waits."""
    qtbot.waitUntil(lambda: not dock._controller.running and dock.chooser.under_way is None, timeout=60_000)


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
    assert [dock.count.itemText(k) for k in range(dock.count.count())] == ["4 standards", "8 standards"]
    ranks = [dock.results.data(dock.results.index(r, 0)) for r in range(len(keys))]
    assert ranks[0] == "1" and [int(r.split()[0]) for r in ranks if r] == list(range(1, len(keys) - 1))
    assert [k for k, r in zip(keys, ranks, strict=True) if not r] == keys[-2:], "B's own model and A on A have none"
    best, cell = dock.results.lines[0], dock.results.data(dock.results.index(0, 2))
    mean, _, half = cell.partition(" ± ")
    assert float(mean) == pytest.approx(best.means["Moisture"], rel=5e-3) and len(mean) == len(half)
    assert float(half) == pytest.approx(best.intervals["Moisture"], abs=0.6 * 10.0 ** -len(half.partition(".")[2]))
    assert "95 % interval of the mean" in dock.results.data(dock.results.index(0, 2), Qt.ItemDataRole.ToolTipRole)
    assert "smallest errors" in dock.card.do.text()
    assert " standards on B." in dock.card.rows["cost"][1].text()
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


def test_yardsticks_can_be_used_but_for_as_model_on_a(qtbot, dock, model, state):
    model.reset(state)
    compare(qtbot, dock, ("bias",))
    for row, line in enumerate(dock.results.lines):
        dock.table.selectRow(row)
        assert dock.use.isEnabled() == (line.key != "a-on-a")
    click(qtbot, dock, "a-on-a")
    assert "yardstick" in dock.says.text() and not model.runs
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        click(qtbot, dock, "none")
    assert model.state.method == "none"


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
    header = [dock.results.headerData(k, Qt.Orientation.Horizontal) for k in (2, 3)]
    assert header == ["RMSEP Moisture\nSEL 0.05", "RMSEP Starch"]
    tip = dock.results.data(dock.results.index(0, 2), Qt.ItemDataRole.ToolTipRole)
    assert "times the laboratory's own standard error of Moisture" in tip


def test_small_docks_fold_the_setup_in_and_keep_the_table_high(qtbot, dock, model, state):
    titles = ["Predicted", "Residuals", "More standards?", "Standards", "Coefficients", "Automatic"]
    assert not dock.columns.compact and dock.tabs.tabBar().isVisible() and dock.columns.has_card
    assert [dock.tabs.tabText(k) for k in range(dock.tabs.count())] == titles and dock.setup.isVisible()
    model.reset(state)
    compare(qtbot, dock, ("bias", "mean-shift", "ds"))
    dock.resize(640, 275)
    qtbot.waitUntil(lambda: not dock.columns.has_card)  # once the room that it took is known to be free
    assert dock.columns.compact and not dock.tabs.tabBar().isVisible()
    assert [dock.pages.itemText(k) for k in range(dock.pages.count())] == [
        titles[0], "Figures", *titles[1:4], "Difference", *titles[4:]]
    rows = dock.table.viewport().height() // dock.table.rowHeight(0)
    assert rows >= 6, "six methods can be seen at once"
    view = dock.views["predicted"]
    assert view.isVisible() and view.plot.getViewBox().height() >= 60 and view.plot.getViewBox().width() >= 120
    assert dock.results.headerData(2, Qt.Orientation.Horizontal) == "Moisture"
    assert shown_title("lra/spectra", True) == "Through A: Low rank alignment"
    assert dock.says.one_line and dock.says.shown() != dock.says.text() and "smallest errors" in dock.says.toolTip()
    dock.pages.setFocus()
    qtbot.keyClick(dock.pages, Qt.Key.Key_Down)
    assert dock.tabs.tabText(dock.tabs.currentIndex()) == "Figures" and dock.figures.isVisible()
    dock.pages.setCurrentIndex(0)
    qtbot.mouseClick(dock.setup, Qt.MouseButton.LeftButton)
    assert dock.form.isVisible() and dock.form.tree.isVisible() and dock.setup.panel.height() >= 400
    dock.form.repeats.setValue(2)
    qtbot.mouseClick(dock.setup.panel.findChild(QPushButton, "compare-run-setup"), Qt.MouseButton.LeftButton)
    assert dock.running and not dock.setup.panel.isVisible()
    wait_over(qtbot, dock)
    assert dock.results.lines[0].intervals["Moisture"] > 0
    qtbot.mouseClick(dock.setup, Qt.MouseButton.LeftButton)
    qtbot.keyClick(dock.setup.panel, Qt.Key.Key_Escape)
    assert not dock.setup.panel.isVisible()
    dock.columns.resize(460, 275)
    assert dock.columns.table_is_a_page and dock.pages.itemText(0) == "Table"
    dock.columns.show_table()
    assert dock.table.isVisible()
    dock.resize(1200, 500)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: dock.says.height() <= max(
        dock.says.heightForWidth(dock.says.width()), 2 * dock.says.fontMetrics().lineSpacing()) + 2)  # its lines only
    assert [dock.tabs.tabText(k) for k in range(dock.tabs.count())] == titles
    assert dock.columns.has_card and dock.table.isVisible() and dock.figures.isVisible()


def test_a_legend_never_lies_on_a_point(qtbot, dock, model, state):
    model.reset(state)
    compare(qtbot, dock, ("bias",), repeats=3)
    for size in ((1200, 500), (640, 275)):
        dock.resize(*size)
        view = dock.views["predicted"]
        qtbot.waitUntil(lambda v=view: v._corner.geometry().height() > 0)
        area = view.plot.getViewBox()
        assert view._corner.sceneBoundingRect().bottom() <= area.sceneBoundingRect().top()
        assert [t for t, _ in view._corner.lines][:2] == ["24 predictions", "equal"]
        shown = [t for row in view._corner.rows() for t, _ in row]
        assert shown[0] == "24 predictions"


def test_the_comparison_is_saved_as_table_and_workbook(qtbot, dock, model, state, tmp_path, monkeypatch):
    assert not dock.save.isEnabled()
    model.reset(state)
    compare(qtbot, dock, ("bias", "mean-shift"), "4, 8", 2)
    for name in ("c.csv", "c.xlsx"):
        monkeypatch.setattr(dock_module, "ask_target", lambda *_, n=name: (tmp_path / n, ""))
        dock.save.trigger()
        qtbot.waitUntil(lambda n=name: f"Saved to {tmp_path / n}" in dock.says.text(), timeout=20_000)
    rows = list(csv.DictReader((tmp_path / "c.csv").open(encoding="utf-8-sig")))
    best = next(r for r in rows if r["rank"] == "1" and r["standards"] == "8" and r["property"] == "Moisture")
    line = next(line for line in dock.results.lines if line.rank == 1)
    assert best["method"] == line.key and float(best["RMSEP"]) == pytest.approx(line.means["Moisture"])
    assert openpyxl.load_workbook(tmp_path / "c.xlsx").sheetnames == ["Errors", "Learning curve", "Repeats"]


def test_the_line_through_as_spectra_is_a_result_of_its_own(qtbot, dock, model, state):
    model.reset(state)
    dock.form.regression.setCurrentIndex(dock.form.regression.findData("ridge"))
    compare(qtbot, dock, ("cca",), "10")
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        click(qtbot, dock, "cca/spectra")
    wait_idle(qtbot, dock)
    run = model.current_run
    assert run.method.name == model.state.method == "cca/spectra" and dock.results.current == "cca/spectra"
    assert run.estimator.chosen_["regression"] == "ridge"
    B = run.datasets[1].spectra
    own = fit_regression("ridge", run.datasets[0].spectra, run.datasets[0].targets.values)
    np.testing.assert_allclose(run.estimator.predict(B, 1), own.predict(run.estimator.to_spectra(B, 1, 0)))
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        click(qtbot, dock, "cca")
    wait_idle(qtbot, dock)
    assert np.abs(model.current_run.estimator.predict(B, 1) - run.estimator.predict(B, 1)).max() > 0
    dock._select("cca/spectra")
    dock.tabs.setCurrentIndex(4)
    qtbot.waitUntil(lambda: len(dock.views["vector"].chart.series) == 2, timeout=30_000)


def test_the_regression_that_was_compared_is_the_one_that_is_used(qtbot, dock, model, state):
    model.reset(state)
    dock.form.check_only(("mean-shift", "auto"))
    dock.form.regression.setCurrentIndex(dock.form.regression.findData("ridge"))
    dock.form.standards.setText("8")
    dock.form.repeats.setValue(1)
    dock.start.trigger()
    wait_over(qtbot, dock)
    said = dock.card.rows["advice"][1]
    beside = dock._advice.beside(dock._judgement.best)
    shown = [dock.card.rows[name][1].text() for name in ("advice", "doubted")]
    assert dock._advice.confidence and (beside == "" or beside in shown) and said.isVisible() is bool(said.text())
    assert "Recommendation" not in dock.says.text()
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
    dock.form.rule.setCurrentIndex(dock.form.rule.findData("minimum"))
    dock.start.trigger()
    wait_over(qtbot, dock)
    assert dock._result.properties == ("Starch",) and dock.results.properties == ("Starch",)
    settings = {e.key: e.settings for e in dock._result.entries}
    assert settings["ds"]["component_rule"] == settings["none"]["component_rule"] == "minimum"
    dock.table.selectRow([line.key for line in dock.results.lines].index("ds"))
    with qtbot.waitSignal(model.runAdded, timeout=30_000):
        dock.use.trigger()
    assert model.state.method_parameters("ds")["component_rule"] == "minimum"


def test_what_the_other_methods_showed_is_not_lost_where_the_automatic_one_cannot_be_used(qtbot, dock, model, state):
    a, b = state.datasets
    model.reset(state.with_(datasets=(a, b.with_(spectra=b.spectra[:, ::2], axis=Axis(b.axis.values[::2], "nm")))))
    compare(qtbot, dock, ("auto", "ds"), standards="5, 8, 99")
    assert dock._result is not None and dock.save.isEnabled()
    assert len(dock.plots.views["predicted"].export_table()[1])
    says = dock.says.text()
    assert "There is no automatic recommendation: “Automatic transfer” needs the same channels" in says
    assert "99 standards are left out" in says and "AutomaticTransfer" not in says
