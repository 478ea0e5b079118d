"""Rows of units and of the laboratory's error: the window reads them as the command line does, however they come in."""

from __future__ import annotations

import numpy as np
import openpyxl
import pytest

from spectralign_gui.commands._targets import read_targets
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.ui.compare import CompareDock
from tests.ui import test_importer
from tests.ui.test_compare_dock import compare
from tests.ui.test_importer import opened, reference

importer = test_importer.importer
CELLS = [["sample", "Moisture", "Oil"], ["unit", "%", "g/100g"],
         *([f"s{i + 1}", 10 + 0.1 * i, "<0.5" if i == 3 else 3 + 0.2 * (i % 5)] for i in range(12)),
         ["SEL", 0.05, 0.03]]


def table(path, rows):
    if path.suffix == ".xlsx":
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        book.save(path)
    else:
        path.write_text("".join(",".join(map(str, row)) + "\n" for row in rows))
    return path


def session(qtbot, importer, tmp_path):
    opened(qtbot, importer, test_importer.write(tmp_path / "a.csv", 12), test_importer.write(
        tmp_path / "b.csv", 12, seed=1))


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
@pytest.mark.parametrize("how", ["menu", "dropped"])
@pytest.mark.parametrize("parts", ["both", "unit", "SEL"])
def test_units_and_errors_come_into_the_window(qtbot, importer, model, tmp_path, answers, ending, how, parts):
    session(qtbot, importer, tmp_path)
    rows = [r for r in CELLS if parts == "both" or r[0] not in {"unit": ("SEL",), "SEL": ("unit",)}[parts]]
    path = table(tmp_path / f"values{ending}", rows)
    if how == "menu":
        reference(qtbot, importer, path)
    else:
        opened(qtbot, importer, path)
    assert not any("not used" in s or "no sample has" in s for s in answers.said), answers.said
    plain = read_targets(path).targets
    for d in model.state.datasets:
        got = d.targets
        assert got.names == plain.names == ("Moisture", "Oil") and len(got) == 12
        assert got.units == plain.units == (("%", "g/100g") if parts != "SEL" else ("", ""))
        np.testing.assert_array_equal(got.lab_errors, plain.lab_errors)
        assert np.isfinite(got.lab_errors).all() == (parts != "unit")
        np.testing.assert_array_equal(got.values, plain.values)
        assert got.censored[3, 1] and got.censored.sum() == 1


def test_the_error_of_the_laboratory_stands_beside_rmsep_and_in_the_project(
        qtbot, importer, model, controller, tmp_path, answers):
    session(qtbot, importer, tmp_path)
    reference(qtbot, importer, table(tmp_path / "values.csv", CELLS))
    from spectralign_gui.session.pairing import match_by_name

    model.change("Match", model.state.with_(standards=match_by_name(model.state.datasets).standards))
    dock = CompareDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(1200, 500)
    dock.show()
    compare(qtbot, dock, ("bias",), "4", 2)
    headings = [dock.results.headerData(c, test_importer.Qt.Orientation.Horizontal) for c in range(6)]
    assert any("Moisture" in h and "SEL 0.05" in h for h in headings), headings
    save_project(tmp_path / "p.spectralign", model.state, ())
    again = open_project(tmp_path / "p.spectralign").state.datasets[0].targets
    assert again.units == ("%", "g/100g") and again.lab_errors == (0.05, 0.03)


def test_a_table_of_spectra_with_a_title_called_unit_stays_what_it_is(qtbot, importer, model, tmp_path):
    opened(qtbot, importer, test_importer.write(tmp_path / "unit.csv"))
    assert [d.spectra.shape for d in model.state.datasets] == [(5, 20)]
