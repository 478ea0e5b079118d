"""Rows of units and of the laboratory's error: the window reads them as the command line does, however they come in."""

from __future__ import annotations

import zipfile
from xml.sax.saxutils import escape

import numpy as np
import openpyxl
import pytest

from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.report_tables import held_out_tables
from spectralign_gui.io.targets import read_targets
from spectralign_gui.session.run import execute
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
    elif path.suffix == ".ods":
        ods(path, rows)
    else:
        path.write_text("".join(",".join(map(str, row)) + "\n" for row in rows))
    return path


def ods(path, rows):
    """The least that is an OpenDocument sheet."""
    def cell(value):
        if isinstance(value, str):
            return (f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p>'
                    "</table:table-cell>")
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    of = "urn:oasis:names:tc:opendocument:xmlns:"
    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        file.writestr("META-INF/manifest.xml", f'<manifest:manifest xmlns:manifest="{of}manifest:1.0"/>')
        file.writestr("content.xml", (
            f'<?xml version="1.0"?><office:document-content xmlns:office="{of}office:1.0" xmlns:table="{of}table:1.0" '
            f'xmlns:text="{of}text:1.0"><office:body><office:spreadsheet><table:table table:name="values">{body}'
            "</table:table></office:spreadsheet></office:body></office:document-content>"))


def session(qtbot, importer, tmp_path):
    opened(qtbot, importer, test_importer.write(tmp_path / "a.csv", 12), test_importer.write(
        tmp_path / "b.csv", 12, seed=1))


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".ods"])
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
    from spectralign_gui.session.standards.pairing import match_by_name

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


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".ods"])
@pytest.mark.parametrize("parts", ["both", "unit", "SEL"])
def test_values_inside_a_file_of_spectra_have_units_and_errors_too(
        qtbot, importer, model, tmp_path, answers, ending, parts):
    axis = np.arange(1000, 1400, 2)
    rows = [["sample", "Moisture", "Oil", *map(str, axis)]]
    for label, *cells in CELLS[1:]:
        if parts == "both" or label not in {"unit": ("SEL",), "SEL": ("unit",)}[parts]:
            about = label in ("unit", "SEL")
            rows.append([label, *cells, *([""] * 200 if about else np.round(
                0.5 + len(rows) / 50 + np.exp(-((axis - 1200 - len(rows)) / 40) ** 2), 4).tolist())])
    path = table(tmp_path / f"all{ending}", rows)
    opened(qtbot, importer, path)
    (d,) = model.state.datasets
    doubts = [w for w in d.warnings if "is a guess" not in w]
    assert len(d) == 12 and d.sample_names[-1] == "s12" and not d.missing and not doubts
    assert d.targets.units == (("%", "g/100g") if parts != "SEL" else ("", ""))
    np.testing.assert_array_equal(d.targets.lab_errors, (0.05, 0.03) if parts != "unit" else (np.nan, np.nan))
    assert d.targets.censored[3, 1] and d.targets.censored.sum() == 1
    assert read_dataset(path).targets.units == d.targets.units  # as the command line reads it


def test_the_report_shows_the_error_of_the_laboratory_beside_rmsep(qtbot, importer, model, tmp_path, answers):
    from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name

    session(qtbot, importer, tmp_path)
    reference(qtbot, importer, table(tmp_path / "values.csv", CELLS))
    standards = hold_out_share(match_by_name(model.state.datasets).standards, 0.4, 1)
    found = held_out_tables(execute(model.state.with_(standards=standards, method="bias")))
    figures = found[0] if "Property" in found[0].header and "SEL" in found[0].header else found[1]
    at = list(figures.header).index("SEL")
    assert {row[1]: row[at] for row in figures.rows} == {"Moisture (%)": "0.05", "Oil (g/100g)": "0.03"}
