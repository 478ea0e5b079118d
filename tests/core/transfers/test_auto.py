"""The automatic transfer: combination, recommendation, budget, state."""

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.core.errors import PairsError
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.transfers._as_used import SINGLE
from spectralign_gui.core.transfers._domain import KINDS, DomainMap
from spectralign_gui.core.transfers._part import Part, judged_errors, read_errors
from spectralign_gui.core.transfers._weights import combination_weights, speaks_for, spread_of
from spectralign_gui.core.transfers.joint_ridge import joint_ridge_path


def quick(**values):
    """The automatic transfer with few latent variables."""
    return create("auto", max_components=6, **values)


class Watcher(SilentMonitor):
    def __init__(self):
        super().__init__()
        self.rows = []

    def report(self, stage, fraction, **values):
        assert 0 <= fraction <= 1
        self.rows += [values["table_row"]] if "table_row" in values else []


@pytest.fixture(scope="module")
def fitted():
    from tests.core.transfers.conftest import simulate

    A, B, Y = simulate(noise=3e-3)
    rows = np.arange(0, 24, 2)
    watcher = Watcher()
    est = quick().fit([A[:30], B[:30]], pairs=np.stack([rows, rows], 1), targets=[Y[:30], None],
                             monitor=watcher)
    return est, watcher, A, B, Y, rows


def test_it_predicts_at_least_as_well_as_the_yardsticks(fitted):
    est, _, A, B, Y, rows = fitted
    error = np.sqrt(((est.predict(B[30:], 1) - Y[30:]) ** 2).mean(axis=0))
    for name in ("none", "target-only"):
        other = create(name).fit([A[:30], B[:30]], pairs=np.stack([rows, rows], 1), targets=[Y[:30], None])
        yardstick = np.sqrt(((other.predict(B[30:], 1) - Y[30:]) ** 2).mean(axis=0))
        assert (error / yardstick).mean() < 1.2, name  # one draw of ten samples; the benchmark has the figures
    assert np.allclose(est.predict(A[30:], 0), create("none").fit(
        [A[:30], B[:30]], targets=[Y[:30], None]).predict(A[30:], 0))


def test_it_says_what_it_did(fitted):
    est, watcher, *_ = fitted
    assert est.chosen_["tried"] == len(watcher.rows) > 50
    weights = np.array([t["weight"] for t in est.tuning_])
    assert np.allclose(weights.sum(axis=0), 1) and (weights >= 0).all()
    advice = est.recommendation_
    assert advice["verdict"] == "transfer" and "transfer" in advice["needs"]
    assert (advice["confidence"] == "high") == ("unclear" not in advice["needs"])
    assert advice["method"] in SINGLE and "%" in advice["sentence"] and len(advice["properties"]) == 2
    assert {"combination", "none", "target-only", "bias"} <= set(advice["rmse"])


def test_state(fitted):
    est, _, _, B, *_ = fitted
    again = type(est).from_state(est.get_params(), est.to_state())
    assert np.array_equal(again.predict(B[30:], 1), est.predict(B[30:], 1))
    assert again.recommendation_["verdict"] == est.recommendation_["verdict"]


def test_budget_ends_the_search_with_a_sentence(instruments):
    d = instruments
    est = quick(budget=0.0).fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])
    assert any("budget of 0 s" in w for w in est.warnings_) and est.chosen_["tried"] < 5
    assert np.isfinite(est.predict(d["new_b"], 1)).all()


def test_a_search_that_the_time_ended_is_repeated_by_the_number_of_its_models(instruments, monkeypatch):
    from types import SimpleNamespace

    from spectralign_gui.core.transfers import auto as module

    d = instruments

    def fit(**values):
        return quick(**values).fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])

    ticks = iter(range(10_000))  # a clock that goes on by a second whenever it is looked at
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: float(next(ticks))))
    ended = fit(budget=17.0)
    assert ended.chosen_["ended_by_time"] and "time budget" in ended.warnings_[0] and ended.chosen_["tried"] < 25
    again = fit(budget=None, most_models=ended.chosen_["tried"])
    assert not again.chosen_["ended_by_time"] and again.chosen_["tried"] == ended.chosen_["tried"]
    assert f"The limit of {again.chosen_['tried']} models ended the search" in again.warnings_[0]
    np.testing.assert_array_equal(again.predict(d["new_b"], 1), ended.predict(d["new_b"], 1))
    assert again.recommendation_ == ended.recommendation_


def test_no_model_is_there_twice():
    """B's standards alone are there as used; with further values on B a model that knows them too is another one."""
    from tests.core.transfers.conftest import simulate

    A, B, Y = simulate()
    rows = np.arange(10)
    own = np.where(np.arange(20)[:, None] < 10, np.nan, Y[:20])
    found = [{t["family"] for t in create("auto-marked", most_models=60, max_components=4).fit(
        [A, B[:20]], pairs=np.stack([rows, rows], 1), targets=[Y, values]).tuning_} for values in (None, own)]
    assert all("target-only" in families for families in found)
    assert ["B's samples alone" in families for families in found] == [False, True]


def test_without_combination_one_setting_predicts(instruments):
    d = instruments
    est = quick(combine=False).fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])
    assert sorted(np.array([t["weight"] for t in est.tuning_]).ravel())[-2:] == [1, 1]
    error = np.sqrt(((est.predict(d["new_b"], 1) - d["new_y"]) ** 2).mean(axis=0))
    assert (error < 0.5 * d["new_y"].std(axis=0)).all()


def test_unrelated_instruments_are_not_transferred():
    rng = np.random.default_rng(0)
    n, p = 50, 30
    C = rng.uniform(size=(n, 2))
    pure = np.exp(-0.5 * ((np.linspace(0, 1, p) - np.array([[0.3], [0.7]])) / 0.1) ** 2)
    A = C @ pure + 0.001 * rng.normal(size=(n, p))
    rows = np.arange(12)
    pairs = np.stack([rows, rows], 1)
    noise = rng.normal(size=(n, p))
    est = quick().fit([A[:40], noise[:40]], pairs=pairs, targets=[C[:40, :1] * 10, None])
    assert est.recommendation_["verdict"] in ("nothing-learned", "not-enough-standards")
    assert est.recommendation_["properties"][0]["line"] == "constant"
    assert any("by chance" in w for w in est.warnings_)
    nonlinear = 1.0 - 0.8 * C @ pure[::-1] + 0.001 * rng.normal(size=(n, p))  # B sees the same, the other way round
    est = quick().fit([A[:40], nonlinear[:40]], pairs=pairs, targets=[C[:40, :1] * 10, None])
    assert est.recommendation_["rmse"]["target-only"][0] < 0.2 * est.recommendation_["rmse"]["bias"][0]
    error = np.sqrt(((est.predict(nonlinear[40:], 1) - C[40:, :1] * 10) ** 2).mean())
    assert error < 0.2 * (C[40:, 0] * 10).std()


def test_an_offset_needs_a_bias_correction_only():
    from tests.core.transfers.conftest import simulate

    A, _, Y = simulate(noise=3e-3)
    rng = np.random.default_rng(2)
    B = A + 0.05 + 1e-4 * rng.normal(size=A.shape)
    rows = np.arange(12)
    Y = Y + 0.3 * rng.normal(size=Y.shape)
    est = quick().fit([A[:30], B[:30]], pairs=np.stack([rows, rows], 1), targets=[Y[:30], None])
    assert est.recommendation_["verdict"] in ("bias-is-enough", "not-enough-standards")
    assert est.recommendation_["rmse"]["bias"][0] < est.recommendation_["rmse"]["target-only"][0]


def at_standards(errors, m, seed=0):
    """Errors (c, q, m) of the given mean squares (c, q)."""
    noise = np.random.default_rng(seed).normal(size=(*np.shape(errors), m))
    return noise / np.sqrt((noise ** 2).mean(axis=2, keepdims=True)) * np.sqrt(np.asarray(errors))[:, :, None]


def weights_of(errors, families, m, spread, seed=0):
    return combination_weights(at_standards(errors, m, seed), families, spread, np.ones(m))


def test_weights():
    errors = np.array([[1.0, 1.0], [9.0, 9.0], [1.0, 1.0], [1.0, 1.0]])
    few, many = (weights_of(errors, ["a", "b", "c", "c"], m, np.ones(2)) for m in (5, 30))
    assert np.allclose(few.sum(axis=0), 1) and np.allclose(many.sum(axis=0), 1)
    assert many[1, 0] < few[1, 0] < few[0, 0]
    same = combination_weights(np.ones((4, 1, 9)), ["a", "b", "c", "c"], np.ones(1), np.ones(9))
    assert np.allclose(same[:, 0], [1 / 3, 1 / 3, 1 / 6, 1 / 6])  # a kind does not weigh more for its settings
    assert np.allclose(combination_weights(np.zeros((3, 1, 10)), ["a", "b", "c"], np.ones(1), np.ones(10)), 1 / 3)


@pytest.mark.parametrize("m", [3, 5, 8, 30])
@pytest.mark.parametrize("q", [1, 2, 4])
def test_weights_by_their_definition(m, q):
    left_out = at_standards([np.linspace(1.0, high, q) for high in (1.2, 2.0, 3.0)], m)
    count = np.linspace(1.0, 3.0, m)
    g = np.random.default_rng(0).gamma(1.0, 1.0, (200, m)) * count
    log_e = np.log([[[(row * e ** 2).sum() / row.sum() for e in of] for of in left_out] for row in g])  # (g, c, q)
    for j in range(q):
        read = (log_e[:, :, j] + (q - 1) * log_e.mean(axis=2)) / q
        share = np.exp(-0.5 * read / (2.0 / np.sqrt(m * q)))  # in standard errors of the difference of two logs
        expected = (share / share.sum(axis=1, keepdims=True)).mean(axis=0)
        found = combination_weights(left_out, ["a", "b", "c"], np.ones(q), count)[:, j]
        assert np.allclose(found, np.where(expected >= 0.001 * expected.max(), expected, 0.0), atol=1e-3)


def test_what_is_there_for_the_verdict_alone_has_no_weight_unless_one_is_to_be_chosen():
    """B's standards alone err too much when left out; their verdict needs them, the combination does not."""
    from types import SimpleNamespace

    from spectralign_gui.core.transfers._weights import Search

    left_out = at_standards([[1.0], [0.1]], 6)
    members = [SimpleNamespace(source=SimpleNamespace(family=k, weighed=k != "target-only"), left_out=e)
               for k, e in zip(("bias", "target-only"), left_out, strict=True)]
    pool = SimpleNamespace(small=SimpleNamespace(A=np.eye(6), SA=np.eye(6)), fold_s=np.arange(6))
    for combine, expected in ((True, [1.0, 0.0]), (False, [0.0, 1.0])):
        found = Search.of(members, pool, np.ones(1), combine)
        assert found.weights[:, 0].tolist() == expected
        assert np.allclose(found.judged[0], left_out[int(not combine), 0])


def test_a_standard_speaks_for_the_samples_nearest_to_it():
    A = np.array([[0.0], [0.1], [0.2], [0.3], [10.0]])
    count = speaks_for(A, A[[1, 4]])
    assert np.allclose(count, np.array([5, 2]) / 3.5)
    left_out = np.array([[[0.1, 5.0]], [[1.0, 0.1]]])  # good in the middle; good at the extreme
    plain = combination_weights(left_out, ["a", "b"], np.ones(1), np.ones(2))
    designed = combination_weights(left_out, ["a", "b"], np.ones(1), np.array([20.0, 1.0]))
    assert designed[0, 0] > plain[0, 0] + 0.1


def test_off_the_best_model_of_a_property_predicts_alone():
    left_out = at_standards([[1.0, 9.0], [4.0, 1.0]], 6)
    alone = combination_weights(left_out, ["a", "b"], np.ones(2), np.ones(6), combine=False)
    assert set(alone.ravel()) <= {0.0, 1.0} and np.allclose(alone.sum(axis=0), 1)


def test_weights_where_a_model_went_astray():
    left_out = at_standards([[1.0, 2.0], [1.0, 1.0], [1e300, 1.0]], 6)
    left_out[1] = np.inf
    left_out[0, 0, 3] = np.nan  # a value that only this model has no answer for
    left_out[:, 1, 2] = np.nan  # one that is not known
    weights = combination_weights(left_out, ["a", "b", "a"], np.ones(2), np.ones(6))
    assert np.isfinite(weights).all() and np.allclose(weights.sum(axis=0), 1) and (weights[1] == 0).all()


def test_a_constant_property_has_no_say_in_the_weights():
    assert np.allclose(spread_of(np.array([[3.5, 0.1, np.nan], [3.5, 0.3, 2.0]])), [np.inf, 0.1, np.inf])
    left_out = at_standards([[1.0, 1e-31], [4.0, 1e-40], [1.0, 1e-28]], 10)  # rounding would favour the second
    spread = np.array([1.0, np.inf])
    alone = combination_weights(left_out[:, :1], ["a", "b", "c"], np.ones(1), np.ones(10))
    both = combination_weights(left_out, ["a", "b", "c"], spread, np.ones(10))
    assert np.allclose(both[:, 0], alone[:, 0]) and both[1, 1] < min(both[0, 1], both[2, 1])


def test_a_constant_property_is_predicted_and_changes_nothing_else(instruments):
    d = instruments
    alone = quick(budget=None).fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"][:, :1], None])
    beside = np.column_stack([d["Y"][:, 0], np.full(30, 3.5)])
    est = quick(budget=None).fit([d["A"], d["B"]], pairs=d["pairs"], targets=[beside, None])
    predicted = est.predict(d["new_b"], 1)
    assert np.allclose(predicted[:, 1], 3.5, atol=1e-6)
    assert np.allclose(predicted[:, :1], alone.predict(d["new_b"], 1), rtol=1e-6)
    assert est.recommendation_["verdict"] == alone.recommendation_["verdict"]


def test_errors_are_judged_with_the_complexity_that_the_others_chose():
    rng = np.random.default_rng(4)
    left_a, left_b = rng.normal(size=(6, 30)), rng.normal(size=(6, 9))
    left_b[:, 4] = np.nan
    fold = np.array([0, 0, 1, 2, 2, 3, 4, 4, 5])
    judged = judged_errors(left_a, left_b, fold, "minimum")
    for i in (0, 2, 3, 5, 6, 8):
        others = np.isfinite(left_b[0]) & (fold != fold[i])
        curve = (left_a ** 2).mean(axis=1) + (left_b[:, others] ** 2).mean(axis=1)
        assert judged[i] == left_b[np.argmin(curve), i]
    assert np.isnan(judged[4])
    _, error = read_errors(left_a * 0, left_b, "minimum")  # on noise the chosen error is too small
    assert error < (judged_errors(left_a * 0, left_b, fold, "minimum")[np.isfinite(judged)] ** 2).mean()


def test_joint_ridge_by_definition():
    rng = np.random.default_rng(3)
    A, B, own, penalty = rng.normal(size=(12, 4)), rng.normal(size=(6, 4)), 0.7, 0.2
    ya, yb = rng.normal(size=(12, 1)), rng.normal(size=(6, 1))
    path = joint_ridge_path(A, ya, B, yb, own, np.array([penalty]))
    mean, y0 = A.mean(axis=0), ya.mean()
    scale = np.sqrt(((A - mean) ** 2).sum(axis=1).mean())

    def features(X, k):  # shared part, own parts, and their intercepts
        Z = (X - mean) / scale
        blocks = [Z, np.zeros_like(Z), np.zeros_like(Z)]
        blocks[1 + k] = np.sqrt(own) * Z
        return np.hstack([*blocks, np.ones((len(X), 1)), np.eye(2)[[k] * len(X)]])

    F = np.vstack([features(A, 0), features(B, 1)])
    y = np.concatenate([ya, yb])[:, 0] - y0
    w = np.linalg.solve(F.T @ F + penalty * np.eye(F.shape[1]), F.T @ y)
    new = rng.normal(size=(5, 4))
    assert np.allclose(new @ path.a[0, 0] + path.a0[0, 0], features(new, 0) @ w + y0)
    assert np.allclose(new @ path.b[0, 0] + path.b0[0, 0], features(new, 1) @ w + y0)


def test_too_few_standards(instruments):
    d = instruments
    with pytest.raises(PairsError, match="at least 3 standards"):
        quick().fit([d["A"], d["B"]], pairs=d["pairs"][:2], targets=[d["Y"], None])


def test_a_prediction_does_not_depend_on_its_neighbours(fitted):
    est, _, _, B, *_ = fitted
    one_by_one = np.vstack([est.predict(B[i:i + 1], 1) for i in range(30, 40)])
    assert np.allclose(one_by_one, est.predict(B[30:], 1), atol=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_matched_domains_have_the_same_mean_and_spread(kind, instruments):
    d = instruments
    part = Part(d["A"], d["Y"], d["A"][:3], d["B"][:3], d["Y"][:3], d["B"][:0], d["Y"][:0], d["B"])
    mapped = DomainMap(part).of(kind)(d["B"])
    assert np.allclose(mapped.mean(axis=0), d["A"].mean(axis=0))
    if kind == "size":
        assert np.linalg.norm(mapped.std(axis=0)) == pytest.approx(np.linalg.norm(d["A"].std(axis=0)))
    if kind == "channels":
        assert np.allclose(mapped.std(axis=0), d["A"].std(axis=0))


def test_many_samples_of_a_are_thinned_for_the_search_only(instruments, monkeypatch):
    from spectralign_gui.core.transfers import _part

    d = instruments
    monkeypatch.setattr(_part, "TUNING_ROWS", 20)
    part, fold = _part.thinned(Part(d["A"], d["Y"], *[d["A"][:3]] * 2, d["Y"][:3], d["A"][:0], d["Y"][:0],
                                                d["B"]), np.arange(30), np.arange(30) % 2 == 0)
    assert len(part.A) == 20 and set(np.arange(0, 30, 2)) <= set(fold)
    est = quick().fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])
    assert any("20 of the 30 samples" in w for w in est.warnings_)
    epo = create("epo", max_components=6).fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])
    assert epo.models_["1"].details[0]["n_used"] == 30
    for fitted in (est, epo):
        error = np.sqrt(((fitted.predict(d["new_b"], 1) - d["new_y"]) ** 2).mean(axis=0))
        assert (error < 0.5 * d["new_y"].std(axis=0)).all()


def test_swapped_standards_are_named_and_left_out():
    from spectralign_gui.core.measures.mixed_up import better_order
    from tests.core.transfers.conftest import simulate

    A, B, Y = simulate(n=60, noise=1e-3)
    rows = np.arange(0, 40, 2)
    partners = rows.copy()
    partners[[3, 11]] = partners[[11, 3]]
    assert set(np.flatnonzero(better_order(A[rows], B[partners]) != np.arange(20))) == {3, 11}, "a case that is told"
    kept = np.delete(np.arange(20), [3, 11])

    def fit(which, own=rows):
        return quick(unmarked=False).fit([A[:40], B[:40]], pairs=np.stack([own[which], partners[which]], axis=1),
                                         targets=[Y[:40], None])

    est, right = fit(np.arange(20)), quick(unmarked=False).fit(
        [A[:40], B[:40]], pairs=np.stack([rows, rows], axis=1), targets=[Y[:40], None])
    assert any("look swapped" in w and "2 standards out" in w for w in est.warnings_)
    assert est.recommendation_["standards"] == len(kept)
    error = [np.sqrt(((e.predict(B[40:], 1) - Y[40:]) ** 2).mean(axis=0)) for e in (est, right)]
    assert (error[0] <= 1.1 * error[1]).all()
