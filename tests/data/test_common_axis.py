"""Common grids, resampling, merging, missing values."""

import h5py
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.core import DataError
from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.core.data.axis_choices import resolve
from spectralign_gui.core.data.common_axis import common_grid, compare_axes, lost_ranges, merge_axes
from spectralign_gui.core.data.missing import channels_to_drop, count_missing, fill_gaps, rows_to_drop
from spectralign_gui.core.data.resample import breaks, covered, regions, resample, stretches


def case(shared, number, name):
    (folder,) = (shared / "cases").glob(f"{number}-*")
    table = np.loadtxt(folder / name, delimiter=",")
    return SpectralDataset(name[0], table[:, 1][None], Axis(table[:, 0], "nm"))


def test_case_13_nearly_equal_lengths(shared):
    a, b, c = (case(shared, 13, f"{k}.csv") for k in "abc")
    assert [len(d.axis) for d in (a, b, c)] == [701, 700, 699]
    told = compare_axes(a.axis, b.axis, ("a", "b"))
    assert told.kind == "other" and "701" in told.sentence and "700" in told.sentence
    with pytest.raises(DataError, match="cannot be merged"):
        merge_axes([a.axis, b.axis])
    grid = common_grid([a.axis, b.axis, c.axis])
    assert grid.values[0] == 1100 and abs(grid.values[-1] - 2500) < 2.1
    at = [grid.values[np.nanargmax(resample(d.spectra, d.axis.values, grid.values, "cubic")[0])] for d in (a, b, c)]
    assert np.ptp(at) < 2.1, "all peaks at the same place; cut by index they would be up to 2 channels apart"


def test_case_25_other_calibration_is_told_not_merged(shared):
    a, b = case(shared, 25, "A.csv"), case(shared, 25, "B.csv")
    told = compare_axes(a.axis, b.axis)
    assert told.kind == "shift" and told.shift == pytest.approx(2.0) and "+2 nm" in told.sentence
    with pytest.raises(DataError, match=r"cannot be merged.*two calibrations"):
        merge_axes([a.axis, b.axis])


def test_kinds_of_difference():
    x = np.linspace(400, 1000, 301)
    a = Axis(x, "nm")
    assert compare_axes(a, Axis(x, "nm")).kind == "same"
    near = Axis(x + 0.1 * np.sin(x), "nm")
    assert compare_axes(a, near).kind == "nearly" and "tolerance of 0.2 nm" in compare_axes(a, near).sentence
    assert compare_axes(a, near, tolerance=0.05).kind == "other"
    assert merge_axes([a, near]) is a
    stretched = compare_axes(a, Axis(x + 1.5 + 0.002 * (x - 700), "nm"))
    assert stretched.kind == "stretch" and stretched.stretch == pytest.approx(0.002)
    assert stretched.shift == pytest.approx(1.5)
    assert compare_axes(a, Axis(x, "cm-1")).kind == "unit"


def test_common_grid():
    a, b = Axis(np.linspace(400, 1000, 301), "nm"), Axis(np.linspace(500, 1100, 121), "nm")
    grid = common_grid([a, b])
    assert np.array_equal(grid.values, np.arange(500.0, 1001, 5))
    assert grid.lost == (((400.0, 500.0),), ((1000.0, 1100.0),))
    assert grid.sentences(["A", "B"]) == ("A loses 400 to 500 nm.", "B loses 1000 to 1100 nm.")
    assert len(common_grid([a, b], "finest").values) == 251 and len(common_grid([a, b], 10).values) == 51
    assert common_grid([a, a]).values is a.values and common_grid([a, a]).sentences(["A", "B"]) == ()
    wide = common_grid([a, b], 10.0, 300.0, 1200.0)
    assert wide.values[0] == 300 and wide.values[-1] == 1200
    for axes, step, words in (([a, Axis(b.values, "cm-1")], None, "one unit"),
                              ([a, Axis([2000.0, 2001], "nm")], None, "no range in common"),
                              ([a, b], 1e-5, "larger step"), ([a, b], -1.0, "has no channels")):
        with pytest.raises(DataError, match=words):
            common_grid(axes, step)


def test_gaps_between_detectors_are_not_bridged():
    x = np.concatenate([np.linspace(240, 340, 101), np.linspace(380, 470, 91)])
    assert breaks(x).tolist() == [101] and [s.start for s in regions(x)] == [0, 101]
    grid = np.arange(240.0, 471, 5)
    inside = covered(x, grid)
    assert not inside[(grid > 340) & (grid < 380)].any() and inside[(grid <= 340) | (grid >= 380)].all()
    for method in ("linear", "cubic", "area"):
        assert np.array_equal(~np.isnan(resample(np.ones((1, 192)), x, grid, method)[0]), inside)
    other = Axis(np.linspace(250, 450, 201), "nm")
    chosen = common_grid([Axis(x, "nm"), other], 2.0).values
    assert covered(x, chosen).all()
    assert lost_ranges(other, chosen) == ((340.0, 380.0),)
    assert not len(breaks(np.geomspace(200, 2000, 100))) and not len(breaks(np.array([1.0, 2, 100])))


def test_resampling_by_definition():
    x = np.sort(np.random.default_rng(0).uniform(0, 10, 40))
    x[[0, -1]] = 0, 10
    X = np.random.default_rng(1).normal(size=(3, 40))
    grid = np.linspace(-1, 11, 50)
    ours = resample(X, x, grid)
    inside = (grid >= 0) & (grid <= 10)
    assert np.isnan(ours[:, ~inside]).all()
    assert np.allclose(ours[:, inside], [np.interp(grid[inside], x, row) for row in X])
    cubic = np.stack([x ** 3 - x, 2 * x ** 2 + 1])
    g = grid[inside]
    assert np.allclose(resample(cubic, x, g, "cubic"), np.stack([g ** 3 - g, 2 * g ** 2 + 1]))
    assert np.array_equal(resample(X, x, x), X) and np.array_equal(resample(X, x, x, "linear"), X)
    with pytest.raises(DataError, match="unknown way"):
        resample(X, x, grid, "magic")


@given(st.integers(0, 500), st.integers(10, 60), st.integers(2, 9))
def test_area_is_kept(seed, p, q):
    rng = np.random.default_rng(seed)
    x = np.cumsum(rng.uniform(0.8, 1.2, p))
    X = rng.normal(size=(2, p))
    grid = np.linspace(x[0], x[-1], q)
    edges = np.concatenate([[x[0]], 0.5 * (grid[1:] + grid[:-1]), [x[-1]]])
    ours = resample(X, x, grid, "area")
    # of the first and last channel only one half was measured: they stand for their position, not for that half
    assert np.allclose(ours[:, [0, -1]], X[:, [0, -1]])
    whole = (x > edges[1]) & (x < edges[-2])
    inner = np.concatenate([[edges[1]], x[whole], [edges[-2]]])
    area = np.trapezoid(np.stack([np.interp(inner, x, row) for row in X]), inner, axis=1)
    assert np.allclose((ours * np.diff(edges))[:, 1:-1].sum(axis=1), area, atol=1e-9)
    if q > 2:
        fine = np.linspace(edges[1], edges[2], 20001)
        mean = np.trapezoid(np.interp(fine, x, X[0]), fine) / (fine[-1] - fine[0])
        assert ours[0, 1] == pytest.approx(mean, abs=1e-6)


def test_resampling_keeps_gaps():
    x = np.arange(20.0)
    X = np.tile(x, (2, 1))
    X[1, 7:9] = np.nan
    grid = np.arange(0, 19.1, 0.5)
    for method in ("linear", "cubic"):
        ours = resample(X, x, grid, method)
        assert np.allclose(ours[0], grid)
        gap = (grid > 6) & (grid < 9)
        assert np.isnan(ours[1, gap]).all() and np.allclose(ours[1, ~gap], grid[~gap])
    coarse = resample(X, x, np.arange(1.0, 19, 4), "area")
    assert np.isnan(coarse[1]).tolist() == [False, True, True, False, False]
    assert np.allclose(coarse[0], [1, 5, 9, 13, 17]), "the first bin is cut by the end"


def test_many_spectra_are_done_in_blocks(monkeypatch):
    X, x, grid = np.random.default_rng(0).normal(size=(50, 30)), np.arange(30.0), np.linspace(0, 29, 40)
    whole = {m: resample(X, x, grid, m) for m in ("linear", "cubic", "area")}
    monkeypatch.setattr("spectralign_gui.core.data.resample.BLOCK", 100)
    for method, expected in whole.items():
        assert np.allclose(resample(X, x, grid, method), expected, rtol=1e-12, atol=1e-14)


def test_case_17_axis_shorter_than_data(shared):
    with h5py.File(shared / "cases" / "17-axis-shorter-than-data" / "glued.h5") as file:
        values, axis = file["intensity"][:], file["wavelength"][:]
    with pytest.raises(DataError, match="4711 channels but the axis has 1024; the numbers must be equal"):
        SpectralDataset("A", values[None], Axis(axis, "nm"))
    with pytest.raises(DataError, match="1024 channels but the spectra have 4711"):
        resolve(axis, values[None], "keep")


def test_missing_values_are_counted():
    X = np.arange(24.0).reshape(3, 8)
    X[0, 2:5] = X[0, 7] = np.nan
    X[2] = np.nan
    report = count_missing(X)
    assert report.total == 12 and report.rows.tolist() == [4, 0, 8] and report.longest == 8
    assert report.gaps.tolist() == [[0, 2, 5], [0, 7, 8], [2, 0, 8]]
    d = SpectralDataset("A", X, Axis(np.arange(10.0, 18), "nm"))
    assert report.sentence(d) == ("A: 12 values are missing in 2 of 3 spectra (longest gap 8 channels; first in '1' at "
                                  "12 nm); one spectrum holds nothing at all.")
    assert count_missing(X[1:2]).sentence(d) == "" and count_missing(X[1:2]).longest == 0
    assert fill_gaps(X, d.axis.values)[0].tolist()[:7] == [0, 1, 2, 3, 4, 5, 6]
    assert np.isnan(fill_gaps(X, d.axis.values)[0, 7]) and np.isnan(fill_gaps(X, d.axis.values, 2)[0, 3])
    assert rows_to_drop(X).tolist() == [0, 2] and rows_to_drop(X, 0.5).tolist() == [2]
    assert channels_to_drop(X, 0.4).tolist() == [2, 3, 4, 7]


@given(st.integers(0, 200))
def test_stretches_cover_what_is_present(seed):
    rng = np.random.default_rng(seed)
    X = np.where(rng.uniform(size=(5, 12)) < 0.3, np.nan, 1.0)
    seen = np.zeros(X.shape, bool)
    for rows, parts in stretches(X):
        for part in parts:
            seen[rows, part] = True
    assert np.array_equal(seen, ~np.isnan(X))
