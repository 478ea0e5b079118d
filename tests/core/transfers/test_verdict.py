"""What is said is shown: the paired test, the claims per property, and how many more standards are named."""

import numpy as np
import pytest
from scipy import stats

from spectralign_gui.core.transfers._verdict import LEVEL, MARGIN, Evidence, Need, adds_nothing, need_of, no_worse


def errors(m=20, seed=0, size=1.0):
    return size * np.random.default_rng(seed).normal(size=m)


def evidence(m=20, refuted=frozenset(), moved=0.05, **factors):
    """A's model on B errs as on A, times the factor; what else is named shares half of its variance with it."""
    on_a = errors(m, 1)
    lines = {k: f * (on_a + moved * errors(m, 5 + i) if k in ("none", "bias") else
                     (on_a + errors(m, 10 + i)) / np.sqrt(2)) for i, (k, f) in enumerate(factors.items())}
    return Evidence(lines, on_a, errors(60, 2), {k: lines[k] - on_a for k in ("none", "bias")}, refuted)


def test_the_paired_test_by_its_definition():
    e, f = errors(12, 1), errors(12, 2) + 0.5 * errors(12, 1)
    u, v = e - MARGIN * f, e + MARGIN * f
    slope = (u @ v) / (v @ v)  # of a line through the origin
    rest = u - slope * v
    t = slope / np.sqrt((rest @ rest) / 11 / (v @ v))
    assert no_worse(e, f).probability == pytest.approx(stats.t.cdf(-t, 11))


def test_the_instruments_part_by_its_definition():
    moved, own = errors(9, 3, 0.2), errors(70, 4)
    room = (MARGIN ** 2 - 1) * np.mean(own ** 2) / np.mean(moved ** 2)
    assert adds_nothing(moved, own).probability == pytest.approx(stats.f.cdf(room, 70, 9))
    assert adds_nothing(0 * moved, own).probability == pytest.approx(1.0)


@pytest.mark.parametrize("m", [5, 6, 10, 20, 30])
def test_what_errs_30_percent_more_is_hardly_ever_called_as_good(m):
    rng = np.random.default_rng(m)
    said = 0
    for _ in range(400):
        shared, own = rng.normal(size=m), rng.normal(size=(2, m))
        theirs, mine = 0.8 * shared + 0.6 * own[0], 1.3 * (0.8 * shared + 0.6 * own[1])
        said += no_worse(mine, theirs).surely
    assert said / 400 <= 0.05


def test_a_constant_factor_is_told_at_once_and_noise_is_not():
    e = errors(6)
    assert no_worse(1.05 * e, e).surely and not no_worse(1.2 * e, e).surely
    assert no_worse(1.2 * e, e).more is None  # more standards like these would not show it
    assert not no_worse(errors(6, 3), errors(6, 4)).surely


@pytest.mark.parametrize("seed", range(6))
def test_as_many_more_as_are_named_would_show_it(seed):
    e, f = errors(7, seed), 1.25 * errors(7, 100 + seed)
    shown = no_worse(e, f, 1.0)
    if shown.more and shown.more <= 100:
        u, v = e - f, e + f
        r = (u @ v) / np.sqrt((u @ u) * (v @ v))

        def at(m):
            return stats.t.cdf(-r * np.sqrt((m - 1) / (1 - r * r)), m - 1)
        assert at(7 + shown.more) >= LEVEL > at(7 + shown.more - 1)


def test_the_plainest_that_is_shown_is_named():
    base = {"constant": 9.0, "none": 1.0, "bias": 1.0, "target-only": 3.0, "combination": 1.0}
    needed = need_of(evidence(**base))
    assert (needed.code, needed.as_on_a, needed.more) == ("none", True, 0) and needed.probability >= LEVEL
    assert need_of(evidence(**{**base, "none": 5.0})).code == "bias"
    assert need_of(evidence(**{**base, "none": 5.0, "bias": 5.0})).code == "transfer"
    assert need_of(evidence(**{**base, "none": 5.0, "bias": 5.0, "target-only": 0.4})).code == "target-only"
    assert need_of(evidence(**dict.fromkeys(base, 1.0) | {"constant": 0.4})).code == "nothing"


def test_what_is_refuted_is_not_said_whatever_these_standards_say():
    base = {"constant": 9.0, "none": 1.0, "bias": 1.0, "target-only": 3.0, "combination": 1.0}
    assert need_of(evidence(refuted={"none"}, **base)).code == "bias"
    assert need_of(evidence(refuted={"none", "bias"}, **base)).code not in ("none", "bias")


def test_equivalence_is_shown_and_not_assumed():
    base = {"constant": 9.0, "none": 1.0, "bias": 1.05, "target-only": 1.1, "combination": 0.95}
    few = need_of(evidence(m=5, moved=0.4, **base))
    assert few.code == "unclear" and few.probability < LEVEL
    said = 0
    for seed in range(200):  # B's predictions differ by 0.83 of A's error: A's model errs 30 % more
        rng = np.random.default_rng(seed)
        said += adds_nothing(0.83 * rng.normal(size=6), rng.normal(size=60)).surely
    assert said <= 4


def test_predictions_that_differ_refute_though_the_errors_are_alike():
    same = errors(20, 1)
    lines = {"constant": 9 * errors(20, 2), "none": same + 0.5, "bias": same, "target-only": 3 * errors(20, 3),
             "combination": same}
    found = need_of(Evidence(lines, same, errors(60, 4), {"none": np.full(20, 0.5), "bias": 0.01 * errors(20, 5)}))
    assert found.code == "bias" and found.as_on_a


def test_the_gain_of_another_regression_is_told_apart():
    lines = {"constant": 9 * errors(20, 2), "none": errors(20, 1), "bias": errors(20, 1), "target-only": 5 * errors(20),
             "combination": 0.5 * errors(20, 1)}
    found = need_of(Evidence(lines, errors(20, 1), errors(60, 4), {k: 1e-3 * errors(20, 7) for k in ("none", "bias")}))
    assert found == Need("none", "none", found.probability, True, 0, 0.5)


def test_that_a_plain_method_is_enough_holds_without_any_standard():
    lines = {k: errors(8, i) for i, k in enumerate(("constant", "none", "bias", "combination"))}
    found = Evidence(lines, errors(8), errors(60), {}, left=0.125).as_good_as_any("bias")
    margins = {"constant": 1.0, "none": MARGIN, "combination": MARGIN}
    every = [no_worse(np.delete(lines["bias"], i), np.delete(lines[k], i), c).probability
             for k, c in margins.items() for i in range(8)]
    with_all = [no_worse(lines["bias"], lines[k], c).probability for k, c in margins.items()]
    assert found.probability == min(*every, *with_all) < min(with_all)


def test_one_standard_at_which_all_err_alike_shows_nothing():
    lines = {"constant": 3.0 * errors(10, 1), "bias": errors(10, 2), "combination": 0.6 * errors(10, 3)}
    for of in lines.values():
        of[4] = 30.0  # the laboratory's error, say: far larger than all others, the same for all
    lines["constant"][4] = 60.0
    assert no_worse(lines["bias"], lines["combination"]).surely
    assert not Evidence(lines, errors(10), errors(60), {}).as_good_as_any("bias").surely
