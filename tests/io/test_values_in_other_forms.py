"""Tables of reference values that are not one row per sample and one column per property."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.notes import code_of
from spectralign_gui.io.intake.values import read_values
from spectralign_gui.io.read import read_file

PROPERTIES = ["Moisture", "Protein", "Oil"]


def values(n: int, seed: int = 0) -> np.ndarray:
    return np.round(np.random.default_rng(seed).uniform(1, 60, (n, len(PROPERTIES))), 2)


def write(path, rows, separator=","):
    path.write_text("".join(separator.join(map(str, r)) + "\n" for r in rows))
    return path


def both(path):
    """As opened, and as a table of reference values: both ways give the same."""
    [opened], [chosen] = read_file(path).tables, read_values(path)
    assert opened.targets.names == chosen.targets.names and opened.names == chosen.names
    assert np.allclose(opened.targets.values, chosen.targets.values, equal_nan=True)
    return chosen


def codes(path):
    return {code_of(w) for w in read_file(path).warnings}


@pytest.mark.parametrize(
    "titles",
    [
        ("SampleID", "Parameter", "Result"),
        ("Probe", "Kenngröße", "Wert"),
        ("Sample", "Analyte", "Value"),
        ("Lab no.", "", "Result"),
    ],
)
@pytest.mark.parametrize("order", ["by sample", "by property"])
@pytest.mark.parametrize("missing", [0, 4])
@pytest.mark.parametrize("more", [False, True])
def test_one_value_per_line(tmp_path, titles, order, missing, more):
    """32 tables: a column for each property, and nothing called "Result"."""
    V, names = values(9), [f"w{k}" for k in range(9)]
    lines = [
        [n, p, V[i, k], *(["%", "2024-03-04"] if more else [])]
        for i, n in enumerate(names)
        for k, p in enumerate(PROPERTIES)
    ]
    if order == "by property":
        lines.sort(key=lambda r: PROPERTIES.index(r[1]))
    lost = lines[5 : 5 + missing]
    lines = [r for r in lines if r not in lost]
    path = write(tmp_path / "a.csv", [[*titles, *(["Unit", "Date"] if more else [])], *lines])
    table = both(path)
    assert set(table.targets.names) == set(PROPERTIES) and "text.values_one_by_one" in codes(path)
    for i, n in [(i, n) for i, n in enumerate(names) if n in table.names]:
        for k, p in enumerate(PROPERTIES):
            found = table.targets.values[table.names.index(n), table.targets.names.index(p)]
            assert np.isnan(found) if any(r[:2] == [n, p] for r in lost) else found == V[i, k]


def test_the_same_property_twice_of_one_sample_is_told(tmp_path):
    lines = [[f"w{i}", p, v] for i, row in enumerate(values(200)) for p, v in zip(PROPERTIES, row, strict=True)]
    path = write(tmp_path / "a.csv", [["Sample", "Parameter", "Result"], *lines, ["w0", "Oil", 3.5]])
    assert "text.values_of_several" in codes(path)


@pytest.mark.parametrize("column", ["Instrument", "Variety", "Operator"])
def test_a_group_beside_one_property_is_no_property(tmp_path, column):
    V = values(8)
    lines = [[f"w{i}", g, V[i, k]] for i in range(8) for k, g in enumerate(["north", "south"])]
    path = write(tmp_path / "a.csv", [["Sample", column, "Protein"], *lines])
    assert read_file(path).tables[0].targets.names == ("Protein",)


@pytest.mark.parametrize("corner", ["Property", "", "Parameter", "Analyte"])
@pytest.mark.parametrize("form", ["Sample {}", "s{}", "A-{:03d}", "wheat_{}a"])
@pytest.mark.parametrize("n", [4, 12, 30])
def test_properties_down_and_samples_across(tmp_path, corner, form, n):
    """48 tables."""
    V, names = values(n), [form.format(k) for k in range(n)]
    path = write(tmp_path / "a.csv", [[corner, *names], *([p, *v] for p, v in zip(PROPERTIES, V.T, strict=True))])
    table = both(path)
    assert table.targets.names == tuple(PROPERTIES) and list(table.names) == names
    assert np.allclose(table.targets.values, V) and "text.values_turned" in codes(path)


@pytest.mark.parametrize("formula", ["=B{0}+C{0}", "=SUM(B{0}:D{0})", "=B{0}/100"])
@pytest.mark.parametrize("at", [1, 4])
def test_formulas_without_their_values_are_told(tmp_path, formula, at):
    rows = [["Sample", *PROPERTIES], *([f"w{i}", *v] for i, v in enumerate(values(8)))]
    rows = [[*r[:at], formula.format(k + 1) if k else "Sum", *r[at:]] for k, r in enumerate(rows)]
    path = write(tmp_path / "a.csv", rows, ";")
    assert both(path).targets.names == tuple(PROPERTIES)
    assert "text.titles_without_values" in codes(path) & {code_of(n) for n in read_values(path)[0].notes}


@pytest.mark.parametrize("form", ["{}{:02d}", "{}{}", "{}-{}", "{} {:03d}"])
@pytest.mark.parametrize("word", ["S", "P", "K", "C", "N", "U", "Ca", "Co", "Sr", "Fe", "Pb", "Am", "He", "No"])
@pytest.mark.parametrize("first", [1, 8, 30])
def test_samples_whose_names_look_like_nuclides_are_samples(tmp_path, form, word, first):
    """168 tables: S32 is a nuclide, and S30 to S45 are samples."""
    names = [form.format(word, first + k) for k in range(16)]
    path = write(tmp_path / "v.csv", [["Sample", "Y"], *([n, 3 + k / 7] for k, n in enumerate(names))])
    table = both(path)
    assert table.targets.names == ("Y",) and list(table.names) == names


def test_substances_as_samples_are_not_turned(tmp_path):
    path = write(
        tmp_path / "a.csv", [["Sample", "density", "viscosity"], ["water", 1, 0.9], ["Oil", 0.9, 60], ["sugar", 1.6, 0]]
    )
    assert both(path).targets.names == ("density", "viscosity")


@pytest.mark.parametrize(
    ("title", "numbers"),
    [
        ("Sampling date", range(45231, 45261)),
        ("Order no.", range(70012345, 70012375)),
        ("Barcode", range(4006381, 4006411)),
        ("Lab number", range(230145, 230175)),
        ("Datum", range(44800, 44830)),
    ],
)
@pytest.mark.parametrize("at", [1, 4])
def test_days_and_orders_are_no_reference_values(tmp_path, title, numbers, at):
    V = values(30)
    rows = [["Sample", *PROPERTIES], *([f"w{i}", *v] for i, v in enumerate(V))]
    rows = [[*r[:at], c, *r[at:]] for r, c in zip(rows, [title, *numbers], strict=True)]
    path = write(tmp_path / "a.csv", rows)
    assert both(path).targets.names == tuple(PROPERTIES) and "text.left_out_values" in codes(path)


@pytest.mark.parametrize("title", ["Egg number", "Somatic cell number", "Number of grains"])
def test_numbers_of_things_are_values(tmp_path, title):
    rng = np.random.default_rng(0)
    rows = [
        ["Sample", "Protein", title],
        *([f"w{i}", v, int(rng.integers(1, 60))] for i, v in enumerate(values(20)[:, 0])),
    ]
    assert read_file(write(tmp_path / "a.csv", rows)).tables[0].targets.names == ("Protein", title)


@pytest.mark.parametrize("order", ["same", "reversed", "mixed"])
@pytest.mark.parametrize("lost", [0, 2])
@pytest.mark.parametrize("title", ["Name", "Sample", "Lab code"])
def test_a_second_table_beside_spectra_is_joined_by_its_names(tmp_path, order, lost, title):
    """18 tables: the values of another sample are never taken."""
    n, x = 7, np.arange(900.0, 1200.0, 10)
    S, V, names = (
        np.round(np.random.default_rng(1).uniform(0.3, 0.5, (n, len(x))).cumsum(1), 4),
        values(n),
        [f"w{k}" for k in range(n)],
    )
    to = {"same": np.arange(n), "reversed": np.arange(n)[::-1], "mixed": np.random.default_rng(3).permutation(n)}[order]
    beside = [[names[i], *V[i]] for i in to][: n - lost]
    beside += [["", "", "", ""]] * lost
    rows = [["ID", *x, "", title, *PROPERTIES], *([w, *s, "", *b] for w, s, b in zip(names, S, beside, strict=True))]
    [block] = read_file(write(tmp_path / "a.csv", rows)).blocks
    assert list(block.names) == names and np.allclose(block.spectra, S) and block.targets.names == tuple(PROPERTIES)
    truth = V.copy()
    truth[[i for i in range(n) if i not in to[: n - lost]]] = np.nan
    assert np.allclose(block.targets.values, truth, equal_nan=True)


@pytest.mark.parametrize("sign", ["%", " %", "\u00a0%", "\u202f%"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("spectra", [False, True])
def test_percent_signs_in_every_cell(tmp_path, sign, mark, encoding, spectra):
    """48 files; a title that ends so keeps its sign."""
    titles = [f"{1000 + 2 * k}" for k in range(12)] if spectra else ["Moisture", "fat of dry matter 10%", "Protein"]
    values = np.round(np.random.default_rng(1).uniform(5, 60, (6, len(titles))), 2)
    lines = [["Sample", *titles], *([f"s{k}", *(f"{v}{sign}" for v in r)] for k, r in enumerate(values))]
    path = tmp_path / "a.csv"
    path.write_text("".join(mark.join(r) + "\n" for r in lines), encoding=encoding)
    result = read_file(path)
    found = result.blocks[0].spectra if spectra else result.tables[0].targets.values
    assert np.allclose(found, values) and "text.percent_signs" in [w.code for w in result.warnings]
    assert spectra or result.tables[0].targets.names == tuple(titles)
