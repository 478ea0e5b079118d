"""The chart of check samples: limits of every day, and days whose samples changed."""

from __future__ import annotations

import numpy as np

from spectralign_gui.core.validation.control_chart import ControlChart
from spectralign_gui.ui.predict.check_chart import shewhart_chart, to_show


def chart_of(counts: tuple[int, ...]) -> ControlChart:
    chart = ControlChart.from_baseline(np.random.default_rng(1).normal(size=(10, 1)))
    for n in counts:
        chart.add(np.zeros((n, 1)) + chart.centre)
    return chart


def test_days_of_one_size_share_two_lines():
    """Those of a baseline of so many errors that new samples hardly tell more."""
    chart = ControlChart.from_baseline(np.random.default_rng(1).normal(size=(4000, 1)))
    for _ in range(3):
        chart.add(np.zeros((4, 1)) + chart.centre)
    drawn = shewhart_chart(chart, [day[0] for day in chart.points], "fat", 0)
    assert [s.label for s in drawn.series] == ["mean error of the day"] and len(drawn.levels) == 3


def test_days_of_other_sizes_have_their_own_limits_and_keep_them():
    chart = chart_of((10, 10, 5))
    drawn = shewhart_chart(chart, [day[0] for day in chart.points], "fat", 0)
    upper = next(s for s in drawn.series if s.label.startswith("limits")).y
    np.testing.assert_allclose(upper, [day[0].high for day in chart.points])
    assert upper[1] < upper[0] < upper[2] and len(drawn.levels) == 1
    assert chart_of((10, 10)).points[1][0].high == chart.points[1][0].high


def test_a_day_whose_samples_changed_is_marked_though_it_is_within_the_limits():
    chart = ControlChart.from_baseline(np.random.default_rng(1).normal(0, 0.3, (20, 1)))
    rng, names = np.random.default_rng(2), list("abcdef")
    own = rng.normal(0, 0.3, (6, 1))
    chart.add(own, samples=names)
    chart.add(own - 0.15 + rng.normal(0, 0.01, (6, 1)), samples=names)
    drawn = shewhart_chart(chart, [day[0] for day in chart.points], "fat", 0)
    marked = next(s for s in drawn.series if s.label == "days with an alarm")
    assert marked.x is not None and marked.x.tolist() == [2]


def test_after_an_alarm_the_property_that_has_it_is_looked_at():
    chart = ControlChart.from_baseline(np.random.default_rng(1).normal(size=(10, 3)))
    chart.add(np.zeros((4, 3)) + chart.centre)
    assert [to_show(chart.points[-1], shown) for shown in (0, 1, 2)] == [0, 1, 2]
    chart.add(np.zeros((4, 3)) + chart.centre + [0.0, 20.0, 20.0])
    assert [to_show(chart.points[-1], shown) for shown in (0, 1, 2)] == [1, 1, 2]
