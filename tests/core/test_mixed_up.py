"""Pairs that contradict the others are named, right ones are not."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.measures.mixed_up import better_order, mixed_up
from spectralign_gui.core.measures.pairing import fits_no_better, pairing_p_value, pairing_warning, tolerated
from spectralign_gui.core.naming import called
from spectralign_gui.io.samples import load_sample_session


def instruments(m: int = 30, noise: float = 0.05, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    latent = rng.standard_normal((m, 4))
    return tuple(latent @ rng.standard_normal((4, p)) + noise * rng.standard_normal((m, p)) + 3 for p in (50, 40))


def pairs_of(m: int) -> np.ndarray:
    return np.stack([np.zeros(m, int), np.arange(m), np.ones(m, int), np.arange(m)], axis=1)


@pytest.mark.parametrize("cycles", [[], [(3, 7)], [(3, 7), (10, 20)], [(0, 1), (2, 3), (4, 5), (6, 29)], [(4, 9, 17)]])
def test_swapped_standards_are_found_and_no_others(cycles):
    A, B = instruments()
    order = np.arange(30)
    for cycle in cycles:
        order[list(cycle)] = np.roll(order[list(cycle)], 1)
    np.testing.assert_array_equal(better_order(A, B[order]), order)
    found = mixed_up([A, B[order]], pairs_of(30))
    assert [sorted(f.pairs[:, 1].tolist()) for f in found] == [sorted(c) for c in cycles]


def test_the_sentence_names_instruments_and_samples():
    A, B = instruments()
    B[[3, 7]] = B[[7, 3]]
    names = [f"S{k}" for k in range(30)]
    with called(["lab", "field"], [names, names]):
        (found,) = mixed_up([A, B], pairs_of(30))
    assert found.sentence.startswith("Standards S3 and S7 of lab look swapped: judged by the other 28 standards")
    assert "on field" in found.sentence and not found.whole
    B[[7, 12]] = B[[12, 7]]
    (found,) = mixed_up([A, B], pairs_of(30))
    assert "rows" not in found.sentence and "row 3, row 7 and row 12 of set 0 look mixed up" in found.sentence


def test_a_shuffled_list_is_in_doubt_as_a_whole():
    A, B = instruments()
    (found,) = mixed_up([A, B[np.random.default_rng(1).permutation(30)]], pairs_of(30))
    assert found.whole and len(found.pairs) == 30 and "no better than by chance" in found.sentence


def test_repeats_count_as_one_standard():
    A, B = instruments(20)
    A, B = (np.repeat(X, 2, axis=0) for X in (A, B))
    owner = np.repeat(np.arange(20), 2)
    owner_b = owner.copy()
    owner_b[owner == 4], owner_b[owner == 11] = 11, 4
    rows = np.array([(0, i, 1, j) for i in range(40) for j in range(40) if owner[i] == owner_b[j]])
    (found,) = mixed_up([A, B], rows)
    assert sorted(set(found.pairs[:, 1].tolist())) == [8, 9, 22, 23] and len(found.pairs) == 8


def test_swapping_samples_that_are_alike_is_no_finding():
    A, B = instruments()
    A[7], B[7] = A[3], B[3]
    B[[3, 7]] = B[[7, 3]]
    assert not mixed_up([A, B], pairs_of(30))


@pytest.mark.parametrize("m", [2, 4, 7])
def test_few_standards_cannot_tell(m):
    A, B = instruments(m)
    B[[0, 1]] = B[[1, 0]]
    np.testing.assert_array_equal(better_order(A, B), np.arange(m))


def test_instruments_that_have_nothing_in_common_name_no_pair():
    rng = np.random.default_rng(2)
    for _ in range(10):
        A, B = rng.standard_normal((25, 30)), rng.standard_normal((25, 40))
        np.testing.assert_array_equal(better_order(A, B), np.arange(25))


@pytest.mark.parametrize("factor", [1e-160, 1e-12, 1e12, 1e160])
def test_any_unit_gives_the_same(factor):
    A, B = instruments()
    B[[3, 7]] = B[[7, 3]]
    expected = np.arange(30)
    expected[[3, 7]] = 7, 3
    np.testing.assert_array_equal(better_order(A * factor, B / factor), expected)


def test_constant_spectra_tell_nothing():
    A, B = instruments()
    np.testing.assert_array_equal(better_order(np.ones_like(A), B), np.arange(30))
    np.testing.assert_array_equal(better_order(A, np.ones_like(B)), np.arange(30))


def test_three_instruments_are_looked_at_two_by_two():
    A, B = instruments()
    C = instruments(seed=0)[0] + 1
    B = B.copy()
    B[[3, 7]] = B[[7, 3]]
    pairs = np.concatenate([pairs_of(30) + np.array([p, 0, q - 1, 0]) for p, q in ((0, 1), (0, 2), (1, 2))])
    found = mixed_up([A, B, C], pairs)
    assert {(int(f.pairs[0, 0]), int(f.pairs[0, 2])) for f in found} == {(0, 1), (1, 2)}


def test_hardly_any_standards_are_never_called_shuffled():
    A, B = instruments(7)
    assert tolerated(7) == 1 and not pairing_warning(A, B[[1, 0, 3, 2, 6, 5, 4]])
    assert [tolerated(m) for m in (7, 8, 12, 100)] == [1.0, 0.2, 0.05, 0.05]


def test_very_many_standards_are_judged_by_some():
    A, B = instruments(900)
    assert pairing_p_value(A, B) == 0.005
    assert pairing_p_value(A, B[::-1]) > 0.05


def test_real_spectra(corn):
    A, B = (np.loadtxt(corn / f"{name}_spectra.csv", delimiter=",", skiprows=1)[:60] for name in ("mp5", "mp6"))
    assert not mixed_up([A, B], pairs_of(60))
    far = int(np.argmax(((A - A[5]) ** 2).sum(axis=1)))
    B[[5, far]] = B[[far, 5]]
    (found,) = mixed_up([A, B], pairs_of(60))
    assert set(found.pairs[:, 1].tolist()) == {5, far}


def test_a_background_of_its_own_on_every_instrument_is_no_doubt_about_the_list():
    sets = load_sample_session("raman").datasets
    names = [s for s in sets[0].sample_names if s in sets[1].sample_names]
    A, B = (d.spectra[[d.sample_names.index(s) for s in names]] for d in sets)
    assert pairing_p_value(A, B) > 0.5, "fluorescence hides it"
    assert fits_no_better(A, B) is None
    rng = np.random.default_rng(2)
    doubted = [fits_no_better(A, B[rng.permutation(len(B))]) is not None for _ in range(10)]
    assert sum(doubted) >= 8
