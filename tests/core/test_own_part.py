"""Naming of outlying samples: the leave-one-out part by definition, what is named and what is not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core import create
from spectralign_gui.core.measures.own_part import geometric_median, own_part, robust_scores, unlike_others
from spectralign_gui.core.naming import called


def low_rank(seed: int, n: int = 40, p: int = 30, rank: int = 3, noise: float = 0.1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, rank)) @ rng.standard_normal((rank, p))
    return X + noise * np.sqrt(rank) * rng.standard_normal((n, p))


def spoiled(X: np.ndarray, rows: list[int], size: float, kind: str, seed: int = 0) -> np.ndarray:
    """Spectra of `rows` spoiled by `size` times the median distance from the mean."""
    rng = np.random.default_rng(seed)
    X = X.copy()
    usual = np.median(np.linalg.norm(X - X.mean(axis=0), axis=1))
    other = rng.standard_normal(X.shape[1])
    for row in rows:
        added = {"direction": rng.standard_normal(X.shape[1]), "mineral": other,
                 "spike": np.eye(X.shape[1])[rng.integers(X.shape[1])]}[kind]
        X[row] += size * usual * added / np.linalg.norm(added)
    return X


def fit(X: np.ndarray, **changes: object) -> object:
    """Robust alignment of X with a clean companion."""
    other = low_rank(99, len(X))
    return create("rlra", **{"rank": 4, "n_components": 2, "tol": 1e-4, **changes}).fit(
        [X, other], pairs=np.stack([np.arange(20)] * 2, axis=1))


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000), n=st.integers(8, 16), p=st.integers(3, 20), rank=st.integers(1, 5))
def test_own_part_by_definition(seed: int, n: int, p: int, rank: int) -> None:
    """min_r |x − r X₋ᵢ|² + τ|r|² of every sample, with the others written out."""
    X = low_rank(seed, n, p, 2, 0.3)
    found = own_part(X, rank)
    centre = geometric_median(X[found.usual])
    C = X - centre
    if np.linalg.norm(centre) > np.median(np.linalg.norm(C[found.usual], axis=1)):
        shape = centre / np.linalg.norm(centre)
        C = C - np.outer(C @ shape, shape)
    lengths = np.linalg.norm(C, axis=1)
    bound = np.median(lengths[found.usual])
    factor = np.minimum(1, bound / lengths)
    C = C * factor[:, None]
    s = np.linalg.svd(C[found.usual], compute_uv=False)
    s = s[s > 1e-7 * s[0]]
    tau = s[min(rank, len(s) - 1)] ** 2
    rows = np.arange(n)
    rest = unlike_others(X, rank, rows, found)
    for i in rows:
        others = np.setdiff1d(rows, np.append(found.fellows[i], i))
        A = C[others]
        r = C[i] @ A.T @ np.linalg.inv(A @ A.T + tau * np.eye(len(others)))
        left = C[i] - r @ A
        cost = left @ left + tau * (r @ r)
        assert found.sizes[i] == pytest.approx(np.sqrt(cost) / factor[i], rel=1e-6)
        assert found.shares[i] == pytest.approx(min(cost / (C[i] @ C[i]), 1), rel=1e-6)
        np.testing.assert_allclose(rest[i], left / factor[i], atol=1e-7 * lengths.max())


def test_own_part_is_the_same_in_any_rotation_and_scale() -> None:
    X = spoiled(low_rank(0), [3], 5, "direction")
    turn = np.linalg.qr(np.random.default_rng(1).standard_normal((30, 30)))[0]
    one, two = own_part(X, 4), own_part(7e3 * X @ turn, 4)
    np.testing.assert_allclose(two.shares, one.shares, rtol=1e-6)
    np.testing.assert_allclose(two.scores, one.scores, rtol=1e-6, atol=1e-8)
    assert int(np.argmax(one.scores)) == 3


def test_degenerate_sets_have_no_outliers() -> None:
    assert not own_part(np.ones((9, 4)), 2).scores.any()
    assert not own_part(np.zeros((9, 4)), 2).shares.any()
    assert not robust_scores(np.array([0.0, 0.0, 3.0])).any()
    assert np.isfinite(own_part(np.repeat(low_rank(0, 5), 2, axis=0), 2).scores).all()


def test_geometric_median_is_where_distances_are_least() -> None:
    X = low_rank(2, 15, 3)
    middle = geometric_median(X)
    total = np.linalg.norm(X - middle, axis=1).sum()
    for step in np.random.default_rng(0).standard_normal((50, 3)) * 0.05:
        assert np.linalg.norm(X - middle - step, axis=1).sum() >= total - 1e-9


@pytest.mark.parametrize("kind", ["direction", "mineral", "spike"])
@pytest.mark.parametrize("size", [0.5, 3, 12, 100])
def test_one_spoiled_sample_is_named_whatever_its_size(kind: str, size: float) -> None:
    fitted = fit(spoiled(low_rank(1), [7], size, kind))
    assert list(fitted.outliers_[0]) == [7] and list(fitted.outliers_[1]) == []
    kinds = fitted.outlier_kinds_[0][0]
    assert ("error" in kinds) == (size == 0.5) and (size == 0.5 or kinds == "alone")


@pytest.mark.parametrize("size", [3, 12, 100])
def test_a_tenth_spoiled_is_named_and_nobody_else(size: float) -> None:
    rows = [2, 11, 23, 38]
    fitted = fit(spoiled(low_rank(3), rows, size, "direction"))
    assert list(fitted.outliers_[0]) == rows
    together = fit(spoiled(low_rank(3), rows, 12 * size, "mineral"))
    assert list(together.outliers_[0]) == rows, "spoiled alike and far off"


def test_a_stronger_spectrum_of_the_usual_kind_is_not_named() -> None:
    X = low_rank(4) + 5 * np.sin(np.linspace(0, 6, 30))
    for factor in (3, 12, 100):
        spectra = X.copy()
        spectra[5] *= factor
        assert not len(fit(spectra).outliers_[0]), factor
        spectra[5] = X.mean(axis=0) + factor * (X[5] - X.mean(axis=0))
        assert not len(fit(spectra).outliers_[0]), factor


def test_clean_sets_cry_no_wolf() -> None:
    """Of 1,800 clean samples of several shapes at most two are named."""
    named = 0
    for seed in range(15):
        for n, p, rank, noise in ((40, 30, 3, 0.1), (60, 20, 4, 0.4), (20, 50, 2, 0.05)):
            X = low_rank(seed + 100, n, p, rank, noise)
            other = low_rank(seed + 200, n, p, rank, noise)
            fitted = create("rlra", rank=rank + 2, n_components=1, tol=1e-3).fit(
                [X, other], pairs=np.stack([np.arange(8)] * 2, axis=1))
            named += sum(map(len, fitted.outliers_))
    assert named <= 2


def test_the_reason_is_told_in_words_with_names() -> None:
    X = spoiled(low_rank(5), [4], 0.5, "direction")
    X = spoiled(X, [9], 20, "direction", seed=3)
    with called(["lab", "field"], [[f"s{i}" for i in range(40)]] * 2):
        fitted = fit(X)
    assert list(fitted.outliers_[0]) == [4, 9]
    small, large = fitted.outlier_reasons_[0]
    assert "error part is much larger" in small and "times the usual" in small
    assert "no combination of the other samples" in large and "from itself" in large and "error part" not in large
    sentence = next(w for w in fitted.warnings_ if "outlying" in w)
    assert sentence == ("lab has 2 outlying samples: s4 (error part much larger than usual); s9 (cannot be built "
                        "from the others).")
    assert np.linalg.norm(fitted.unlike_others_[0][1]) > 10 * np.linalg.norm(fitted.errors_[0][9])
    assert fitted.own_shares_[0].shape == (40,) and fitted.own_shares_[0].argmax() == 9
