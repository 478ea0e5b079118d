"""The check-sample chart."""

import numpy as np
import pytest

from spectralign_gui.core.errors import DataError
from spectralign_gui.core.validation.control_chart import ControlChart


def test_limits_and_cusum_by_definition():
    chart = ControlChart.from_baseline([[1.0], [3.0], [2.0], [2.0]])
    sigma = np.std([1, 3, 2, 2], ddof=1)
    low, high = chart.limits(4)
    assert high[0] - 2 == pytest.approx(3 * sigma / 2) and low[0] == pytest.approx(4 - high[0])
    upper = 0.0
    for day in ([2.5, 2.5], [3.0, 2.0], [3.5, 3.0]):
        point = chart.add(np.array(day)[:, None])[0]
        z = (np.mean(day) - 2) / (sigma / np.sqrt(2))
        upper = max(0.0, upper + z - 0.5)
        assert point.standardised == pytest.approx(z) and point.upper == pytest.approx(upper)


def test_a_jump_and_a_drift_are_told_and_quiet_days_are_not():
    rng = np.random.default_rng(0)
    base = rng.normal(size=(40, 2))
    quiet = ControlChart.from_baseline(base)
    alarms = sum(any(p.alarms for p in quiet.add(rng.normal(size=(3, 2)))) for _ in range(30))
    assert alarms <= 2
    jump = ControlChart.from_baseline(base)
    point = jump.add(rng.normal(size=(3, 2)) + np.array([0, 4]), names=("fat", "water"))[1]
    assert not jump.holds and "water" in point.alarms[0] and "too high" in point.alarms[0]
    drift = ControlChart.from_baseline(base)
    days = 0
    while drift.holds and days < 60:
        drift.add(rng.normal(size=(3, 2)) - np.array([0.7, 0]))
        days += 1
    assert days < 25 and "drifted down" in " ".join(drift.points[-1][0].alarms)


def test_state_goes_on_where_it_was():
    chart = ControlChart.from_baseline(np.random.default_rng(1).normal(size=(10, 2)))
    chart.add([[1.0, 0.0]])
    again = ControlChart.from_state(chart.to_state())
    assert again.add([[1.0, 1.0]])[0].upper == chart.add([[1.0, 1.0]])[0].upper


def test_too_little_is_said():
    with pytest.raises(DataError, match="at least 3"):
        ControlChart.from_baseline([[1.0], [2.0]])
    with pytest.raises(DataError, match="scatter"):
        ControlChart.from_baseline([[1.0], [1.0], [1.0]])
    with pytest.raises(DataError, match="properties"):
        ControlChart.from_baseline([[1.0], [2.0], [1.5]]).add([[1.0, 2.0]])
