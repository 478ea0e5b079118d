"""What is written is read back equal, by our readers and by those of others."""

import csv

import h5py
import jcamp
import numpy as np
import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.io import loadmat, savemat

from spectralign_gui.core import FileError
from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.data.repeats import average_repeats
from spectralign_gui.io.hdf5 import read_instruments
from spectralign_gui.io.read import read_datasets
from spectralign_gui.io.readers._own_matlab import own_blocks
from spectralign_gui.io.writers import formats, write, writer_for
from spectralign_gui.io.writers.jcamp import decimal, evenly_spaced
from spectralign_gui.io.writers.xlsx import _sheet_name

OWN = ("h5", "csv", "xlsx", "mat", "jdx")
"""Endings that this test reads back with our own readers."""


def make(name="NIR 1", n=4, p=120, dtype=np.float64, even=True, seed=0, quantity="absorbance", unit="nm", **more):
    rng = np.random.default_rng(seed)
    x = np.linspace(1100, 1100 + 2 * (p - 1), p) if even else 1100 + np.cumsum(rng.uniform(0.5, 3, p))
    X = (0.5 + 0.3 * np.sin(x / 40) + rng.uniform(0, 0.2, (n, 1)) + 1e-3 * rng.normal(size=(n, p))).astype(dtype)
    more.setdefault("targets", Targets(("Moisture", "Oil"), rng.uniform(1, 9, (n, 2)), ("%", "")))
    more.setdefault("groups", tuple("gh"[k % 2] for k in range(n)))
    return SpectralDataset(name, X, Axis(x, unit), tuple(f"sample {k + 1}" for k in range(n)), quantity, **more)


def back(path):
    return list(read_datasets(path))


def same(a, b, properties=True):
    assert np.array_equal(a.axis.values, b.axis.values) and a.axis.unit == b.axis.unit
    assert np.array_equal(b.spectra.astype(a.spectra.dtype), a.spectra, equal_nan=True)
    assert a.sample_names == b.sample_names and a.quantity == b.quantity
    if properties:
        assert np.array_equal(a.targets.values, b.targets.values, equal_nan=True) and a.groups == b.groups
        for ours, theirs in zip(a.targets.names, b.targets.names, strict=True):
            assert theirs.startswith(ours)


@pytest.mark.parametrize("ending", OWN)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("even", [True, False])
def test_our_readers_read_it_back_equal(tmp_path, ending, dtype, even):
    d = make(dtype=dtype, even=even)
    path = write(d, tmp_path / f"out.{ending}")
    (read,) = back(path)
    same(d, read)


@pytest.mark.parametrize("ending", OWN)
def test_missing_values_come_back_missing(tmp_path, ending):
    d = make()
    X = np.array(d.spectra)
    X[0, 3:6] = X[2, 0] = X[3, -1] = np.nan
    values = np.array(d.targets.values)
    values[1, 0] = np.nan
    d = d.with_(spectra=X, targets=Targets(d.targets.names, values))
    (read,) = back(write(d, tmp_path / f"out.{ending}"))
    same(d, read)


@pytest.mark.parametrize("unit", ["nm", "um", "cm-1", "raman-shift", "eV", "channel"])
@pytest.mark.parametrize("ending", OWN)
def test_units_and_quantities_come_back(tmp_path, ending, unit):
    d = make(unit=unit, quantity="reflectance")
    if unit == "raman-shift":
        d = d.with_(axis=Axis(d.axis.values, unit, laser_nm=532.0))
    (read,) = back(write(d, tmp_path / f"out.{ending}"))
    same(d, read)
    assert read.axis.laser_nm == d.axis.laser_nm


@pytest.mark.parametrize("ending", ["h5", "xlsx"])
def test_several_instruments_in_one_file(tmp_path, ending):
    sets = [make("A/1"), make("B", n=3, p=90, even=False, seed=1), make("a:1", seed=2)]
    read = back(write(sets, tmp_path / f"out.{ending}"))
    assert len(read) == 3
    for ours, theirs in zip(sets, read, strict=True):
        same(ours, theirs)


def test_csv_as_others_read_it(tmp_path):
    d = make(dtype=np.float32).with_(sample_names=("a, b", 'c "d"', "ä µ", "x\ny"))
    path = write(d, tmp_path / "out.csv")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[:3] == ["# instrument: NIR 1", "# axis unit: nm", "# quantity: absorbance"]
    rows = list(csv.reader(lines[3:]))
    assert rows[0][:4] == ["sample", "group", "Moisture (%)", "Oil"] and [r[0] for r in rows[1:]] == [
        "a, b", 'c "d"', "ä µ", "x y"]
    assert np.array_equal(np.array(rows[0][4:], float), d.axis.values)
    assert np.array_equal(np.array([r[4:] for r in rows[1:]], np.float32), d.spectra)
    plain = d.with_(targets=None, groups=None, sample_names=("a", "b", "c", "e"))
    numbers = np.genfromtxt(write(plain, tmp_path / "plain.csv"), delimiter=",", comments="#")
    assert np.array_equal(numbers[1:, 1:].astype(np.float32), d.spectra)


def test_csv_of_several_data_sets(tmp_path):
    a, b = make("A"), make("B", n=2, seed=1, quantity="reflectance").with_(groups=None, targets=None)
    rows = list(csv.reader(write([a, b], tmp_path / "out.csv").read_text().splitlines()[1:]))
    assert rows[0][:5] == ["sample", "instrument", "group", "Moisture (%)", "Oil"]
    assert [r[1] for r in rows[1:]] == list("AAAABB") and rows[5][2:5] == ["", "", ""]
    with pytest.raises(FileError, match=r"a CSV file holds one axis, but A has 120 channels .* and C 90"):
        write([a, make("C", p=90)], tmp_path / "two.csv")
    assert not (tmp_path / "two.csv").exists()


def test_xlsx_as_openpyxl_reads_it(tmp_path):
    d = make()
    X = np.array(d.spectra)
    X[0, 0] = np.nan
    X[1, 1] = 0.1 + 0.2
    d = d.with_(spectra=X)
    rows = list(openpyxl.load_workbook(write(d, tmp_path / "out.xlsx"))["NIR 1"].iter_rows(values_only=True))
    assert rows[1][:2] == ("# axis unit", "nm") and rows[3][:4] == ("sample", "group", "Moisture (%)", "Oil")
    assert np.array_equal(np.array(rows[3][4:], float), d.axis.values)
    table = np.array([r[4:] for r in rows[4:]], dtype=float)
    assert np.array_equal(table, d.spectra, equal_nan=True), "all digits, not 16"
    assert [r[0] for r in rows[4:]] == list(d.sample_names)


def test_xlsx_with_more_channels_than_columns(tmp_path):
    d = make(n=3, p=17000)
    path = write(d, tmp_path / "out.xlsx")
    book = openpyxl.load_workbook(path, read_only=True)
    assert book.sheetnames == ["NIR 1", "NIR 1 samples"]
    rows = list(book["NIR 1"].iter_rows(min_row=5, values_only=True))
    assert np.array_equal(np.array([r[1:] for r in rows], float).T, d.spectra)
    assert next(iter(book["NIR 1 samples"].iter_rows(min_row=2, values_only=True)))[0] == "sample 1"
    with pytest.raises(FileError, match="more than an Excel sheet holds"):
        write(SpectralDataset("big", np.broadcast_to(np.float32(1), (17000, 17000)), Axis(np.arange(17000.0))),
              tmp_path / "big.xlsx")


def test_matlab_as_scipy_reads_it(tmp_path):
    d = make(dtype=np.float32)
    content = loadmat(write(d, tmp_path / "out.mat"))
    assert content["spectra"].dtype == np.float32 and np.array_equal(content["spectra"], d.spectra)
    assert np.array_equal(content["axis"][0], d.axis.values) and content["axis_unit"][0] == "nm"
    assert [str(c[0]) for c in content["sample_names"][:, 0]] == list(d.sample_names)
    assert np.array_equal(content["targets"], d.targets.values) and content["quantity"][0] == "absorbance"
    several = loadmat(write([make("NIR 1"), make("2-b", n=2), make("NIR-1", n=3)], tmp_path / "three.mat"),
                      simplify_cells=True)
    assert {"NIR_1", "x2_b", "NIR_1_2"} <= set(several) and several["x2_b"]["spectra"].shape == (2, 120)
    assert several["NIR_1_2"]["instrument"] == "NIR-1"


def test_our_own_matlab_layout_is_recognised_exactly(tmp_path):
    one = make(n=1, p=40, unit="raman-shift").with_(sample_names=("",))
    one = one.with_(axis=Axis(one.axis.values, "raman-shift", laser_nm=785.0), targets=None, groups=None)
    many = make(dtype=np.float32)
    for sets in ([one], [many], [one, many, make("C", n=2, p=2, seed=4)]):
        blocks = own_blocks(loadmat(write(sets, tmp_path / "out.mat", overwrite=True)))
        assert len(blocks) == len(sets)
        for d, b in zip(sets, blocks, strict=True):
            assert np.array_equal(b.spectra, d.spectra) and b.spectra.dtype == d.spectra.dtype
            assert np.array_equal(b.axis, d.axis.values) and (b.unit, b.quantity) == (d.axis.unit, d.quantity)
            assert b.names == d.sample_names and b.groups == d.groups and b.laser_nm == d.axis.laser_nm
            assert (b.targets is None) == (d.targets is None) and b.label == d.name
            if d.targets is not None:
                assert np.array_equal(b.targets.values, d.targets.values) and b.targets.names == d.targets.names
    savemat(tmp_path / "other.mat", {"spectra": np.ones((3, 4)), "axis": np.arange(4.0)})
    assert own_blocks(loadmat(tmp_path / "other.mat")) is None


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("even", [True, False])
def test_jcamp_as_the_jcamp_package_reads_it(tmp_path, even, dtype, capsys):
    d = make(even=even, dtype=dtype)
    d = d.with_(spectra=np.array(d.spectra) - np.array(0.6, dtype), axis=Axis(d.axis.values, "nm", not even))
    found = jcamp.readfile(write(d, tmp_path / "out.jdx"))
    assert found["blocks"] == 5 and len(found["children"]) == 4
    turn = slice(None, None, -1 if d.axis.file_descending else 1)
    for row, child in enumerate(found["children"]):
        assert child["title"] == d.sample_names[row] and child["npoints"] == 120 and child["yunits"] == "ABSORBANCE"
        assert np.allclose(child["x"][turn], d.axis.values, rtol=1e-14)
        assert np.array_equal(child["y"][turn].astype(dtype), d.spectra[row])
        assert child["$property 1"].startswith(f'["Moisture", {float(d.targets.values[row, 0])!r}')
    single = jcamp.readfile(write(d.take([2]), tmp_path / "one.jdx"))
    assert np.array_equal(single["y"][turn].astype(dtype), d.spectra[2]) and single["xunits"] == "NANOMETERS"
    assert "failed" not in capsys.readouterr().out, "its checks found nothing wrong"


def test_jcamp_lines_and_missing_values(tmp_path):
    d = make(n=1, p=200)
    X = np.array(d.spectra)
    X[0, 5] = np.nan
    text = write(d.with_(spectra=X * 1e-7), tmp_path / "out.jdx").read_text()
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80 and " ? " in text
    data = lines[lines.index("##XYDATA=(X++(Y..Y))") + 1:-1]
    assert not any(c.isalpha() for line in data for c in line), "no exponent: an E is a squeezed digit"
    assert decimal(1e-12) == "0.000000000001" and decimal(1e15) == "1000000000000000"
    assert evenly_spaced(np.linspace(400, 4000, 1801)) and not evenly_spaced(np.geomspace(400, 4000, 50))


def test_hdf5_keeps_the_spread_of_averaged_repeats(tmp_path):
    d = average_repeats(make(n=6), [(0, 1), (2, 3, 4), (5,)])
    with h5py.File(write(d, tmp_path / "out.h5")) as file:
        (read,) = read_instruments(file)
    same(d, read)
    assert np.array_equal(read.spread, d.spread, equal_nan=True) and read.repeats == (2, 3, 1)


def test_hdf5_as_h5py_reads_it(tmp_path):
    d = make()
    with h5py.File(write(d, tmp_path / "out.h5")) as file:
        (group,) = file["instruments"].values()
        assert np.array_equal(group["spectra"], d.spectra) and group["axis"].attrs["unit"] == "nm"


def test_nothing_is_overwritten_unasked_and_nothing_half_written(tmp_path):
    d = make()
    path = write(d, tmp_path / "out.csv")
    before = path.read_bytes()
    with pytest.raises(FileError, match=r"out\.csv already exists"):
        write(d.take([0]), path)
    with pytest.raises(FileError, match="one axis"):
        write([d, make("B", p=80)], path, overwrite=True)
    assert path.read_bytes() == before and sorted(p.name for p in tmp_path.iterdir()) == ["out.csv"]
    write(d.take([0]), path, overwrite=True)
    assert path.read_bytes() != before
    with pytest.raises(FileError, match="no spectra to write"):
        write([], tmp_path / "none.csv")
    with pytest.raises(FileError, match="could not be saved"):
        write(d, tmp_path / "no such folder" / "out.csv")


def test_the_format_is_known_by_ending_or_name(tmp_path):
    assert {w.suffixes[0] for w in formats().values()} == {".h5", ".csv", ".xlsx", ".mat", ".jdx"}
    assert writer_for("a.JDX").name == "jcamp" and writer_for("a.txt", "csv").name == "csv"
    assert writer_for("a", ".xlsx").name == "xlsx" and writer_for("a", "hdf5").name == "hdf5"
    for name, given_format in (("a.doc", None), ("a", None), ("a.csv", "pdf")):
        with pytest.raises(FileError, match=r"\.h5, \.csv" if given_format is None else "format 'pdf' cannot"):
            writer_for(name, given_format)


def test_sheet_names():
    taken = set()
    long = "x" * 40
    assert [_sheet_name(n, taken) for n in ("a/b", "A-B", "", long, long, "History")] == [
        "a-b", "A-B-2", "spectra", "x" * 31, "x" * 29 + "-2", "history-"]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10 ** 6), st.integers(2, 6), st.integers(8, 40), st.floats(-6, 6), st.booleans(),
       st.sampled_from(["csv", "xlsx"]))
def test_any_numbers_come_back(tmp_path, seed, n, p, power, single, ending):
    """Whatever the size of the numbers, whatever the axis."""
    rng = np.random.default_rng(seed)
    X = (rng.normal(size=(n, p)) * 10.0 ** power).astype(np.float32 if single else np.float64)
    x = rng.uniform(300, 900) + np.cumsum(rng.uniform(0.2, 3, p))
    d = SpectralDataset("A", X, Axis(x, "nm"), tuple(f"s{k}" for k in range(n)), "counts")
    (read,) = back(write(d, tmp_path / f"any.{ending}", overwrite=True))
    same(d, read, properties=False)
