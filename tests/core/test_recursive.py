"""A bias that is followed from day to day: near the truth where it moves, still where nothing does."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pytest

from spectralign_gui.core.errors import DataError
from spectralign_gui.core.validation.recursive import RATIOS, _filtered, follow

DAYS = [(date(2026, 1, 1) + timedelta(days=k)).isoformat() for k in range(60)]


def series(bias, samples: int, seed: int, own: float = 1.0, noise: float = 0.3):
    rng = np.random.default_rng(seed)
    errors = own * rng.standard_normal(samples) + np.asarray(bias)[:, None] + noise * rng.standard_normal(
        (len(bias), samples))
    return np.repeat(DAYS[:len(bias)], samples), np.tile([f"s{k}" for k in range(samples)], len(bias)), errors.ravel()


@pytest.mark.parametrize("name,bias,most", [
    ("none", np.zeros(20), 0.1), ("step", np.repeat([0.0, 1.5], [14, 6]), 0.25),
    ("ramp", np.r_[np.zeros(10), 0.1 * np.arange(1, 11)], 0.3),
    ("there and back", np.repeat([0.0, 1.5, 0.0], [8, 6, 6]), 0.25)])
def test_the_last_day_is_found(name, bias, most):
    off = [abs(follow(*series(bias, 4, seed)).value - bias[-1]) for seed in range(12)]
    assert np.mean(off) < most, (name, off)


def test_where_nothing_moves_it_mostly_says_so():
    """Of 40 series; a walk is taken for none where that is as likely."""
    still = sum(follow(*series(np.zeros(15), 4, seed)).ratio == 0.0 for seed in range(40))
    assert still >= 20


def test_its_standard_error_is_right():
    """Over 60 walks as the model has them: two standard errors hold the truth in 85 % and more."""
    inside = 0
    for seed in range(60):
        bias = np.r_[0.0, np.cumsum(0.2 * np.random.default_rng(900 + seed).standard_normal(19))]
        found = follow(*series(bias, 4, seed))
        inside += abs(found.value - bias[-1]) <= 2 * found.error
    assert inside >= 51


@pytest.mark.parametrize("ratio", RATIOS[1::3])
def test_the_filter_is_the_best_estimate_of_all_at_once(ratio):
    """The last state against generalised least squares over all days, written out."""
    rng, T, S = np.random.default_rng(4), 7, 3
    y, of, steps = rng.standard_normal(T * S), np.tile(np.arange(S), T), np.repeat(1.0, T * S)
    steps[:S] = 0.0
    steps.reshape(T, S)[:, 1:] = 0.0
    level = np.repeat(np.arange(T), S)
    walk = ratio * np.minimum.outer(np.arange(T), np.arange(T))
    cover = walk[np.ix_(level, level)] + np.eye(T * S)
    design = np.eye(S)[of]
    solved = np.linalg.solve(cover, design)
    own = np.linalg.solve(design.T @ solved, solved.T @ y)
    expected = walk[-1][level] @ np.linalg.solve(cover, y - design @ own)
    assert np.isclose(_filtered(steps, of, y, ratio, S)[0], expected, atol=1e-5)


def test_gaps_other_samples_and_days_apart():
    days, names, errors = series(np.repeat([0.0, 1.0], [6, 6]), 4, 0)
    errors[::5] = np.nan
    whole = follow(days, names, errors)
    assert abs(whole.value - 1.0) < 0.4 and whole.samples == 4
    names = names.astype(object)
    names[24:] = [f"new{k}" for k in range(24)]  # from the change on samples that nobody knows
    with_new = follow(days, names, errors)
    assert abs(with_new.value) < 0.6
    with pytest.raises(DataError, match="two days"):
        follow(days, [f"n{k}" for k in range(len(days))], errors)
    with pytest.raises(DataError):
        follow(days, names, np.full(len(days), np.nan))
