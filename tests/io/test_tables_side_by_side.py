"""Tables beside each other, codes at the ends of nameless rows, steps of a calculation, marks in cells."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.core.notes import said_of
from spectralign_gui.io.read import read_datasets

AXIS = np.arange(900.0, 1701.0, 20.0)


def spectra(n: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    S = 0.4 + 0.2 * np.exp(-(((AXIS - 1200) / 150) ** 2)) * (1 + rng.normal(0, 0.1, (n, 1)))
    return S + rng.normal(0, 0.002, (n, len(AXIS)))


def side_by_side(path, other, separator=",", gap=True, counts=(2, 2), title="Wavelength (nm)"):
    """Two tables of spectra in columns; the second has the axis `other`."""
    S = spectra(sum(counts))
    parts = [[title, *(f"a{k}" for k in range(counts[0]))], [title, *(f"b{k}" for k in range(counts[1]))]]
    lines = [separator.join(parts[0] + [""] * gap + parts[1])]
    for j, (x, z) in enumerate(zip(AXIS, other, strict=True)):
        cells = [f"{x:g}", *(f"{v:.5f}" for v in S[:counts[0], j])], [f"{z:g}", *(f"{v:.5f}" for v in S[counts[0]:, j])]
        lines.append(separator.join(cells[0] + [""] * gap + cells[1]))
    path.write_text("\n".join(lines) + "\n")
    return S


@pytest.mark.parametrize(("separator", "gap", "counts", "shift"), list(product(
    (",", ";", "\t"), (True, False), ((2, 2), (3, 1), (2, 5)), (5.0, 0.5, 200.0))))
def test_two_tables_with_axes_that_differ_are_refused(tmp_path, separator, gap, counts, shift):
    side_by_side(tmp_path / "two.csv", AXIS + shift, separator, gap, counts)
    with pytest.raises(FileError) as told:
        read_datasets(tmp_path / "two.csv")
    assert said_of(told.value).code == "text.two_axes"
    assert "columns 1 and " in str(told.value)


@pytest.mark.parametrize("counts", [(2, 2), (3, 1), (2, 5)])
def test_one_of_two_tables_is_read_by_its_columns(tmp_path, counts):
    S = side_by_side(tmp_path / "two.csv", AXIS + 5, counts=counts)
    second = counts[0] + 3
    [d] = read_datasets(tmp_path / "two.csv", axis_column=second,
                        spectrum_columns=tuple(range(second + 1, second + 1 + counts[1])))
    assert np.allclose(d.axis.values, AXIS + 5) and np.allclose(d.spectra, S[counts[0]:], atol=1e-5)


@pytest.mark.parametrize(("gap", "counts"), list(product((True, False), ((2, 2), (2, 5)))))
def test_two_tables_on_one_axis_are_one(tmp_path, gap, counts):
    S = side_by_side(tmp_path / "two.csv", AXIS, gap=gap, counts=counts)
    [d] = read_datasets(tmp_path / "two.csv")
    assert np.allclose(d.axis.values, AXIS) and np.allclose(d.spectra, S, atol=1e-5)


@pytest.mark.parametrize(("place", "n", "separator", "lowest"), list(product(
    ("first", "last", "both"), (6, 30), (",", " ", ";"), (0, 1))))
def test_codes_at_the_ends_of_nameless_rows_are_no_channels(tmp_path, place, n, separator, lowest):
    S = spectra(n)
    rows = []
    for k, row in enumerate(S):
        cells = [f"{v:.5f}" for v in row]
        code = str(k % 3 + lowest)
        rows.append(separator.join([code] * (place != "last") + cells + [code] * (place != "first")))
    (tmp_path / "codes.txt").write_text("\n".join(rows) + "\n")
    [d] = read_datasets(tmp_path / "codes.txt", orientation="rows")
    assert np.allclose(d.spectra, S, atol=1e-5)
    assert any("codes or classes" in str(w) for w in d.warnings)


@pytest.mark.parametrize("n", [6, 30])
def test_counts_are_channels_also_at_the_ends(tmp_path, n):
    """Whole numbers all along a row are what a detector counts; a single zero at an end is a value."""
    C = np.round(spectra(n) * 40_000)
    (tmp_path / "counts.txt").write_text("\n".join(",".join(f"{v:g}" for v in row) for row in C) + "\n")
    [d] = read_datasets(tmp_path / "counts.txt", orientation="rows")
    assert np.array_equal(d.spectra, C)
    S = spectra(n)
    S[:, -1] = 0  # a dead channel
    S[0, 0] = 0
    (tmp_path / "zero.txt").write_text("\n".join(",".join(f"{v:.5f}" for v in row) for row in S) + "\n")
    [d] = read_datasets(tmp_path / "zero.txt", orientation="rows")
    assert np.allclose(d.spectra, S, atol=1e-5)


@pytest.mark.parametrize("titles", [("Raw", "Baseline", "Corrected"), ("Corrected", "Raw", "Baseline"),
                                    ("raw", "baseline", "baseline corrected"), ("Raw", "Untergrund", "Corrected")])
def test_of_the_steps_of_a_calculation_the_last_is_the_spectrum(tmp_path, titles):
    parts = {"raw": 1000 * spectra(1)[0] + 500, "corrected": 1000 * spectra(1)[0], "base": np.full(len(AXIS), 500.0)}
    columns = [parts["corrected" if "correct" in t.casefold() else "raw" if t.casefold() == "raw" else "base"]
               for t in titles]
    lines = ["Raman shift (cm-1)," + ",".join(titles)]
    lines += [f"{x - 700:g}," + ",".join(f"{c[j]:.3f}" for c in columns) for j, x in enumerate(AXIS)]
    (tmp_path / "steps.csv").write_text("\n".join(lines) + "\n")
    [d] = read_datasets(tmp_path / "steps.csv")
    assert len(d) == 1 and np.allclose(d.spectra[0], parts["corrected"], atol=1e-2)


@pytest.mark.parametrize("word", ["sample", "id", "Name", "scan"])
def test_a_line_with_the_name_of_the_names_is_no_spectrum(tmp_path, word):
    """As pandas writes titles of two lines."""
    S = spectra(6)
    lines = ["wavelength," + ",".join(f"{x:g}" for x in AXIS), word + "," * len(AXIS)]
    lines += [f"leaf {k}," + ",".join(f"{v:.5f}" for v in row) for k, row in enumerate(S)]
    (tmp_path / "frame.csv").write_text("\n".join(lines) + "\n")
    [d] = read_datasets(tmp_path / "frame.csv")
    assert d.sample_names[0] == "leaf 0" and np.allclose(d.spectra, S, atol=1e-5)


@pytest.mark.parametrize(("separator", "sign"), list(product((",", ";", "\t"), (" AU", "cps"))))
def test_signs_behind_numbers_are_named(tmp_path, separator, sign):
    lines = [separator.join(["wavelength (nm)", "a", "b"])]
    lines += [separator.join([f"{x:g}", f"{100 * u:.2f}{sign}", f"{100 * v:.2f}{sign}"]) for x, u, v in zip(
        AXIS, *spectra(2), strict=True)]
    (tmp_path / "percent.csv").write_text("\n".join(lines) + "\n")
    with pytest.raises(FileError) as told:
        read_datasets(tmp_path / "percent.csv")
    assert said_of(told.value).code == "text.cells_with_signs"
    assert sign.strip() in str(told.value)


@pytest.mark.parametrize(("separator", "sign"), list(product((",", ";", "\t"), ("%", " %"))))
def test_percent_signs_behind_numbers_are_read(tmp_path, separator, sign):
    S = spectra(2)
    lines = [separator.join(["wavelength (nm)", "a", "b"])]
    lines += [separator.join([f"{x:g}", f"{100 * u:.2f}{sign}", f"{100 * v:.2f}{sign}"]) for x, u, v in zip(
        AXIS, *S, strict=True)]
    (tmp_path / "percent.csv").write_text("\n".join(lines) + "\n")
    [d] = read_datasets(tmp_path / "percent.csv")
    scale = 1.0 if d.spectra.max() < 2 * S.max() else 100.0
    assert np.allclose(d.spectra, scale * S, atol=1e-4 * scale) and d.sample_names == ("a", "b")


@pytest.mark.parametrize(("word", "way"), list(product(
    ("FWHM", "fwhm (nm)", "Bandwidth", "Band width [nm]", "Halbwertsbreite"), ("rows", "columns"))))
def test_widths_of_channels_are_no_spectrum(tmp_path, word, way):
    S = spectra(5)
    table = [["wavelength (nm)", *(f"{x:g}" for x in AXIS)], [word, *(f"{3 + x / 1000:.2f}" for x in AXIS)]]
    table += [[f"leaf {k}", *(f"{v:.5f}" for v in row)] for k, row in enumerate(S)]
    lines = table if way == "rows" else list(zip(*table, strict=True))
    (tmp_path / "widths.csv").write_text("\n".join(",".join(cells) for cells in lines) + "\n")
    [d] = read_datasets(tmp_path / "widths.csv")
    assert d.sample_names[0] == "leaf 0" and np.allclose(d.spectra, S, atol=1e-5)
    assert any("widths of the channels" in str(w) for w in d.warnings)


@pytest.mark.parametrize("bands", [("B2", "B3", "B4", "B8", "B11"), ("band 1", "band 2", "band 4", "band 7"),
                                   ("1", "2", "3", "4", "5", "6")])
def test_numbers_of_bands_are_not_taken_for_wavelengths_without_a_word(tmp_path, bands):
    S = spectra(9)[:, :len(bands)]
    lines = ["id," + ",".join(bands), *(f"p{k}," + ",".join(f"{v:.5f}" for v in row) for k, row in enumerate(S))]
    (tmp_path / "bands.csv").write_text("\n".join(lines) + "\n")
    for d in read_datasets(tmp_path / "bands.csv", orientation="rows"):
        assert any("only numbers the channels" in str(w) or "the channels are numbered" in str(w) for w in d.warnings)
