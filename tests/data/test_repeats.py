"""Repeats recognised and averaged."""

import numpy as np
import pytest

from spectralign_gui.core import DataError
from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.data.repeats import average_repeats, find_repeats, stem


@pytest.mark.parametrize("names,by,groups", [
    (["A1", "B1", "a1 ", "B1"], "name", ((0, 2), (1, 3))),
    (["S1_1", "S1_2", "S2_1", "S2_2"], "suffix", ((0, 1), (2, 3))),
    (["S1 rep1", "S1 rep2", "S2 (1)", "S2 (2)", "S3-a", "S3-b"], "suffix", ((0, 1), (2, 3), (4, 5))),
    (["sample1", "sample2", "sample3"], "", ((0,), (1,), (2,))),
    (["sample_1", "sample_2", "sample_3"], "", ((0,), (1,), (2,))),
    (["", "", "x"], "", ((0,), (1,), (2,))),
    (["a", "b"], "", ((0,), (1,)))])
def test_recognised(names, by, groups):
    found = find_repeats(names)
    assert found.by == by and found.groups == groups and bool(found.sentence) == bool(by)


def test_stems():
    assert [stem(n) for n in ("S12_rep3", "S12 (3)", "S12-b", "S12", "2024-01-17", "x shot 12")] == [
        "S12", "S12", "S12", "S12", "2024-01", "x"]


def make(dtype=np.float64):
    X = np.arange(24.0).reshape(6, 4).astype(dtype)
    X[1, 0] = np.nan
    return SpectralDataset(
        "A", X, Axis(np.arange(4.0)), ("p_1", "p_2", "p_3", "q_1", "q_2", "q_3"), groups=("g", "g", "g", "h", "h", "k"),
        targets=Targets(("Fe", "Mn"), np.array([[1, np.nan]] * 3 + [[2, 5], [np.nan, 5], [4, 5.0]]), ("%", ""),
                        np.array([[False, True]] + [[False, False]] * 5)))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_averaged_with_their_spread(dtype):
    d = make(dtype)
    a = average_repeats(d)
    assert a.sample_names == ("p", "q") and a.repeats == (3, 3) and a.source.changed and not d.source.changed
    assert np.allclose(a.spectra, [[4, 5, 6, 7], [16, 17, 18, 19]]) and a.spectra.dtype == dtype
    assert np.allclose(a.spread, [[np.std([0, 8], ddof=1), 4, 4, 4], [4, 4, 4, 4]])
    assert a.targets.values[0, 0] == 1 and a.targets.values[1].tolist() == [3, 5]
    assert a.targets.censored.tolist() == [[False, True], [False, False]] and a.targets.units == ("%", "")
    assert a.groups == ("g", "h") and len(a.warnings) == 2
    assert "values of Fe" in a.warnings[0] and "'q' are in several groups" in a.warnings[1]
    assert a.take([1]).spread.shape == (1, 4) and a.take([1]).repeats == (3,)
    assert a.with_(spectra=a.spectra * 2).spread is None and a.with_(name="B").spread is not None


def test_first_shots_dropped_and_median():
    a = average_repeats(make(), drop_first=1)
    assert np.allclose(a.spectra[1], [18, 19, 20, 21]) and a.repeats == (2, 2)
    assert np.allclose(a.spectra[0], [8, 7, 8, 9]), "the missing value is left out"
    assert np.isnan(a.spread[0, 0])
    assert np.allclose(average_repeats(make(), how="median").spectra[1], [16, 17, 18, 19])
    with pytest.raises(DataError, match="A: sample 'p_1' has 3 spectra, so none is left after the first 3"):
        average_repeats(make(), drop_first=3)
    with pytest.raises(DataError, match="mean or median"):
        average_repeats(make(), how="magic")


def test_a_single_spectrum_stays_as_it_is():
    d = make()
    a = average_repeats(d, [[0], [1], [2], [3], [4], [5]])
    assert np.array_equal(a.spectra, d.spectra, equal_nan=True) and np.isnan(a.spread).all() and a.repeats == (1,) * 6
    assert a.sample_names == d.sample_names
