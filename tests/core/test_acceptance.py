"""Figures of a validation against scipy's distributions, formulas written anew, worked examples and simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from spectralign_gui.core.errors import DataError
from spectralign_gui.core.validation.acceptance import (
    AGAINST,
    SUPPORTS,
    UNDECIDED,
    Criterion,
    Interval,
    agreement,
    judge,
    power_of_bias,
    power_of_sep,
    repeatability,
    samples_needed,
)
from spectralign_gui.core.validation.acceptance.figures import (
    chi2_quantile,
    equivalence_p,
    f_quantile,
    share_within,
    t_quantile,
)


def data(seed: int, n: int, bias: float = 0.0, sd: float = 0.3, gain: float = 1.0):
    rng = np.random.default_rng(seed)
    y = rng.uniform(5, 15, n)
    return y, 10 + gain * (y - 10) + bias + sd * rng.standard_normal(n)


@pytest.mark.parametrize("df", [1, 2, 5, 30, 400])
@pytest.mark.parametrize("p", [0.025, 0.5, 0.95, 0.999])
def test_quantiles_are_those_of_scipy(df, p):
    assert t_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-9, abs=1e-12)
    assert chi2_quantile(p, df) == pytest.approx(stats.chi2.ppf(p, df), rel=1e-9)
    assert f_quantile(p, df, 17) == pytest.approx(stats.f.ppf(p, df, 17), rel=1e-7)


@pytest.mark.parametrize("seed", range(12))
def test_figures_are_those_of_independent_formulas(seed):
    n = [3, 4, 8, 20, 50, 200][seed % 6]
    y, p = data(seed, n, bias=0.1 * (seed % 3), gain=1 + 0.02 * (seed % 4))
    a = agreement(y, p)
    e = p - y
    low, high = stats.t.interval(0.90, n - 1, e.mean(), stats.sem(e))
    assert (a.bias.value, a.bias.low, a.bias.high) == pytest.approx((e.mean(), low, high))
    test = stats.ttest_1samp(e, 0)
    assert (a.bias_t, a.bias_p) == pytest.approx((test.statistic, test.pvalue))
    line = stats.linregress(p, y)
    assert (a.slope.value, a.intercept) == pytest.approx((line.slope, line.intercept))
    reach = stats.t.ppf(0.95, n - 2) * line.stderr
    assert (a.slope.low, a.slope.high) == pytest.approx((line.slope - reach, line.slope + reach))
    assert a.slope_p == pytest.approx(2 * stats.t.sf(abs(line.slope - 1) / line.stderr, n - 2))
    # ISO 12099: t = |b - 1|·√(s²_ŷ(n - 1)/s²_res)
    expected = abs(a.slope.value - 1) * np.sqrt(p.var(ddof=1) * (n - 1) / a.residual_sd ** 2)
    assert abs(a.slope_t) == pytest.approx(expected)
    assert a.sep.value ** 2 * (n - 1) / n + a.bias.value ** 2 == pytest.approx(a.rmsep.value ** 2)
    assert a.sep.high == pytest.approx(np.sqrt((n - 1) * e.var(ddof=1) / stats.chi2.ppf(0.05, n - 1)))
    assert a.sep.low == pytest.approx(np.sqrt((n - 1) * e.var(ddof=1) / stats.chi2.ppf(0.95, n - 1)))
    both = [stats.ttest_1samp(e, -0.5, alternative="greater").pvalue,
            stats.ttest_1samp(e, 0.5, alternative="less").pvalue]
    assert equivalence_p(a.bias.value, e.std(ddof=1) / np.sqrt(n), n - 1, -0.5, 0.5) == pytest.approx(max(both))
    assert (equivalence_p(a.bias.value, e.std(ddof=1) / np.sqrt(n), n - 1, -0.5, 0.5) < 0.05) == (
        judge(a.bias, Criterion(-0.5, 0.5)) == SUPPORTS)
    assert a.shapiro_p == pytest.approx(stats.shapiro(e).pvalue)


def test_a_worked_example_by_hand():
    """Errors 1, −1, 2, 0, 3: bias 1, SEP √2.5, RMSEP √3; t(0.95; 4) = 2.131847, χ²(0.05; 4) = 0.710723."""
    y = np.array([10.0, 20, 30, 40, 50])
    a = agreement(y, y + np.array([1, -1, 2, 0, 3]))
    assert a.bias.value == 1 and a.sep.value == pytest.approx(1.5811388) and a.rmsep.value == pytest.approx(1.7320508)
    assert a.bias.high == pytest.approx(1 + 2.131847 * 1.5811388 / np.sqrt(5), abs=1e-5)
    assert a.sep.high == pytest.approx(1.5811388 * np.sqrt(4 / 0.710723), abs=1e-4)
    assert a.bias_t == pytest.approx(np.sqrt(2))


@pytest.mark.parametrize("bias", [0.0, 0.1, 0.3, 1.0])
def test_limits_hold_as_often_as_they_say(bias):
    """2,500 simulated validations: one-sided limits at 95 %."""
    rng = np.random.default_rng(5)
    n, sd, times = 15, 0.3, 2500
    y = rng.uniform(5, 15, (times, n))
    p = y + bias + sd * rng.standard_normal((times, n))
    found = [agreement(a, b) for a, b in zip(y, p, strict=True)]
    margin = 3 * np.sqrt(0.05 * 0.95 / times)
    for low, high, true in (
            (np.array([f.bias.low for f in found]), np.array([f.bias.high for f in found]), bias),
            (np.array([f.sep.low for f in found]), np.array([f.sep.high for f in found]), sd)):
        assert abs((high < true).mean() - 0.05) < margin and abs((low > true).mean() - 0.05) < margin
    above = np.mean([f.rmsep.high < np.sqrt(bias ** 2 + sd ** 2) for f in found])
    assert above < 0.05 + margin  # on the safe side with a bias
    new = bias + sd * rng.standard_normal(times)
    inside = np.mean([f.prediction_low <= x <= f.prediction_high for f, x in zip(found, new, strict=True)])
    assert abs(inside - 0.90) < 3 * np.sqrt(0.9 * 0.1 / times)


@pytest.mark.parametrize(("n", "sd", "margin", "bias"), [(5, 0.3, 0.4, 0.0), (10, 0.3, 0.2, 0.05), (12, 0.2, 0.1, 0.0),
                                                         (30, 0.3, 0.1, 0.0), (8, 0.3, 0.2, 0.2), (8, 0.3, 0.2, 0.3)])
def test_the_power_of_equivalence_is_that_of_simulation(n, sd, margin, bias):
    rng = np.random.default_rng(1)
    e = bias + sd * rng.standard_normal((100_000, n))
    half = stats.t.ppf(0.95, n - 1) * e.std(axis=1, ddof=1) / np.sqrt(n)
    found = ((e.mean(axis=1) - half > -margin) & (e.mean(axis=1) + half < margin)).mean()
    assert power_of_bias(n, sd, margin, bias=bias) == pytest.approx(found, abs=0.006)


def test_the_power_of_equivalence_is_that_of_published_tables():
    """Large margins: only one test can fail, so that the power is that of the noncentral t distribution."""
    for n in (6, 12, 24):
        expected = stats.nct.sf(stats.t.ppf(0.95, n - 1), n - 1, (5.0 - 4.8) * np.sqrt(n) / 0.3)
        assert power_of_bias(n, 0.3, 5.0, bias=4.8) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(("n", "ratio"), [(5, 2.0), (10, 1.5), (30, 1.3), (100, 1.1)])
def test_the_power_of_sep_is_that_of_simulation(n, ratio):
    s = np.random.default_rng(2).standard_normal((60_000, n)).std(axis=1, ddof=1)
    found = (s * np.sqrt((n - 1) / stats.chi2.ppf(0.05, n - 1)) <= ratio).mean()
    assert power_of_sep(n, 1.0, ratio) == pytest.approx(found, abs=0.007)


def test_numbers_of_samples_are_the_smallest_that_do():
    for sd, margin in ((0.3, 0.15), (0.3, 0.3), (0.1, 0.5)):
        n = samples_needed(lambda k, sd=sd, m=margin: power_of_bias(k, sd, m), 0.9)
        assert power_of_bias(n, sd, margin) >= 0.9 and (n == 3 or power_of_bias(n - 1, sd, margin) < 0.9)
    n = samples_needed(lambda k: power_of_sep(k, 0.2, 0.25), 0.9)
    assert power_of_sep(n, 0.2, 0.25) >= 0.9 > power_of_sep(n - 1, 0.2, 0.25)
    assert samples_needed(lambda k: power_of_sep(k, 0.25, 0.25), 0.9) is None


def test_repeatability_is_the_pooled_standard_deviation():
    found = repeatability({"a": [1.0, 2.0, 3.0], "b": [5.0, 5.5], "c": [7.0], "d": [1.0, np.nan]})
    assert found.degrees == 3 and found.samples == 2
    assert found.sd.value == pytest.approx(np.sqrt((2 + 0.125) / 3))
    assert found.limit == pytest.approx(2.7718 * found.sd.value, rel=1e-4)
    assert found.sd.high == pytest.approx(np.sqrt(2.125 / stats.chi2.ppf(0.05, 3)))
    assert repeatability({"a": [1.0]}) is None and repeatability({}) is None


@pytest.mark.parametrize(("k", "n"), [(0, 10), (10, 10), (7, 10), (95, 100)])
def test_shares_have_the_limits_of_clopper_and_pearson(k, n):
    errors = np.concatenate([np.zeros(k), np.full(n - k, 9.0)])
    found = share_within(errors, 1.0)
    exact = stats.binomtest(k, n).proportion_ci(0.90, "exact")
    assert (found.value, found.low, found.high) == pytest.approx((k / n, exact.low, exact.high))


def test_judgements():
    within = Criterion(-0.2, 0.2)
    assert judge(Interval(0, -0.1, 0.1), within) == SUPPORTS and judge(Interval(0, -0.1, 0.3), within) == UNDECIDED
    assert judge(Interval(0.5, 0.4, 0.6), within) == AGAINST and judge(Interval(0, -1, 1), None) == ""
    top = Criterion(float("-inf"), 0.5)
    assert judge(Interval(0.4, 0.3, 0.5), top) == SUPPORTS and judge(Interval(0.6, 0.55, 0.8), top) == AGAINST
    assert (within.words, top.words, Criterion(0.9, 1.1).words, Criterion(0.95, float("inf")).words) == (
        "± 0.2", "≤ 0.5", "0.9 to 1.1", "≥ 0.95")


@pytest.mark.parametrize(("y", "p"), [([1, 2], [1, 2]), ([1, 1, 1], [1, 2, 3]), ([1, 2, 3], [2, 2, 2]),
                                      ([1, np.nan, 3, 4], [1, 2, 3, 4])])
def test_what_cannot_be_judged_is_said(y, p):
    with pytest.raises(DataError):
        agreement(y, p)


def test_perfect_predictions_have_no_scatter():
    a = agreement([1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0])
    assert a.bias == Interval(0, 0, 0) and a.sep.value == 0 and a.bias_p == 1 and a.slope_p == 1
    shifted = agreement([1.0, 2.0, 3.0, 4.0], [1.5, 2.5, 3.5, 4.5])
    assert shifted.bias_p == 0 and judge(shifted.bias, Criterion(-0.2, 0.2)) == AGAINST
