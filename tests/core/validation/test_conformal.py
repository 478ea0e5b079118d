"""Intervals that cover, and limits that hold their level."""

from __future__ import annotations

import numpy as np
import pytest

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
    assert np.isinf(model.half_width(0.95)).all()
    again = ConformalIntervals.from_state(model.to_state())
    assert np.array_equal(again.half_width(0.5), model.half_width(0.5))
    with pytest.raises(DataError):
        ConformalIntervals(np.full((3, 1), np.nan))


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
