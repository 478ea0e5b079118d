"""The splits of the field page are frozen, keep samples together, and let nothing that is tested into a fit."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.field import run
from benchmarks.field.extras import spoilt_sets, standards
from benchmarks.field.own_sets import names_in, read_set
from benchmarks.field.sets import MAKERS, at_hand, field_set
from benchmarks.field.splits import REPEATS, SplitsMoved, check, frozen, numbers
from spectralign_gui.core.validation.transfer_data import data_pairs
from spectralign_gui.core.validation.transfer_splits import DRAWS


@pytest.fixture
def name(request):
    if request.param not in at_hand():
        pytest.skip("the folder ../shared with real files is not here")
    return request.param


@pytest.mark.parametrize("name", MAKERS, indirect=True)
@pytest.mark.parametrize("repeat", [0, 7])
def test_a_split_is_the_frozen_one_and_no_tested_row_is_a_standard(name, repeat):
    of = field_set(name)
    found = numbers(of, repeat)
    assert found == frozen()[name][repeat] == numbers(MAKERS[name](), repeat)
    split, sizes = of.split(repeat), [len(X) for X in of.data.Xs]
    for rows, test, size in ((split.rows_a, split.test_a, sizes[0]), (split.rows_b, split.test_b, sizes[1])):
        assert not set(rows) & set(test) and len(rows) + len(test) == size
    for draw in DRAWS:
        for count in of.counts:
            pairs = standards(of, repeat, draw, count)
            assert [int(i) for i in pairs[:, 0]] == found[draw][:count]
            assert not set(pairs[:, 0]) & set(split.test_a) and not set(pairs[:, 1]) & set(split.test_b)
    for i, j in data_pairs(of.data):
        assert (i in split.test_a) == (j in split.test_b)


def test_every_repeat_is_another_split():
    for name, repeats in frozen().items():
        assert len(repeats) == REPEATS, name
        assert len({tuple(sorted(r["test"])) for r in repeats}) == REPEATS, name
        assert all(len(set(r[d])) == len(r[d]) for r in repeats for d in DRAWS)


def test_a_split_that_moved_is_refused():
    of = field_set("Raman green->red (simulated)")
    check(of, 0)
    with pytest.raises(SplitsMoved):
        check(replace(of, split=lambda repeat: of.split(repeat + 1)), 0)


def write(folder, samples, times, channels=40):
    """A set of one's own with every sample measured so many times on each instrument."""
    rng = np.random.default_rng(4)
    folder.mkdir()
    truth = rng.normal(size=(samples, channels))
    for file, offset in (("a.csv", 0.0), ("b.csv", 0.5)):
        lines = ["sample," + ",".join(str(1000 + 2 * k) for k in range(channels))]
        for s in range(samples):
            lines += [f"s{s}," + ",".join(f"{v + offset + 0.01 * rng.normal():.5f}" for v in truth[s])
                      for _ in range(times)]
        (folder / file).write_text("\n".join(lines) + "\n")
    values = [f"s{s},{truth[s, :5].sum():.4f}" for s in range(samples)]
    (folder / "values.csv").write_text("\n".join(["sample,y", *values]) + "\n")


def test_repeats_of_a_sample_in_a_set_of_ones_own_stay_together(tmp_path):
    write(tmp_path / "mine", 24, 3)
    (tmp_path / "not a set").mkdir()
    assert names_in(tmp_path) == ["mine"]
    of = read_set(tmp_path / "mine")
    assert of.counts == (5, 10) and len(of.data.Xs[0]) == 72
    for repeat in range(5):
        split = of.split(repeat)
        for test, rows in ((split.test_a, split.rows_a), (split.test_b, split.rows_b)):
            assert not {r // 3 for r in test} & {r // 3 for r in rows} and len(test) == 18
        for draw in DRAWS:
            pairs = standards(of, repeat, draw, 5)
            assert len({i // 3 for i in pairs[:, 0]}) == 5
            assert not {i // 3 for i in pairs[:, 0]} & {r // 3 for r in split.test_a}


def test_a_mistake_changes_the_standards_of_b_only():
    of = field_set("Raman green->red (simulated)")
    pairs, split = standards(of, 0, "random", 10), of.split(0)
    before = np.asarray(of.data.Xs[1])
    bad = spoilt_sets(of, 0, "random", 10)
    changed = {k: np.flatnonzero((np.asarray(s.data.Xs[1]) != before).any(axis=1)) for k, s in bad.items()}
    assert [len(changed[k]) for k in ("one spoilt", "two swapped")] == [1, 2]
    for kind, rows in changed.items():
        assert set(rows) <= set(pairs[:, 1]) and not set(rows) & set(split.test_b)
        assert np.array_equal(standards(bad[kind], 0, "random", 10), pairs)
    one, two = changed["two swapped"]
    assert np.array_equal(np.asarray(bad["two swapped"].data.Xs[1])[[one, two]], before[[two, one]])


def test_repeats_are_outermost():
    order = list(run.places(["Raman green->red (simulated)", "LIBS lab->field (simulated)"], 3))
    assert [p[2] for p in order] == sorted(p[2] for p in order) and len(set(order)) == len(order)
    assert {p[0] for p in order if p[2] == 1} == set(run.PARTS)
    assert {p[3:] for p in order if p[0] == "coverage"} == {
        ("random", 5), ("random", 10), ("random", 20), ("kennard-stone", 10)}
