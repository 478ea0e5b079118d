"""Spectra of HDF5 that need more memory than is free are refused before they are read, with the number of GB."""

from __future__ import annotations

import sys

import h5py
import numpy as np
import pytest

from spectralign_gui.cli import main
from spectralign_gui.io import memory
from spectralign_gui.io.blocks import opening, source


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(0)
    for name in "AB":
        with h5py.File(tmp_path / f"{name}.h5", "w") as file:
            file["wavelength"] = np.linspace(1000.0, 2500.0, 200)
            file["wavelength"].attrs["units"] = "nm"
            file["spectra"] = rng.random((3000, 200))
    return tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="the free memory is told in another way")
@pytest.mark.parametrize("free", [100, 4_000_000, 5_200_000, 100_000_000])
def test_what_does_not_fit_is_refused_before_it_is_read(folder, monkeypatch, capsys, free):
    monkeypatch.setattr(opening, "LARGE", 1000)
    monkeypatch.setattr(source, "ASKED_FROM", 1000)
    monkeypatch.setattr(memory, "free_memory", lambda: free)
    out = folder / "r.h5"
    out.write_bytes(b"the earlier file")
    code = main(["align", str(folder / "A.h5"), str(folder / "B.h5"), "--match-rows", "--method", "mean-shift",
                 "--output", str(out)])
    said = capsys.readouterr().err.strip().splitlines()
    if free * memory.SPARE >= 3000 * 200 * 8:
        assert code == 0
    else:
        assert code == 2 and len(said) == 1 and "A.h5" in said[0] and "GB of memory" in said[0]
        assert out.read_bytes() == b"the earlier file"
