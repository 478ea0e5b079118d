"""Spectra in one file and reference values in another beside it, as nirs4all keeps them."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.batch import find_files, read_many
from spectralign_gui.io.read import read_file

AXIS = np.arange(1100.0, 1500.0, 4.0)


def spectra(n, seed=0):
    rng = np.random.default_rng(seed)
    peaks = np.exp(-0.5 * ((AXIS - rng.uniform(1150, 1450, (n, 1))) / 40) ** 2)
    return 0.4 + peaks + rng.normal(0, 1e-3, peaks.shape)


def write(path, rows, titles=(), mark=";"):
    lines = [mark.join(titles)] if titles else []
    path.write_text("\n".join([*lines, *(mark.join(map(str, r)) for r in rows)]) + "\n")


@pytest.mark.parametrize("names", [("Xcal", "Ycal", "Mcal"), ("X_train", "Y_train", "M_train"),
                                   ("train_x", "train_y", "train_m"), ("xtest", "ytest", "mtest")])
@pytest.mark.parametrize("headed", [True, False])
@pytest.mark.parametrize("mark", [";", ","])
def test_values_and_names_are_joined(tmp_path, names, headed, mark):
    x, y = spectra(15), np.random.default_rng(1).normal(12, 1, 15)
    write(tmp_path / f"{names[0]}.csv", x.tolist(), [f"{a:g}" for a in AXIS], mark)
    write(tmp_path / f"{names[1]}.csv", y[:, None].tolist(), ["protein"] if headed else (), mark)
    write(tmp_path / f"{names[2]}.csv", [[f"leaf {k}", "2021"] for k in range(15)], ["id", "year"], mark)
    found = find_files([tmp_path])
    assert [p.name for p in found] == [f"{names[0]}.csv"]
    block = read_file(found[0]).blocks[0]
    assert np.array_equal(block.spectra, x) and np.array_equal(block.axis, AXIS)
    assert np.array_equal(block.targets.values[:, 0], y) and block.names == tuple(f"leaf {k}" for k in range(15))
    assert block.targets.names == (("protein",) if headed else (names[1],))


def test_calibration_and_validation_are_two_sets(tmp_path):
    for part, n in (("cal", 15), ("val", 6)):
        write(tmp_path / f"X{part}.csv", spectra(n).tolist(), [f"{a:g}" for a in AXIS])
        write(tmp_path / f"Y{part}.csv", np.arange(2.0 * n).reshape(n, 2).tolist(), ["fat", "water"])
    batch = read_many([tmp_path])
    assert sorted(len(r.blocks[0].spectra) for r in batch.results) == [6, 15] and not batch.failures
    assert all(r.blocks[0].targets.names == ("fat", "water") for r in batch.results)


def test_classes_become_groups(tmp_path):
    write(tmp_path / "Xcal.csv", spectra(6).tolist(), [f"{a:g}" for a in AXIS])
    write(tmp_path / "Ycal.csv", [["A"], ["B"]] * 3, ["kind"])
    assert read_file(tmp_path / "Xcal.csv").blocks[0].groups == ("A", "B") * 3


def test_different_numbers_of_rows_are_named(tmp_path):
    write(tmp_path / "Xcal.csv", spectra(6).tolist(), [f"{a:g}" for a in AXIS])
    write(tmp_path / "Ycal.csv", [[1.5]] * 5, ["fat"])
    with pytest.raises(FileError, match=r"6 spectra, but Ycal\.csv beside it has 5 rows"):
        read_file(tmp_path / "Xcal.csv")


def test_alone_each_is_read_as_before(tmp_path):
    write(tmp_path / "Xcal.csv", spectra(6).tolist(), [f"{a:g}" for a in AXIS])
    assert read_file(tmp_path / "Xcal.csv").format == "text"
    write(tmp_path / "Ymore.csv", [[1.5, 2.5]] * 5, ["fat", "water"])
    assert [p.name for p in find_files([tmp_path])] == ["Xcal.csv", "Ymore.csv"]
