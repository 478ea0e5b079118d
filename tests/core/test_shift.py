"""Spectra moved along their axis: how often ordinary ones are said to be, and what is found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import CubicSpline

from spectralign_gui.core.measures.outliers import OutlierModel
from spectralign_gui.core.measures.shift import LEAST, shift_weights
from spectralign_gui.core.regression.choose import folds

GRID = np.arange(120.0)


def spectra(rng, n, shift=0.0, width=9.0, noise=1e-3):
    """Three bands in varying amounts on a slope, with scatter; moved by so many channels."""
    at = GRID - shift
    bands = np.exp(-0.5 * ((at - np.array([25.0, 60.0, 95.0])[:, None]) / width) ** 2)
    parts = 1 + 0.3 * rng.normal(size=(n, 3))
    scatter = 1 + 0.2 * rng.normal(size=(n, 1))
    return scatter * (parts @ bands + 0.5) + 0.01 * at * rng.normal(size=(n, 1)) + noise * rng.normal(size=(n, 120))


@pytest.mark.parametrize("n", [10, 45, 150, 400])
def test_ordinary_spectra_are_seldom_said_to_be_moved_and_moved_ones_are(n):
    rng, false, found, sizes = np.random.default_rng(n), [], [], []
    for _ in range(12 if n < 100 else 4):
        model = OutlierModel.fit(spectra(rng, n))
        limit = model.limits[3]
        false.append(np.mean(np.abs(model.figures(spectra(rng, 200)).shift) > limit))
        moved = model.figures(spectra(rng, 200, shift=1.0))
        found.append(np.mean(np.abs(moved.shift) > limit))
        sizes.append(moved.shift.mean())
        assert all(("shifted" in f) == (abs(s) > limit) for f, s in zip(moved.flags, moved.shift, strict=True))
    assert np.mean(false) < 0.035, "1 % is meant; from ten spectra the limit itself is uncertain"
    assert np.mean(found) > (0.9 if n == 10 else 0.99)
    assert np.mean(sizes) == pytest.approx(1.0, abs=0.1)


@given(st.integers(6, 30), st.integers(3, 40), st.integers(0, 10_000))
def test_by_its_formula(n, p, seed):
    """The weights and the limit, written down in all channels."""
    X = np.random.default_rng(seed).normal(size=(n, p)) + np.linspace(0, 3, p) ** 2

    def weights(X, k):
        mean = X.mean(axis=0)
        V = np.linalg.svd(X - mean, full_matrices=False)[2][:k]
        d = np.gradient(mean)
        d = d - (d @ V.T) @ V
        return -d / (d @ d)

    k = max(1, min(n, p) // 2)
    w, limit = shift_weights(X)
    np.testing.assert_allclose(w, weights(X, k), rtol=1e-6, atol=1e-8 * np.abs(w).max())
    fold, shifts = folds(n, 10), np.zeros(n)
    for number in np.unique(fold):
        out = fold == number
        shifts[out] = (X[out] - X[~out].mean(axis=0)) @ weights(X[~out], k)
    from scipy.stats import t
    expected = t.ppf(0.995, n - 1) * np.sqrt((shifts ** 2).mean() * (1 + 1 / n))
    assert limit == pytest.approx(max(expected, LEAST), rel=1e-6)


@pytest.mark.parametrize("X", [np.ones((8, 20)), np.zeros((8, 20)), np.arange(24.0).reshape(12, 2),
                               spectra(np.random.default_rng(0), 5)], ids=["constant", "zero", "two channels", "few"])
def test_where_nothing_can_be_told_nothing_is_said(X):
    w, limit = shift_weights(X)
    assert not w.any() and limit == np.inf
    assert not any("shifted" in f for f in OutlierModel.fit(X).figures(X + 0.1).flags)


def test_models_of_earlier_versions_say_nothing_of_shifts():
    rng = np.random.default_rng(1)
    model = OutlierModel.fit(spectra(rng, 30))
    moved = spectra(rng, 5, shift=2.0)
    assert all("shifted" in f for f in model.figures(moved).flags) and model.flags(moved) == model.figures(moved).flags
    state = model.to_state()
    del state["shift"]
    state["limits"] = state["limits"][:3]
    old = OutlierModel.from_state(state)
    assert not any("shifted" in f for f in [*old.figures(moved).flags, *old.flags(moved)])
    assert old.figures(moved).q == pytest.approx(model.figures(moved).q)
    again = OutlierModel.from_state(model.to_state())
    assert again.flags(moved) == model.flags(moved)


def test_real_spectra_moved_by_a_channel(corn):
    B = np.loadtxt(corn / "mp5_spectra.csv", delimiter=",", skiprows=1)
    false, found = [], []
    for seed in range(8):
        order = np.random.default_rng(seed).permutation(80)
        model, test = OutlierModel.fit(B[order[:10]]), B[order[60:]]
        moved = CubicSpline(np.arange(B.shape[1]), test, axis=1)(np.clip(np.arange(B.shape[1]) - 1.0, 0, None))
        for X, share in ((test, false), (moved, found)):
            share.append(np.mean(["shifted" in f for f in model.figures(X).flags]))
    assert np.mean(false) < 0.05 and np.mean(found) > 0.95
