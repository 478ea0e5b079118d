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
    chart.add([[1.0, 0.0]], samples=("s1",))
    again = ControlChart.from_state(chart.to_state())
    mine, theirs = (c.add([[1.0, 1.0]], samples=("s1",)) for c in (chart, again))
    assert mine[0].upper == theirs[0].upper and mine[1].change == theirs[1].change == 1.0
    older = chart.to_state()
    older = {k: v for k, v in older.items() if not k.startswith("first")}
    older["points"] = [[{k: v for k, v in p.items() if k not in ("samples", "change")} for p in day]
                       for day in older["points"]]
    assert np.isnan(ControlChart.from_state(older).add([[1.0, 1.0]], samples=("s1",))[0].change)


def test_the_same_samples_are_compared_with_themselves():
    rng = np.random.default_rng(4)
    chart = ControlChart.from_baseline(rng.normal(0, 0.3, (30, 2)))
    names = [f"s{k}" for k in range(6)]
    own = rng.normal(0, 0.3, (6, 2))  # what the prediction of every sample errs by for ever
    chart.add(own + rng.normal(0, 0.01, (6, 2)), ("fat", "water"), names)
    assert chart.holds and np.isnan(chart.points[0][0].change)
    chart.add(own + rng.normal(0, 0.01, (6, 2)), ("fat", "water"), names)
    assert chart.holds, "nothing has changed"
    shifted = own + rng.normal(0, 0.01, (6, 2)) + [0.0, -0.15]
    point = chart.add(shifted[::-1], ("fat", "water"), names[::-1])[1]  # in another order
    assert abs(point.standardised) < 3, "half of a single error is within the limits for other samples"
    assert not chart.holds and point.alarms == (
        f"water: the same 6 samples read {-point.change:.3g} lower than when they were first measured; measure them "
        "again, then renew the transfer.",)
    expected = (shifted - chart_first(chart, names))[:, 1]
    assert point.change == pytest.approx(expected.mean())
    tiny = ControlChart.from_baseline(rng.normal(0, 0.3, (30, 2)))
    tiny.add(own, samples=names)
    tiny.add(own + 0.02, samples=names)
    assert tiny.holds, "certain, but too small to matter"
    few = ControlChart.from_baseline(rng.normal(0, 0.3, (30, 2)))
    few.add(own[:2], samples=names[:2])
    few.add(own[:2] - 0.2, samples=names[:2])
    assert few.holds, "two samples tell no scatter"


def chart_first(chart, names):
    return np.array([chart.firsts[n] for n in names])


def test_samples_that_did_not_change_seldom_give_an_alarm():
    rng = np.random.default_rng(7)
    false = 0
    for _ in range(300):
        chart = ControlChart.from_baseline(rng.normal(0, 1, (20, 1)))
        names = list("abcde")
        for _ in range(2):  # repeatability as large as the error itself: the hardest case
            chart.add(rng.normal(0, 1, (5, 1)), samples=names)
        false += any("the same" in a for a in chart.points[1][0].alarms)
    assert false <= 5


def test_every_day_has_the_limits_of_its_own_count():
    chart = ControlChart.from_baseline(np.random.default_rng(1).normal(size=(10, 1)))
    chart.add(np.zeros((10, 1)))
    chart.add(np.zeros((5, 1)))
    assert [day[0].samples for day in chart.points] == [10, 5]
    wide, narrow = (np.diff(chart.limits(day[0].samples), axis=0)[0, 0] for day in chart.points[::-1])
    assert wide == pytest.approx(np.sqrt(2) * narrow)


def test_too_little_is_said():
    with pytest.raises(DataError, match="at least 3"):
        ControlChart.from_baseline([[1.0], [2.0]])
    with pytest.raises(DataError, match="scatter"):
        ControlChart.from_baseline([[1.0], [1.0], [1.0]])
    with pytest.raises(DataError, match="properties"):
        ControlChart.from_baseline([[1.0], [2.0], [1.5]]).add([[1.0, 2.0]])
