"""Axis units and quantities, point by point."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.core import DataError
from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.core.data.units import (
    PHYSICAL,
    convert_dataset_axis,
    convert_quantity,
    convert_values,
    declare_axis_unit,
    looks_like_percent,
)


def dataset(X, axis, **more):
    return SpectralDataset("A", np.asarray(X), axis, **more)


def test_case_11_wavenumbers_to_nm(shared):
    path = shared / "cases" / "11-cm1-to-nm-on-imported-axis" / "evenly_spaced_wavenumber.csv"
    table = np.loadtxt(path, delimiter=",", skiprows=1)[::-1]
    d = dataset(table[:, 1][None], Axis(table[:, 0], "cm-1", file_descending=True))
    nm = convert_dataset_axis(d, "nm")
    assert nm.axis.unit == "nm" and not nm.axis.file_descending
    assert np.allclose(nm.axis.values[[0, 3, 6]], [1250.0, 2162.162, 8000.0], atol=5e-4)
    assert np.array_equal(nm.spectra[0], table[::-1, 1]) and nm.spectra[0, 3] == 1.0
    assert np.ptp(np.diff(nm.axis.values)) > 1000, "not evenly spaced"
    back = convert_dataset_axis(nm, "cm-1")
    assert np.allclose(back.axis.values, d.axis.values, rtol=1e-14) and np.array_equal(back.spectra, d.spectra)


def test_closed_forms():
    assert convert_values(np.array([500.0]), "nm", "eV")[0] == pytest.approx(2.4796839686640053, rel=1e-14)
    assert convert_values(np.array([2.5]), "um", "nm")[0] == 2500.0
    assert convert_values(np.array([1.0]), "eV", "cm-1")[0] == pytest.approx(8065.543937, rel=1e-9)
    assert convert_values(np.array([546.1]), "nm", "raman-shift", 532.0)[0] == pytest.approx(1e7 / 532 - 1e7 / 546.1)
    assert convert_values(np.array([0.0]), "raman-shift", "nm", 785.0)[0] == pytest.approx(785.0)


@given(st.sampled_from(PHYSICAL), st.sampled_from(PHYSICAL), st.integers(0, 999))
def test_there_and_back(unit, to, seed):
    nm = np.sort(np.random.default_rng(seed).uniform(790, 2500, 12))
    x = convert_values(nm, "nm", unit, 785.0)
    assert np.allclose(convert_values(convert_values(x, unit, to, 785.0), to, unit, 785.0), x, rtol=1e-11)
    d = dataset(np.arange(12.0)[None], Axis(np.sort(x), unit, laser_nm=785.0))
    there = convert_dataset_axis(d, to)
    again = convert_dataset_axis(there, unit)
    assert np.array_equal(again.spectra, d.spectra) and np.allclose(again.axis.values, d.axis.values, rtol=1e-11)
    assert again.axis.laser_nm == 785.0


@pytest.mark.parametrize("unit,to,words", [
    ("channel", "nm", "only wavelengths"), ("nm", "unknown", "only wavelengths"),
    ("nm", "raman-shift", "laser line"), ("nm", "furlong", "unknown axis unit")])
def test_refusals_name_the_reason(unit, to, words):
    with pytest.raises(DataError, match=words):
        convert_dataset_axis(dataset([[1.0, 2.0]], Axis([1.0, 2.0], unit)), to)


def test_positions_without_counterpart():
    with pytest.raises(DataError, match=r"A: the position 0 cm⁻¹ \(channel 1\) has no counterpart in nm"):
        convert_dataset_axis(dataset([[1.0, 2.0]], Axis([0.0, 2.0], "cm-1")), "nm")


def test_declaring_the_unit_changes_no_number():
    d = declare_axis_unit(dataset([[1.0, 2.0]], Axis([5.0, 6.0])), "raman-shift", 532.0)
    assert d.axis.unit == "raman-shift" and d.axis.laser_nm == 532.0 and np.array_equal(d.axis.values, [5, 6])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("quantity", ["reflectance", "transmittance"])
def test_absorbance_there_and_back(quantity, dtype):
    X = np.random.default_rng(0).uniform(0.01, 1, (3, 5)).astype(dtype)
    d = dataset(X, Axis(np.arange(1.0, 6)), quantity=quantity)
    a = convert_quantity(d, "absorbance")
    assert a.quantity == "absorbance" and a.spectra.dtype == dtype and not a.warnings
    assert np.allclose(a.spectra, -np.log10(X))
    assert np.allclose(convert_quantity(a, quantity).spectra, X, rtol=1e-5 if dtype == np.float32 else 1e-13)
    other = {"reflectance": "transmittance", "transmittance": "reflectance"}[quantity]
    with pytest.raises(DataError, match=f"computed from {quantity}"):
        convert_quantity(a, other)
    with pytest.raises(DataError, match="different measurements"):
        convert_quantity(d, other)


def test_percent_and_values_without_absorbance():
    X = np.array([[50.0, 100.0, 0.0], [10.0, np.nan, 1.0]])
    assert looks_like_percent(X) and not looks_like_percent(X / 100)
    a = convert_quantity(dataset(X, Axis([1.0, 2, 3]), quantity="reflectance"), "absorbance")
    assert np.allclose(a.spectra, [[0.30103, 0, np.nan], [1, np.nan, 2]], atol=1e-5, equal_nan=True)
    assert len(a.warnings) == 2 and "percent" in a.warnings[0] and "1 are now missing" in a.warnings[1]
    b = convert_quantity(dataset(X, Axis([1.0, 2, 3]), quantity="reflectance"), "absorbance", percent=False)
    assert b.spectra[0, 1] == -2.0


def test_counts_need_a_reference():
    with pytest.raises(DataError, match="A: counts cannot be converted to reflectance: this needs the spectrum of a"):
        convert_quantity(dataset([[1.0, 2]], Axis([1.0, 2]), quantity="counts"), "reflectance")
    with pytest.raises(DataError, match="give it first"):
        convert_quantity(dataset([[1.0, 2]], Axis([1.0, 2])), "absorbance")
