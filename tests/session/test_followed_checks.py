"""What check samples say of an instrument's present error."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.transfers.kalman import kalman
from spectralign_gui.session.predict.check_samples import CheckDay
from spectralign_gui.session.predict.followed import present_error


def days_of(*errors):
    return [CheckDay(f"2026-01-{k + 1:02d}", "B", tuple("abcdefgh"[:len(e)]), np.array(e, dtype=float)[:, None])
            for k, e in enumerate(errors)]


def test_a_steady_error_is_their_mean():
    rng = np.random.default_rng(0)
    errors = 0.8 + 0.05 * rng.normal(size=(4, 5))
    found = present_error(days_of(*errors), 0, "Fat")
    assert found is not None and found.facts["high"] and found.facts["size"] == pytest.approx(errors.mean(), rel=1e-3)
    assert found.facts["doubt"] == pytest.approx(errors.std() / np.sqrt(20), rel=0.05)
    assert str(found).startswith("Fat now reads about 0.79 (± 0.01) too high;") and "“Kalman updating”" in found


def test_a_drift_is_told_as_it_is_on_the_last_day():
    rng = np.random.default_rng(1)
    errors = [-0.3 * day + 0.05 * rng.normal(size=4) for day in range(8)]
    found = present_error(days_of(*errors), 0, "Fat")
    assert found is not None and not found.facts["high"]
    assert found.facts["size"] == pytest.approx(2.1, abs=0.15), "not the mean of all days, 1.05"


def test_what_may_be_chance_is_not_said():
    rng = np.random.default_rng(2)
    told = sum(present_error(days_of(*rng.normal(size=(3, 4))), 0, "Fat") is not None for _ in range(100))
    assert told <= 12
    assert present_error(days_of([0.5]), 0, "Fat") is None
    assert present_error(days_of([np.nan, np.nan]), 0, "Fat") is None


def test_spectra_of_one_day_are_not_apart_in_time():
    """Three days of two: the joint distribution of all errors, written out."""
    e, moments, drift = np.array([0.1, 0.3, 0.9, 1.1, 1.4, 1.2]), np.array([0, 0, 1, 1, 3, 3]), 0.5
    unit = np.abs(e).max()
    C = 1e4 + drift * np.minimum.outer(moments, moments) + np.eye(6)
    wanted = (1e4 + drift * moments) @ np.linalg.solve(C, e)
    found = kalman(np.zeros(6), e, drift, False, moments)
    assert found.offset == pytest.approx(wanted, rel=1e-6) and unit == 1.4
