"""Arrays of MATLAB files: sorted reference values are no axis, labels that are numbers are; properties are joined."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.io

from spectralign_gui.io.read import read_datasets, read_file


@pytest.fixture(scope="module")
def cases(shared):
    return {int(p.name.split("-")[0]): p for p in (shared / "cases").iterdir() if p.is_dir()}


def _spectra(n, p, seed=0):
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 1, p)
    u = np.sort(rng.uniform(0, 1, n))
    return np.outer(u, np.exp(-((t - 0.4) / 0.2) ** 2)) + 0.3 * t + 1e-3 * rng.normal(size=(n, p)), 5 + 10 * u


@pytest.mark.parametrize(("n", "p"), [(40, 20), (12, 60), (80, 30), (25, 25)])
@pytest.mark.parametrize("name", ["Y", "Cal_Y", "ref", "y_cal", "protein", "conc"])
def test_a_sorted_vector_of_reference_values_is_no_axis(tmp_path, n, p, name):
    X, y = _spectra(n, p)
    labels = np.array([f"{850 + 10 * k}" for k in range(p)])
    scipy.io.savemat(tmp_path / "a.mat", {"X": X, name: y[:, None], "VarLabels": labels})
    (data,) = read_datasets(tmp_path / "a.mat")
    assert data.spectra.shape == (n, p) and data.axis.values[0] == 850
    assert data.targets is not None and np.allclose(data.targets.values[:, 0], y)


@pytest.mark.parametrize("form", ["{}", "{} nm", "X{}"])
def test_saisir_structures(tmp_path, form):
    X, _ = _spectra(9, 30)
    names, labels = np.array([f"s{k}" for k in range(9)]), np.array([form.format(1100 + 4 * k) for k in range(30)])
    scipy.io.savemat(tmp_path / "a.mat", {"saisir": {"d": X, "i": names, "v": labels}})
    (data,) = read_datasets(tmp_path / "a.mat")
    assert data.spectra.shape == (9, 30) and data.axis.values[[0, -1]].tolist() == [1100, 1216]
    assert data.sample_names == tuple(names)


def test_31_sorted_references_of_two_sets(cases):
    cal, val = read_datasets(cases[31] / "seeds.mat")
    assert cal.spectra.shape == (40, 20) and val.spectra.shape == (25, 20)
    assert cal.axis.values[[0, -1]].tolist() == val.axis.values[[0, -1]].tolist() == [850, 1040]
    assert len(cal.targets) == 40 and len(val.targets) == 25


def test_32_properties_in_a_data_set_object(cases):
    result = read_file(cases[32] / "grain.mat")
    assert [b.spectra.shape for b in result.blocks] == [(4, 6), (4, 6)]
    assert all(b.targets is not None and b.targets.names == ("Water", "Fat") for b in result.blocks)
    assert any("propvals" in w for w in result.warnings)
