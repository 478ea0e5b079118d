"""Intervals that cover, and limits that hold their level."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from spectralign_gui.core.errors import DataError
from spectralign_gui.core.measures.outliers import OutlierModel
from spectralign_gui.core.validation.conformal import ConformalIntervals


def test_conformal_covers():
    rng = np.random.default_rng(0)
    inside = []
    for _ in range(300):
        residual, new = rng.standard_t(3, size=(19, 1)), rng.standard_t(3)
        low, high = ConformalIntervals(residual).interval(np.zeros((1, 1)), 0.9)
        inside.append(low[0, 0] <= new <= high[0, 0])
    assert 0.86 <= np.mean(inside) <= 0.94


def test_conformal_by_definition_and_state():
    model = ConformalIntervals(np.array([[1.0, -5.0], [-2.0, np.nan], [3.0, 1.0], [-4.0, 2.0]]))
    assert model.half_width(0.6).tolist() == [3.0, 5.0]
    few = [stats.t.ppf(0.975, 4) * np.sqrt(30 / 4), stats.t.ppf(0.975, 3) * np.sqrt(30 / 3)]
    np.testing.assert_allclose(model.half_width(0.95), few)
    assert model.promised(0.6).all() and not model.promised(0.95).any()
    again = ConformalIntervals.from_state(model.to_state())
    assert np.array_equal(again.half_width(0.5), model.half_width(0.5))
    with pytest.raises(DataError):
        ConformalIntervals(np.full((3, 1), np.nan))


@pytest.mark.parametrize("n", [3, 5, 8])
def test_few_residuals_cover_where_errors_are_normal(n):
    rng = np.random.default_rng(n)
    residuals, new = rng.normal(size=(n, 2000)), rng.normal(size=2000)
    assert abs(np.mean(np.abs(new) <= ConformalIntervals(residuals).half_width(0.9)) - 0.9) < 0.025


@pytest.mark.parametrize("n", [5, 10])
def test_left_out_standards_of_a_transfer_cover_new_samples(n):
    """A bias correction whose correction is the mean difference at the others: the cheapest transfer there is."""
    rng = np.random.default_rng(n)
    inside = []
    for _ in range(400):
        errors, new = 3.0 + rng.normal(size=n), 3.0 + rng.normal(size=5)  # of A's model on B
        left_out = [errors[i] - np.delete(errors, i).mean() for i in range(n)]
        inside.append(np.abs(new - errors.mean()) <= ConformalIntervals(left_out).half_width(0.9)[0])
    assert 0.87 < np.mean(inside) < 0.95


def test_one_or_two_residuals_give_no_interval():
    model = ConformalIntervals([[1.0, 2.0], [np.nan, 1.0]])
    assert np.isinf(model.half_width(0.5)).all() and not model.promised(0.5).any()


def test_outliers_are_flagged_for_the_right_reason():
    rng = np.random.default_rng(1)
    basis = np.linalg.qr(rng.normal(size=(40, 3)))[0].T
    X = rng.normal(size=(80, 3)) * [5, 3, 2] @ basis + 0.05 * rng.normal(size=(80, 40))
    model = OutlierModel.fit(X, X[:10], n_components=3)
    ordinary = model.figures(rng.normal(size=(200, 3)) * [5, 3, 2] @ basis + 0.05 * rng.normal(size=(200, 40)))
    assert np.mean([bool(f) for f in ordinary.flags]) < 0.25
    far, odd = X[0] + 40 * basis[0], X[0] + np.linalg.qr(rng.normal(size=(40, 1)))[0][:, 0] * 3
    flags = model.figures(np.array([far, odd])).flags
    assert "T²" in flags[0] and "far from the standards" in flags[0] and "Q" in flags[1]
    again = OutlierModel.from_state(model.to_state())
    assert again.figures(X).flags == model.figures(X).flags


def test_q_and_t2_limits_hold_their_level():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(100, 12)) * np.linspace(3, 0.5, 12)
    new = rng.normal(size=(2000, 12)) * np.linspace(3, 0.5, 12)
    for level, most in ((0.95, 0.1), (0.975, 0.06)):
        figures = OutlierModel.fit(X, n_components=4, level=level).figures(new)
        assert (1 - level) / 3 < (figures.t2 > figures.t2_limit).mean() < most
        assert (1 - level) / 3 < (figures.q > figures.q_limit).mean() < most
