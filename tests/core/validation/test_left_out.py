"""Errors at left-out standards."""

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.core.errors import PairsError
from spectralign_gui.core.validation.conformal import ConformalIntervals
from spectralign_gui.core.validation.left_out import left_out_residuals
from tests.core.transfers.conftest import simulate


def test_by_definition_and_without_a_leak():
    A, B, Y = simulate(noise=2e-3)
    rows = np.arange(0, 16, 2)
    pairs = np.stack([rows, rows], 1)
    hidden = np.full_like(Y, np.nan)
    est = create("mean-shift", max_components=5)
    residuals, found = left_out_residuals(est, [A, B], pairs, [Y, hidden])
    assert found.tolist() == rows.tolist()
    for n, s in enumerate(rows):
        keep = np.arange(40) != s
        place = np.cumsum(keep) - 1
        others = rows[rows != s]
        fitted = create("mean-shift", max_components=5).fit(
            [A[keep], B[keep]], np.stack([place[others]] * 2, 1), [Y[keep], hidden[keep]])
        assert np.allclose(residuals[n], fitted.predict(B[s:s + 1], 1)[0] - Y[s])
    spoiled = Y.copy()
    spoiled[rows[0]] += 100
    again, _ = left_out_residuals(est, [A, B], pairs, [spoiled, hidden])
    assert np.allclose(again[0], residuals[0] - 100)


def test_many_standards_go_in_groups_and_few_are_refused():
    A, B, Y = simulate()
    rows = np.arange(24)
    residuals, found = left_out_residuals(create("bias", max_components=5), [A, B], np.stack([rows, rows], 1),
                                          [Y, np.full_like(Y, np.nan)], folds=4)
    assert residuals.shape == (24, 2) and np.isfinite(residuals).all() and found.tolist() == rows.tolist()
    with pytest.raises(PairsError, match="at least 3"):
        left_out_residuals(create("bias"), [A, B], [[0, 0], [1, 1]], [Y, Y])


def test_intervals_of_real_predictions_cover_what_they_say(corn):
    """Random standards and new samples of the corn set: the intervals from left-out standards hold their level."""
    A, B = (np.loadtxt(corn / f"{k}_spectra.csv", delimiter=",", skiprows=1)[:, ::5] for k in ("m5", "mp5"))
    Y = np.loadtxt(corn / "property_values.csv", delimiter=",", skiprows=1)
    inside = {0.8: [], 0.9: []}
    rows = np.arange(20)
    for seed in range(12):
        order = np.random.default_rng(seed).permutation(80)
        test, train = order[:20], order[20:]
        data = [A[train], B[train]], np.stack([rows, rows], 1), [Y[train], np.full_like(Y[train], np.nan)]
        est = create("mean-shift", max_components=8)
        intervals = ConformalIntervals(left_out_residuals(est, *data, folds=5)[0])
        predicted = est.fit(data[0], pairs=data[1], targets=data[2]).predict(B[test], 1)
        for level, listed in inside.items():
            low, high = intervals.interval(predicted, level)
            listed.append((low <= Y[test]) & (Y[test] <= high))
    for level, listed in inside.items():
        assert level - 0.05 < np.mean(listed) < level + 0.07
