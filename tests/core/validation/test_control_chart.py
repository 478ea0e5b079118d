"""The check-sample chart."""

import numpy as np
import pytest
import scipy

from spectralign_gui.core.errors import DataError
from spectralign_gui.core.validation.control_chart import ControlChart


def normal(t, freedom):
    return scipy.stats.norm.ppf(scipy.stats.t.cdf(t, freedom))


def test_limits_and_cusum_by_definition():
    """New samples on every day: against the mean of all errors before, baseline and samples."""
    base = [1.0, 3.0, 2.0, 2.0]
    chart, known = ControlChart.from_baseline(base), list(base)
    sigma = np.std(base, ddof=1)
    upper = 0.0
    for day in ([2.5, 2.5], [3.0, 2.0], [3.5, 3.0]):
        point = chart.add(np.array(day)[:, None])[0]
        error = sigma * np.sqrt(1 / 2 + 1 / len(known))
        z = normal((np.mean(day) - np.mean(known)) / error, 3)
        upper = max(0.0, upper + z - 0.5)
        assert point.standardised == pytest.approx(z) and point.upper == pytest.approx(upper)
        half = scipy.stats.t.ppf(scipy.stats.norm.cdf(3), 3) * error
        assert (point.low, point.high) == pytest.approx((np.mean(known) - half, np.mean(known) + half))
        known += day


def test_samples_seen_before_are_expected_where_they_were():
    """By definition, a and b known from two and one day, c new."""
    rng = np.random.default_rng(8)
    base = rng.normal(size=12)
    chart, sigma = ControlChart.from_baseline(base), np.std(base, ddof=1)
    chart.add([[1.0], [3.0]], samples=("a", "b"))
    chart.add([[1.4], [1.6]], samples=("a", "a"))  # two spectra of one sample are one
    point = chart.add([[1.0], [2.0], [3.5]], samples=("a", "c", "b"))[0]
    fresh = np.append(base, [1.0, 3.0]).mean()
    expected = np.mean([(1.0 + 1.5) / 2, fresh, 3.0])
    error = sigma * np.sqrt((1 + 1 / 2) + (1 + 1) + 1 + 1 ** 2 / 14) / 3
    assert point.samples == 3 and point.deviation == pytest.approx(6.5 / 3)
    assert point.standardised == pytest.approx(normal((6.5 / 3 - expected) / error, 11))
    assert (point.low + point.high) / 2 == pytest.approx(expected)


@pytest.mark.parametrize("own", [0.0, 0.5, 0.9])
@pytest.mark.parametrize("least", [8, 20])
def test_the_same_samples_do_not_drift_by_what_they_always_err_by(own, least):
    """`own`: share of the variance that is the sample's for ever; 60 days without drift, then one standard error more.

    Added up every day it had given an alarm in 64 to 80 % of such series.
    """
    alarms = found = 0
    for seed in range(40):
        rng = np.random.default_rng([seed, least])
        chart, names = ControlChart.from_baseline(rng.normal(size=least)), list("abcde")
        always = np.sqrt(own) * rng.normal(size=(5, 1))
        for _ in range(60):
            chart.add(always + np.sqrt(1 - own) * rng.normal(size=(5, 1)), samples=names)
            if not chart.holds:
                alarms += 1
                break
        for _ in range(15):
            chart.add(always + 1.0 + np.sqrt(1 - own) * rng.normal(size=(5, 1)), samples=names)
            if not chart.holds:
                found += 1
                break
    assert alarms <= (18 if own == 0 else 10) and found >= 36


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


def test_one_day_far_out_is_a_jump_and_no_drift_of_the_last_days():
    chart = ControlChart.from_baseline([-1.0, 1.0] * 10)
    chart.add([[-0.5], [0.1]])
    jump = chart.add([[9.0], [9.0]])[0]
    assert jump.upper <= chart.action and len(jump.alarms) == 1 and "standard errors too high" in jump.alarms[0]
    again = [chart.add([[9.0], [9.0]])[0] for _ in range(2)]
    assert all("standard errors too high" in point.alarms[0] for point in again)
    assert any("drifted up over the last days" in alarm for alarm in again[1].alarms), "three days are a drift"


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
    narrow, wide = (day[0].high - day[0].low for day in chart.points)
    assert wide == pytest.approx(np.sqrt((1 / 5 + 1 / 20) / (1 / 10 + 1 / 10)) * narrow)


def test_too_little_is_said():
    with pytest.raises(DataError, match="at least 3"):
        ControlChart.from_baseline([[1.0], [2.0]])
    with pytest.raises(DataError, match="scatter"):
        ControlChart.from_baseline([[1.0], [1.0], [1.0]])
    with pytest.raises(DataError, match="properties"):
        ControlChart.from_baseline([[1.0], [2.0], [1.5]]).add([[1.0, 2.0]])


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("size", [5.0, 30.0, 1e6])
def test_one_spoilt_day_is_over_when_it_is_measured_again(size, first):
    """Six cases of the same samples: one day far out, before or after a good one, then six good days."""
    rng = np.random.default_rng(4)
    chart = ControlChart.from_baseline(rng.normal(size=15))
    always = rng.normal(size=(6, 1))

    def day(more: float = 0.0):
        return chart.add(always + 0.1 * rng.normal(size=(6, 1)) + more, samples=tuple("abcdef"))[0]

    if not first:
        assert not day().alarms
    assert day(size).alarms
    assert [day().alarms for _ in range(6)] == [()] * 6
    assert all(day(size).alarms for _ in range(6))  # what stays is told every day
