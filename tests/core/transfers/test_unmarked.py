"""Samples measured on both instruments that are not marked: found, judged, used, and left alone where they do harm."""

import re

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.core.errors import Cancelled
from spectralign_gui.core.fitdata import FitData
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.transfers._part import Part, sample_folds
from spectralign_gui.core.transfers._pool import Source
from spectralign_gui.core.transfers._pool_kernel import SmoothRidge
from spectralign_gui.core.transfers._problem import TransferProblem
from spectralign_gui.core.transfers._unmarked import Unmarked, clearness, unmarked_pairs, with_pairs
from tests.core.transfers.conftest import simulate


def problem_of(A, B, Y, rows_a, rows_b):
    pairs = np.stack([rows_a, rows_b], axis=1)
    return TransferProblem.from_fit(FitData.check([A, B], pairs, [Y, None]))


def found(problem):
    return unmarked_pairs(problem, sample_folds(problem)[1], SilentMonitor())


def test_shuffled_samples_are_found_again():
    A, B, Y = simulate()
    order = np.random.default_rng(0).permutation(len(B))
    marked = np.array([3, 9, 21, 30, 36])
    pairs = found(problem_of(A, B[order], Y, marked, np.argsort(order)[marked]))
    assert (order[pairs.rows_b] == pairs.rows_a).mean() > 0.9 and len(pairs.rows_a) > 25
    assert not set(pairs.rows_a) & set(marked)
    assert pairs.hits >= 4 and pairs.judged == 5


def test_standards_that_are_no_clearer_are_counted():
    A, B, Y = simulate(n=60)
    order = np.random.default_rng(0).permutation(len(B))
    marked = np.arange(0, 60, 3)
    pairs = found(problem_of(A, B[order], Y, marked, np.argsort(order)[marked]))
    assert pairs.clearness.shape == pairs.rows_a.shape == pairs.sure().shape and (pairs.like <= pairs.judged).all()
    assert (pairs.right <= pairs.like).all() and pairs.right.max() <= pairs.hits
    truth, clear = order[pairs.rows_b] == pairs.rows_a, np.argsort(pairs.clearness)
    assert (np.diff(pairs.like[clear]) >= 0).all(), "the clearer a pair, the more standards speak for or against it"
    assert abs(truth.mean() - pairs.sure().mean()) < 0.25
    again = Unmarked.from_state(pairs.to_state())
    for name in ("rows_a", "rows_b", "clearness", "right", "like", "chance", "probability"):
        np.testing.assert_array_equal(getattr(again, name), getattr(pairs, name))
    assert (again.hits, again.judged) == (pairs.hits, pairs.judged)


def test_clearness_by_its_definition():
    D = np.random.default_rng(1).random((7, 9))
    j, i = np.array([0, 3, 6]), np.array([8, 2, 5])
    expected = [np.sqrt(min(np.delete(D[b], a).min(), np.delete(D[:, a], b).min()) / D[b, a])
                for b, a in zip(j, i, strict=True)]
    before = D.copy()
    np.testing.assert_allclose(clearness(D, j, i), expected)
    np.testing.assert_array_equal(D, before)
    assert np.isinf(clearness(D[:1, :1], np.array([0]), np.array([0]))).all(), "nobody else to take"


def test_copies_are_found_without_a_distance():
    A, _, Y = simulate()
    pairs = found(problem_of(A, A[::-1], Y, np.arange(4), 39 - np.arange(4)))
    assert np.array_equal(39 - pairs.rows_b, pairs.rows_a) and len(pairs.rows_a) == 36 and pairs.hits == 4


def test_samples_of_one_instrument_only_stay_alone():
    A, B, Y = simulate(n=60)
    strangers = B[40:] + 0.5 * np.abs(np.sin(np.arange(60) / 3.0))  # bands that no sample of A has
    pairs = found(problem_of(A[:40], np.vstack([B[:20], strangers]), Y[:40], np.arange(6), np.arange(6)))
    assert (pairs.rows_b < 20).mean() > 0.8 and len(pairs.rows_b) < 20  # of 34 spectra of B, 14 have a partner


def test_noise_finds_no_standard_again():
    rng = np.random.default_rng(5)
    A, _, Y = simulate()
    assert found(problem_of(A, rng.normal(size=A.shape), Y, np.arange(8), np.arange(8))).hits <= 2


@pytest.mark.parametrize("case", ["few", "two standards"])
def test_nothing_is_looked_for_where_nothing_can_be_found(case):
    A, B, Y = simulate()
    rows = np.arange(10)
    if case == "few":
        assert found(problem_of(A[:12], B[:12], Y[:12], rows, rows)) is None
    else:
        assert found(problem_of(A, B, Y, rows[:2], rows[:2])) is None


def test_samples_of_b_with_values_of_their_own_are_not_paired():
    A, B, Y = simulate()
    own = np.full_like(Y, np.nan)
    own[30:] = Y[30:]
    rows = np.arange(6)
    problem = TransferProblem.from_fit(FitData.check([A, B], np.stack([rows, rows], 1), [Y, own]))
    assert found(problem).rows_b.max() < 30


def test_pairs_stand_behind_the_standards_with_the_values_of_a():
    A, B, Y = simulate()
    problem = problem_of(A, B, Y, np.arange(6), np.arange(6))
    part = Part(A, Y, A[:6], B[:6], Y[:6], B[:0], Y[:0], B)
    wide = with_pairs(part, problem, Unmarked(np.array([8, 7]), np.array([9, 7]), 5, 6))
    assert np.array_equal(wide.SA[6:], A[[8, 7]]) and np.array_equal(wide.SB[6:], B[[9, 7]])
    assert np.array_equal(wide.YS[6:], Y[[8, 7]]) and np.array_equal(wide.SA[:6], A[:6])


def test_trust_needs_more_evidence_where_fewer_standards_were_found_again():
    rng = np.random.default_rng(6)
    without, pairs = rng.chisquare(2, 12), 0.16 * rng.chisquare(2, 30)  # the pairs err 0.4 times as much
    rows = np.zeros(3, np.intp)
    sure, unsure = Unmarked(rows, rows, 12, 12), Unmarked(rows, rows, 3, 12)

    def trust(found, factor):
        return found.trust(without, np.concatenate([without * factor ** 2, pairs]))

    assert trust(sure, 1.1) == 1.0  # a little worse at twelve standards
    assert trust(unsure, 1.5) == 0.0
    assert trust(sure, 3.0) == 0.0  # clearly worse
    assert 0.8 < trust(unsure, 0.5) <= 1.0


def test_pairs_that_are_predicted_worse_than_the_standards_are_not_believed():
    rng = np.random.default_rng(8)
    without, pairs = rng.chisquare(2, 12), rng.chisquare(2, 30)
    rows = np.zeros(3, np.intp)
    half, all_found = Unmarked(rows, rows, 6, 12), Unmarked(rows, rows, 12, 12)
    assert [Unmarked(rows, rows, h, 12).allowed for h in (0, 6, 9, 12)] == [0.5, 1.0, 2.0, 2.0]

    def trust(found, factor):
        return found.trust(without, np.concatenate([without * 0.25, pairs * factor ** 2]))

    assert trust(half, 0.3) == 1.0 and 0.0 < trust(half, 1.0) < 1.0 and trust(half, 3.0) == 0.0
    assert trust(all_found, 1.0) > 0.9 and trust(all_found, 6.0) == 0.0
    assert half.trust(without, without) == 0.0  # no pair took part
    lucky = np.concatenate([without * 0.25, pairs])  # five times the error of standards that were predicted by luck
    assert half.trust(without * 0.04, lucky) == 0.0 and half.trust(without * 0.04, lucky, own=4.0) == 1.0
    assert half.trust(without * 0.04, lucky, own=0.01) == 0.0


def test_own_errors_are_those_of_models_of_a_that_do_not_know_the_sample():
    from spectralign_gui.core.regression.choose import pick
    from spectralign_gui.core.regression.pls import pls1_path
    from spectralign_gui.core.transfers._pool import Pool

    A, B, Y = simulate(n=20, noise=3e-3)
    fold_a = np.arange(20) % 4
    part = Part(A, Y, A[:4], B[:4], Y[:4], B[:0], Y[:0], B)
    own = Pool.of(part, fold_a, np.arange(4), 5, "minimum").own_errors()
    for j in range(2):
        left = np.zeros((5, 20))
        for k in range(4):
            path = pls1_path(A[fold_a != k], Y[fold_a != k], 5)
            for at in np.flatnonzero(fold_a == k):
                left[:, at] = path.coefficients[j] @ (A[at] - path.x_mean[j]) + path.y_mean[j] - Y[at, j]
        assert np.allclose(own[j], left[pick((left ** 2).mean(axis=1), "minimum")], atol=1e-8)


def test_what_few_standards_leave_open_the_unmarked_pairs_decide():
    from types import SimpleNamespace

    from spectralign_gui.core.regression import LinearModel
    from spectralign_gui.core.transfers._as_used import refuted_by_pairs
    from spectralign_gui.core.transfers._weights import Search

    rng = np.random.default_rng(7)
    SB, values, m = rng.normal(size=(40, 3)), rng.normal(size=(40, 1)), 5
    judged, error = rng.normal(size=(1, 40)), rng.normal(size=(1, 40))
    SA = SB + 9.0
    by_a = {id(SB): values.T + error + 3.0, id(SA): values.T + error + 1e-3 * rng.normal(size=(1, 40))}  # a shift
    pool = SimpleNamespace(full=SimpleNamespace(SB=SB, YS=values), small=SimpleNamespace(SA=SA, SB=SB),
                           own_errors=lambda: rng.normal(size=(1, 60)), predicted_by_a=lambda S: by_a[id(S)])

    def member(family, left_out, model=None):
        return SimpleNamespace(source=SimpleNamespace(family=family), left_out=left_out,
                               error=np.nanmean(left_out ** 2, axis=1), model=lambda: model)

    good, poor = LinearModel(np.zeros((3, 1)), np.zeros(1)), LinearModel(np.full((3, 1), 9.0), np.zeros(1))
    wide = Search([], np.ones((0, 1)), judged)
    for model, expected in ((good, {"none"}), (poor, {"none", "target-only"})):
        plain = Search([member("target-only", judged[:, :m], model)], np.ones((1, 1)), judged[:, :m])
        wide.judged = np.concatenate([judged[:, :m], -values[m:].T], axis=1)
        by_a[id(SB)] = values.T + wide.judged * 1.02 + 3.0
        assert refuted_by_pairs(plain, wide, pool, m, np.ones(1)) == [expected]


@pytest.fixture(scope="module")
def both():
    """The automatic transfer with and without unmarked pairs; B's spectra in another order."""
    A, B, Y = simulate(noise=3e-3, n=50)
    order = np.random.default_rng(1).permutation(40)
    rows = np.array([0, 9, 17, 26, 33])
    pairs = np.stack([rows, np.argsort(order)[rows]], axis=1)
    fits = {unmarked: create("auto", max_components=6, unmarked=unmarked, budget=None).fit(
        [A[:40], B[:40][order]], pairs=pairs, targets=[Y[:40], None]) for unmarked in (True, False)}
    return fits, B[40:], Y[40:]


def test_unmarked_pairs_help_the_automatic_transfer_and_are_told(both):
    fits, new_b, new_y = both
    error = {k: np.sqrt(((f.predict(new_b, 1) - new_y) ** 2).mean(axis=0) / new_y.var(axis=0)).mean()
             for k, f in fits.items()}
    assert error[True] < 0.8 * error[False]
    told = fits[True].chosen_["unmarked_pairs"]
    assert told["hits"] >= 3 and told["judged"] == 5 and told["share"] > 0.5 and told["pairs"] > 20
    assert f"{told['hits']} of 5 standards found their partner again" in fits[True].recommendation_["sentence"]
    assert "unmarked_pairs" not in fits[False].chosen_ and fits[False].unmarked_ is None
    kept = type(fits[True]).from_state(fits[True].get_params(deep=False), fits[True].to_state()).unmarked_
    assert len(kept.rows_a) == told["pairs"] and np.array_equal(kept.rows_b, fits[True].unmarked_.rows_b)
    assert any("with unmarked pairs" in t["title"] for t in fits[True].tuning_)
    beside = {t["family"] for t in fits[True].tuning_ if "with unmarked pairs" in t["title"]}
    assert "spiked" in beside and "match" not in beside
    weights = np.array([t["weight"] for t in fits[True].tuning_])
    assert np.allclose(weights.sum(axis=0), 1)


def test_hidden_values_of_b_play_no_part():
    A, B, Y = simulate(n=30)
    rows = np.arange(5)
    pairs = np.stack([rows, rows], 1)
    shuffled = Y.copy()
    shuffled[20:] = np.nan
    fits = [create("auto", max_components=3, budget=None).fit([A, B], pairs=pairs, targets=[values, None])
            for values in (Y, shuffled)]
    found_in = [f.chosen_["unmarked_pairs"]["pairs"] for f in fits]
    assert found_in[0] == found_in[1]  # spectra alone decide


def test_a_cancel_is_heard_while_pairs_are_looked_for():
    class Stop(SilentMonitor):
        def raise_if_cancelled(self):
            raise Cancelled("stopped")

    A, B, Y = simulate()
    problem = problem_of(A, B, Y, np.arange(6), np.arange(6))
    with pytest.raises(Cancelled):
        unmarked_pairs(problem, sample_folds(problem)[1], Stop())


@pytest.mark.parametrize("others", ["of the same kind", "of another kind"])
def test_samples_that_only_b_measured_do_no_harm(others):
    """No spectrum of B beside the standards has a partner: the combination is the one of the marked standards."""
    A, B, Y = simulate(noise=3e-3, n=100)
    rows = np.arange(8)
    strangers = B[40:80] if others == "of the same kind" else B[40:80, ::-1] * 1.5
    pairs = np.stack([rows, rows], axis=1)
    fits = {unmarked: create("auto", max_components=6, unmarked=unmarked, budget=None).fit(
        [A[:40], np.vstack([B[:8], strangers])], pairs=pairs, targets=[Y[:40], None]) for unmarked in (True, False)}
    assert fits[True].chosen_["unmarked_pairs"]["share"] < 0.1
    error = {k: np.sqrt(((f.predict(B[80:], 1) - Y[80:]) ** 2).mean(axis=0)) for k, f in fits.items()}
    assert (error[True] < 1.1 * error[False]).all()


def test_no_source_of_a_model_is_called_by_its_code():
    """What is tried is named in the status bar and in tables: titles, not codes such as "smooth-ridge"."""
    classes, todo = [], [Source]
    while todo:
        classes += (found := todo.pop().__subclasses__())
        todo += found
    assert SmoothRidge in classes
    for cls in (c for c in classes if c.method):
        title = cls.title.fget(cls.__new__(cls))
        assert not re.fullmatch(r"[a-z]+(-[a-z]+)*", title), (cls, title)
