"""Several bad standards at once are named together: spoiled ones hide neither each other nor what was swapped."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.measures.mixed_up import doubts, mixed_up
from spectralign_gui.core.measures.odd_standards import odd_standards

KINDS = ("background", "cut off", "spikes", "empty")


def spectra(seed: int, m: int) -> list[np.ndarray]:
    """The same m mixtures of five components on two instruments, with scatter and noise."""
    rng = np.random.default_rng(seed)
    amounts = rng.dirichlet(np.ones(5), m)
    x = np.linspace(0, 1, 120)
    sets = []
    for _ in range(2):
        pure = np.exp(-0.5 * ((x - rng.random((5, 4, 1))) / 0.04) ** 2).sum(axis=1)
        y = 0.3 + rng.normal(1, 0.03, (m, 1)) * (amounts @ pure)
        sets.append(y + 0.01 * rng.normal(size=y.shape))
    return sets


def spoil(row: np.ndarray, kind: str, rng: np.random.Generator) -> np.ndarray:
    x, high = np.linspace(0, 1, len(row)), float(row.max())
    if kind == "background":
        return row + 3 * high * np.exp(-0.5 * ((x - rng.uniform(0.3, 0.7)) / 0.25) ** 2)
    if kind == "cut off":
        return np.minimum(row, 0.35 * high)
    if kind == "spikes":
        row = row.copy()
        row[rng.integers(0, len(row), 6)] += 3 * high
        return row
    return 0.3 + 0.01 * rng.normal(size=len(row))


CASES = [(m, spoiled, swaps) for m in (20, 30, 60) for spoiled in (0, 1, 2, 3) for swaps in (0, 1, 2)]


def test_generated_cases():
    """36 kinds of lists in 6 draws each: 216 lists with 324 spoiled and 432 swapped standards."""
    assert len(CASES) == 36
    found = {"spoiled": 0, "swapped": 0, "wrong": 0}
    total = {"spoiled": 0, "swapped": 0}
    for number, (m, spoiled, swaps) in enumerate(CASES):
        for seed in range(6):
            rng = np.random.default_rng([number, seed])
            A, B = spectra(seed, m)
            bad = rng.permutation(m)[:spoiled + 2 * swaps]
            for k, row in enumerate(bad[:spoiled]):
                B[row] = spoil(B[row], KINDS[(seed + k) % len(KINDS)], rng)
            for i, j in bad[spoiled:].reshape(-1, 2):
                B[[i, j]] = B[[j, i]]
            said = doubts(A, B)
            found["spoiled"] += int(said.spoiled[bad[:spoiled]].sum())
            found["swapped"] += int(said.any[bad[spoiled:]].sum())
            found["wrong"] += int(said.any.sum() - said.any[bad].sum())
            total["spoiled"] += spoiled
            total["swapped"] += 2 * swaps
    assert total == {"spoiled": 324, "swapped": 432}
    assert found["wrong"] <= 5, found  # of 7164 right ones
    assert found["spoiled"] >= 0.75 * total["spoiled"], found
    assert found["swapped"] >= 0.85 * total["swapped"], found


@pytest.mark.parametrize("m", [8, 10, 20, 60])
def test_right_ones_are_left_alone(m):
    """An extreme sample is extreme on both instruments, and no standard is odd for it."""
    for seed in range(10):
        A, B = spectra(seed, m)
        A[0], B[0] = A[0] * 5, B[0] * 5
        assert not odd_standards(A, B).any()


def test_which_instrument_and_what_is_said():
    A, B = spectra(1, 30)
    A[4] = spoil(A[4], "background", np.random.default_rng(0))
    B[9] = spoil(B[9], "background", np.random.default_rng(1))
    assert odd_standards(A, B)[[4, 9]].tolist() == [1, 2]
    k = np.arange(30)
    said = [f for f in mixed_up([A, B], np.stack([0 * k, k, 0 * k + 1, k], axis=1)) if f.spoiled]
    assert [f.pairs[:, 1].tolist() for f in said] == [[4], [9]]
    assert all("does not fit" in f.sentence for f in said)


def test_what_says_nothing():
    A, B = spectra(2, 12)
    assert not odd_standards(A[:7], B[:7]).any(), "so few cannot be judged"
    assert not odd_standards(np.ones((12, 5)), B).any()
    same = np.repeat(A[:1], 12, axis=0)
    same[0] += 1
    assert np.isin(odd_standards(same, B), (0, 1, 2)).all()
