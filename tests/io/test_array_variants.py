"""MATLAB, HDF5, netCDF and spreadsheets with what their conventions allow: fills, ranges, unsigned, short rows."""

from __future__ import annotations

import io

import h5py
import numpy as np
import openpyxl
import pytest
from scipy.io import netcdf_file, savemat

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
