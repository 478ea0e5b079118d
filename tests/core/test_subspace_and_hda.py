"""Subspace alignment and heterogeneous domain adaptation by their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import block_diag, eigh
from sklearn.decomposition import PCA

from spectralign_gui.core.alignments.hda import HeterogeneousDA, class_laplacians
from spectralign_gui.core.alignments.subspace import SubspaceAlignment
from spectralign_gui.core.errors import DataError, ParameterError


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 4))
def test_subspace_alignment_by_definition(seed, d):
    rng = np.random.default_rng(seed)
    Xs = [rng.standard_normal((n, 6)) @ rng.standard_normal((6, 6)) for n in (20, 15, 12)]
    fitted = SubspaceAlignment(n_components=d, scaling="none").fit(Xs)
    Ps = [PCA(d).fit(X).components_.T for X in Xs]
    for k, X in enumerate(Xs):
        expected = X @ Ps[0] if k == 0 else X @ Ps[k] @ (Ps[k].T @ Ps[0])
        np.testing.assert_allclose(np.abs(fitted.embeddings_[k]), np.abs(expected), atol=1e-8)
        np.testing.assert_allclose(fitted.transform(X, k), fitted.embeddings_[k], atol=1e-9)


def test_subspace_alignment_needs_the_same_channels():
    rng = np.random.default_rng(0)
    with pytest.raises(DataError, match="same channels"):
        SubspaceAlignment().fit([rng.standard_normal((9, 4)), rng.standard_normal((9, 5))])


def problem(seed, sizes=(14, 12, 10), p=(4, 3, 5)):
    rng = np.random.default_rng(seed)
    Xs = [rng.standard_normal((n, q)) for n, q in zip(sizes, p, strict=True)]
    labels = [rng.integers(0, 3, n) for n in sizes]
    labels[0][:3], labels[1][:2] = [0, 1, 2], -1
    return Xs, labels


def graph_laplacian(W):
    return np.diag(W.sum(1)) - W


def knn(X, k):
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    W = np.zeros_like(D)
    for i in range(len(X)):
        W[i, [j for j in np.argsort(D[i], kind="stable") if j != i][:k]] = 1
    return np.maximum(W, W.T)


def class_graphs(labels):
    known = labels >= 0
    both = np.outer(known, known)
    same = (labels[:, None] == labels[None]) & both
    return same.astype(float), (~same & both).astype(float)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([0.1, 1.0, 5.0]))
def test_hda_by_definition(seed, mu):
    Xs, labels = problem(seed)
    stacked = np.concatenate(labels)
    same, different = class_graphs(stacked)
    X = block_diag(*Xs)
    L = block_diag(*[graph_laplacian(knn(S, 4)) for S in Xs])
    A = X.T @ (mu * L + graph_laplacian(same)) @ X
    B = X.T @ graph_laplacian(different) @ X
    values = eigh(A, B, eigvals_only=True)
    groups = [np.where(v < 0, "", v.astype(str)) for v in labels]
    fitted = HeterogeneousDA(n_components=3, mu=mu, labels="groups", n_neighbors=4, scaling="none").fit(
        Xs, groups=groups)
    np.testing.assert_allclose(fitted.eigenvalues_, values[:3], rtol=1e-7)
    f = np.concatenate(fitted.maps_)
    np.testing.assert_allclose(A @ f, B @ f * fitted.eigenvalues_, atol=1e-7 * np.abs(A).max())
    np.testing.assert_allclose(f.T @ B @ f, np.eye(3), atol=1e-7)


def test_class_graphs_without_big_matrices():
    Xs, labels = problem(1)
    same, different = class_graphs(np.concatenate(labels))
    X = block_diag(*Xs)
    together, apart = class_laplacians(Xs, np.concatenate(labels))
    np.testing.assert_allclose(together, X.T @ graph_laplacian(same) @ X, atol=1e-9)
    np.testing.assert_allclose(apart, X.T @ graph_laplacian(different) @ X, atol=1e-9)


def test_hda_brings_classes_together_across_instruments():
    rng = np.random.default_rng(3)
    labels = np.repeat([0, 1, 2], 15)
    Xs = [rng.standard_normal((3, p))[labels] * 4 + rng.standard_normal((45, p)) for p in (6, 8)]
    fitted = HeterogeneousDA(labels="groups").fit(Xs, groups=[labels, labels])
    assert fitted.n_components_ == 2
    centres = [np.array([E[labels == c].mean(axis=0) for c in range(3)]) for E in fitted.embeddings_]
    between = np.linalg.norm(centres[0][0] - centres[0][1])
    assert np.linalg.norm(centres[0] - centres[1], axis=1).max() < 0.2 * between


def test_continuous_targets_become_bins_or_clusters():
    rng = np.random.default_rng(4)
    Xs = [rng.standard_normal((40, 5)), rng.standard_normal((30, 4))]
    one = [X[:, :1] * 3 for X in Xs]
    one[1] = one[1].copy()
    one[1][:5] = np.nan
    fitted = HeterogeneousDA(n_classes=4).fit(Xs, targets=one)
    assert fitted.chosen_["labels"] == "bins" and fitted.chosen_["n_classes"] == 4
    assert (fitted.classes_[1][:5] == -1).all() and (fitted.classes_[1][5:] >= 0).all()
    order = np.argsort(one[0][:, 0])
    assert (np.diff(fitted.classes_[0][order]) >= 0).all()
    two = [X[:, :2] for X in Xs]
    assert HeterogeneousDA().fit(Xs, targets=two).chosen_["labels"] == "clusters"
    with pytest.raises(ParameterError, match="bins can be made from one property only"):
        HeterogeneousDA(labels="bins").fit(Xs, targets=two)
    with pytest.raises(DataError, match="reference values"):
        HeterogeneousDA().fit(Xs)
    with pytest.raises(DataError, match="one class"):
        HeterogeneousDA().fit(Xs, targets=[np.ones((40, 1)), np.ones((30, 1))])


def test_hda_with_more_channels_than_samples_maps_its_own_rows():
    rng = np.random.default_rng(5)
    Xs = [rng.standard_normal((20, 50)), rng.standard_normal((18, 70))]
    fitted = HeterogeneousDA().fit(Xs, targets=[X[:, 0] for X in Xs])
    for k, X in enumerate(Xs):
        np.testing.assert_allclose(fitted.transform(X, k), fitted.embeddings_[k], atol=1e-8)
        assert fitted.predict(X, k).shape == (len(X), 1)
