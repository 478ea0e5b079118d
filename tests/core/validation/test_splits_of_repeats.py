"""Rows of one sample stay on one side of every split."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.validation.entries import entries_for
from spectralign_gui.core.validation.transfer import validate_transfers
from spectralign_gui.core.validation.transfer_data import TransferData
from spectralign_gui.core.validation.transfer_splits import (
    choose_standards,
    repeats_by_name,
    transfer_splits,
)
from spectralign_gui.core.validation.transfer_splits import (
    testable as how_many,
)


def repeated(n=16, seed=2):
    """Two instruments, every sample measured twice in two rows of one name; only the first of A's last has a pair."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n, 2))
    names = [f"s{k}" for k in range(n) for _ in range(2)]
    Y = np.repeat(values, 2, axis=0)
    rows = np.array([i for i in range(2 * n) if i != 2 * n - 1])
    return names, Y, np.stack([rows, rows], axis=1)


@pytest.mark.parametrize("folds", [None, 4])
def test_rows_of_one_name_stay_on_one_side(folds):
    names, Y, pairs = repeated()
    targets = [Y, np.full_like(Y, np.nan)]
    same = repeats_by_name([names, names], pairs, targets)
    splits = transfer_splits(pairs, [32, 32], targets, repeats=3, folds=folds, same=same)
    for split in splits:
        tested = {names[r] for r in split.test_b} | {names[r] for r in split.test_a}
        left = {names[r] for r in split.rows_b} | {names[r] for r in split.rows_a}
        assert tested and not tested & left, "also where a repeat of it has no pair"
        assert not tested & {names[i] for i in split.pairs[:, 0]}
        known = np.isfinite(targets[0]).any(axis=1)
        assert len(choose_standards(Y, split, 3, known)) in (5, 6), "three samples with all their spectra"
    assert how_many(pairs, [32, 32], targets, same) == 16 and how_many(pairs, [32, 32], targets) == 31
    plain = transfer_splits(pairs, [32, 32], targets, repeats=3, folds=folds)
    assert any({names[r] for r in s.test_b} & {names[r] for r in s.rows_b} for s in plain), "the leak is real"


def test_a_name_that_is_none_of_a_sample_joins_nothing():
    rng = np.random.default_rng(0)
    Y = rng.normal(size=(20, 1))
    pairs = np.stack([np.arange(20)] * 2, axis=1)
    names = [["corn"] * 20, [""] * 20]
    same = repeats_by_name(names, pairs, [Y, np.full_like(Y, np.nan)])
    assert (same[0] == -1).all() and (same[1] == -1).all()
    one = transfer_splits(pairs, [20, 20], [Y, Y], repeats=2, same=same)
    other = transfer_splits(pairs, [20, 20], [Y, Y], repeats=2)
    assert all(np.array_equal(a.test_b, b.test_b) for a, b in zip(one, other, strict=True)), "nothing else changes"
    near = np.repeat(Y[:10], 2, axis=0) + 0.02 * rng.normal(size=(20, 1))  # analysed twice
    number = repeats_by_name([[f"s{k // 2}" for k in range(20)], [""] * 20], pairs, [near, near])[0]
    assert len(set(number.tolist())) == 10 and (number >= 0).all()


def test_a_comparison_of_repeats_learns_nothing_from_the_test_samples():
    """Brute force: other values for the tested samples, wherever they stand, change no prediction."""
    names, Y, pairs = repeated()
    rng = np.random.default_rng(5)
    A = Y @ rng.normal(size=(2, 12)) + 0.05 * rng.normal(size=(32, 12))
    B = A + 0.2
    targets = [Y, np.full_like(Y, np.nan)]
    same = repeats_by_name([names, names], pairs, targets)
    split = transfer_splits(pairs, [32, 32], targets, repeats=1, same=same)

    def predicted(values):
        data = TransferData([A, B], pairs, [values, np.full_like(values, np.nan)], ("sugar", "ash"), same=same)
        found = validate_transfers(data, entries_for(["bias", "spiked"]), (4,), splits=split)
        return {k: c["predicted"] for k, c in found.cells.items() if k[0] not in ("a-on-a",)}

    changed = Y.copy()
    tested = {names[r] for r in split[0].test_b}
    for row, name in enumerate(names):
        if name in tested:
            changed[row] += 7.0
    before, after = predicted(Y), predicted(changed)
    assert before
    for key, value in before.items():
        np.testing.assert_array_equal(after[key], value)
