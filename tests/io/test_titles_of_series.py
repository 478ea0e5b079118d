"""Titles that give times, temperatures, amounts or sizes; two lines of titles; pairs apart; text around tables."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.core.notes import of_code
from spectralign_gui.io.read import read_dataset, read_file

TIMES = ("t{}", "T={}", "t = {}", "t={} min", "{} h", "{}h", "{} min", "{} s", "day {}", "Day{}", "D{}", "week {}",
         "W{}", "month {}", "Tag {}", "Woche {}", "jour {}", "día {}", "semana {}", "giorno {}", "{} Std.", "{} days",
         "{} Tage", "{} jours", "{} meses", "h{}", "hour_{}", "cycle {}", "visit {}", "Zeit {}", "time_{}", "year {}",
         "{} °C", "{}°C", "T={} °C", "Temp {} °C", "{} K", "{} mM", "{} µM", "{} ppm", "{} mg/L", "{} %", "{} mol/L")


def numbers(rng, rows, columns, digits=3):
    return [[f"{v:.{digits}f}" for v in row] for row in rng.uniform(5, 60, (rows, columns))]


def text(rows, separator=";"):
    return "\n".join(separator.join(r) for r in rows) + "\n"


@pytest.mark.parametrize("form", TIMES)
@pytest.mark.parametrize("steps", [(0, 15, 30, 60, 120, 240, 480), (0, 1, 2, 4, 8), (0, 7, 14, 21, 28, 35, 42, 49, 56)])
def test_values_by_time_temperature_or_amount_are_no_spectra(tmp_path, form, steps):
    rng = np.random.default_rng(len(form) + len(steps))
    decay = np.exp(-np.linspace(0, 2, len(steps)))
    body = [[f"p{k}", *(f"{v:.2f}" for v in rng.uniform(5, 60) * decay + rng.normal(0, 0.3, len(steps)))]
            for k in range(9)]
    (tmp_path / "a.csv").write_text(text([["patient", *(form.format(v) for v in steps)], *body]))
    result = read_file(tmp_path / "a.csv")
    assert not result.blocks and result.tables[0].targets.names == tuple(form.format(v) for v in steps)


@pytest.mark.parametrize("form", TIMES)
def test_spectra_by_time_temperature_or_amount_stand_in_columns(tmp_path, form):
    x, steps = np.arange(400, 700, 10), (0, 5, 10, 20, 40)
    X = np.outer(np.exp(-((x - 520) / 60) ** 2) + 0.1, np.exp(-np.array(steps) / 20))
    body = [[f"{a}", *(f"{v:.4f}" for v in row)] for a, row in zip(x, X, strict=True)]
    (tmp_path / "a.csv").write_text(text([["Wavelength (nm)", *(form.format(v) for v in steps)], *body]))
    data = read_dataset(tmp_path / "a.csv")
    assert data.sample_names == tuple(form.format(v) for v in steps) and data.axis.values.tolist() == x.tolist()
    assert data.axis.unit == "nm"


@pytest.mark.parametrize("titles", [
    ("<63", "63-125", "125-250", "250-500", ">500"), ("< 2", "2-20", "20-63", "63-200", "200-630", "> 630"),
    (">2000 µm", "1000-2000 µm", "500-1000 µm", "<500 µm"), ("63 – 125", "125 – 250", "> 250"),
    ("2000 µm", "1000 µm", "500 µm", "250 µm", "125 µm", "63 µm"), ("63µm", "125µm", "250µm", "500µm", "1000µm")])
def test_size_classes_are_values(tmp_path, titles):
    rng = np.random.default_rng(4)
    body = [[f"s{k}", *r] for k, r in enumerate(numbers(rng, 12, len(titles), 1))]
    (tmp_path / "a.csv").write_text(text([["sample", *titles], *body]), "utf-8")
    result = read_file(tmp_path / "a.csv")
    assert not result.blocks and result.tables[0].targets.names == titles


def test_bare_sizes_of_sieves_are_asked_about_by_both_names_or_read_as_values(tmp_path):
    rng = np.random.default_rng(5)
    for sizes in ((2000, 1000, 500, 250, 125, 63), (63, 90, 125, 180, 250, 355, 500), (4000, 2000, 1000, 500, 250)):
        body = [[f"s{k}", *r] for k, r in enumerate(numbers(rng, 12, len(sizes), 1))]
        (tmp_path / "a.csv").write_text(text([["sample", *map(str, sizes)], *body]))
        try:
            result = read_file(tmp_path / "a.csv")
        except FileError as error:
            assert "one spectrum per row" in str(error) and "reference values" in str(error)
        else:
            assert not result.blocks


@pytest.mark.parametrize("what", ["Abs", "%T", "Reflectance", "A", "R%", "Intensity (a.u.)"])
@pytest.mark.parametrize("who", [("s1", "s2", "s3", "s4"), ("Sample 7", "Sample 9", "Sample 8", "q"),
                                 ("1", "2", "3", "4"), ("101", "205", "309", "400")])
def test_names_over_what_was_measured(tmp_path, what, who):
    x = np.arange(4000, 3800, -4)
    X = np.random.default_rng(3).uniform(0.1, 1, (len(x), 4)).cumsum(axis=0)
    body = [[f"{a}", *(f"{v:.4f}" for v in row)] for a, row in zip(x, X, strict=True)]
    for title in ("Wavenumber (cm-1)", "Wellenzahl [cm-1]"):
        (tmp_path / "a.csv").write_text(text([["", *who], [title, *[what] * 4], *body]))
        data = read_dataset(tmp_path / "a.csv")
        assert data.sample_names == who and data.axis.unit == "cm-1" and data.axis.values[-1] == 4000


def test_names_that_stand_over_several_columns(tmp_path):
    x = np.arange(400, 600, 10)
    body = [[f"{a}", *r] for a, r in zip(x, numbers(np.random.default_rng(3), 20, 4), strict=True)]
    (tmp_path / "a.csv").write_text(text([["", "leaf", "", "soil", ""], ["Wavelength (nm)", *["R", "T"] * 2], *body]))
    assert read_dataset(tmp_path / "a.csv").sample_names == ("leaf R", "leaf T", "soil R", "soil T")


@pytest.mark.parametrize(("gap", "over", "separator"), list(itertools.product((0, 1, 2), ("x", "y", "no"), ",;\t")))
def test_pairs_with_empty_columns_between(tmp_path, gap, over, separator):
    x = np.arange(300, 400, 5)
    who = ("a1", "b2", "c3")
    top, second, rows = [], [], [[] for _ in x]
    for k, name in enumerate(who):
        y = np.sin(x / 30 + k)
        blank = [""] * gap if k else []
        top += [*blank, *((name, "") if over == "x" else ("", name))]
        second += [*blank, "Wavelength (nm)", "Abs" if over != "no" else name]
        for r, a, b in zip(rows, x, y, strict=True):
            r += [*blank, f"{a}", f"{b:.4f}"]
    lines = [*([top] if over != "no" else []), second, *rows]
    (tmp_path / "a.csv").write_text(text(lines, separator))
    data = read_dataset(tmp_path / "a.csv")
    assert data.sample_names == who and data.axis.values.tolist() == x.tolist() and len(data) == 3


FOOTERS = (["Total;12"], ["Mean;0.5;0.25"], ["END"], ["Integration time;100;ms"], ["Range;400;700"],
           ["Scans: 32", "Gain: 2", "Resolution;4"], ["Number of samples:;12"], ["Instrument settings", "Lamp;on;2.5"],
           ["Checked by:;A. B.", "Date;2024-02-01"], ["*** end of report ***"], ["Remark;the 3 last ones were wet"])


@pytest.mark.parametrize("below", FOOTERS)
@pytest.mark.parametrize("where", ["rows", "columns", "table"])
def test_text_below_a_table_is_left_out_and_told(tmp_path, below, where):
    rng = np.random.default_rng(8)
    if where == "rows":
        lines = [["sample", *(f"{v}" for v in range(400, 500, 5))], *([f"s{k}", *r] for k, r in enumerate(
            numbers(rng, 12, 20)))]
    elif where == "columns":
        lines = [["Wavelength (nm)", "a", "b", "c", "d"], *([f"{400 + k}", *r] for k, r in enumerate(
            numbers(rng, 30, 4)))]
    else:
        lines = [["Sample", "Protein", "Oil", "Moisture", "Starch"], *([f"s{k}", *r] for k, r in enumerate(
            numbers(rng, 12, 4)))]
    (tmp_path / "a.csv").write_text(text(lines) + "\n" + "\n".join(below) + "\n")
    result = read_file(tmp_path / "a.csv")
    count = len(result.tables[0].targets.values) if where == "table" else result.blocks[0].spectra.shape
    assert count == {"rows": (12, 20), "columns": (4, 30), "table": 12}[where]
    (note,) = of_code(result.warnings, "text.text_below_left_out")
    assert note.facts["n"] == len(below)


@pytest.mark.parametrize("blank", ["", "\n"])
@pytest.mark.parametrize("at", [5, 11])
def test_a_damaged_row_is_no_footer(tmp_path, blank, at):
    body = [[f"s{k}", *r] for k, r in enumerate(numbers(np.random.default_rng(8), 12, 20))]
    body[at] = body[at][:3]
    lines = [text([r]) for r in [["sample", *(f"{v}" for v in range(400, 500, 5))], *body]]
    lines.insert(at + 1, blank)
    (tmp_path / "a.csv").write_text("".join(lines))
    with pytest.raises(FileError, match="has 3 columns instead of 21"):
        read_file(tmp_path / "a.csv")
    body[at][0] = "Total"
    lines[at + 2] = text([body[at]])
    if at < 11:  # the table goes on below: it is no footer, whatever it is called
        (tmp_path / "a.csv").write_text("".join(lines))
        with pytest.raises(FileError, match="has 3 columns instead of 21"):
            read_file(tmp_path / "a.csv")


@pytest.mark.parametrize("count", [3, 6, 12])
@pytest.mark.parametrize("around", [0, 25, 60])
@pytest.mark.parametrize("where", ["above", "below", "both"])
@pytest.mark.parametrize("kind", ["rows", "columns", "table"])
def test_text_around_a_table_may_be_longer_than_the_table(tmp_path, count, around, where, kind):
    prose = "\n".join(f"Note {k}: the sample was dried at {40 + k} degrees and ground" for k in range(around)) + "\n\n"
    rng = np.random.default_rng(2)
    lines = {"rows": [["sample", *(f"{v}" for v in range(400, 500, 5))], *([f"s{k}", *r] for k, r in enumerate(
                 numbers(rng, count, 20)))],
             "columns": [["Wavelength (nm)", "a", "b"], *([f"{400 + 10 * k}", *r] for k, r in enumerate(
                 numbers(rng, count, 2)))],
             "table": [["Sample", "Protein (%)", "Oil (%)"], *([f"s{k}", *r] for k, r in enumerate(
                 numbers(rng, count, 2)))]}[kind]
    (tmp_path / "a.csv").write_text(prose * (where != "below") + text(lines) + "\n" + prose * (where != "above"))
    result = read_file(tmp_path / "a.csv")
    found = len(result.tables[0].targets.values) if kind == "table" else len(result.blocks[0].spectra)
    assert found == {"rows": count, "columns": 2, "table": count}[kind]
