"""Kalman updating against the conditional distribution of the whole chain, written out plainly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.core import create
from spectralign_gui.core.transfers.kalman import DRIFTS, OFFSET_BEFORE, SLOPE_BEFORE, KalmanUpdating, kalman

SEEDS = st.integers(0, 10_000)


def by_definition(predicted, reference, drift, with_slope):
    """Slope, offset and log likelihood from the joint normal distribution of all errors and the last state."""
    m, middle, unit = len(predicted), predicted.mean(), predicted.std()
    u, e = (predicted - middle) / unit, (reference - predicted) / unit
    before = np.diag([OFFSET_BEFORE, SLOPE_BEFORE if with_slope else 0.0])
    step = np.diag([drift, drift if with_slope else 0.0])
    H = np.stack([np.ones(m), u], axis=1)
    C = np.array([[H[s] @ (before + min(s, t) * step) @ H[t] for t in range(m)] for s in range(m)]) + np.eye(m)
    with_last = np.array([(before + t * step) @ H[t] for t in range(m)])
    offset, slope = np.linalg.solve(C, e) @ with_last
    noise = e @ np.linalg.solve(C, e) / m
    likelihood = -0.5 * (m * np.log(noise) + np.linalg.slogdet(C)[1])
    return 1 + slope, offset * unit - slope * middle, likelihood


@given(SEEDS, st.integers(3, 9), st.sampled_from(DRIFTS), st.booleans())
def test_the_filter_is_the_conditional_mean_of_the_last_state(seed, m, drift, with_slope):
    rng = np.random.default_rng(seed)
    predicted = 10 + 3 * rng.normal(size=m)
    reference = 1.1 * predicted - 2 + 0.3 * rng.normal(size=m)
    found = kalman(predicted, reference, drift, with_slope)
    slope, offset, likelihood = by_definition(predicted, reference, drift, with_slope)
    assert found.slope == pytest.approx(slope, rel=1e-7, abs=1e-7)
    assert found.offset == pytest.approx(offset, rel=1e-6, abs=1e-6)
    assert found.likelihood == pytest.approx(likelihood, rel=1e-6, abs=1e-6)


@given(SEEDS)
def test_without_drift_and_slope_it_is_the_bias(seed):
    rng = np.random.default_rng(seed)
    predicted, reference = rng.normal(size=6), rng.normal(size=6)
    found = kalman(predicted, reference, 0.0, False)
    assert found.slope == 1.0
    assert found.offset == pytest.approx((reference - predicted).mean(), abs=1e-3)


def drifting(instruments, seed=0):
    """Standards measured one a day on B, whose model error grows from day to day; today's samples err most."""
    d = instruments
    rng = np.random.default_rng(seed)
    direction = np.linalg.lstsq(d["A"] - d["A"].mean(axis=0), d["Y"][:, 0] - d["Y"][:, 0].mean(), rcond=1e-6)[0]
    shape = direction / (direction @ direction)  # raises a prediction of the first property by 1
    days = np.arange(len(d["rows"]))
    B = d["A"][d["rows"]] + 0.5 * days[:, None] * shape + 1e-4 * rng.normal(size=(len(days), d["A"].shape[1]))
    return B, d["new_a"] + 0.5 * days[-1] * shape


def test_a_drift_is_followed_where_the_bias_is_late(instruments):
    d = instruments
    B, today = drifting(instruments)
    pairs = np.stack([d["rows"], np.arange(len(B))], axis=1)

    def error(name, **values):
        est = create(name, **values).fit([d["A"], B], pairs=pairs, targets=[d["Y"], None])
        return abs((est.predict(today) - d["new_y"])[:, 0].mean()), est

    late, _ = error("bias")
    found, est = error("kalman")
    assert late > 1 and found < 0.35 * late
    assert est.chosen_["drift"][0] > 0 and est.chosen_["uncertainty"][0] > 0
    assert error("kalman", drift=0.0, slope="no")[0] == pytest.approx(late, rel=1e-3)


def test_the_order_in_time_is_that_of_the_list_or_of_the_file(instruments):
    d = instruments
    B, today = drifting(instruments)
    pairs = np.stack([d["rows"], np.arange(len(B))], axis=1)
    mixed = pairs[np.random.default_rng(1).permutation(len(pairs))]

    def predicted(order, listed):
        est = create("kalman", order=order).fit([d["A"], B], pairs=listed, targets=[d["Y"], None])
        return est.predict(today)

    np.testing.assert_allclose(predicted("file", mixed), predicted("listed", pairs))
    assert np.abs(predicted("listed", mixed) - predicted("listed", pairs)).max() > 0.1


def chosen(predicted, reference):
    """Drift and whether there is a slope, for standards with these predictions and values."""
    est = KalmanUpdating()
    est._states = []
    est._line(predicted, reference, {"drift": None, "slope": "auto"})
    return est._states[0].drift, est._states[0].with_slope


def test_noise_is_seldom_taken_for_a_drift_or_a_slope_and_those_are_found():
    rng = np.random.default_rng(0)
    seen = {"noise": 0, "slope": 0, "drift": 0}
    for _ in range(100):
        predicted, noise = 10 + 3 * rng.normal(size=15), 0.5 * rng.normal(size=15)
        walk = 0.5 * rng.normal(size=15).cumsum()
        seen["noise"] += chosen(predicted, predicted + 1 + noise) != (0.0, False)
        seen["slope"] += chosen(predicted, 1.3 * predicted - 2 + noise)[1]
        seen["drift"] += chosen(predicted, predicted + walk + noise)[0] > 0
    assert seen["noise"] <= 8 and seen["slope"] >= 90 and seen["drift"] >= 35
    few = 10 + 3 * rng.normal(size=4)
    assert chosen(few, 2 * few) == (0.0, False)
