"""Tables under the same titles, one below the other; statistics at the end, limits under titles, parts of an axis."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.notes import of_code
from spectralign_gui.io.read import read_dataset, read_datasets, read_file


def text(rows, separator=";"):
    return "\n".join(separator.join(r) for r in rows) + "\n"


def numbers(rng, rows, columns):
    return [[f"{v:.3f}" for v in row] for row in rng.uniform(5, 60, (rows, columns))]


@pytest.mark.parametrize("head", ["Sample;{}", "{}", "[{}]", "# {}", "Sample: {}"])
@pytest.mark.parametrize("blank", [0, 1, 2])
@pytest.mark.parametrize("shift", [0, 0.5])
def test_spectra_one_below_the_other_are_all_read_with_their_names_and_axes(tmp_path, head, blank, shift):
    x, who = np.arange(400, 500, 5), ("wheat a", "soil b", "milk c")
    rows, truth = [], {}
    for k, name in enumerate(who):
        truth[name] = (x + k * shift, np.round(np.sin(x / 40 + k) + 2, 4))
        rows += [[head.format(name)], ["Wavelength (nm)", "Absorbance"]]
        rows += [[f"{a:g}", f"{b}"] for a, b in zip(*truth[name], strict=True)] + [[]] * blank
    (tmp_path / "a.csv").write_text(text(rows))
    sets = read_datasets(tmp_path / "a.csv")
    assert len(sets) == (3 if shift else 1) and all(s.axis.unit == "nm" and s.quantity == "absorbance" for s in sets)
    for data in sets:
        for i, name in enumerate(data.sample_names):
            if head != "# {}":  # a comment names nothing
                assert name in truth
            axis, values = truth.get(name, truth[who[i]])
            if name in truth or not shift:
                assert data.axis.values.tolist() == axis.tolist() and data.spectra[i].tolist() == values.tolist()


@pytest.mark.parametrize("between", [[], [[]], [["Batch 2"]], [[], ["Batch 2"], []], [["", "", ""]]])
@pytest.mark.parametrize("count", [4, 60])
def test_rows_under_titles_that_stand_again_are_one_table(tmp_path, between, count):
    rng = np.random.default_rng(count)
    titles = ["Sample", *(f"{v}" for v in range(400, 460, 5))]
    body = [[f"s{k}", *r] for k, r in enumerate(numbers(rng, count, 12))]
    (tmp_path / "a.csv").write_text(text([titles, *body[:2], *between, titles, *body[2:]]))
    result = read_file(tmp_path / "a.csv")
    assert result.blocks[0].names == tuple(r[0] for r in body)
    assert result.blocks[0].spectra.tolist() == [[float(c) for c in r[1:]] for r in body]
    assert of_code(result.warnings, "text.table_goes_on")


STATS = {
    "mean": ("Mean", "Average", "Mittelwert", "Moyenne", "Media"), "std": ("SD", "Std. Dev.", "Standardabweichung"),
    "min": ("Min", "Minimum"), "max": ("Max", "Maximum"), "n": ("n", "N", "Count"), "median": ("Median",)}


@pytest.mark.parametrize(("what", "word"), [(w, word) for w, words in STATS.items() for word in words])
@pytest.mark.parametrize("kind", ["rows", "columns", "table"])
def test_statistics_at_the_end_are_left_out_where_their_numbers_are_statistics(tmp_path, what, word, kind):
    X = np.round(np.random.default_rng(3).uniform(5, 60, (9, 12)), 2)
    stat = {"mean": X.mean(0), "std": X.std(0, ddof=1), "min": X.min(0), "max": X.max(0), "n": np.full(12, 9.0),
            "median": np.median(X, 0)}[what]
    titles = [f"{v}" for v in range(400, 460, 5)] if kind != "table" else [f"{c} (%)" for c in "ABCDEFGHIJKL"]
    for given, left in ((stat, True), (X[4] * 0.77 + 3, what == "std")):  # a deviation is known by its name alone
        rows = [["Sample", *titles], *([n, *(f"{v:.2f}" for v in r)] for n, r in zip(
            [*(f"s{k}" for k in range(9)), word], [*X, given], strict=True))]
        if kind == "columns":
            rows = [list(c) for c in zip(*rows, strict=True)]
            rows[0][0] = "Wavelength (nm)"
        (tmp_path / "a.csv").write_text(text(rows))
        result = read_file(tmp_path / "a.csv")
        names = result.tables[0].names if kind == "table" else result.blocks[0].names
        assert (word not in names) == (left and not (kind == "table" and given is not stat)), names
        said = of_code(result.warnings, "text.left_out_rows", "text.left_out_columns",
                       "text.statistics_among_spectra", "text.statistics_among_samples")
        assert said or (word in ("n", "N", "Count") and given is not stat)


@pytest.mark.parametrize("words", [("Method",), ("LOD", "LOQ"), ("Unit", "Method", "LOD", "Max"), ("Min", "Max"),
                                   ("Specification",), ("Grenzwert",), ("Méthode",)])
@pytest.mark.parametrize("spectra", [True, False])
def test_methods_and_limits_under_the_titles_are_no_samples(tmp_path, words, spectra):
    rng = np.random.default_rng(5)
    axis = [f"{v}" for v in range(400, 500, 5)] if spectra else []
    cells = {"Unit": "g/kg", "Method": "ISO 1871", "Méthode": "ISO 1871"}
    under = [[w, *[cells.get(w, "1.5")] * 3, *[""] * len(axis)] for w in words]
    body = [[f"s{k}", *r] for k, r in enumerate(numbers(rng, 12, 3 + len(axis)))]
    (tmp_path / "a.csv").write_text(text([["Sample", "Protein", "Oil", "Ash", *axis], *under, *body]), "utf-8")
    result = read_file(tmp_path / "a.csv")
    targets = result.blocks[0].targets if spectra else result.tables[0].targets
    names = result.blocks[0].names if spectra else result.tables[0].names
    assert names == tuple(f"s{k}" for k in range(12)) and targets.names == ("Protein", "Oil", "Ash")
    assert targets.values.tolist() == [[float(c) for c in r[1:4]] for r in body]
    assert of_code(result.warnings, "text.left_out_rows")
    if "Unit" in words:
        assert targets.units == ("g/kg",) * 3


@pytest.mark.parametrize("form", ["x{}", "X{}", "wl{}", "{} nm", "{}"])
@pytest.mark.parametrize("at", [3, 10, 17])
def test_values_in_the_midst_of_the_channels(tmp_path, form, at):
    x = np.arange(400, 600, 10)
    titles = [form.format(v) for v in x]
    rng = np.random.default_rng(at)
    body = numbers(rng, 12, 22)
    rows = [["Sample", *titles[:at], "Protein", "Oil", *titles[at:]], *([f"s{k}", *r] for k, r in enumerate(body))]
    (tmp_path / "a.csv").write_text(text(rows))
    data = read_dataset(tmp_path / "a.csv")
    assert data.axis.values.tolist() == x.tolist() and data.targets.names == ("Protein", "Oil")
    assert data.spectra[0].tolist() == [float(c) for c in (*body[0][:at], *body[0][at + 2:])]


@pytest.mark.parametrize("prefix", ["x", "X", "nm", "wl_", "wave", "R", "abs_"])
@pytest.mark.parametrize("step", [0.5, 0.25, 2.5, 1.928, -1.928])
def test_names_of_variables_have_underscores_for_points(tmp_path, prefix, step):
    x = np.round(1100 + step * np.arange(24), 3)
    rows = [["Sample", *(f"{prefix}{v:.10g}".replace(".", "_") for v in x)],
            *([f"s{k}", *r] for k, r in enumerate(numbers(np.random.default_rng(2), 6, 24)))]
    (tmp_path / "a.csv").write_text(text(rows))
    assert read_dataset(tmp_path / "a.csv").axis.values.tolist() == sorted(x.tolist())


@pytest.mark.parametrize("stem", ["x", "S", "A", "R", "plot"])
def test_repeats_with_underscores_are_no_positions(tmp_path, stem):
    names = [f"{stem}{k // 3 + 1}_{k % 3 + 1}" for k in range(12)]
    x = np.arange(400, 600, 10)
    rows = [["Wavelength (nm)", *names], *([f"{v}", *r] for v, r in zip(
        x, numbers(np.random.default_rng(2), 20, 12), strict=True))]
    (tmp_path / "a.csv").write_text(text(rows))
    assert read_dataset(tmp_path / "a.csv").sample_names == tuple(names)
