"""Steps against chemotools, scipy, pybaselines, and closed forms."""

import warnings

import numpy as np
import pytest
from chemotools.derivative import SavitzkyGolay
from chemotools.scatter import (
    ExtendedMultiplicativeScatterCorrection,
    MultiplicativeScatterCorrection,
    RobustNormalVariate,
    StandardNormalVariate,
)
from chemotools.smooth import WhittakerSmooth
from pybaselines import Baseline
from scipy.signal import detrend, savgol_filter

from spectralign_gui.core import DataError, ParameterError
from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.preprocessing.localpoly import is_even, local_polynomial
from spectralign_gui.preprocessing.step import create_step
from spectralign_gui.preprocessing.steps.baseline import METHODS, PENALISED
from spectralign_gui.preprocessing.steps.despike import find_spikes


def make(n=5, p=151, seed=0, x=None):
    rng = np.random.default_rng(seed)
    x = np.linspace(400, 1000, p) if x is None else x
    X = 1 + 0.001 * x + rng.uniform(0.5, 2, (n, 1)) * np.exp(-0.5 * ((x - 650) / 20) ** 2)
    return SpectralDataset("A", X + 0.01 * rng.normal(size=X.shape), Axis(x, "nm"))


def run(name, d, **values):
    return create_step(name, **values).fit(d).apply(d).spectra


def test_against_chemotools():
    d = make()
    X = np.array(d.spectra)
    assert np.allclose(run("snv", d), StandardNormalVariate().fit_transform(X), rtol=1e-12)
    assert np.allclose(run("rnv", d, percentile=30), RobustNormalVariate(percentile=30).fit_transform(X), rtol=1e-6)
    for reference in ("mean", "median"):
        theirs = MultiplicativeScatterCorrection(method=reference).fit_transform(X)
        assert np.allclose(run("msc", d, reference=reference), theirs, rtol=1e-9)
    assert np.allclose(run("emsc", d, order=2), ExtendedMultiplicativeScatterCorrection(order=2).fit_transform(X))
    assert np.allclose(run("smooth", d, method="whittaker", penalty=1e4), WhittakerSmooth(lam=1e4).fit_transform(X))
    inner = slice(7, -7)
    theirs = SavitzkyGolay(window_length=15, polyorder=2, deriv=1).fit_transform(X)
    assert np.allclose(run("derivative", d, per="channel")[:, inner], theirs[:, inner], rtol=1e-9, atol=1e-12)


def test_against_scipy():
    d = make()
    assert np.array_equal(run("smooth", d, window=9, order=3), savgol_filter(d.spectra, 9, 3, axis=1))
    assert np.allclose(run("derivative", d, order=2, window=9, polynomial=3),
                       savgol_filter(d.spectra, 9, 3, deriv=2, delta=4.0, axis=1), rtol=1e-9, atol=1e-15)
    assert np.allclose(run("detrend", d), detrend(d.spectra, axis=1), atol=1e-12)
    assert np.allclose(run("detrend", d, order=0), d.spectra - d.spectra.mean(axis=1, keepdims=True))


@pytest.mark.parametrize("method", METHODS)
def test_against_pybaselines(method):
    d = make(n=2)
    fitter, keywords = Baseline(d.axis.values), {}
    if method in PENALISED:
        keywords["lam"] = 1e4
    if method in ("modpoly", "imodpoly", "poly"):
        keywords["poly_order"] = 3
    if method == "snip":
        keywords |= {"max_half_window": 12, "decreasing": True}
    if method in ("mor", "rolling_ball"):
        keywords["half_window"] = 12
    if method in METHODS[:10] and method != "fabc":
        keywords |= {"max_iter": 100, "tol": 1e-3}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = np.array([row - getattr(fitter, method)(np.array(row), **keywords)[0] for row in d.spectra])
    ours = run("baseline", d, method=method, penalty=1e4, order=3, half_window=12)
    assert np.allclose(ours, theirs, rtol=1e-9, atol=1e-9)


def test_baseline_says_when_it_does_not_converge_and_scales_its_stiffness():
    d = make()
    result = create_step("baseline", method="arpls", max_iter=1).apply(d)
    assert result.warnings == ("Baseline: 5 samples (first '1') of A did not converge in 1 iterations.",)
    assert not create_step("baseline").apply(d).warnings
    long = make(p=1001, seed=3)
    fine, coarse = run("baseline", long)[:, ::5], run("baseline", long.with_(
        spectra=long.spectra[:, ::5], axis=Axis(long.axis.values[::5], "nm")))
    assert np.abs(fine - coarse).max() < 0.05, "automatic stiffness follows the number of channels"
    tiny = run("baseline", d.with_(spectra=d.spectra * 1e-12), method="rubberband")
    assert np.allclose(tiny * 1e12, run("baseline", d, method="rubberband"), atol=1e-9)


def test_baseline_goes_detector_by_detector():
    x = np.concatenate([np.linspace(200, 300, 80), np.linspace(400, 500, 80)])
    rng = np.random.default_rng(0)
    peak = np.exp(-0.5 * ((x - 450) / 3) ** 2)
    d = SpectralDataset("A", (np.where(x < 350, 1.0, 7.0) + peak + 1e-3 * rng.normal(size=160))[None], Axis(x, "nm"))
    assert np.abs(run("baseline", d)[0] - peak).max() < 0.05


def test_uneven_axes_get_the_right_slope():
    x = 400 + 600 * np.linspace(0, 1, 201) ** 1.7
    assert not is_even(x) and is_even(np.round(np.linspace(380, 780, 2048), 2))
    d = SpectralDataset("A", np.stack([3 * x, 0.01 * x ** 2, 1e-5 * x ** 3]), Axis(x, "nm"))
    first = run("derivative", d, order=1, window=7, polynomial=3)
    assert np.allclose(first, np.stack([np.full(201, 3.0), 0.02 * x, 3e-5 * x ** 2]), rtol=1e-7)
    second = run("derivative", d, order=2, window=7, polynomial=3)
    assert np.allclose(second[1:], np.stack([np.full(201, 0.02), 6e-5 * x]), rtol=1e-5)
    assert np.allclose(run("smooth", d, window=7, order=3), d.spectra, rtol=1e-9)
    # the slow way, by definition
    noisy = np.random.default_rng(0).normal(size=(1, 201))
    ours = local_polynomial(noisy, x, 9, 2, 1)
    for i in (0, 3, 50, 199):
        start = min(max(i - 4, 0), 192)
        fit = np.polyfit(x[start:start + 9] - x[i], noisy[0, start:start + 9], 2)
        assert ours[0, i] == pytest.approx(fit[1], rel=1e-6)


def test_windows_do_not_reach_over_gaps():
    d = make(p=100)
    X = np.array(d.spectra)
    X[0, 40:43] = np.nan
    X[1, 50] = np.nan
    X[1, 54] = np.nan
    result = create_step("smooth", window=7).apply(d.with_(spectra=X))
    assert np.array_equal(result.spectra[0, :40], savgol_filter(X[0, :40], 7, 2))
    assert np.array_equal(result.spectra[0, 43:], savgol_filter(X[0, 43:], 7, 2))
    assert np.isnan(result.spectra[1, 50:55]).all()
    assert result.warnings == ("Smooth: A has gaps closer than 7 channels; 3 more values are missing now.",)
    x = np.concatenate([np.linspace(200, 250, 30), np.linspace(400, 450, 30)])
    two = SpectralDataset("A", np.where(x < 300, 0.0, 9.0)[None], Axis(x, "nm"))
    assert np.allclose(run("derivative", two), 0, atol=1e-12)


def test_normalise_by_definition():
    x = 400 + 600 * np.linspace(0, 1, 151) ** 1.5
    d = make(x=x)
    assert np.allclose(np.trapezoid(run("normalise", d), x, axis=1), 1)
    assert np.allclose(run("normalise", d, by="sum").sum(axis=1), 1)
    assert np.allclose(run("normalise", d, by="max").max(axis=1), 1)
    assert np.allclose(np.linalg.norm(run("normalise", d, by="norm"), axis=1), 1)
    band = (x >= 600) & (x <= 700)
    assert np.allclose(np.trapezoid(run("normalise", d, by="band", band="600-700")[:, band], x[band], axis=1), 1)


def test_norm_3_of_three_spectrometers():
    x = np.concatenate([np.linspace(240, 340, 60), np.linspace(382, 470, 60), np.linspace(474, 905, 60)])
    X = np.random.default_rng(0).uniform(1, 2, (4, 180)) * np.repeat([1, 10, 100], 60)
    d = SpectralDataset("ChemCam", X, Axis(x, "nm"))
    by_ranges = run("normalise", d, by="sum", regions="240-340,382-470,474-905")
    for part in (slice(0, 60), slice(60, 120), slice(120, 180)):
        assert np.allclose(by_ranges[:, part], X[:, part] / X[:, part].sum(axis=1, keepdims=True))
    wide = SpectralDataset("B", X, Axis(np.concatenate([np.linspace(240, 340, 60), np.linspace(382, 470, 60),
                                                        np.linspace(500, 600, 60)]), "nm"))
    assert np.allclose(run("normalise", wide, by="sum", regions="detectors"), by_ranges)
    with pytest.raises(DataError, match=r"60 channels of ChemCam .* are in none of the regions"):
        run("normalise", d, by="sum", regions="240-340,382-470")


def test_scaling_and_centring_are_learned_on_training_spectra():
    d, later = make(n=9), make(n=3, seed=7)
    X = np.array(d.spectra)
    step = create_step("scale").fit(d)
    assert np.allclose(step.apply(later).spectra, (later.spectra - X.mean(axis=0)) / X.std(axis=0, ddof=1))
    assert np.allclose(run("scale", d, by="pareto"), (X - X.mean(0)) / np.sqrt(X.std(0, ddof=1)))
    assert np.allclose(run("scale", d, by="range", centre=False), X / np.ptp(X, axis=0))
    assert np.allclose(create_step("centre").fit(d).apply(later).spectra, later.spectra - X.mean(axis=0))
    X[:, 3] = 4.0
    assert np.array_equal(run("scale", d.with_(spectra=X))[:, 3], np.zeros(9))
    short = make(p=150)
    with pytest.raises(DataError, match="has 150 channels, but it was learned on 151"):
        step.apply(short)
    with pytest.raises(DataError, match="away from those it was learned on"):
        step.apply(d.with_(axis=Axis(d.axis.values + 3, "nm")))
    with pytest.raises(DataError, match="fit it first"):
        create_step("msc").apply(d)


def test_msc_undoes_offset_and_slope():
    reference = make(n=1).spectra
    a, b = np.array([[0.5], [1.0], [2.5]]), np.array([[0.3], [0.0], [-1.0]])
    d = SpectralDataset("A", a * reference + b, Axis(np.arange(151.0)))
    result = run("msc", d)
    assert np.ptp(result, axis=0).max() < 1e-12
    x = np.linspace(-1, 1, 151)
    bent = SpectralDataset("A", a * reference + b + 0.2 * np.array([[1], [0], [-1]]) * x ** 2, d.axis)
    result = run("emsc", bent, order=2)
    level = np.polynomial.legendre.legvander(x, 2)
    q, _ = np.linalg.qr(level)
    assert np.ptp(result - result @ q @ q.T, axis=0).max() < 1e-10


def test_despike_takes_spikes_and_leaves_bands_and_steps():
    rng = np.random.default_rng(0)
    x = np.arange(300.0)
    clean = 5 + 3 * np.exp(-0.5 * ((x - 150) / 6) ** 2) + np.where(x > 220, 4.0, 0) + 0.02 * rng.normal(size=300)
    spoiled = clean.copy()
    spoiled[60] += 10
    spoiled[100:102] += [6, 9]
    spoiled[250] -= 8
    d = SpectralDataset("A", np.stack([clean, spoiled]), Axis(x + 1))
    result = run("despike", d)
    assert np.array_equal(result[0], clean) and np.abs(result[1] - clean).max() < 0.15
    assert np.count_nonzero(result[1] != spoiled) == 4
    assert not find_spikes(np.array([9, 9, 9, -9, -9, -9.0]), 8, 3).any(), "the flanks of a band are no spikes"
    assert np.flatnonzero(find_spikes(np.array([0, 9, -9, 0, 9, 9, -9.0]), 8, 3)).tolist() == [2, 5, 6]


def test_log_and_absorbance_count_what_they_lose():
    X = np.array([[0.1, 1.0, -1.0], [10.0, 0.0, 100.0]])
    d = SpectralDataset("A", X, Axis(np.arange(3.0)), quantity="reflectance")
    result = create_step("log").apply(d)
    assert np.allclose(result.spectra, [[-1, 0, np.nan], [1, np.nan, 2]], equal_nan=True)
    assert result.warnings == ("Logarithm: 2 values of A at or below zero have no logarithm and are missing now.",)
    assert np.allclose(run("log", d, base="e", offset=2.0), np.log(X + 2))
    with pytest.raises(DataError, match="no value of A is positive"):
        run("log", d.with_(spectra=-np.ones((2, 3))))
    percent = d.with_(spectra=np.array([[50.0, 10, 80], [50.0, 1.0, 90]]))
    step = create_step("absorbance").fit(percent)
    assert step.percent and np.allclose(step.apply(percent.take([1])).spectra, [[0.30103, 2, 0.045757]], atol=1e-6)
    low = percent.take([0]).with_(spectra=np.array([[0.5, 1.0, 1.5]]))
    assert np.allclose(step.apply(low).spectra, 2 - np.log10(low.spectra)), "the scale was learned, not judged anew"
    with pytest.raises(DataError, match="give it first"):
        create_step("absorbance").fit(d).apply(d.with_(quantity="unknown"))
    again = create_step("absorbance").fit(percent).apply(percent)
    twice = create_step("absorbance").fit(percent).apply(again)
    assert np.array_equal(twice.spectra, again.spectra) and not twice.warnings


@pytest.mark.parametrize("name,values,words", [
    ("crop", {"ranges": "abc"}, "'abc' is not a range"), ("crop", {"ranges": "-"}, "is not a range"),
    ("smooth", {"window": 4}, "odd"), ("smooth", {"window": 3, "order": 3}, "below the window"),
    ("derivative", {"order": 3, "polynomial": 2}, "no derivative of order 3"),
    ("normalise", {"by": "band"}, "needs Band"),
    ("normalise", {"by": "band", "band": "1-2", "regions": "detectors"}, "leave Regions at whole"),
    ("baseline", {"method": "magic"}, "Method must be one of")])
def test_parameters_are_checked_at_once(name, values, words):
    with pytest.raises(ParameterError, match=words):
        create_step(name, **values)


@pytest.mark.parametrize("name,values,X,words", [
    ("snv", {}, [[1, 2, 3], [2, 2, 2]], "sample '2' of A is constant"),
    ("snv", {}, [[1, 2, 3], [np.nan] * 3], "sample '2' of A holds no value"),
    ("normalise", {"by": "sum"}, [[1, -1, 0], [0, 0, 0]], r"2 samples \(first '1'\) of A has no sum"),
    ("msc", {}, [[1, 1, 1], [2, 2, 2]], "nothing but a polynomial of order 0"),
    ("crop", {"ranges": "10-20"}, [[1, 2, 3]], "no channel of A is left"),
    ("mask", {"ranges": "0-20"}, [[1, 2, 3]], "no channel of A is left"),
    ("missing", {"how": "drop-channels"}, [[np.nan] * 3], "no channel of A is left"),
    ("smooth", {"window": 5}, [[1, 2, 3]], "5 are needed"),
    ("baseline", {}, [[1, 2, 3]], "5 are needed")])
def test_refusals_are_one_sentence(name, values, X, words):
    d = SpectralDataset("A", np.array(X, dtype=float), Axis(np.arange(1.0, 4), "nm"))
    with pytest.raises(DataError, match=words):
        run(name, d, **values)


def test_crop_mask_and_missing():
    d = SpectralDataset("A", np.arange(20.0).reshape(2, 10), Axis(np.arange(100.0, 200, 10), "nm"))
    assert create_step("crop", ranges="110-130;170-").apply(d).axis.values.tolist() == [110, 120, 130, 170, 180, 190]
    assert create_step("crop", ranges="130-110").apply(d).axis.values.tolist() == [110, 120, 130]
    assert create_step("mask", ranges="-155").apply(d).axis.values.tolist() == [160, 170, 180, 190]
    holed = create_step("mask", ranges="120-130", how="missing").apply(d)
    assert holed.missing == 4 and len(holed.warnings) == 1
    assert np.array_equal(create_step("missing").fit(holed).apply(holed).spectra, d.spectra)
    assert create_step("missing", max_gap=1).fit(holed).apply(holed).missing == 4
    X = np.array(d.spectra)
    X[0, [0, 5]] = np.nan
    d = d.with_(spectra=X)
    step = create_step("missing", how="drop-channels").fit(d)
    assert len(step.apply(d).axis) == 8 and len(step.apply(d.take([1])).axis) == 8
    step = create_step("missing", how="drop-samples")
    assert step.dropped_rows(d).tolist() == [0] and len(step.fit(d).apply(d)) == 2
    interpolated = create_step("missing").fit(d).apply(d)
    assert interpolated.spectra[0, 5] == 5 and np.isnan(interpolated.spectra[0, 0]), "ends are not extrapolated"
