"""Regressions against scikit-learn, closed forms and by definition; state without pickles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.cross_decomposition import PLSRegression
from sklearn.linear_model import Ridge

from spectralign_gui.core.errors import DataError, ParameterError
from spectralign_gui.core.measures.regression import regression_figures
from spectralign_gui.core.regression import (
    REGRESSIONS,
    RegressionOptions,
    close_composition,
    fit_regression,
    model_from_state,
    own_coefficients,
)
from spectralign_gui.core.regression.choose import folds, pick, pick_paired
from spectralign_gui.core.regression.linear import cross_validated_path, ridge_path
from spectralign_gui.core.regression.pls import pls1_path, pls2_path, row_space


def spectra(n=40, p=90, q=3, seed=0, noise=1e-3):
    rng = np.random.default_rng(seed)
    grid = np.linspace(0, 1, p)
    pure = np.exp(-0.5 * ((grid - rng.uniform(0, 1, (6, 1))) / 0.08) ** 2)
    C = rng.uniform(0, 1, (n, 6))
    return C @ pure + 0.5 + noise * rng.normal(size=(n, p)), C[:, :q] * [1, 10, 100][:q] + 3


def test_pls1_equals_sklearn_on_real_spectra(corn):
    X = np.loadtxt(corn / "m5_spectra.csv", delimiter=",", skiprows=1)[:60]
    Y = np.loadtxt(corn / "property_values.csv", delimiter=",", skiprows=1)[:60]
    Z, basis = row_space(X)
    path = pls1_path(Z, Y, 15)
    for j in range(4):
        for a in (1, 7, 15):
            model = PLSRegression(a, scale=False).fit(X, Y[:, j])
            ours = (Z - path.x_mean[j]) @ path.coefficients[j, a - 1] + path.y_mean[j]
            assert np.abs(ours - model.predict(X).ravel()).max() < 1e-8
            b = basis.T @ path.coefficients[j, a - 1]
            assert np.abs(b - model.coef_.ravel()).max() < 1e-8 * np.abs(b).max()


def test_pls2_equals_sklearn():
    X, Y = spectra()
    B, x_mean, y_mean = pls2_path(X, Y, 6)
    for a in (1, 3, 6):
        model = PLSRegression(a, scale=False, tol=1e-15, max_iter=20000).fit(X, Y)
        assert np.allclose((X - x_mean) @ B[a - 1] + y_mean, model.predict(X), atol=1e-7)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 999), st.integers(6, 15), st.integers(2, 20))
def test_missing_values_and_weights_are_rows_left_out(seed, n, p):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, p)), rng.normal(size=n)
    gone = rng.permutation(n)[:2]
    keep = np.setdiff1d(np.arange(n), gone)
    a = min(3, p, n - 3)
    reference = pls1_path(X[keep], y[keep], a)
    holed = y.copy()
    holed[gone] = np.nan
    weight = np.ones(n)
    weight[gone] = 0
    for path in (pls1_path(X, holed, a), pls1_path(X, y, a, weight)):
        assert np.allclose(path.coefficients, reference.coefficients, atol=1e-9)
        assert np.allclose(path.predict(X), reference.predict(X), atol=1e-9)
    doubled = pls1_path(X, y, a, np.where(np.arange(n) == 0, 2.0, 1.0))
    twice = pls1_path(np.vstack([X, X[:1]]), np.append(y, y[0]), a)
    assert np.allclose(doubled.coefficients, twice.coefficients, atol=1e-8)


def test_components_beyond_the_rank_change_nothing():
    X, Y = spectra(noise=0.0)
    path = pls1_path(row_space(X)[0], Y[:, 0], 20)
    assert np.isfinite(path.coefficients).all()
    assert np.allclose(path.coefficients[0, 19], path.coefficients[0, 12], rtol=1e-5, atol=1e-6)


def test_cross_validation_by_definition():
    X, Y = spectra(24, 40, 2)
    fold = folds(24, 5, 1)
    residuals = cross_validated_path(row_space(X)[0], Y, np.ones(24), fold, 4)
    for k in range(5):
        for j in range(2):
            model = PLSRegression(3, scale=False).fit(X[fold != k], Y[fold != k, j])
            expected = model.predict(X[fold == k]).ravel() - Y[fold == k, j]
            assert np.allclose(residuals[j, 2, fold == k], expected, atol=1e-8)


def test_rules():
    errors = np.array([9.0, 4.0, 1.03, 1.0, 1.5])
    assert pick(errors, "within-2-percent") == 2 and pick(errors, "minimum") == 3
    noisy = np.array([[4.0, 4.0], [1.0, 3.0], [0.5, 2.5]])
    assert pick(noisy, "one-standard-error") == 1
    with pytest.raises(ParameterError):
        pick(errors, "best")


def test_ridge_equals_sklearn_and_leaves_one_out_exactly():
    X, Y = spectra(15, 30)
    penalties = np.array([10.0, 0.1])
    B, left_out, _, _ = ridge_path(X, Y[:, 0], np.ones(15), penalties)
    model = Ridge(0.1).fit(X, Y[:, 0])
    assert np.allclose(B[1], model.coef_, atol=1e-8)
    for i in range(15):
        rest = np.arange(15) != i
        model = Ridge(0.1).fit(X[rest], Y[rest, 0])
        assert left_out[1, i] == pytest.approx(Y[i, 0] - model.predict(X[i:i + 1])[0], abs=1e-8)


@pytest.mark.parametrize("name", REGRESSIONS)
def test_every_regression_predicts_survives_its_state_and_takes_missing_values(name):
    X, Y = spectra(60, 50, 2)
    holed = Y.copy()
    holed[::7, 1] = np.nan
    model = fit_regression(name, X[:45], holed[:45])
    predicted = model.predict(X[45:])
    for j in range(2):
        assert regression_figures(Y[45:, j], predicted[:, j])["r2"] > 0.8
    again = model_from_state(model.to_state())
    assert np.array_equal(again.predict(X), model.predict(X))
    assert model.details[1]["n_used"] < 45


def test_kernel_formulas_equal_sklearn():
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel
    from sklearn.svm import SVR

    X, Y = spectra(30, 20, 1)
    model = fit_regression("svr", X, Y)
    part, d = model.parts[0], model.details[0]
    Z = (X - model.x_mean) / model.x_scale
    y, m, s = Y[:, 0], Y[:, 0].mean(), Y[:, 0].std()
    reference = SVR(kernel="rbf", gamma=d["gamma"], C=d["cost"], epsilon=0.05).fit(Z, (y - m) / s)
    assert np.allclose(model.predict(X + 0.01)[:, 0],
                       reference.predict((X + 0.01 - model.x_mean) / model.x_scale) * s + m, atol=1e-9)
    model = fit_regression("gp", X, Y)
    part, d = model.parts[0], model.details[0]
    reference = GaussianProcessRegressor(
        ConstantKernel(part["amplitude"]) * RBF(d["length_scale"]), alpha=d["noise"] + 1e-10, optimizer=None)
    reference.fit((X - model.x_mean) / model.x_scale, (y - m) / s)
    assert np.allclose(model.predict(X + 0.01)[:, 0],
                       reference.predict((X + 0.01 - model.x_mean) / model.x_scale) * s + m, atol=1e-6)


def test_fixed_number_of_components_and_too_few_values():
    X, Y = spectra()
    model = fit_regression("pls", X, Y, options=RegressionOptions(n_components=4))
    reference = PLSRegression(4, scale=False).fit(X, Y[:, 1])
    assert np.allclose(model.predict(X)[:, 1], reference.predict(X).ravel(), atol=1e-8)
    Y[2:, 1] = np.nan
    with pytest.raises(DataError, match="property 1 has 2 known values"):
        fit_regression("pls", X, Y)
    with pytest.raises(ParameterError, match="regression must be one of"):
        fit_regression("magic", X, Y)


def test_closure():
    Y = np.array([[60.0, 60.0], [-5.0, 50.0], [20.0, np.nan], [30.0, 30.0]])
    closed = close_composition(Y)
    assert np.allclose(closed[0], [50, 50]) and np.allclose(closed[1], [0, 50]) and closed[2, 0] == 20
    assert np.allclose(close_composition(Y, exactly=True)[3], [50, 50])
    with pytest.raises(ParameterError):
        close_composition(Y, total=0)


def test_own_coefficients_follow_the_axis():
    model = own_coefficients([3.0, 2.0, 1.0], 5.0, axis=[30, 20, 10], data_axis=[10.0, 20.0, 30.0])
    assert model.predict(np.array([[1.0, 1.0, 2.0]]))[0, 0] == pytest.approx(14.0)
    with pytest.raises(DataError, match="coefficients are for 3 channels"):
        own_coefficients([3.0, 2.0, 1.0], axis=[30, 20, 10], data_axis=[10.0, 20.0, 31.0])
    with pytest.raises(DataError, match="finite"):
        own_coefficients([np.nan, 1.0])


def test_figures_by_definition():
    y, p = np.array([1.0, 2.0, 3.0, 5.0, np.nan]), np.array([1.5, 2.0, 3.5, 6.0, 1.0])
    figures = regression_figures(y, p)
    e = np.array([0.5, 0, 0.5, 1.0])
    assert figures["n"] == 4 and figures["rmsep"] == pytest.approx(np.sqrt((e ** 2).mean()))
    assert figures["bias"] == pytest.approx(0.5) and figures["sep"] == pytest.approx(e.std(ddof=1))
    assert figures["slope"] == pytest.approx(np.polyfit(y[:4], p[:4], 1)[0])
    assert figures["r2"] == pytest.approx(1 - (e ** 2).sum() / ((y[:4] - y[:4].mean()) ** 2).sum())
    assert np.isnan(regression_figures([np.nan], [1.0])["rmsep"])


def test_paired_choice_leaves_the_simplest_only_for_a_gain_beyond_the_noise():
    common = np.array([1.0, 9.0, 4.0, 16.0])
    steady_gain = np.stack([common + 1.0, common])
    assert pick_paired(steady_gain) == 1  # one better at every sample, however different the samples are
    noisy_gain = np.stack([common, common + np.array([-3.0, 2.5, 2.0, -2.0])])
    assert noisy_gain[1].mean() < noisy_gain[0].mean() and pick_paired(noisy_gain) == 0
    with_unknown = np.column_stack([steady_gain, [np.nan, 0.0]])
    assert pick_paired(with_unknown) == 1
    assert pick_paired(steady_gain[:, :1]) == 0


@pytest.mark.parametrize("name", ["gp", "elastic-net"])
def test_real_calibrations_are_no_constants(name, corn):
    """Every property of the corn set can be calibrated; a search that ends at "all is noise" predicts the mean."""
    X = np.loadtxt(corn / "m5_spectra.csv", delimiter=",", skiprows=1)[:, ::4]
    Y = np.loadtxt(corn / "property_values.csv", delimiter=",", skiprows=1)
    rows = np.arange(80)
    for test in (rows % 4 == 0, rows >= 60):
        predicted = fit_regression(name, X[~test], Y[~test]).predict(X[test])
        for j in range(4):
            assert regression_figures(Y[test, j], predicted[:, j])["r2"] > 0.2, j
