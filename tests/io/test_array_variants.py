"""MATLAB, HDF5, netCDF and spreadsheets with what their conventions allow: fills, ranges, unsigned, short rows."""

from __future__ import annotations

import io

import h5py
import numpy as np
import openpyxl
import pytest
from scipy.io import netcdf_file, savemat

from benchmarks.mutations import mutate
from spectralign_gui.core.errors import FileError
from spectralign_gui.io.read import read_file

pytestmark = pytest.mark.filterwarnings("error")

X = np.round(np.linspace(1100, 2500, 64), 2)
Y = np.random.default_rng(0).random((5, 64))
GAP = np.where(np.arange(Y.size).reshape(Y.shape) == 3, np.nan, Y)


def same(result, y=Y, unit="nm", tolerance=1e-9):
    (block,) = result.blocks
    np.testing.assert_allclose(block.axis, X)
    np.testing.assert_allclose(block.spectra, y, atol=tolerance)
    assert block.unit == unit


def netcdf(path, raw, kind="f8", units="nm", **attributes):
    with netcdf_file(path, "w") as file:
        file.createDimension("sample", 5)
        file.createDimension("wavelength", 64)
        axis = file.createVariable("wavelength", "f8", ("wavelength",))
        axis[:], axis.units = X, units
        values = file.createVariable("reflectance", kind, ("sample", "wavelength"))
        values[:] = raw
        for name, value in attributes.items():
            setattr(values, name, value)
    return path


def filled(value, values=Y):
    out = values.copy()
    out.flat[3] = value
    return out


def test_netcdf_conventions(tmp_path):
    path = tmp_path / "a.nc"
    same(read_file(netcdf(path, filled(9.969209968386869e36))), GAP)
    same(read_file(netcdf(path, filled(7.0), valid_range=np.array([0.0, 5.0]))), GAP)
    same(read_file(netcdf(path, filled(-3.0), valid_min=np.float64(0))), GAP)
    packed = np.round(Y * 250).astype("u1").view("i1")
    same(read_file(netcdf(path, packed, "i1", _Unsigned="true", scale_factor=np.float64(1 / 250))), Y, tolerance=0.003)
    same(read_file(netcdf(path, Y, units="m")), unit="unknown")


def test_an_array_called_wavelength(tmp_path):
    path = tmp_path / "a.h5"
    with h5py.File(path, "w") as file:
        file["spectra"], file["wavelength"] = Y, X
    same(read_file(path))


def test_matlab_level_4(tmp_path):
    path = tmp_path / "a.mat"
    savemat(path, {"X": Y, "wavelength": X}, format="4")
    same(read_file(path))


def test_a_row_that_ends_early_is_told(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["Sample", *X.tolist()])
    for name, row in zip("abcde", Y.tolist(), strict=True):
        book.active.append([name, *(row[:20] if name == "c" else row)])
    stream = io.BytesIO()
    book.save(stream)
    path = tmp_path / "a.xlsx"
    path.write_bytes(stream.getvalue())
    result = read_file(path)
    assert np.isnan(result.blocks[0].spectra[2, 20:]).all()
    assert any("c has values in its first 20 of 64 channels only" in w for w in result.warnings)


@pytest.mark.parametrize("compressed", [False, True])
def test_damaged_matlab_files_never_reach_compiled_code(tmp_path, compressed):
    """A count, type or size changed anywhere gives data or one sentence; scipy's parser would crash."""
    cells = np.empty((1, 2), dtype=object)
    cells[0, 0], cells[0, 1] = np.c_[X, Y[0]], np.c_[X[:9], Y[0, :9]]
    content = {"c": cells, "s": {"names": np.array(["a", "bb"], dtype=object), "d": Y[:, :3]}, "t": "text", "e": []}
    stream = io.BytesIO()
    savemat(stream, content, do_compression=compressed)
    whole = bytearray(stream.getvalue())
    path = tmp_path / "a.mat"
    path.write_bytes(whole)
    assert len(read_file(path).blocks) == 2
    # benchmarks/fuzz_readers.py damages far more
    first, last = range(124, 330, 2), range(len(whole) - 900, len(whole), 3)
    places = [*first, *last] if not compressed else range(124, 400, 2)
    refused = 0
    for at in places:
        for value in (0xFF, whole[at] ^ 0x10):
            damaged = bytearray(whole)
            damaged[at] = value
            path.write_bytes(damaged)
            try:
                read_file(path)
            except FileError as error:
                refused += 1
                assert "\n" not in str(error)
    assert refused > 50


@pytest.mark.parametrize("seed", [2566, 2736])
def test_damage_that_ended_the_program(shared, tmp_path, seed):
    content = next((shared / "corpus").rglob("cell_of_spectra_ragged.mat")).read_bytes()
    path = tmp_path / "a.mat"
    path.write_bytes(mutate(content, seed)[0])
    with pytest.raises(FileError, match="damaged"):
        read_file(path)


def test_an_envi_header_cut_within_a_list(tmp_path):
    header = "ENVI\nsamples = 64\nlines = 5\nbands = 1\nheader offset = 0\nfile type = ENVI Spectral Library\n" \
             "data type = 4\ninterleave = bsq\nbyte order = 0\nwavelength units = Nanometers\nwavelength = {\n"
    path = tmp_path / "a.hdr"
    path.with_suffix(".sli").write_bytes(Y.astype("<f4").tobytes())
    path.write_text(header + ",\n".join(map(str, X)) + "}\n")
    same(read_file(path), tolerance=1e-6)
    path.write_text(header + ",\n".join(map(str, X[:40])))
    with pytest.raises(FileError, match="cut off in the list of wavelength"):
        read_file(path)
