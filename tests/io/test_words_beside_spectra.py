"""Rows and columns that are no spectra, or spectra of another quantity: by words beside them, by their titles."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.io.read import read_file
from tests.io.test_exports_of_programs import X, cells, codes, down, spectra


@pytest.mark.parametrize("words", [("Mean", "SD"), ("average", "std. dev."), ("Mittelwert", "Standardabweichung")])
@pytest.mark.parametrize("n", [3, 8])
def test_deviations_named_in_a_column_are_no_samples(tmp_path, words, n):
    S, names = spectra(n), [f"s{k}" for k in range(n)]
    table = np.stack([S, np.abs(S) * 0.01], axis=1).reshape(2 * n, -1)
    path = tmp_path / "a.csv"
    lines = [[f"s{k // 2}", words[k % 2], *cells(row)] for k, row in enumerate(table)]
    path.write_text("".join(",".join(r) + "\n" for r in [["Sample", "Statistic", *cells(X)], *lines]))
    result = read_file(path)
    [block] = result.blocks
    assert list(block.names) == names and np.allclose(block.spectra, S) and "text.left_out_rows" in codes(result)


@pytest.mark.parametrize("words", [("Reflectance", "Absorbance"), ("absorbance", "transmittance")])
@pytest.mark.parametrize("title", ["Type", "Measurement"])
def test_quantities_in_turn_are_sets_of_their_own(tmp_path, words, title):
    S, T = spectra(4, 1), spectra(4, 2)
    lines = [[f"s{k}", w, *cells(row)] for k in range(4) for w, row in zip(words, (S[k], T[k]), strict=True)]
    path = tmp_path / "a.csv"
    path.write_text("".join(",".join(r) + "\n" for r in [["Sample", title, *cells(X)], *lines]))
    result = read_file(path)
    assert [b.quantity for b in result.blocks] == [w.casefold() for w in words]
    assert np.allclose(result.blocks[0].spectra, S) and np.allclose(result.blocks[1].spectra, T)
    assert "text.several_quantities" in codes(result)


@pytest.mark.parametrize("titles", ["Ch{}", "V{}", "{}", "Band {}"])
@pytest.mark.parametrize("name", ["", "nm", "Wavelength (nm)"])
def test_positions_under_numbers_of_channels_are_the_axis(tmp_path, titles, name):
    S, names = spectra(6), [f"s{k}" for k in range(6)]
    path = tmp_path / "a.csv"
    lines = [["Sample", *(titles.format(k + 1) for k in range(len(X)))], [name, *cells(X)],
             *([n, *cells(s)] for n, s in zip(names, S, strict=True))]
    path.write_text("".join(",".join(r) + "\n" for r in lines))
    [block] = read_file(path).blocks
    assert np.allclose(block.axis, X) and np.allclose(block.spectra, S) and list(block.names) == names
    assert block.unit == "nm"


@pytest.mark.parametrize("title", ["Flag", "Quality", "saturated", "Status"])
def test_flags_beside_spectra_in_columns_are_no_spectrum(tmp_path, title):
    S = spectra(3)
    flags = np.arange(len(X)) % 3 == 0
    path = tmp_path / "a.csv"
    path.write_text(down(["Wavelength (nm)", "a", "b", "c", title], np.vstack([S, flags])))
    result = read_file(path)
    assert result.blocks[0].names == ("a", "b", "c") and "text.left_out_columns" in codes(result)


@pytest.mark.parametrize("title", ["Time (min)", "Temperature (°C)", "t (s)"])
def test_a_corner_may_say_what_the_titles_are(tmp_path, title):
    S = spectra(5)
    path = tmp_path / "a.csv"
    path.write_text(down([title, "0", "5", "10", "20", "40"], S))
    block = read_file(path).blocks[0]
    assert np.allclose(block.axis, X) and np.allclose(block.spectra, S)


def test_numbers_of_bands_before_the_axis_are_no_spectrum(tmp_path):
    S = spectra(3)
    path = tmp_path / "a.csv"
    lines = [[f"{k + 1}", f"{x:g}", *cells(y)] for k, (x, y) in enumerate(zip(X, S.T, strict=True))]
    path.write_text("".join(",".join(r) + "\n" for r in [["Band", "Center (nm)", "a", "b", "c"], *lines]))
    block = read_file(path).blocks[0]
    assert block.names == ("a", "b", "c") and np.allclose(block.axis, X)
