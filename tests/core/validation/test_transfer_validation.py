"""The comparison of transfers: no leak, same numbers everywhere, what it reports."""

import dataclasses
import json
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core.errors import Cancelled, DataError, PairsError
from spectralign_gui.core.measures.regression import FIGURES, regression_figures
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.validation import transfer
from spectralign_gui.core.validation.entries import Entry, entries_for
from spectralign_gui.core.validation.transfer import validate_transfers
from spectralign_gui.core.validation.transfer_data import TransferData
from spectralign_gui.core.validation.transfer_report import (
    full_report,
    how_many_more,
    learning_curve,
    mean_interval,
    methods_report,
    paired_difference,
    ranking,
)
from spectralign_gui.core.validation.transfer_result import TransferValidation, table_row
from spectralign_gui.core.validation.transfer_splits import (
    choose_standards,
    explicit_split,
    transfer_splits,
)

NAMES = ("mean-shift", "bias", "spiked", "sst")


def simulated(n=36, p=30, seed=0):
    rng = np.random.default_rng(seed)
    grid = np.linspace(0, 1, p)
    pure = np.exp(-0.5 * ((grid - np.array([0.2, 0.45, 0.7])[:, None]) / 0.1) ** 2)
    C = rng.uniform(0, 1, (n, 3))
    A = C @ pure + 1e-3 * rng.normal(size=(n, p))
    B = C @ pure * (0.9 + 0.1 * grid) + 0.1 + 0.2 * pure[1] + 1e-3 * rng.normal(size=(n, p))
    Y = C[:, :2] * [10, 3]
    return TransferData([A, B], np.stack([np.arange(n)] * 2, 1), [Y, np.full_like(Y, np.nan)], ("sugar", "water"))


@pytest.fixture(scope="module")
def result():
    return validate_transfers(simulated(), entries_for(NAMES), (4, 8), repeats=4, seed=1)


def test_splits_are_by_sample_and_standards_are_never_tested():
    data = simulated()
    pairs = np.vstack([data.pairs, [[0, 35]]])  # sample 35 of B is a repeat of sample 0: they stay together
    for split in transfer_splits(pairs, [36, 36], data.targets, repeats=20):
        assert not set(split.rows_a) & set(split.test_a) and not set(split.rows_b) & set(split.test_b)
        assert set(split.test_a) == set(split.test_b) - ({35} if 0 not in split.test_a else set()) or (
            {0, 35} & set(split.test_a))
        assert ((0 in split.test_a) == (35 in split.test_b) == (35 in split.test_a) == (0 in split.test_b))
        standards = choose_standards(data.Xs[0], split, 6)
        assert set(standards[:, 0]) <= set(split.rows_a) and set(standards[:, 1]) <= set(split.rows_b)


def test_smaller_sets_of_standards_are_parts_of_larger_ones():
    data = simulated()
    split = transfer_splits(data.pairs, [36, 36], data.targets, repeats=1)[0]
    five, ten = (choose_standards(data.Xs[0], split, n).tolist() for n in (5, 10))
    assert ten[:5] == five


@settings(max_examples=25, deadline=None)
@given(st.integers(5, 40), st.floats(0.1, 0.6), st.integers(0, 100))
def test_more_repeats_change_no_earlier_split(n, share, seed):
    pairs, Y = np.stack([np.arange(n)] * 2, 1), [np.ones((n, 1)), np.full((n, 1), np.nan)]
    few = transfer_splits(pairs, [n, n], Y, test_share=share, repeats=1, seed=seed)
    many = transfer_splits(pairs, [n, n], Y, test_share=share, repeats=3, seed=seed)
    assert np.array_equal(few[0].test_b, many[0].test_b)
    assert len(few[0].test_b) == max(1, round(share * n))


def test_folds_test_every_sample_once():
    data = simulated()
    splits = transfer_splits(data.pairs, [36, 36], data.targets, folds=4, repeats=2)
    for repeat in range(2):
        tested = np.concatenate([s.test_b for s in splits if s.repeat == repeat])
        assert sorted(tested) == list(range(36))


def test_shuffled_test_values_change_no_prediction(result):
    data = simulated()
    split = explicit_split(data.pairs, [36, 36], range(9), 0)
    entries = entries_for((*NAMES, "epo", "ds", "pds", "dipls", "osc", "dop"))
    straight = validate_transfers(data, entries, (6,), splits=[split])
    Y = data.targets[0].copy()
    Y[:9] = Y[[3, 1, 4, 0, 5, 2, 8, 6, 7]] + 100
    spoiled = validate_transfers(TransferData(data.Xs, data.pairs, [Y, data.targets[1]], data.properties), entries,
                                 (6,), splits=[split])
    for key, cell in straight.cells.items():
        assert np.array_equal(cell["predicted"], spoiled.cells[key]["predicted"]), key
        assert repr(cell["chosen"]) == repr(spoiled.cells[key]["chosen"]), key
    assert not np.array_equal(straight.rmsep("bias", 6), spoiled.rmsep("bias", 6))


def test_other_values_of_b_are_hidden_from_all_but_native():
    data = simulated()
    split = explicit_split(data.pairs, [36, 36], range(9), 0)
    entries = entries_for((*NAMES, "dop"))
    straight = validate_transfers(data, entries, (6,), splits=[split])
    standards = choose_standards(data.Xs[0], split, 6)
    YB = data.targets[0].copy()
    others = np.setdiff1d(np.arange(36), standards[:, 1])
    YB[others] += 50  # B's own table disagrees everywhere but at the standards
    spoiled = validate_transfers(TransferData(data.Xs, data.pairs, [data.targets[0], YB], data.properties), entries,
                                 (6,), splits=[split])
    for key, cell in straight.cells.items():
        same = np.array_equal(cell["predicted"], spoiled.cells[key]["predicted"])
        assert same == (key[0] != "native"), key


def test_report(result):
    report = methods_report(result)
    assert {*NAMES, "none", "target-only", "native", "a-on-a"} == set(report)
    cell = report["spiked"]["properties"]["sugar"]["8"]
    assert {"rmsep", "bias", "sep", "r2", "rpd", "slope", "rpiq", "interval_90"} <= set(cell)
    assert len(cell["rmsep"]["values"]) == 4
    assert cell["rmsep"]["mean"] == pytest.approx(np.mean(cell["rmsep"]["values"]))
    residual = result.residuals("spiked", 8)
    assert residual.shape == (36, 2)
    none, native = (report[k]["properties"]["sugar"]["8"]["rmsep"]["mean"] for k in ("none", "native"))
    assert native < report["spiked"]["properties"]["sugar"]["8"]["rmsep"]["mean"] * 1.5 and native < none
    assert report["none"]["properties"]["sugar"]["4"]["rmsep"] == report["none"]["properties"]["sugar"]["8"]["rmsep"]
    import json

    assert json.loads(json.dumps(full_report(result)))["ranking"]["8"][0]["method"] in (*NAMES, "target-only")


def test_paired_difference_by_definition(result):
    entry = paired_difference(result, "spiked", "none", 8)["sugar"]
    d = (result.rmsep("spiked", 8) - result.rmsep("none", 8))[:, 0]
    assert entry["mean"] == pytest.approx(d.mean()) and entry["wins"] == (d < 0).sum() == 4
    assert entry["low"] < entry["mean"] < entry["high"] < 0
    half = 3.182446 * d.std(ddof=1) * np.sqrt(1 / 4 + 9 / 27)
    assert entry["high"] - entry["mean"] == pytest.approx(half, rel=1e-4)


def test_ranking_and_curve(result):
    order = ranking(result, 8)
    assert order[0]["score"] <= order[-1]["score"] and order[-1]["method"] == "none"
    assert "native" not in [r["method"] for r in order]
    curve = learning_curve(result, "spiked")["sugar"]
    assert curve["standards"] == [4, 8] and len(curve["mean"]) == 2 and isinstance(curve["still_falling"], bool)


def made_up(errors):
    """A comparison with the given RMSEP per line and repeat, one property tested, one not; None is a failed fit."""
    cells = {(key, 5, r): {"error": "it failed."} if v is None else
             {"predicted": np.array([[v, 0.0]]), "measured": np.array([[0.0, np.nan]]), "seconds": 0.0}
             for key, values in errors.items() for r, v in enumerate(values)}
    pairs = np.stack([np.arange(9)] * 2, 1)
    splits = [explicit_split(pairs, [9, 9], [r], r) for r in range(len(next(iter(errors.values()))))]
    return TransferValidation(tuple(Entry(k, k) for k in errors), (5,), ("sugar", "ash"), splits, cells)


def test_a_line_that_fails_where_it_is_difficult_is_not_the_best():
    found = ranking(made_up({"bias": [1.0, 1.0, 4.0], "ds": [1.1, 1.1, None], "none": [1.2, 1.2, 4.8]}), 5)
    assert [line["method"] for line in found] == ["bias", "ds", "none"]
    scores = {line["method"]: line["score"] for line in found}
    assert scores["bias"] == 1.0 and scores["ds"] == pytest.approx(1.1) and scores["none"] == pytest.approx(1.2)
    assert found[1]["rmsep"]["sugar"] == pytest.approx(1.1), "what is shown is what was measured"


def test_a_property_that_no_sample_was_tested_on_leaves_the_ranks():
    found = ranking(made_up({"bias": [2.0, 2.0], "ds": [1.0, 1.0]}), 5)
    assert [line["method"] for line in found] == ["ds", "bias"] and found[1]["score"] == pytest.approx(2.0)
    assert ranking(made_up({"bias": [None], "ds": [None]}), 5) == []


def test_one_repeat_says_nothing_of_more_standards():
    once = validate_transfers(simulated(), entries_for(("bias",)), (4, 8), repeats=1)
    told = learning_curve(once, "bias")["sugar"]
    assert "One repeat cannot tell" in told["sentence"] and not told["still_falling"] and told["enough"] is None


def test_how_many_more_by_its_own_law():
    counts = (5, 10, 20)
    means = [float(np.sqrt(1.0 + 10.0 / n)) for n in counts]
    told = how_many_more(counts, means, True)  # 98 standards: farther than four times what was tried
    assert told["level"] == pytest.approx(1.0) and told["enough"] is None and "no end" in told["sentence"]
    means = [float(np.sqrt(4.0 + 10.0 / n)) for n in counts]
    told = how_many_more(counts, means, True)
    assert told["enough"] == 25 and told["level"] == pytest.approx(2.0) and "About 5 more" in told["sentence"]
    assert "No sign" in how_many_more(counts, means, False)["sentence"]
    assert "no end" in how_many_more(counts, [1 / np.sqrt(n) for n in counts], True)["sentence"]
    assert "enough" in how_many_more((20, 40), [2.02, 2.01], True)["sentence"]
    assert "at least two" in how_many_more((5,), [1.0], False)["sentence"]


def test_an_embedding_without_a_map_gives_way_to_the_linear_one():
    entries = {e.key: e for e in entries_for(["procrustes"], yardsticks=False)}
    assert all(e.settings["embedding"] == "lpp" for e in entries.values()) and "procrustes/spectra" in entries
    asked = entries_for(["procrustes"], {"procrustes": {"embedding": "laplacian"}}, yardsticks=False)
    assert asked[0].settings["embedding"] == "laplacian", "what the user sets is not changed in silence"


def test_processes_give_the_same_numbers(result):
    again = validate_transfers(simulated(), entries_for(NAMES), (4, 8), repeats=4, seed=1, n_jobs=2)
    assert again.cells.keys() == result.cells.keys()
    assert all(np.array_equal(again.cells[k]["predicted"], result.cells[k]["predicted"]) for k in result.cells)


def test_dask_gives_the_same_numbers(result):
    distributed = pytest.importorskip("distributed", reason="the extra 'dask' is not installed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        again = validate_transfers(simulated(), entries_for(NAMES), (4, 8), repeats=4, seed=1,
                                   dask=cluster.scheduler_address)
    assert again.cells.keys() == result.cells.keys()
    assert all(np.array_equal(again.cells[k]["predicted"], result.cells[k]["predicted"]) for k in result.cells)


class Watcher(SilentMonitor):
    def __init__(self, stop_after=None):
        super().__init__()
        self.rows, self.stop_after = [], stop_after

    def report(self, stage, fraction, **values):
        assert 0 <= fraction <= 1
        if "table_row" in values:
            self.rows.append(values["table_row"])
            if self.stop_after is not None and len(self.rows) >= self.stop_after:
                self.cancel()


def test_rows_come_live_and_cancel_stops():
    watcher = Watcher()
    validate_transfers(simulated(), entries_for(("bias",)), (4,), repeats=2, monitor=watcher)
    assert {r["method"] for r in watcher.rows} == {"bias", "none", "target-only", "native", "a-on-a"}
    assert watcher.rows[-1]["splits"] == 2 and set(watcher.rows[-1]["rmsep"]) == {"sugar", "water"}
    with pytest.raises(Cancelled):
        validate_transfers(simulated(), entries_for(("bias",)), (4,), repeats=50, monitor=Watcher(3))


def test_budget_ends_early_with_whole_splits():
    result = validate_transfers(simulated(), entries_for(("bias",)), (4, 8), repeats=500, budget=0.0)
    assert not result.complete


def test_a_method_that_refuses_is_a_sentence_not_a_crash():
    data = simulated()
    result = validate_transfers(TransferData([data.Xs[0], data.Xs[1][:, :-1]], data.pairs, data.targets,
                                             data.properties), entries_for(("pds", "ds")), (6,), repeats=2)
    report = methods_report(result)
    assert "same channels" in report["pds"]["errors"][0] and not report["pds"]["properties"]
    assert report["ds"]["properties"]["sugar"]["6"]["rmsep"]["mean"] > 0


class Untouched(SilentMonitor):
    """Nothing may have been computed before a refusal."""

    def report(self, *args, **kwargs):
        raise AssertionError("a fit was made before the refusal")


def test_too_little_is_said():
    data = simulated()
    with pytest.raises(PairsError, match="30 standards were requested, but only 27"):
        validate_transfers(data, entries_for(("bias",)), (30,), repeats=1)
    splits = [explicit_split(data.pairs, [36, 36], range(k), k) for k in (6, 9)]
    with pytest.raises(PairsError, match="30 standards were requested, but only 27"):  # the second leaves too few
        validate_transfers(data, entries_for(("bias",)), (5, 30), splits=splits, monitor=Untouched())
    with pytest.raises(DataError, match="reference value"):
        validate_transfers(TransferData(data.Xs, data.pairs, [np.full((36, 1), np.nan)] * 2, ("x",)),
                           entries_for(("bias",)), (5,))
    with pytest.raises(PairsError):
        transfer_splits(np.zeros((0, 2), int), [36, 36], data.targets)


def test_figures_are_kept_until_more_is_known_and_cannot_be_changed():
    rng = np.random.default_rng(3)
    splits = [explicit_split(np.stack([np.arange(9)] * 2, 1), [9, 9], [0, 1, 2, 3], r) for r in range(3)]

    def cell() -> dict:
        measured = rng.normal(size=(4, 2))
        return {"predicted": measured + rng.normal(size=(4, 2)), "measured": measured, "seconds": 0.0, "warnings": []}

    result = TransferValidation((Entry("bias", "bias"),), (5,), ("sugar", "ash"), splits, {
        ("bias", 5, 0): cell(), ("bias", 5, 1): cell()})
    first = result.keep_figures().rmsep("bias", 5)
    assert result.rmsep("bias", 5) is first and np.isfinite(first[:2]).all() and np.isnan(first[2]).all()
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 1.0
    result.cells["bias", 5, 2] = cell()
    now = result.rmsep("bias", 5)
    np.testing.assert_array_equal(now[:2], first[:2])
    for r in range(3):
        c = result.cells["bias", 5, r]
        for name in FIGURES:
            expected = [regression_figures(c["measured"][:, j], c["predicted"][:, j])[name] for j in range(2)]
            np.testing.assert_array_equal(result.figure("bias", 5, name)[r], expected)
    row = table_row(result, "bias", 5)
    np.testing.assert_allclose([row["rmsep"]["sugar"], row["rmsep"]["ash"]], now.mean(axis=0), rtol=1e-12)


def test_figures_of_all_predictions_together_belong_together():
    """Two test samples per repeat: the means over the repeats contradict each other, what is pooled does not."""
    found = validate_transfers(simulated(n=10), entries_for(("bias",)), (5,), folds=5, repeats=2)
    for key in ("bias", "none", "target-only"):
        for j, figures in enumerate(found.pooled(key, 5)):
            cells = [found.cells[key, 5, n] for n in range(len(found.splits))]
            y, p = (np.concatenate([c[name][:, j] for c in cells]) for name in ("measured", "predicted"))
            assert figures == regression_figures(y, p) and figures["n"] == 20
            assert figures["rmsep"] ** 2 == pytest.approx(figures["bias"] ** 2 + figures["sep"] ** 2 * 19 / 20)
    cell = methods_report(found)["bias"]["properties"]["sugar"]["5"]
    assert cell["predictions"] == 20 and cell["rmsep"]["pooled"] == found.pooled("bias", 5)[0]["rmsep"]
    for name in ("sep", "bias", "slope", "r2", "rpd", "rpiq"):
        assert cell[name]["pooled"] == found.pooled("bias", 5)[0][name]
    assert cell["rmsep"]["mean"] == pytest.approx(np.mean(cell["rmsep"]["values"])), "ranked by the mean over repeats"
    assert cell["rmsep"]["interval_95"] == pytest.approx(mean_interval(found, "bias", 5)[0])


def test_one_sample_per_test_has_figures_all_the_same():
    data = simulated(n=8)
    splits = [explicit_split(data.pairs, [8, 8], [k], 0 if k < 4 else 1) for k in range(8)]
    splits = [dataclasses.replace(s, fold=k % 4) for k, s in enumerate(splits)]
    one_each = [dataclasses.replace(s, repeat=k, fold=0) for k, s in enumerate(splits)]
    found = validate_transfers(data, entries_for(("bias",)), (4,), splits=one_each)
    cell = methods_report(found)["bias"]["properties"]["sugar"]["4"]
    assert cell["sep"]["values"] == [] and cell["sep"]["pooled"] > 0 and cell["r2"]["pooled"] <= 1
    json.dumps(full_report(found), allow_nan=False)


def test_a_repeat_that_failed_has_no_say_in_what_is_pooled():
    found = validate_transfers(simulated(), entries_for(("bias",)), (5,), repeats=3)
    whole = found.pooled("bias", 5)[0]["n"]
    found.cells["bias", 5, 1] = {"error": "no", "seconds": 0.0}
    found.cells["none", 5, 0] = found.cells["none", 5, 0]
    found._pooled.clear(), found._figures.clear()
    assert found.pooled("bias", 5)[0]["n"] == whole * 2 // 3 == np.isfinite(found.rmsep("bias", 5)[:, 0]).sum() * 9


def test_the_time_that_ends_within_a_repeat_leaves_the_groups_that_were_done():
    found = validate_transfers(simulated(), entries_for(("bias",)), (5,), folds=4, repeats=2, budget=0.0)
    assert not found.complete and np.isfinite(found.rmsep("bias", 5)[0]).all()
    assert found.pooled("bias", 5)[0]["n"] == sum(len(c["measured"]) for (k, *_), c in found.cells.items()
                                                  if k == "bias") < 36


def test_where_each_is_tested_in_turn_the_interval_is_of_the_groups_not_of_the_repeats():
    """All repeats test the same samples: that they agree says nothing about new ones."""
    found = validate_transfers(simulated(n=15), entries_for(("bias",)), (5, 8), folds=5, repeats=3)
    squared = np.array([((found.cells["none", 8, n]["predicted"] - found.cells["none", 8, n]["measured"]) ** 2).mean(0)
                        for n in range(15)])
    np.testing.assert_allclose(found.squared_errors("none", 8), squared)
    wanted = 2.144787 * squared.std(axis=0, ddof=1) / (2 * np.sqrt(squared.mean(axis=0))) * np.sqrt(1 / 15 + 1 / 4)
    np.testing.assert_allclose(mean_interval(found, "none", 8), wanted, rtol=1e-5)
    theirs = found.squared_errors("bias", 8)
    x = (squared - theirs) / (np.sqrt(squared.mean(axis=0)) + np.sqrt(theirs.mean(axis=0)))
    d = paired_difference(found, "none", "bias", 8)["sugar"]
    assert d["high"] - d["low"] == pytest.approx(2 * 2.144787 * x[:, 0].std(ddof=1) * np.sqrt(1 / 15 + 1 / 4), rel=1e-5)
    assert (found.rmsep("none", 8).std(axis=0) < 0.15 * wanted).all(), "by the repeats it would look certain"
    once = validate_transfers(simulated(n=15), entries_for(("bias",)), (5, 8), folds=5, repeats=1)
    assert np.isfinite(mean_interval(once, "none", 8)).all(), "the groups of one repeat tell it too"


class Heard(SilentMonitor):
    """Keeps what is reported."""

    def __init__(self) -> None:
        super().__init__()
        self.reports: list[tuple[str, float]] = []

    def report(self, stage: str, fraction: float, **values) -> None:
        self.reports.append((stage, fraction))


@pytest.mark.parametrize("order", ["as they are", "backwards", "shuffled"])
def test_words_and_percentage_of_progress_say_the_same(monkeypatch, order):
    """Parts come back in any order where several processes compute them."""
    def in_disorder(function, jobs, *, here, shared, **_):
        places = list(range(len(jobs)))
        if order != "as they are":
            places = places[::-1] if order == "backwards" else list(np.random.default_rng(3).permutation(len(jobs)))
        for k in places:
            yield k, here(shared, *jobs[k])

    monkeypatch.setattr(transfer, "run_jobs", in_disorder)
    monitor = Heard()
    validate_transfers(simulated(), entries_for(("bias", "ds")), (4, 8), repeats=3, seed=1, monitor=monitor)
    told = [(re.fullmatch(r"(\d+) of (\d+) tests done", stage), share) for stage, share in monitor.reports]
    assert len(told) > 6 and all(match for match, _ in told)
    assert all(share == pytest.approx(int(m[1]) / int(m[2])) for m, share in told)
    assert [share for _, share in told] == sorted(share for _, share in told) and told[-1][1] == 1.0
