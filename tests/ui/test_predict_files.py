"""Predict dock with files as they come: gaps, refused files, files of another quantity, values with units."""

from __future__ import annotations

import csv

import numpy as np

from spectralign_gui.core.data import Targets
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.report_tables import predictions_table
from spectralign_gui.io.writers import write
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.own_model import own_parameters
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.predict import dock as dock_module
from tests.ui import test_predict_dock
from tests.ui.test_predict_dock import show

run, dock = test_predict_dock.run, test_predict_dock.dock


def predicted(qtbot, dock, path, rows):
    dock.predict_files([path])
    qtbot.waitUntil(lambda: dock.values.rowCount() == rows and "predicted" in dock.says.text(), timeout=20_000)


def column(dock, at):
    return [dock.values.data(dock.values.index(r, at)) for r in range(dock.values.rowCount())]


def test_a_gap_costs_one_value_and_a_refused_file_leaves_the_table(qtbot, dock, model, run, tmp_path, monkeypatch):
    show(model, run)
    new = read_dataset(tmp_path / "new.csv")
    spectra = new.spectra.copy()
    spectra[3, 12] = np.nan
    write(new.with_(spectra=spectra), tmp_path / "gap.csv")
    predicted(qtbot, dock, tmp_path / "gap.csv", 10)
    assert "9 samples predicted" in dock.says.text() and "1 of 10 spectra gets no value: row 4" in dock.says.text()
    values = column(dock, 1)
    assert values[3] == "–" and all("±" in v for k, v in enumerate(values) if k != 3)
    assert "no value: a missing number at" in column(dock, 3)[3]
    assert "–" in predictions_table(dock.values.predictions, "B").rows[3]
    write(new.take(range(4)).with_(spectra=new.spectra[:4, :30], axis=type(new.axis)(new.axis.values[:30], "nm")),
          tmp_path / "short.csv")
    dock.predict_files([tmp_path / "short.csv"])
    qtbot.waitUntil(lambda: "30 channels" in dock.says.text(), timeout=20_000)
    assert "The table shows gap.csv still." in dock.says.text()
    dock.predict_files([tmp_path / "nothing.csv"])
    qtbot.waitUntil(lambda: "nothing.csv" in dock.says.text(), timeout=20_000)
    assert column(dock, 1) == values and dock.save.isEnabled() and dock.shown_files()[0] == [str(tmp_path / "gap.csv")]
    monkeypatch.setattr(dock_module, "ask_target", lambda *_: (tmp_path / "out.csv", ""))
    dock.save.trigger()
    qtbot.waitUntil(lambda: "Saved" in dock.says.text(), timeout=20_000)
    rows = list(csv.reader((tmp_path / "out.csv").open()))
    assert rows[4][1] == "" and rows[5][1] != ""


def test_a_file_of_another_quantity_is_named_and_units_are_shown(qtbot, dock, model, run, tmp_path):
    a, b = run.state.datasets
    a = a.with_(quantity="absorbance", targets=Targets(a.targets.names, a.targets.values, ("%", "g/100g")))
    b = b.with_(quantity="absorbance")
    show(model, execute(run.state.with_(datasets=(a, b))))
    new = read_dataset(tmp_path / "new.csv")
    write(new.with_(spectra=100 * 10.0 ** -new.spectra), tmp_path / "percent.csv")
    predicted(qtbot, dock, tmp_path / "percent.csv", 10)
    said = dock.says.text()
    assert "does not say what was measured; the model is valid for absorbance" in said
    assert "in percent where the model needs absorbance" in said and "all 10 spectra are unlike" in said
    heads = [dock.values.headerData(c, dock_module.Qt.Orientation.Horizontal) for c in range(4)]
    assert heads == ["Sample", "Moisture (%)", "Starch (g/100g)", "Flags"]
    report = predictions_table(dock.values.predictions, "B")
    assert report.header[1:3] == heads[1:3] and "in percent where" in report.note


def test_own_coefficients_without_the_unit_have_ranges_and_intervals(qtbot, dock, model, run, tmp_path):
    from spectralign_gui.core.transfers.coefficients import Coefficients

    a, b = run.state.datasets
    own = Coefficients(np.ones((40, 2)), np.zeros(2), a.axis.values, "nm", ("Moisture", "Starch"))
    for names, works in ((("Moisture (%)", "Starch [g/kg]"), True), (("Fat (%)", "Ash (%)"), False)):
        named = a.with_(targets=Targets(names, a.targets.values))
        state = SessionState((named, b), run.state.standards, method="bias",
                             parameters={"bias": own_parameters(own, a.axis, "A")})
        found = execute(state)
        show(model, found)
        dock.predict_files([tmp_path / "new.csv"])
        qtbot.waitUntil(lambda: dock.values.rowCount() == 10, timeout=20_000)
        assert (dock.fitted.value_ranges is not None and bool(np.isfinite(dock.fitted.value_ranges).all())) == works
        assert dock.intervals.isEnabled() == works
        assert works or "(Intervals from left-out standards)" not in dock.says.text()
