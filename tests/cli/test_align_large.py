"""Large files are aligned as float32, half the memory: the same result as that of the ordinary way."""

from __future__ import annotations

import h5py
import numpy as np
import pytest

from spectralign_gui.commands._session import read_one
from spectralign_gui.core.measures import outliers
from spectralign_gui.core.measures.outliers import OutlierModel
from spectralign_gui.io.blocks import opening
from spectralign_gui.io.hdf5 import read_hdf5
from spectralign_gui.io.model_file import load_model
from spectralign_gui.io.read import read_dataset

AXIS = np.linspace(1100.0, 1300.0, 40)


def spectra_of(n, gain, noise, seed):
    latent = np.random.default_rng(1).random((n, 4))
    bands = np.array([np.exp(-(((AXIS - c) / 25) ** 2)) for c in (1130, 1170, 1220, 1260)])
    noises = noise * np.random.default_rng(seed).normal(size=(n, 40))
    return (0.3 + gain * latent @ bands + noises).astype(np.float32)


@pytest.fixture
def large(tmp_path):
    """Two HDF5 files of 90 and 80 spectra, 30 standards."""
    for name, n, gain in (("A", 90, 1.0), ("B", 80, 1.1)):
        with h5py.File(tmp_path / f"{name}.h5", "w") as file:
            file["wavelength"] = AXIS
            file["wavelength"].attrs["units"] = "nm"
            file["spectra"] = spectra_of(90, gain, 0.003, n)[:n]
    (tmp_path / "pairs.csv").write_text("A,B\n" + "".join(f"#{i},#{i}\n" for i in range(1, 31)))
    return tmp_path


@pytest.mark.parametrize("method", ["lra", "pls", "cca", "ma-linear", "klra", "pds"])
def test_the_same_result(call, large, monkeypatch, method):
    found = []
    for way in ("whole", "blocks"):
        if way == "blocks":
            monkeypatch.setattr(opening, "LARGE", 0)
        out = large / f"{way}.h5"
        code, _, errors = call("align", large / "A.h5", large / "B.h5", "--pairs", large / "pairs.csv", "--method",
                               method, "--output", out)
        assert code == 0, errors
        model = load_model(out)
        new = read_dataset(large / "B.h5")
        found.append((errors, model.to_spectra(new, "B", "A").spectra if method == "pds" else
                      model.transform(new, "B"), [d.spectra.shape for d in read_hdf5(out)]))
    assert found[0][0] == found[1][0] and found[0][2] == found[1][2]
    np.testing.assert_allclose(found[1][1], found[0][1], rtol=1e-8, atol=1e-8 * np.abs(found[0][1]).max())


def test_numbers_names_and_notes_are_the_same(large, monkeypatch):
    whole = read_one(str(large / "A.h5"))
    monkeypatch.setattr(opening, "LARGE", 0)
    blocks = read_one(str(large / "A.h5"))
    assert (whole.spectra.dtype, blocks.spectra.dtype) == (np.float64, np.float32)
    np.testing.assert_array_equal(blocks.spectra, whole.spectra)
    assert (blocks.name, blocks.sample_names, blocks.warnings) == (whole.name, whole.sample_names, whole.warnings)


def test_a_file_with_more_than_spectra_is_read_as_a_whole(large, monkeypatch):
    with h5py.File(large / "A.h5", "a") as file:
        file["reference"] = np.arange(90.0)
    monkeypatch.setattr(opening, "LARGE", 0)
    assert read_one(str(large / "A.h5")).targets is not None


@pytest.mark.parametrize("shape", [(400, 60), (150, 200)])
def test_the_outlier_model_of_a_large_set(monkeypatch, shape):
    """Leading components from the products of the channels say what all components say."""
    rng = np.random.default_rng(4)
    X = 3 + rng.normal(size=(shape[0], 5)) @ rng.normal(size=(5, shape[1])) + 0.05 * rng.normal(size=shape)
    usual = OutlierModel.fit(X, X[:20])
    monkeypatch.setattr(outliers, "LARGE", 100)
    large = OutlierModel.fit(X, X[:20])
    np.testing.assert_allclose(large.limits, usual.limits, rtol=1e-6)
    new = np.vstack([X, 1.3 * X[:30], X[:30] + rng.normal(size=(30, shape[1]))])
    a, b = usual.figures(new), large.figures(new)
    np.testing.assert_allclose(b.t2, a.t2, rtol=1e-6)
    np.testing.assert_allclose(b.q, a.q, rtol=1e-6)
    assert a.flags == b.flags
