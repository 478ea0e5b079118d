"""Predict dock through its own widgets: values, intervals, refusals, saving, coefficients, check samples."""

from __future__ import annotations

import csv
from dataclasses import replace

import numpy as np
import openpyxl
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.writers import write
from spectralign_gui.session.predict.check_samples import check_standards, measured_check
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.predict import PredictDock
from spectralign_gui.ui.predict import dock as dock_module


def spectra(rng, latent, gain):
    axis = np.linspace(1000, 1100, 40)
    basis = np.array([np.exp(-(((axis - c) / 12) ** 2)) for c in (1020, 1050, 1080)])
    return SpectralDataset("x", 1 + gain * latent @ basis + rng.normal(0, 0.01, (len(latent), 40)), Axis(axis, "nm"),
                           tuple(f"S{i}" for i in range(len(latent))))


@pytest.fixture
def run(tmp_path):
    rng = np.random.default_rng(1)
    latent = rng.normal(size=(40, 3))
    values = np.column_stack([10 + latent[:, 0], 40 + 2 * latent[:, 1]])
    a = spectra(rng, latent, 1.0).with_(name="A", targets=Targets(("Moisture", "Starch"), values))
    b = spectra(rng, latent, 0.8).with_(name="B")
    standards = hold_out_share(match_by_name([a, b]).standards, 0.5, 2)
    held = [s.rows["B"][0] for s in standards if s.held_out]
    new = spectra(np.random.default_rng(9), latent, 0.8).with_(name="new").take(held[:10])
    write(new, tmp_path / "new.csv")
    write(new.take(range(4)).with_(spectra=new.spectra[:4] + 0.3), tmp_path / "drifted.csv")
    return execute(SessionState((a, b), standards, method="bias"))


@pytest.fixture
def dock(qtbot, model, controller):
    dock = PredictDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(900, 420)
    dock.show()
    return dock


def show(model, run):
    model.reset(run.state)
    model.add_run(run)


def test_says_what_is_missing(dock, model, run):
    assert "Run a method first" in dock.says.text() and not dock.open.isEnabled()
    show(model, run)
    assert dock.open.isEnabled() and dock.instrument.currentText() == "B"


def test_values_with_intervals_are_saved(qtbot, dock, model, run, tmp_path, monkeypatch):
    show(model, run)
    dock.predict_files([tmp_path / "new.csv"])
    qtbot.waitUntil(lambda: dock.values.rowCount() == 10, timeout=20_000)
    assert "10 samples predicted" in dock.says.text()
    assert "±" in dock.values.data(dock.values.index(0, 1))
    monkeypatch.setattr(dock_module, "ask_target", lambda *_: (tmp_path / "out.csv", ""))
    dock.save.trigger()
    qtbot.waitUntil(lambda: (tmp_path / "out.csv").exists(), timeout=20_000)
    qtbot.waitUntil(lambda: "Saved" in dock.says.text(), timeout=20_000)
    rows = list(csv.reader((tmp_path / "out.csv").open()))
    assert len(rows) == 11 and rows[0][:3] == ["Sample", "Moisture", "Starch"]


def test_spectra_the_model_is_not_for_are_refused(qtbot, dock, model, run, tmp_path):
    show(model, run)
    short = run.state.datasets[1]
    write(short.with_(spectra=short.spectra[:, :30], axis=Axis(short.axis.values[:30], "nm")), tmp_path / "short.csv")
    dock.predict_files([tmp_path / "short.csv"])
    qtbot.waitUntil(lambda: "30 channels" in dock.says.text(), timeout=20_000)
    assert dock.values.rowCount() == 0 and not dock.save.isEnabled()


def test_coefficients_predict_alike(qtbot, dock, model, run, tmp_path, monkeypatch):
    show(model, run)
    monkeypatch.setattr(dock_module, "ask_target", lambda *_: (tmp_path / "c.csv", ""))
    dock.coefficients.trigger()
    qtbot.waitUntil(lambda: "Saved" in dock.says.text(), timeout=20_000)
    rows = list(csv.reader((tmp_path / "c.csv").open()))
    intercept = np.array([float(v) for v in rows[1][1:]])
    values = np.array([[float(v) for v in r[1:]] for r in rows[2:]])
    X = run.state.datasets[1].spectra
    np.testing.assert_allclose(X @ values + intercept, run.estimator.predict(X, 1), rtol=1e-8)


def test_check_samples_tell_a_drift(qtbot, dock, model, run, tmp_path):
    show(model, run)
    dock.checks.add_files([tmp_path / "new.csv"], "2026-01-05")
    qtbot.waitUntil(lambda: len(model.state.checks) == 1, timeout=20_000)
    assert "no sign of a change" in dock.check.says.text()
    dock.checks.add_files([tmp_path / "drifted.csv"], "2026-02-05")
    qtbot.waitUntil(lambda: len(model.state.checks) == 2, timeout=20_000)
    assert "now reads about" in dock.check.says.text()  # and by how much: the days followed
    assert "standard errors too" in dock.check.says.text() and dock.check.says.property("class") == "warning"
    assert len(dock.check.view.chart.series[0].y) == 2
    model.undo_stack.undo()
    assert len(model.state.checks) == 1 and "no sign of a change" in dock.check.says.text()
    assert dock.check.says.property("class") == "muted"


def unnamed(run, tmp_path):
    """Four standards measured again; the names of the last two say nothing."""
    new = read_dataset(tmp_path / "new.csv").take(range(4))
    names = new.sample_names
    write(new.with_(sample_names=(*names[:2], "x1", "x2")), tmp_path / "unnamed.csv")
    return tmp_path / "unnamed.csv", names


def test_which_spectrum_is_which_is_asked_where_names_do_not_say(qtbot, dock, model, run, tmp_path):
    path, names = unnamed(run, tmp_path)
    show(model, run)
    dock.tabs.setCurrentIndex(1)
    assert not dock.checks.assign.isEnabled()
    dock.checks.add_files([path], "2026-01-05")
    qtbot.waitUntil(lambda: dock.checks.assignment is not None, timeout=20_000)
    asked = dock.checks.assignment
    qtbot.waitExposed(asked)
    because = [asked.table.item(r, 2).text() for r in range(4)]
    assert because == ["same name"] * 2 + ["a guess: the nearest spectrum"] * 2 and not model.state.checks
    assert [b.currentText() for b in asked.boxes[:2]] == list(names[:2])
    assert "2 of them a guess by the nearest spectrum alone" in asked.says.text()
    own = run.datasets[1].spectra
    for k, spectrum in ((2, asked.spectra[2]), (3, asked.spectra[3])):  # by the definition of nearest
        row = int(((own - read_dataset(path).spectra[k]) ** 2).sum(axis=1).argmin())
        assert spectrum.standard == run.datasets[1].sample_names[row] == asked.boxes[k].currentText()

    qtbot.mouseClick(asked.only_named, Qt.MouseButton.LeftButton)
    assert [b.currentIndex() for b in asked.boxes[2:]] == [0, 0] and "2 of 4 spectra are used." in asked.says.text()
    box = asked.boxes[3]
    box.setFocus()
    place = box.findText(names[3])
    qtbot.keyClick(box, Qt.Key.Key_Home)
    for _ in range(place):
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert box.currentText() == names[3] and asked.table.item(3, 2).text() == "said by hand"
    qtbot.mouseClick(asked.ok, Qt.MouseButton.LeftButton)
    assert dock.checks.assignment is None and len(model.state.checks) == 1
    day = model.state.checks[0]
    assert day.samples == (*names[:2], "x2") and [s.how for s in day.spectra] == ["name", "name", "", "hand"]
    truth = run.datasets[0].targets.values[[int(n[1:]) for n in (*names[:2], names[3])]]
    predicted = run.estimator.predict(read_dataset(path).spectra[[0, 1, 3]], 1)
    np.testing.assert_allclose(day.errors, predicted - truth, rtol=1e-6)
    assert len(dock.check.view.chart.series[0].y) == 1


def test_which_spectrum_is_which_can_be_said_later_and_is_kept(qtbot, dock, model, run, tmp_path):
    path, _ = unnamed(run, tmp_path)
    show(model, run)
    dock.checks.add_files([tmp_path / "new.csv"], "2026-01-05")
    qtbot.waitUntil(lambda: len(model.state.checks) == 1, timeout=20_000)
    assert dock.checks.assignment is None, "the names say it all"
    before = model.state.checks
    dock.checks.assign.trigger()
    asked = dock.checks.assignment
    qtbot.waitExposed(asked)
    asked.boxes[0].setCurrentIndex(0)
    asked.boxes[0].activated.emit(0)
    assert asked.table.item(0, 2).text() == "not used"
    qtbot.mouseClick(asked.ok, Qt.MouseButton.LeftButton)
    assert len(model.state.checks[0].samples) == 9 and len(model.state.checks[0].spectra) == 10
    assert model.undo_stack.undoText() == "Say which check spectrum is which"
    save_project(tmp_path / "p.sagp", model.state, model.runs)
    again = open_project(tmp_path / "p.sagp").state.checks[0]
    assert [(s.name, s.standard, s.how) for s in again.spectra] == [
        (s.name, s.standard, s.how) for s in model.state.checks[0].spectra]
    np.testing.assert_array_equal(again.spectra[3].predicted, model.state.checks[0].spectra[3].predicted)
    np.testing.assert_array_equal(again.errors, model.state.checks[0].errors)
    model.undo_stack.undo()
    assert model.state.checks == before

    # cancelled: nothing changes; nobody used: it cannot be taken
    dock.checks.add_files([path], "2026-01-06")
    qtbot.waitUntil(lambda: dock.checks.assignment is not None, timeout=20_000)
    asked = dock.checks.assignment
    for row, box in enumerate(asked.boxes):
        box.setCurrentIndex(0)
        box.activated.emit(0)
        assert asked.spectra[row].standard == ""
    assert not asked.ok.isEnabled() and "0 of 4" in asked.says.text()
    asked.reject()
    assert model.state.checks == before


def test_standards_of_a_check_are_samples_whatever_they_are_called(run):
    """A standard has another name on B, one has no name, one has no value; all are the run's."""
    a, b = run.state.datasets
    other = b.with_(sample_names=tuple("" if k == 1 else f"b{k}" for k in range(40)))
    lost = a.targets.values.copy()
    lost[2] = np.nan
    state = run.state.with_(datasets=(a.with_(targets=Targets(("Moisture", "Starch"), lost)), other))
    result = execute(state)
    standards = check_standards(result)
    assert len(standards) == 39 and all(s.marked for s in standards) and "S2" not in {s.label for s in standards}
    fifth = next(s for s in standards if s.label == "S5")
    assert fifth.keys == {"s5", "b5"} and fifth.rows == {"A": (5,), "B": (5,)}
    np.testing.assert_array_equal(fifth.values, a.targets.values[5])
    spectra = measured_check(result, Model.of(result), other.take([5, 1, 2]), "B")
    assert [(s.standard, s.how) for s in spectra[:2]] == [("S5", "name"), ("S1", "nearest")]
    assert spectra[2].how == spectra[2].standard == "", "S2 has no value to compare with, and b2 is no other sample"
    plain = check_standards(execute(state.with_(standards=state.standards[:20])))
    assert [s.marked for s in plain] == sorted((s.marked for s in plain), reverse=True) and len(plain) == 39


def test_intervals_from_left_out_standards(qtbot, dock, model, run, tmp_path):
    bare = execute(run.state.with_(standards=tuple(replace(s, held_out=False) for s in run.state.standards)))
    show(model, bare)
    dock.predict_files([tmp_path / "new.csv"])
    qtbot.waitUntil(lambda: "There are no intervals" in dock.says.text(), timeout=20_000)
    with qtbot.waitSignal(model.resultUpdated, timeout=30_000):
        dock.intervals.trigger()
    qtbot.waitUntil(lambda: "each left out of the fit in turn" in dock.says.text(), timeout=20_000)
    qtbot.waitUntil(lambda: "±" in (dock.values.data(dock.values.index(0, 1)) or ""), timeout=20_000)


def test_own_coefficients_are_used_and_forgotten(qtbot, dock, model, run, tmp_path):
    model.reset(run.state.with_(method="mean-shift"))
    axis = run.state.datasets[0].axis.values
    file = tmp_path / "own.csv"
    file.write_text("nm,Fat\nintercept,2\n" + "".join(f"{v!r},0.5\n" for v in axis.tolist()))
    dock.own.read(file)
    qtbot.waitUntil(lambda: "coefficients for Fat" in dock.says.text(), timeout=20_000)
    result = execute(model.state)
    show(model, result)
    dock.predict_files([tmp_path / "new.csv"])
    qtbot.waitUntil(lambda: dock.values.rowCount() == 10, timeout=20_000)
    assert dock.values.predictions.properties == ("Fat",)
    dock.own.forget.trigger()
    assert not model.state.method_parameters("mean-shift") and not dock.own.forget.isEnabled()
    model.undo_stack.undo()
    assert model.state.method_parameters("mean-shift")["coefficient_names"] == "Fat"
    before = model.state
    file.write_text("nm,Fat\nintercept,2\n1000,0.5\n")
    dock.own.read(file)
    qtbot.waitUntil(lambda: "1 channels" in dock.says.text(), timeout=20_000)
    assert model.state is before


def test_the_chart_of_sums_finds_a_slow_drift(qtbot, dock, model, run, tmp_path):
    """Days that are all within the limits, but all on one side, add up."""
    show(model, run)
    dock.resize(640, 260)
    new = read_dataset(tmp_path / "new.csv")
    dock.tabs.setCurrentIndex(1)
    for k in range(7):
        path = tmp_path / f"day{k}.csv"
        write(new.take(range(4)).with_(spectra=new.spectra[:4] + 0.004 * k), path)
        dock.checks.add_files([path], f"2026-01-{k + 10}")
        qtbot.waitUntil(lambda k=k: len(model.state.checks) == k + 1, timeout=20_000)
    points = [p[0] for p in dock.check.chart_of_days.points]
    dock.check.kind.setFocus()
    qtbot.keyClick(dock.check.kind, Qt.Key.Key_Down)
    upwards, downwards = dock.check.view.chart.series
    np.testing.assert_allclose(upwards.y, [p.upper for p in points])
    np.testing.assert_allclose(downwards.y, [-p.lower for p in points])
    assert {level.at for level in dock.check.view.chart.levels} == {0.0, 5.0, -5.0}
    names = dock.check.view.chart.names
    assert (names[0], names[-1], len(names)) == ("2026-01-10", "2026-01-16", 7)
    assert ("no longer holds" in dock.check.says.text()) == any(
        "no longer holds" in a for p in dock.check.chart_of_days.points[-1] for a in p.alarms)
    dock.check.kind.setCurrentIndex(0)
    alarmed = [k for k, p in enumerate(points) if p.alarms]
    assert alarmed and {k for k, p in enumerate(points) if abs(p.standardised) > 3} <= set(alarmed), "a drift is found"
    marked = next(s for s in dock.check.view.chart.series if s.label == "days with an alarm")
    assert marked.x.tolist() == [k + 1 for k in alarmed]
    np.testing.assert_allclose(marked.y, [points[k].deviation for k in alarmed])
    assert dock.check.says.one_line and dock.check.says.text() in dock.check.says.toolTip().replace("&#x27;", "'")


def test_days_of_another_result_say_nothing(qtbot, dock, model, run, tmp_path):
    show(model, run)
    dock.checks.add_files([tmp_path / "drifted.csv"], "2026-02-05")
    qtbot.waitUntil(lambda: len(model.state.checks) == 1, timeout=20_000)
    assert dock.check.says.text().startswith("⚠")
    model.add_run(replace(execute(run.state.with_(method="mean-shift")), started="2026-03-01T10:00:00"))
    assert not dock.checks.days and "another result" in dock.check.says.text()
    model.set_current_run(run)
    assert len(dock.checks.days) == 1 and dock.check.says.text().startswith("⚠")


def test_a_workbook_of_predictions(qtbot, dock, model, run, tmp_path, monkeypatch):
    show(model, run)
    dock.predict_files([tmp_path / "new.csv"])
    qtbot.waitUntil(lambda: dock.values.rowCount() == 10, timeout=20_000)
    monkeypatch.setattr(dock_module, "ask_target", lambda *_: (tmp_path / "out.xlsx", ""))
    dock.save.trigger()
    qtbot.waitUntil(lambda: "Saved" in dock.says.text(), timeout=20_000)
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx").active
    rows = list(sheet.iter_rows(values_only=True))
    header, table = dock.values.predictions.table()
    assert list(rows[0]) == [*header, "Predicted by", "Verdict"] and len(rows) == 11
    np.testing.assert_allclose([r[1] for r in rows[1:]], [r[1] for r in table])


def test_nothing_of_it_has_to_be_scrolled_in_a_low_window(qtbot, window, run, tmp_path):
    window.resize(1280, 720)
    window.model.reset(run.state)
    window.model.add_run(run)
    dock = window.docks["predict"]
    dock.show()
    dock.raise_()
    dock.predict_files([tmp_path / "new.csv"])
    qtbot.waitUntil(lambda: dock.values.rowCount() == 10, timeout=20_000)
    assert dock.widget() is not None and not isinstance(dock.widget(), QScrollArea)
    assert dock.table.viewport().height() // dock.table.rowHeight(0) >= 3
    for part in (dock.says, dock.table):
        assert part.isVisible() and not part.visibleRegion().isEmpty()
        assert part.visibleRegion().boundingRect().height() == part.height(), "not cut off"


@pytest.mark.parametrize(("held", "told"), [
    (2, "2 held-out standards are too few for 90 % intervals"),
    (5, "90 % intervals from 5 held-out standards; their errors are taken as normal.")])
def test_few_held_out_standards_are_told(qtbot, dock, model, run, tmp_path, held, told):
    names = iter(range(len(run.state.standards)))
    few = execute(run.state.with_(standards=tuple(replace(s, held_out=next(names) < held)
                                                  for s in run.state.standards)))
    show(model, few)
    dock.predict_files([tmp_path / "new.csv"])
    qtbot.waitUntil(lambda: dock.values.rowCount() == 10, timeout=20_000)
    assert told in dock.says.text()


def test_several_files_are_predicted_again_when_the_run_gets_intervals(qtbot, dock, model, run, tmp_path):
    show(model, replace(run, state=run.state.with_(standards=tuple(replace(s, held_out=False)
                                                                   for s in run.state.standards))))
    model.add_run(execute(model.state))
    dock.predict_files([tmp_path / "new.csv", tmp_path / "drifted.csv"])
    qtbot.waitUntil(lambda: dock.values.rowCount() == 14)
    assert "no intervals" in dock.says.text()
    dock.intervals.trigger()
    qtbot.waitUntil(lambda: "intervals from" in dock.says.text())
    assert dock.values.rowCount() == 14 and "±" in dock.values.data(dock.values.index(0, 1))
    assert dock.shown_files() == ([str(tmp_path / n) for n in ("new.csv", "drifted.csv")], "B")
