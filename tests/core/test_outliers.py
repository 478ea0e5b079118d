"""Flags of new spectra: how often they are false, and what they find."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.measures.outliers import OutlierModel


def ordinary(rng, n):
    """Spectra of three parts, where the scatter holds nearly all of the variance, as in real ones."""
    grid = np.linspace(0, 1, 60)
    bands = np.exp(-0.5 * ((grid - np.array([0.2, 0.5, 0.8])[:, None]) / 0.08) ** 2)
    return (1 + rng.normal(size=(n, 1)) + 0.1 * grid * rng.normal(size=(n, 1)) + 0.04 * rng.normal(size=(n, 3)) @ bands
            + 1e-3 * rng.normal(size=(n, 60)))


@pytest.mark.parametrize("standards", ["all", "some", "twice"])
def test_ordinary_spectra_are_rarely_far_from_the_standards(standards):
    """Also where every spectrum of the fit is a standard, or every standard was measured twice."""
    rng, share = np.random.default_rng(0), []
    for _ in range(20):
        X, new = ordinary(rng, 40), ordinary(rng, 200)
        rows, sample = np.arange(40), None
        if standards == "some":
            rows = np.arange(15)
        if standards == "twice":
            X = np.repeat(X[:20], 2, axis=0) + 1e-4 * rng.normal(size=X.shape)
            sample = np.arange(40) // 2
        figures = OutlierModel.fit(X, X[rows], sample=sample).figures(new)
        share.append((figures.distance > figures.distance_limit).mean())
    assert np.mean(share) < 0.09
    far = X.mean(axis=0) + 8 * X.std()
    assert "far from the standards" in OutlierModel.fit(X, X[rows], sample=sample).figures(far[None]).flags[0]


def test_real_spectra(corn):
    """False alarms, a foreign band of a third of the spread between samples, and the other instrument's spectra."""
    B, A = (np.loadtxt(corn / f"{k}_spectra.csv", delimiter=",", skiprows=1) for k in ("mp5", "m5"))
    band = 0.3 * B.std(axis=0).mean() * np.exp(-((np.arange(700) - 280) / 10) ** 2)
    false, found, other = [], [], []
    for seed in range(12):
        order = np.random.default_rng(seed).permutation(80)
        model = OutlierModel.fit(B[order[:60]], B[order[:20]])
        for spectra, listed in ((B, false), (B + band, found), (A, other)):
            figures = model.figures(spectra[order[60:]])
            listed.append([figures.t2 > figures.t2_limit, figures.q > figures.q_limit,
                           figures.distance > figures.distance_limit])
    rates = np.mean(false, axis=(0, 2))
    assert (rates < 0.06).all() and np.any(false, axis=1).mean() < 0.1
    assert np.any(found, axis=1).mean() > 0.97 and np.any(other, axis=1).all()


def test_spectra_of_the_fit_are_rarely_flagged():
    """Also where most components are noise of single spectra."""
    rng = np.random.default_rng(4)
    noisy = ordinary(rng, 40) + 0.3 * rng.normal(size=(40, 60))
    for X in (noisy, ordinary(rng, 40)):
        flags = OutlierModel.fit(X, X[:20]).figures(X).flags
        assert sum(bool(f) for f in flags) <= 4


def test_few_and_constant_spectra():
    rng = np.random.default_rng(1)
    X = ordinary(rng, 3)
    model = OutlierModel.fit(X, X[:1])
    assert np.isfinite(model.limits[:2]).all() and model.figures(X[:1]).flags == [()]
    same = OutlierModel.fit(np.ones((5, 8)), np.ones((2, 8)))
    assert same.figures(np.ones((1, 8))).flags == [()] and "Q" in same.figures(2 * np.ones((1, 8))).flags[0]
    many = ordinary(rng, 150)
    figures = OutlierModel.fit(many, many[:20]).figures(ordinary(rng, 1000))
    assert (figures.t2 > figures.t2_limit).mean() < 0.06 and (figures.q > figures.q_limit).mean() < 0.06
