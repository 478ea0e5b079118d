"""Tables of reference values as laboratories send them: lines above the titles, a row of units, grades as numbers."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.notes import of_code
from spectralign_gui.io.targets import NotANumber, read_targets

NAMES = [f"T-{k}" for k in range(6)]
BODY = [[n, "B1", f"{90 + k}.5", f"{k}.25", ""] for k, n in enumerate(NAMES)]
TITLES = ["Tablet", "Batch", "Assay", "Moisture", "Remarks"]


def write(path, rows, workbook):
    if workbook:
        openpyxl = pytest.importorskip("openpyxl")
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append([float(c) if c.replace(".", "").isdecimal() else c or None for c in row])
        book.save(path)
    else:
        path.write_text("\n".join(",".join(row) for row in rows) + "\n")
    return path


@pytest.mark.parametrize("workbook", [False, True])
@pytest.mark.parametrize("units", [[], [["", "", "mg/tablet", "% (KF)", ""]], [["", "", "[mg/tablet]", "", ""]]])
@pytest.mark.parametrize("above", [[], [["Wet chemistry", "", "", "", ""],
                                        ["Analyst: M. R.", "", "released 2024-03-20", "", ""]]])
def test_lines_above_the_titles_and_a_row_of_units(tmp_path, workbook, units, above):
    path = write(tmp_path / f"values.{'xlsx' if workbook else 'csv'}", [*above, TITLES, *units, *BODY], workbook)
    table = read_targets(path)
    assert table.targets.names == ("Assay", "Moisture") and table.names == tuple(NAMES)
    np.testing.assert_allclose(table.targets.values, [[90.5 + k, k + 0.25] for k in range(6)])
    assert table.targets.units == (("mg/tablet", units[0][3]) if units else ("", ""))
    told = of_code(table.notes, "targets_file.lines_above")
    assert [n.facts["n"] for n in told] == ([2] if above else [])


def test_a_slip_below_lines_above_is_named_with_its_line(tmp_path):
    rows = [["Results", "", "", "", ""], TITLES, ["", "", "mg", "%", ""], *BODY]
    rows[4] = ["T-1", "B1", "9o.5", "1.25", ""]
    with pytest.raises(NotANumber, match=r"row 5, Assay: '9o.5'"):
        read_targets(write(tmp_path / "values.csv", rows, False))


def test_grades_written_partly_as_numbers_are_classes_and_a_slip_is_not(tmp_path):
    rows = [["Sample", "Grade", "Cr"], *([f"S{k}", ("304", "316L", "4140")[k % 3], f"{k}.5"] for k in range(9))]
    table = read_targets(write(tmp_path / "a.csv", rows, False))
    assert table.targets.names == ("Cr",) and len(table.names) == 9
    assert "Grade" in of_code(table.notes, "text.left_out_values")[0]
    rows[3][2] = "2.5x"
    with pytest.raises(NotANumber, match="Cr"):
        read_targets(write(tmp_path / "b.csv", rows, False))
