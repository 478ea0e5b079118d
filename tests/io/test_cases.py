"""Known troubles of other programs' readers, each with the right outcome."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.batch import read_many
from spectralign_gui.io.info import describe_file
from spectralign_gui.io.read import read_dataset, read_datasets, read_file


@pytest.fixture(scope="module")
def cases(shared):
    return {int(p.name.split("-")[0]): p for p in (shared / "cases").iterdir() if p.is_dir()}


def test_01_a_foreign_spc_is_refused_by_name_and_its_neighbour_loads(cases):
    batch = read_many([cases[1] / "foreign.spc", cases[1] / "good_neighbour.csv"])
    assert len(batch.failures) == 1 and "0x28" in batch.failures[0].reason and ".spc" in batch.failures[0].reason
    assert [r.path.endswith("good_neighbour.csv") for r in batch.results] == [True]


def test_03_old_spc_with_swapped_words(cases):
    data = read_dataset(cases[3] / "old.spc")
    assert data.spectra.shape == (1, 651) and np.allclose(np.diff(data.axis.values), 4)
    assert data.axis.values[[0, -1]].tolist() == [600, 3200]
    assert data.spectra.max() == pytest.approx(1.4) and data.axis.values[data.spectra[0].argmax()] == 2900


def test_05_comments_inside_packed_data(cases):
    data = read_dataset(cases[5] / "comment.jdx")
    assert data.spectra[0].tolist() == [10, 11, 13, 13, 13, 12] and data.axis.values.tolist() == list(range(100, 106))


def test_07_decimal_comma_in_jcamp_pairs(cases):
    data = read_dataset(cases[7] / "comma.jdx")
    assert np.allclose(data.axis.values, [176.36, 176.56, 176.76, 176.96])
    assert data.spectra[0].tolist() == [10.5, 11.25, 12.0, 13.75]


def test_09_opus_gives_the_result_block(cases, shared):
    for name, points, first, last, y0 in (("issue81_A1.1.0", 1866, 3996.58, 399.27, 0.04314774),
                                          ("MMP_2107_Test1.001", 1899, 11540, 3948, 0.07139988)):
        spectrum = describe_file(shared / "corpus" / "opus" / name)["spectra"][0]
        assert spectrum["channels"] == points and spectrum["intensity_first3"][0] == pytest.approx(y0, rel=1e-6)
        assert (spectrum["axis_first"], spectrum["axis_last"]) == (
            pytest.approx(first, abs=0.01), pytest.approx(last, abs=0.01))
    reflectance = describe_file(shared / "corpus" / "opus" / "test_spectra.0")
    assert reflectance["spectra"][0]["quantity"] == "reflectance"
    assert [c["value"] for c in reflectance["choices"]] == ["r", "sm", "rf"]
    other = read_file(shared / "corpus" / "opus" / "test_spectra.0", block="sm")
    assert other.blocks[0].quantity == "intensity"


def test_11_wavenumbers_load_in_file_order(cases):
    found = describe_file(cases[11] / "evenly_spaced_wavenumber.csv")["spectra"][0]
    assert (found["axis_first"], found["axis_unit"], found["quantity"]) == (8000, "cm-1", "absorbance")
    block = read_file(cases[11] / "evenly_spaced_wavenumber.csv").blocks[0]
    nm = 1e7 / block.axis
    assert nm[0] == pytest.approx(1250) and nm[-1] == pytest.approx(8000) and pytest.approx(
        nm[np.argmin(abs(block.axis - 4625))], abs=1e-3) == 2162.162


def test_13_nearly_equal_lengths_load_apart_and_are_told(cases):
    batch = read_many(sorted(cases[13].glob("*.csv")))
    assert sorted(r.blocks[0].spectra.shape[1] for r in batch.results) == [699, 700, 701]
    groups = batch.group()
    assert len(groups) == 3  # not cut to one length
    assert any("699" in n and "700" in n and "701" in n for n in batch.notes)


def test_15_encoding_does_not_depend_on_the_computer(cases):
    for name in ("cp1252.txt", "utf16.txt", "utf8.txt"):
        data = read_dataset(cases[15] / name)
        assert data.axis.values.tolist() == [1, 2, 3, 4, 5] and data.spectra[0].tolist() == [1, 4, 9, 16, 25]
        assert "µm" in data.metadata["header"] and "°C" in data.metadata["header"]


def test_17_axis_and_data_of_different_length_are_not_paired(cases):
    with pytest.raises(FileError, match=r"4711 .*1024"):
        read_file(cases[17] / "glued.h5")


def test_19_overlapping_detectors(cases):
    path = cases[19] / "overlap.txt"
    result = read_file(path)
    back = int(np.flatnonzero(np.diff(result.blocks[0].axis) < 0)[0]) + 1
    assert any(f"channel {back + 1}" in w for w in describe_file(path)["warnings"])
    first, second = read_datasets(path, axis="split")
    assert len(first.axis) == back and len(first.axis) + len(second.axis) == len(result.blocks[0].axis)
    spliced = read_dataset(path, axis="splice")
    assert np.count_nonzero(np.abs(np.diff(spliced.spectra[0])) > 1e-9) <= 1
    kept = read_dataset(path)
    assert np.array_equal(kept.spectra[0], result.blocks[0].spectra[0]) and kept.axis.unit == "channel"


@pytest.mark.parametrize("name", ["classic_560.spa", "paradigm_1584.spa"])
def test_21_spa_blocks_are_found_by_the_directory(cases, name):
    data = read_dataset(cases[21] / name)
    assert data.spectra.shape == (1, 651) and data.axis.file_descending
    assert data.axis.values[[0, -1]].tolist() == [600, 3200]
    assert data.spectra.max() == pytest.approx(1.4) and data.axis.values[data.spectra[0].argmax()] == 2900


def test_23_one_file_with_two_axes(cases):
    blocks = read_file(cases[23] / "two_blocks.jdx").blocks
    assert [b.axis.tolist() for b in blocks] == [[100, 101, 102, 103, 104], [200, 202, 204, 206]]


def test_25_same_length_with_another_calibration_is_not_merged(cases):
    batch = read_many([cases[25] / "A.csv", cases[25] / "B.csv"])
    assert len(batch.group()) == 2
    assert any("2" in n and "differ" in n for n in batch.notes)


def test_27_matlab_73_is_not_transposed(cases):
    data = read_dataset(cases[27] / "v73.mat")
    assert data.spectra.shape == (3, 5) and data.axis.values.tolist() == [1100, 1102, 1104, 1106, 1108]


def test_29_squeezed_e_is_no_exponent(cases):
    data = read_dataset(cases[29] / "sqz_e.jdx")
    assert data.axis.values.tolist() == [400, 401, 402] and data.spectra[0].tolist() == [5, 15, 25]
