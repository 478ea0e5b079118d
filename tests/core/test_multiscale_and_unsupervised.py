"""Multiscale alignment and alignment without correspondences, by definition."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import block_diag

from spectralign_gui.core.alignments.multiscale import MultiscaleAlignment, level_dimensions, scaling_functions
from spectralign_gui.core.alignments.unsupervised import (
    UnsupervisedAlignment,
    local_patterns,
    pattern_distances,
    strongest,
)
from spectralign_gui.core.errors import MemoryNeedError, ParameterError
from spectralign_gui.core.monitor import SilentMonitor


def knn(X, k):
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    W = np.zeros_like(D)
    for i in range(len(X)):
        W[i, [j for j in np.argsort(D[i], kind="stable") if j != i][:k]] = 1
    return np.maximum(W, W.T)


def problem(seed):
    rng = np.random.default_rng(seed)
    Xs = [rng.standard_normal((20, 5)), rng.standard_normal((18, 4))]
    return Xs, np.stack([np.arange(9)] * 2, 1)


def operator(Xs, pairs, k, mu):
    W = (1 - mu) * block_diag(*[knn(X, k) for X in Xs])
    for i, j in pairs:
        W[i, len(Xs[0]) + j] = W[len(Xs[0]) + j, i] = mu
    L = np.diag(W.sum(1)) - W
    X = block_diag(*Xs)
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    G = s[:, None] * Vt  # GᵀG = XᵀX
    np.testing.assert_allclose(G.T @ G, X.T @ X, atol=1e-9)
    return np.linalg.pinv(G.T) @ X.T @ L @ X @ np.linalg.pinv(G), G, X


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 6), st.sampled_from([1e-4, 1e-2, 0.2]))
def test_levels_by_definition(seed, level, precision):
    Xs, pairs = problem(seed)
    T, G, X = operator(Xs, pairs, 4, 0.8)
    inverse = np.linalg.pinv(T)
    inverse /= np.linalg.norm(inverse, 2)
    values, vectors = np.linalg.eigh(inverse)
    spanned = vectors[:, values ** (2.0 ** level) >= precision]
    fitted = MultiscaleAlignment(n_neighbors=4, precision=precision, scaling="none").fit(Xs, pairs)
    level = min(level, len(fitted.level_dimensions_))
    spanned = vectors[:, np.abs(values) ** (2.0 ** level) >= precision]
    fitted = MultiscaleAlignment(n_neighbors=4, precision=precision, scaling="none", scale_level=level).fit(Xs, pairs)
    assert fitted.n_components_ == spanned.shape[1] == fitted.level_dimensions_[level - 1]
    expected = X @ np.linalg.pinv(G) @ spanned
    F = np.concatenate(fitted.embeddings_)
    np.testing.assert_allclose(F @ F.T, expected @ expected.T, atol=1e-8)  # same span, same distances
    np.testing.assert_allclose(F.T @ F, np.eye(F.shape[1]), atol=1e-8)
    for k, S in enumerate(Xs):
        np.testing.assert_allclose(fitted.transform(S, k), fitted.embeddings_[k], atol=1e-9)


def test_levels_are_nested_and_get_coarser():
    Xs, pairs = problem(1)
    dims, spans = [], []
    for level in range(1, 4):
        fitted = MultiscaleAlignment(scale_level=level, precision=1e-3).fit(Xs, pairs)
        F = np.concatenate(fitted.embeddings_)
        dims.append(F.shape[1])
        spans.append(F @ np.linalg.pinv(F))
    assert dims == sorted(dims, reverse=True) == fitted.level_dimensions_[:3]
    np.testing.assert_allclose(spans[0] @ spans[2], spans[2], atol=1e-8)


def test_scaling_functions_are_local_where_eigenvectors_are_not():
    path = np.diag(np.ones(79), 1)
    walk = np.eye(80) * 0.5 + (path + path.T) * 0.25  # a diffusion along a line
    values, vectors = np.linalg.eigh(walk)
    values, vectors = values[::-1] / values[-1], vectors[:, ::-1]
    level = 3
    d = int((values ** 2.0 ** level >= 1e-3).sum())
    phi = scaling_functions(vectors[:, :d], values[:d], level, SilentMonitor())
    np.testing.assert_allclose(phi.T @ phi, np.eye(d), atol=1e-10)
    np.testing.assert_allclose(phi @ phi.T, vectors[:, :d] @ vectors[:, :d].T, atol=1e-10)
    assert (phi ** 4).sum(0).mean() > 3 * (vectors[:, :d] ** 4).sum(0).mean()


def test_level_choice_and_refusals():
    Xs, pairs = problem(2)
    with pytest.raises(ParameterError, match="scale_level"):
        MultiscaleAlignment(scale_level=50).fit(Xs, pairs)
    with pytest.raises(ParameterError, match="n_components"):
        MultiscaleAlignment(n_components=500).fit(Xs, pairs)
    assert MultiscaleAlignment(n_components=3, precision=1e-4).fit(Xs, pairs).n_components_ == 3
    assert level_dimensions(np.ones(4), 0.1) == [4]


def by_hand(Ra, Rb, k):
    best = np.inf
    for order in permutations(range(1, k + 1)):
        p = [0, *order]
        R = Rb[np.ix_(p, p)]
        k1, k2 = np.trace(Ra.T @ R) / np.trace(Ra.T @ Ra), np.trace(R.T @ Ra) / np.trace(R.T @ R)
        best = min(best, np.linalg.norm(R - k1 * Ra), np.linalg.norm(Ra - k2 * R))
    return best


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 4))
def test_pattern_distances_by_definition(seed, k):
    rng = np.random.default_rng(seed)
    A, B = rng.standard_normal((7, 3)), 5 * rng.standard_normal((6, 2))
    Pa, Pb = (local_patterns(X, k, SilentMonitor()) for X in (A, B))
    D = np.linalg.norm(A[:, None] - A[None], axis=2)
    for i in range(7):
        members = [i, *[j for j in np.argsort(D[i], kind="stable") if j != i][:k]]
        np.testing.assert_allclose(Pa[i], D[np.ix_(members, members)], atol=1e-12)
    found = pattern_distances(Pa, Pb, k, SilentMonitor())
    expected = np.array([[by_hand(Ra, Rb, k) for Rb in Pb] for Ra in Pa])
    np.testing.assert_allclose(found, expected, atol=1e-7)


def test_a_turned_and_stretched_copy_is_matched_without_standards():
    rng = np.random.default_rng(0)
    A = rng.standard_normal((40, 3))
    order = rng.permutation(40)
    B = 7 * (A @ np.linalg.qr(rng.standard_normal((3, 3)))[0])[order]
    for level in ("feature", "instance"):
        fitted = UnsupervisedAlignment(level=level, n_matches=1, n_components=3).fit([A, B])
        np.testing.assert_array_equal(order[fitted.matches_[0]], np.arange(40))
        gap = np.linalg.norm(fitted.embeddings_[0][order] - fitted.embeddings_[1], axis=1)
        assert gap.max() < 1e-6 * np.abs(fitted.embeddings_[0]).max()


def test_dense_weights_as_published():
    Xs, _ = problem(3)
    fitted = UnsupervisedAlignment(level="instance", delta=0.7, pattern_size=3, n_components=3, n_neighbors=4,
                                   scaling="none").fit(Xs)
    Ps = [local_patterns(X, 3, SilentMonitor()) for X in Xs]
    across = np.exp(-np.array([[by_hand(Ra, Rb, 3) for Rb in Ps[1]] for Ra in Ps[0]]) / 0.7 ** 2)
    W = np.block([[0.2 * knn(Xs[0], 4), 0.8 * across], [0.8 * across.T, 0.2 * knn(Xs[1], 4)]])
    D = np.diag(W.sum(1))
    F = np.concatenate(fitted.embeddings_)
    np.testing.assert_allclose((D - W) @ F, D @ F * fitted.eigenvalues_, atol=1e-6)


def test_strongest_matches_of_rows_and_columns():
    mask = strongest(np.array([[3.0, 2.0], [4.0, 1.0], [5.0, 0.5]]), 1)
    np.testing.assert_array_equal(mask, [[True, True], [True, False], [True, False]])


def test_too_many_neighbourhoods_are_refused_and_pairs_are_said_to_be_unused():
    with pytest.raises(MemoryNeedError, match="GB"):
        UnsupervisedAlignment().fit([np.random.default_rng(0).standard_normal((90_000, 1))] * 2)
    Xs, pairs = problem(4)
    fitted = UnsupervisedAlignment().fit(Xs, pairs)
    assert any("does not use" in w for w in fitted.warnings_)
