"""CCA and PLS alignment in their three modes, against scikit-learn and by definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.cross_decomposition import CCA, PLSSVD, PLSRegression

from spectralign_gui.core.alignments.cca import CCAAlignment
from spectralign_gui.core.alignments.pls import PLSAlignment
from spectralign_gui.core.errors import DataError, PairsError, ParameterError


def problem(seed, n=30, p=(5, 4), noise=0.3):
    rng = np.random.default_rng(seed)
    latent = rng.standard_normal((n, 3))
    Xs = [latent @ rng.standard_normal((3, q)) + noise * rng.standard_normal((n, q)) for q in p]
    targets = [latent @ rng.standard_normal((3, 2)) + 0.1 * rng.standard_normal((n, 2))] * len(p)
    return Xs, np.stack([np.arange(n)] * 2, 1)[:24], targets


def correlations(E, F):
    return np.array([np.corrcoef(E[:, j], F[:, j])[0, 1] for j in range(E.shape[1])])


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_pair_mode_is_cca(seed):
    (A, B), pairs, _ = problem(seed)
    fitted = CCAAlignment(n_components=2, scaling="none").fit([A, B], pairs)
    rows = pairs[:, 0]
    model = CCA(n_components=2, scale=False, tol=1e-12, max_iter=100_000).fit(A[rows], B[rows])
    u, v = model.transform(A, B)
    np.testing.assert_allclose(fitted.eigenvalues_, correlations(u[rows], v[rows]), rtol=1e-4)
    np.testing.assert_allclose(np.abs(correlations(fitted.embeddings_[0], u)), 1, atol=1e-3)
    np.testing.assert_allclose(fitted.embeddings_[1][rows].std(axis=0), 1, rtol=1e-9)
    np.testing.assert_allclose(correlations(fitted.embeddings_[0][rows], fitted.embeddings_[1][rows]),
                               fitted.eigenvalues_, rtol=1e-9)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_pair_mode_is_pls_svd(seed):
    (A, B), pairs, _ = problem(seed)
    fitted = PLSAlignment(n_components=2, scaling="none").fit([A, B], pairs)
    rows = pairs[:, 0]
    u, v = PLSSVD(n_components=2, scale=False).fit(A[rows], B[rows]).transform(A, B)
    for E, w in zip(fitted.embeddings_, (u, v), strict=True):
        np.testing.assert_allclose(np.abs(correlations(E, w)), 1, atol=1e-9)
    values = np.linalg.svd((A[rows] - A[rows].mean(0)).T @ (B[rows] - B[rows].mean(0)), compute_uv=False)
    np.testing.assert_allclose(fitted.eigenvalues_, values[:2], rtol=1e-9)
    sizes = [(E[rows] ** 2).mean(axis=0) for E in fitted.embeddings_]
    np.testing.assert_allclose(sizes[0], sizes[1], rtol=1e-9)


def test_three_sets_at_once():
    Xs, _, _ = problem(3, p=(5, 4, 6))
    pairs = [(a, i, b, i) for i in range(20) for a, b in ((0, 1), (0, 2), (1, 2))]
    for method in (CCAAlignment, PLSAlignment):
        fitted = method(n_components=2).fit(Xs, pairs)
        assert correlations(fitted.embeddings_[0], fitted.embeddings_[2]).min() > 0.8
        np.testing.assert_allclose(fitted.transform(Xs[2], 2), fitted.embeddings_[2], atol=1e-10)


def test_more_channels_than_standards_is_reduced_and_said():
    rng = np.random.default_rng(0)
    latent = rng.standard_normal((40, 3)) * [5, 3, 2]
    Xs = [latent @ rng.standard_normal((3, p)) + 0.05 * rng.standard_normal((40, p)) for p in (80, 60)]
    fitted = CCAAlignment().fit(Xs, np.stack([np.arange(15)] * 2, 1))
    assert fitted.chosen_["pca_components"] == 5 and "principal components" in fitted.warnings_[0]
    assert correlations(fitted.embeddings_[0][15:, :3], fitted.embeddings_[1][15:, :3]).min() > 0.95


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_multi_mode_is_one_model_per_set(seed):
    Xs, _, targets = problem(seed)
    fitted = CCAAlignment(mode="multi", n_components=2, scaling="none").fit(Xs, targets=targets)
    for k, X in enumerate(Xs):
        u, _ = CCA(n_components=2, scale=False, tol=1e-12, max_iter=100_000).fit(X, targets[k]).transform(X, targets[k])
        np.testing.assert_allclose(np.abs(correlations(fitted.embeddings_[k], u)), 1, atol=1e-3)
    pls = PLSAlignment(mode="multi", n_components=3, scaling="none").fit(Xs, targets=targets)
    for k, X in enumerate(Xs):
        Y = (targets[k] - targets[k].mean(0)) / targets[k].std(0)
        u = PLSRegression(n_components=3, scale=False, tol=1e-14, max_iter=100_000).fit(X, Y).transform(X)
        np.testing.assert_allclose(np.abs(pls.embeddings_[k]), np.abs(u), atol=1e-4)


def test_multi_mode_points_the_same_way_on_all_instruments():
    for seed in range(6):
        Xs, _, targets = problem(seed, noise=0.05)
        one = [t[:, :1] for t in targets]
        for method in (CCAAlignment, PLSAlignment):
            fitted = method(mode="multi", n_components=1).fit(Xs, targets=one)
            for E in fitted.embeddings_:  # a sign of its own would make one of them fall with the property
                assert correlations(E, one[0])[0] > 0.3


def test_joint_mode_uses_the_last_instrument_for_all():
    (A, B), _, targets = problem(1, p=(5, 5))
    fitted = PLSAlignment(mode="joint", n_components=2, scaling="none").fit([A, B], targets=targets)
    Y = (targets[1] - targets[1].mean(0)) / targets[1].std(0)
    model = PLSRegression(n_components=2, scale=False, tol=1e-14, max_iter=100_000).fit(B, Y)
    np.testing.assert_allclose(np.abs(fitted.embeddings_[0]), np.abs(model.transform(A)), atol=1e-6)
    pooled = PLSAlignment(mode="joint", n_components=2, scaling="none", fit_on="all").fit([A, B], targets=targets)
    assert not np.allclose(pooled.embeddings_[0], fitted.embeddings_[0])
    missing = [targets[0], np.full_like(targets[1], np.nan)]
    fallback = CCAAlignment(mode="joint").fit([A, B], targets=missing)
    assert any("made from set 0" in w for w in fallback.warnings_)


def test_refusals():
    Xs, pairs, targets = problem(0)
    with pytest.raises(PairsError, match="pairs"):
        CCAAlignment().fit(Xs)
    with pytest.raises(PairsError, match="set 0 has 1 standard"):
        CCAAlignment().fit(Xs, [[0, 0]])
    with pytest.raises(DataError, match="reference values"):
        PLSAlignment(mode="multi").fit(Xs, pairs)
    with pytest.raises(DataError, match="same channels"):
        CCAAlignment(mode="joint").fit(Xs, targets=targets)
    with pytest.raises(ParameterError, match=r"\(n_components\): 3"):
        CCAAlignment(mode="multi", n_components=3).fit(Xs, targets=targets)
    with pytest.raises(DataError, match="set 1 has 0 samples"):
        CCAAlignment(mode="multi").fit(Xs, targets=[targets[0], np.full_like(targets[1], np.nan)])


def test_values_of_standards_count_on_all_instruments():
    Xs, pairs, targets = problem(2)
    only_a = [targets[0], np.full_like(targets[1], np.nan)]
    for method in (CCAAlignment, PLSAlignment):
        fitted = method(mode="multi", n_components=1).fit(Xs, pairs, only_a)
        by_hand = [targets[0], np.where(np.isin(np.arange(30), pairs[:, 1])[:, None], targets[1], np.nan)]
        np.testing.assert_allclose(fitted.embeddings_[1], method(mode="multi", n_components=1).fit(
            Xs, None, by_hand).embeddings_[1], atol=1e-10)
