"""Delimited text: dialects, layouts, guesses that can be overridden, clear refusals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError, ParameterError
from spectralign_gui.io.read import read_dataset, read_datasets, read_file
from spectralign_gui.io.readers.text import TextOptions, preview

AXIS = np.round(np.linspace(1100.0, 1118.5, 38), 2)
SPECTRA = np.round(np.sin(AXIS / 5)[None, :] * np.array([[1.0], [1.5], [0.7]]) + 2, 5)


def write(folder: Path, text: str, name: str = "a.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def table(cells: list[list[str]], sep: str = ",", end: str = "\n") -> str:
    return end.join(sep.join(row) for row in cells) + end


def rows_cells(decimal: str = ".", lead: list[list[str]] | None = None) -> list[list[str]]:
    cells = [[f"{v:.2f}" for v in AXIS]] + [[f"{v:.5f}" for v in row] for row in SPECTRA]
    cells = [[c.replace(".", decimal) for c in row] for row in cells]
    return [a + b for a, b in zip(lead, cells, strict=True)] if lead else cells


def test_corn_loads_with_no_change_of_the_guesses(corn):
    for path in sorted(corn.glob("*_spectra.csv")):
        data = read_dataset(path)
        assert data.spectra.shape == (80, 700) and data.axis.unit == "nm"
        assert data.axis.values[0] == 1100 and data.axis.values[-1] == 2498
        assert set(data.sample_names) == {""}  # the file has no names and none are invented
        assert len(data.source.sha256) == 64 and data.source.format == "text"
    result = read_file(corn / "property_values.csv")
    assert not result.blocks and result.tables[0].targets.names == ("Moisture", "Oil", "Protein", "Starch")
    assert result.tables[0].targets.values.shape == (80, 4) and result.tables[0].names == ()


def test_sugarcane_loads_with_no_change_of_the_guesses(sugarcane):
    channels = {"F750": 231, "Micronir1700rep1": 125, "Micronir1700rep2": 125, "Nirscan_nano": 228, "Tellspec": 256}
    for name, count in channels.items():
        data = read_dataset(sugarcane / f"{name}.CSV")
        assert data.spectra.shape == (60, count)
        assert data.sample_names[0] == "100" and data.sample_names[-1] == "159"
        assert np.isfinite(data.spectra).all()
    table_ = read_file(sugarcane / "References.csv").tables[0]
    assert table_.targets.names == ("TS", "CP", "ADF", "IVOMD") and table_.names[0] == "100"
    assert np.isnan(table_.targets.values[3, 0]) and np.isnan(table_.targets.values[11, 0])
    assert table_.targets.values[0].tolist() == [4.76, 7.03, 40.69, 36.77]


@pytest.mark.parametrize(("sep", "decimal"), [(s, d) for s in ",;\t |" for d in ".," if s != d])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_dialect_in_rows_and_in_columns(tmp_path, sep, decimal, encoding, end):
    cells = rows_cells(decimal)
    for name, these in (("rows", cells), ("columns", [list(c) for c in zip(*cells, strict=True)])):
        data = read_dataset(write(tmp_path, table(these, sep, end), f"{name}.csv", encoding))
        assert np.array_equal(data.axis.values, AXIS)
        assert np.array_equal(data.spectra, SPECTRA)


def test_names_properties_and_missing_cells(tmp_path):
    lead = [["Sample", "Moisture", "Kind"], ["A1 ", "10.5", "ore"], ["a1", "NA", "ore"], ["", "-", "slag"]]
    cells = rows_cells(lead=lead)
    cells[2][8] = "NA "
    cells[3][9] = ""
    data = read_dataset(write(tmp_path, table(cells, ";")))
    assert data.sample_names == ("A1", "a1", "") and data.groups == ("ore", "ore", "slag")
    assert data.targets is not None and data.targets.names == ("Moisture",)
    assert data.targets.values[0, 0] == 10.5 and np.isnan(data.targets.values[1:, 0]).all()
    assert data.missing == 2 and np.isnan(data.spectra[1, 5]) and np.isnan(data.spectra[2, 6])


@pytest.mark.parametrize(("label", "unit"), [("{} nm", "nm"), ("X{}", None), ("wl_{}", None), ("{} cm-1", "cm-1")])
def test_dressed_axis_labels(tmp_path, label, unit):
    cells = rows_cells(lead=[["id"], ["s1"], ["s2"], ["s3"]])
    cells[0][1:] = [label.format(c) for c in cells[0][1:]]
    data = read_dataset(write(tmp_path, table(cells)))
    assert np.array_equal(data.axis.values, AXIS) and data.sample_names == ("s1", "s2", "s3")
    assert unit is None or data.axis.unit == unit


def test_descending_axis_is_turned_and_remembered(tmp_path):
    text = "".join(f"{x:.1f},{y:.3f}\n" for x, y in zip(np.arange(900, 800, -2.0), np.linspace(0, 1, 50), strict=True))
    data = read_dataset(write(tmp_path, "wavenumber (cm-1),A\n" + text))
    assert data.axis.file_descending and data.axis.values[0] == 802 and data.spectra[0, -1] == 0


def test_numeric_sample_titles_are_not_taken_for_the_axis(tmp_path):
    cells = [["wavelength", "100", "101", "102", "103"]]
    cells += [[f"{x:.0f}", *(f"{np.sin(x / 40) + k:.4f}" for k in range(4))] for x in range(400, 500, 2)]
    data = read_dataset(write(tmp_path, table(cells)))
    assert data.spectra.shape == (4, 50) and data.sample_names == ("100", "101", "102", "103")
    assert data.axis.values[0] == 400


def test_thousands_comma_or_decimal_comma_is_said(tmp_path):
    path = write(tmp_path, "".join(f"{400 + k}\t1,{k:03d}\n" for k in range(100)), "a.txt")
    data = read_dataset(path)
    assert data.spectra[0, 3] == 1.003 and any("thousands" in w for w in data.warnings)
    assert read_dataset(path, decimal=".", thousands=",").spectra[0, 3] == 1003


def test_options_override_every_guess(tmp_path):
    path = write(tmp_path, table(rows_cells()))
    block = read_file(path, orientation="columns", unit="um", quantity="absorbance").blocks[0]
    assert block.unit == "um" and block.quantity == "absorbance" and block.spectra.shape[1] in (3, 4)
    for option in ({"separator": "x"}, {"decimal": "'"}, {"orientation": "up"}, {"encoding": "nosuch"}, {"nosuch": 1},
                   {"name_column": "first"}, {"unit": "parsec"}):
        with pytest.raises(ParameterError):
            read_file(path, **option)


def test_preview_shows_the_guesses_and_follows_changes(tmp_path):
    path = write(tmp_path, table(rows_cells(",", [["id"], ["a"], ["b"], ["c"]]), ";"))
    seen = preview(path)
    assert not seen.problem and seen.options.separator == ";" and seen.options.decimal == ","
    assert seen.options.orientation == "rows" and seen.options.name_column == 1
    assert np.array_equal(seen.axis, AXIS) and np.array_equal(seen.spectrum, SPECTRA[0])
    assert all(0 <= g.confidence <= 1 and g.reason for g in seen.guesses.values())
    assert seen.rows[0][0] == "id"
    again = preview(path, seen.options)
    assert np.array_equal(again.spectrum, SPECTRA[0])
    other = preview(path, TextOptions(separator="\t"))
    assert other.problem and other.rows
    empty = preview(write(tmp_path, "", "empty.csv"))
    assert "empty" in empty.problem


@pytest.mark.parametrize(("content", "words"), [
    ("", "empty"), ("only words here\nand more words\n", "no table"), ("1\n2\n3\n4\n", "single column"),
    ("wavelength,S1,S2\n", "no table"),
    ("x,y\n" + "".join(f"{k},{k}.5\n" for k in range(50)) + "51,", "line"),
    ("x,y\n" + "".join(f"{k},{k}.5\n" for k in range(50)) + "51", "1 column"),
    ("x,y,z\n" + "".join(f"{k},{k}.5,2\n" for k in range(50)) + "51,2,3,4\n", "4 columns"),
    ("x,y\n" + "".join(f"{k},1e25\n" for k in range(50)), "no instrument"),
    ("x,y\n" + "".join(f"{k},2e-44\n" for k in range(50)), "no instrument"),
    ("x,y\n" + "".join(f"{k},inf\n" for k in range(50)), "no instrument"),
])
def test_refusals_name_the_file_and_the_reason(tmp_path, content, words):
    path = write(tmp_path, content, "bad.csv")
    if content.endswith("51,"):
        assert np.isnan(read_dataset(path).spectra[0, -1])  # an empty last cell is a missing value, and counted
        return
    with pytest.raises(FileError, match=words) as caught:
        read_file(path)
    assert str(caught.value).startswith("bad.csv: ") and "\n" not in str(caught.value)


def test_an_image_renamed_to_csv_is_called_an_image(tmp_path):
    path = tmp_path / "picture.csv"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    with pytest.raises(FileError, match="PNG image"):
        read_file(path)


def test_no_axis_is_numbered_and_said(tmp_path):
    data = read_dataset(write(tmp_path, table(rows_cells()[1:])))
    assert data.axis.unit == "channel" and data.spectra.shape == (3, 38)
    assert any("no axis" in w for w in data.warnings)


def test_detector_overlap_is_pointed_out_with_choices(tmp_path):
    x = np.r_[np.arange(400, 500, 5.0), np.arange(480, 600, 5.0)]
    y = np.r_[np.full(20, 1.0), np.full(24, 2.0)]
    path = write(tmp_path, "wavelength nm,R\n" + "".join(f"{a},{b}\n" for a, b in zip(x, y, strict=True)))
    kept = read_dataset(path)
    assert kept.axis.unit == "channel" and len(kept.axis) == 44
    assert any("steps back at channel 21" in w for w in kept.warnings)
    split = read_datasets(path, axis="split")
    assert [len(d.axis) for d in split] == [20, 24] and split[1].axis.values[0] == 480
    spliced = read_dataset(path, axis="splice")
    assert (np.diff(spliced.axis.values) > 0).all()
    # one change of level only: no saw-tooth
    assert np.count_nonzero(np.diff(spliced.spectra[0])) == 1


def test_properties_above_spectra_in_columns(tmp_path):
    """Samples in columns with their reference values in lines above the spectra."""
    cells = [["sample", "A", "B", "C"], ["Moisture", "10.5", "NA", "12"], ["Oil", "3.1", "3.2", "3.3"]]
    cells += [[f"{x:.2f}", *(f"{v:.5f}" for v in column)] for x, column in zip(AXIS, SPECTRA.T, strict=True)]
    path = write(tmp_path, table(cells))
    for options in ({}, {k: v for k, v in vars(preview(path).options).items() if v is not None}):
        data = read_dataset(path, **options)
        assert data.sample_names == ("A", "B", "C") and np.array_equal(data.spectra, SPECTRA)
        assert data.targets.names == ("Moisture", "Oil") and data.targets.values[2].tolist() == [12, 3.3]
        assert np.isnan(data.targets.values[1, 0])


@pytest.mark.parametrize("orientation", ["rows", "columns"])
def test_a_line_of_units_under_the_titles(tmp_path, orientation):
    if orientation == "columns":
        cells = [["Wavelength", "A", "B", "C"], ["nm", "a.u.", "a.u.", "a.u."]]
        cells += [[f"{x:.2f}", *(f"{v:.5f}" for v in column)] for x, column in zip(AXIS, SPECTRA.T, strict=True)]
    else:
        cells = rows_cells(lead=[["id", "Moisture"], ["A", "1.5"], ["B", "2.5"], ["C", "3.5"]])
        cells.insert(1, ["", "%", *["nm"] * len(AXIS)])
    data = read_dataset(write(tmp_path, table(cells)))
    assert data.sample_names == ("A", "B", "C") and np.array_equal(data.spectra, SPECTRA) and data.axis.unit == "nm"


def test_xy_in_no_order_is_still_x_and_y(tmp_path):
    rng = np.random.default_rng(1)
    x = rng.permutation(np.arange(500.0, 540.0))
    path = write(tmp_path, "".join(f"{a}\t{b:.4f}\n" for a, b in zip(x, np.sin(x / 9), strict=True)), "a.txt")
    block = read_file(path).blocks[0]
    assert np.array_equal(block.axis, x) and block.spectra.shape == (1, 40)
    assert np.array_equal(read_dataset(path, axis="sort").axis.values, np.sort(x))


def test_spreadsheet_leftovers(tmp_path):
    """Quoted cells, a typographic minus, empty rows and columns, a header without the corner (R)."""
    cells = rows_cells()
    text = ",".join(f'"X{c}"' for c in cells[0]) + "\n" + "".join(
        f'"s{k}",' + ",".join(row) + "\n" for k, row in enumerate(cells[1:]))
    data = read_dataset(write(tmp_path, text))
    assert data.sample_names == ("s0", "s1", "s2") and np.array_equal(data.axis.values, AXIS)
    extended = [[*row, "", ""] for row in rows_cells()] + [[""] * 40] * 3
    data = read_dataset(write(tmp_path, table(extended, ";")))
    assert np.array_equal(data.spectra, SPECTRA) and data.missing == 0
    minus = "x;y\n" + "".join(f"{400 + k};−{k},5\n" for k in range(20))
    assert read_dataset(write(tmp_path, minus)).spectra[0, 3] == -3.5
    spaced = "x\ty\n" + "".join(f"1 {100 + k},25\t{k},5\n" for k in range(20))
    assert read_dataset(write(tmp_path, spaced, "a.txt")).axis.values[3] == 1103.25


def test_huge_files_are_refused_at_once(tmp_path):
    path = tmp_path / "huge.csv"
    with path.open("wb") as file:
        file.write(b"1,2\n")
        file.truncate(2_100_000_000)  # sparse: takes no room
    with pytest.raises(FileError, match="no format the program knows"):
        read_file(path)
    path = write(tmp_path, ",".join("1" for _ in range(1_000_000)) + "\n", "wide.csv")
    with pytest.raises(FileError, match="1000000 columns"):
        read_file(path)


def test_several_axes_side_by_side(tmp_path):
    """Pixel, wavelength, wavenumber and Raman shift in one table (as several Raman instruments write it)."""
    wave = np.linspace(535, 640, 80)
    rows = "".join(f"{k},{w:.4f},{1e7 / w:.4f},{1e7 / 532 - 1e7 / w:.4f},{900 + k},{100 + k % 7},{800 + k - k % 7}\n"
                   for k, w in enumerate(wave))
    head = "id,59de6c43\nlaserPower,100\nwl,532nm\nPixels,Wavelength,Wavenumbers,Raman_Shift,Raw_Data,Background_Data,"
    result = read_file(write(tmp_path, head + "Processed_Data\n" + rows))
    block = result.blocks[0]
    assert block.spectra.shape == (1, 80) and block.spectra[0, 3] == 800 and block.unit == "raman-shift"
    assert [c.title for c in result.choices] == ["Raw_Data", "Background_Data", "Processed_Data"]
    plain = "Pixel;Wavelength [nm];A;B\n" + "".join(f"{k};{w:.3f};{k % 9};{k % 5}\n" for k, w in enumerate(wave))
    data = read_dataset(write(tmp_path, plain))
    assert data.sample_names == ("A", "B") and data.axis.unit == "nm"


def test_raman_text_without_a_unit(tmp_path):
    shift = 1e7 / 785 - 1e7 / np.linspace(770, 1060, 200)
    lines = [f"{s:.4f}\t{100 + k % 11}.0\n" for k, s in enumerate(shift)]
    assert read_dataset(write(tmp_path, "".join(lines), "a.txt")).axis.unit == "raman-shift"
    falling = read_file(write(tmp_path, "#Wave\t\t#Intensity\n" + "".join(reversed(lines)), "b.txt")).blocks[0]
    assert falling.unit == "raman-shift" and falling.quantity == "intensity" and falling.names == ("b",)


def test_maps_as_long_tables_and_as_rows_with_positions(tmp_path):
    wave = np.linspace(1200, 400, 25)
    spectra = {(x, y): np.sin(wave / 60) + x + 2 * y for y in (0.0, 1.5) for x in (-3.0, 4.0, 5.0)}
    long = "#X\t#Y\t#Wave\t#Intensity\n" + "".join(
        f"{x}\t{y}\t{w:.4f}\t{v:.6f}\n" for (x, y), s in spectra.items() for w, v in zip(wave, s, strict=True))
    data = read_dataset(write(tmp_path, long, "a.txt"))
    assert data.spectra.shape == (6, 25) and data.sample_names[4] == "X 4, Y 1.5" and data.axis.unit == "raman-shift"
    assert np.allclose(data.spectra[4, ::-1], spectra[4.0, 1.5], atol=1e-6)
    rows = "\t\t" + "\t".join(f"{w:.4f}" for w in wave) + "\n" + "".join(
        f"{x}\t{y}\t" + "\t".join(f"{v:.6f}" for v in s) + "\n" for (x, y), s in spectra.items())
    data = read_dataset(write(tmp_path, rows, "b.txt"))
    assert data.spectra.shape == (6, 25) and data.sample_names[4] == "4.0, 1.5"


@pytest.mark.parametrize("text", [
    "In 2003, 15 samples were measured.\nThe values 1, 2, 3 and 4 follow.\n" + "More prose without any number.\n" * 30,
    "import numpy as np\n\nTABLE = (\n    1, 2, 3,\n    4, 5, 6,\n)\n" + "def f(x):\n    return x\n" * 20,
    "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n", '{"x": [1, 2, 3], "y": [4, 5, 6]}',
    "lot;kind;place;5\nA;ore;x;2\nB;ore;y;9\nA;slag;y;1\n"])
def test_text_that_is_no_spectra_is_refused(tmp_path, text):
    with pytest.raises(FileError):
        read_dataset(write(tmp_path, text, "a.txt"))
