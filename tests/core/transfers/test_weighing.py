"""How sharp the weights of the combination are, and that what they are judged on is not known to them."""

import numpy as np
import pytest

from spectralign_gui.core.transfers._weights import TEMPERS, Weighing, combination_weights

FAMILIES = ["a", "b", "b", "c"]


def drawn(seed: int, m: int = 6, q: int = 2) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(4, q, m)) * np.array([1.0, 1.5, 2.0, 4.0])[:, None, None]


def by_definition(left: np.ndarray, count: np.ndarray, fold: np.ndarray, spread: np.ndarray, *without: int) -> np.ndarray:
    rest = ~np.isin(fold, without)

    def at(keep: np.ndarray) -> list[np.ndarray]:
        return [combination_weights(left[:, :, keep], FAMILIES, spread, count[keep], temper=t) for t in TEMPERS]

    said = np.zeros((len(TEMPERS), *left.shape[1:]))
    for k in np.unique(fold[rest]):
        for t, weights in enumerate(at(rest & (fold != k))):
            for i in np.flatnonzero(fold == k):
                said[t, :, i] = [(weights[:, j] * left[:, j, i]).sum() for j in range(left.shape[1])]
    of = combination_weights(said[:, :, rest], [str(t) for t in TEMPERS], spread, count[rest])
    return sum(of[t] * weights for t, weights in enumerate(at(rest)))


@pytest.mark.parametrize("seed", range(4))
def test_by_definition(seed):
    rng = np.random.default_rng([9, seed])
    left, count, spread = drawn(seed), rng.uniform(0.5, 2, 6), np.array([1.0, 3.0])
    fold = np.arange(6) if seed % 2 else np.array([0, 1, 2, 0, 1, 2])
    weighing = Weighing(left, FAMILIES, spread, count, fold)
    assert np.allclose(weighing.weights(), by_definition(left, count, fold, spread), atol=1e-10)
    assert np.allclose(weighing.weights().sum(axis=0), 1)
    judged = weighing.judged()
    for k in np.unique(fold):
        weights = by_definition(left, count, fold, spread, int(k))
        for i in np.flatnonzero(fold == k):
            assert np.allclose(judged[:, i], (weights * left[:, :, i]).sum(axis=0), atol=1e-10)


def test_what_judges_is_not_known_to_the_weights():
    left, fold = drawn(1), np.arange(6)
    other = left.copy()
    other[:, :, 2] = 50 * other[::-1, :, 2]
    of = [Weighing(k, FAMILIES, np.ones(2), np.ones(6), fold) for k in (left, other)]
    assert np.array_equal(of[0].weights(2), of[1].weights(2))
    assert not np.allclose(of[0].weights(3), of[1].weights(3))


def test_weights_are_sharper_where_one_kind_of_model_is_the_true_one():
    """As sharp as is worth while: eleven kinds that share their errors, and one that errs a third of that."""
    rng = np.random.default_rng(3)
    shared = rng.normal(size=(1, 1, 10))
    left = np.concatenate([0.3 * rng.normal(size=(1, 1, 10)), shared + 0.2 * rng.normal(size=(11, 1, 10))])
    families = [str(k) for k in range(12)]
    sharp, soft = (combination_weights(left, families, np.ones(1), np.ones(10), temper=t)[0, 0] for t in (1.0, 0.25))
    found = Weighing(left, families, np.ones(1), np.ones(10), np.arange(10)).weights()[0, 0]
    assert soft + 0.4 * (sharp - soft) < found < sharp


def test_off_the_best_model_predicts_alone():
    weights = Weighing(drawn(0), FAMILIES, np.ones(2), np.ones(6), np.arange(6), combine=False).weights()
    assert set(weights.ravel()) == {0.0, 1.0}
