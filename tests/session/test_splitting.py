"""How a comparison divides the samples where nothing is asked."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.errors import ParameterError
from spectralign_gui.session.compare.evaluate import compare, transfer_data
from spectralign_gui.session.compare.plan import ComparisonPlan
from spectralign_gui.session.compare.splitting import FEW, default_counts, foreseen, split_data
from spectralign_gui.session.standards.pairing import mark
from spectralign_gui.session.state import SessionState
from tests.core.transfers.conftest import simulate


def session(marked, n=40, channels=True):
    a, b, values = simulate(n=n)
    axis = Axis(np.arange(a.shape[1]) * 4.0 + 1100.0, "nm")
    other = axis if channels else Axis(axis.values + 1.5, "nm")
    names = tuple(f"S{k}" for k in range(n))
    sets = (SpectralDataset("A", a, axis, sample_names=names, targets=Targets(("Starch",), values[:, :1])),
            SpectralDataset("B", b, other, sample_names=names))
    standards = ()
    for k in range(marked):
        standards = mark(standards, [("A", k), ("B", k)])
    return SessionState(datasets=sets, standards=standards)


@pytest.mark.parametrize("marked", [6, 10, 15, FEW - 1])
def test_of_few_samples_each_is_tested(marked):
    data, _ = transfer_data(session(marked))
    plan, splits, lost = split_data(data)
    assert plan.folds == 5 and plan.test_share is None and plan.repeats == 3 and not lost
    for repeat in range(plan.repeats):
        tested = np.concatenate([s.test_b for s in splits if s.repeat == repeat])
        assert sorted(tested) == list(range(marked)), "every sample once in every repeat"
    for split in splits:  # honest: nobody is tested who may be a standard
        assert not set(split.test_b) & set(split.pairs[:, 1]) and not set(split.test_a) & set(split.pairs[:, 0])
    assert max(plan.counts) == min(len(np.unique(s.sample)) for s in splits)
    assert foreseen(session(marked)) == plan and "tested in turn, in 5 groups, 3 times" in plan.sentence


def test_of_many_samples_a_quarter_is_tested_and_at_least_five():
    for marked in (FEW, 27, 40):
        data, _ = transfer_data(session(marked))
        plan, splits, _ = split_data(data)
        assert plan.test_share == 0.25 and plan.repeats == 10 and len(splits[0].test_b) >= 5 and not plan.sentence
        assert foreseen(session(marked)).counts == plan.counts


def test_numbers_of_standards_are_those_that_there_are():
    assert default_counts(8) == (3, 5, 8) and default_counts(4) == (3, 4) and default_counts(15) == (5, 10, 15)
    assert default_counts(20) == default_counts(60) == (5, 10, 20) and default_counts(2) == (2,)
    for most in range(1, 80):
        assert all(c <= most for c in default_counts(most)) and list(default_counts(most)) == sorted(
            set(default_counts(most)))
    data, _ = transfer_data(session(10))
    plan, _, lost = split_data(data, (5, 10, 20))
    assert plan.counts == (5,) and lost.startswith("10, 20 standards are left out: at most 8")
    with pytest.raises(ParameterError, match="20 standards are requested, but only 8 of the 10"):
        split_data(data, (20,))


def test_what_is_asked_goes_first():
    data, _ = transfer_data(session(10))
    plan, splits, _ = split_data(data, test_share=0.4, repeats=4)
    assert plan.folds is None and len(splits) == 4 and len(splits[0].test_b) == 4
    plan, splits, _ = split_data(data, folds=2)
    assert plan.repeats == 10 and len(splits) == 20


def test_samples_of_b_with_values_of_their_own_count():
    state = session(8)
    b = state.datasets[1]
    own = np.full((40, 1), np.nan)
    own[8:30, 0] = np.linspace(1, 2, 22)
    state = state.with_(datasets=(state.datasets[0], b.with_(targets=Targets(("Starch",), own))))
    data, _ = transfer_data(state)
    plan, splits, _ = split_data(data)
    assert plan.samples == 30 and plan.test_share == 0.25 and foreseen(state).samples == 30
    assert all(max(plan.counts) <= len(np.unique(s.sample)) for s in splits)


def test_a_comparison_of_ten_says_that_each_was_tested():
    result, _, notes = compare(session(10), ComparisonPlan(("bias",), repeats=1))
    assert result.counts == (3, 5, 8) and any("Each sample is tested in turn, in 5 groups" in n for n in notes)
    assert result.pooled("bias", 8)[0]["n"] == 10
    assert not compare(session(30), ComparisonPlan(("bias",), repeats=1, standards=(5,)))[2]


def test_methods_that_the_channels_rule_out_are_left_out_with_one_sentence():
    plan = ComparisonPlan(("auto", "epo", "spiked", "lra"), repeats=1)
    result, entries, notes = compare(session(10, channels=False), plan)
    assert {"lra", "lra/spectra", "none", "target-only", "native", "a-on-a"} == {e.key for e in entries}
    assert {"auto", "epo", "spiked"} == set(result.left_out)
    assert "or resample" in result.cells["none", 8, 0]["error"], "the yardstick stays, and says why it has no figure"
    said = [n for n in notes if "channel by channel" in n]
    assert len(said) == 1 and "or resample" in said[0] and "EPO" in said[0]
    assert said[0].index("resample") < said[0].index("left out"), "the remedy is not what is cut off"
