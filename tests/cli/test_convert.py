"""``convert``: what is written is read back equal."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.io.read import read_datasets


@pytest.mark.parametrize("ending", ["h5", "csv", "xlsx", "mat", "jdx"])
def test_round_trip(call, files, tmp_path, ending):
    out = tmp_path / f"out.{ending}"
    code, printed, errors = call("convert", files["A"], "--output", out)
    assert code == 0, errors
    assert "24 spectra" in printed
    original, again = read_datasets(files["A"]), read_datasets(out)
    assert sum(len(d) for d in again) == 24
    np.testing.assert_allclose(np.vstack([d.spectra for d in again]), original[0].spectra, rtol=1e-7)
    np.testing.assert_allclose(again[0].axis.values, original[0].axis.values)


def test_refusals(call, files, tmp_path):
    for words in ((files["A"], "--output", tmp_path / "o.docx"), (tmp_path / "no.csv", "--output", tmp_path / "o.h5")):
        code, _, errors = call("convert", *words)
        assert code == 2 and errors.count("\n") == 1
