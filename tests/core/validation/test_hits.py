"""The interval of a hit rate is by the folds: all repeats test the same standards."""

import numpy as np
import pytest

from spectralign_gui.core.validation.hits import FoldHits, summarise
from spectralign_gui.core.validation.splits import k_folds


def test_the_interval_of_a_hit_rate_by_definition():
    splits = k_folds(np.stack([np.arange(8)] * 2, 1), [8, 8], folds=4, repeats=2)
    right = [2, 1, 0, 1, 2, 0, 1, 1]  # of the two held-out standards of each fold
    ranks = [{(0, 1): (np.array([0] * n + [5] * (2 - n)), np.zeros(2, int))} for n in right]
    found = summarise([FoldHits(s, r, None, 0.0, 0.0, {}, 0.0) for s, r in zip(splits, ranks, strict=True)])["hit"]["3"]
    rates = np.array(right) / 2
    assert found["a_to_b"]["values"] == [0.5, 0.5] and found["a_to_b"]["std"] == 0.0, "the repeats agree by chance"
    wanted = 2.364624 * rates.std(ddof=1) * np.sqrt(1 / 8 + 1 / 3)
    assert found["a_to_b"]["interval_95"] == pytest.approx(wanted, rel=1e-5)
    assert found["b_to_a"]["interval_95"] == 0.0


def test_repeats_by_name_are_held_out_together():
    from spectralign_gui.core.validation.splits import k_folds, standards_of

    pairs = np.stack([np.arange(8), np.arange(8)], axis=1)
    same = [np.array([0, 0, -1, -1, 1, -1, -1, 1, -1, -1]), np.array([-1, -1, 5, 5, -1, -1, -1, -1, -1, -1])]
    assert standards_of(pairs, [10, 10], same)[1].tolist() == [0, 0, 1, 1, 2, 3, 4, 2]
    assert standards_of(pairs, [10, 10])[1].tolist() == list(range(8))
    for split in k_folds(pairs, [10, 10], 3, 4, same=same):
        held = set(split.held[:, 1].tolist())
        assert all(len(held & group) in (0, 2) for group in ({0, 1}, {2, 3}, {4, 7}))
