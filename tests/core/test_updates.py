"""Updates by check samples: what they take out, and that a verdict is right as often as it says."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.errors import DataError, ParameterError
from spectralign_gui.core.notes import code_of
from spectralign_gui.core.validation.updates import (
    BIAS,
    CHANGE,
    SLOPE,
    fit_correction,
    judge,
    means_by,
    residuals_after,
    said_of,
)

NAMES = np.array(list("abcdef"))
TRUE = np.array([[2.0, 10.0], [3.0, 11.0], [4.0, 12.0], [5.0, 13.0], [6.0, 14.0], [7.0, 15.0]])


def test_a_bias_and_a_slope_are_taken_out_exactly():
    bias = fit_correction(BIAS, TRUE + np.array([0.5, -1.0]), TRUE, NAMES)
    assert bias.slope.tolist() == [1, 1] and np.allclose(bias.offset, [-0.5, 1.0])
    spoilt = (TRUE - [0.3, 2.0]) / [1.2, 0.8]
    line = fit_correction(SLOPE, spoilt, TRUE, NAMES)
    assert np.allclose(line.apply(spoilt), TRUE) and np.allclose(line.slope, [1.2, 0.8])


def test_a_sample_counts_once_however_often_it_was_measured():
    predicted, names = np.array([[1.0], [3.0], [3.0], [3.0]]), np.array(["a", "b", "b", "b"])
    assert fit_correction(BIAS, predicted, np.zeros((4, 1)), names).offset[0] == -2.0
    assert means_by(names, np.array([[1.0], [2.0], [np.nan], [4.0]])).tolist() == [[1.0], [3.0]]


def test_a_change_leaves_what_every_sample_errs_by_for_ever():
    own = np.array([[0.4, 0.0], [-0.6, 0.2], [0.9, 0.1], [0.2, 0.0], [0.3, -0.3], [-0.1, 0.2]])
    made = fit_correction(CHANGE, TRUE + own + 0.25, TRUE, NAMES, own)
    assert np.allclose(made.offset, -0.25) and not made.centred
    own[2:] = np.nan  # measured for the first time: nothing is known of their change
    assert fit_correction(CHANGE, TRUE + own + 0.25, TRUE, NAMES, own).samples == 2


@pytest.mark.parametrize(("kind", "predicted", "code"), [
    (SLOPE, TRUE[:4], "updates.few"), (SLOPE, np.ones((6, 2)), "updates.one_value"),
    (SLOPE, -TRUE, "updates.slope_turned"), (BIAS, np.full((6, 2), np.nan), "updates.few")])
def test_what_cannot_be_made_is_said(kind, predicted, code):
    n = len(predicted)
    with pytest.raises(DataError) as said:
        fit_correction(kind, predicted, TRUE[:n], NAMES[:n])
    assert code_of(said.value) == code


def test_another_kind_is_refused():
    with pytest.raises(ParameterError, match="bias"):
        fit_correction("magic", TRUE, TRUE, NAMES)


def test_limits_of_a_corrected_model_are_centred_and_wider():
    rng = np.random.default_rng(0)
    residuals = rng.normal(0.7, 1.0, (12, 2))
    made = fit_correction(BIAS, TRUE[:3] + 1, TRUE[:3], NAMES[:3])
    after = residuals_after(residuals, made)
    assert np.allclose(after.mean(axis=0), 0)
    assert np.allclose(after.std(axis=0) / residuals.std(axis=0), np.sqrt(12 / 11 * (1 + 1 / 3)))
    change = fit_correction(CHANGE, TRUE + 1, TRUE, NAMES, np.zeros((6, 2)))
    assert np.array_equal(residuals_after(residuals, change), residuals)


def test_one_day_is_said_and_one_sample_shows_nothing():
    old, new = np.array([[1.0], [1.1], [0.9]]), np.array([[0.1], [0.0], [-0.1]])
    (found,) = judge(old, new, np.array(["a", "b", "c"]), np.array(["1", "1", "1"]), ("Fat",))
    assert found.outcome == "better" and "one day" in said_of(found, "%") and " %" in said_of(found, "%")
    (alone,) = judge(old[:1], new[:1], np.array(["a"]), np.array(["1"]), ("Fat",))
    assert alone.outcome == "open" and np.isinf(alone.high)
    (nothing,) = judge(old * np.nan, new, np.array(["a", "b", "c"]), np.array(["1"] * 3), ("Fat",))
    assert nothing.samples == 0 and nothing.outcome == "open"


def test_the_interval_of_the_difference_is_as_wide_over_days_as_over_samples():
    """Ten samples that agree, on two days that do not: what differs from day to day must count."""
    names, days = np.array([f"s{k}" for k in range(10)] * 2), np.array(["1"] * 10 + ["2"] * 10)
    old = np.where(days == "1", 1.0, 0.2)[:, None]
    new = np.where(days == "1", 0.3, 0.9)[:, None]
    (found,) = judge(old, new, names, days, ("Fat",))
    assert found.outcome == "open" and found.days == 2 and found.high - found.low > 1


def test_updates_that_are_worth_nothing_are_seldom_called_better():
    """No drift: a bias made from six samples does better on six others by chance alone at most as often as it says."""
    rng, claims = np.random.default_rng(3), 0
    for _ in range(400):
        own = rng.normal(size=12)  # what every sample errs by on all days
        errors = np.concatenate([own + rng.normal(0, 0.3, 12) for _ in range(4)])[:, None]
        names, days = np.array([f"s{k:02d}" for k in range(12)] * 4), np.repeat(["1", "2", "3", "4"], 12)
        held = np.tile(np.arange(12) % 2 == 1, 4)
        made = fit_correction(BIAS, errors[~held], np.zeros((24, 1)), names[~held])
        (found,) = judge(errors[held], made.apply(errors[held]), names[held], days[held], ("Fat",))
        claims += found.outcome == "better"
    assert claims / 400 < 0.05
