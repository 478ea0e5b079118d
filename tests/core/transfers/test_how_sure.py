"""How sure found pairs are: by definition, and against the truth where names and order tell nothing."""

import numpy as np
import pytest

from spectralign_gui.core.fitdata import FitData
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.transfers._how_sure import SPACINGS, STEPS, by_chance, probabilities
from spectralign_gui.core.transfers._part import sample_folds
from spectralign_gui.core.transfers._problem import TransferProblem
from spectralign_gui.core.transfers._unmarked import Unmarked, unmarked_pairs
from tests.core.transfers.conftest import simulate


def test_by_chance_by_its_definition():
    D = np.random.default_rng(1).random((17, 14)) + 0.01
    j, i = np.array([0, 3, 6]), np.array([8, 2, 5])
    expected = []
    for b, a in zip(j, i, strict=True):
        sides = []
        for others in (np.delete(D[b], a), np.delete(D[:, a], b)):
            e = np.sqrt(np.sort(others)[:SPACINGS])
            dimension = (SPACINGS - 1) / np.log(e[-1] / e).sum()
            sides.append(min(1.0, (np.sqrt(D[b, a]) / e[0]) ** dimension))
        expected.append(max(sides))
    np.testing.assert_allclose(by_chance(D, j, i), expected)
    assert (by_chance(D[:2, :2], np.arange(2), np.arange(2)) == 1).all(), "nobody else to compare with"
    copies = np.where(np.eye(12, dtype=bool), 0.0, 1.0 + np.random.default_rng(2).random((12, 12)))
    assert (by_chance(copies, np.arange(12), np.arange(12)) < 1e-6).all()


@pytest.mark.parametrize("dimensions", [2, 4, 8])
def test_the_nearest_of_strangers_is_as_clear_as_chance_says(dimensions):
    """600 spectra without a partner among 200: a tenth of them stand out as clearly as a tenth does by chance."""
    rng = np.random.default_rng(dimensions)
    a, b = rng.normal(size=(200, dimensions)), rng.normal(size=(600, dimensions))
    D = ((b[:, None] - a) ** 2).sum(axis=2)
    chance = by_chance(D, np.arange(600), D.argmin(axis=1))  # of both sides the less telling one
    for level in (0.02, 0.1, 0.3):
        assert (chance <= level).mean() < 1.2 * level + 0.01


def test_probabilities_by_brute_force():
    chance = np.array([1e-4, 0.02, 0.4, 1.0])
    right, wrong = np.array([0.01, 0.1, 0.02]), np.array([0.5, 1.0, 0.2, 0.05])
    steps = (np.arange(STEPS) + 0.5) / STEPS
    total, expected = 0.0, np.zeros(4)
    for a in steps:
        for b in steps[steps >= a]:
            weight = np.prod(a * right ** (a - 1) * right) * np.prod(b * wrong ** (b - 1) * wrong)
            f1, f0 = a * chance ** (a - 1), b * chance ** (b - 1)
            shares = np.array([np.prod(t * f1 + (1 - t) * f0) for t in steps])
            shares /= shares.sum()
            expected += weight * sum(s * t * f1 / (t * f1 + (1 - t) * f0) for s, t in zip(shares, steps, strict=True))
            total += weight
    np.testing.assert_allclose(probabilities(chance, right, wrong), expected / total, atol=5e-3)


def test_what_a_probability_depends_on():
    rng = np.random.default_rng(3)
    chance = np.sort(rng.random(40))
    said = probabilities(chance, rng.random(8) ** 4, rng.random(10))
    assert (np.diff(said) <= 1e-12).all(), "the clearer, the surer"
    assert said.min() > 0 and said.max() < 1
    assert not probabilities(chance, np.zeros(0), np.ones(5)).any(), "no standard found its partner"
    assert probabilities(np.zeros(0), chance, chance).shape == (0,)
    few, many = (probabilities(np.array([1e-3, 0.5, 0.9]), np.full(n, 1e-3), np.full(n, 0.7)) for n in (2, 30))
    assert many[0] > few[0] and many[2] < few[2], "few standards say little"


def trial(n, noise, share, seed, m=8):
    """Pairs among shuffled samples of which `share` of the unmarked ones were measured on both, and the truth."""
    A, B, Y = simulate(n=n, seed=seed, noise=noise)
    rng = np.random.default_rng(seed)
    order = rng.permutation(n)
    both = round(share * (n - m))
    half = (n - m - both) // 2
    on_a = rng.permutation(order[:m + both + half])
    on_b = rng.permutation(np.concatenate([order[:m + both], order[m + both + half:]]))
    pairs = np.array([[np.flatnonzero(on == k)[0] for on in (on_a, on_b)] for k in order[:m]])
    problem = TransferProblem.from_fit(FitData.check([A[on_a], B[on_b]], pairs, [Y[on_a], None]))
    found = unmarked_pairs(problem, sample_folds(problem)[1], SilentMonitor())
    return found, on_a[found.rows_a] == on_b[found.rows_b]


@pytest.mark.parametrize("noise", [2e-4, 3e-3, 1e-2])
@pytest.mark.parametrize("share", [1.0, 0.5, 0.0])
def test_pairs_are_right_as_often_as_is_said(share, noise):
    """Six shuffled sessions each, 54 in all; `share` of the unmarked samples has a partner."""
    told = [trial(70, noise, share, seed) for seed in range(6)]
    said, right = np.concatenate([f.sure() for f, _ in told]), np.concatenate([t for _, t in told])
    assert len(said) > 100
    if share == 0.0:
        assert not right.any() and (said > 0.5).mean() < 0.15 and (said > 0.8).mean() == 0 and said.mean() < 0.4
    else:
        assert abs(said.mean() - right.mean()) < 0.08
        sure = said >= 0.9
        assert sure.sum() > 50 and right[sure].mean() > 0.9


def test_earlier_files_hold_no_probability():
    """A model file of an earlier version says how sure its pairs are as it did then."""
    found, _ = trial(40, 2e-4, 1.0, 0)
    state = found.to_state()
    np.testing.assert_array_equal(Unmarked.from_state(state).sure(), found.sure())
    del state["chance"], state["probability"]
    np.testing.assert_allclose(Unmarked.from_state(state).sure(), (found.right + 1) / (found.like + 2))
