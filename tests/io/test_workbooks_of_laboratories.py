"""Workbooks as laboratories keep them: values in a sheet of their own, remarks below, columns yet to be filled."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from spectralign_gui.core.notes import of_code
from spectralign_gui.io.read import read_datasets, read_file

openpyxl = pytest.importorskip("openpyxl", reason="openpyxl writes the test files")
AXIS = np.arange(400.0, 2401.0, 100.0)


def spectra(n: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    S = 0.4 + 0.2 * np.exp(-(((AXIS - 1200) / 250) ** 2)) * (1 + rng.normal(0, 0.1, (n, 1)))
    return (S + rng.normal(0, 0.002, (n, len(AXIS)))).round(5)


def rows(n: int) -> list[list[object]]:
    return [["Sample", *AXIS.tolist()], *([f"P{k:03d}", *row] for k, row in enumerate(spectra(n).tolist()))]


def book(path, first, **others):
    made = openpyxl.Workbook()
    for row in first:
        made.active.append(row)
    for title, lines in others.items():
        sheet = made.create_sheet(title)
        for row in lines:
            sheet.append(row)
    made.save(path)
    return path


@pytest.mark.parametrize(("order", "more"), list(product(("same", "turned", "shuffled"), (0, 3))))
def test_values_of_another_sheet_are_joined_by_name(tmp_path, order, more):
    n = 8
    which = {"same": range(n + more), "turned": range(n + more)[::-1],
             "shuffled": np.random.default_rng(1).permutation(n + more)}[order]
    values = [["Sample", "SOC [%]", "N [%]"], *([f"P{k:03d}", 1 + k / 10, k / 100 + 0.1] for k in map(int, which))]
    result = read_file(book(tmp_path / "lab.xlsx", rows(n), Values=values))
    [d] = read_datasets(tmp_path / "lab.xlsx")
    assert len(of_code(result.warnings, "sheets.values_joined")) == 1
    assert len(d.targets.names) == 2 and np.allclose(d.targets.values[:, 0], 1 + np.arange(n) / 10)


@pytest.mark.parametrize("fault", ["one is missing", "one stands twice", "no names"])
def test_values_that_do_not_name_all_samples_are_left_out_with_a_word(tmp_path, fault):
    names = [f"P{k:03d}" for k in range(8)]
    if fault == "one is missing":
        names = names[:-1]
    elif fault == "one stands twice":
        names += names[:1]
    lines = [["Sample", "SOC [%]", "N [%]"], *([name, 1 + k / 10, k / 7] for k, name in enumerate(names))]
    if fault == "no names":
        lines = [line[1:] for line in lines]
    result = read_file(book(tmp_path / "lab.xlsx", rows(8), Values=lines))
    assert result.blocks[0].targets is None
    assert of_code(result.warnings, "sheets.no_spectra_left_out", "sheets.left_out")


@pytest.mark.parametrize("below", [
    [[], ["Measured by A. Smith, 2024"], ["Integration time", 100]], [["Operator:", "AS"]], [[], ["end of report"]],
    [[], ["Mean of 3 scans"], [], ["Printed 2024-05-01"]]])
def test_remarks_below_are_no_spectra(tmp_path, below):
    [d] = read_datasets(book(tmp_path / "lab.xlsx", [*rows(6), *below]))
    assert len(d) == 6 and np.allclose(d.spectra, spectra(6))


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_remarks_below_in_lines_filled_up_are_left_out_with_a_word(tmp_path, separator):
    """As a spreadsheet writes them into a file of text."""
    table = rows(6)
    width = len(table[0])
    table += [[], ["Measured by A. Smith 2024"], ["Integration time", 100], ["Instrument: FX10"]]
    (tmp_path / "t.csv").write_text("\n".join(
        separator.join(map(str, [*line, *[""] * (width - len(line))])) for line in table) + "\n")
    [d] = read_datasets(tmp_path / "t.csv")
    assert len(d) == 6 and np.allclose(d.spectra, spectra(6))
    assert "Integration time (a remark)" in str(of_code(d.warnings, "text.left_out_rows")[0])


def test_a_sample_that_was_not_measured_is_no_remark(tmp_path):
    [d] = read_datasets(book(tmp_path / "lab.xlsx", [*rows(6), ["P006"]]))
    assert d.sample_names[-1] == "P006" and np.isnan(d.spectra[-1]).all()


@pytest.mark.parametrize(("separator", "count"), list(product((",", ";", "\t"), (1, 2))))
def test_a_column_yet_to_be_filled_does_not_take_the_titles_with_it(tmp_path, separator, count):
    S = spectra(3)
    lines = [separator.join(["nm", "a", "b", "c", *["remark", "result"][:count]])]
    lines += [separator.join([f"{x:g}", *(f"{v:.5f}" for v in S[:, j]), *[""] * count]) for j, x in enumerate(AXIS)]
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    [d] = read_datasets(tmp_path / "t.csv")
    assert d.sample_names == ("a", "b", "c") and d.axis.unit == "nm" and np.allclose(d.spectra, S)
    assert of_code(d.warnings, "text.titles_without_values")
    across = [separator.join(["id", *(f"{x:g} nm" for x in AXIS), *["remark", "result"][:count]])]
    across += [separator.join([f"s{k}", *(f"{v:.5f}" for v in row), *[""] * count]) for k, row in enumerate(S)]
    (tmp_path / "u.csv").write_text("\n".join(across) + "\n")
    [d] = read_datasets(tmp_path / "u.csv")
    assert d.sample_names == ("s0", "s1", "s2") and d.axis.unit == "nm" and np.allclose(d.spectra, S)


def test_formulas_without_values_are_told(tmp_path):
    lines = [["nm", "a", "b"], *([float(x), 0.1 + x / 1e4, f"=B{j + 2}*2"] for j, x in enumerate(AXIS))]
    [d] = read_datasets(book(tmp_path / "lab.xlsx", lines))
    (note,) = of_code(d.warnings, "text.titles_without_values")
    assert len(d) == 1 and d.axis.unit == "nm" and list(note.facts["titles"]) == ["b"] and "formulas" in note


@pytest.mark.parametrize(("title", "quantity"), [("A", "absorbance"), ("T", "transmittance"), ("R", "reflectance"),
                                                 ("a", "unknown"), ("t", "unknown"), ("r", "unknown")])
def test_a_single_letter_is_a_quantity_if_it_is_large(tmp_path, title, quantity):
    (tmp_path / "t.csv").write_text(f"nm,{title}\n" + "".join(
        f"{x:g},{v}\n" for x, v in zip(AXIS, spectra(1)[0], strict=True)))
    assert read_datasets(tmp_path / "t.csv")[0].quantity == quantity
