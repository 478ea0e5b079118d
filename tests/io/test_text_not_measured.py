"""A spectrum of a table that was not measured is a row of missing values; it must not cut the table in two."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.io.read import read_dataset

ROWS, CHANNELS = 24, 30


def write(path, missing, word, between="", steady=False):
    spectra = 1 + np.random.default_rng(0).random((ROWS, CHANNELS))
    if steady:
        spectra = spectra.cumsum(axis=1)
    lines = ["sample," + ("group," if between else "") + ",".join(f"{1100 + 2 * j}" for j in range(CHANNELS))]
    lines += [f"s{i},{between}" + ",".join(word if i in missing else f"{v:.5f}" for v in spectra[i])
              for i in range(ROWS)]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("between", ["", "g1,"])
@pytest.mark.parametrize("missing", [(0,), (4,), (4, 5), (ROWS - 2,), (0, 12)])
@pytest.mark.parametrize("word", ["NaN", "NA", "-", ""])
def test_no_sample_and_no_axis_is_lost(tmp_path, word, missing, between):
    data = read_dataset(write(tmp_path / "t.csv", missing, word, between))
    assert data.spectra.shape == (ROWS, CHANNELS)
    assert np.flatnonzero(np.isnan(data.spectra).all(axis=1)).tolist() == list(missing)
    assert data.sample_names == tuple(f"s{i}" for i in range(ROWS))
    assert data.axis.values[0] == 1100


@pytest.mark.parametrize("word", ["NaN", "NA"])
def test_spectra_that_rise_all_along(tmp_path, word):
    assert len(read_dataset(write(tmp_path / "t.csv", (4,), word, steady=True))) == ROWS


def test_a_title_over_another_table_is_no_spectrum(tmp_path):
    path = tmp_path / "two.csv"
    axis = ",".join(f"{1100 + 2 * j}" for j in range(6))
    block = "\n".join(f"s{i}," + ",".join(f"{(i * 7 + j * j * 3) % 5 + 0.5}" for j in range(6)) for i in range(5))
    path.write_text(f"sample,{axis}\n{block}\nSecond series,,,,,,\nsample,{axis}\n{block}\n")
    data = read_dataset(path)
    assert data.sample_names == tuple(f"s{i}" for i in range(5)) * 2 and not data.missing
    assert any("titles are repeated" in w for w in data.warnings)
