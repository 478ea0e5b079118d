"""Kennard–Stone against the reference and by definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.core.errors import ParameterError
from spectralign_gui.core.selection.kennard_stone import kennard_stone


def test_reference(shared):
    data = np.load(shared / "reference" / "selection.npz", allow_pickle=False)
    assert kennard_stone(data["X0"], 10).tolist() == data["kennard_stone"].tolist()


@given(st.integers(0, 10_000), st.integers(3, 14), st.integers(1, 4), st.sampled_from(["mean", "max-distance"]))
def test_by_definition(seed, n, p, start):
    X = np.random.default_rng(seed).normal(size=(n, p))
    picked = kennard_stone(X, n, start).tolist()
    assert sorted(picked) == list(range(n))
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    if start == "mean":
        assert picked[0] == np.argmin(np.linalg.norm(X - X.mean(0), axis=1))
    else:
        assert D[picked[0], picked[1]] == pytest.approx(D.max())
    for k in range(1 if start == "mean" else 2, n):
        rest = [i for i in range(n) if i not in picked[:k]]
        best = max(min(D[i, j] for j in picked[:k]) for i in rest)
        assert min(D[picked[k], j] for j in picked[:k]) == pytest.approx(best)


def test_already_is_kept_away_from():
    X = np.array([[0.0], [1.0], [2.0], [10.0]])
    assert kennard_stone(X, 2, already=[3]).tolist() == [0, 2]
    with pytest.raises(ParameterError, match="count must be 0 to 3"):
        kennard_stone(X, 4, already=[3])
    with pytest.raises(ParameterError, match="already"):
        kennard_stone(X, 1, already=[7])
